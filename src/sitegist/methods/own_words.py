"""Ours: how many words of a page are its own, and not shown from another page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.page.rows import Bools, Longs
from sitegist.site.links import LinkGraph
from sitegist.site.table import Keys

# What more pages of a site than this show, or link to, is furniture.
_FREQUENT = 0.1
# So many blocks are looked at in one go.
_CHUNK = 4096


class PageWords(NamedTuple):
    """The leaf blocks of a page that have words outside links."""

    blocks: Keys
    words: Longs
    pages: Longs
    """On how many pages of the site each block stands."""
    leading: Bools
    """Whether each block has a link to a page that few pages link to."""


@dataclass(frozen=True)
class OwnWords:
    """Of each page, words outside links."""

    said: Longs
    """In blocks that few pages show."""
    own: Longs
    """In those of them that belong to the page."""
    stretch: Longs
    """The most of them between two links to pages that few pages link to."""


def few(pages: int) -> float:
    """On how many of so many pages something may stand and be no furniture.

    A tenth would be next to nothing on a small site, where it is the root.
    """
    return max(sqrt(pages), _FREQUENT * pages)


def own_words(views: Sequence[PageWords], graph: LinkGraph, templates: Sequence[int]) -> OwnWords:
    """The words of each page; ``templates`` says which pages are made alike.

    Index pages show the beginning of an article, or all of it. What two pages of one template
    show belongs to neither: an article stands on one article page, and on any number of index
    pages. Of the pages that are alone of their template with a block, it belongs to the one that
    most of the others link to; of several, to the one that says least beside.
    """
    count = len(views)
    sizes = [len(view.blocks) for view in views]
    page = np.repeat(np.arange(count), sizes)
    words, pages = (_joined(views, name, np.int64) for name in ("words", "pages"))
    rare = (words > 0) & (pages <= few(count))
    said = np.bincount(page[rare], words[rare], count)
    distinct, block = np.unique(_joined(views, "blocks", np.uint64)[rare], return_inverse=True)
    owner = _owners(block, page[rare], len(distinct), said, graph, templates)
    own = np.zeros(len(words), np.int64)
    own[rare] = np.where(owner[block] == page[rare], words[rare], 0)
    return OwnWords(
        said.astype(np.int64),
        np.bincount(page, own, count).astype(np.int64),
        _stretches(page, own, _joined(views, "leading", np.bool_), count),
    )


def _joined(views: Sequence[PageWords], name: str, kind: type[np.generic]) -> NDArray[Any]:
    """What all pages have of something, one after the other."""
    return np.concatenate([np.zeros(0, kind), *(getattr(view, name) for view in views)])


def _stretches(page: Longs, own: Longs, leading: Bools, count: int) -> Longs:
    """Of each page the most of its own words from one leading block to the next."""
    longest = np.zeros(count, np.int64)
    begins = np.flatnonzero(leading | np.append(True, np.diff(page) > 0)[: len(page)])
    if len(begins):
        np.maximum.at(longest, page[begins], np.add.reduceat(own, begins))
    return longest


def _owners(
    block: Longs,
    page: Longs,
    blocks: int,
    said: Longs,
    graph: LinkGraph,
    templates: Sequence[int],
) -> Longs:
    """The page that each block belongs to, -1 for those that belong to none."""
    from scipy.sparse import csr_array

    count = len(said)
    shown = csr_array((np.ones(len(block)), (block, page)), shape=(blocks, count))
    shown.sum_duplicates()
    shown.data[:] = 1.0  # a page may show a block twice
    _, template = np.unique(np.asarray(templates, np.int64), return_inverse=True)
    size = (count, int(template.max(initial=-1)) + 1)
    of_template = csr_array((np.ones(count), (np.arange(count), template)), shape=size)
    owner = np.full(blocks, -1)
    for first in range(0, blocks, _CHUNK):
        some = shown[first : first + _CHUNK]
        pairs = some.tocoo()
        # of each block and page: how many pages of the block link to it, and are of its template
        linked = np.asarray((some @ graph.adjacency).tocsr()[pairs.row, pairs.col]).ravel()
        alike = np.asarray((some @ of_template).tocsr()[pairs.row, template[pairs.col]]).ravel()
        alone = alike == 1
        row, col, linked = pairs.row[alone], pairs.col[alone], linked[alone]
        order = np.lexsort((col, said[col], -linked, row))
        begins = np.append(True, np.diff(row[order]) > 0)[: len(order)]
        owner[first + row[order][begins]] = col[order][begins]
    return owner
