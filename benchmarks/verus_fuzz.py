"""Mutated programs through lexer, parser, gate, erasure and preservation: no crash, no hang.

    python benchmarks/verus_fuzz.py RELEASE [--inputs 1000000] [--processes 2] [--seed 1]

Inputs are pieces of the release's programs, changed at random places by bytes, tokens, splices and
repetitions. For each, the lexer's texts must concatenate to the input, and parsing must give a tree
or a VerusSyntaxError; what parses also goes through the gate, erasure and preservation. Prints
counts and the slowest input; exit code 1 if anything else happened.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pytest_vlite.verus import (
    VerusSyntaxError,
    check_gate,
    check_preserved,
    erase,
    parse,
    scan,
    tokenize,
)
from pytest_vlite.verus import ast as verus_ast

FRAGMENTS = [
    *"(){}[]<>,;:.!?@#&|=+-*/%^~$'\"\\ \n\t\r\0é€",
    *("/*", "*/", "//", "r#\"", "\"#", "'a", "'a'", "b'", "c\"", "r#x", "#!", "#[", "#![", "::<"),
    *("==>", "<==>", "&&&", "|||", "=~=", "..=", "->", "=>", "\u2028", "\u200e", "\u0085"),
    *("verus! {", "spec fn ", "proof {", "assert(", " by ", "forall|", "requires ", "decreases "),
    *("let ghost ", "match ", "if ", "else ", "while ", "impl ", "use ", "mod ", "#[cfg(any())]"),
    *("1.", "0x", "1e", "1..", "x.0.1", " as ", " is ", " matches ", "Ghost(", "return ", "|x| "),
]  # fmt: skip
SLOW_S = 5.0


def pieces(release: Path) -> list[str]:
    """Items of the release's programs, as small programs of their own."""
    found: list[str] = []
    for path in sorted(release.glob("benchmark/*/*/verified.rs"))[::4]:
        file = parse(path.read_text())
        for macro in file.items:
            for item in macro.items if isinstance(macro, verus_ast.VerusMacro) else ():
                source = file.stream.source(item.start, item.end)
                if len(source) < 1500:
                    found.append(f"verus! {{\n{source}\n}}")
                for member in item.items if isinstance(item, verus_ast.Impl) else ():
                    if member.end - member.start < 300:
                        source = file.stream.source(member.start, member.end)
                        found.append(f"verus! {{ impl Solution {{\n{source}\n}} }}")
    return found


def mutate(rng: random.Random, corpus: list[str]) -> str:
    """One input."""
    text = rng.choice(corpus)
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3, 6, 12))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(8)
        length = min(int(rng.expovariate(0.1)) + 1, len(text) - at)
        if kind == 0:
            text = text[:at] + text[at + length :]
        elif kind == 1:
            text = text[:at] + rng.choice(FRAGMENTS) + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(FRAGMENTS) + text[at + length :]
        elif kind == 3:
            text = text[:at] + text[at : at + length] * rng.choice((2, 3, 40)) + text[at + length :]
        elif kind == 4:
            other = rng.choice(corpus)
            start = rng.randrange(len(other) + 1)
            text = text[:at] + other[start : start + 80] + text[at:]
        elif kind == 5:
            text = (
                text[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) + text[at:]
            )
        elif kind == 6:
            text = text[:at]
        else:
            text = text[:at] + rng.choice(FRAGMENTS) * rng.choice((2, 50, 600)) + text[at:]
        text = text[:20_000]
    return text


def check(text: str) -> bool:
    """Whether the text parses; raises whatever should not happen."""
    assert "".join(token.text for token in tokenize(text)) == text
    try:
        parse(text)
    except VerusSyntaxError:
        return False
    check_gate(text)
    plain = erase(text)
    assert "".join(token.text for token in tokenize(plain)) == plain
    assert scan(plain).count >= 0
    check_preserved(text, text, "solution")
    return True


def run(job: tuple[list[str], int, int]) -> tuple[int, int, float, list[tuple[str, str]]]:
    """Inputs, those that parsed, the slowest in seconds, and failures."""
    corpus, seed, count = job
    rng = random.Random(seed)
    parsed, slowest, failures = 0, 0.0, []
    for _ in range(count):
        text = mutate(rng, corpus)
        started = time.process_time()
        try:
            parsed += check(text)
        except Exception:
            failures.append((text, traceback.format_exc()))
        spent = time.process_time() - started
        slowest = max(slowest, spent)
        if spent > SLOW_S:
            failures.append((text, f"took {spent:.1f} s"))
    return count, parsed, slowest, failures


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus = pieces(options.release)
    batch = min(2_000, options.inputs)
    jobs = [
        (corpus, options.seed * 1_000_003 + number, batch)
        for number in range(options.inputs // batch)
    ]
    inputs = parsed = 0
    slowest = 0.0
    failures: list[tuple[str, str]] = []
    with Pool(options.processes) as pool:
        for count, good, slow, failed in pool.imap_unordered(run, jobs):
            inputs += count
            parsed += good
            slowest = max(slowest, slow)
            for text, trace in failed[: max(0, 5 - len(failures))]:
                print(repr(text[:2000]), trace, sep="\n")
            failures += failed
    print(
        f"{inputs} inputs, {parsed} parsed, slowest {slowest:.2f} s CPU, {len(failures)} failures"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
