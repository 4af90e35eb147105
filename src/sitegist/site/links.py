"""The link graph of a site: every link with its block, its anchor, and how informative it is.

Nodes are the site's pages. A link counts if it leads to another page of the set: links to
elsewhere are left out, and so are those from a page to itself. Redirect stubs are other names of
what they lead to. Several links from one page to another are all kept; a matrix has one entry for
them, with the greatest weight.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Blocks, Page, read
from sitegist.page.links import host_of
from sitegist.page.rows import Bools, Longs
from sitegist.page.terms import Terms, extract_terms
from sitegist.site.entropy import TermEntropy, term_columns
from sitegist.site.stylepaths import brief_looks, path_hashes
from sitegist.site.table import Keys, Table

if TYPE_CHECKING:
    from scipy.sparse import csr_array

# An alias leads to an alias at most so many times.
_MOST_ALIASES = 10
_SAME_PAGE = re.compile(r"^https?://(?:www\.)?|(?:/(?:index\.html?)?)?$")


class Outlinks(NamedTuple):
    """The links of one page, in document order."""

    targets: tuple[str, ...]
    blocks: Longs
    """The leaf block that each stands in, -1 for what is not drawn."""
    places: Keys
    """Style path of that block: the items of one list stand in one place."""
    anchors: tuple[str, ...]
    """Anchor text; without any, the alternative text of its images, or its title."""
    is_drawn: Bools
    """Whether the anchor is text that the page draws."""
    owner: Longs
    """For each term of the anchors, in order, the link that it belongs to."""
    terms: Keys


class Anchors(NamedTuple):
    """What the anchors of some links say."""

    texts: tuple[str, ...]
    """Anchor text; without any, the alternative text of its images, or its title."""
    is_drawn: Bools
    """Whether the anchor is text that the page draws."""
    owner: Longs
    """For each term of the anchors, in order, the link that it belongs to."""
    terms: Keys


def find_anchors(page: Page, at: Longs, languages: Mapping[str, str]) -> Anchors:
    """The anchors of links, given by their rows."""
    drawn = [" ".join(page.inner_text(row).split()) for row in at.tolist()]
    texts = [text or _alternative(page, row) for text, row in zip(drawn, at.tolist())]
    is_drawn = np.array([bool(text) for text in drawn], np.bool_)
    in_text = _terms_within(extract_terms(page, languages), at, page.rows.end[at])
    apart = [i for i, text in enumerate(texts) if text and not is_drawn[i]]
    in_notes = _terms_of([texts[i] for i in apart], languages)
    owner = np.concatenate([in_text[0], np.array(apart, np.int64)[in_notes[0]]])
    terms = np.concatenate([in_text[1], in_notes[1]])
    order = np.argsort(owner, kind="stable")
    return Anchors(tuple(texts), is_drawn, owner[order], terms[order])


def find_outlinks(page: Page, blocks: Blocks, languages: Mapping[str, str]) -> Outlinks:
    """The links of a page; ``blocks`` are its leaves."""
    rows = page.rows
    at, block = page.link_rows, blocks.of_links
    paths = path_hashes(rows, brief_looks(rows))
    places = np.where(block >= 0, paths[blocks.root[block]], paths[at]) if len(at) else paths[:0]
    targets = tuple(link.url for link in page.links)
    return Outlinks(targets, block, places, *find_anchors(page, at, languages))


def _alternative(page: Page, row: int) -> str:
    """What is said instead of a link's text."""
    rows = page.rows
    inside = range(row, int(rows.end[row]))
    alts = rows.attrs["alt"]
    said = " ".join(alts[inner] for inner in inside if inner in alts) if alts else ""
    return " ".join((said or rows.attr(row, "title") or "").split())


def _terms_within(terms: Terms, begin: Longs, end: NDArray[Any]) -> tuple[Longs, Keys]:
    """The terms that stand between rows: for each its link, and its hash."""
    first = np.searchsorted(terms.row, begin)
    counts = np.searchsorted(terms.row, end) - first
    owner = np.repeat(np.arange(len(begin)), counts)
    place = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    return owner, terms.hash[terms.id[np.repeat(first, counts) + place]]


def _terms_of(texts: Sequence[str], languages: Mapping[str, str]) -> tuple[Longs, Keys]:
    """The terms of texts that no page draws: for each its text, and its hash."""
    if not texts:
        return np.zeros(0, np.int64), np.zeros(0, np.uint64)
    page = read("".join(f"<p>{escape(text)}</p>" for text in texts))
    terms = extract_terms(page, languages)
    starts = np.flatnonzero(page.rows.having(("p",)))
    return _terms_within(terms, starts, page.rows.end[starts])


class Resolver:
    """Finds the page that an address means."""

    def __init__(self, urls: Sequence[str], aliases: Mapping[str, str]) -> None:
        self._number = {url: number for number, url in enumerate(urls)}
        self._aliases = aliases
        self._loosely: dict[str, int] = {}
        for url, number in self._number.items():
            self._loosely.setdefault(loosely(url), number)

    def __call__(self, url: str) -> int:
        """Its number, -1 if it is not one of the pages.

        An address that no page has exactly means the page that it would be with or without
        ``www``, encryption, a slash at the end, ``index.html`` or upper case.
        """
        for _ in range(_MOST_ALIASES):
            if url in self._number:
                return self._number[url]
            if url not in self._aliases:
                break
            url = self._aliases[url].partition("#")[0]
        return self._loosely.get(loosely(url), -1)


def loosely(url: str) -> str:
    """An address without what two spellings of it may differ in."""
    return _SAME_PAGE.sub("", url).lower()


@dataclass(frozen=True, eq=False)
class LinkGraph:
    """The links between the pages of a site; arrays have an entry for each link."""

    urls: tuple[str, ...]
    """The pages, in the order of their URLs."""
    source: Longs
    target: Longs
    order: Longs
    """The how manieth of all links of its source it is."""
    block: Longs
    """Leaf block of the source, -1 for what is not drawn."""
    place: Keys
    """Style path of that block."""
    anchor: tuple[str, ...]
    terms: Longs
    """Number of terms of the anchor."""
    entropy: NDArray[np.float64]
    """Mean entropy of the anchor's distinct terms; 1 for an anchor without terms."""
    elsewhere: int
    """Links that lead to no other page of the site."""

    def __len__(self) -> int:
        return len(self.source)

    @cached_property
    def weight(self) -> NDArray[np.float64]:
        """1 - E of each link (003, section 3.3)."""
        return 1.0 - self.entropy

    @cached_property
    def adjacency(self) -> csr_array:
        """1 for each page (down) that links to another (across), however often."""
        return self.matrix(np.ones(len(self)))

    @cached_property
    def blocks(self) -> tuple[Longs, Longs]:
        """For each link the number of its block among all blocks with links, and their pages.

        A block here is all that stands in one place of a page: a list with all of its items.
        """
        order = np.lexsort((self.place, self.source))
        source, place = self.source[order], self.place[order]
        begins = np.append(True, (source[1:] != source[:-1]) | (place[1:] != place[:-1]))
        begins = begins[: len(order)]
        number = np.empty(len(order), np.int64)
        number[order] = np.cumsum(begins) - 1
        return number, source[begins]

    def only(self, chosen: Bools) -> LinkGraph:
        """The same pages with some of the links."""
        anchors = tuple(self.anchor[link] for link in np.flatnonzero(chosen).tolist())
        return LinkGraph(
            self.urls,
            self.source[chosen],
            self.target[chosen],
            self.order[chosen],
            self.block[chosen],
            self.place[chosen],
            anchors,
            self.terms[chosen],
            self.entropy[chosen],
            self.elsewhere + int((~chosen).sum()),
        )

    def within(self, pages: int) -> LinkGraph:
        """The links between the first so many pages."""
        return replace(self.only(self.target < pages), urls=self.urls[:pages])

    def of_page(self, page: int) -> slice:
        """The links of one page."""
        first, end = np.searchsorted(self.source, [page, page + 1]).tolist()
        return slice(first, end)

    def matrix(self, values: NDArray[np.float64], rows: Longs | None = None) -> csr_array:
        """Links as a sparse matrix, from pages (or ``rows``) to pages: the greatest value of
        several links between two."""
        from scipy.sparse import csr_array

        rows = self.source if rows is None else rows
        height = len(self.urls) if rows is self.source else int(rows.max(initial=-1)) + 1
        key = rows * len(self.urls) + self.target
        order = np.lexsort((-values, key))
        first = np.append(True, np.diff(key[order]) > 0)[: len(order)]
        chosen = order[first]
        shape = (height, len(self.urls))
        return csr_array((values[chosen], (rows[chosen], self.target[chosen])), shape=shape)


def link_graph(
    urls: Sequence[str],
    outlinks: Iterable[Outlinks],
    aliases: Mapping[str, str],
    entropy: TermEntropy,
    beyond: bool = False,
) -> LinkGraph:
    """Join the links of all pages, given in the order of their URLs.

    With ``beyond``, addresses on the hosts of the pages that are none of them are nodes as well,
    after the pages, in the order in which they are linked to.
    """
    pages = list(outlinks)
    targets = [url for page in pages for url in page.targets]
    target = np.fromiter(map(Resolver(urls, aliases), targets), np.int64)
    if beyond:
        urls = [*urls, *_number_beyond(urls, targets, target)]
    joined = _Joined.of(pages)
    counts = [len(page.targets) for page in pages]
    source = np.repeat(np.arange(len(pages)), counts)
    order = np.arange(len(source)) - np.repeat(np.cumsum(counts) - counts, counts).astype(np.int64)
    terms, mean = _anchor_entropy(joined, _note_entropy(pages, entropy.pages), entropy)
    inside = np.flatnonzero((target >= 0) & (target != source))
    anchors = [anchor for page in pages for anchor in page.anchors]
    return LinkGraph(
        tuple(urls),
        source[inside],
        target[inside],
        order[inside],
        joined.block[inside],
        joined.place[inside],
        tuple(anchors[link] for link in inside.tolist()),
        terms[inside],
        mean[inside],
        len(target) - len(inside),
    )


def _number_beyond(urls: Sequence[str], targets: Sequence[str], target: Longs) -> list[str]:
    """Number what is linked to on the hosts of the pages, and is none; gives it in that order."""
    hosts = set(map(host_of, urls))
    found: dict[str, int] = {}
    for link in np.flatnonzero(target < 0).tolist():
        if host_of(targets[link]) in hosts:
            target[link] = found.setdefault(loosely(targets[link]), len(urls) + len(found))
    return list(found)


class _Joined(NamedTuple):
    """The arrays of all pages, one after the other."""

    block: Longs
    place: Keys
    is_drawn: Bools
    owner: Longs
    terms: Keys

    @classmethod
    def of(cls, pages: Sequence[Outlinks]) -> _Joined:
        def join(parts: Iterator[NDArray[Any]], kind: Any) -> NDArray[Any]:
            return np.concatenate([np.zeros(0, kind), *parts])

        before = np.cumsum([0, *(len(page.targets) for page in pages)])
        return cls(
            join((page.blocks for page in pages), np.int64),
            join((page.places for page in pages), np.uint64),
            join((page.is_drawn for page in pages), np.bool_),
            join((page.owner + first for page, first in zip(pages, before)), np.int64),
            join((page.terms for page in pages), np.uint64),
        )


def _note_entropy(pages: Sequence[Outlinks], count: int) -> TermEntropy:
    """Entropy of the terms of alternative texts and titles, which are in no page's text."""
    tables = []
    for page in pages:
        terms, counts = np.unique(page.terms[~page.is_drawn[page.owner]], return_counts=True)
        tables.append(Table(terms, term_columns(counts)))
    return TermEntropy(Table.total(tables) if tables else Table.empty(3), count)


def _anchor_entropy(
    joined: _Joined, notes: TermEntropy, drawn: TermEntropy
) -> tuple[Longs, NDArray[np.float64]]:
    """For each link the number of its terms, and the mean entropy of the distinct ones."""
    size = len(joined.is_drawn)
    order = np.lexsort((joined.terms, joined.owner))
    owner, terms = joined.owner[order], joined.terms[order]
    is_new = np.append(True, (np.diff(owner) > 0) | (terms[1:] != terms[:-1]))[: len(order)]
    owner, terms = owner[is_new], terms[is_new]
    value = np.where(joined.is_drawn[owner], drawn.of(terms), notes.of(terms))
    distinct = np.bincount(owner, minlength=size)
    total = np.bincount(owner, weights=value, minlength=size)
    mean = np.where(distinct > 0, total / np.maximum(distinct, 1), 1.0)
    return np.bincount(joined.owner, minlength=size), mean
