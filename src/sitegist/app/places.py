"""On which pages the blocks of a site stand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from sitegist.app.library import Shown
from sitegist.app.tables import read_columns
from sitegist.errors import StoreError
from sitegist.extraction import Extraction
from sitegist.page import segment
from sitegist.page.rows import Longs
from sitegist.site.fingerprints import fingerprint, fingerprints
from sitegist.site.table import Keys


@dataclass(frozen=True)
class Places:
    """The pages of each block that the site was mined in, by the fingerprint of its text."""

    segmenter: str
    urls: Sequence[str]
    keys: Keys
    """Sorted, one entry for each page that a block stands on."""
    page: NDArray[np.int32]
    """Index into ``urls``."""

    def of(self, key: int) -> NDArray[np.int32]:
        """The pages with a block, each once."""
        first, last = np.searchsorted(self.keys, np.array([key, key + 1], np.uint64)).tolist()
        found: NDArray[np.int32] = np.unique(self.page[first:last])
        return found

    def with_block(self, found: Extraction, index: int) -> list[str]:
        """The pages that have all the text of a block, whatever the segmenter.

        A block that is no whole number of mined blocks stands where those that it is part of do.
        """
        pieces = segment(found.page, self.segmenter)
        runs = found.page.rows.runs
        inside = runs[found.blocks.owner[runs] == index]
        around = np.unique(pieces.owner[inside])
        keys = np.unique(fingerprints(pieces)[around[around >= 0]])
        common: NDArray[np.int32] | None = None
        for key in keys[keys != 0].tolist():
            pages = self.of(key)
            common = pages if common is None else np.intersect1d(common, pages)
        return [] if common is None else [self.urls[place] for place in common.tolist()]


def places_of(shown: Shown) -> Places:
    """Where the blocks of a site stand; read from ``blocks.parquet`` once."""
    return shown.once("places", lambda: _read(shown))


def prepare_places(shown: Shown) -> None:
    """Read them in the background, before somebody asks why a block stays or goes."""

    def read() -> None:
        with suppress(StoreError):  # said to whoever asks
            places_of(shown)

    shown.once("places begun", lambda: Thread(target=read).start())


def _read(shown: Shown) -> Places:
    names = ("url", "text")
    table = read_columns(shown.folder / "blocks.parquet", names, repeated=names)
    urls, texts = (table.column(name).combine_chunks() for name in names)
    known = texts.dictionary.to_pylist()
    prints = np.fromiter(map(fingerprint, known), np.uint64, len(known))
    keys = prints[np.asarray(texts.indices)]
    order: Longs = np.argsort(keys, kind="stable")
    page = np.asarray(urls.indices).astype(np.int32)[order]
    return Places(shown.mined.method.segmenter, urls.dictionary.to_pylist(), keys[order], page)
