"""Fingerprints of blocks: the same text gives the same 64 bits on every page and machine."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Blocks


def fingerprint(text: str) -> int:
    """A hash of a text whose white space is folded; 0 is for no text.

    >>> fingerprint(" a\\n b") == fingerprint("a b"), fingerprint("  ")
    (True, 0)
    """
    folded = " ".join(text.split())
    if not folded:
        return 0
    return (
        int.from_bytes(blake2b(folded.encode("utf-8", "replace"), digest_size=8).digest(), "little")
        | 1
    )


def fingerprints(blocks: Blocks) -> NDArray[np.uint64]:
    """The fingerprint of each block's text."""
    return np.fromiter(map(fingerprint, blocks.texts), np.uint64, len(blocks))
