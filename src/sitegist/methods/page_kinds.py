"""Ours: which pages of a site are tables of contents, which are articles, and which neither.

No address is looked at. A table of contents links to pages that few others link to, and has few
words of its own for that. Pages of one template are of one kind, so what is found of each is
pooled over its template; the cut between the two kinds is where the site's pages fall apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.methods.cuts import best_cut
from sitegist.methods.own_words import OwnWords, PageWords, few, own_words
from sitegist.page import Page
from sitegist.page.rows import Longs
from sitegist.page.segmenters import leaves
from sitegist.site.fingerprints import fingerprints
from sitegist.site.links import LinkGraph, Outlinks, find_outlinks, link_graph
from sitegist.site.site import Site
from sitegist.site.structure import (
    ArticlePage,
    Evidence,
    InformativeLink,
    OtherPage,
    Structure,
    TocPage,
)
from sitegist.site.table import Keys

Values = NDArray[np.float64]

# How much of a page's sign is the mean of its shape, and then of its cluster.
_OF_SHAPE, _OF_CLUSTER = 0.6, 0.4
# A template whose pages fall into classes so far apart, and so large, makes pages of two kinds.
_APART, _CLASS, _PAGES = 0.8, 0.05, 10
# The cut between the kinds: 90 words of its own for a link at most, and never more links than 2.7
# for a word; a site may have pages of one kind only.
_LOWEST, _HIGHEST = -4.5, 1.0
# An article has so many words in blocks that few pages show.
_FEWEST_WORDS = 20


class PageView(NamedTuple):
    """What is looked at on a page."""

    outlinks: Outlinks
    blocks: Keys
    """Fingerprints of its leaves."""
    plain_words: Longs
    """Words of each leaf outside links."""
    linked_words: Longs
    """Words of each leaf in links."""


class Signs(NamedTuple):
    """What speaks for each page of a site, in the order of the URLs."""

    listed: Longs
    """Pages that it links to, and few pages do."""
    words: OwnWords
    links: Longs
    """Pages that it links to."""

    @property
    def alone(self) -> Values:
        """How much a page looks like a table of contents: the logarithm of links over words."""
        ratio = np.log1p(self.listed) - np.log1p(self.words.own)
        return np.asarray(np.round(ratio, 9), np.float64)


def view_page(page: Page, languages: Mapping[str, str]) -> PageView:
    """Look at one page."""
    blocks = leaves(page)
    plain = np.where(blocks.is_title, 0, blocks.words - blocks.linked_words)
    linked = blocks.linked_words
    return PageView(find_outlinks(page, blocks, languages), fingerprints(blocks), plain, linked)


def view_site(site: Site) -> Iterator[PageView]:
    """Look at all pages of a site, in the order of their URLs."""
    return (view_page(site.page(entry.url), site.languages) for entry in site.entries)


def find_structure(
    site: Site, views: Iterable[PageView] | None = None
) -> tuple[Structure, LinkGraph]:
    """The structure of a site, and its link graph; ``views`` are of its pages, in their order."""
    seen = list(view_site(site) if views is None else views)
    graph = find_graph(site, seen)
    return _structure(graph, find_signs(site, seen, graph), site), graph


def find_graph(site: Site, views: Iterable[PageView] | None = None) -> LinkGraph:
    """The links between the pages of a site."""
    outlinks = (view.outlinks for view in (view_site(site) if views is None else views))
    return link_graph([entry.url for entry in site.entries], outlinks, site.aliases, site.entropy())


def find_signs(site: Site, views: Sequence[PageView], graph: LinkGraph) -> Signs:
    """What speaks for each page being a table of contents."""
    blocks = site.sums_of().blocks
    shown = [PageWords(v.blocks, v.plain_words, blocks.find(v.blocks)[:, 0]) for v in views]
    words = own_words(shown, graph, [entry.shape for entry in site.entries])
    pairs = graph.matrix(np.ones(len(graph))).tocoo()
    count = len(graph.urls)
    listed = np.bincount(pairs.row[_rarely_linked(graph)[pairs.col]], minlength=count)
    return Signs(listed, words, np.bincount(pairs.row, minlength=count))


def _rarely_linked(graph: LinkGraph) -> NDArray[np.bool_]:
    """The pages that few pages link to."""
    count = len(graph.urls)
    linked_from = np.bincount(graph.matrix(np.ones(len(graph))).indices, minlength=count)
    return np.asarray(linked_from <= few(count))


def pooled(values: Values, groups: Longs, share: float) -> Values:
    """Values drawn towards the mean of their group, or of the class of it that they fall into.

    >>> pooled(np.array([0.0, 1.0, 4.0]), np.array([1, 1, 2]), 0.5)
    array([0.25, 0.75, 4.  ])
    """
    _, place = np.unique(groups, return_inverse=True)
    part = 2 * place
    for group in np.flatnonzero(np.bincount(place) >= _PAGES).tolist():
        members = place == group
        cut = best_cut(values[members])
        if cut is not None and cut.explained > _APART and cut.smaller >= _CLASS:
            part[members & (values > cut.at)] += 1
    sums, sizes = np.bincount(part, values), np.bincount(part)
    mean = sums / np.maximum(sizes, 1)
    return np.asarray(np.round((1 - share) * values + share * mean[part], 9), np.float64)


def _hubs(signs: Signs, site: Site) -> tuple[Values, Values]:
    """From 0 to 1, how much each page is a table of contents: by itself, and as one of many."""
    shapes = np.array([entry.shape for entry in site.entries], np.int64)
    clusters = np.array([site.clusters.of_key[entry.shape] for entry in site.entries], np.int64)
    alone = signs.alone
    value = pooled(pooled(alone, shapes, _OF_SHAPE), clusters, _OF_CLUSTER)
    found = best_cut(value)
    cut = 0.0 if found is None else min(max(found.at, _LOWEST), _HIGHEST)
    return _logistic(alone - cut), _logistic(value - cut)


def _logistic(values: Values) -> Values:
    return np.asarray(np.round(1 / (1 + np.exp(-values)), 12), np.float64)


def _structure(graph: LinkGraph, signs: Signs, site: Site) -> Structure:
    alone, hub = _hubs(signs, site)
    is_toc = (hub >= 0.5) & (signs.links > 0)
    is_article = ~is_toc & (signs.words.said >= _FEWEST_WORDS)
    is_rare = _rarely_linked(graph)[graph.target]
    chosen = np.flatnonzero(is_toc[graph.source] & is_article[graph.target] & is_rare)
    ranked = np.argsort(-hub, kind="stable")
    tocs, articles = ranked[is_toc[ranked]], ranked[::-1][is_article[ranked[::-1]]]
    others = np.flatnonzero(~is_toc & ~is_article)
    best, led = _leads(graph, chosen, hub)
    certain = np.abs(hub - 0.5) * 2
    empty = 1 - np.minimum(signs.words.said / _FEWEST_WORDS, 1)
    urls = graph.urls
    toc_numbers = zip(
        *(part[tocs].tolist() for part in (hub, _authority(graph, hub), led, certain))
    )
    words = signs.words
    evidence = (part.tolist() for part in (signs.listed, words.own, words.said, alone, hub))
    return Structure(
        tuple(TocPage(urls[page], *numbers) for page, numbers in zip(tocs.tolist(), toc_numbers)),
        tuple(
            ArticlePage(
                urls[page], urls[best[page]] if page in best else None, float(certain[page])
            )
            for page in articles.tolist()
        ),
        tuple(OtherPage(urls[page], float(empty[page])) for page in others.tolist()),
        tuple(_links(graph, chosen)),
        dict(zip(urls, map(Evidence, *evidence))),
    )


def _authority(graph: LinkGraph, hub: Values) -> Values:
    """How much links from tables of contents lead to each page, over the largest."""
    led = np.bincount(graph.target, hub[graph.source], len(graph.urls))
    return np.asarray(led / max(float(led.max(initial=0.0)), 1.0), np.float64)


def _links(graph: LinkGraph, chosen: Longs) -> Iterator[InformativeLink]:
    for link in chosen.tolist():
        yield InformativeLink(
            graph.urls[graph.source[link]],
            graph.urls[graph.target[link]],
            graph.anchor[link],
            float(graph.entropy[link]),
            int(graph.block[link]),
        )


def _leads(graph: LinkGraph, chosen: Longs, hub: Values) -> tuple[dict[int, int], Longs]:
    """The best table of contents that leads to each article, and how many each leads to."""
    pairs = np.unique(np.stack([graph.source[chosen], graph.target[chosen]]), axis=1)
    best: dict[int, int] = {}
    for source, target in pairs.T.tolist():
        if target not in best or hub[source] > hub[best[target]]:
            best[target] = source
    return best, np.bincount(pairs[0], minlength=len(graph.urls))
