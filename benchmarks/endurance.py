"""A long run watched for growth: memory, open files, processes, temporary files, mounts.

    python benchmarks/endurance.py [--items 6000] [--minutes 60] [--workers 2] [--interval-s 5]

Makes a synthetic submission for the bundled release: right answers, wrong ones, and ones that
loop, eat memory, flood the output, start processes, fill /tmp or do not compile, each different.
`pytest` judges it with as many workers as asked for; after `--minutes` the run is ended as a CI
system would (SIGTERM). Every interval each process of ours is looked at. Prints the median of every
figure over the first and the last quarter of the run (the first twentieth is left out: things are
being loaded), the growth per 1,000 items, and what is left once the run has ended. Exit code 1 if
open files, processes, temporary files or mounts grew or anything was left behind.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pytest_vlite.release import Problem, load_release
from pytest_vlite.run.plan import bundled_release
from pytest_vlite.vocabulary import Setting

PR_SET_CHILD_SUBREAPER = 36
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
SETTINGS = (Setting.CODEGEN_NL, Setting.CODEGEN_SPEC, Setting.CODEGEN_NLSPEC)
# What is done first in the function (or in main): nothing for a right answer. Weights per hundred.
BEHAVIOURS = (
    (46, ""),
    (12, 'panic!("on purpose");'),
    (10, "std::process::exit(0);"),
    (20, "this does not compile;"),
    (1, "loop { std::hint::spin_loop(); }"),
    (3, "let mut all = Vec::new(); loop { all.push(vec![1u8; 1 << 20]); }"),
    (3, 'loop { println!("{}", "x".repeat(1 << 16)); }'),
    (3, 'let _ = std::process::Command::new("/bin/sh").args(["-c", "sleep 999 & "]).spawn();'),
    (2, 'for i in 0..200 { let _ = std::fs::write(format!("/tmp/junk{i}"), "junk"); }'),
)


def behaviour(number: int) -> str:
    """The behaviour of the answer of that number; spread evenly by a step prime to a hundred."""
    place = number * 37 % 100
    for weight, code in BEHAVIOURS:
        place -= weight
        if place < 0:
            return code
    raise AssertionError("the weights add up to less than a hundred")


def answer(problem: Problem, number: int) -> str:
    """A reference with something done first, and a comment that makes it unlike every other."""
    program = problem.has("main.rs")
    text = problem.artifact("main.rs" if program else "code.rs")
    name = "fn main(" if program else f"fn {problem.target.function}("
    opening = text.index("{", text.index(name)) + 1
    return f"// answer {number}\n{text[:opening]}\n{behaviour(number)}\n{text[opening:]}"


def write_submission(folder: Path, problems: tuple[Problem, ...], items: int) -> int:
    """A submission of at least `items` attempts; how many they are."""
    samples = -(-items // (len(problems) * len(SETTINGS)))
    number = 0
    for setting in SETTINGS:
        for problem in problems:
            for sample in range(samples):
                path = folder / setting.value / problem.id / f"{sample}.rs"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(answer(problem, number), encoding="utf-8")
                number += 1
    return number


@dataclass(frozen=True)
class Look:
    """One look at a run: items judged so far and its figures by name."""

    items: int
    figures: dict[str, int]


def descendants(root: int) -> dict[int, list[int]]:
    """The processes below `root`, each with its chain of ancestors from `root` on."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - only names are wanted
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except (OSError, UnicodeDecodeError):
                continue
            parents[int(name)] = int(fields[1])
    found: dict[int, list[int]] = {root: []}
    grew = True
    while grew:
        grew = False
        for pid, parent in parents.items():
            if pid not in found and parent in found:
                found[pid] = [*found[parent], parent]
                grew = True
    return found


def look(controller: int, temporary: Path, attempts: Path) -> Look:
    """The figures of now. Workers are the controller's own children."""
    processes = descendants(controller)
    workers = sorted(pid for pid, chain in processes.items() if len(chain) == 1)
    figures = {
        "processes": len(processes),
        "temporary files": sum(1 for _ in temporary.rglob("*")),
        "mounts": len(Path("/proc/self/mounts").read_text().splitlines()),
    }
    for name, pid in [
        ("controller", controller),
        *((f"worker {n}", p) for n, p in enumerate(workers)),
    ]:
        try:
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            files = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208
        except OSError:
            continue
        figures[f"{name} memory KiB"] = pages * PAGE_BYTES // 1024
        figures[f"{name} open files"] = files
    items = attempts.read_bytes().count(b"\n") if attempts.is_file() else 0
    return Look(items, figures)


def watch(
    process: subprocess.Popen[bytes], options: argparse.Namespace, folder: Path
) -> list[Look]:
    """Look until the run has ended, or end it once its time is over."""
    looks = []
    deadline = time.monotonic() + 60 * options.minutes
    asked = False
    while process.poll() is None:
        time.sleep(options.interval_s)
        looks.append(look(process.pid, folder / "tmp", folder / "results/attempts.jsonl"))
        if not asked and time.monotonic() > deadline:
            process.send_signal(signal.SIGTERM)
            asked = True
        if len(looks) % 60 == 0:
            print(f"{looks[-1].items} items: {looks[-1].figures}", file=sys.stderr, flush=True)
    return looks


def report(looks: list[Look]) -> list[str]:
    """Print the figures; the names of those that must not grow and did."""
    looks = [one for one in looks if one.items]
    looks = looks[len(looks) // 20 :]
    quarter = max(1, len(looks) // 4)
    first, last = looks[:quarter], looks[-quarter:]
    apart = max(1, int(median(o.items for o in last) - median(o.items for o in first)))
    grew = []
    print(
        f"{'':28} {'first quarter':>13} {'last quarter':>13} {'highest':>9} {'per 1,000 items':>15}"
    )
    for name in looks[0].figures:
        ends = [median(one.figures.get(name, 0) for one in part) for part in (first, last)]
        growth = 1000 * (ends[1] - ends[0]) / apart
        highest = max(one.figures.get(name, 0) for one in looks)
        print(f"{name:28} {ends[0]:13.0f} {ends[1]:13.0f} {highest:9} {growth:15.1f}")
        if "memory" not in name and ends[1] > 1.1 * ends[0] + 2:
            grew.append(name)
    return grew


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--items", type=int, default=6000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--interval-s", type=float, default=5.0)
    options = parser.parse_args()
    # What the run leaves behind becomes a child of this process.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory(prefix="endurance-") as place:
        folder = Path(place)
        (folder / "tmp").mkdir()
        problems = load_release(bundled_release()).problems
        items = write_submission(folder / "submission", problems, options.items)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-qq", "--tb=no"]
        command += [f"--vlite-submission={folder / 'submission'}", "--vlite-subset=full"]
        command += [
            f"--vlite-output={folder / 'results'}",
            f"-n{options.workers}",
            f"--basetemp={folder / 'pytest'}",
        ]
        started = time.monotonic()
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd=folder,
                env={**os.environ, "TMPDIR": str(folder / "tmp")},
            )
            looks = watch(process, options, folder)
        minutes = (time.monotonic() - started) / 60
        judged = looks[-1].items if looks else 0
        print(f"{items} items expected; {minutes:.1f} minutes, exit code {process.returncode}")
        lines = (folder / "results/attempts.jsonl").read_text().splitlines()
        statuses: dict[str, int] = {}
        for line in lines:
            status = line.partition('"status":')[2].split('"')[1]
            statuses[status] = statuses.get(status, 0) + 1
        print(f"verdicts: {statuses} (seen by the last look: {judged})")
        grew = report(looks)
        left = [pid for pid in descendants(os.getpid()) if pid != os.getpid()]
        files = [path.name for path in (folder / "tmp").iterdir()]
        print(f"left behind: {len(left)} processes, temporary files {files}")
        print((folder / "log").read_text(errors="replace")[-1500:], file=sys.stderr)
    sys.exit(1 if grew or left or files else 0)


if __name__ == "__main__":
    main()
