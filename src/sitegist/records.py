"""One page of a mined site as rows of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.extraction import Extraction
from sitegist.methods import Method
from sitegist.site.fingerprints import fingerprints
from sitegist.site.links import LinkGraph
from sitegist.site.packing import unpack
from sitegist.site.site import Entry
from sitegist.site.structure import Structure


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
    """A row per link, with the block that it stands in; the rest is filled in by who knows the
    site."""
    page = found.page
    rows = []
    for link, block in zip(page.links, found.blocks.of_links.tolist()):
        kept = bool(block >= 0 and found.kept[block])
        anchor = page.inner_text(link.row)
        rows.append((entry.url, link.url, link.fragment, anchor, block, kept, None, False))
    return rows


def links_told(graph: LinkGraph, structure: Structure) -> Iterator[dict[int, tuple[float, bool]]]:
    """Of each page's links to other pages, by their places: entropy, and whether informative."""
    informative = {(link.source, link.target, link.block) for link in structure.links}
    for page, url in enumerate(graph.urls):
        links = graph.of_page(page)
        columns = (graph.order, graph.target, graph.block, graph.entropy)
        yield {
            place: (round(entropy, 6), (url, graph.urls[target], block) in informative)
            for place, target, block, entropy in zip(*(c[links].tolist() for c in columns))
        }


def completed(
    record: PageRecord, pages: Sequence[int], told: Mapping[int, tuple[float, bool]]
) -> PageRecord:
    """The record with what the whole site tells: on how many pages each block stands, and by
    their places the entropy of links, and whether they are informative."""
    blocks = [(*row[:8], count, row[9]) for row, count in zip(record.blocks, pages)]
    links = [(*row[:6], *told.get(place, (None, False))) for place, row in enumerate(record.links)]
    return record._replace(blocks=blocks, links=links)
