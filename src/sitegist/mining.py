"""From a source to mined sites: read, count, learn, judge, write."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeVar

from sitegist import sources
from sitegist.crawled import with_crawls
from sitegist.errors import InputError, OptionError
from sitegist.methods import Method, create
from sitegist.methods.page_kinds import PageView, find_structure, view_page
from sitegist.mined import Mined
from sitegist.originals import pack_original
from sitegist.outputs.tables import Tables
from sitegist.records import PageRecord, Recorder, completed, links_told
from sitegist.scale import in_order
from sitegist.site.build import Counted, Reduced, count_page, join, reduce_document, tell_kinds
from sitegist.site.clusters import form_clusters, one_cluster
from sitegist.site.packing import unpack
from sitegist.site.site import Site
from sitegist.sources import Document, Source, site_of
from sitegist.store import PageRow, Store
from sitegist.work import Work, alone, digest

T = TypeVar("T")
Track = Callable[[Iterable[T], str], Iterable[T]]

DEFAULT_METHOD = "container"
SUFFIXES = {"text": ".txt", "markdown": ".md"}
_WORK = ".work"


def _silently(items: Iterable[Any], label: str) -> Iterable[Any]:
    return items


@dataclass(frozen=True)
class Miner:
    """How sites are mined."""

    method: str | Method = DEFAULT_METHOD
    segmenter: str | None = None
    one_cluster: bool = False
    """The papers' assumption that a site is one cluster."""
    by: Literal["domain", "host"] = "domain"
    """What makes a site: the registrable ``domain`` or the ``host``."""
    originals: bool = True
    """Whether a mined folder keeps its documents as they were found, to show them."""
    processes: int = 1
    track: Track[Any] = field(default=_silently, compare=False)

    def read(self, source: Iterable[Document], work: Work) -> None:
        """Read what has not been read before; each document once."""

        def new() -> Iterator[Document]:
            for document in source:
                work.meet(document)
                if not work.has(document, rule):
                    yield document

        rule = f"{self.by}, originals" if self.originals else self.by
        reduce = partial(_reduce, rule=rule, originals=self.originals)
        for name, mark, url, result in in_order(
            reduce, self.track(new(), "reading"), self.processes
        ):
            if isinstance(result, str):
                work.fail(name, mark, result)
            else:
                reduced, packed, original = result
                claimed = reduced.claim.canonical if url is None else url
                work.put(name, mark, site_of(claimed, self.by), reduced, packed, original)
        work.forget_others()

    def join(self, work: Work, name: str) -> Site:
        """Put the pages of one site together."""
        cluster = one_cluster if self.one_cluster else form_clusters
        return join(list(work.reduced(name)), work, partial(self._count, work), cluster)

    def learn(self, site: Site, work: Work) -> Mined:
        """Find a site's structure, and let the method learn from the site."""
        structure, graph = find_structure(site, self._view(site, work))
        site = tell_kinds(site, structure.kind_of, partial(self._count, work))
        method = self.method
        if isinstance(method, str):
            options = {"segmenter": self.segmenter} if self.segmenter else {}
            method = create(method, **options)
        return Mined(site, method.fit(site), structure, graph)

    def judge(self, mined: Mined, work: Work, forms: Sequence[str] = ()) -> Iterator[PageRecord]:
        """Every page of a site as rows, in the order of the URLs."""
        site = mined.site
        entries = self.track(site.entries, "judging")
        items = (
            (entry, site.clusters.of_key[entry.shape], work.packed(entry.name)) for entry in entries
        )
        blocks = site.sums_of().blocks
        told = links_told(mined.graph, mined.structure)
        recorded = in_order(Recorder(mined.method, tuple(forms)), items, self.processes)
        for links, (record, prints) in zip(told, recorded):
            yield completed(record, blocks.find(prints)[:, 0].tolist(), links)

    def _count(
        self, work: Work, pages: Iterable[tuple[str, str]], languages: Mapping[str, str]
    ) -> Iterator[Counted]:
        listed = self.track(list(pages), "counting")
        items = ((url, work.packed(name)) for url, name in listed)
        return in_order(partial(_count_packed, languages=dict(languages)), items, self.processes)

    def _view(self, site: Site, work: Work) -> Iterator[PageView]:
        items = ((e.url, work.packed(e.name)) for e in self.track(site.entries, "linking"))
        function = partial(_view_packed, languages=dict(site.languages))
        return in_order(function, items, self.processes)


def _reduce(
    document: Document, rule: str, originals: bool
) -> tuple[str, bytes, str | None, tuple[Reduced, bytes, bytes | None] | str]:
    result = reduce_document(document)
    mark = digest(document, rule)
    if isinstance(result, InputError):
        return document.name, mark, document.url, str(result)
    original = pack_original(document) if originals else None
    return document.name, mark, result[0].url, (*result, original)


def _count_packed(item: tuple[str, bytes], languages: Mapping[str, str]) -> Counted:
    url, packed = item
    return count_page(url, unpack(packed), languages)


def _view_packed(item: tuple[str, bytes], languages: Mapping[str, str]) -> PageView:
    url, packed = item
    return view_page(replace(unpack(packed), url=url), languages)


def mine(source: Any, **options: Any) -> Mined:
    """Mine one site: learn from its pages, and extract each of them when it is asked for.

    ``source`` is whatever `sitegist.sources.open` reads, or the address of a site, which is
    crawled first. Options are those of `Miner`.
    """
    miner = Miner(**options)
    work = Work.scratch()
    with TemporaryDirectory(prefix="sitegist-") as folder:
        opened = _open(source, Path(folder))
        miner.read(opened, work)
    names = work.sites()
    if not names:
        raise opened.nothing_found(work.problems())
    if len(names) > 1:
        raise OptionError(
            f"{len(names)} sites, {', '.join(names[:5])}; mine them into a folder first, with"
            " sitegist mine or mine_to"
        )
    return miner.learn(miner.join(work, names[0]), work)


def _open(source: Any, folder: Path) -> Source:
    if isinstance(source, Source):
        return source
    return sources.open(with_crawls(source, folder), as_site=True)


def mine_to(
    source: Any, folder: str | os.PathLike[str], forms: Sequence[str] = (), **options: Any
) -> dict[str, Any]:
    """Mine a source into a folder, and return the summary; `docs/formats.md` lists the files.

    The site of an address is crawled first, into a WARC in the folder. Interrupted and called
    again it goes on where it was, and ends with the same files.
    """
    for form in forms:
        if form not in SUFFIXES:
            raise OptionError.unknown("text format", form, SUFFIXES)
    miner = Miner(**options)
    target = Path(folder)
    opened = _open(source, target)
    with alone(target / _WORK), closing(Work(target / _WORK / "work.db")) as work:
        miner.read(opened, work)
        unusable = work.problems()
        problems = sorted({*unusable, *((p.name, p.reason) for p in opened.problems)})
        summary = _write_sites(miner, work, target, forms, problems) if work.sites() else None
    shutil.rmtree(target / _WORK)
    if summary is None:
        if not any(target.iterdir()):
            target.rmdir()
        raise opened.nothing_found(unusable)
    return summary


def _write_sites(
    miner: Miner,
    work: Work,
    target: Path,
    forms: Sequence[str],
    problems: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """The files of every site; those of one are put in place when all of them are whole."""
    names = work.sites()
    alone = len(names) == 1
    summaries = {}
    for name in names:
        made = target / _WORK / "out"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        summaries[name] = _write(miner, work, name, made, forms, problems if alone else [])
        place = target if alone else target / f"site={name}"
        place.mkdir(parents=True, exist_ok=True)
        for path in sorted(made.iterdir()):
            _replace(path, place / path.name)
    if alone:
        return summaries[names[0]]
    summary = _overview(summaries, problems)
    _write_json(target / "summary.json", summary)
    return summary


def _write(
    miner: Miner,
    work: Work,
    name: str,
    folder: Path,
    forms: Sequence[str],
    problems: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """All files of one site, and its summary."""
    mined = miner.learn(miner.join(work, name), work)
    site = mined.site
    store = Store.create(folder / "site.db")
    words = kept = 0
    with Tables(folder) as tables:
        for entry, record in zip(site.entries, miner.judge(mined, work, forms)):
            tables.add(record)
            cluster = site.clusters.of_key[entry.shape]
            packed, original = work.packed(entry.name), work.original(entry.name)
            texts = record.text, record.everything
            store.add_page(PageRow(entry, cluster, *texts, packed, original))
            for form, text in record.rendered.items():
                _write_text(folder / form, entry.url, SUFFIXES[form], text)
            words += record.row[13]
            kept += record.row[14]
    stubs = (page for page in work.reduced(name) if page.redirect is not None)
    redirects = {page.url or page.name for page in stubs}
    summary = _summary(name, mined, len(redirects), words, kept, problems)
    method = mined.method
    facts = {
        "site": name,
        "method": method.name,
        "segmenter": method.segmenter,
        "structure": mined.structure.dump(),
    }
    store.add_site(site, facts)
    store.finish()
    mined.profile.save(folder / "site.gist")
    _write_json(folder / "structure.json", mined.structure.as_dict())
    _write_json(folder / "summary.json", summary)
    return summary


def _summary(
    name: str,
    mined: Mined,
    redirects: int,
    words: int,
    kept: int,
    problems: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    site = mined.site
    sizes = Counter(site.clusters.of_key[entry.shape] for entry in site.entries)
    languages = Counter(
        entry.metadata.get("language", {}).get("value", "unknown") for entry in site.entries
    )
    return {
        "site": name,
        "pages": len(site),
        "redirects": redirects,
        "near_duplicates": sum(entry.same_as is not None for entry in site.entries),
        "templates": [sizes[cluster] for cluster in range(len(site.clusters))],
        "kinds": {
            kind: len(getattr(mined.structure, name))
            for kind, name in (("toc", "toc"), ("article", "articles"), ("other", "other"))
        },
        "languages": dict(sorted(languages.items())),
        "language_of_script": dict(site.languages),
        "method": mined.method.name,
        "words": words,
        "informative_words": kept,
        "skipped": [{"name": problem, "reason": reason} for problem, reason in problems],
    }


def _overview(
    summaries: Mapping[str, dict[str, Any]], problems: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    skipped = [{"name": name, "reason": reason} for name, reason in problems]
    return {"sites": list(summaries.values()), "skipped": skipped}


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _write_text(folder: Path, url: str, suffix: str, text: str) -> None:
    """A page's text under a name that tells its address and is one file name on any system."""
    folder.mkdir(exist_ok=True)
    readable = re.sub(r"[^\w.-]+", "_", url.partition("://")[2] or url).strip("._")[:80]
    mark = blake2b(url.encode("utf-8", "replace"), digest_size=4).hexdigest()
    (folder / f"{readable}-{mark}{suffix}").write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def _replace(made: Path, place: Path) -> None:
    """Put a finished file or folder where an older one may be."""
    if place.is_dir():
        shutil.rmtree(place)
    os.replace(made, place)
