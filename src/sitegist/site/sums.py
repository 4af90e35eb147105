"""What a site knows is sums, and sums merge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from sitegist.errors import SitegistError
from sitegist.page import Page
from sitegist.page.segmenters import leaves
from sitegist.page.terms import Terms
from sitegist.site.entropy import TermEntropy, term_columns
from sitegist.site.fingerprints import fingerprints
from sitegist.site.stylepaths import path_hashes
from sitegist.site.table import Keys, Table

# How many pages wait before they are added to the large tables in one go.
_WAITING = 64


@dataclass(frozen=True)
class Sums:
    """Everything that is counted over a set of pages; a single page has sums as well."""

    pages: int
    words: int
    terms: Table
    """By term: occurrences, pages, and c ln c as an integer."""
    blocks: Table
    """By fingerprint of a leaf block: pages, occurrences."""
    paths: Table
    """By style path: pages, elements."""

    @classmethod
    def empty(cls) -> Sums:
        """The sums of no page."""
        return cls(0, 0, Table.empty(3), Table.empty(2), Table.empty(2))

    @classmethod
    def total(cls, parts: Iterable[Sums]) -> Sums:
        """The sums of several sets; neither their order nor how they were split matters."""
        listed = list(parts) or [cls.empty()]
        return cls(
            sum(part.pages for part in listed),
            sum(part.words for part in listed),
            Table.total([part.terms for part in listed]),
            Table.total([part.blocks for part in listed]),
            Table.total([part.paths for part in listed]),
        )

    def __add__(self, other: Sums) -> Sums:
        return Sums.total((self, other))

    def __sub__(self, other: Sums) -> Sums:
        """Forget what was added before: exact, whatever has been added since."""
        if self.pages < other.pages or self.words < other.words:
            raise SitegistError("more is to be forgotten than was ever added")
        return Sums(
            self.pages - other.pages,
            self.words - other.words,
            self.terms - other.terms,
            self.blocks - other.blocks,
            self.paths - other.paths,
        )

    @property
    def entropy(self) -> TermEntropy:
        """Term entropy over these pages."""
        return TermEntropy(self.terms, self.pages)


def page_sums(page: Page, terms: Terms) -> Sums:
    """What one page adds."""
    blocks = fingerprints(leaves(page))
    rows = page.rows
    paths = path_hashes(rows, rows.look)[rows.is_element]
    return Sums(
        1,
        int(page.words.sum()),
        Table.of(terms.hash, term_columns(terms.counts)),
        _occurrences(blocks[blocks != 0]),
        _occurrences(paths),
    )


def _occurrences(keys: Keys) -> Table:
    """On one page every key counts for one page, and as often as it occurs."""
    distinct, counts = np.unique(keys, return_counts=True)
    return Table(distinct, np.stack([np.ones_like(counts), counts], axis=1).astype(np.int64))


Group = tuple[int, str]
"""What sums are kept by: a page's shape key, and its kind once that is known."""


@dataclass
class GroupedSums:
    """Sums by group, to which pages are added as they come."""

    _groups: dict[Group, Sums] = field(default_factory=dict)
    _waiting: list[tuple[Group, Sums]] = field(default_factory=list)

    def add(self, group: Group, sums: Sums) -> None:
        """Add one page or many."""
        if sums.pages:
            self._waiting.append((group, sums))
        if len(self._waiting) >= _WAITING:
            self._settle()

    def merge(self, other: GroupedSums) -> None:
        """Add all that another worker, or an earlier crawl, has summed up."""
        for group, sums in other.groups.items():
            self.add(group, sums)

    def forget(self, group: Group, sums: Sums) -> None:
        """Take out what was added."""
        left = self.groups.get(group, Sums.empty()) - sums
        if left.pages:
            self._groups[group] = left
        elif left == Sums.empty():
            self._groups.pop(group, None)
        else:
            raise SitegistError("what is to be forgotten is not what was added")

    @property
    def groups(self) -> Mapping[Group, Sums]:
        """The sums of each group."""
        self._settle()
        return self._groups

    def over(self, wanted: Iterable[Group]) -> Sums:
        """The sums of several groups together."""
        groups = self.groups
        return Sums.total(groups[group] for group in wanted if group in groups)

    def __iter__(self) -> Iterator[Group]:
        return iter(sorted(self.groups))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GroupedSums) and self.groups == other.groups

    def _settle(self) -> None:
        arrived: dict[Group, list[Sums]] = {}
        for group, sums in self._waiting:
            arrived.setdefault(group, []).append(sums)
        self._waiting.clear()
        for group, parts in arrived.items():
            before = [self._groups[group]] if group in self._groups else []
            self._groups[group] = Sums.total(before + parts)
