"""Many pages of one site: sums, clusters, and the pages themselves, reduced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Blocks, Page
from sitegist.page.links import host_of
from sitegist.page.terms import Terms, extract_terms
from sitegist.site.clusters import Clusters
from sitegist.site.entropy import TermEntropy
from sitegist.site.fingerprints import fingerprints
from sitegist.site.shapes import shape_of
from sitegist.site.structure import ARTICLE
from sitegist.site.sums import GroupedSums, Sums, page_sums

# With fewer pages than this a set teaches nothing, and a larger one is asked.
FEW_PAGES = 5
_SEED = 1


class Entry(NamedTuple):
    """What is remembered of a page beside the page itself."""

    url: str
    name: str
    """The document it was read from."""
    shape: int
    """Key of its shape."""
    metadata: Mapping[str, Any]
    """As `Metadata.as_dict` gives it."""
    kind: str = ""
    """``toc``, ``article`` or ``other``, once the structure is known."""
    same_as: str | None = None
    """The page that this one is a near duplicate of, and which is counted in its place."""


class Part(NamedTuple):
    """Pages of a site that are judged together: all, or those of a cluster, or of a kind in it."""

    cluster: int | None = None
    kind: str = ""


class Shelf(Protocol):
    """Where reduced pages lie."""

    def get(self, name: str) -> Page:
        """The page that was read from the document of that name."""


@dataclass(frozen=True, eq=False)
class Site:
    """A site that has been read; methods learn from it.

    Iteration gives the pages in the order of their URLs, one at a time.
    """

    entries: tuple[Entry, ...]
    """In the order of the URLs."""
    shelf: Shelf
    sums: GroupedSums
    clusters: Clusters
    languages: Mapping[str, str]
    """The language of each script."""
    aliases: Mapping[str, str]
    """Other addresses: redirect stubs and where they lead, and where pages were found that go by a
    canonical one."""

    def __len__(self) -> int:
        return len(self.entries)

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The hosts of all of its addresses, without ``www.``."""
        return frozenset(filter(None, map(host_of, (*self._urls, *self.aliases))))

    def only(self, urls: Iterable[str]) -> Site:
        """Some of the pages as a site of their own, over which alone is counted."""
        wanted = {url for url in urls if url in self}
        entries = tuple(
            entry._replace(kind="", same_as=entry.same_as if entry.same_as in wanted else None)
            for entry in self.entries
            if entry.url in wanted
        )
        sums = GroupedSums()
        for entry in entries:
            if entry.same_as is None:
                page = self._load(entry)
                sums.add((entry.shape, entry.kind), page_sums(page, self.terms(page)))
        return replace(self, entries=entries, sums=sums)

    def __iter__(self) -> Iterator[Page]:
        return self.pages()

    def __contains__(self, url: object) -> bool:
        return url in self._urls

    def entry(self, url: str) -> Entry:
        """What is remembered of a page."""
        return self._urls[url]

    def page(self, url: str) -> Page:
        """The page with this URL."""
        return self._load(self._urls[url])

    def pages(self, cluster: int | None = None, kind: str = "") -> Iterator[Page]:
        """The pages that count, of one part or of all: near duplicates are left out."""
        return map(self._load, self._counted(cluster, kind))

    def sample(self, size: int, cluster: int | None = None, kind: str = "") -> Sequence[Page]:
        """Some pages, chosen by a seed, in the order of their URLs, loaded when asked for."""
        entries = self._counted(cluster, kind)
        if len(entries) > size:
            chosen = Random(_SEED).sample(range(len(entries)), size)
            entries = [entries[place] for place in sorted(chosen)]
        return _Loaded(self._load, entries)

    def size(self, cluster: int | None = None, kind: str = "") -> int:
        """Number of pages that count."""
        return len(self._counted(cluster, kind))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The clusters that are large enough to teach something, and the articles in them.

        A cluster that has articles only is one part. Pages of other kinds are judged with all of
        their cluster: an article that was told wrongly would lose its text among tables of
        contents, while these lose nothing among articles.
        """
        sizes = Counter(map(self._part, self._counted(None, "")))
        of = Counter[int | None]()
        for part, size in sizes.items():
            of[part.cluster] += size
        articles = (
            part
            for part, size in sizes.items()
            if part.kind == ARTICLE and FEW_PAGES <= size < of[part.cluster]
        )
        clusters = (Part(cluster) for cluster, size in of.items() if size >= FEW_PAGES)
        return tuple(sorted({*clusters, *articles}))

    def part_of(self, page: Page) -> Part:
        """The smallest part that a page of this site belongs to; of a new one its cluster, if any.

        Where those are too small it is the whole site.
        """
        known = self._urls.get(page.url or "")
        part = self._part(known) if known else Part(self.cluster_of(page))
        return next((p for p in (part, Part(part.cluster)) if p in self.parts), Part())

    def cluster_of(self, page: Page) -> int | None:
        """The cluster of a page of this site or of a new one; ``None`` if it is like none."""
        return self.clusters.of(shape_of(page))

    def terms(self, page: Page) -> Terms:
        """A page's terms, stemmed by the site's languages."""
        return extract_terms(page, self.languages)

    def sums_of(self, cluster: int | None = None, kind: str = "") -> Sums:
        """The sums of a part; where it is too small to teach anything of what is around it."""
        around = (Part(cluster, kind), Part(cluster))
        return self._sums_of(next((part for part in around if part in self.parts), Part()))

    def entropy(self, cluster: int | None = None, kind: str = "") -> TermEntropy:
        """Term entropy over a part, or over what is around it if that is too small."""
        return self.sums_of(cluster, kind).entropy

    def block_pages(self, blocks: Blocks) -> NDArray[np.int64]:
        """On how many pages of the site each leaf block stands."""
        return self.sums_of().blocks.find(fingerprints(blocks))[:, 0]

    def _load(self, entry: Entry) -> Page:
        """A page under the address that it goes by; its links are absolute already."""
        return replace(self.shelf.get(entry.name), url=entry.url)

    @cached_property
    def _urls(self) -> dict[str, Entry]:
        return {entry.url: entry for entry in self.entries}

    def _counted(self, cluster: int | None, kind: str) -> list[Entry]:
        return [
            entry
            for entry in self.entries
            if entry.same_as is None and _holds(Part(cluster, kind), self._part(entry))
        ]

    def _part(self, entry: Entry) -> Part:
        return Part(self.clusters.of_key[entry.shape], entry.kind)

    def _sums_of(self, part: Part) -> Sums:
        if part not in self._known_sums:
            of_key = self.clusters.of_key
            held = (group for group in self.sums if _holds(part, Part(of_key[group[0]], group[1])))
            self._known_sums[part] = self.sums.over(held)
        return self._known_sums[part]

    @cached_property
    def _known_sums(self) -> dict[Part, Sums]:
        """The sums of those parts that were asked for."""
        return {}


def _holds(part: Part, other: Part) -> bool:
    """Whether a part holds another one."""
    return part.cluster in (None, other.cluster) and part.kind in ("", other.kind)


class _Loaded(Sequence[Page]):
    """Pages that are loaded when they are asked for, and not kept."""

    def __init__(self, load: Callable[[Entry], Page], entries: Sequence[Entry]) -> None:
        self._load = load
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, place: int) -> Page: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Page]: ...

    def __getitem__(self, place: int | slice) -> Page | Sequence[Page]:
        if isinstance(place, slice):
            return _Loaded(self._load, self._entries[place])
        return self._load(self._entries[place])
