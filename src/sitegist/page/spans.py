"""Ranges of a text buffer."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sitegist.page.rows import Longs

Range = tuple[int, int]


def join_ranges(start: Longs, runs: Longs) -> list[Range]:
    """The spans of some text runs, in order; spans that touch are one."""
    if not len(runs):
        return []
    begin, end = start[runs], start[runs + 1]
    apart = np.flatnonzero(begin[1:] != end[:-1])
    firsts = begin[np.append(0, apart + 1)]
    lasts = end[np.append(apart, -1)]
    return list(zip(firsts.tolist(), lasts.tolist()))


def text_of(text: str, ranges: Iterable[Range]) -> str:
    """The text of some ranges; what was left out between two of them leaves a new line.

    >>> text_of("one two three", [(0, 3), (8, 13)])
    'one\\nthree'
    """
    pieces = (text[first:last].strip("\n") for first, last in ranges)
    return "\n".join(filter(None, pieces)).strip()
