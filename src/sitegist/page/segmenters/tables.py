"""Paper 000, section 4.1: tables as blocks."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sitegist.page.rows import TITLE, Longs
from sitegist.page.segmenters.labels import blocks_from_labels

if TYPE_CHECKING:
    from sitegist.page.blocks import Blocks
    from sitegist.page.page import Page

TAGS = ("table",)


def tables(page: Page, tags: Collection[str] = TAGS) -> Blocks:
    """A block per table without the tables inside it, one for the rest of the page, one for TITLE.

    ``parent`` makes them the paper's tree. ``tags`` refines it: with ``("table", "tr", "td")``
    rows and cells are blocks as well.

    >>> from sitegist.page import read
    >>> page = read("<table><td>S1<table><td>S2</table>S3</table>")
    >>> [(block.text, block.parent) for block in tables(page)]
    [('', -1), ('S1\\nS3', 0), ('S2', 1)]
    """
    return blocks_from_labels(page, "tables", nearest_labels(page, tags))


def nearest_labels(page: Page, tags: Collection[str]) -> Longs:
    """Each row's nearest ancestor-or-self with one of the tags; the page itself is the last."""
    rows = page.rows
    labels = rows.nearest(rows.having(tags))
    labels[labels < 0] = len(rows)
    labels[rows.flagged(TITLE)] = len(rows) + 1
    return labels
