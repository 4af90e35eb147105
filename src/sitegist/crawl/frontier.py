"""What a crawl has found, asked for and written, in SQLite beside the WARC.

Everything that happens between two commits is one transaction with the length of the WARC at its
end. A crawl that was killed goes on where the last commit left it, and what the WARC has beyond
that is cut off: so no record is lost, and none is written twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sitegist.crawl.addresses import key_of
from sitegist.crawl.traps import BARREN_PATHS, BARREN_ROW, path_of, template_of
from sitegist.errors import OptionError, StoreError

VERSION = 1
QUEUED, ASKED, DONE, LEFT_OUT, FAILED = range(5)
PAGE, SEED, SITEMAP, FEED = range(4)
_SCHEMA = """
    CREATE TABLE urls (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, host TEXT NOT NULL,
        template TEXT NOT NULL, kind INTEGER NOT NULL, depth INTEGER NOT NULL,
        hops INTEGER NOT NULL, turn INTEGER NOT NULL, tries INTEGER NOT NULL,
        state INTEGER NOT NULL, status INTEGER, at INTEGER, reason TEXT);
    CREATE INDEX queue ON urls (host, turn, id) WHERE state = 0;
    CREATE TABLE templates (
        id INTEGER PRIMARY KEY, template TEXT NOT NULL UNIQUE, barren INTEGER NOT NULL);
    CREATE TABLE lines (template INTEGER, line INTEGER, PRIMARY KEY (template, line))
        WITHOUT ROWID;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
# What failed has its turn again after everything else.
_LATER = 1_000_000
_TRAP = "a trap: {template}, of which {row} pages in a row brought nothing new"
# How long a crawl that was just killed may take to let go of the file.
_PATIENCE = 10.0


class Found(NamedTuple):
    """An address to be asked for."""

    url: str
    depth: int
    kind: int = PAGE
    hops: int = 0
    """Redirects that led to it, or sitemaps in sitemaps."""
    reason: str | None = None
    """Why it is left out."""


class Entry(NamedTuple):
    """An address whose turn it is."""

    id: int
    url: str
    host: str
    template: str
    kind: int
    depth: int
    hops: int
    tries: int
    """How often it failed before."""


class Frontier:
    """The addresses of one crawl, breadth first; a second crawl cannot open it meanwhile."""

    def __init__(self, path: Path) -> None:
        try:
            self._db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            self._open()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise StoreError(f"{path}: another crawl uses it") from None
            raise StoreError(f"{path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path}: {error}; --anew forgets it") from None
        self._heads: dict[str, tuple[int, int]] = {}
        self._closed: dict[str, str] = self.fact("closed") or {}
        self._count()

    def _open(self) -> None:
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("BEGIN EXCLUSIVE")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in _SCHEMA.split(";\n"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        elif version != VERSION:
            raise sqlite3.DatabaseError(f"a crawl of version {version}, not {VERSION}")
        # what was asked for and not answered when the crawl stopped
        self._db.execute("UPDATE urls SET state = ? WHERE state = ?", (QUEUED, ASKED))

    def _count(self) -> None:
        self._counts = Counter(
            dict(self._db.execute("SELECT state, count(*) FROM urls GROUP BY state"))
        )
        self._heads.clear()
        for (host,) in self._db.execute(
            "SELECT DISTINCT host FROM urls WHERE state = 0"
        ).fetchall():
            self._find_head(host)

    def begin(self, identity: dict[str, Any]) -> bool:
        """Whether this crawl was begun before; an `OptionError` if another one was."""
        known = self.fact("identity")
        if known is None:
            self.note(identity=identity)
        elif known != identity:
            other = ", ".join(name for name in identity if identity[name] != known.get(name))
            raise OptionError(f"this crawl was begun with other options ({other})")
        return known is not None

    def fact(self, name: str) -> Any:
        """What was noted under a name; ``None`` if nothing was."""
        found = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if found is None else json.loads(found[0])

    def note(self, **facts: Any) -> None:
        """Note something of the crawl as a whole."""
        rows = [(name, json.dumps(value)) for name, value in facts.items()]
        self._db.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", rows)

    def commit(self, end: int) -> None:
        """All that happened up to now is true, and the WARC has so many bytes."""
        self.note(end=end)
        self._db.execute("COMMIT")
        self._db.execute("BEGIN EXCLUSIVE")

    def close(self) -> None:
        """Let go of the file; what was not committed did not happen."""
        self._db.execute("ROLLBACK")
        self._db.close()

    # what is found

    def add(self, found: Iterable[Found]) -> list[str]:
        """Queue what was not known before; gives the addresses that will be asked for."""
        return [one.url for one in found if self._add(one)]

    def _add(self, found: Found) -> bool:
        template = template_of(found.url)
        reason = found.reason
        if reason is None and found.kind == PAGE:
            reason = self._closed.get(template) or self._closed.get(path_of(template))
        state = QUEUED if reason is None else LEFT_OUT
        host = urlsplit(found.url).hostname or ""
        row = (key_of(found.url), found.url, host, template, found.kind, found.depth, found.hops,
               found.depth, state, reason)  # fmt: skip
        added = self._db.execute(
            "INSERT OR IGNORE INTO urls (key, url, host, template, kind, depth, hops, turn, tries,"
            " state, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)",
            row,
        )
        if not added.rowcount:
            return found.kind in (SITEMAP, FEED) and self._is_list(row[0], found)
        self._counts[state] += 1
        if state == QUEUED:
            place = (found.depth, int(added.lastrowid or 0))
            self._heads[host] = min(place, self._heads.get(host, place))
        return state == QUEUED

    def _is_list(self, key: str, found: Found) -> bool:
        """What was found as a page, and is not one, proves to be a list; whether it did."""
        known = self._db.execute(
            "SELECT state FROM urls WHERE key = ? AND kind = ? AND state IN (?, ?)",
            (key, PAGE, QUEUED, LEFT_OUT),
        ).fetchone()
        if known is None or found.reason is not None:
            return False
        self._db.execute(
            "UPDATE urls SET kind = ?, depth = ?, hops = ?, turn = ?, state = ?, reason = NULL"
            " WHERE key = ?",
            (found.kind, found.depth, found.hops, found.depth, QUEUED, key),
        )
        self._counts[known[0]] -= 1
        self._counts[QUEUED] += 1
        self._find_head(urlsplit(found.url).hostname or "")
        return True

    # whose turn it is

    def next(self, is_free: Callable[[str], bool]) -> Entry | None:
        """The first in breadth-first order of the hosts that may be asked; asked from now on."""
        free = [(*place, host) for host, place in self._heads.items() if is_free(host)]
        if not free:
            return None
        _, number, host = min(free)
        row = self._db.execute(
            "SELECT id, url, host, template, kind, depth, hops, tries FROM urls WHERE id = ?",
            (number,),
        ).fetchone()
        entry = Entry(*row)
        self._set(entry, ASKED)
        self._find_head(host)
        return entry

    def put_back(self, entry: Entry) -> None:
        """It was not asked for after all."""
        self._set(entry, QUEUED)
        self._find_head(entry.host)

    def retry(self, entry: Entry) -> None:
        """It has its turn again when everything else was asked for."""
        self._db.execute(
            "UPDATE urls SET tries = tries + 1, turn = turn + ? WHERE id = ?", (_LATER, entry.id)
        )
        self.put_back(entry)

    def waits(self, is_alive: Callable[[str], bool]) -> bool:
        """Whether anything is queued for hosts that can be asked at all."""
        return any(map(is_alive, self._heads))

    def _find_head(self, host: str) -> None:
        head = self._db.execute(
            "SELECT turn, id FROM urls WHERE state = 0 AND host = ? ORDER BY turn, id LIMIT 1",
            (host,),
        ).fetchone()
        if head is None:
            self._heads.pop(host, None)
        else:
            self._heads[host] = head

    # what became of it

    def done(self, entry: Entry, status: int | None, at: int | None) -> None:
        """It was answered, and stands in the WARC from some byte on, or nowhere."""
        self._db.execute("UPDATE urls SET status = ?, at = ? WHERE id = ?", (status, at, entry.id))
        self._set(entry, DONE)

    def leave_out(self, entry: Entry, reason: str, status: int | None = None) -> None:
        """It is not wanted."""
        self._db.execute(
            "UPDATE urls SET status = ?, reason = ? WHERE id = ?", (status, reason, entry.id)
        )
        self._set(entry, LEFT_OUT)

    def fail(self, entry: Entry, reason: str, status: int | None = None) -> None:
        """It cannot be had."""
        self.leave_out(entry, reason, status)
        self._set(entry, FAILED, LEFT_OUT)

    def _set(self, entry: Entry, state: int, before: int | None = None) -> None:
        if before is None:
            before = QUEUED if state == ASKED else ASKED
        self._db.execute("UPDATE urls SET state = ? WHERE id = ?", (state, entry.id))
        self._counts[before] -= 1
        self._counts[state] += 1

    # templates

    def read(self, entry: Entry, lines: Sequence[int], new: Collection[str]) -> list[str]:
        """A page was read; what there is to say if its template proves to be a trap.

        ``lines`` are those of its text, and ``new`` the templates of the addresses that it led to.
        """
        path = path_of(entry.template)
        number, _ = self._template(path)
        before = self._db.total_changes
        self._db.executemany(
            "INSERT OR IGNORE INTO lines VALUES (?, ?)", [(number, line) for line in lines]
        )
        says_something = self._db.total_changes > before
        rows = {path: BARREN_PATHS, entry.template: BARREN_ROW}
        return [
            self._close(template, row)
            for template, row in rows.items()
            if self._barren(template, says_something or _leads_out(template, new)) == row
        ]

    def _template(self, template: str) -> tuple[int, int]:
        """The number of a template, and how many pages in a row brought nothing."""
        self._db.execute("INSERT OR IGNORE INTO templates (template, barren) VALUES (?, 0)",
                         (template,))  # fmt: skip
        number, barren = self._db.execute(
            "SELECT id, barren FROM templates WHERE template = ?", (template,)
        ).fetchone()
        return number, barren

    def _barren(self, template: str, brings: bool) -> int:
        number, barren = self._template(template)
        barren = 0 if brings else barren + 1
        self._db.execute("UPDATE templates SET barren = ? WHERE id = ?", (barren, number))
        return barren

    def _close(self, template: str, row: int) -> str:
        """Leave out the rest of a template, or of all that begin so if it ends with ``?``."""
        reason = _TRAP.format(template=template, row=row)
        behind = template[:-1] + chr(ord("?") + 1) if template.endswith("?") else template + "\0"
        self._db.execute(
            "UPDATE urls SET state = ?, reason = ? WHERE state = ? AND kind = ?"
            " AND template >= ? AND template < ?",
            (LEFT_OUT, reason, QUEUED, PAGE, template, behind),
        )
        self._closed[template] = reason
        self.note(closed=self._closed)
        self._count()
        return reason

    # how far it is

    @property
    def queued(self) -> int:
        """How many are still to be asked for."""
        return self._counts[QUEUED] + self._counts[ASKED]

    @property
    def failed(self) -> int:
        """How many could not be had."""
        return self._counts[FAILED]

    @property
    def left_out(self) -> int:
        """How many were not wanted."""
        return self._counts[LEFT_OUT]

    def reasons(self) -> dict[str, int]:
        """Why how many were left out, the most frequent first."""
        return dict(
            self._db.execute(
                "SELECT reason, count(*) FROM urls WHERE state = ? GROUP BY reason"
                " ORDER BY count(*) DESC, reason",
                (LEFT_OUT,),
            )
        )

    def problems(self, most: int) -> list[tuple[str, str]]:
        """What could not be had, and why, in the order in which it was found."""
        return self._db.execute(
            "SELECT url, reason FROM urls WHERE state = ? ORDER BY id LIMIT ?", (FAILED, most)
        ).fetchall()


def _leads_out(template: str, new: Collection[str]) -> bool:
    """Whether any of some templates is another one."""
    if template.endswith("?"):
        return any(path_of(other) != template for other in new)
    return any(other != template for other in new)
