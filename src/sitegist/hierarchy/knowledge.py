"""What is known of a page's site: the entropies of its terms, and what its links lead to."""

from __future__ import annotations

from base64 import b85decode, b85encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Any, Protocol

import numpy as np

from sitegist.hashing import text_hash
from sitegist.hierarchy.scales import Scales, scales_of_page, scales_of_terms
from sitegist.page import Page
from sitegist.page.links import Link
from sitegist.page.rows import Bools, Longs
from sitegist.page.terms import extract_terms
from sitegist.site.entropy import QUANTUM
from sitegist.site.links import Resolver, find_anchors, loosely
from sitegist.site.site import FEW_PAGES, Site
from sitegist.site.table import Keys, Table

# Pages whose terms are kept in memory: navigation leads to the same ones again and again.
_REMEMBERED = 4096
# Terms and targets that a profile holds; it stays well below 2 MB.
_SUMMARISED = 30_000


class Knowledge(Protocol):
    """Whoever can tell what a page's terms and links are worth."""

    def scales(self, page: Page) -> Scales:
        """What a and h of the page's nodes are averages of."""


class SiteKnowledge:
    """A site, asked for its own pages and for new ones; it needs five pages to say anything."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._urls = tuple(entry.url for entry in site.entries)
        self._resolve = Resolver(self._urls, site.aliases)
        self._vocabulary: Callable[[str], Keys] = lru_cache(_REMEMBERED)(self._read)

    def scales(self, page: Page) -> Scales:
        """What a and h of the page's nodes are averages of.

        A page of the site is judged against the others: its own counts are taken out of the
        entropies behind a. Those behind h are of terms that two pages share, and are left whole.
        """
        if self.site.size() < FEW_PAGES:
            return scales_of_page(page)
        terms = self.site.terms(page)
        known = self.site.entropy()
        if page.url in self.site:
            entropy = known.without(terms.hash, terms.counts)
        else:
            entropy = known.of(terms.hash)
        links, targets = self.links(page)
        rows = np.array([link.row for link in links], np.int64)
        precision = self.precision(page, rows, targets)
        return scales_of_terms("site", page, terms, entropy, rows, precision)

    def links(self, page: Page) -> tuple[list[Link], list[str]]:
        """A page's links to other pages of the site, and the pages that they lead to."""
        links, targets = [], []
        for link in page.links:
            number = self._resolve(link.url)
            target = self._urls[number] if number >= 0 else page.url
            if target is not None and target != page.url and page.rows.tag(link.row) == "a":
                links.append(link)
                targets.append(target)
        return links, targets

    def precision(self, page: Page, rows: Longs, targets: Sequence[str]) -> Longs:
        """API(N) = sum of 1/EN over the terms that a link shares with its target, in quanta."""
        anchors = find_anchors(page, rows, self.site.languages)
        order = np.lexsort((anchors.terms, anchors.owner))
        link, term = anchors.owner[order], anchors.terms[order]
        fresh = np.append(True, (np.diff(link) != 0) | (term[1:] != term[:-1]))[: len(link)]
        link, term = link[fresh], term[fresh]
        names, number = np.unique(np.array(targets, np.object_), return_inverse=True)
        order = np.argsort(number[link], kind="stable")
        bounds = np.searchsorted(number[link[order]], np.arange(len(names) + 1))
        shared = np.zeros(len(link), np.bool_)
        for place, target in enumerate(names.tolist()):
            pairs = order[bounds[place] : bounds[place + 1]]
            shared[pairs] = _within(term[pairs], self._vocabulary(target))
        worth = self._inverse(term) * shared
        return np.bincount(link, weights=worth, minlength=len(rows)).astype(np.int64)

    def summarised(self) -> ProfileKnowledge:
        """What fits into a profile: the commonest terms, and the targets of most links."""
        if self.site.size() < FEW_PAGES:
            return ProfileKnowledge(self.site.languages, Table.empty(1), Table.empty(2))
        known = self.site.entropy()
        shared = known.terms.columns[:, 1] > 1  # the others have entropy 0, like those unknown
        terms = Table(known.terms.keys[shared], known.terms.columns[shared])
        keys = _most(terms, column=1).keys
        entropy = np.rint(known.of(keys) * QUANTUM).astype(np.int64)
        return ProfileKnowledge(
            self.site.languages,
            Table(keys, entropy[:, None]),
            _most(Table.total([*map(self._targets, self.site.pages())]), column=1),
        )

    def _targets(self, page: Page) -> Table:
        """By the address of what a page's links lead to: the sum of their API, and how many."""
        links, targets = self.links(page)
        rows = np.array([link.row for link in links], np.int64)
        precision = self.precision(page, rows, targets)
        keys = _keys(targets)
        return Table.of(keys, np.stack([precision, np.ones_like(precision)], axis=1))

    def _inverse(self, terms: Keys) -> Longs:
        """1/EN of each term over all pages, in quanta.

        A term of both ends of a link stands on two pages at least. Where the sums know less of
        it, as of near duplicates, which are not counted, it is taken as standing once on two.
        """
        entropy = self.site.entropy().of(terms)
        least = log(2) / log(max(self.site.size(), 2))
        return np.rint(QUANTUM / np.where(entropy > 0, entropy, least)).astype(np.int64)

    def _read(self, url: str) -> Keys:
        return np.sort(self.site.terms(self.site.page(url)).hash)


@dataclass(frozen=True, eq=False)
class ProfileKnowledge:
    """What a profile holds of a site: common terms, and how precise links to a page mostly are."""

    languages: Mapping[str, str]
    terms: Table
    """By term: its entropy over the site's pages, in quanta. Others are rare, and have none."""
    targets: Table
    """By address: the sum of the API of links there, in quanta, and how many links."""

    def scales(self, page: Page) -> Scales:
        """What a and h of the page's nodes are averages of; a link has its target's mean API."""
        if not len(self.terms):
            return scales_of_page(page)
        terms = extract_terms(page, self.languages)
        entropy = self.terms.find(terms.hash)[:, 0] / QUANTUM
        links = [link for link in page.links if page.rows.tag(link.row) == "a"]
        rows = np.array([link.row for link in links], np.int64)
        keys = _keys([link.url for link in links])
        total, count = self.targets.find(keys).T
        known = (count > 0) & np.array([link.url != page.url for link in links], np.bool_)
        precision = total[known] // count[known]
        return scales_of_terms("profile", page, terms, entropy, rows[known], precision)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"terms": _packed(self.terms), "targets": _packed(self.targets)}

    @classmethod
    def restored(cls, data: Mapping[str, Any], languages: Mapping[str, str]) -> ProfileKnowledge:
        """What `as_dict` gave."""
        return cls(languages, _unpacked(data["terms"], 1), _unpacked(data["targets"], 2))


def _keys(urls: Sequence[str]) -> Keys:
    """By which a profile finds what it knows of links to an address."""
    return np.fromiter((text_hash(loosely(url)) for url in urls), np.uint64, len(urls))


def _most(table: Table, column: int) -> Table:
    """The keys with the largest numbers, as many as a profile holds; ties by key."""
    order = np.lexsort((table.keys, -table.columns[:, column]))
    chosen = np.sort(order[:_SUMMARISED])
    return Table(table.keys[chosen], table.columns[chosen])


def _packed(table: Table) -> list[str]:
    """Keys and columns, each column as text; what it may hold fits into 40 bits."""
    columns = (column.astype("<i8").tobytes() for column in table.columns.T)
    return [b85encode(data).decode() for data in (table.keys.astype("<u8").tobytes(), *columns)]


def _unpacked(data: Sequence[str], width: int) -> Table:
    keys, *columns = (np.frombuffer(b85decode(text), "<i8").astype(np.int64) for text in data)
    table = Table(keys.view(np.uint64), np.stack(columns, axis=1))
    if len(columns) != width:
        raise ValueError(f"{len(columns)} columns where there should be {width}")
    return table


def _within(keys: Keys, vocabulary: Keys) -> Bools:
    """Which keys are in a sorted vocabulary."""
    place = np.searchsorted(vocabulary, keys)
    found: Bools = np.append(vocabulary, np.uint64(0))[place] == keys
    return found
