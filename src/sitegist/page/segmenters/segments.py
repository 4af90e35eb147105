"""Paper 004, section 3.1: segments, by merging nodes in post-order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegist.page.rows import BLANK, HIDDEN, Bools
from sitegist.page.segmenters.labels import blocks_from_labels

if TYPE_CHECKING:
    from sitegist.page.blocks import Blocks
    from sitegist.page.page import Page


def segments(page: Page) -> Blocks:
    """Siblings that are all leaves of one tag become one node; an only child joins its parent.

    Text runs, images and empty elements are leaves; what is not drawn does not count. A row
    belongs to its deepest segment, so the text of an inner node is what no child of it has.

    >>> from sitegist.page import read
    >>> page = read("<ul><li>a<li>b</ul><div><p>c</p><b>d</b></div>")
    >>> [block.text for block in segments(page) if block.text]
    ['a\\nb', 'c', 'd']
    """
    rows = page.rows
    counted = ~rows.flagged(HIDDEN | BLANK)
    joins_parent = np.array(_merges(page, counted), np.bool_)
    labels = rows.nearest(counted & ~joins_parent)
    labels[~counted] = -1
    return blocks_from_labels(page, "segments", labels)


def _merges(page: Page, counted: Bools) -> list[bool]:
    """For each row, whether its node is merged into its parent's."""
    size = len(counted)
    parents = page.rows.parent.tolist()
    tags = page.rows.tag_ids.tolist()
    material = np.flatnonzero(counted).tolist()
    children = [0] * (size + 1)  # the last entry is the parent of the roots
    tag = [-1] * (size + 1)
    unlike = [False] * (size + 1)  # has a child that is no leaf, or children of several tags
    for row in reversed(material):
        parent = parents[row]
        children[parent] += 1
        if unlike[row] or (tag[parent] not in (-1, tags[row])):
            unlike[parent] = True
        tag[parent] = tags[row]
    joins = [False] * size
    for row in material:
        parent = parents[row]
        joins[row] = (
            parent >= 0 and counted[parent] and (children[parent] == 1 or not unlike[parent])
        )
    return joins
