"""How large a full-text index is: SQLite's FTS5 in a temporary file."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Self

# FTS5 takes a run of these for one word, as they are written without spaces.
_UNSPACED = re.compile("([\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")


class TextIndex:
    """An index of texts that are not in it; it is gone when the ``with`` block is left.

    Chinese, Japanese and Thai characters are words by themselves.
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
        spaced = _UNSPACED.sub(r" \1 ", text.encode("utf-8", "replace").decode("utf-8"))
        self._database.execute("INSERT INTO page (text) VALUES (?)", (spaced,))

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
