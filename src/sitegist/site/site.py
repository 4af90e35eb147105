"""Many pages of one site: sums, clusters, and the pages themselves, reduced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Blocks, Page
from sitegist.page.terms import Terms, extract_terms
from sitegist.site.clusters import Clusters
from sitegist.site.entropy import TermEntropy
from sitegist.site.fingerprints import fingerprints
from sitegist.site.shapes import shape_of
from sitegist.site.sums import Group, GroupedSums, Sums, page_sums

# With fewer pages than this a set teaches nothing, and a larger one is asked.
FEW_PAGES = 5


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
    """Redirect stubs and where they lead."""

    def __len__(self) -> int:
        return len(self.entries)

    def with_kinds(self, kind_of: Callable[[str], str]) -> Site:
        """The same site, its pages' kinds known."""
        known = tuple(entry._replace(kind=kind_of(entry.url)) for entry in self.entries)
        return replace(self, entries=known)

    def part(self, urls: Iterable[str]) -> Site:
        """Some of the pages as a site of their own, over which alone is counted."""
        wanted = {url for url in urls if url in self}
        entries = tuple(
            entry._replace(same_as=entry.same_as if entry.same_as in wanted else None)
            for entry in self.entries
            if entry.url in wanted
        )
        sums = GroupedSums()
        for entry in entries:
            if entry.same_as is None:
                page = self._load(entry)
                sums.add((entry.shape, ""), page_sums(page, self.terms(page)))
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

    def pages(self, cluster: int | None = None) -> Iterator[Page]:
        """The pages that count, of one cluster or of all: near duplicates are left out."""
        return map(self._load, self._counted(cluster))

    def sample(self, size: int, cluster: int | None = None, seed: int = 1) -> Sequence[Page]:
        """Some pages, chosen by a seed, in the order of their URLs, loaded when asked for."""
        entries = self._counted(cluster)
        if len(entries) > size:
            chosen = Random(seed).sample(range(len(entries)), size)
            entries = [entries[place] for place in sorted(chosen)]
        return _Loaded(self._load, entries)

    def size(self, cluster: int | None = None) -> int:
        """Number of pages that count."""
        return len(self._counted(cluster))

    def cluster_of(self, page: Page) -> int | None:
        """The cluster of a page of this site or of a new one; ``None`` if it is like none."""
        return self.clusters.of(shape_of(page))

    def terms(self, page: Page) -> Terms:
        """A page's terms, stemmed by the site's languages."""
        return extract_terms(page, self.languages)

    def sums_of(self, cluster: int | None = None) -> Sums:
        """The sums of a cluster; of the site if the cluster is too small to teach anything."""
        if cluster is not None and self._by_cluster[cluster].pages >= FEW_PAGES:
            return self._by_cluster[cluster]
        return self._whole

    def entropy(self, cluster: int | None = None) -> TermEntropy:
        """Term entropy over a cluster, or over the site if the cluster is too small."""
        return self.sums_of(cluster).entropy

    def block_pages(self, blocks: Blocks, cluster: int | None = None) -> NDArray[np.int64]:
        """On how many pages of the set each leaf block stands."""
        return self.sums_of(cluster).blocks.find(fingerprints(blocks))[:, 0]

    def _load(self, entry: Entry) -> Page:
        """A page under the address that it goes by; its links are absolute already."""
        return replace(self.shelf.get(entry.name), url=entry.url)

    @cached_property
    def _urls(self) -> dict[str, Entry]:
        return {entry.url: entry for entry in self.entries}

    def _counted(self, cluster: int | None) -> list[Entry]:
        return [
            entry
            for entry in self.entries
            if entry.same_as is None
            and (cluster is None or self.clusters.of_key[entry.shape] == cluster)
        ]

    @cached_property
    def _whole(self) -> Sums:
        return self.sums.over(self.sums)

    @cached_property
    def _by_cluster(self) -> list[Sums]:
        groups: list[list[Group]] = [[] for _ in self.clusters.leaders]
        for group in self.sums:
            groups[self.clusters.of_key[group[0]]].append(group)
        return [self.sums.over(members) for members in groups]


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
