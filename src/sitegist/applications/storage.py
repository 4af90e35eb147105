"""What a cache and an index save without the non-content blocks (paper 002, section 6.7, fig. 8).

*As they are* are the bytes of the pages' sources, decoded and in UTF-8. *Content* are the bytes of
the same sources in kept blocks and in the tags around them: every byte of a source belongs to one
row (`sitegist.applications.footprint`), so nothing is serialised anew, the markup stays as it was
served, and the difference is what the paper plots. *Once* stores every block once, the same bytes
being the same block, and for each further time a reference of eight bytes: of the content blocks
only; of the non-content ones beside the content as it is, which is what Shingling does with shared
fragments; and of all blocks. From the last two every page can be restored.

Beside it, Zstandard on each page, and the size of a full-text index (FTS5) of everything that is
drawn and of the title and the informative text.

The source is read once; pages lie in a temporary file and are looked at one at a time. Sites are
judged one after the other, each by what it teaches itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from sitegist.applications.compression import Compressed, compress
from sitegist.applications.footprint import Pieces, all_pieces, parts
from sitegist.applications.spool import Prepared, Spool, prepare
from sitegist.applications.syndication import Group, content, syndicated
from sitegist.applications.textindex import TextIndex
from sitegist.errors import InputError, OptionError
from sitegist.methods.base import Method
from sitegist.methods.container import Container
from sitegist.methods.content_extractor import ContentExtractor
from sitegist.methods.shingling import Shingling
from sitegist.page import MAX_BYTES
from sitegist.scale import in_order
from sitegist.site.build import Reduced, join
from sitegist.site.duplicates import Contents
from sitegist.site.site import Site
from sitegist.sources.document import Document

METHODS: dict[str, Callable[[], Method]] = {
    "content-extractor": ContentExtractor,
    "container": Container,
    # on blocks that leave no row out, as ContentExtractor's
    "shingling": partial(Shingling, "partition"),
}


@dataclass(frozen=True)
class Savings:
    """What one method makes of the pages of a site, in bytes."""

    method: str
    segmenter: str
    content: int
    """Without the non-content blocks."""
    content_once: int
    """Without them, and every block stored once."""
    rest_once: int
    """With the content as it is, and every non-content block stored once."""
    once: int
    """With all blocks, and each stored once."""
    index: int
    """Full-text index of title and informative text."""


@dataclass(frozen=True)
class SiteStorage:
    """The pages of one site; sizes are bytes."""

    site: str
    pages: int
    bytes: int
    """As they are."""
    zstd: int
    """Each page compressed."""
    zstd_dictionary: int | None
    """The same with a dictionary, which is counted too; ``None`` if none could be trained."""
    index: int
    """Full-text index of everything that is drawn."""
    savings: tuple[Savings, ...]


@dataclass(frozen=True)
class Report:
    """What `measure` found."""

    sites: tuple[SiteStorage, ...]
    groups: tuple[Group, ...]
    """Pages of several sites with the same content, by the first of the methods."""
    problems: tuple[tuple[str, str], ...] = field(default=())
    """Documents that are of no use, and why."""

    @property
    def total(self) -> SiteStorage:
        """All sites together."""
        return _total(self.sites)

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "sites": list(map(asdict, self.sites)),
            "total": asdict(self.total),
            "syndicated": [group._asdict() for group in self.groups],
        }


def measure(
    documents: Iterable[Document],
    methods: Sequence[str] = tuple(METHODS),
    processes: int = 1,
    max_bytes: int = MAX_BYTES,
) -> Report:
    """Measure the pages of one site or of several; the first of the methods finds syndication."""
    for name in methods:
        if name not in METHODS:
            raise OptionError.unknown("method", name, METHODS)
    problems: list[tuple[str, str]] = []
    with Spool() as spool:
        sites = _read(documents, spool, processes, max_bytes, problems)
        measured: list[SiteStorage] = []
        contents: list[Contents] = []
        site_of: dict[str, str] = {}
        for name in sorted(sites):
            site = join(sites.pop(name), spool)
            measured.append(_measure_site(name, site, spool, methods, contents))
            site_of.update((entry.url, name) for entry in site.entries)
        groups = syndicated(contents, site_of) if len(measured) > 1 else []
    return Report(tuple(measured), tuple(groups), tuple(problems))


def _read(
    documents: Iterable[Document],
    spool: Spool,
    processes: int,
    max_bytes: int,
    problems: list[tuple[str, str]],
) -> dict[str, list[Reduced]]:
    """Read all documents once; what is left of each in memory, by site."""
    sites: defaultdict[str, list[Reduced]] = defaultdict(list)
    for name, found in in_order(partial(_prepare, max_bytes=max_bytes), documents, processes):
        if isinstance(found, InputError):
            problems.append((name, str(found)))
        else:
            spool.add(found)
            sites[found.site].append(found.reduced)
    return dict(sites)


def _prepare(document: Document, max_bytes: int) -> tuple[str, Prepared | InputError]:
    return document.name, prepare(document, max_bytes)


def _measure_site(
    name: str, site: Site, spool: Spool, methods: Sequence[str], contents: list[Contents]
) -> SiteStorage:
    names = [entry.name for entry in site.entries]
    packed = compress(names, spool.source)
    everything = _index_size((spool.get(page).text for page in names), spool)
    savings = []
    for place, method in enumerate(methods):
        collected = contents if place == 0 else None
        savings.append(_savings(method, site, spool, collected))
    size = sum(map(spool.size, names))
    return SiteStorage(
        name, len(names), size, packed.alone, _with_dictionary(packed), everything, tuple(savings)
    )


def _with_dictionary(packed: Compressed) -> int | None:
    if packed.with_dictionary is None:
        return None
    return packed.with_dictionary + packed.dictionary


def _savings(name: str, site: Site, spool: Spool, contents: list[Contents] | None) -> Savings:
    """Judge every page once, and put its content where it is to be stored, indexed, compared."""
    method = METHODS[name]().fit(site)
    with TextIndex(spool.folder) as index:

        def judged() -> Iterator[tuple[Pieces, Pieces]]:
            for entry in site.entries:
                found = method.extract(site.page(entry.url))
                index.add(f"{found.page.title}\n{found.text}")
                if contents is not None:
                    contents.append(content(found, entry.url))
                yield parts(found, spool.footprint(entry.name))

        kept, rest = spool.store(judged(), 2)
        indexed = index.size()
    everything = (
        (all_pieces(method.segment(spool.get(entry.name)), spool.footprint(entry.name)),)
        for entry in site.entries
    )
    (whole,) = spool.store(everything)
    return Savings(
        name, method.segmenter, kept.size, kept.once, kept.size + rest.once, whole.once, indexed
    )


def _index_size(texts: Iterable[str], spool: Spool) -> int:
    with TextIndex(spool.folder) as index:
        for text in texts:
            index.add(text)
        return index.size()


def _total(sites: Sequence[SiteStorage]) -> SiteStorage:
    """The sums over sites; without a dictionary a site counts as compressed without."""
    savings = [
        Savings(
            same[0].method,
            same[0].segmenter,
            sum(one.content for one in same),
            sum(one.content_once for one in same),
            sum(one.rest_once for one in same),
            sum(one.once for one in same),
            sum(one.index for one in same),
        )
        for same in zip(*(site.savings for site in sites))
    ]
    trained = [site.zstd_dictionary for site in sites if site.zstd_dictionary is not None]
    untrained = [site.zstd for site in sites if site.zstd_dictionary is None]
    return SiteStorage(
        "all",
        sum(site.pages for site in sites),
        sum(site.bytes for site in sites),
        sum(site.zstd for site in sites),
        sum(trained) + sum(untrained) if trained else None,
        sum(site.index for site in sites),
        tuple(savings),
    )
