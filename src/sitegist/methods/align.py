"""Two word sequences aligned: the longest common runs, in order.

Runs of words are anchors, long ones first; the longest rising chain of them stands, and the gaps
that it leaves are searched with shorter ones. Nearly linear, where an edit distance is not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sitegist.page.rows import Bools, Longs

# Words of an anchor, longest first; single words count in gaps of few words only.
_LENGTHS = (8, 3, 1)
_FEW = 16
_BASE = np.uint64(0x9E3779B97F4A7C15)

Gap = tuple[int, int, int, int]
Run = tuple[int, int, int]
"""Begin in the page, begin in the gold, length."""


def aligned(page: Sequence[str], gold: Sequence[str]) -> Bools:
    """Which words of the page are words of the gold, each word of the gold used once.

    >>> aligned("home a b c d more e f g".split(), "a b c d e f g".split()).astype(int).tolist()
    [0, 1, 1, 1, 1, 0, 1, 1, 1]
    """
    numbers: dict[str, int] = {}
    a, b = (
        np.fromiter((numbers.setdefault(word, len(numbers)) for word in text), np.int64, len(text))
        for text in (page, gold)
    )
    matched = np.zeros(len(a), np.bool_)
    gaps: list[Gap] = [(0, len(a), 0, len(b))]
    for length in _LENGTHS:
        left: list[Gap] = []
        for gap in gaps:
            left.extend(_close(a, b, gap, length, matched))
        gaps = left
    return matched


def _close(a: Longs, b: Longs, gap: Gap, length: int, matched: Bools) -> Iterator[Gap]:
    """Mark the runs of one gap, and yield what is left between them."""
    first, last, low, high = gap
    if last - first < length or high - low < length:
        yield gap
        return
    if length == 1 and max(last - first, high - low) > _FEW:
        return
    for begin, other, size in _runs(a[first:last], b[low:high], length):
        matched[first + begin : first + begin + size] = True
        before = (gap[0], first + begin, gap[2], low + other)
        if before[0] < before[1] and before[2] < before[3]:
            yield before
        gap = (first + begin + size, last, low + other + size, high)
    if gap[0] < gap[1] and gap[2] < gap[3]:
        yield gap


def _runs(a: Longs, b: Longs, length: int) -> Iterator[Run]:
    """Common runs of at least ``length`` words that neither cross nor overlap."""
    keys, others = _keys(a, length), _keys(b, length)
    _, i, j = np.intersect1d(keys, others, assume_unique=True, return_indices=True)
    order = np.argsort(i)
    end = other_end = 0
    pending: Run | None = None
    for place, other in _rising(i[order].tolist(), j[order].tolist()):
        if place < end or other < other_end:
            continue
        if pending:
            yield pending
        size = length
        while place > end and other > other_end and a[place - 1] == b[other - 1]:
            place, other, size = place - 1, other - 1, size + 1
        end, other_end = place + size, other + size
        while end < len(a) and other_end < len(b) and a[end] == b[other_end]:
            end, other_end = end + 1, other_end + 1
        pending = (place, other, end - place)
    if pending:
        yield pending


def _keys(words: Longs, length: int) -> NDArray[np.uint64]:
    """A key for each run of words: its hash, and the how-manieth of its kind it is."""
    count = len(words) - length + 1
    hashes = np.zeros(count, np.uint64)
    with np.errstate(over="ignore"):
        for offset in range(length):
            hashes = (
                hashes * _BASE + words[offset : offset + count].astype(np.uint64) + np.uint64(1)
            )
        order = np.argsort(hashes, kind="stable")
        ordered = hashes[order]
        new = np.append(True, ordered[1:] != ordered[:-1])
        place = np.arange(count)
        rank = np.empty(count, np.uint64)
        rank[order] = place - np.maximum.accumulate(np.where(new, place, 0))
        mixed = (hashes ^ (hashes >> np.uint64(31))) * _BASE + rank
        return (mixed ^ (mixed >> np.uint64(29))) * _BASE


def _rising(places: list[int], others: list[int]) -> list[tuple[int, int]]:
    """The longest chain of pairs in which both numbers rise; the first ones rise already."""
    tails: list[int] = []
    ends: list[int] = []
    before = [-1] * len(others)
    for index, other in enumerate(others):
        level = bisect_left(tails, other)
        before[index] = ends[level - 1] if level else -1
        if level == len(tails):
            tails.append(other)
            ends.append(index)
        else:
            tails[level] = other
            ends[level] = index
    chain = []
    index = ends[-1] if ends else -1
    while index >= 0:
        chain.append((places[index], others[index]))
        index = before[index]
    return chain[::-1]
