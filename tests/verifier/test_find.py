"""Which verifier is used, who it says it is, and what a user without one is told."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.judge.verifier import Unavailable, Verifier, find_verifier
from pytest_vlite.judge.verifier.find import compare_with_pin
from pytest_vlite.judge.verifier.installation import installations
from pytest_vlite.release import VerifierPin
from pytest_vlite.sandbox import Sandbox
from tests.verifier.making import BUILD, stand_in

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def found(answer: Verifier | Unavailable) -> Verifier:
    assert isinstance(answer, Verifier), answer
    return answer


def test_the_option_is_first_then_the_variable_the_release_and_the_path(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    option = stand_in(tmp_path / "a")
    variable = stand_in(tmp_path / "b")
    release = tmp_path / "release"
    stand_in(release / "verus")
    on_path = stand_in(tmp_path / "d")
    environment = {"PATH": f"{on_path.parent}:{SYSTEM_PATH}", "VLITE_VERUS": str(variable)}

    first = found(find_verifier(option, release, environment, sandbox=sandbox))
    assert (first.origin, first.installation.program) == ("--vlite-verus", option)
    second = found(find_verifier(None, release, environment, sandbox=sandbox))
    assert (second.origin, second.installation.program) == ("$VLITE_VERUS", variable)
    environment["VLITE_VERUS"] = ""
    third = found(find_verifier(None, release, environment, sandbox=sandbox))
    assert (third.origin, third.installation.program.parent) == ("the release", release / "verus")
    fourth = found(find_verifier(None, tmp_path, environment, sandbox=sandbox))
    assert (fourth.origin, fourth.installation.program) == ("PATH", on_path)
    assert fourth.build.commit == BUILD.commit
    assert fourth.tool_versions()["verus"] == BUILD.version


def test_a_folder_and_a_link_name_the_verifier_too(tmp_path: Path, sandbox: Sandbox) -> None:
    program = stand_in(tmp_path / "verus-x86-linux")
    link = tmp_path / "verus"
    link.symlink_to(program)
    for path in (program.parent, link):
        verifier = found(find_verifier(path, None, {"PATH": SYSTEM_PATH}, sandbox=sandbox))
        assert verifier.installation.program == program


def test_without_a_verifier_one_line_says_how_to_get_one(tmp_path: Path, sandbox: Sandbox) -> None:
    pin = VerifierPin("0.2030.01.02.abc1234", ())
    answer = find_verifier(None, tmp_path, {"PATH": str(tmp_path)}, sandbox=sandbox, pin=pin)
    assert isinstance(answer, Unavailable)
    assert "\n" not in answer.reason
    assert "https://github.com/verus-lang/verus/releases" in answer.reason
    assert "--vlite-verus" in answer.reason
    assert "0.2030.01.02.abc1234" in answer.reason


@pytest.mark.parametrize(
    "text", ["#!/bin/sh\necho hello\n", "#!/bin/sh\nexit 3\n", "not a program"]
)
@pytest.mark.parametrize("by_variable", [True, False])
def test_a_named_verifier_that_does_not_work_is_the_users_error(
    text: str, by_variable: bool, tmp_path: Path, sandbox: Sandbox
) -> None:
    program = tmp_path / "verus"
    program.write_text(text)
    program.chmod(0o755)
    named = "$VLITE_VERUS" if by_variable else "--vlite-verus"
    environment = {"PATH": SYSTEM_PATH} | ({"VLITE_VERUS": str(program)} if by_variable else {})
    with pytest.raises(InputError) as caught:
        find_verifier(None if by_variable else program, None, environment, sandbox=sandbox)
    assert str(caught.value).startswith(f"{named}={program}: ")


def test_a_named_verifier_that_is_not_there_is_the_users_error(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    for path, why in ((tmp_path / "gone", "no such file"), (tmp_path, "not an executable")):
        with pytest.raises(InputError, match=why):
            find_verifier(path, None, {}, sandbox=sandbox)


def test_a_broken_verifier_of_the_release_is_passed_over_and_said(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    bundled = stand_in(tmp_path / "verus")
    bundled.write_text("#!/bin/sh\necho damaged >&2\nexit 4\n")
    on_path = stand_in(tmp_path / "bin")
    environment = {"PATH": f"{on_path.parent}:{SYSTEM_PATH}"}
    verifier = found(find_verifier(None, tmp_path, environment, sandbox=sandbox))
    assert verifier.origin == "PATH"
    assert "damaged" in verifier.notes[0]
    answer = find_verifier(None, tmp_path, {"PATH": SYSTEM_PATH}, sandbox=sandbox)
    assert isinstance(answer, Unavailable)
    assert "damaged" in answer.reason


def test_only_the_pinned_build_gives_comparable_results() -> None:
    assert compare_with_pin(BUILD, VerifierPin(BUILD.version, ())) == (True, "")
    assert compare_with_pin(BUILD, VerifierPin(BUILD.commit, ()))[0]
    changed = dataclasses.replace(BUILD, version=BUILD.version + ".dirty")
    comparable, reason = compare_with_pin(changed, VerifierPin(BUILD.version, ()))
    assert not comparable
    assert BUILD.version in reason
    assert not compare_with_pin(BUILD, None)[0]


def test_another_build_than_the_pinned_is_used_and_recorded(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    program = stand_in(tmp_path / "v")
    pin = VerifierPin("0.2000.1", ("--rlimit", "30"))
    verifier = found(find_verifier(program, None, {}, sandbox=sandbox, pin=pin))
    assert not verifier.comparable
    assert "0.2000.1" in verifier.describe()
    assert verifier.flags == ("--rlimit", "30")


def test_a_releases_bad_flags_are_reported_before_anything_runs(sandbox: Sandbox) -> None:
    with pytest.raises(InputError, match="--no-verify"):
        find_verifier(
            None, None, {}, sandbox=sandbox, pin=VerifierPin(BUILD.version, ("--no-verify",))
        )


def _verus_folder(root: Path, library: str) -> Path:
    """A folder laid out like a Verus release, whose `rust_verify` names its compiler library."""
    launcher = stand_in(root)
    stand_in(root, name="rust_verify")
    with (root / "rust_verify").open("a") as file:
        file.write(f"# {library}\n")
    z3 = root / "z3"
    z3.write_text("#!/bin/sh\necho 'Z3 version 4.12.5 - 64 bit'\n")
    z3.chmod(0o755)
    return launcher


def test_the_verifier_is_started_without_its_launcher_where_its_toolchain_is_known(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    library = "librustc_driver-0123456789abcdef.so"
    launcher = _verus_folder(tmp_path / "verus-root", library)
    rustup = tmp_path / "rustup"
    for name, holds in (("1.98", "librustc_driver-1111111111111111.so"), ("1.99", library)):
        (rustup / "toolchains" / name / "lib").mkdir(parents=True)
        (rustup / "toolchains" / name / "lib" / holds).touch()
    environment = {"PATH": SYSTEM_PATH, "RUSTUP_HOME": str(rustup)}
    verifier = found(find_verifier(launcher, None, environment, sandbox=sandbox))
    how = verifier.installation
    toolchain = rustup / "toolchains" / "1.99"
    assert how.kind == "direct"
    assert how.program == launcher.parent / "rust_verify"
    assert set(how.read_only) == {launcher.parent, toolchain}
    assert how.environment["LD_LIBRARY_PATH"] == str(toolchain / "lib")
    assert how.environment["VERUS_Z3_PATH"] == str(launcher.parent / "z3")
    assert how.environment["RUST_MIN_STACK"] == "20971520"
    assert verifier.z3_version == "4.12.5"


def test_without_the_toolchain_the_launcher_and_rustup_are_used(tmp_path: Path) -> None:
    launcher = _verus_folder(tmp_path / "verus-root", "librustc_driver-0123456789abcdef.so")
    home = tmp_path / "home"
    (home / ".rustup" / "toolchains").mkdir(parents=True)
    (home / ".cargo" / "bin").mkdir(parents=True)
    (home / ".cargo" / "credentials.toml").write_text("x")
    rustup = home / ".cargo" / "bin" / "rustup"
    rustup.write_text("#!/bin/sh\n")
    rustup.chmod(0o755)
    environment = {"PATH": str(rustup.parent), "HOME": str(home)}
    (how,) = installations(launcher, environment)
    assert how.kind == "launcher"
    assert how.environment["RUSTUP_HOME"] == str(home / ".rustup")
    assert str(rustup.parent) in how.environment["PATH"].split(":")
    assert home / ".cargo" not in how.read_only
    assert "HOME" not in how.environment
