"""Fingerprints of blocks: the same text gives the same 64 bits on every page and machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sitegist.hashing import text_hash
from sitegist.page import Blocks


def fingerprint(text: str) -> int:
    """A hash of a text whose white space is folded; 0 is for no text.

    >>> fingerprint(" a\\n b") == fingerprint("a b"), fingerprint("  ")
    (True, 0)
    """
    folded = " ".join(text.split())
    return text_hash(folded) | 1 if folded else 0


def fingerprints(blocks: Blocks) -> NDArray[np.uint64]:
    """The fingerprint of each block's text."""
    return np.fromiter(map(fingerprint, blocks.texts), np.uint64, len(blocks))
