"""Does `vlite rate` find a known ability? Simulated contests, bias, coverage, standard error, time.

    python benchmarks/rating_recovery.py [RUNS] [CONTESTS] [CONTESTANTS]

In each contest the system and the human contestants perform by the logistic law of the ratings.
Two ways of simulating that law:

- pairs: each human comes out ahead of the system with the law's probability, independently;
- ranking: everyone's performance is drawn (rating plus Gumbel noise, which gives the same law for
  every pair), so that the system's good or bad day counts against all humans at once.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from pytest_vlite.scoring.contests import Contest, Contestant, average, rate_contest
from pytest_vlite.scoring.elo import SLOPE, chances

Performance = Callable[[float, np.ndarray, np.random.Generator], np.ndarray]


def pairs(ability: float, humans: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Who comes out ahead of the system, each human independently."""
    return chance.random(humans.size) < chances(humans - ability)


def ranking(ability: float, humans: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Who comes out ahead of the system's one performance."""
    noise = chance.gumbel(0, 1 / SLOPE, humans.size + 1)
    return humans + noise[1:] > ability + noise[0]


def contest(number: int, ahead: np.ndarray, humans: np.ndarray) -> Contest:
    """A contest of one problem worth one point: who is ahead has two, the others none."""
    people = tuple(
        Contestant(str(place), float(rating), 2.0 if better else 0.0, 0.0)
        for place, (rating, better) in enumerate(zip(humans, ahead, strict=True))
    )
    return Contest(str(number), "Round (Div. 2)", {"A": 1.0}, people)


def recover(
    perform: Performance, runs: int, contests: int, contestants: int
) -> list[tuple[float, ...]]:
    """(ability, mean and its standard error, pooled and its standard error, seconds) by run."""
    found = []
    for seed in range(runs):
        chance = np.random.default_rng(seed)
        ability = chance.uniform(1000, 2000)
        made = {}
        for number in range(contests):
            humans = chance.normal(1400, 350, contestants).clip(0, 3500)
            made[str(number)] = contest(number, perform(ability, humans, chance), humans)
        start = time.process_time()
        result = average([rate_contest(one, {"A": (True,)}) for one in made.values()], made)
        seconds = time.process_time() - start
        errors = (result.error or 0.0, result.pooled_error or 0.0)
        found.append((ability, result.rating, errors[0], result.pooled, errors[1], seconds))
    return found


def report(name: str, perform: Performance, runs: int, contests: int, contestants: int) -> None:
    """Print the figures of one way of simulating."""
    table = np.array(recover(perform, runs, contests, contestants))
    ability, rating, error, pooled, pooled_error, seconds = table.T
    off, off_pooled = rating - ability, pooled - ability
    print(
        f"{name}, {runs} runs of {contests} contests with {contestants} contestants:\n"
        f"  mean over contests: bias {off.mean():+.2f}, spread {off.std(ddof=1):.2f},"
        f" standard error reported {error.mean():.2f},"
        f" within 2 of them {100 * np.mean(np.abs(off) <= 2 * error):.1f}%\n"
        f"  pooled: bias {off_pooled.mean():+.2f}, spread {off_pooled.std(ddof=1):.2f},"
        f" standard error reported {pooled_error.mean():.2f},"
        f" within 2 of them {100 * np.mean(np.abs(off_pooled) <= 2 * pooled_error):.1f}%\n"
        f"  {seconds.mean():.3f} s of CPU per system (largest {seconds.max():.3f} s)",
        flush=True,
    )


def main(arguments: list[str]) -> None:
    """Run both ways, then the standard error for a growing number of contests."""
    runs, contests, contestants = (
        int(x) for x in (arguments + ["200", "54", "5000"][len(arguments) :])
    )
    report("pairs", pairs, runs, contests, contestants)
    report("ranking", ranking, runs, contests, contestants)
    print("standard error times the square root of the number of contests (ranking):")
    for some in (6, 13, 27, 54, 108):
        table = np.array(recover(ranking, 20, some, 1000))
        print(f"  {some} contests: {table[:, 2].mean() * some**0.5:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
