"""A mined site on disk: ``site.db`` and what it takes to open a mined folder again."""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sitegist import fulltext
from sitegist.errors import StoreError
from sitegist.methods import create
from sitegist.methods.container import Container
from sitegist.mined import Mined
from sitegist.originals import unpack_original
from sitegist.page import Page
from sitegist.profile import load
from sitegist.site.clusters import Clusters
from sitegist.site.packing import unpack
from sitegist.site.shapes import Shape
from sitegist.site.site import Entry, Site
from sitegist.site.structure import Structure
from sitegist.site.sums import GroupedSums, Sums
from sitegist.site.table import Table
from sitegist.sources.document import Document

VERSION = 1
_SCHEMA = """
    CREATE TABLE pages (
        id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,
        shape INTEGER NOT NULL, cluster INTEGER NOT NULL, kind TEXT NOT NULL, same_as TEXT,
        metadata TEXT NOT NULL, text TEXT NOT NULL, packed BLOB NOT NULL);
    CREATE TABLE originals (page INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE clusters (cluster INTEGER PRIMARY KEY, leader BLOB NOT NULL);
    CREATE TABLE sums (
        shape INTEGER NOT NULL, kind TEXT NOT NULL, pages INTEGER NOT NULL,
        words INTEGER NOT NULL, terms BLOB NOT NULL, blocks BLOB NOT NULL,
        paths BLOB NOT NULL, PRIMARY KEY (shape, kind)) WITHOUT ROWID;
    CREATE TABLE aliases (url TEXT PRIMARY KEY, target TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class PageRow(NamedTuple):
    """What the store keeps of a page."""

    entry: Entry
    cluster: int
    text: str
    """The informative text."""
    everything: str
    """All that the page draws; for the index only."""
    packed: bytes
    original: bytes | None


class Store:
    """``site.db``: pages, texts and sums of a mined site, for whatever comes after; a `Shelf`."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self.path = path

    @classmethod
    def create(cls, path: Path) -> Store:
        """A new store; rows have to come in the order of their URLs, so files are equal."""
        path.unlink(missing_ok=True)
        store = cls(sqlite3.connect(path), path)
        store._db.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA user_version = {VERSION};"
            + _SCHEMA
            + fulltext.SCHEMA
        )
        return store

    @classmethod
    def open(cls, path: Path) -> Store:
        """A store to read, and never to write; a `StoreError` says why it cannot be used."""
        if not path.is_file():
            raise StoreError(f"{path.parent}: no mined site; 'sitegist mine' makes one")
        # immutable: no lock and no file beside it, also where the folder may not be written to
        address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        store = cls(sqlite3.connect(address, uri=True, check_same_thread=False), path)
        with store._reading():
            (version,) = store._db.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            raise StoreError(
                f"{path}: mined by another version of sitegist (version {version} of the store,"
                f" and this program reads version {VERSION}); mine the site anew"
            )
        return store

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: the store is damaged: {error}") from None

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading():
            return self._db.execute(query, values).fetchall()

    def add_page(self, row: PageRow) -> None:
        """Add a page."""
        entry = row.entry
        metadata = json.dumps(entry.metadata, ensure_ascii=False)
        added = self._db.execute(
            "INSERT INTO pages VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (entry.url, entry.name, entry.shape, row.cluster, entry.kind, entry.same_as, metadata,
             row.text, row.packed),
        )  # fmt: skip
        assert added.lastrowid is not None
        if row.original is not None:
            self._db.execute("INSERT INTO originals VALUES (?, ?)", (added.lastrowid, row.original))
        title = entry.metadata.get("title", {}).get("value", "")
        fulltext.add(self._db, added.lastrowid, title, row.text, row.everything)

    def add_site(self, site: Site, facts: dict[str, Any]) -> None:
        """Add what is known of the site as a whole: its sums can be merged with a later crawl's."""
        leaders = (shape.paths.astype("<u8").tobytes() for shape in site.clusters.leaders)
        self._db.executemany("INSERT INTO clusters VALUES (?, ?)", enumerate(leaders))
        for shape, kind in site.sums:
            known = site.sums.groups[shape, kind]
            tables = map(_dump, (known.terms, known.blocks, known.paths))
            self._db.execute(
                "INSERT INTO sums VALUES (?, ?, ?, ?, ?, ?, ?)",
                (shape, kind, known.pages, known.words, *tables),
            )
        known_facts = {**facts, "languages": dict(site.languages), "alike": site.clusters.alike}
        rows = [
            (name, json.dumps(value, ensure_ascii=False))
            for name, value in sorted(known_facts.items())
        ]
        self._db.executemany("INSERT INTO facts VALUES (?, ?)", rows)
        self._db.executemany("INSERT INTO aliases VALUES (?, ?)", sorted(site.aliases.items()))

    def sums(self) -> GroupedSums:
        """The sums as they were mined."""
        found = GroupedSums()
        for shape, kind, pages, words, *tables in self._all("SELECT * FROM sums"):
            found.add((shape, kind), Sums(pages, words, *map(_load, tables, (3, 2, 2))))
        return found

    def facts(self) -> dict[str, Any]:
        """What is known of the site as a whole."""
        return {name: json.loads(value) for name, value in self._all("SELECT * FROM facts")}

    @property
    def name(self) -> str:
        """What the site is called: its domain or host."""
        ((found,),) = self._all("SELECT value FROM facts WHERE name = 'site'")
        return str(json.loads(found))

    def site(self) -> Site:
        """The site as it was mined; its pages stay on disk."""
        query = "SELECT url, name, shape, metadata, kind, same_as, cluster FROM pages ORDER BY url"
        entries, of_key = [], {}
        for url, name, shape, metadata, kind, same_as, cluster in self._all(query):
            entries.append(Entry(url, name, shape, json.loads(metadata), kind, same_as))
            of_key[shape] = cluster
        facts = self.facts()
        found = self._all("SELECT leader FROM clusters ORDER BY cluster")
        leaders = tuple(Shape(np.frombuffer(paths, "<u8").astype(np.uint64)) for (paths,) in found)
        clusters = Clusters(leaders, dict(sorted(of_key.items())), facts["alike"])
        aliases = dict(self._all("SELECT url, target FROM aliases ORDER BY url"))
        return Site(tuple(entries), self, self.sums(), clusters, facts["languages"], aliases)

    def get(self, name: str) -> Page:
        """The page that was read from the document of that name, reduced."""
        ((packed,),) = self._all("SELECT packed FROM pages WHERE name = ?", name)
        return unpack(packed)

    def text(self, url: str) -> str:
        """A page's informative text as it was mined."""
        ((text,),) = self._all("SELECT text FROM pages WHERE url = ?", url)
        assert isinstance(text, str)
        return text

    def original(self, url: str) -> Document | None:
        """The document that a page was read from; ``None`` if originals were not kept."""
        query = "SELECT name, data FROM pages JOIN originals ON page = id WHERE url = ?"
        for name, data in self._all(query, url):
            return unpack_original(name, data)
        return None

    def search(self, query: str, index: str = "informative") -> list[tuple[str, float]]:
        """URLs of the pages that match, best first, each with its score; ties by URL."""
        with self._reading():
            found = fulltext.find(self._db, index, query)
        urls = dict(self._all("SELECT id, url FROM pages"))
        return [(urls[page], score) for page, score in found]

    def index_size(self, index: str) -> int:
        """Bytes of a full-text index."""
        with self._reading():
            return fulltext.size(self._db, index)

    def finish(self) -> None:
        """Write everything, as small as it gets, and let go of the file."""
        fulltext.optimize(self._db)
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.commit()
        self._db.close()


def open_mined(folder: str | os.PathLike[str]) -> Mined:
    """A mined folder opened again; a `StoreError` says why it cannot be used.

    A method that profiles do not hold learns anew from the stored site, with its own defaults.
    """
    path = Path(folder)
    if not (path / "site.db").exists() and (parts := sorted(path.glob("site=*"))):
        names = ", ".join(map(str, parts[:5]))
        raise StoreError(f"{path}: {len(parts)} sites; open one of them: {names}")
    store = Store.open(path / "site.db")
    try:
        site, facts = store.site(), store.facts()
        method, segmenter = facts["method"], facts["segmenter"]
        structure = Structure.restored(facts["structure"])
    except (zlib.error, ValueError, LookupError, TypeError) as error:
        raise StoreError(f"{store.path}: the store is damaged: {error!r}") from None
    if method == Container.name:
        known = load(path / "site.gist").method
        known.meet(site)
        return Mined(site, known, structure)
    return Mined(site, create(method, segmenter=segmenter).fit(site), structure)


def _dump(table: Table) -> bytes:
    return zlib.compress(
        table.keys.astype("<u8").tobytes() + table.columns.astype("<i8").tobytes(), 6
    )


def _load(data: bytes, width: int) -> Table:
    numbers = np.frombuffer(zlib.decompress(data), "<u8")
    count = len(numbers) // (width + 1)
    columns = numbers[count:].view("<i8").reshape(count, width)
    return Table(numbers[:count].astype(np.uint64), columns.astype(np.int64))
