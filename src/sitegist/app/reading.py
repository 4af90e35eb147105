"""A page for small screens: its hierarchy as short lists of parts that open, down to the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from sitegist.app.readerhtml import Link, rows_as_html
from sitegist.app.screens import HEIGHT, depths, screens, text_height
from sitegist.hierarchy import Cluster, Hierarchy
from sitegist.mined import Mined, MinedPage
from sitegist.page import Page
from sitegist.page.rows import LINKED, Longs

# A list has so many parts at most, if the hierarchy has a level that is so short.
_FEW = 9
# Parts lie in parts at most so deep; what is deeper is shown as text.
_DEEPEST = 12
# Whatever is no longer is shown as text, of mere links as well, and without a fold of its own.
_ONE_LOOK = 0.8 * HEIGHT
_NO_FOLD = 72
# With fewer of its words in links, a part is text.
_LINKED = 1 / 3
# What a folded part takes on the screen beside its headline, and how wide that is.
_FOLDED = 46
_HEADLINE = 296
_TWO_LINES = 48
# What stands above the first part.
_ABOVE = 220
# The main content is where so much of the informative text is.
_MOST = 0.5


# Hebrew, Arabic, and what is between and beside them.
_LEFTWARD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(frozen=True, eq=False)
class Part:
    """A part of the page: more parts, or text."""

    key: str
    """What it is called in addresses."""
    first: int
    """Its rows, up to the last."""
    last: int
    headline: str
    words: int
    links: int
    authority: float
    hub: float | None
    kept: float
    """The share of the page's informative text that is in it."""
    parts: tuple[Part, ...] = ()
    is_folded: bool = True

    @property
    def direction(self) -> str:
        """In which its headline is written."""
        return direction(self.headline)

    def as_dict(self) -> dict[str, Any]:
        """What is known of it, without the parts within."""
        return {
            "key": self.key,
            "headline": self.headline,
            "words": self.words,
            "links": self.links,
            "a": round(self.authority, 6),
            "h": None if self.hub is None else round(self.hub, 6),
            "kept": round(self.kept, 6),
            "folded": self.is_folded,
        }


def direction(text: str) -> str:
    """``rtl`` if most letters of a text are written from right to left, else ``ltr``.

    >>> direction("AI: مقالات وأخبار"), direction("مقالات of the year 2021")
    ('rtl', 'ltr')
    """
    leftward = len(_LEFTWARD.findall(text))
    return "rtl" if 2 * leftward > sum(map(str.isalpha, text)) else "ltr"


class Way(NamedTuple):
    """How far it is to the main content, from the top of a page."""

    taps: int
    screens: float
    """How many screens of the reader are above it once these taps are done."""
    screens_before: float
    """How many screens of the original are above it."""


@dataclass(frozen=True, eq=False)
class Reading:
    """A page as the reader shows it."""

    mined: MinedPage
    link: Link
    parts: tuple[Part, ...]
    kept: Longs = field(repr=False)
    """How many informative characters stand before each row."""

    @property
    def page(self) -> Page:
        """The page itself."""
        return self.mined.page

    @cached_property
    def depths(self) -> Longs:
        """How far below the top of the original each row begins, in pixels of a phone."""
        return depths(self.page)

    @property
    def screens(self) -> float:
        """How long the original is on a phone."""
        return screens(int(self.depths[-1]))

    def html(self, part: Part) -> str:
        """The text of a part, safe to show."""
        return rows_as_html(self.page, part.first, part.last, self.link)

    def direction(self, part: Part) -> str:
        """In which the text of a part is written."""
        return direction(self.text(part))

    def text(self, part: Part) -> str:
        """All that a part shows."""
        start = self.page.rows.start
        return self.page.text[start[part.first] : start[part.last]].strip()

    def find(self, key: str) -> list[Part]:
        """The part of that name and those around it, the largest first; none if there is none."""

        def within(parts: Sequence[Part]) -> list[Part]:
            for part in parts:
                if part.key == key:
                    return [part]
                below = within(part.parts)
                if below:
                    return [part, *below]
            return []

        return within(self.parts)

    @cached_property
    def main(self) -> list[Part]:
        """The way to the part that has most of the informative text, the largest first."""
        found: list[Part] = []
        parts = self.parts
        while parts:
            best = max(parts, key=lambda part: part.kept)
            if best.kept < _MOST:
                break
            found.append(best)
            parts = best.parts
        return found

    @cached_property
    def way(self) -> Way | None:
        """How far it is to the main content; ``None`` if no part has most of it."""
        if not self.main:
            return None
        above, parts = _ABOVE, self.parts
        for best in self.main:
            above += sum(self._height(part) for part in parts[: parts.index(best)])
            above += self._height(best) if best.is_folded else 0
            parts = best.parts
        # where its first informative word stands
        row = int(np.searchsorted(self.kept, self.kept[self.main[-1].first], "right")) - 1
        above += int(self.depths[row] - self.depths[self.main[-1].first]) if not parts else 0
        first = int(np.searchsorted(self.kept, 0, "right")) - 1
        return Way(
            sum(part.is_folded for part in self.main),
            round(screens(above), 3),
            round(screens(int(self.depths[first])), 3),
        )

    def _height(self, part: Part) -> int:
        """A part as long as it is folded; whatever has no fold in full."""
        if part.is_folded:
            return min(text_height(part.headline, _HEADLINE), _TWO_LINES) + _FOLDED
        return int(self.depths[part.last] - self.depths[part.first]) + 16


def read_page(site: Mined, url: str, link: Link) -> Reading:
    """A page of a mined site, for the reader; a ``KeyError`` if the site has none of that URL."""
    mined = site[url]
    kept = _kept(site, mined)
    top = mined.hierarchy.top
    if top is None:
        return Reading(mined, link, (), kept)
    builder = _Builder(mined.hierarchy, kept, depths(mined.page))
    return Reading(mined, link, builder.inside(top, 0), kept)


def _kept(site: Mined, mined: MinedPage) -> Longs:
    """How many informative characters stand before each row.

    They are those of the extraction; of a page without any, those of its links to articles.
    """
    page = mined.page
    ranges = mined.extraction.ranges
    if not ranges:
        listed = {link.target for link in site.structure.links if link.source == mined.url}
        start, end = page.rows.start, page.rows.end
        ranges = [
            (int(start[found.row]), int(start[end[found.row]]))
            for found in page.links
            if found.url in listed
        ]
    letters = np.zeros(len(page.text) + 1, np.int64)
    for first, last in ranges:
        letters[first + 1 : last + 1] = 1
    before: Longs = np.cumsum(letters)[page.rows.start]
    return before


class _Builder:
    """Chooses what stands in the list of a cluster, and what is text."""

    def __init__(self, hierarchy: Hierarchy, kept: Longs, depths: Longs) -> None:
        self.hierarchy = hierarchy
        self.tree = hierarchy.tree
        self.kept = kept
        self.depths = depths
        self.levels = [hierarchy.at(level) for level in range(len(hierarchy))]

    def inside(self, cluster: Cluster, depth: int) -> tuple[Part, ...]:
        """The parts of a cluster: its finest configuration that is short."""
        node, end = cluster.node, int(self.tree.end[cluster.node])
        nodes = np.array([node])
        for level in reversed(range(cluster.level)):
            finer = self.levels[level]
            finer = finer[slice(*np.searchsorted(finer, (node, end)))]
            if len(finer) > _FEW and len(nodes) > 1:
                break
            nodes = finer
        return tuple(
            self._part(Cluster(self.hierarchy, int(group[0])), depth)
            if len(group) == 1
            else self._text(group)
            for group in self._groups(nodes)
        )

    def _groups(self, nodes: Longs) -> list[Longs]:
        """Elements that stand next to each other in one cluster are one piece of text."""
        is_leaf, around = self.tree.is_leaf[nodes], self.tree.parent[nodes]
        joined = is_leaf[1:] & is_leaf[:-1] & (around[1:] == around[:-1])
        return np.split(nodes, np.flatnonzero(~joined) + 1)

    def _part(self, cluster: Cluster, depth: int) -> Part:
        part = self._text(np.array([cluster.node]))
        if self._is_text(cluster, part) or depth >= _DEEPEST:
            return part
        within = self.inside(cluster, depth + 1)
        if len(within) == 1:
            return part
        return replace(part, parts=within, is_folded=True)

    def _is_text(self, cluster: Cluster, part: Part) -> bool:
        """Whether a cluster is to be read, and not to be chosen from."""
        children = self.tree.parent[cluster.node + 1 : int(self.tree.end[cluster.node])]
        if not len(children) or (children == cluster.node).all():
            return True
        if self.depths[part.last] - self.depths[part.first] <= _ONE_LOOK:
            return True
        return self._linked_words(part) < _LINKED * max(part.words, 1)

    def _linked_words(self, part: Part) -> int:
        rows = self.hierarchy.page.rows
        runs = slice(*np.searchsorted(rows.runs, (part.first, part.last)))
        linked = rows.flagged(LINKED)[rows.runs[runs]]
        return int(self.hierarchy.page.words[runs][linked].sum())

    def _text(self, nodes: Longs) -> Part:
        """Some nodes that stand next to each other, as one text."""
        clusters = [Cluster(self.hierarchy, int(node)) for node in nodes]
        rows = self.hierarchy.page.rows
        first, last = clusters[0].row, int(rows.end[clusters[-1].row])
        words = sum(cluster.words for cluster in clusters)
        known = [cluster.hub for cluster in clusters if cluster.hub is not None]
        share = np.array([cluster.words or 1 for cluster in clusters], np.float64)
        said = np.array([cluster.authority for cluster in clusters])
        everything = max(int(self.kept[-1]), 1)
        return Part(
            key=str(clusters[0].node),
            first=first,
            last=last,
            headline=next(filter(None, (cluster.headline for cluster in clusters)), ""),
            words=words,
            links=sum(cluster.links for cluster in clusters),
            authority=float(said @ share / share.sum()),
            hub=sum(known) / len(known) if known else None,
            kept=float((self.kept[last] - self.kept[first]) / everything),
            is_folded=bool(self.depths[last] - self.depths[first] > _NO_FOLD),
        )
