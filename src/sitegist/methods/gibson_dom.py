"""Gibson et al., DOM-based: an element whose content stands on many pages is template.

The algorithm as `papers/baselines.md` reads it: each element has a hash of its content with the
markup inside it, pages are counted once per hash, a hash on at least F pages of the site is
template, and the topmost such elements are removed.

Hashes are built level by level, each from those of the children, so a page costs its rows and
nothing is ever written out. They have 64 bits and are mixed so that they behave like random
numbers: among n distinct contents a pair collides with probability n² / 2⁶⁵, which is 3 in a
million for the ten million contents of a very large site.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from math import ceil
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.methods.base import Method
from sitegist.page import Blocks, Page
from sitegist.page.links import base_url, resolve
from sitegist.page.rows import BLANK, HIDDEN, Bools, Ints, Longs, Rows, spread
from sitegist.site.site import Site
from sitegist.site.table import Table

Hashes = NDArray[np.uint64]

TIMES = 100
# A share of a small set of pages is never less than this.
FEWEST = 2
# Contents on less than this part of the pages that make a template are forgotten.
_REMEMBERED = 0.1
# How many pages wait before they are added to the large table in one go.
_WAITING = 64

_MULTIPLY = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9))
_TURN = np.uint64(0x94D049BB133111EB)
_SHIFTS = (np.uint64(29), np.uint64(32))


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

    def learned(self) -> dict[str, Any]:
        """What was learned, as plain data."""
        return {
            "times": self.times,
            "share": self.share,
            "pages": self.pages,
            "limit": self.limit,
            "contents": self.counts.keys.tolist(),
            "counts": self.counts.columns[:, 0].tolist(),
        }

    @classmethod
    def restored(cls, learned: dict[str, Any]) -> GibsonDom:
        """The method that had learned this."""
        method = cls(times=learned["times"], share=learned["share"])
        method.pages, method.limit = learned["pages"], learned["limit"]
        method.counts = table_of(learned["contents"], learned["counts"])
        return method


class ContentHashes(NamedTuple):
    """Hashes of the subtrees of a page, one per row; comments and white space do not count."""

    own: Hashes
    """Of the row itself: its tag and display attributes, its address, or its text."""
    content: Hashes
    """Of all inside the row, with the markup."""
    whole: Hashes
    """Of the row and all inside it."""
    has_content: Bools
    """Whether there is anything inside the row."""
    counted: Bools
    """Rows that are part of the tree: not hidden, no white space between elements."""


def content_hashes(page: Page) -> ContentHashes:
    """The same content has the same hash, on every page and wherever it stands.

    >>> from sitegist.page import read
    >>> hashes = content_hashes(read("<p><b>a</b> c</p><div><p><b>a</b>\\n c</p></div>"))
    >>> bool(hashes.whole[3] == hashes.whole[8]), bool(hashes.content[7] == hashes.content[8])
    (True, False)
    """
    rows = page.rows
    counted = ~rows.flagged(HIDDEN | BLANK)
    own = own_hashes(page)
    content, whole = subtree_hashes(own, rows.parent, rows.depth, counted)
    children = np.bincount(rows.parent[counted] + 1, minlength=len(rows) + 1)[1:]
    return ContentHashes(own, content, whole, children > 0, counted)


def subtree_hashes(
    own: Hashes, parent: Ints | Longs, depth: Ints | Longs, counted: Bools
) -> tuple[Hashes, Hashes]:
    """Hashes of what is inside each node, and of the node with it; nodes in document order."""
    place = places_among(parent, counted).astype(np.uint64)
    whole = np.zeros(len(own), np.uint64)
    content = np.zeros(len(own) + 1, np.uint64)  # the last entry is around the roots
    order = np.argsort(-depth, kind="stable")
    order = order[counted[order]]  # deepest first; the children of one parent stand together
    for level in np.split(order, np.flatnonzero(np.diff(depth[order])) + 1):
        whole[level] = mix(own[level], content[level])
        begins = np.flatnonzero(np.diff(parent[level], prepend=-2))
        if len(begins):
            placed = mix(whole[level], place[level])
            content[parent[level[begins]]] = np.add.reduceat(placed, begins)
    return content[:-1], whole


def own_hashes(page: Page) -> Hashes:
    """A hash of each row without what is inside it.

    Addresses are absolute, so that a link is the same from every page; a link to a place on the
    page itself is only its fragment.
    """
    rows = page.rows
    table = (text_hash("\x1f".join(map(repr, style))) for style in rows.styles)
    own = np.fromiter(table, np.uint64, len(rows.styles))[rows.style]
    own[rows.runs] = mix(own[rows.runs], run_hashes(page))
    targets = targets_of(page)
    bearers = np.fromiter(targets, np.int64, len(targets))
    addresses = np.fromiter(map(text_hash, targets.values()), np.uint64, len(targets))
    own[bearers] = mix(own[bearers], addresses)
    return own


def run_hashes(page: Page) -> Hashes:
    """A hash of each text run, its white space folded."""
    begin, end = page.rows.start[page.rows.runs], page.rows.start[page.rows.runs + 1]
    texts = [page.text[a:b] for a, b in zip(begin.tolist(), end.tolist())]
    known = {text: text_hash(" ".join(text.split())) for text in dict.fromkeys(texts)}
    return np.fromiter(map(known.__getitem__, texts), np.uint64, len(texts))


def targets_of(page: Page) -> dict[int, str]:
    """The address of every link and image by row, the same on a page read now and a reduced one."""
    rows = page.rows
    targets = {row: href for row, href in rows.attrs["href"].items() if rows.tag(row) != "base"}
    here = (resolve(page.url, None) or "").partition("#")[0] if page.url else None
    for link in page.links:
        fragment = f"#{link.fragment}" if link.fragment else ""
        targets[link.row] = fragment if fragment and link.url == here else link.url + fragment
    base = base_url(page)
    for row, src in rows.attrs["src"].items():
        targets[row] = resolve(src, base) or src
    return targets


def places_among(parent: Ints | Longs, counted: Bools) -> Longs:
    """For each node that counts its place, from 0, among its parent's children that do."""
    order = np.flatnonzero(counted)
    order = order[np.argsort(parent[order], kind="stable")]
    begins = np.flatnonzero(np.diff(parent[order], prepend=-2))
    sizes = np.diff(np.append(begins, len(order)))
    place = np.zeros(len(parent), np.int64)
    place[order] = np.arange(len(order)) - np.repeat(begins, sizes)
    return place


def mix(one: Hashes, other: Hashes) -> Hashes:
    """Two hashes to one, element by element; which of them comes first matters."""
    with np.errstate(over="ignore"):
        mixed = (one ^ (other * _TURN + _MULTIPLY[1])) * _MULTIPLY[0]
        mixed = (mixed ^ (mixed >> _SHIFTS[0])) * _MULTIPLY[1]
        return mixed ^ (mixed >> _SHIFTS[1])


def text_hash(text: str) -> int:
    """64 bits of a text, the same in every process and on every machine."""
    return int.from_bytes(
        blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little"
    )


def check_counts(times: int, share: float | None) -> None:
    """Refuse a number of pages that means nothing."""
    if times < 1:
        raise OptionError(f"times is {times}, but a template stands on one page at least")
    if share is not None and not 0 < share <= 1:
        raise OptionError(f"share is {share}; give a number above 0, and 1 at most")


def least_pages(times: int, share: float | None, pages: int) -> int:
    """On how many of ``pages`` something has to stand: an absolute count, or a share of them.

    >>> least_pages(100, None, 90), least_pages(100, 0.1, 90), least_pages(100, 0.1, 11)
    (100, 9, 2)
    """
    return times if share is None else max(FEWEST, ceil(round(share * pages, 9)))


def told_unreachable(pages: int, limit: int) -> str:
    """Why nothing can be template, if nothing can."""
    if not pages:
        return "nothing is known of the site, so everything stays"
    if pages < limit:
        return f"the site has {pages} pages, so nothing stands on {limit}; ask for a share of them"
    return ""


def pages_with(pages: Iterable[Hashes], worth: float) -> Table:
    """On how many pages each hash stands, given the distinct hashes of each page.

    Hashes on fewer than ``worth`` pages, and those on one page only, are forgotten in the end;
    until then it takes 16 bytes for each distinct one.
    """
    counts = Table.empty(1)
    waiting: list[Table] = []
    for hashes in pages:
        waiting.append(Table(hashes, np.ones((len(hashes), 1), np.int64)))
        if len(waiting) == _WAITING:
            counts, waiting = Table.total([counts, *waiting]), []
    counts = Table.total([counts, *waiting])
    held = counts.columns[:, 0] >= max(FEWEST, worth)
    return Table(counts.keys[held], counts.columns[held])


def table_of(keys: Iterable[int], counts: Iterable[int]) -> Table:
    """A table from plain data."""
    return Table(np.array([*keys], np.uint64), np.array([*counts], np.int64).reshape(-1, 1))


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


def most_around(rows: Rows, blocks: Blocks, values: Longs) -> NDArray[np.float64]:
    """For each block the largest of a value over its own rows and its root."""
    most = np.zeros(len(blocks), np.int64)
    owned = blocks.owner >= 0
    np.maximum.at(most, blocks.owner[owned], values[owned])
    if len(most):
        most = np.maximum(most, values[blocks.root])
    return most.astype(np.float64)
