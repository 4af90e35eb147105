"""Ours: which pages of a site are tables of contents, which are articles, and which neither.

No address is looked at. A page's own words are those in blocks that stand on no other page, less
those in links; a table of contents has few of them for the links to other pages that it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Page
from sitegist.page.rows import Longs
from sitegist.page.segmenters import leaves
from sitegist.site.fingerprints import fingerprints
from sitegist.site.links import LinkGraph, Outlinks, find_outlinks, link_graph
from sitegist.site.site import Site
from sitegist.site.structure import (
    ArticlePage,
    InformativeLink,
    OtherPage,
    Structure,
    TocPage,
)
from sitegist.site.table import Keys

# A place of a page is informative if its links lead to pages that fewer pages link to than this.
_RARELY_LINKED = 0.1
_FEWEST_OWN_WORDS = 20


class PageView(NamedTuple):
    """What is looked at on a page."""

    outlinks: Outlinks
    blocks: Keys
    """Fingerprints of its leaves."""
    plain_words: Longs
    """Words of each leaf outside links."""
    linked_words: Longs
    """Words of each leaf in links."""


def view_page(page: Page, languages: Mapping[str, str]) -> PageView:
    """Look at one page."""
    blocks = leaves(page)
    plain = np.where(blocks.is_title, 0, blocks.words - blocks.linked_words)
    linked = blocks.linked_words
    return PageView(find_outlinks(page, blocks, languages), fingerprints(blocks), plain, linked)


def find_structure(
    site: Site, views: Iterable[PageView] | None = None
) -> tuple[Structure, LinkGraph]:
    """The structure of a site, and its link graph; ``views`` are of its pages, in their order."""
    seen = list(view_site(site) if views is None else views)
    graph = find_graph(site, seen)
    urls = graph.urls
    own = np.array([own_words(site, view) for view in seen], np.float64)
    linked_from = np.bincount(graph.matrix(np.ones(len(graph))).indices, minlength=len(urls))
    is_rare = linked_from[graph.target] <= np.maximum(2, _RARELY_LINKED * len(urls))
    listed = np.diff(graph.matrix(np.where(is_rare, 1.0, 0.0)).tocsr().indptr)
    hub = listed / (listed + own + 1.0)
    is_toc = hub > 0.5
    return _structure(graph, own, hub, is_toc, is_rare), graph


def find_graph(site: Site, views: Iterable[PageView] | None = None) -> LinkGraph:
    """The links between the pages of a site."""
    outlinks = (view.outlinks for view in (view_site(site) if views is None else views))
    return link_graph([entry.url for entry in site.entries], outlinks, site.aliases, site.entropy())


def view_site(site: Site) -> Iterator[PageView]:
    """Look at all pages of a site, in the order of their URLs."""
    return (view_page(site.page(entry.url), site.languages) for entry in site.entries)


def own_words(site: Site, view: PageView) -> int:
    """The words of a page outside links, in blocks that stand on no other page."""
    pages = site.sums_of().blocks.find(view.blocks)[:, 0]
    return int(view.plain_words[pages <= 1].sum())


def _structure(
    graph: LinkGraph,
    own: NDArray[np.float64],
    hub: NDArray[np.float64],
    is_toc: NDArray[np.bool_],
    is_rare: NDArray[np.bool_],
) -> Structure:
    is_article = ~is_toc & (own >= _FEWEST_OWN_WORDS)
    chosen = np.flatnonzero(is_toc[graph.source] & is_article[graph.target] & is_rare)
    led = np.bincount(graph.target, hub[graph.source], len(graph.urls))
    authority = led / max(float(led.max(initial=0.0)), 1.0)
    articles = [set[int]() for _ in graph.urls]
    best: dict[int, int] = {}
    for source, target in zip(graph.source[chosen].tolist(), graph.target[chosen].tolist()):
        articles[source].add(target)
        if target not in best or hub[source] > hub[best[target]]:
            best[target] = source
    order = np.argsort(-hub, kind="stable")
    certain = np.abs(hub - 0.5) * 2
    return Structure(
        tuple(
            TocPage(
                graph.urls[page],
                float(hub[page]),
                float(authority[page]),
                len(articles[page]),
                float(certain[page]),
            )
            for page in order[is_toc[order]].tolist()
        ),
        tuple(
            ArticlePage(
                graph.urls[page],
                graph.urls[best[page]] if page in best else None,
                float(certain[page]),
            )
            for page in order[::-1][is_article[order[::-1]]].tolist()
        ),
        tuple(
            OtherPage(graph.urls[page], float(1 - certain[page]))
            for page in np.flatnonzero(~is_toc & ~is_article).tolist()
        ),
        tuple(
            InformativeLink(
                graph.urls[graph.source[link]],
                graph.urls[graph.target[link]],
                graph.anchor[link],
                float(graph.entropy[link]),
                int(graph.block[link]),
            )
            for link in chosen.tolist()
        ),
        dict(zip(graph.urls, hub.tolist())),
    )
