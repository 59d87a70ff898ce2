"""Judges an attempt, or recalls the verdict that the same work was given before."""

from __future__ import annotations

from dataclasses import replace

from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.reuse.basis import Bases
from pytest_vlite.reuse.policy import is_lasting
from pytest_vlite.reuse.store import VerdictCache, cache_key, fitted
from pytest_vlite.vocabulary import Verdict


class RecallingJudge:
    """Judging on one workbench, with a cache before it where there is one."""

    def __init__(self, bases: Bases, cache: VerdictCache | None) -> None:
        self._bases = bases
        self._cache = cache

    def judge(self, attempt: Attempt, bench: Workbench) -> Verdict:
        """The verdict; as `pipeline.judge`, never raises. `bench` is the attempt's own."""
        basis = self._basis(attempt)
        if basis is not None and self._cache is not None:
            known = self._cache.get(cache_key(basis))
            if known is not None and known.basis_sha256 == basis:
                return fitted(known, attempt)
        verdict = judge(attempt, bench)
        # What was judged may have changed after its checksum was taken.
        if basis is None or self._basis(attempt) != basis:
            return verdict
        verdict = replace(verdict, basis_sha256=basis)
        if self._cache is not None and is_lasting(verdict):
            self._cache.put(cache_key(basis), verdict, attempt.answer)
        return verdict

    def _basis(self, attempt: Attempt) -> str | None:
        try:
            return self._bases.of(attempt)
        except InputError:
            # What cannot be read is for the judge to complain about.
            return None
