"""What a watch remembers, in SQLite: every method that changes something is one transaction.

An article is in one of three places: among those that wait to be fetched, in the journal of lines
that have not been delivered yet, and, from the moment that its line is in the journal, among what
has been seen. So whenever the process is killed, no article is lost and none is told twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sitegist.errors import StoreError

VERSION = 1
_SCHEMA = """
    CREATE TABLE tocs (
        url TEXT PRIMARY KEY, rank INTEGER NOT NULL, places TEXT NOT NULL, etag TEXT,
        modified TEXT, wait REAL NOT NULL, due REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE listed (toc TEXT, key TEXT, url TEXT NOT NULL, PRIMARY KEY (toc, key))
        WITHOUT ROWID;
    CREATE TABLE seen (key TEXT PRIMARY KEY, article INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE waiting (
        number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, toc TEXT NOT NULL,
        wait REAL NOT NULL, due REAL NOT NULL);
    CREATE TABLE journal (number INTEGER PRIMARY KEY AUTOINCREMENT, line BLOB);
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class Toc(NamedTuple):
    """A table of contents that is polled."""

    url: str
    places: frozenset[int]
    """Style paths of the links to its articles."""
    etag: str | None
    modified: str | None
    wait: float
    """Seconds between two polls."""
    due: float


class Waiting(NamedTuple):
    """A link that was found and not fetched yet."""

    key: str
    url: str
    toc: str
    wait: float


class Link(NamedTuple):
    """An address by which it is known whether it is new, and as it is written."""

    key: str
    url: str


class Planned(NamedTuple):
    """A page that is to be watched."""

    url: str
    places: frozenset[int]
    listed: Sequence[Link]
    """Its informative links, as far as they are known."""


class State:
    """The memory of one watch; a second watch cannot open it at the same time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(path, timeout=1.0)
        except sqlite3.OperationalError as error:
            raise StoreError(f"{path}: {error}") from None
        try:
            self._open()
        except sqlite3.OperationalError as error:
            self._db.close()
            if "locked" in str(error):
                raise StoreError(f"{path}: another watch uses this state") from None
            raise StoreError(f"{path}: {error}") from None
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise StoreError(
                f"{path}: {error}; without it the watch begins anew with what was mined"
            ) from None

    def _open(self) -> None:
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        # what is told has to be remembered even if the machine stops
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("BEGIN EXCLUSIVE")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        self._db.execute("COMMIT")
        if version == 0:
            self._db.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version = {VERSION};COMMIT")
        elif version != VERSION:
            raise sqlite3.DatabaseError(f"a state of version {version}, not {VERSION}")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # what is known of the site

    def fact(self, name: str) -> Any:
        """What was noted under a name; ``None`` if nothing was."""
        found = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if found is None else json.loads(found[0])

    def note(self, **facts: Any) -> None:
        """Note something of the site as a whole."""
        with self._db:
            self._note(facts)

    def begin(
        self, planned: Iterable[Planned], known: Iterable[tuple[str, bool]], **facts: Any
    ) -> None:
        """Watch these pages, the best first, and no others; ``known`` is not new.

        What has been seen, waits or is to be delivered stays as it is.
        """
        pages = list(planned)
        rows = [
            (page.url, rank, json.dumps(sorted(page.places))) for rank, page in enumerate(pages)
        ]
        with self._db:
            self._db.executemany(
                "INSERT INTO tocs VALUES (?, ?, ?, NULL, NULL, 0, 0) ON CONFLICT (url) DO UPDATE"
                " SET rank = excluded.rank, places = excluded.places, etag = NULL, modified = NULL,"
                " due = 0",
                rows,
            )
            for page in pages:
                self._list(page.url, page.listed)
            urls = json.dumps([url for url, *_ in rows])
            outside = "NOT IN (SELECT value FROM json_each(?))"
            self._db.execute(f"DELETE FROM tocs WHERE url {outside}", (urls,))
            self._db.execute(f"DELETE FROM listed WHERE toc {outside}", (urls,))
            self._see(known)
            self._note(facts)

    def tocs(self, before: float | None = None) -> list[Toc]:
        """The pages to be polled, or those that are due, the best first."""
        found = self._db.execute(
            "SELECT url, places, etag, modified, wait, due FROM tocs WHERE ? IS NULL OR due <= ?"
            " ORDER BY rank",
            (before, before),
        )
        return [Toc(url, frozenset(json.loads(places)), *rest) for url, places, *rest in found]

    def next_due(self) -> float:
        """When something has to be done."""
        (due,) = self._db.execute(
            "SELECT min(due) FROM (SELECT due FROM tocs UNION ALL SELECT due FROM waiting)"
        ).fetchone()
        return float(due or 0.0)

    # polling

    def put_off(self, toc: Toc, wait: float, due: float) -> None:
        """Poll a page again later."""
        with self._db:
            self._db.execute("UPDATE tocs SET wait = ?, due = ? WHERE url = ?",
                             (wait, due, toc.url))  # fmt: skip

    def new(self, links: Iterable[Link]) -> list[Link]:
        """Those of some links that were neither seen nor found before."""
        return [
            link
            for link in links
            if not self._db.execute(
                "SELECT 1 FROM seen WHERE key = ?1 UNION ALL SELECT 1 FROM waiting WHERE key = ?1",
                (link.key,),
            ).fetchone()
        ]

    def listed(self, toc: str) -> list[Link]:
        """The informative links of a page when it was last polled."""
        found = self._db.execute("SELECT key, url FROM listed WHERE toc = ? ORDER BY key", (toc,))
        return [Link(*row) for row in found]

    def polled(self, toc: Toc, links: Iterable[Link], new: Iterable[Link]) -> None:
        """A page was polled: what it lists now, and what of it is to be fetched.

        With the page's new validators, so that they never promise what was not noted.
        """
        with self._db:
            self._db.execute(
                "UPDATE tocs SET etag = ?, modified = ?, wait = ?, due = ? WHERE url = ?",
                (toc.etag, toc.modified, toc.wait, toc.due, toc.url),
            )
            self._list(toc.url, links)
            self._db.executemany(
                "INSERT OR IGNORE INTO waiting (key, url, toc, wait, due) VALUES (?, ?, ?, 0, 0)",
                [(link.key, link.url, toc.url) for link in new],
            )

    # articles

    def waiting(self, before: float | None = None) -> list[Waiting]:
        """What is to be fetched, or what of it is due, in the order in which it was found."""
        found = self._db.execute(
            "SELECT key, url, toc, wait FROM waiting WHERE ? IS NULL OR due <= ? ORDER BY number",
            (before, before),
        )
        return [Waiting(*row) for row in found]

    def retry(self, item: Waiting, wait: float, due: float) -> bool:
        """Fetch something later; it is dropped if no page lists it any more: False."""
        with self._db:
            is_listed = self._db.execute(
                "SELECT 1 FROM listed WHERE key = ?", (item.key,)
            ).fetchone()
            if is_listed:
                self._db.execute("UPDATE waiting SET wait = ?, due = ? WHERE key = ?",
                                 (wait, due, item.key))  # fmt: skip
            else:
                self._done(item, ())
        return is_listed is not None

    def drop(self, item: Waiting, keys: Iterable[str] = ()) -> None:
        """Something is no article, or one that was told before under another address."""
        with self._db:
            self._done(item, [(key, False) for key in (item.key, *keys)])

    def seen(self, key: str) -> bool:
        """Whether something is not new."""
        return self._article(key) is not None

    def is_article(self, key: str) -> bool:
        """Whether something was seen and is an article."""
        return bool(self._article(key))

    def _article(self, key: str) -> int | None:
        found = self._db.execute("SELECT article FROM seen WHERE key = ?", (key,)).fetchone()
        return None if found is None else int(found[0])

    def enter(self, item: Waiting, keys: Iterable[str], about: dict[str, Any]) -> None:
        """Put the line of an article into the journal, with the line's number."""
        with self._db:
            number = self._db.execute("INSERT INTO journal (line) VALUES (NULL)").lastrowid
            text = json.dumps({"number": number, **about}, ensure_ascii=False)
            line = (text + "\n").encode("utf-8", "replace")
            self._db.execute("UPDATE journal SET line = ? WHERE number = ?", (line, number))
            self._done(item, [(key, True) for key in (item.key, *keys)])

    def undelivered(self) -> Iterator[tuple[int, bytes]]:
        """The lines of the journal, the oldest first."""
        (last,) = self._db.execute("SELECT max(number) FROM journal").fetchone()
        number = 0
        while number < (last or 0):
            number, line = self._db.execute(
                "SELECT number, line FROM journal WHERE number > ? ORDER BY number LIMIT 1",
                (number,),
            ).fetchone()
            yield number, line

    def delivered(self, number: int) -> None:
        """A line is where it should be."""
        with self._db:
            self._db.execute("DELETE FROM journal WHERE number = ?", (number,))

    def _list(self, toc: str, links: Iterable[Link]) -> None:
        self._db.execute("DELETE FROM listed WHERE toc = ?", (toc,))
        self._db.executemany(
            "INSERT OR IGNORE INTO listed VALUES (?, ?, ?)",
            [(toc, link.key, link.url) for link in links],
        )

    def _done(self, item: Waiting, seen: Iterable[tuple[str, bool]]) -> None:
        self._db.execute("DELETE FROM waiting WHERE key = ?", (item.key,))
        self._see(seen)

    def _see(self, seen: Iterable[tuple[str, bool]]) -> None:
        self._db.executemany(
            "INSERT INTO seen VALUES (?, ?) ON CONFLICT (key) DO UPDATE"
            " SET article = max(article, excluded.article)",
            seen,
        )

    def _note(self, facts: dict[str, Any]) -> None:
        rows = [(name, json.dumps(value)) for name, value in facts.items()]
        self._db.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", rows)
