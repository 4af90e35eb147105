"""Data with gold: site archives, WCXB, and Scrapinghub's article benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from sitegist.errors import InputError
from sitegist.judge.classes import class_of
from sitegist.judge.facts import Facts
from sitegist.judge.files import Files
from sitegist.page import read
from sitegist.page.metadata import Metadata
from sitegist.sources.document import Document
from sitegist.sources.gold import Addresses

ARTICLE, TOC, OTHER = "article", "toc", "other"
PER_SITE = 40


@dataclass(frozen=True)
class Gold:
    """A page, and what a good answer says of it; ``None`` is unknown."""

    name: str
    url: str | None
    data: bytes
    text: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    kind: str = ARTICLE
    """Of a page of a site: ``article``, ``toc`` or ``other``."""
    has_kind: bool = False
    """Whether the gold tells its kind, and it is no redirect stub."""
    page_type: str = ARTICLE
    """What means are taken over."""
    label: str | None = None
    """The class for the yardstick."""

    @cached_property
    def document(self) -> Document:
        """The page as sources give it."""
        return Document(self.name, self.url, self.data)

    @cached_property
    def metadata(self) -> Metadata:
        """What our reader says of the page, once for all our methods."""
        return read(self.data, self.url).metadata


@dataclass(frozen=True)
class DataSet:
    """Pages with gold."""

    name: str
    pages: tuple[Gold, ...]
    """All pages, those without gold text included."""
    is_site: bool
    """Whether the pages are those of one site, for methods that learn from it; then headline
    lines are left out of both sides, as only some of these golds have them."""
    notes: tuple[str, ...] = ()
    """What the gold tells of and is not there."""

    def scored(self, sample: int | None, seed: int) -> list[Gold]:
        """The pages to score: a seeded choice; 0 is all, ``None`` 40 of a site, all otherwise."""
        return self._some([page for page in self.pages if page.text is not None], sample, seed)

    def indexes(self, sample: int | None, seed: int) -> list[Gold]:
        """The index pages to score, as many: their answer set follows from their links."""
        return self._some([page for page in self.pages if page.kind == TOC], sample, seed)

    def _some(self, pages: list[Gold], sample: int | None, seed: int) -> list[Gold]:
        size = (PER_SITE if self.is_site else 0) if sample is None else sample
        return choose(pages, size, seed)

    def labels(self, scored: Sequence[Gold]) -> dict[str, str]:
        """Gold texts, by page name, that methods may learn from: of pages that are not scored."""
        held_out = {page.name for page in scored}
        return {
            page.name: page.text
            for page in self.pages
            if page.text is not None and page.name not in held_out
        }

    def folds(self, count: int) -> list[dict[str, str]]:
        """All gold texts, by page name, in so many parts, or one for each page if there are few."""
        texts = [(page.name, page.text) for page in self.pages if page.text is not None]
        return [dict(texts[place::count]) for place in range(min(count, len(texts)))]


def choose(pages: list[Gold], size: int, seed: int) -> list[Gold]:
    """Some pages by a seed, in their order; 0 is all."""
    if not size or len(pages) <= size:
        return pages
    return [pages[place] for place in sorted(Random(seed).sample(range(len(pages)), size))]


def load(place: str) -> DataSet:
    """A data set from a folder or an archive, told by the files that it has."""
    files = Files(place)
    if "gold.jsonl" in files:
        return _site(files)
    if "ground-truth.json" in files:
        return _single_pages(files, _scrapinghub(files))
    if files.under("ground-truth", ".json"):
        return _single_pages(files, _wcxb(files))
    raise InputError(
        f"{place}: no data set: there is neither gold.jsonl (a site) nor ground-truth/*.json"
        " (WCXB) nor ground-truth.json (Scrapinghub)"
    )


def _site(files: Files) -> DataSet:
    """Every page of a site; pages that the gold does not list are there to learn from."""
    rows = dict(_site_rows(files))
    told = ((path, row.text("url") or "") for path, row in rows.items())
    addresses = Addresses(told, files.name)
    pages = []
    for file in files.under("html"):
        path = file.removeprefix("html/")
        row = rows.get(path, Facts(path, {}))
        text = row.text("text")
        redirects = bool(row.values.get("redirect"))
        kind = OTHER if redirects else row.text("kind") or OTHER
        pages.append(
            Gold(
                path,
                addresses.of(path),
                files[file],
                text if text and text.strip() else None,
                row.text("title"),
                row.text("author"),
                row.text("date"),
                kind,
                "kind" in row.values and not redirects,
                kind,
                class_of(files.name, path, row.values),
            )
        )
    absent = sum(f"html/{path}" not in files for path in rows)
    return DataSet(files.name, tuple(pages), True, _absent(absent))


def _site_rows(files: Files) -> Iterator[tuple[str, Facts]]:
    for number, line in enumerate(files["gold.jsonl"].splitlines(), 1):
        if line.strip():
            row = Facts.parse(f"{files.path}/gold.jsonl:{number}", line)
            yield row.required("path"), row


def _single_pages(files: Files, golds: Iterable[tuple[str, Gold]]) -> DataSet:
    """The pages of a benchmark whose file, given beside each, is there."""
    pages, absent = [], 0
    for file, gold in golds:
        if file in files:
            pages.append(replace(gold, data=files[file]))
        else:
            absent += 1
    return DataSet(files.name, tuple(pages), False, _absent(absent))


def _absent(count: int) -> tuple[str, ...]:
    pages = "1 page" if count == 1 else f"{count:,} pages"
    return (f"{pages} of the gold cannot be found in html/",) if count else ()


def _wcxb(files: Files) -> Iterator[tuple[str, Gold]]:
    """Single pages of seven types."""
    types = {}
    if "metadata.json" in files:
        listed = Facts.parse(f"{files.path}/metadata.json", files["metadata.json"])
        types = {key: row.text("page_type") for key, row in listed.object("files").objects()}
    for name in files.under("ground-truth", ".json"):
        key = name.removeprefix("ground-truth/").removesuffix(".json")
        row = Facts.parse(f"{files.path}/{name}", files[name])
        gold = row.object("ground_truth", required=True)
        yield (
            f"html/{key}.html",
            Gold(
                key,
                row.text("url"),
                b"",
                gold.text("main_content") or "",
                gold.text("title"),
                gold.text("author"),
                gold.text("publish_date"),
                page_type=types.get(key) or _own_type(row) or ARTICLE,
            ),
        )


def _own_type(row: Facts) -> str | None:
    """The type that a page's own file says, of one kind or of several."""
    inner = row.object("_internal")
    if isinstance(inner.values.get("page_type"), dict):
        return inner.object("page_type").text("primary")
    return inner.text("page_type")


def _scrapinghub(files: Files) -> Iterator[tuple[str, Gold]]:
    """Single articles: ``{id: {"articleBody": ..., "url": ...}}``."""
    rows = Facts.parse(f"{files.path}/ground-truth.json", files["ground-truth.json"])
    for key, row in rows.objects():
        gold = Gold(key, row.text("url"), b"", row.required("articleBody"))
        yield f"html/{key}.html", gold
