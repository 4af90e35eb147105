"""How large a full-text index is: SQLite's FTS5 in a temporary file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Self

from sitegist.fulltext import spaced


class TextIndex:
    """An index of texts that are not in it; it is gone when the ``with`` block is left.

    Chinese, Japanese, Korean and Thai characters are words by themselves.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "index.sqlite"
        self._path.unlink(missing_ok=True)
        self._database = sqlite3.connect(self._path, isolation_level=None)
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute("CREATE VIRTUAL TABLE page USING fts5(text, content='')")
        self._empty = self._vacuumed()
        self._database.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._database.close()
        self._path.unlink(missing_ok=True)

    def add(self, text: str) -> None:
        """Index one more text."""
        self._database.execute("INSERT INTO page (text) VALUES (?)", (spaced(text),))

    def size(self) -> int:
        """Bytes that it takes more than an empty one, optimised and vacuumed."""
        self._database.execute("COMMIT")
        self._database.execute("INSERT INTO page (page) VALUES ('optimize')")
        size = self._vacuumed() - self._empty
        self._database.execute("BEGIN")
        return size

    def _vacuumed(self) -> int:
        self._database.execute("VACUUM")
        (pages,) = self._database.execute("PRAGMA page_count").fetchone()
        (size,) = self._database.execute("PRAGMA page_size").fetchone()
        return int(pages) * int(size)
