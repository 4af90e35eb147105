"""One page of a mined site as rows of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.extraction import Extraction
from sitegist.methods import Method
from sitegist.site.fingerprints import fingerprints
from sitegist.site.packing import unpack
from sitegist.site.site import Entry


class PageRecord(NamedTuple):
    """What is written of a page."""

    row: tuple[Any, ...]
    blocks: list[tuple[Any, ...]]
    links: list[tuple[Any, ...]]
    text: str
    everything: str
    """All that the page draws."""
    rendered: dict[str, str]
    """The text in further formats."""


@dataclass(frozen=True)
class Recorder:
    """Judges a page and writes it down; this runs in the worker processes."""

    method: Method
    forms: Sequence[str] = ()

    def __call__(self, item: tuple[Entry, int, bytes]) -> tuple[PageRecord, NDArray[np.uint64]]:
        entry, cluster, packed = item
        found = self.method.extract(replace(unpack(packed), url=entry.url))
        prints = fingerprints(found.blocks)
        known = {name: field["value"] for name, field in entry.metadata.items()}
        words = found.blocks.words
        row = (
            entry.url,
            entry.kind,
            cluster,
            entry.same_as,
            *(known.get(name) for name in _METADATA),
            found.method.name,
            int(words.sum()),
            int(words[found.kept].sum()),
            round(found.confidence, 6),
            found.text,
        )
        rendered = {form: found.render(form) for form in self.forms}
        return PageRecord(
            row, _blocks(entry, found), _links(entry, found), found.text, found.page.text, rendered
        ), prints


_METADATA = (
    "title", "author", "date", "description", "language", "site_name", "page_type", "image",
)  # fmt: skip


def _blocks(entry: Entry, found: Extraction) -> list[tuple[Any, ...]]:
    """A row per block; on how many pages it stands is filled in by who knows the site."""
    blocks = found.blocks
    linked, words = blocks.linked_words.tolist(), blocks.words.tolist()
    return [
        (
            entry.url,
            index,
            verdict.block.path,
            verdict.kept,
            round(verdict.score, 6),
            verdict.reason,
            words[index],
            linked[index],
            None,
            blocks.texts[index],
        )
        for index, verdict in enumerate(found)
    ]


def _links(entry: Entry, found: Extraction) -> list[tuple[Any, ...]]:
    """A row per link, with the block that it stands in."""
    page, owner = found.page, found.blocks.owner
    rows = []
    for link in page.links:
        block = int(owner[link.row])
        kept = bool(block >= 0 and found.kept[block])
        anchor = page.inner_text(link.row)
        rows.append((entry.url, link.url, link.fragment, anchor, block, kept))
    return rows


def with_pages(record: PageRecord, pages: Sequence[int]) -> PageRecord:
    """The record with the number of pages that each block stands on."""
    blocks = [(*row[:8], count, row[9]) for row, count in zip(record.blocks, pages)]
    return record._replace(blocks=blocks)
