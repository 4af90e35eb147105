"""Chance that is the same on every machine: only `Random.random()` is used."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A source of choices that depends on its key and on nothing else."""

    def __init__(self, *key: object) -> None:
        digest = hashlib.sha256("/".join(str(part) for part in key).encode()).digest()
        self._random = Random(int.from_bytes(digest[:8], "big"))

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return int(self._random.random() * limit)

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, share: float) -> bool:
        """True in this share of all calls."""
        return self._random.random() < share

    def pick(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]

    def sample(self, things: Sequence[T], count: int) -> list[T]:
        """Up to `count` different things, in random order."""
        pool = list(things)
        for at in range(min(count, len(pool))):
            other = at + self.below(len(pool) - at)
            pool[at], pool[other] = pool[other], pool[at]
        return pool[:count]

    def ordered(self, things: Sequence[T], count: int) -> list[T]:
        """Up to `count` different things, in their own order."""
        return [things[at] for at in sorted(self.sample(range(len(things)), count))]
