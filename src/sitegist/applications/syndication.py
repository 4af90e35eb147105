"""Pages of several sites with the same content blocks: syndicated articles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from sitegist.extraction import Extraction
from sitegist.page.segmenters import leaves
from sitegist.site.duplicates import Contents, near_duplicates
from sitegist.site.fingerprints import fingerprints
from sitegist.site.table import Table


class Group(NamedTuple):
    """Pages that have the same content."""

    pages: tuple[str, ...]
    """URLs, in order."""
    sites: tuple[str, ...]
    words: int
    """Of the content of the first page."""


def content(extraction: Extraction, url: str) -> Contents:
    """The content of a page: the leaf blocks most of whose words are kept.

    Leaf blocks are what the templates of two sites have in common; larger ones mix an article
    with whatever stands beside it.
    """
    blocks = leaves(extraction.page)
    rows = extraction.page.rows
    kept = np.zeros(len(rows) + 1, np.int64)
    begins = np.array([first for first, _ in extraction.ranges], np.int64)
    ends = np.array([last for _, last in extraction.ranges], np.int64)
    place = np.searchsorted(begins, rows.start[rows.runs], "right") - 1
    inside = (place >= 0) & (rows.start[rows.runs] < np.append(ends, 0)[place])
    kept[rows.runs] = np.where(inside, extraction.page.words, 0)
    informative = 2 * blocks.count(kept[:-1]) > blocks.words
    chosen = np.flatnonzero(informative)
    return Contents(url, fingerprints(blocks)[chosen], blocks.words[chosen])


def syndicated(pages: Iterable[Contents], site_of: Mapping[str, str]) -> list[Group]:
    """Groups of pages of at least two sites whose content is the same, the largest first.

    The same means what it means within a site: nine tenths of the words of the longer one.
    """
    by_url = {page.url: page for page in pages}
    # furniture is gone already, so no block is too frequent to count
    same_as = near_duplicates(by_url.values(), Table.empty(2), len(by_url))
    members: defaultdict[str, list[str]] = defaultdict(list)
    for double, first in same_as.items():
        members[first].append(double)
    groups = []
    for first, doubles in members.items():
        urls = tuple(sorted([first, *doubles]))
        sites = tuple(sorted({site_of[url] for url in urls}))
        if len(sites) > 1:
            groups.append(Group(urls, sites, int(by_url[first].words.sum())))
    return sorted(groups, key=lambda group: (-len(group.pages), -group.words, group.pages))
