"""Data with gold: site archives, WCXB, and Scrapinghub's article benchmark."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from sitegist.errors import InputError
from sitegist.judge.classes import class_of
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


def choose(pages: list[Gold], size: int, seed: int) -> list[Gold]:
    """Some pages by a seed, in their order; 0 is all."""
    if not size or len(pages) <= size:
        return pages
    return [pages[place] for place in sorted(Random(seed).sample(range(len(pages)), size))]


def load(place: str) -> DataSet:
    """A data set from a folder or an archive, told by the files that it has."""
    files = Files(place)
    if "gold.jsonl" in files:
        return DataSet(files.name, tuple(_site(files)), is_site=True)
    if "ground-truth.json" in files:
        return DataSet(files.name, tuple(_scrapinghub(files)), is_site=False)
    if files.under("ground-truth", ".json"):
        return DataSet(files.name, tuple(_wcxb(files)), is_site=False)
    raise InputError(
        f"{place}: no data set: there is neither gold.jsonl (a site) nor ground-truth/*.json"
        " (WCXB) nor ground-truth.json (Scrapinghub)"
    )


def _parse(files: Files, name: str, text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"{files.path}: {name}: {error}") from None


def _site(files: Files) -> Iterator[Gold]:
    """Every page of a site; pages that the gold does not list are there to learn from."""
    lines = files["gold.jsonl"].splitlines()
    rows = {
        row["path"]: row for row in (_parse(files, "gold.jsonl", line) for line in lines if line)
    }
    addresses = Addresses(((path, row.get("url") or "") for path, row in rows.items()), files.name)
    for file in files.under("html"):
        path = file.removeprefix("html/")
        row = rows.get(path, {})
        text = row.get("text")
        kind = OTHER if row.get("redirect") else row.get("kind", OTHER)
        yield Gold(
            path,
            addresses.of(path),
            files[file],
            text if text and text.strip() else None,
            row.get("title"),
            row.get("author"),
            row.get("date"),
            kind,
            "kind" in row and not row.get("redirect"),
            kind,
            class_of(files.name, path, row),
        )


def _wcxb(files: Files) -> Iterator[Gold]:
    """Single pages of seven types."""
    listed = (
        _parse(files, "metadata.json", files["metadata.json"]) if "metadata.json" in files else {}
    )
    types = {key: row.get("page_type") for key, row in listed.get("files", {}).items()}
    for name in files.under("ground-truth", ".json"):
        key = name.removeprefix("ground-truth/").removesuffix(".json")
        if f"html/{key}.html" not in files:
            continue
        row = _parse(files, name, files[name])
        gold = row["ground_truth"]
        inner = row.get("_internal", {}).get("page_type") or {}
        primary = inner.get("primary") if isinstance(inner, dict) else inner
        yield Gold(
            key,
            row.get("url"),
            files[f"html/{key}.html"],
            gold.get("main_content") or "",
            gold.get("title"),
            gold.get("author"),
            gold.get("publish_date"),
            page_type=types.get(key) or primary or ARTICLE,
        )


def _scrapinghub(files: Files) -> Iterator[Gold]:
    """Single articles: ``{id: {"articleBody": ..., "url": ...}}``."""
    rows = _parse(files, "ground-truth.json", files["ground-truth.json"])
    for key, row in sorted(rows.items()):
        if f"html/{key}.html" in files:
            yield Gold(key, row.get("url"), files[f"html/{key}.html"], row.get("articleBody") or "")
