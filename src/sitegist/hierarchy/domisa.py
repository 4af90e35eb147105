"""DOMISA (paper 001): a page's information hierarchy, in three phases."""

from __future__ import annotations

import numpy as np

from sitegist.errors import NotHtml
from sitegist.hierarchy.adsorption import Order, adsorb
from sitegist.hierarchy.compaction import compact
from sitegist.hierarchy.knowledge import Knowledge
from sitegist.hierarchy.levels import Hierarchy
from sitegist.hierarchy.scales import scales_of_page
from sitegist.hierarchy.space import InformationTree, build_tree
from sitegist.page import Page, read
from sitegist.page.rows import Longs
from sitegist.page.sniff import HTML

DEFAULT_ORDER: Order = "bottom-up"


def tree(
    html: str | bytes | Page,
    url: str | None = None,
    content_type: str | None = None,
    *,
    known: Knowledge | None = None,
    order: Order = DEFAULT_ORDER,
    distinct: bool = False,
) -> Hierarchy:
    """The information hierarchy of a page: as far as is known with its site, else by itself.

    ``distinct`` counts a term of a node once, however often it stands there.

    >>> hierarchy = tree('''<ul><li><a href="/">Home</a><li><a href="/news">All the news</a></ul>
    ... <div><h1>Harbour opens</h1><p>The harbour is open.<p>After four years of work.</div>''')
    >>> for clusters in hierarchy:
    ...     print([cluster.headline for cluster in clusters])
    ['Home', 'All the news', 'Harbour opens', 'The harbour is open.', 'After four years of work.']
    ['Home · All the news', 'Harbour opens']
    ['Harbour opens']
    """
    page = html if isinstance(html, Page) else read(html, url, content_type)
    if page.media_type != HTML:
        raise NotHtml(page.media_type)
    scales = known.scales(page) if known else scales_of_page(page)
    space = build_tree(page, scales, distinct)
    steps = adsorb(space, order)
    ends = compact(steps.diversity, _conflicts(space, steps.node))
    return Hierarchy(space, scales.origin, order, steps, ends)


def _conflicts(space: InformationTree, steps: Longs) -> Longs:
    """For each step the last step before it that is inside its subtree, -1 if there is none."""
    place = np.full(len(space), -1)
    place[steps] = np.arange(len(steps))
    within = np.full(len(space), -1)
    np.maximum.at(within, space.parent[1:], space.largest_within(place)[1:])
    return within[steps]
