"""`vlite report`: a leaderboard as a web site, or as Markdown or CSV tables."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_vlite.errors import InputError

HELP = "Show a leaderboard: a static web site, or Markdown or CSV tables."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The leaderboard, the format and where to write."""
    parser.add_argument(
        "result",
        type=Path,
        metavar="LEADERBOARD",
        help="leaderboard.json (attempts.jsonl beside it), or the directory of both",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="PATH",
        help="directory of the site (default: site), or file of the tables (default: print)",
    )
    parser.add_argument(
        "--format", choices=("html", "markdown", "csv"), default="html", help="default: %(default)s"
    )
    parser.add_argument(
        "--setting",
        action="append",
        default=[],
        metavar="NAME",
        help="only this setting, in tables (repeatable; default: all)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the site or the tables."""
    from pytest_vlite.leaderboard.load import load_result
    from pytest_vlite.leaderboard.tables import csv_table, markdown, settings_of
    from pytest_vlite.leaderboard.write import json_text, write_atomically

    result = load_result(options.result)
    known = settings_of(result.document)
    for setting in options.setting:
        if setting not in known:
            raise InputError(f"--setting: no {setting!r}; there are: {', '.join(known)[:200]}")
    if options.format == "html":
        from pytest_vlite.leaderboard.site import write_site

        place = options.output or Path("site")
        pages = write_site(result, place)
        index = place / "index.html"
        if options.json:
            print(json_text({"written": str(index), "pages": pages}))
        else:
            print(f"{index}: {pages} pages")
        return 0
    make = markdown if options.format == "markdown" else csv_table
    text = make(result.document, options.setting)
    if options.output is not None:
        write_atomically(options.output, text.encode("utf-8"))
    else:
        # The terminal's encoding may lack a character of someone's name; never lose the table.
        sys.stdout.buffer.write(text.encode(sys.stdout.encoding or "utf-8", "replace"))
        sys.stdout.flush()
    return 0
