"""Documents to a site: read each once, then count over what was kept of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from sitegist.errors import InputError
from sitegist.page import MAX_BYTES, Page, read
from sitegist.page.language import script_votes
from sitegist.page.redirects import redirect_target
from sitegist.page.segmenters import leaves
from sitegist.page.sniff import HTML
from sitegist.page.terms import extract_terms
from sitegist.scale import in_order
from sitegist.site.addresses import Claim, assign
from sitegist.site.clusters import Clusters, form_clusters
from sitegist.site.duplicates import Contents, near_duplicates
from sitegist.site.fingerprints import fingerprints
from sitegist.site.languages import Votes, decide
from sitegist.site.packing import pack, unpack
from sitegist.site.shapes import Shape, shape_of
from sitegist.site.site import Entry, Shelf, Site
from sitegist.site.sums import GroupedSums, Sums, page_sums
from sitegist.sources.document import Document


class Reduced(NamedTuple):
    """What is left of a document after its only reading; the page itself is packed apart."""

    name: str
    url: str | None
    time: str | None
    shape: Shape
    votes: Votes
    """Words by script and language."""
    metadata: Mapping[str, Any]
    redirect: str | None

    @property
    def claim(self) -> Claim:
        """What it says of its address."""
        canonical = self.metadata.get("canonical_url", {}).get("value")
        return Claim(self.name, self.url, canonical, self.time)


class Counted(NamedTuple):
    """What a page adds to its site."""

    sums: Sums
    contents: Contents


Count = Callable[[Iterable[tuple[str, str]], Mapping[str, str]], Iterator[Counted]]
"""Sums up pages, given by URL and name, with the site's languages."""


Former = Callable[[Iterable[tuple[Shape, int]]], Clusters]
"""Forms clusters of shapes, each given with its number of pages."""


@dataclass
class Memory:
    """Reduced pages in memory, packed: for small sites, and for tests."""

    packed: dict[str, bytes] = field(default_factory=dict)

    def get(self, name: str) -> Page:
        """The page that was read from the document of that name."""
        return unpack(self.packed[name])


def reduce_document(
    document: Document, max_bytes: int = MAX_BYTES
) -> tuple[Reduced, bytes] | InputError:
    """Read a document and keep what the site needs, or say why it is of no use."""
    try:
        # half a character, which an address in a file may have, cannot be written
        url = document.url and document.url.encode("utf-8", "replace").decode()
        page = read(document.data, url, document.content_type, max_bytes=max_bytes)
    except InputError as error:
        return error
    if page.media_type != HTML:
        return InputError(f"not a web page but {page.media_type}")
    reduced = Reduced(
        document.name,
        page.url,
        document.time,
        shape_of(page),
        script_votes(page),
        page.metadata.as_dict(),
        redirect_target(page),
    )
    return reduced, pack(page)


def count_page(url: str, page: Page, languages: Mapping[str, str]) -> Counted:
    """Sum up a reduced page, and say what it consists of."""
    blocks = leaves(page)
    contents = Contents(url, fingerprints(blocks), blocks.words)
    return Counted(page_sums(page, extract_terms(page, languages)), contents)


def build_site(
    documents: Iterable[Document], processes: int = 1, cluster: Former = form_clusters
) -> Site:
    """A site in memory; documents that are of no use are left out."""
    shelf = Memory()
    kept = []
    for result in in_order(reduce_document, documents, processes):
        if not isinstance(result, InputError):
            reduced, packed = result
            kept.append(reduced)
            shelf.packed[reduced.name] = packed
    return join(kept, shelf, cluster=cluster)


def join(
    reduced: Iterable[Reduced],
    shelf: Shelf,
    count: Count | None = None,
    cluster: Former = form_clusters,
) -> Site:
    """Put reduced pages together: addresses, languages, sums, clusters, near duplicates.

    ``count`` goes over the pages, given by URL and name; by default one after the other.
    """
    by_name = {page.name: page for page in reduced}
    addresses = assign(page.claim for page in by_name.values())
    stubs = {name for name in addresses if by_name[name].redirect is not None}
    found = {by_name[name].url: url for name, url in addresses.items()}
    aliases = {url: name for url, name in found.items() if url is not None and url != name}
    aliases |= {addresses[name]: by_name[name].redirect or "" for name in sorted(stubs)}
    pages = sorted((url, name) for name, url in addresses.items() if name not in stubs)

    votes: Votes = Counter()
    shapes: Counter[int] = Counter()
    for _, name in pages:
        votes.update(by_name[name].votes)
        shapes[by_name[name].shape.key] += 1
    languages = decide(votes)
    some = {by_name[name].shape.key: by_name[name].shape for _, name in pages}
    clusters = cluster((some[key], shapes[key]) for key in sorted(some))

    counting = count or partial(_count_here, shelf)
    keys = [by_name[name].shape.key for _, name in pages]
    sums, contents = _sum_up(counting(pages, languages), keys)
    same_as = near_duplicates(contents, sums.over(sums).blocks, len(pages))
    doubles = [page for page in pages if page[0] in same_as]
    for (_, name), double in zip(doubles, counting(doubles, languages)):
        sums.forget((by_name[name].shape.key, ""), double.sums)
    entries = tuple(
        Entry(url, name, by_name[name].shape.key, by_name[name].metadata, same_as=same_as.get(url))
        for url, name in pages
    )
    return Site(entries, shelf, sums, clusters, languages, aliases)


def tell_kinds(site: Site, kind_of: Callable[[str], str], count: Count | None = None) -> Site:
    """The same site, its pages' kinds known, and its sums by them.

    The sums of a shape become those of its commonest kind, less the pages of other kinds: only
    these are counted once more.
    """
    entries = tuple(entry._replace(kind=kind_of(entry.url)) for entry in site.entries)
    counted = [entry for entry in entries if entry.same_as is None]
    kinds: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for entry in counted:
        kinds[entry.shape][entry.kind] += 1
    usual = {shape: min(found, key=lambda k: (-found[k], k)) for shape, found in kinds.items()}
    others = [entry for entry in counted if entry.kind != usual[entry.shape]]

    sums, moved = GroupedSums(), GroupedSums()
    for shape, kind in site.sums:
        sums.add((shape, usual[shape]), site.sums.groups[shape, kind])
    counting = count or partial(_count_here, site.shelf)
    places = [(entry.url, entry.name) for entry in others]
    for entry, page in zip(others, counting(places, site.languages)):
        moved.add((entry.shape, entry.kind), page.sums)
    for (shape, _), part in moved.groups.items():
        sums.forget((shape, usual[shape]), part)
    sums.merge(moved)
    return replace(site, entries=entries, sums=sums)


def _count_here(
    shelf: Shelf, pages: Iterable[tuple[str, str]], languages: Mapping[str, str]
) -> Iterator[Counted]:
    return (count_page(url, shelf.get(name), languages) for url, name in pages)


def _sum_up(counted: Iterable[Counted], keys: list[int]) -> tuple[GroupedSums, list[Contents]]:
    """The sums of all pages, and what each consists of."""
    sums = GroupedSums()
    contents = []
    for key, page in zip(keys, counted):
        sums.add((key, ""), page.sums)
        contents.append(page.contents)
    return sums, contents
