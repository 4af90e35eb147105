"""Near-duplicate pages: the same content under several addresses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.site.table import Table

# Two pages are the same if this share of what is their own is the same, counted in words.
_SAME = 0.9
# A block that this share of pages has says nothing about which page it is.
_COMMON = 0.1
# Less than this of its own and a page cannot be told from others that have as little.
_FEWEST_WORDS = 20
# Candidates share one of this many of their longest rare blocks.
_PROBES = 4
# A block that more pages share is no probe: their pairs would be too many.
_MOST_BEARERS = 50


class Contents(NamedTuple):
    """What a page consists of."""

    url: str
    blocks: NDArray[np.uint64]
    """Fingerprints of its leaf blocks."""
    words: NDArray[np.int64]
    """Words of each."""


def near_duplicates(pages: Iterable[Contents], pages_with: Table, count: int) -> dict[str, str]:
    """For each page that is the same as an earlier one (by URL), the URL of that one.

    ``pages_with`` tells on how many of the ``count`` pages a block stands.
    """
    limit = max(2, _COMMON * count)
    own = {}
    for page in sorted(pages, key=lambda page: page.url):
        is_rare = (pages_with.find(page.blocks)[:, 0] <= limit) & (page.words > 0)
        rare = dict(zip(page.blocks[is_rare].tolist(), page.words[is_rare].tolist()))
        if sum(rare.values()) >= _FEWEST_WORDS:
            own[page.url] = rare
    same_as: dict[str, str] = {}
    for first, second in _candidates(own):
        if first not in same_as and second not in same_as and _same(own[first], own[second]):
            same_as[second] = first
    return same_as


def _candidates(own: Mapping[str, Mapping[int, int]]) -> Iterator[tuple[str, str]]:
    """Pairs of pages that share one of their longest blocks, in the order of their URLs."""
    bearers: defaultdict[int, list[str]] = defaultdict(list)
    for url, blocks in own.items():
        for block, _ in sorted(blocks.items(), key=lambda item: (-item[1], item[0]))[:_PROBES]:
            bearers[block].append(url)
    few = (urls for urls in bearers.values() if len(urls) <= _MOST_BEARERS)
    pairs = {pair for urls in few for pair in combinations(urls, 2)}
    return iter(sorted(pairs))


def _same(a: Mapping[int, int], b: Mapping[int, int]) -> bool:
    common = sum(words for block, words in a.items() if block in b)
    return common >= _SAME * max(sum(a.values()), sum(b.values()))
