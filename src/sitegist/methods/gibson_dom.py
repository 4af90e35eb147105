"""Gibson et al., DOM-based: an element whose content stands on many pages is template.

Each element has a hash of its content with the markup inside it, pages are counted once per hash,
a hash on at least F pages of the site is template, and the topmost such elements are removed.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sitegist.extraction import Extraction
from sitegist.hashing import Hashes
from sitegist.methods.base import Method
from sitegist.methods.content_hashes import content_hashes
from sitegist.methods.page_counts import (
    check_counts,
    least_pages,
    most_around,
    pages_with,
    told_unreachable,
)
from sitegist.page import Page
from sitegist.page.rows import Bools, Longs, Rows, spread
from sitegist.site.site import Site
from sitegist.site.table import Table

TIMES = 100
# Contents on less than this part of the pages that make a template are forgotten.
_REMEMBERED = 0.1


class GibsonDom(Method):
    """Removes the topmost elements whose content stands on at least ``times`` pages.

    ``times=100`` is the paper's F. A site of 90 pages never reaches it: then nothing is removed,
    and the reasons say so. ``share=0.1`` asks for a tenth of the site's pages instead, and for
    two at the least.
    """

    name: ClassVar[str] = "gibson-dom"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves", "tables", "partition", "segments")
    needs_site: ClassVar[bool] = True

    def __init__(
        self, segmenter: str | None = None, times: int = TIMES, share: float | None = None
    ) -> None:
        super().__init__(segmenter)
        check_counts(times, share)
        self.times = times
        self.share = share
        self.pages = 0
        self.limit = times
        self.counts = Table.empty(1)

    def fit(self, site: object, labels: object = None) -> GibsonDom:
        """Count on how many pages of the site each content stands."""
        self.pages, self.limit, self.counts = 0, self.times, Table.empty(1)
        if isinstance(site, Site):
            self.pages = site.size()
            self.limit = least_pages(self.times, self.share, self.pages)
            self.counts = pages_with(map(_contents, site.pages()), _REMEMBERED * self.limit)
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        rows = page.rows
        blocks = self.segment(page)
        seen = np.zeros(len(rows), np.int64)
        hashes = content_hashes(page)
        judged = np.flatnonzero(rows.is_element & hashes.has_content)
        seen[judged] = self.counts.find(hashes.content[judged])[:, 0]
        template = seen >= self.limit
        removed = spread(np.flatnonzero(template), rows.end)
        topmost = _topmost(rows, template)
        most = most_around(rows, blocks, np.where(topmost >= 0, seen[topmost], seen))
        return Extraction.of_rows(self, blocks, ~removed, most, certainty=self.pages >= self.limit)

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.blocks.is_title[index]:
            return "the title, which is not part of the text"
        seen = int(extraction.scores[index])
        unreachable = told_unreachable(self.pages, self.limit)
        if unreachable:
            return unreachable
        if not seen:
            return f"its content stands on no page, or on far fewer than {self.limit}"
        if extraction.kept[index] and seen >= self.limit:
            return f"parts of it stand on up to {seen} pages and go, but most of its words stay"
        return f"its content stands on {seen} pages of {self.pages}; {self.limit} make a template"


def _contents(page: Page) -> Hashes:
    """The distinct contents of a page's elements."""
    hashes = content_hashes(page)
    judged = page.rows.is_element & hashes.counted & hashes.has_content
    return np.unique(hashes.content[judged])


def _topmost(rows: Rows, template: Bools) -> Longs:
    """For each row the topmost chosen row around it or itself, -1 if there is none."""
    around = np.flatnonzero(template)
    # in document order, a chosen row is topmost if no earlier one reaches over it
    reach = np.maximum.accumulate(rows.end[around]) if len(around) else around
    topmost = around[np.append(True, around[1:] >= reach[:-1])] if len(around) else around
    every = np.arange(len(rows))
    last = np.append(-1, topmost)[np.searchsorted(topmost, every, side="right")]
    return np.where((last >= 0) & (every < rows.end[last]), last, -1)
