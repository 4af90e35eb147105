"""Our own blocks, for today's HTML: the finest block-level pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegist.page import tags
from sitegist.page.rows import HIDDEN, PRE, Longs
from sitegist.page.segmenters.labels import blocks_from_labels

if TYPE_CHECKING:
    from sitegist.page.blocks import Blocks
    from sitegist.page.page import Page


def leaves(page: Page) -> Blocks:
    """A block per stretch of inline content: a paragraph, heading, cell, list item, caption.

    Two line breaks in a row end a block as well, but not in code. An element belongs to the block
    that has all of its content; elements around several blocks belong to none.

    >>> from sitegist.page import read
    >>> [b.text for b in leaves(read("<div>in <b>line</b><p>one<br><br>two</p>out</div>"))]
    ['in line', 'one', 'two', 'out']
    """
    rows = page.rows
    shown = (rows.start[1:] > rows.start[:-1]) | (
        ((rows.meaning & tags.REPLACED) != 0) & ~rows.flagged(HIDDEN)
    )
    content = np.flatnonzero(shown)
    number = _number(page, content)
    before = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(shown, out=before[1:])
    first = before[:-1]
    last = before[rows.end] - 1
    labels = np.full(len(rows), -1, np.int64)
    held = np.flatnonzero(first <= last)
    whole = held[number[first[held]] == number[last[held]]]
    labels[whole] = number[first[whole]]
    labels[rows.flagged(HIDDEN)] = -1
    return blocks_from_labels(page, "leaves", labels)


def _number(page: Page, content: Longs) -> Longs:
    """Number the stretches of content rows."""
    line = page.rows.line[content]
    breaks = np.cumsum((page.rows.meaning & tags.LINE_BREAK) != 0)[content]
    keeps_lines = page.rows.flagged(PRE)[content]
    begins = np.zeros(len(content), np.int64)
    begins[1:] = (line[1:] != line[:-1]) | ((np.diff(breaks) > 1) & ~keeps_lines[1:])
    return np.cumsum(begins)
