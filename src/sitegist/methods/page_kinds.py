"""Ours: which pages of a site are tables of contents, which are articles, and which neither.

No address is looked at. A table of contents links to pages that few others link to, and says
little of its own about each. Pages of one template are of one kind, so what is found of each is
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
from sitegist.page.rows import Bools, Longs
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

# A template makes pages of two kinds only if it has so many, and the smaller class such a share.
_PAGES, _CLASS = 10, 0.05


class Settings(NamedTuple):
    """What was chosen on real sites; ``make results`` leaves each of them out in turn."""

    of_shape: float = 0.6
    """How much of a page's sign is the mean of its shape."""
    of_cluster: float = 0.4
    """How much of what comes out is the mean of its cluster."""
    apart: float = 0.7
    """A template makes pages of two kinds as far as two classes explain more than this."""
    lowest: float = -4.0
    """No cut is below: 54 words for a link. A site may have pages of one kind only."""
    lowest_apart: float = -3.0
    """The same where no page that is listed is among those of the site that are known."""
    highest: float = -0.5
    """A page above is a table of contents, with a link for every other word, however far above."""
    fewest_words: int = 10
    """An article has so many words in blocks that few pages show."""
    beyond: int = 2
    """Of the pages that a page lists and that are not known, at most so many count."""


SETTINGS = Settings()
# A link whose anchor has more entropy stands on nearly all pages: it is navigation (003, 3.1).
_EVERYWHERE = 0.9


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
    beyond: Longs
    """The same of addresses of the site that are none of its known pages: what a sample lacks."""
    words: OwnWords
    links: Longs
    """Addresses of the site that it links to."""
    listing: Longs
    """Links in blocks that few pages show, wherever they lead."""

    def counted(self, settings: Settings) -> Longs:
        """Pages that count as listed; where links lead that nobody has followed is not known."""
        return np.asarray(self.listed + np.minimum(self.beyond, settings.beyond), np.int64)

    def alone(self, settings: Settings) -> Values:
        """How much a page looks like a table of contents: the logarithm of links over words.

        Of its own words those that stand together: an index says a little of each page that it
        lists, an article says all at once.
        """
        ratio = np.log1p(self.counted(settings)) - np.log1p(self.words.stretch)
        return np.asarray(np.round(ratio, 9), np.float64)

    def lowest_cut(self, settings: Settings) -> float:
        """Between two limits, by the share of what is listed that is known."""
        known, unknown = int(self.listed.sum()), int(self.beyond.sum())
        share = known / (known + unknown) if known + unknown else 1.0
        return share * settings.lowest + (1 - share) * settings.lowest_apart


class Templates(NamedTuple):
    """What made each page of a site, in the order of the URLs."""

    shapes: Longs
    clusters: Longs

    @classmethod
    def of(cls, site: Site) -> Templates:
        """Of the pages of a site."""
        shapes = [entry.shape for entry in site.entries]
        of_key = site.clusters.of_key
        return cls(np.array(shapes, np.int64), np.array([of_key[s] for s in shapes], np.int64))


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
    wide = find_graph(site, seen, beyond=True)
    graph = wide.within(len(site))
    return decide(graph, find_signs(site, seen, wide), Templates.of(site)), graph


def find_graph(
    site: Site, views: Iterable[PageView] | None = None, beyond: bool = False
) -> LinkGraph:
    """The links between the pages of a site; ``beyond`` as for `link_graph`."""
    outlinks = (view.outlinks for view in (view_site(site) if views is None else views))
    urls = [entry.url for entry in site.entries]
    return link_graph(urls, outlinks, site.aliases, site.entropy(), beyond)


def find_signs(site: Site, views: Sequence[PageView], graph: LinkGraph) -> Signs:
    """What speaks for each page being a table of contents; ``graph`` goes beyond the site."""
    blocks = site.sums_of().blocks
    is_rare = rarely_linked(graph, len(views))[graph.target]
    telling = graph.only(is_rare & (graph.entropy <= _EVERYWHERE))
    leading = _leading(telling, [len(view.blocks) for view in views])
    shown = [
        PageWords(view.blocks, view.plain_words, blocks.find(view.blocks)[:, 0], leads)
        for view, leads in zip(views, leading)
    ]
    count = len(views)
    words = own_words(shown, graph.within(count), [entry.shape for entry in site.entries])
    listing = [_rare_links(*seen, count) for seen in zip(views, shown)]
    listed, links = _linked(telling.within(count)), _linked(graph)[:count]
    beyond = _linked(telling)[:count] - listed
    return Signs(listed, beyond, words, links, np.array(listing, np.int64))


def _linked(graph: LinkGraph) -> Longs:
    """To how many other nodes each node links."""
    return np.asarray(np.diff(graph.adjacency.indptr), np.int64)


def _leading(graph: LinkGraph, sizes: Sequence[int]) -> list[Bools]:
    """Which blocks of each page have links."""
    bounds = np.cumsum([0, *sizes])
    chosen = graph.block >= 0
    leads = np.zeros(int(bounds[-1]), np.bool_)
    leads[bounds[graph.source[chosen]] + graph.block[chosen]] = True
    return np.split(leads, bounds[1:-1])


def _rare_links(view: PageView, words: PageWords, pages: int) -> int:
    """How many links of a page stand in blocks that few pages show."""
    blocks = view.outlinks.blocks
    return int((words.pages[blocks[blocks >= 0]] <= few(pages)).sum())


def rarely_linked(graph: LinkGraph, pages: int) -> NDArray[np.bool_]:
    """The nodes that few of so many pages link to."""
    linked_from = np.bincount(graph.adjacency.indices, minlength=len(graph.urls))
    return np.asarray(linked_from <= few(pages))


def pooled(values: Values, groups: Longs, share: float, apart: float) -> Values:
    """Values drawn towards the mean of their group, or of the class of it that they fall into.

    The classes count by how much of the group's variance they explain: not at all up to ``apart``,
    wholly if they explain it all.

    >>> pooled(np.array([0.0, 1.0, 4.0]), np.array([1, 1, 2]), 0.5, 0.7)
    array([0.25, 0.75, 4.  ])
    """
    _, place = np.unique(groups, return_inverse=True)
    is_upper = np.zeros(len(values), np.int64)
    distinct = np.zeros(int(place.max(initial=-1)) + 1)
    for group in np.flatnonzero(np.bincount(place) >= _PAGES).tolist():
        members = place == group
        cut = best_cut(values[members])
        if cut is not None and cut.explained > apart and cut.smaller >= _CLASS:
            distinct[group] = (cut.explained - apart) / (1 - apart)
            is_upper[members] = values[members] > cut.at
    weight = distinct[place]
    of_class, of_group = (_means(values, part) for part in (2 * place + is_upper, place))
    mean = weight * of_class + (1 - weight) * of_group
    return np.asarray(np.round((1 - share) * values + share * mean, 9), np.float64)


def _means(values: Values, groups: Longs) -> Values:
    """For each value the mean of its group."""
    sums, sizes = np.bincount(groups, values), np.bincount(groups)
    return np.asarray((sums / np.maximum(sizes, 1))[groups], np.float64)


def _hubs(signs: Signs, templates: Templates, settings: Settings) -> tuple[Values, Values]:
    """From 0 to 1, how much each page is a table of contents: by itself, and as one of many."""
    alone = signs.alone(settings)
    by_shape = pooled(alone, templates.shapes, settings.of_shape, settings.apart)
    value = pooled(by_shape, templates.clusters, settings.of_cluster, settings.apart)
    found = best_cut(np.minimum(value, settings.highest))
    cut = settings.highest if found is None else max(found.at, signs.lowest_cut(settings))
    return _logistic(alone - cut), _logistic(value - cut)


def _logistic(values: Values) -> Values:
    return np.asarray(np.round(1 / (1 + np.exp(-values)), 12), np.float64)


def decide(
    graph: LinkGraph, signs: Signs, templates: Templates, settings: Settings = SETTINGS
) -> Structure:
    """What each page is, by what speaks for it and for the pages of its template."""
    alone, hub = _hubs(signs, templates, settings)
    is_toc = (hub >= 0.5) & (signs.links > 0) & (signs.listing > 0)
    is_article = ~is_toc & (signs.words.said >= settings.fewest_words)
    is_rare = rarely_linked(graph, len(graph.urls))[graph.target]
    chosen = np.flatnonzero(is_toc[graph.source] & is_article[graph.target] & is_rare)
    ranked = np.argsort(-hub, kind="stable")
    tocs, articles = ranked[is_toc[ranked]], ranked[::-1][is_article[ranked[::-1]]]
    others = np.flatnonzero(~is_toc & ~is_article)
    best, led = leads(graph, chosen, hub)
    certain = np.abs(hub - 0.5) * 2
    empty = 1 - np.minimum(signs.words.said / settings.fewest_words, 1)
    urls = graph.urls
    toc_numbers = zip(
        *(part[tocs].tolist() for part in (hub, _authority(graph, hub), led, certain))
    )
    words = signs.words
    numbers = (signs.counted(settings), words.stretch, words.own, words.said, alone, hub)
    evidence = (part.tolist() for part in numbers)
    return Structure(
        tuple(TocPage(urls[page], *numbers) for page, numbers in zip(tocs.tolist(), toc_numbers)),
        tuple(
            ArticlePage(
                urls[page], urls[best[page]] if page in best else None, float(certain[page])
            )
            for page in articles.tolist()
        ),
        tuple(OtherPage(urls[page], float(empty[page])) for page in others.tolist()),
        tuple(informative_links(graph, chosen)),
        dict(zip(urls, map(Evidence, *evidence))),
    )


def _authority(graph: LinkGraph, hub: Values) -> Values:
    """How much links from tables of contents lead to each page, over the largest."""
    led = np.bincount(graph.target, hub[graph.source], len(graph.urls))
    return np.asarray(led / max(float(led.max(initial=0.0)), 1.0), np.float64)


def informative_links(graph: LinkGraph, chosen: Longs) -> Iterator[InformativeLink]:
    """Some links of a graph, by their numbers, as a structure tells them."""
    for link in chosen.tolist():
        yield InformativeLink(
            graph.urls[graph.source[link]],
            graph.urls[graph.target[link]],
            graph.anchor[link],
            float(graph.entropy[link]),
            int(graph.block[link]),
        )


def leads(graph: LinkGraph, chosen: Longs, hub: Values) -> tuple[dict[int, int], Longs]:
    """The best table of contents that leads to each article, and how many each leads to."""
    pairs = np.unique(np.stack([graph.source[chosen], graph.target[chosen]]), axis=1)
    best: dict[int, int] = {}
    for source, target in pairs.T.tolist():
        if target not in best or hub[source] > hub[best[target]]:
            best[target] = source
    return best, np.bincount(pairs[0], minlength=len(graph.urls))
