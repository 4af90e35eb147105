"""How large a full-text index is: SQLite's FTS5 in a temporary file."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

# FTS5 takes a run of these for one word, as they are written without spaces.
_UNSPACED = re.compile("([\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")


def index_size(texts: Iterable[str], folder: Path) -> int:
    """Bytes that the index of some texts takes, optimised and vacuumed; the texts are not in it.

    Chinese, Japanese and Thai characters are words by themselves.
    """
    path = folder / "index.sqlite"
    database = sqlite3.connect(path, isolation_level=None)
    try:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("CREATE VIRTUAL TABLE page USING fts5(text, content='')")
        empty = _size(database)
        database.execute("BEGIN")
        for number, text in enumerate(texts, 1):
            spaced = _UNSPACED.sub(r" \1 ", text.encode("utf-8", "replace").decode("utf-8"))
            database.execute("INSERT INTO page (rowid, text) VALUES (?, ?)", (number, spaced))
        database.execute("COMMIT")
        database.execute("INSERT INTO page (page) VALUES ('optimize')")
        return _size(database) - empty
    finally:
        database.close()
        path.unlink(missing_ok=True)


def _size(database: sqlite3.Connection) -> int:
    database.execute("VACUUM")
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    return int(pages) * int(size)
