"""The map of a site: its pages, the links between them, and what a threshold leaves of both.

Figures 3 to 6 of paper 003: with all links a site is a mess; links whose anchors have little
entropy, or those from tables of contents to articles, show what it is made of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.app.frame import shortly
from sitegist.app.layout import EXTENT, Numbers, place
from sitegist.app.tables import read_columns
from sitegist.hierarchy.headlines import shortened
from sitegist.mined import Mined
from sitegist.page.rows import Bools, Longs
from sitegist.site.links import Resolver
from sitegist.site.structure import ARTICLE, OTHER, TOC

MOST_LINKS = 200_000
"""The least informative links beyond so many are counted and not drawn."""
# Weight of a link that leads to no article, beside 1, when pages are placed: (1 - E)^2 of this.
_ASIDE = 0.1
_TITLE = 120
# What stands behind the last of these in the titles of many pages is the name of the site.
_BETWEEN = re.compile(r"\s+[-–—|·•»:]+\s+(?=[^-–—|·•»:]*$)")
_MANY = 0.03


class MapPage(NamedTuple):
    """A page on the map."""

    url: str
    title: str
    kind: str


class Counts(NamedTuple):
    """What is kept of a site: its pages with a link that is kept, and these links."""

    pages: int
    links: int


class Listed(NamedTuple):
    """A table of contents, with the links that are kept of it."""

    number: int
    links: Longs


@dataclass(frozen=True, eq=False)
class LinkMap:
    """Pages by rank: tables of contents first, the best first. Links by entropy, falling.

    Of several links from one page to another the most informative counts.
    """

    pages: tuple[MapPage, ...]
    source: Longs
    target: Longs
    entropy: Numbers
    listed: Bools
    """Whether a link leads from a table of contents to an article, out of an informative block."""
    anchor: tuple[str, ...]

    @cached_property
    def at(self) -> NDArray[np.int64]:
        """Where each page stands."""
        weight = np.where(self.listed, 1.0, _ASIDE * (1 - self.entropy) ** 2 + 1e-3)
        return place(len(self.pages), self.source, self.target, weight)

    def kept(self, most: float, only_listed: bool = False) -> Longs:
        """The links whose entropy is at most so much, the least informative first."""
        kept = np.round(self.entropy, 4) <= most
        return np.flatnonzero(kept & self.listed if only_listed else kept)

    def counts(self, links: Longs) -> Counts:
        """What these links are, and lead from and to."""
        ends = np.concatenate([self.source[links], self.target[links]])
        return Counts(len(np.unique(ends)), len(links))

    def tables_of_contents(self, links: Longs) -> list[Listed]:
        """Every table of contents with its own among these links, the most informative first."""
        links = links[::-1]
        order = np.argsort(self.source[links], kind="stable")
        count = sum(page.kind == TOC for page in self.pages)
        bounds = np.searchsorted(self.source[links][order], np.arange(count + 1))
        return [
            Listed(page, links[order[bounds[page] : bounds[page + 1]]]) for page in range(count)
        ]

    def histogram(self, bins: int) -> list[int]:
        """The number of links by entropy, from 0 to 1."""
        found: list[int] = np.histogram(self.entropy, bins, (0.0, 1.0))[0].tolist()
        return found

    def as_dict(self, most: int = MOST_LINKS) -> dict[str, Any]:
        """Everything that it takes to draw the map with so many links, as columns."""
        drawn = slice(max(len(self.source) - most, 0), None)
        return {
            "extent": EXTENT,
            "pages": {
                "url": [page.url for page in self.pages],
                "title": [page.title for page in self.pages],
                "kind": [page.kind for page in self.pages],
                "x": self.at[:, 0].tolist(),
                "y": self.at[:, 1].tolist(),
            },
            "links": {
                "source": self.source[drawn].tolist(),
                "target": self.target[drawn].tolist(),
                "entropy": self.entropy[drawn].round(4).tolist(),
                "listed": self.listed[drawn].astype(int).tolist(),
            },
            "all_links": len(self.source),
        }


def read_map(mined: Mined, folder: Path) -> LinkMap:
    """The map of a mined site; its links are read from ``links.parquet``."""
    pages = _ranked(mined)
    number = {page.url: index for index, page in enumerate(pages)}
    urls = [entry.url for entry in mined.site.entries]
    resolve = Resolver(urls, mined.site.aliases)
    rank = np.array([number[url] for url in urls] + [-1], np.int64)  # no page is the last
    table = _read_links(folder / "links.parquet")
    target = rank[np.fromiter(map(resolve, table["target"]), np.int64, len(table["target"]))]
    source = np.fromiter((number.get(url, -1) for url in table["url"]), np.int64, len(target))
    entropy = np.array(table["entropy"], np.float64)
    listed = np.array(table["informative"], np.bool_)
    link = source * len(pages) + target
    link[(source < 0) | (target < 0) | (source == target)] = -1
    order = np.lexsort((entropy, link))
    order = order[np.searchsorted(link[order], 0) :]
    first = np.append(True, np.diff(link[order]) > 0)[: len(order)]
    begins = np.flatnonzero(first)
    is_listed = np.logical_or.reduceat(listed[order], begins) if len(order) else listed[:0]
    chosen = order[first]
    falling = np.argsort(-entropy[chosen], kind="stable")
    chosen = chosen[falling]
    anchors = tuple(table["anchor"][link] for link in chosen.tolist())
    return LinkMap(
        pages, source[chosen], target[chosen], entropy[chosen], is_listed[falling], anchors
    )


def _read_links(path: Path) -> dict[str, list[Any]]:
    """The links that lead to other pages of the site, a list for each column."""
    import pyarrow.compute as pc

    table = read_columns(path, ("url", "target", "anchor", "entropy", "informative"))
    columns: dict[str, list[Any]] = table.filter(pc.is_valid(table["entropy"])).to_pydict()
    return columns


def _ranked(mined: Mined) -> tuple[MapPage, ...]:
    """The pages of the site by kind, the best of each kind first."""
    structure = mined.structure
    of_kind = ((TOC, structure.toc), (ARTICLE, structure.articles), (OTHER, structure.other))
    ranked = [
        (page.url, kind) for kind, pages in of_kind for page in pages if page.url in mined.site
    ]
    titles = own_titles([page_title(mined, url) for url, _ in ranked])
    return tuple(MapPage(url, title, kind) for (url, kind), title in zip(ranked, titles))


def own_titles(titles: Sequence[str]) -> list[str]:
    """Titles without what many of them end with.

    >>> own_titles(["Harbour | The Lantern", "Ships | The Lantern", "About us"])
    ['Harbour', 'Ships', 'About us']
    """
    parts = [_BETWEEN.split(title, 1) for title in titles]
    ends = Counter(part[1] for part in parts if len(part) > 1)
    least = max(_MANY * len(titles), 2)
    return [
        part[0] if len(part) > 1 and part[0] and ends[part[1]] >= least else title
        for part, title in zip(parts, titles)
    ]


def page_title(mined: Mined, url: str) -> str:
    """What a page is called, in a line; its address if nothing says it."""
    title = mined.site.entry(url).metadata.get("title", {}).get("value")
    return shortened([str(title or "")], _TITLE) or shortly(url, _TITLE)
