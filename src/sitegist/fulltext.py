"""Full text in SQLite's FTS5, scripts without spaces included."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

INDEXES = ("informative", "everything")
"""What is indexed of each page: the informative text, and everything that it draws."""

SCHEMA = "".join(
    f"CREATE VIRTUAL TABLE {index} USING fts5(title, text, content='',"
    " tokenize='unicode61 remove_diacritics 2');"
    for index in INDEXES
)
# FTS5 takes a run of these for one word; each is a word of its own, and a query for several asks
# for them side by side: any part of such a text is found. Korean has spaces, but endings as well.
UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_UNSPACED = re.compile(f"([{UNSPACED}])")
_ASKED = re.compile(r'(-?)(?:"([^"]*)"?|(\S+))')
_TITLE_WEIGHT = 5.0


def spaced(text: str) -> str:
    """A text as it is indexed.

    >>> spaced("Tokyo 東京駅")
    'Tokyo  東  京  駅 '
    """
    return _UNSPACED.sub(r" \1 ", text.encode("utf-8", "replace").decode("utf-8"))


def asked_for(query: str) -> str:
    """What FTS5 is asked: all words, phrases in quotation marks, ``-word`` for pages without it.

    >>> asked_for('harbour "low tide" -ferry 東京')
    '("harbour") AND ("low tide") AND (" 東  京 ") NOT ("ferry")'
    >>> asked_for('-ferry "" *')
    ''
    """
    wanted: list[str] = []
    unwanted: list[str] = []
    for minus, phrase, word in _ASKED.findall(query):
        text = (phrase or word).replace('"', "").replace("\0", "")
        if any(map(str.isalnum, text)):
            (unwanted if minus else wanted).append(f'("{spaced(text)}")')
    if not wanted:
        return ""
    return " NOT ".join([" AND ".join(wanted), *unwanted])


def words_of(query: str) -> list[str]:
    """The words and phrases that a query asks for, to be shown where they stand.

    >>> words_of('harbour "low tide" -ferry')
    ['harbour', 'low tide']
    """
    found = ((phrase or word).strip() for minus, phrase, word in _ASKED.findall(query) if not minus)
    return [text for text in found if any(map(str.isalnum, text))]


def add(db: sqlite3.Connection, page: int, title: str, informative: str, everything: str) -> None:
    """Index one page."""
    for index, text in zip(INDEXES, (informative, everything)):
        db.execute(
            f"INSERT INTO {index} (rowid, title, text) VALUES (?, ?, ?)",
            (page, spaced(title), spaced(text)),
        )


def optimize(db: sqlite3.Connection) -> None:
    """Make the indexes as small as they get."""
    for index in INDEXES:
        db.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")


def find(db: sqlite3.Connection, index: str, query: str) -> list[tuple[int, float]]:
    """Pages that match, best first, each with its BM25 score: larger is better."""
    wanted = asked_for(query)
    if not wanted:
        return []
    found = db.execute(
        f"SELECT rowid, -bm25({index}, {_TITLE_WEIGHT}, 1.0) FROM {index} WHERE {index} MATCH ?",
        (wanted,),
    )
    ordered: list[tuple[int, float]] = sorted(
        ((page, round(score, 6)) for page, score in found), key=lambda item: (-item[1], item[0])
    )
    return ordered


def size(db: sqlite3.Connection, index: str) -> int:
    """Bytes of an index."""
    tables: dict[str, Any] = {f"{index}_data": "block", f"{index}_docsize": "sz"}
    return sum(
        db.execute(f"SELECT ifnull(sum(length({column})), 0) FROM {table}").fetchone()[0]
        for table, column in tables.items()
    )
