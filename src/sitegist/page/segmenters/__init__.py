"""Segmenters: page to blocks, each a choice of rows on the same arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sitegist.errors import OptionError
from sitegist.page.segmenters.leaves import leaves
from sitegist.page.segmenters.partition import partition
from sitegist.page.segmenters.segments import segments
from sitegist.page.segmenters.tables import tables

if TYPE_CHECKING:
    from sitegist.page.blocks import Blocks
    from sitegist.page.page import Page

SEGMENTERS: dict[str, Callable[[Page], Blocks]] = {
    "tables": tables,
    "partition": partition,
    "segments": segments,
    "leaves": leaves,
}


def segment(page: Page, segmenter: str = "leaves") -> Blocks:
    """The blocks of a page by the segmenter of that name.

    >>> from sitegist.page import read
    >>> [block.text for block in segment(read("<p>One<p>Two <i>three</i>"))]
    ['One', 'Two three']
    """
    if segmenter not in SEGMENTERS:
        raise OptionError.unknown("segmenter", segmenter, SEGMENTERS)
    return SEGMENTERS[segmenter](page)


__all__ = ["SEGMENTERS", "leaves", "partition", "segment", "segments", "tables"]
