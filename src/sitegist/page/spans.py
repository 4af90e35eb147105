"""Ranges of a text buffer."""

from __future__ import annotations

from collections.abc import Iterable

from sitegist.page.rows import Longs

Range = tuple[int, int]


def join_ranges(start: Longs, runs: Longs) -> list[Range]:
    """The spans of some text runs, in order; spans that touch are one."""
    joined: list[Range] = []
    for first, last in zip(start[runs].tolist(), start[runs + 1].tolist()):
        if joined and joined[-1][1] == first:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def text_of(text: str, ranges: Iterable[Range]) -> str:
    """The text of some ranges; what was left out between two of them leaves a new line.

    >>> text_of("one two three", [(0, 3), (8, 13)])
    'one\\nthree'
    """
    pieces = (text[first:last].strip("\n") for first, last in ranges)
    return "\n".join(filter(None, pieces)).strip()
