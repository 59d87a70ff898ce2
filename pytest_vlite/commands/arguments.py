"""Arguments that several verbs share, and what they mean."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_vlite.vocabulary import Setting, setting_named


def add_release(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--release", metavar="DIR", type=Path, help="release to work on (default: the bundled one)"
    )


def release_root(options: argparse.Namespace) -> Path:
    """The release named, else the bundled one.

    Raises:
        InputError: none was named and none is bundled.
    """
    from pytest_vlite.run.plan import bundled_release

    given: Path | None = options.release
    return given.absolute() if given else bundled_release()


def add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--settings", metavar="A,B", help="only these settings (default: all)")


def settings(options: argparse.Namespace) -> tuple[Setting, ...] | None:
    """The settings named, in their usual order, or None.

    Raises:
        InputError: a name is no setting.
    """
    if options.settings is None:
        return None
    named = {
        setting_named(name, "--settings") for name in options.settings.split(",") if name.strip()
    }
    return tuple(known for known in Setting if known in named)


def add_tools(parser: argparse.ArgumentParser) -> None:
    """The options of judging, named and meant as the pytest options `--vlite-...`."""
    parser.add_argument("--tests", metavar="DIR|examples", help="root of the test cases")
    parser.add_argument("--verus", metavar="PATH", help="the verifier")
    parser.add_argument("--sandbox", choices=("auto", "bwrap", "rlimits"), default="auto")
    parser.add_argument("--time-limit", metavar="S", type=_positive, default=1.0)
    parser.add_argument("--memory-limit", metavar="MIB", type=_positive)
    parser.add_argument("--verify-timeout", metavar="S", type=_positive)


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number <= 1e9:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1e9")
    return number
