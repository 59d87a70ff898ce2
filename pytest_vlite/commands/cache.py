"""`vlite cache info|prune|verify DIR`: look at, tidy and check a folder of kept verdicts."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite.commands import arguments, output
from pytest_vlite.commands.replay import at_least_one, report
from pytest_vlite.errors import InputError

if TYPE_CHECKING:
    from pytest_vlite.reuse.store import Entry, VerdictCache
    from pytest_vlite.run.replay import Replayed

HELP = "look at, tidy or check a cache of verdicts (--vlite-cache)"

_DAY_S = 86400.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, text, action in (
        ("info", "what the cache holds", _info),
        ("prune", "remove what is broken, old or too much", _prune),
        ("verify", "judge a random sample again; exit 1 on a difference", _verify),
    ):
        one = actions.add_parser(name, help=text, description=text)
        one.add_argument("directory", metavar="DIR", type=Path, help="the cache's folder")
        one.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print JSON, no text"
        )
        one.set_defaults(cache_action=action)
        if name == "prune":
            one.add_argument(
                "--unused-days", metavar="N", type=float, help="remove what was not used for N days"
            )
            one.add_argument(
                "--max-mib", metavar="N", type=float, help="keep at most this, the last used first"
            )
        if name == "verify":
            one.add_argument("--sample", metavar="N", type=at_least_one, default=50)
            one.add_argument("--seed", metavar="N", type=int, default=0)
            arguments.add_release(one)
            arguments.add_tools(one)


def run(options: argparse.Namespace) -> int:
    from pytest_vlite.reuse.store import VerdictCache

    if not options.directory.is_dir():
        raise InputError(f"{options.directory}: no such directory")
    cache = VerdictCache(options.directory)
    try:
        return int(options.cache_action(options, cache))
    finally:
        cache.close()


@dataclass(frozen=True)
class _File:
    """A file of the cache; `entry` is None where it is no whole entry, for the reason `fault`."""

    path: Path
    size_bytes: int
    used_at_s: float
    entry: Entry | None
    fault: str = ""
    unfinished: bool = False


def _files(cache: VerdictCache) -> Iterator[_File]:
    from pytest_vlite.reuse.store import TEMPORARY, CorruptEntry, read_entry

    for path in cache.files():
        try:
            status = path.lstat()
        except OSError:
            continue
        size, used = status.st_size, status.st_mtime
        if path.name.startswith(TEMPORARY):
            yield _File(path, size, used, None, "not finished", unfinished=True)
            continue
        try:
            yield _File(path, size, used, read_entry(path))
        except CorruptEntry as fault:
            yield _File(path, size, used, None, str(fault))
        except OSError as fault:
            yield _File(path, size, used, None, fault.strerror or str(fault))


def _info(options: argparse.Namespace, cache: VerdictCache) -> int:
    files = list(_files(cache))
    entries = [file.entry for file in files if file.entry is not None]
    statuses = Counter(entry.verdict.status.value for entry in entries)
    settings = Counter(entry.verdict.setting for entry in entries)
    broken = [file for file in files if file.entry is None and not file.unfinished]
    made = sorted(entry.made_at for entry in entries)
    data = {
        "directory": str(options.directory),
        "entries": len(entries),
        "bytes": sum(file.size_bytes for file in files),
        "by_status": dict(sorted(statuses.items())),
        "by_setting": dict(sorted(settings.items())),
        "made_first": made[0] if made else None,
        "made_last": made[-1] if made else None,
        "broken": [{"file": str(file.path), "reason": file.fault} for file in broken],
        "unfinished": sum(file.unfinished for file in files),
    }
    lines = [
        f"{options.directory}: {len(entries)} verdicts, {sum(f.size_bytes for f in files)} bytes",
        *(f"  {name}: {count}" for name, count in statuses.most_common()),
        *(f"  {name}: {count}" for name, count in sorted(settings.items())),
        *([f"  made from {made[0]} to {made[-1]}"] if made else []),
        *(f"  broken, ignored: {file.path}: {file.fault}" for file in broken),
    ]
    output.emit(options, data, "\n".join(lines))
    return 0


def _prune(options: argparse.Namespace, cache: VerdictCache) -> int:
    now = time.time()
    kept: list[_File] = []
    removed: Counter[str] = Counter()
    for file in _files(cache):
        age_s = now - file.used_at_s
        if file.unfinished:
            # Another process may be writing it this moment.
            if age_s > _DAY_S:
                _remove(file, removed, "unfinished")
        elif file.entry is None:
            _remove(file, removed, "broken")
        elif options.unused_days is not None and age_s > options.unused_days * _DAY_S:
            _remove(file, removed, "unused")
        else:
            kept.append(file)
    if options.max_mib is not None:
        kept.sort(key=lambda file: file.used_at_s)
        size = sum(file.size_bytes for file in kept)
        while kept and size > options.max_mib * 2**20:
            size -= kept[0].size_bytes
            _remove(kept.pop(0), removed, "too much")
    data = {"removed": dict(removed), "kept": len(kept)}
    words = ", ".join(f"{count} {why}" for why, count in removed.items()) or "nothing"
    output.emit(options, data, f"removed: {words}; kept: {len(kept)} verdicts")
    return 0


def _remove(file: _File, removed: Counter[str], why: str) -> None:
    try:
        file.path.unlink(missing_ok=True)
    except OSError as fault:
        raise InputError(f"cannot remove {file.path}: {fault.strerror}") from None
    removed[why] += 1


def _verify(options: argparse.Namespace, cache: VerdictCache) -> int:
    files = list(_files(cache))
    entries = [file.entry for file in files if file.entry is not None]
    chosen = random.Random(options.seed).sample(entries, min(options.sample, len(entries)))
    results: list[Replayed] = []
    elsewhere = 0
    with tempfile.TemporaryDirectory(prefix="vlite-") as scratch:
        for result in _judged_again(options, chosen, Path(scratch)):
            if result is None:
                elsewhere += 1
            else:
                results.append(result)
    broken = sum(file.entry is None and not file.unfinished for file in files)
    return report(options, results, {"of_something_else": elsewhere, "broken_entries": broken})


def _judged_again(
    options: argparse.Namespace, entries: list[Entry], scratch: Path
) -> Iterator[Replayed | None]:
    """The entries judged again; None for one of another release, harness, tool or limit."""
    from pytest_vlite.judge.attempt import Attempt
    from pytest_vlite.judge.toolbox import make_workbench
    from pytest_vlite.release import load_release
    from pytest_vlite.reuse.basis import Bases
    from pytest_vlite.reuse.digests import FileDigests
    from pytest_vlite.run.replay import again
    from pytest_vlite.submission import Answer
    from pytest_vlite.vocabulary import Setting

    examples = options.tests == "examples"
    tests = Path(options.tests).absolute() if options.tests and not examples else None
    release = load_release(arguments.release_root(options), tests_root=tests)
    bench = make_workbench(
        release,
        scratch,
        sandbox=options.sandbox,
        verus=options.verus,
        examples_as_tests=examples,
        time_limit_s=options.time_limit,
        memory_limit_bytes=int(options.memory_limit * 2**20) if options.memory_limit else None,
        verify_timeout_s=options.verify_timeout,
    )
    bases = Bases(bench, FileDigests(scratch / "digests"))
    for entry in entries:
        verdict = entry.verdict
        if verdict.problem_id not in release:
            yield None
            continue
        attempt = Attempt(
            submission=verdict.submission,
            problem=release.problem(verdict.problem_id),
            setting=Setting(verdict.setting),
            sample=verdict.sample,
            answer=Answer("ok", text=entry.answer, raw=entry.raw),
        )
        try:
            same = bases.of(attempt) == verdict.basis_sha256
        except InputError:
            same = False
        yield again(verdict, attempt, bench, bases) if same else None
