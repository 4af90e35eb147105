"""Which rows of a page an extraction shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sitegist.outputs.spans import target
from sitegist.page.links import base_url
from sitegist.page.rows import HIDDEN, Bools, Longs, Rows, spread

if TYPE_CHECKING:
    from sitegist.extraction import Extraction
    from sitegist.page import Page

_SPACER = re.compile(
    r"/(?:spacer|blank|clear|nothing|pixel|transparent|1x1|dot_?clear)[\w-]*\.(?:gif|png)", re.I
)
_THIN = 2
# Up to this size on both sides, and without alternative text, it is an arrow or a bullet.
_ICON = 24
# Where scripts that load images late keep the address until then.
_LATE = ("data-src", "data-lazy-src", "data-original", "srcset", "data-srcset")


class Kept(NamedTuple):
    """What is shown, and where links start from."""

    texts: Bools
    """The text runs, as a mask of the rows."""
    images: dict[int, str]
    """The images, by row, and where they are."""
    rules: Longs
    """The ``<hr>`` between kept text."""
    base: str | None


def kept_rows(extraction: Extraction) -> Kept:
    """The kept text without line numbers of code, and what stands in the midst of it."""
    page = extraction.page
    rows = page.rows
    keep = np.append(extraction.kept & ~extraction.blocks.is_title, False)
    stays = keep[extraction.blocks.owner]
    runs = rows.runs[~page.gutters[rows.runs]]
    texts = np.zeros(len(rows), np.bool_)
    texts[runs] = kept_runs(extraction, runs)
    base = base_url(page)
    images = {}
    for row in _images(rows, runs, texts, stays):
        source = _source(page, row)
        where = target(source, base) if source else ""
        if where and not where.startswith("mailto:") and not _is_furniture(rows, row, where):
            images[row] = where
    rules = np.flatnonzero(rows.having(("hr",)) & ~rows.flagged(HIDDEN))
    return Kept(texts, images, rules[_amid(rules, runs, texts)], base)


def kept_runs(extraction: Extraction, runs: Longs) -> Bools:
    """Which of some text runs stay; the title does not."""
    if extraction.own_ranges is not None:
        return _covered(extraction, runs)
    keep = np.append(extraction.kept & ~extraction.blocks.is_title, False)  # -1 is the last
    stays: Bools = keep[extraction.blocks.owner[runs]]
    return stays


def _covered(extraction: Extraction, runs: Longs) -> Bools:
    """Runs of which more than half is in the ranges of a method that judges finer than blocks."""
    ranges = np.array(extraction.own_ranges or [(0, 0)], np.int64)
    lengths = np.append(0, np.cumsum(ranges[:, 1] - ranges[:, 0]))

    def before(place: Longs) -> Longs:
        """How many kept characters stand before some places."""
        last = np.searchsorted(ranges[:, 0], place, "right") - 1
        within = np.minimum(place, ranges[last, 1]) - ranges[last, 0]
        return np.where(last >= 0, lengths[last] + within, 0)

    start = extraction.page.rows.start
    covered = before(start[runs + 1]) - before(start[runs])
    return 2 * covered > start[runs + 1] - start[runs]


def _images(rows: Rows, runs: Longs, texts: Bools, stays: Bools) -> list[int]:
    """Images of kept blocks, of figures with kept text, and those in the midst of kept text."""
    found = np.flatnonzero(rows.having(("img",)))
    if not len(found):
        return []
    chosen = stays[found] | _amid(found, runs, texts)
    figures = np.flatnonzero(rows.having(("figure",)))
    if len(figures):
        figures = figures[rows.over_subtrees(texts)[figures] > 0]
        chosen |= spread(figures, rows.end)[found]
    chosen &= ~rows.flagged(HIDDEN)[found]
    return [int(row) for row in found[chosen]]


def _source(page: Page, row: int) -> str:
    """Where an image is; many stand behind a blank one until they are scrolled to."""
    source = page.rows.attrs["src"].get(row, "").strip()
    if source and not source.startswith("data:"):
        return source
    attrs = page.sources[row].attrs if row in page.sources else {}
    late = (attrs.get(name, "").split() for name in _LATE)
    return next((words[0].rstrip(",") for words in late if words), "")


def _amid(found: Longs, runs: Longs, texts: Bools) -> Bools:
    """Whether the text before and the text after some rows are both kept."""
    if not len(runs):
        return np.zeros(len(found), np.bool_)
    place = np.searchsorted(runs, found)
    between = (place > 0) & (place < len(runs))
    after = np.minimum(place, len(runs) - 1)
    return between & texts[runs[place - 1]] & texts[runs[after]]


def _is_furniture(rows: Rows, row: int, where: str) -> bool:
    """Whether an image is there to count visits or to keep a distance, not to be seen."""
    style = rows.styles[rows.style[row]]
    sizes = list(map(_pixels, style[4:6]))
    is_icon = bool(sizes) and max(sizes) <= _ICON and not rows.attrs["alt"].get(row, "").strip()
    return is_icon or min(sizes, default=_ICON) <= _THIN or bool(_SPACER.search(where))


def _pixels(side: str | None) -> int:
    """How long the side of an image is, a lot if nothing tells."""
    size = (side or "").strip().removesuffix("px")
    return int(size) if size.isdecimal() and len(size) < 5 else 9_999
