"""The session fixtures that every item uses; once per worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_vlite.run.bench import RunBench
from pytest_vlite.run.collection import COLLECTION
from pytest_vlite.run.resume import KEPT
from pytest_vlite.run.start import OPTIONS, SCRATCH
from pytest_vlite.selection.pinned import Subset


@pytest.fixture(scope="session")
def vlite_selection(pytestconfig: pytest.Config) -> Subset:
    """The pinned subset, after its checksum was computed again and found equal."""
    plan = pytestconfig.stash[COLLECTION].plan
    plan.subset.verify(plan.release)
    return plan.subset


@pytest.fixture(scope="session")
def vlite_bench(pytestconfig: pytest.Config, vlite_selection: Subset) -> Iterator[RunBench]:
    """Everything that judging needs: sandbox, compiler, verifier, limits, test cases."""
    del vlite_selection  # asked for so that nothing is judged on a wrong list
    stash = pytestconfig.stash
    bench = RunBench(pytestconfig, stash[OPTIONS], stash[SCRATCH], stash[KEPT])
    yield bench
    bench.close()
