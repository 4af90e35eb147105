"""64-bit hashes that are the same in every process and on every machine."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]

_MULTIPLY = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9))
_TURN = np.uint64(0x94D049BB133111EB)
_SHIFTS = (np.uint64(29), np.uint64(32))


def text_hash(text: str) -> int:
    """64 bits of a text."""
    return bytes_hash(text.encode("utf-8", "replace"))


def bytes_hash(data: bytes) -> int:
    """64 bits of some bytes."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def mix(one: Hashes, other: Hashes) -> Hashes:
    """Two hashes to one, element by element; which of them comes first matters.

    What is mixed behaves like random numbers: among n distinct values a pair collides with
    probability n² / 2⁶⁵, which is 3 in a million for ten million of them.
    """
    with np.errstate(over="ignore"):
        mixed = (one ^ (other * _TURN + _MULTIPLY[1])) * _MULTIPLY[0]
        mixed = (mixed ^ (mixed >> _SHIFTS[0])) * _MULTIPLY[1]
        return mixed ^ (mixed >> _SHIFTS[1])
