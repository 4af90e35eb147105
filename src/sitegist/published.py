"""The pipeline of paper 003 as published: from the pages of a site to its informative structure.

LAMIS ranks the pages, and the first N are tables of contents (section 4.2). InfoDiscoverer finds
what is informative in these; the pages that the links there lead to are articles, and in each
cluster of them InfoDiscoverer finds what is informative again (section 4.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.methods import Method, create
from sitegist.methods.cuts import best_cut
from sitegist.methods.lamis import Ranked, ranking
from sitegist.methods.page_kinds import find_graph, informative_links, leads
from sitegist.page import Page
from sitegist.page.rows import Bools, Longs
from sitegist.site.links import LinkGraph
from sitegist.site.site import Site
from sitegist.site.structure import ARTICLE, TOC, ArticlePage, OtherPage, Structure, TocPage

RANKING = "lamis-ln-cb-hr-tw"
"""The best of table 4."""
METHOD = "info-discoverer-classes"
"""InfoDiscoverer with the settings for pages without tables; ``info-discoverer`` is the papers'."""


@dataclass(frozen=True)
class Published:
    """What the pipeline finds on a site."""

    structure: Structure
    graph: LinkGraph
    toc_method: Method
    """InfoDiscoverer, fitted on the tables of contents."""
    article_method: Method
    """InfoDiscoverer, fitted on the articles, cluster by cluster."""

    def extract(self, page: Page) -> Extraction | None:
        """What is informative on a page of the site; ``None`` for one that is of neither set."""
        kind = self.structure.kind_of(page.url or "")
        chosen = {TOC: self.toc_method, ARTICLE: self.article_method}
        return chosen[kind].extract(page) if kind in chosen else None


def discover(
    site: Site,
    graph: LinkGraph | None = None,
    *,
    most: int | None = None,
    rank_by: str = RANKING,
    iterations: int | None = None,
    method: str = METHOD,
) -> Published:
    """Tables of contents, articles, and what is informative on both.

    ``most`` is the paper's N; without it the ranking is cut where its values fall into two
    classes. ``rank_by`` is one of `sitegist.methods.lamis.RANKINGS`, ``method`` a name of
    InfoDiscoverer, and ``iterations`` as in `sitegist.methods.lamis.lamis`.
    """
    if most is not None and most < 1:
        raise OptionError(f"no structure has {most} tables of contents")
    links = find_graph(site) if graph is None else graph
    ranked = ranking(links, rank_by, iterations)
    first = _first(ranked, most)
    toc_method = create(method).fit(site.only(links.urls[page] for page in first.tolist()))
    is_informative = _in_informative_blocks(site, links, first, toc_method)
    is_toc = np.isin(np.arange(len(links.urls)), first)
    chosen = np.flatnonzero(is_informative & ~is_toc[links.target])
    structure = _structure(links, ranked, first, chosen)
    article_method = create(method).fit(site.only(page.url for page in structure.articles))
    return Published(structure, links, toc_method, article_method)


def _first(ranked: Ranked, most: int | None) -> Longs:
    """The pages that are tables of contents, the best first, ties by URL."""
    score = np.round(ranked.score, 9)
    order = np.argsort(-score, kind="stable")
    if most is not None:
        return order[:most]
    cut = best_cut(score)
    return order[score[order] > cut.at] if cut is not None else order[:0]


def _in_informative_blocks(site: Site, graph: LinkGraph, first: Longs, method: Method) -> Bools:
    """Whether each link stands in a block of a table of contents that the method keeps."""
    found = np.zeros(len(graph), np.bool_)
    for number in first.tolist():
        page = site.page(graph.urls[number])
        extraction = method.extract(page)
        kept = np.append(extraction.kept, False)  # -1, no block, is the last
        links = graph.of_page(number)
        found[links] = kept[extraction.blocks.of_links[graph.order[links]]]
    return found


def _structure(graph: LinkGraph, ranked: Ranked, first: Longs, chosen: Longs) -> Structure:
    """Pages by kind; hub and authority are those of the ranking."""
    best, led = leads(graph, chosen, ranked.score)
    largest = max(float(ranked.authority.max(initial=0.0)), 1e-12)
    articles = sorted(best, key=lambda page: (-round(float(ranked.authority[page]), 9), page))
    named = set(first.tolist()) | set(best)
    return Structure(
        tuple(_toc_pages(graph, ranked, first, led)),
        tuple(
            ArticlePage(
                graph.urls[page], graph.urls[best[page]], float(ranked.authority[page]) / largest
            )
            for page in articles
        ),
        tuple(OtherPage(url, 1.0) for n, url in enumerate(graph.urls) if n not in named),
        tuple(informative_links(graph, chosen)),
    )


def _toc_pages(graph: LinkGraph, ranked: Ranked, first: Longs, led: Longs) -> Iterator[TocPage]:
    """As they were ranked; how sure each is tells its score over the greatest."""
    greatest = max(float(ranked.score.max(initial=0.0)), 1e-12)
    for page in first.tolist():
        hub, authority = float(ranked.hub[page]), float(ranked.authority[page])
        sure = min(max(float(ranked.score[page]) / greatest, 0.0), 1.0)
        yield TocPage(graph.urls[page], hub, authority, int(led[page]), sure)
