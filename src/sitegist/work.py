"""Documents as they are read, on disk until their sites are mined."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from sitegist.errors import StoreError
from sitegist.page import Page
from sitegist.site.build import Reduced
from sitegist.site.packing import unpack
from sitegist.site.shapes import Shape
from sitegist.sources.document import Document
from sitegist.sources.sites import UNKNOWN

# What is read is safe on disk after so many documents.
_COMMIT = 50


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Holds a folder for one process; the lock goes with the process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / "lock.db", timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise StoreError(f"{folder.parent}: another process is mining into it") from None
        yield


class Work:
    """Documents as they are read; what was read before an interruption is not read again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._create()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:  # damaged, and nothing in it that cannot be read again
            self._db.close()
            for part in path.parent.glob(path.name + "*"):
                part.unlink()
            self._create()
        self._waiting = 0

    def _create(self) -> None:
        self._open()
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, digest BLOB, site TEXT,"
            " reduced TEXT, shape BLOB, packed BLOB, original BLOB, problem TEXT) WITHOUT ROWID"
        )

    @classmethod
    def scratch(cls) -> Work:
        """In a folder that goes with the object."""
        folder = tempfile.mkdtemp(prefix="sitegist-")
        work = cls(Path(folder) / "work.db")
        weakref.finalize(work, _discard, work._db, folder)
        return work

    def _open(self) -> None:
        # SQLite takes care of threads; what is mined in one may be read in another
        self._db = sqlite3.connect(self.path, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("CREATE TEMP TABLE met (name TEXT PRIMARY KEY) WITHOUT ROWID")

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path, "_waiting": 0}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()

    def meet(self, document: Document) -> None:
        """Note that a document belongs to this run."""
        self._db.execute("INSERT OR IGNORE INTO met VALUES (?)", (document.name,))

    def forget_others(self) -> None:
        """Let go of what an earlier run read and this one did not meet: it had another source."""
        self._db.execute("DELETE FROM documents WHERE name NOT IN (SELECT name FROM met)")
        self.commit()

    def has(self, document: Document, by: str = "") -> bool:
        """Whether this document, with these bytes, was read already, for sites by the same rule."""
        found = self._db.execute(
            "SELECT digest FROM documents WHERE name = ?", (document.name,)
        ).fetchone()
        return found is not None and found[0] == digest(document, by)

    def put(
        self,
        name: str,
        mark: bytes,
        site: str,
        reduced: Reduced,
        packed: bytes,
        original: bytes | None = None,
    ) -> None:
        """Keep a page, and its original as `Original.packed` gives it."""
        plain = {
            "url": reduced.url,
            "time": reduced.time,
            "votes": [[*pair, count] for pair, count in sorted(reduced.votes.items())],
            "metadata": reduced.metadata,
            "redirect": reduced.redirect,
        }
        shape = reduced.shape.paths.astype("<u8").tobytes()
        text = json.dumps(plain, ensure_ascii=False)
        self._insert(name, mark, site, text, shape, packed, original, None)

    def fail(self, name: str, mark: bytes, problem: str) -> None:
        """Remember why a document is of no use."""
        self._insert(name, mark, None, None, None, None, None, problem)

    def _insert(self, *values: Any) -> None:
        self._db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        self._waiting += 1
        if self._waiting >= _COMMIT:
            self.commit()

    def commit(self) -> None:
        """Put what is waiting safely on disk."""
        self._db.commit()
        self._waiting = 0

    def close(self) -> None:
        """Commit and let go of the file."""
        self.commit()
        self._db.close()

    def sites(self) -> list[str]:
        """The sites that were met, sorted; pages without address belong to the only site."""
        found = self._db.execute("SELECT DISTINCT site FROM documents WHERE site IS NOT NULL")
        names = sorted(site for (site,) in found)
        known = [name for name in names if name != UNKNOWN]
        return known if len(known) == 1 else names

    def problems(self) -> list[tuple[str, str]]:
        """Documents that were of no use, and why."""
        return self._db.execute(
            "SELECT name, problem FROM documents WHERE problem IS NOT NULL ORDER BY name"
        ).fetchall()

    def reduced(self, site: str) -> Iterator[Reduced]:
        """What is left of each document of a site, without the pages, in the order of names."""
        also = UNKNOWN if self.sites() == [site] else site
        found = self._db.execute(
            "SELECT name, reduced, shape FROM documents WHERE site IN (?, ?) ORDER BY name",
            (site, also),
        )
        for name, text, shape in found:
            plain = json.loads(text)
            yield Reduced(
                name,
                plain["url"],
                plain["time"],
                Shape(np.frombuffer(shape, "<u8").astype(np.uint64)),
                Counter({(script, language): count for script, language, count in plain["votes"]}),
                plain["metadata"],
                plain["redirect"],
            )

    def packed(self, name: str) -> bytes:
        """A reduced page as bytes."""
        (data,) = self._db.execute(
            "SELECT packed FROM documents WHERE name = ?", (name,)
        ).fetchone()
        assert isinstance(data, bytes)
        return data

    def original(self, name: str) -> bytes | None:
        """The document itself as it was put, if it was kept."""
        (data,) = self._db.execute(
            "SELECT original FROM documents WHERE name = ?", (name,)
        ).fetchone()
        assert data is None or isinstance(data, bytes)
        return data

    def get(self, name: str) -> Page:
        """A reduced page."""
        return unpack(self.packed(name))


def _discard(database: sqlite3.Connection, folder: str) -> None:
    database.close()
    shutil.rmtree(folder, ignore_errors=True)


def digest(document: Document, by: str = "") -> bytes:
    """Tells whether a document, or what makes its site, has changed."""
    about = json.dumps([document.url, document.content_type, document.time, by])
    return blake2b(document.data, digest_size=16, key=blake2b(about.encode()).digest()).digest()
