"""Ours: the places where tables of contents list articles, told by where their links lead."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import ceil

import numpy as np

from sitegist.page import Blocks
from sitegist.page.rows import Bools, Longs
from sitegist.page.segmenters import leaves
from sitegist.site.links import Resolver
from sitegist.site.site import Site
from sitegist.site.structure import ARTICLE, TOC
from sitegist.site.stylepaths import brief_looks, path_hashes
from sitegist.site.table import Keys, Table

# So many tables of contents of each cluster are looked at.
SAMPLE = 100


def find_listings(site: Site) -> Keys:
    """Style paths of leaf blocks most of whose links lead to articles, sorted.

    Only tables of contents are looked at: on an article such a place lists related ones.
    """
    resolve = Resolver([entry.url for entry in site.entries], site.aliases)
    is_article = np.array([entry.kind == ARTICLE for entry in site.entries], np.bool_)
    counts = [Table.empty(2)]
    for url in _sample(site):
        page = site.page(url)
        numbers = np.array([resolve(link.url) for link in page.links], np.int64)
        blocks = leaves(page)
        paths = path_hashes(page.rows, brief_looks(page.rows))[blocks.root]
        leads = np.append(is_article, False)[numbers]  # -1, no page, is the last
        counts.append(Table.of(paths, links_of(blocks, leads)))
    total = Table.total(counts)
    return total.keys[2 * total.columns[:, 1] > total.columns[:, 0]]


def find_indexes(site: Site) -> frozenset[int]:
    """The clusters most of whose pages are tables of contents."""
    of_key = site.clusters.of_key
    pages = Counter(of_key[entry.shape] for entry in site.entries)
    tocs = Counter(of_key[entry.shape] for entry in site.entries if entry.kind == TOC)
    return frozenset(cluster for cluster in tocs if 2 * tocs[cluster] > pages[cluster])


def _sample(site: Site) -> Iterator[str]:
    """Some tables of contents of each cluster, from all of its addresses."""
    urls = defaultdict(list)
    for entry in site.entries:
        if entry.kind == TOC and entry.same_as is None:
            urls[site.clusters.of_key[entry.shape]].append(entry.url)
    for _, listed in sorted(urls.items()):
        yield from listed[:: ceil(len(listed) / SAMPLE)]


def links_of(blocks: Blocks, chosen: Bools) -> Longs:
    """For each block the number of links in or around it, and how many of them are chosen."""
    rows, at = blocks.page.rows, blocks.page.link_rows
    is_link = np.zeros(len(rows), np.bool_)
    is_link[at] = True
    nearest = rows.nearest(is_link)
    inside = np.flatnonzero((nearest >= 0) & (blocks.owner >= 0))
    link = np.searchsorted(at, nearest[inside])  # links come in document order
    block, link = np.unique(np.stack([blocks.owner[inside], link]), axis=1)
    size = len(blocks)
    both = [np.bincount(block, minlength=size), np.bincount(block[chosen[link]], minlength=size)]
    return np.stack(both, axis=1)
