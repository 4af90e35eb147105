"""Pages in a temporary file, for what has to look at them more than once."""

from __future__ import annotations

import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from sitegist.applications.footprint import Footprint, Pieces, encode, footprint
from sitegist.errors import InputError
from sitegist.page import MAX_BYTES, Page, read
from sitegist.site.build import Reduced, reduce_document
from sitegist.site.packing import unpack
from sitegist.sources.document import Document
from sitegist.sources.sites import site_of

# A piece that was stored before is a reference of this many bytes, or itself if it is smaller.
REFERENCE = 8
_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE page (
    name TEXT PRIMARY KEY, bytes INTEGER, packed BLOB, source BLOB, sizes BLOB, prints BLOB
);
CREATE TABLE piece (
    part INTEGER, print INTEGER, bytes INTEGER, times INTEGER, PRIMARY KEY (part, print)
) WITHOUT ROWID;
"""

_STORE = """
INSERT INTO piece VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET times = times + 1
"""
_SUMS = """
SELECT sum(bytes * times), sum(bytes + min(bytes, ?) * (times - 1)) FROM piece WHERE part = ?
"""


class Prepared(NamedTuple):
    """A document after its only reading."""

    site: str
    reduced: Reduced
    size: int
    """Bytes of the source."""
    packed: bytes
    source: bytes
    """Compressed."""
    footprint: Footprint


def prepare(document: Document, max_bytes: int = MAX_BYTES) -> Prepared | InputError:
    """Read a document, or say why it is of no use; this runs in the worker processes."""
    result = reduce_document(document, max_bytes)
    if isinstance(result, InputError):
        return result
    reduced, packed = result
    page = read(document.data, document.url, document.content_type, max_bytes=max_bytes)
    source = encode(page.html)
    return Prepared(
        site_of(document.url),
        reduced,
        len(source),
        packed,
        zlib.compress(source, 1),
        footprint(page),
    )


class Stored(NamedTuple):
    """Bytes of some pages."""

    size: int
    once: int
    """When each distinct piece is stored once, and referred to then."""


class Spool:
    """Reduced pages, their sources and footprints, and what was stored of them; a `Shelf`."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="sitegist-")
        self.folder = Path(self._folder.name)
        self._database = sqlite3.connect(self.folder / "pages.sqlite", isolation_level=None)
        self._database.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._database.close()
        self._folder.cleanup()

    def add(self, page: Prepared) -> None:
        """Keep a page."""
        sizes, prints = page.footprint.sizes.tobytes(), page.footprint.prints.tobytes()
        self._database.execute(
            "INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?)",
            (page.reduced.name, page.size, page.packed, page.source, sizes, prints),
        )

    def get(self, name: str) -> Page:
        """The page that was read from the document of that name."""
        (packed,) = self._one("packed", name)
        return unpack(packed)

    def size(self, name: str) -> int:
        """Bytes of the page's source."""
        (size,) = self._one("bytes", name)
        return int(size)

    def source(self, name: str) -> bytes:
        """The page's source, in UTF-8."""
        (source,) = self._one("source", name)
        return zlib.decompress(source)

    def footprint(self, name: str) -> Footprint:
        """The bytes of each row."""
        sizes, prints = self._one("sizes, prints", name)
        return Footprint(np.frombuffer(sizes, np.int32), np.frombuffer(prints, np.uint64))

    def store(self, pages: Iterable[Sequence[Pieces]], parts: int = 1) -> list[Stored]:
        """The bytes of each part of some pages; they come one at a time, in so many parts."""
        self._database.execute("DELETE FROM piece")
        self._database.execute("BEGIN")
        for page in pages:
            for part, pieces in enumerate(page):
                signed = pieces.prints.view(np.int64).tolist()
                self._database.executemany(_STORE, zip(repeat(part), signed, pieces.sizes.tolist()))
        self._database.execute("COMMIT")
        sums = (self._database.execute(_SUMS, (REFERENCE, part)) for part in range(parts))
        return [Stored(*(number or 0 for number in found.fetchone())) for found in sums]

    def _one(self, columns: str, name: str) -> tuple[bytes, ...]:
        query = f"SELECT {columns} FROM page WHERE name = ?"
        found: Iterator[tuple[bytes, ...]] = self._database.execute(query, (name,))
        return next(found)
