"""The two submissions that come with the bundled release are what their README says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from pytest_vlite.vocabulary import Setting, Status
from tests.problems.bundled import PROBLEM_DIRECTORIES, SUBMISSIONS
from tests.problems.expected_example import WITH_VERIFIER, WITHOUT_VERIFIER

EXAMPLE = SUBMISSIONS / "example"
REFERENCE = SUBMISSIONS / "reference"


@pytest.mark.parametrize("directory", PROBLEM_DIRECTORIES, ids=lambda d: d.name)
@pytest.mark.parametrize("setting", Setting, ids=lambda s: s.value)
def test_reference_answers_are_the_release_s_artifacts(directory: Path, setting: Setting) -> None:
    code = "main.rs" if directory.parent.name == "codeforces" else "code.rs"
    artifact = {Setting.SPECGEN: "spec.rs"}.get(setting, "verified.rs")
    name = code if setting.value.startswith("CodeGen") else artifact
    answer = REFERENCE / setting.value / f"{directory.name}.rs"
    assert answer.read_bytes() == (directory / name).read_bytes()


def test_reference_has_nothing_else() -> None:
    files = [path for path in REFERENCE.rglob("*") if path.is_file()]
    assert len(files) == len(PROBLEM_DIRECTORIES) * len(Setting) + 1


@pytest.mark.parametrize("directory", [EXAMPLE, REFERENCE], ids=lambda d: d.name)
def test_manifest_can_be_read(directory: Path) -> None:
    manifest = yaml.safe_load((directory / "submission.yaml").read_text())
    assert manifest["name"] == directory.name
    known = ["name", "model", "organisation", "date", "url", "notes", "cost_usd", "tokens"]
    assert manifest.keys() <= set(known)


def _given() -> set[tuple[str, str, int]]:
    """Setting, problem and sample of every answer that the example has."""
    found = {
        (path.parent.name, path.stem, 0)
        for setting in ("CodeGen-NL", "SpecGen", "ProofGen", "End2End")
        for path in (EXAMPLE / setting).iterdir()
    }
    for path in (EXAMPLE / "CodeGen-Spec").rglob("*.rs"):
        found.add(("CodeGen-Spec", path.parent.name, int(path.stem)))
    for line in (EXAMPLE / "CodeGen-NLSpec.jsonl").read_text().splitlines():
        record = json.loads(line)
        found.add(("CodeGen-NLSpec", record["problem_id"], record["sample"]))
    return found


def test_every_answer_of_the_example_has_an_expected_verdict() -> None:
    answered = {key for key, status in WITHOUT_VERIFIER.items() if status != "missing"}
    assert _given() == answered


def test_every_problem_is_expected_in_every_setting() -> None:
    wanted = {(s.value, directory.name) for s in Setting for directory in PROBLEM_DIRECTORIES}
    assert {(setting, id_) for setting, id_, _ in WITHOUT_VERIFIER} == wanted


def test_the_verifier_decides_what_is_unavailable_without_it() -> None:
    undecided = {key for key, status in WITHOUT_VERIFIER.items() if status == "unavailable"}
    assert WITH_VERIFIER.keys() == undecided


def test_the_example_shows_most_kinds_of_verdict() -> None:
    statuses = {Status(text) for text in (*WITHOUT_VERIFIER.values(), *WITH_VERIFIER.values())}
    never = {Status.ERROR, Status.NOT_RUN, Status.VERIFIER_LIMIT}
    assert statuses == set(Status) - never
