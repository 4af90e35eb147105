"""Paper 002, sections 3, 4.1 and 4.2: GetBlockSet and GetBlocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sitegist.page.segmenters.labels import blocks_from_labels
from sitegist.page.segmenters.tables import nearest_labels

if TYPE_CHECKING:
    from sitegist.page.blocks import Blocks
    from sitegist.page.page import Page
    from sitegist.page.rows import Longs

TAGS = ("table", "tr", "p", "hr", "ul", "div", "span")
SEPARATOR = "hr"


def partition(page: Page, tags: Sequence[str] = TAGS) -> Blocks:
    """Split the page by the first tag, the parts by the second, and so on, until none is left.

    Each element is split off, nested ones again, and what is left of a split block is a block.
    In the end two rows share a block if they share their nearest ancestor with one of the tags:
    the order of the tags decides only what HR, which has no content, separates: the blocks that
    the tags before it have made.

    >>> from sitegist.page import read
    >>> [b.text for b in partition(read("<div>a<p>b</p>c<hr>d</div>")) if b.text]
    ['a\\nc', 'b', 'd']
    """
    labels = nearest_labels(page, [tag for tag in tags if tag != SEPARATOR])
    if SEPARATOR in tags:
        earlier = tags[: tags.index(SEPARATOR)]
        passed = _separators_passed(page, nearest_labels(page, earlier))
        labels = labels * (passed.max(initial=0) + 1) + passed
    return blocks_from_labels(page, "partition", labels)


def _separators_passed(page: Page, scope: Longs) -> Longs:
    """How many separators of its own scope stand before each row."""
    size = len(scope)
    rows = np.arange(size)
    order = np.lexsort((rows, scope))
    separates = page.rows.having((SEPARATOR,))[order]
    count = np.cumsum(separates)
    begins = np.ones(size, np.bool_)
    begins[1:] = scope[order][1:] != scope[order][:-1]
    before: Longs = count - separates
    base = np.maximum.accumulate(np.where(begins, before, 0))
    passed = np.empty(size, np.int64)
    passed[order] = count - base
    return passed
