"""The `--vlite-*` options: declared once, read once into a `RunOptions`.

Kept free of other imports of ours: `plugin.py` imports it in every pytest run of the environment.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_vlite.errors import InputError

if TYPE_CHECKING:
    from pytest_vlite.vocabulary import Setting

# name, value shown in the help, help text. Each is also an ini value `vlite_...`.
_VALUES: tuple[tuple[str, str, str], ...] = (
    ("release", "DIR", "release to judge against (default: the bundled one)"),
    (
        "tests",
        "DIR|examples",
        "root of the test cases when they live outside the release, or `examples`: use the "
        "examples of the descriptions as positive cases",
    ),
    ("families", "DIR", "judge answers to the drawn items of this folder, and nothing else"),
    ("subset", "lite|full|FILE", "problems to judge (default: lite)"),
    ("settings", "A,B", "only these settings (default: all that the submission has)"),
    ("verus", "PATH", "the verifier (else $VLITE_VERUS, the release's verus/verus, PATH)"),
    ("require", "verus,sandbox", "tools whose absence is an error instead of `unavailable`"),
    ("output", "DIR", "where results go (default: vlite-results)"),
    ("sandbox", "auto|bwrap|rlimits", "isolation of untrusted programs (default: auto)"),
    ("verify-timeout", "S", "CPU seconds that the verifier may take for one program"),
    ("time-limit", "S", "CPU seconds for one test case (default: 1)"),
    ("memory-limit", "MIB", "memory for one test case (default: the problem's own limit)"),
    ("cache", "DIR|off", "take verdicts from this cache and keep them there (default: off)"),
    ("shard", "I/N", "judge only the I-th of N parts of equal expected cost"),
    (
        "fail-under",
        "SETTING=RATE",
        "exit 0 if the pass rate of the setting is at least RATE (0 to 1), else 1; repeatable "
        "by commas; with it single failures do not decide the exit code",
    ),
)


def add_options(parser: pytest.Parser) -> None:
    """Declare every option and its ini twin."""
    group = parser.getgroup("vlite", "VeriContest Lite")
    group.addoption(
        "--vlite-submission",
        action="append",
        metavar="DIR",
        dest="vlite_submission",
        default=None,
        help="judge this submission (repeatable; without it the plugin does nothing)",
    )
    parser.addini("vlite_submission", "submissions to judge", type="linelist", default=[])
    for name, metavar, text in _VALUES:
        destination = "vlite_" + name.replace("-", "_")
        group.addoption(
            f"--vlite-{name}", metavar=metavar, dest=destination, default=None, help=text
        )
        parser.addini(destination, text, default=None)
    group.addoption(
        "--vlite-resume",
        action="store_true",
        dest="vlite_resume",
        default=None,
        help="go on with the run in the output directory: verdicts that still hold are kept",
    )
    parser.addini("vlite_resume", "resume an earlier run", type="bool", default=False)


def wanted_submissions(config: pytest.Config) -> list[str]:
    """The submissions named on the command line, else in the ini file; empty: stay inert."""
    given = config.getoption("vlite_submission", None)
    return list(given) if given else list(config.getini("vlite_submission"))


@dataclass(frozen=True)
class RunOptions:
    """The options of a run, checked as far as they can be without reading a release.

    Paths are absolute. `None` stands for the default of whoever uses the value.
    """

    submissions: tuple[Path, ...]
    release: Path | None
    tests: Path | None
    examples_as_tests: bool
    families: Path | None
    subset: str
    settings: tuple[Setting, ...] | None
    verus: str | None
    require: frozenset[str]
    output: Path
    sandbox: str
    verify_timeout_s: float | None
    time_limit_s: float
    memory_limit_bytes: int | None
    cache: Path | None
    resume: bool
    shard: tuple[int, int]
    fail_under: tuple[tuple[Setting, float], ...]


def _absolute(base: Path, given: str) -> Path:
    """A path without `..`, as pytest writes the paths that it collects: the two are compared."""
    return Path(os.path.normpath(base / Path(given).expanduser()))


def read_options(config: pytest.Config) -> RunOptions:
    """Read and check the options.

    Raises:
        InputError: a value cannot be used; names the option.
    """
    from pytest_vlite.vocabulary import Setting, setting_named

    base = Path(config.invocation_params.dir)

    def value(name: str) -> str | None:
        destination = "vlite_" + name.replace("-", "_")
        given = config.getoption(destination, None)
        if given is None:
            given = config.getini(destination)
        return str(given).strip() if given not in (None, "") else None

    def path(name: str) -> Path | None:
        given = value(name)
        return _absolute(base, given) if given else None

    def choice(name: str, allowed: tuple[str, ...], default: str) -> str:
        given = value(name) or default
        if given not in allowed:
            raise InputError(f"--vlite-{name}={given}: must be one of {', '.join(allowed)}")
        return given

    settings = None
    if (given := value("settings")) is not None:
        named = {
            setting_named(name, "--vlite-settings") for name in given.split(",") if name.strip()
        }
        settings = tuple(known for known in Setting if known in named)
        if not settings:
            raise InputError("--vlite-settings: names no setting")

    require = frozenset(
        part.strip() for part in (value("require") or "").split(",") if part.strip()
    )
    if unknown := sorted(require - {"verus", "sandbox", "rustc"}):
        raise InputError(f"--vlite-require: unknown tool {unknown[0]!r}; known: verus, sandbox")

    memory_mib = _number(value("memory-limit"), "memory-limit", minimum=1)
    tests = value("tests")
    resume = config.getoption("vlite_resume", None)
    return RunOptions(
        submissions=tuple(_absolute(base, name) for name in wanted_submissions(config)),
        release=path("release"),
        tests=path("tests") if tests and tests != "examples" else None,
        examples_as_tests=tests == "examples",
        families=path("families"),
        subset=value("subset") or "lite",
        settings=settings,
        verus=value("verus"),
        require=require,
        output=path("output") or base / "vlite-results",
        sandbox=choice("sandbox", ("auto", "bwrap", "rlimits"), "auto"),
        verify_timeout_s=_number(value("verify-timeout"), "verify-timeout", minimum=1),
        time_limit_s=_number(value("time-limit"), "time-limit", minimum=0.01) or 1.0,
        memory_limit_bytes=int(memory_mib * 2**20) if memory_mib else None,
        cache=path("cache") if value("cache") != "off" else None,
        resume=bool(config.getini("vlite_resume") if resume is None else resume),
        shard=_shard(value("shard")),
        fail_under=_fail_under(value("fail-under")),
    )


def _number(text: str | None, option: str, *, minimum: float) -> float | None:
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        raise InputError(f"--vlite-{option}={text}: must be a number") from None
    if not minimum <= number <= 1e9:
        raise InputError(f"--vlite-{option}={text}: must be between {minimum:g} and 1e9")
    return number


def _shard(text: str | None) -> tuple[int, int]:
    if text is None:
        return (1, 1)
    index, slash, count = text.partition("/")
    if not slash or not (index.isascii() and index.isdigit() and count.isascii()):
        raise InputError(f"--vlite-shard={text}: must be I/N, for instance 2/5")
    if not count.isdigit() or not 1 <= int(index) <= int(count) <= 10_000:
        raise InputError(f"--vlite-shard={text}: I must lie between 1 and N")
    return (int(index), int(count))


def _fail_under(text: str | None) -> tuple[tuple[Setting, float], ...]:
    from pytest_vlite.vocabulary import setting_named

    rates = []
    for part in (text or "").split(","):
        if not part.strip():
            continue
        name, equals, rate = part.partition("=")
        try:
            number = float(rate)
        except ValueError:
            equals = ""
            number = -1.0
        if not equals or not 0 <= number <= 1:
            raise InputError(
                f"--vlite-fail-under={part}: must be SETTING=RATE with a rate between 0 and 1, "
                "for instance CodeGen-NL=0.5"
            )
        rates.append((setting_named(name, "--vlite-fail-under"), number))
    return tuple(rates)
