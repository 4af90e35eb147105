"""From a label per row to blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegist.page.blocks import Blocks
from sitegist.page.rows import Ints, Longs

if TYPE_CHECKING:
    from sitegist.page.page import Page


def blocks_from_labels(page: Page, segmenter: str, labels: Longs) -> Blocks:
    """Blocks of the rows with one label each; -1 is no block. They are numbered as they begin.

    A doctype or a comment beside the root element is of no block: no element is around it.
    """
    rows = page.rows
    owned = np.flatnonzero((labels >= 0) & ((rows.parent >= 0) | rows.is_element))
    kinds = _small(labels[owned], len(rows))
    # of several values written to one place the last one stays
    first = np.zeros(kinds.max(initial=0) + 1, np.int64)
    first[kinds[::-1]] = owned[::-1]
    begins = np.zeros(len(rows), np.bool_)
    begins[first[kinds]] = True
    owner = np.full(len(rows), -1, np.int32)
    owner[owned] = (np.cumsum(begins) - 1)[first[kinds]]
    begin = np.flatnonzero(begins)
    last = np.zeros(len(begin), np.int64)
    last[owner[owned]] = owned
    root = _common_ancestors(page, begin, last)
    return Blocks(page, segmenter, owner, root, _parents(page, owner, root))


def _small(labels: Longs, size: int) -> Longs:
    """Labels that an array of a few times ``size`` has room for, alike where these are alike."""
    if labels.max(initial=0) <= 2 * size:
        return labels
    inverse: Longs = np.unique(labels, return_inverse=True)[1]
    return inverse


def _common_ancestors(page: Page, first: Longs, last: Longs) -> Ints:
    """The deepest element around two rows, for many pairs at once."""
    rows = page.rows
    is_element = rows.is_element
    root = first.copy()
    climbing = np.arange(len(root))
    while len(climbing):
        here = root[climbing]
        climbing = climbing[(rows.end[here] <= last[climbing]) | ~is_element[here]]
        root[climbing] = rows.parent[root[climbing]]
    return root.astype(np.int32)


def _parents(page: Page, owner: Ints, root: Ints) -> Ints:
    """The block that owns a block's root, or, where that is itself, its root's parent."""
    size = len(root)
    around = owner[root]
    own = around == np.arange(size)
    above = page.rows.parent[root]
    return np.where(own, np.where(above >= 0, owner[above], -1), around).astype(np.int32)
