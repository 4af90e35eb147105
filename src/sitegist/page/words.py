"""Characters to words, on arrays: which characters make words, and where words begin."""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitegist.page.rows import Bools, Longs

SEPARATOR, LETTER, IDEOGRAPH = 0, 1, 2
# Written without spaces: each character counts as a word, and two neighbours make a term.
_UNSPACED = (
    (0x0E00, 0x0E80),  # Thai
    (0x0E80, 0x0F00),  # Lao
    (0x1000, 0x10A0),  # Myanmar
    (0x1780, 0x1800),  # Khmer
    (0x3005, 0x3008),  # iteration marks
    (0x3040, 0x3100),  # kana
    (0x31F0, 0x3200),
    (0x3400, 0x4DC0),  # Han
    (0x4E00, 0xA000),
    (0xF900, 0xFB00),
    (0xFF66, 0xFF9E),
    (0x1B000, 0x1B170),
    (0x20000, 0x40000),
)
_CHUNK = 1 << 20


@cache
def _table() -> NDArray[np.uint8]:
    """The class of every character below U+40000; above it there are no words."""
    table = np.zeros(0x40000, np.uint8)
    # letters, marks and numbers; a mark alone would cut words of many scripts in two
    letters = [code for code in range(0x20000) if unicodedata.category(chr(code))[0] in "LMN"]
    table[letters] = LETTER
    for first, end in _UNSPACED:
        block = table[first:end]
        block[(block == LETTER) | (first >= 0x20000)] = IDEOGRAPH
    table.flags.writeable = False
    return table


def classify(text: str) -> NDArray[np.uint8]:
    """The class of each character of ``text``."""
    table = _table()
    if text.isascii():
        return table[np.frombuffer(text.encode("ascii"), np.uint8)]
    classes = np.empty(len(text), np.uint8)
    for first in range(0, len(text), _CHUNK):
        encoded = text[first : first + _CHUNK].encode("utf-32-le", "replace")
        codes = np.minimum(np.frombuffer(encoded, np.uint32), len(table) - 1)
        classes[first : first + _CHUNK] = table[codes]
    return classes


def word_starts(classes: NDArray[np.uint8], runs: Longs) -> Bools:
    """Where words begin; no word goes on from one text run into the next."""
    starts = classes == LETTER
    starts[1:] &= classes[:-1] != LETTER
    starts[runs] = classes[runs] == LETTER
    starts |= classes == IDEOGRAPH
    return starts


def count_words(text: str, runs: Longs) -> Longs:
    """Words in each text run, given where the runs begin."""
    if not len(runs):
        return np.zeros(0, np.int64)
    return np.add.reduceat(word_starts(classify(text), runs), runs, dtype=np.int64)
