"""Rates of one system in one setting over a set of problems.

The input is what each problem's samples came to; problems without any verdict must already be
there (as attempts that did not pass), so that the denominator is every problem and not the ones
that happened to arrive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from pytest_vlite.scoring.intervals import Interval, cluster_bootstrap, wilson
from pytest_vlite.scoring.pass_at_k import mean_pass_at_k, pass_at_k


@dataclass(frozen=True)
class ProblemOutcome:
    """How one problem's samples in one setting came out.

    `passes[i]` says whether sample i passed; every problem has at least one sample (a missing
    answer is a sample that did not pass).
    """

    problem_id: str
    passes: tuple[bool, ...]

    @property
    def samples(self) -> int:
        return len(self.passes)

    @property
    def passed(self) -> int:
        return sum(self.passes)

    @property
    def mean(self) -> float:
        return self.passed / self.samples


@dataclass(frozen=True)
class Rate:
    """What a set of problems comes to.

    problems: how many, the denominator of every rate.
    samples: samples per problem; the largest where problems differ.
    passed: problems whose first sample passed; with one sample, simply the problems passed.
    solved: problems of which at least one sample passed.
    pass_rate: the mean over problems of the mean over samples (Avg@k; each problem weighs
        the same), which is also the unbiased estimate of pass@1.
    ci95: its 95% interval; `ci_method` names how (`wilson` or `cluster-bootstrap`).
    pass_at_k: for every k up to the smallest number of samples of any problem.
    pass_at_k_ci95: the intervals of those, by cluster bootstrap; empty with one sample.
    """

    problems: int
    samples: int
    attempts: int
    attempts_passed: int
    passed: int
    solved: int
    pass_rate: float
    ci95: Interval
    ci_method: str
    pass_at_k: Mapping[int, float]
    pass_at_k_ci95: Mapping[int, Interval]


def rate(outcomes: Iterable[ProblemOutcome]) -> Rate:
    """Rate, interval and pass@k of the problems in `outcomes`, one entry per problem.

    Raises:
        ValueError: no problems, a problem twice, or one without samples.
    """
    ordered = sorted(outcomes, key=lambda outcome: outcome.problem_id)
    _check(ordered)
    count = len(ordered)
    most = max(outcome.samples for outcome in ordered)
    least = min(outcome.samples for outcome in ordered)
    passed = sum(outcome.passes[0] for outcome in ordered)
    counts = [(outcome.samples, outcome.passed) for outcome in ordered]
    at_k = {k: mean_pass_at_k(counts, k) for k in range(1, least + 1)}
    at_k_intervals: dict[int, Interval] = {}
    if most == 1:
        pass_rate, ci95, method = passed / count, wilson(passed, count), "wilson"
    else:
        means = [outcome.mean for outcome in ordered]
        pass_rate, ci95, method = fsum(means) / count, cluster_bootstrap(means), "cluster-bootstrap"
        at_k_intervals = {
            k: cluster_bootstrap([pass_at_k(samples, good, k) for samples, good in counts])
            for k in at_k
        }
    return Rate(
        problems=count,
        samples=most,
        attempts=sum(outcome.samples for outcome in ordered),
        attempts_passed=sum(outcome.passed for outcome in ordered),
        passed=passed,
        solved=sum(any(outcome.passes) for outcome in ordered),
        pass_rate=pass_rate,
        ci95=ci95,
        ci_method=method,
        pass_at_k=at_k,
        pass_at_k_ci95=at_k_intervals,
    )


def _check(outcomes: Sequence[ProblemOutcome]) -> None:
    if not outcomes:
        raise ValueError("a rate over no problems is not defined")
    for before, after in pairwise(outcomes):
        if before.problem_id == after.problem_id:
            raise ValueError(f"problem {after.problem_id} occurs twice")
    for outcome in outcomes:
        if not outcome.passes:
            raise ValueError(f"problem {outcome.problem_id} has no sample")
