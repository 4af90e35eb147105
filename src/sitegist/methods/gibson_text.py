"""Gibson et al., text-based: text that stands on many pages is template.

Scripts, comments and tags are removed; every window of W characters of what is left, white space
folded, is hashed; hashes whose lowest D bits are zero are kept; over at most P pages of the site
a window on at least F of them is template; the characters that a template window covers are
removed. What is left of a page is `Page.text`: text that is not drawn (``display: none``) is no
part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.hashing import Hashes, mix
from sitegist.methods.base import Method
from sitegist.methods.page_counts import check_counts, least_pages, pages_with, told_unreachable
from sitegist.page import Blocks, Page
from sitegist.page.rows import Bools, Longs
from sitegist.page.words import code_points
from sitegist.site.site import Site
from sitegist.site.table import Table

WINDOW, TIMES, BITS, MOST_PAGES = 32, 50, 0, 1000
# Windows on less than this part of the pages that make a template are forgotten.
_REMEMBERED = 0.5
# Characters that are hashed at a time.
_CHUNK = 1 << 20
_WHITE = np.array([*range(9, 14), *range(28, 33), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)])
_WHITE = np.append(_WHITE, [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]).astype(np.uint32)


class GibsonText(Method):
    """Removes the characters of every window of text that stands on at least ``times`` pages.

    ``window``, ``times``, ``bits`` and ``most_pages`` are the paper's W, F, D and P. Fewer pages
    than ``times`` have no template at all, and the reasons say so; ``share=0.05``, which is F / P,
    asks for that part of the pages instead, and for two at the least.
    """

    name: ClassVar[str] = "gibson-text"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves", "tables", "partition", "segments")
    needs_site: ClassVar[bool] = True

    def __init__(
        self,
        segmenter: str | None = None,
        window: int = WINDOW,
        times: int = TIMES,
        bits: int = BITS,
        most_pages: int = MOST_PAGES,
        share: float | None = None,
    ) -> None:
        super().__init__(segmenter)
        check_counts(times, share)
        if window < 1 or most_pages < 1 or not 0 <= bits < 64:
            raise OptionError("window and most_pages are at least 1, and bits are 0 to 63")
        self.window = window
        self.times = times
        self.bits = bits
        self.most_pages = most_pages
        self.share = share
        self.pages = 0
        self.limit = times
        self.counts = Table.empty(1)

    def fit(self, site: object, labels: object = None) -> GibsonText:
        """Count on how many pages of a sample each window stands."""
        self.pages, self.limit, self.counts = 0, self.times, Table.empty(1)
        if isinstance(site, Site):
            self.pages = min(site.size(), self.most_pages)
            self.limit = least_pages(self.times, self.share, self.pages)
            windows = (self._windows(page) for page in site.sample(self.most_pages))
            self.counts = pages_with(windows, _REMEMBERED * self.limit)
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        blocks = self.segment(page)
        folded, place = fold(page.text)
        seen = np.zeros(len(folded), np.int64)  # by the first character of a window
        for first, hashes in self._hashed(folded):
            seen[first : first + len(hashes)] = self.counts.find(hashes)[:, 0]
        removed = covered(seen >= self.limit, self.window)[place]
        most = most_within(blocks, seen[place])
        return Extraction.of_characters(
            self, blocks, ~removed, most, certainty=self.pages >= self.limit
        )

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        blocks = extraction.blocks
        seen = int(extraction.scores[index])
        unreachable = told_unreachable(self.pages, self.limit)
        if blocks.is_title[index]:
            return "the title, which is not part of the text"
        if not blocks.words[index]:
            return "has no words to be judged by"
        if unreachable:
            return unreachable
        if not extraction.kept[index]:
            return f"most of it is text that {self.limit} or more of {self.pages} pages have"
        if seen >= self.limit:
            return f"parts of it stand on up to {seen} pages and go, but most of its words stay"
        return f"no {self.window} characters of it stand on {self.limit} of {self.pages} pages"

    def _windows(self, page: Page) -> Hashes:
        """The distinct windows of a page that are kept, by their hashes."""
        parts = [np.unique(hashes) for _, hashes in self._hashed(fold(page.text)[0])]
        found = np.unique(np.concatenate([*parts, np.zeros(0, np.uint64)]))
        stays: Bools = found & np.uint64((1 << self.bits) - 1) == 0
        return found[stays]

    def _hashed(self, folded: NDArray[np.uint32]) -> Iterator[tuple[int, Hashes]]:
        """The hashes of all windows, in pieces, and where each piece begins."""
        for first in range(0, len(folded) - self.window + 1, _CHUNK):
            piece = folded[first : first + _CHUNK + self.window - 1]
            yield first, window_hashes(piece, self.window)


def fold(text: str) -> tuple[NDArray[np.uint32], Longs]:
    """Characters as numbers, each stretch of white space as one space, and for each character of
    the text its place among them.

    >>> codes, place = fold("a \\n b")
    >>> codes.tolist(), place.tolist()
    ([97, 32, 98], [0, 1, 1, 1, 2])
    """
    codes = code_points(text).astype(np.uint32)
    white = np.isin(codes, _WHITE)
    stays = ~white
    stays[:1] = True
    stays[1:] |= white[1:] & ~white[:-1]
    codes[white] = 32
    return codes[stays], np.cumsum(stays) - 1


def window_hashes(codes: NDArray[np.uint32] | Hashes, window: int) -> Hashes:
    """A hash of each stretch of ``window`` characters or tokens.

    Stretches of twice the length are mixed from two of the single length, so it takes two steps
    for each bit of ``window``; unlike in a rolling polynomial, no pair of texts collides by
    algebra.
    """
    doubled = mix(codes.astype(np.uint64), np.zeros(1, np.uint64))
    length, done = 1, 0
    found: Hashes | None = None
    while True:
        if window & length:
            found = doubled if found is None else mix(found[: len(doubled) - done], doubled[done:])
            done += length
        if done == window:
            return found if found is not None else doubled
        doubled = mix(doubled[:-length], doubled[length:])
        length *= 2


def covered(begins: Bools, window: int) -> Bools:
    """The characters that a window covers, given where such windows begin.

    >>> covered(np.array([False, True, True, False, False, False]), 3).tolist()
    [False, True, True, True, True, False]
    """
    change = begins.astype(np.int64)
    change[window:] -= begins[:-window] if window < len(begins) else 0
    return np.cumsum(change) > 0


def most_within(blocks: Blocks, values: Longs) -> NDArray[np.float64]:
    """For each block the largest value of its characters."""
    rows = blocks.page.rows
    most = np.zeros(len(blocks), np.int64)
    if len(rows.runs):
        owner = blocks.owner[rows.runs]
        highest = np.maximum.reduceat(values, rows.start[rows.runs])
        np.maximum.at(most, owner[owner >= 0], highest[owner >= 0])
    return most.astype(np.float64)
