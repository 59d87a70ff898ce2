"""`vlite gold OUT`: a submission made of the release's own reference artifacts.

Judging it must pass everything; what does not pass is wrong with the set-up or with the release.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite.commands import arguments, output
from pytest_vlite.errors import InputError
from pytest_vlite.vocabulary import Setting

if TYPE_CHECKING:
    from pytest_vlite.release import Problem

HELP = "write a submission made of the release's own reference artifacts"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", metavar="OUT", type=Path, help="folder to write, new or empty")
    arguments.add_release(parser)
    arguments.add_settings(parser)


def run(options: argparse.Namespace) -> int:
    from pytest_vlite.release import load_release

    release = load_release(arguments.release_root(options))
    settings = arguments.settings(options) or tuple(Setting)
    counts = write_gold(release.problems, settings, options.out, name="reference")
    output.emit(
        options,
        {"out": str(options.out), "answers": {str(key): count for key, count in counts.items()}},
        f"wrote {sum(counts.values())} answers for {len(release.problems)} problems "
        f"to {options.out}",
    )
    return 0


def reference_artifact(problem: Problem, setting: Setting) -> str:
    """The name of the artifact that answers a setting for a problem."""
    if setting.is_codegen:
        return "main.rs" if problem.style == "program" and problem.has("main.rs") else "code.rs"
    return "spec.rs" if setting is Setting.SPECGEN else "verified.rs"


def write_gold(
    problems: tuple[Problem, ...], settings: tuple[Setting, ...], out: Path, *, name: str
) -> dict[Setting, int]:
    """Write `<out>/<setting>/<id>.rs` and `submission.yaml`; returns the answers per setting.

    Raises:
        InputError: `out` cannot be written or already holds something.
    """
    counts = dict.fromkeys(settings, 0)
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise InputError(f"{out}: is not empty; name a new folder")
        manifest = f"name: {json.dumps(name)}\nnotes: the release's own reference artifacts\n"
        (out / "submission.yaml").write_text(manifest, encoding="utf-8")
        for setting, path, text in _answers(problems, settings):
            target = out / path
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(text)
            counts[setting] += 1
    except OSError as fault:
        raise InputError(f"{out}: {fault.strerror or fault}") from None
    return counts


def _answers(
    problems: tuple[Problem, ...], settings: tuple[Setting, ...]
) -> Iterator[tuple[Setting, Path, bytes]]:
    for setting in settings:
        for problem in problems:
            source = problem.directory / reference_artifact(problem, setting)
            yield setting, Path(setting) / f"{problem.id}.rs", source.read_bytes()
