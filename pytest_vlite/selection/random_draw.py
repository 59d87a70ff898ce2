"""Random whole numbers that are the same on every platform, Python and numpy version.

The generator is numpy's PCG64, whose stream of raw 64-bit outputs for a seed is fixed by its
definition. What numpy makes of that stream (`integers`, `choice`, `shuffle`) may change between its
versions, so the reduction to a range is done here.
"""

from __future__ import annotations

BIT_GENERATOR = "PCG64"
REDUCTION = "raw 64-bit outputs, those past the last whole multiple of n drawn again, modulo n"
LARGEST_SEED = 2**63 - 1
_OUTPUTS = 1 << 64


class RandomDraw:
    """A stream of uniform whole numbers from one seed, 0 <= seed <= `LARGEST_SEED`."""

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= LARGEST_SEED:
            raise ValueError(f"a seed lies between 0 and {LARGEST_SEED}")
        from numpy.random import PCG64, Generator

        self._raw = Generator(PCG64(seed)).bit_generator.random_raw

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`, each as likely; uses at least one raw output."""
        if not 0 < bound <= _OUTPUTS:
            raise ValueError("a bound lies between 1 and 2**64")
        limit = _OUTPUTS - _OUTPUTS % bound
        while True:
            output = int(self._raw())
            if output < limit:
                return output % bound

    def sample(self, population: int, count: int) -> list[int]:
        """`count` distinct numbers below `population`, every set as likely (Floyd's method)."""
        if not 0 <= count <= population:
            raise ValueError("a sample is no larger than what it is drawn from")
        chosen: set[int] = set()
        for last in range(population - count, population):
            drawn = self.below(last + 1)
            chosen.add(last if drawn in chosen else drawn)
        return sorted(chosen)
