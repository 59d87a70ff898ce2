"""The random source of a draw: the same values from the same key on every Python and platform.

SHA-256 over the key's own SHA-256 and a counter (eight bytes, most significant first) gives blocks
of 32 bytes, read as 64-bit words, most significant byte first. Whole numbers come by rejection, so
all are equally likely.
"""

from __future__ import annotations

import hashlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    T = TypeVar("T")

_WORD_BITS = 64
_MOST_BITS = 16384


def draw_key(seed_id: str, generator: str, index: int) -> bytes:
    """The key of a draw; changes with any of the three."""
    return f"vlite-family-draw/1\0{seed_id}\0{generator}\0{index}".encode()


class DrawSource:
    """What `generate` is given. Every method's result depends on the key and the calls before."""

    def __init__(self, key: bytes) -> None:
        self._key = hashlib.sha256(key).digest()
        self._counter = 0
        self._words: list[int] = []

    def _bits(self, count: int) -> int:
        value = 0
        for start in range(0, count, _WORD_BITS):
            if not self._words:
                block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
                self._counter += 1
                self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
            word = self._words.pop()
            # Of the last word only the leading bits.
            value = value << min(_WORD_BITS, count - start) | word >> max(
                0, _WORD_BITS - (count - start)
            )
        return value

    def _below(self, bound: int) -> int:
        count = (bound - 1).bit_length()
        if count > _MOST_BITS:
            raise ValueError("the range is too wide")
        while True:
            value = self._bits(count)
            if value < bound:
                return value

    def integer(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        if low > high:
            raise ValueError(f"no whole number lies between {low} and {high}")
        return low + self._below(high - low + 1)

    def chance(self, numerator: int, denominator: int) -> bool:
        """True with the given probability."""
        if not 0 <= numerator <= denominator or denominator == 0:
            raise ValueError("a probability lies between 0 and 1")
        return self._below(denominator) < numerator

    def choice(self, values: Sequence[T]) -> T:
        """One of the values."""
        if not values:
            raise ValueError("there is nothing to choose from")
        return values[self._below(len(values))]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """The values in a random order, as a new list."""
        mixed = list(values)
        for last in range(len(mixed) - 1, 0, -1):
            other = self._below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def sample(self, values: Sequence[T], count: int) -> list[T]:
        """`count` of the values, from different places, in a random order."""
        if not 0 <= count <= len(values):
            raise ValueError(f"{count} values cannot be taken from {len(values)}")
        return self.shuffled(values)[:count]
