"""The mined sites of a folder, opened when they are asked for."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from sitegist.errors import StoreError
from sitegist.mined import Mined
from sitegist.store import Store, open_mined

T = TypeVar("T")
_PREFIX = "site="
SUMMARY = frozenset(
    (
        *("site", "pages", "redirects", "near_duplicates", "kinds", "languages", "method"),
        *("words", "informative_words"),
    )
)
"""What is shown of what ``mine`` said."""


class Shown:
    """One mined site, as the views see it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mined: Mined = open_mined(folder)
        self._made: dict[str, Any] = {}
        self._locks: dict[str, Lock] = {}
        self._lock = Lock()

    @property
    def store(self) -> Store:
        """The site on disk."""
        shelf = self.mined.site.shelf
        assert isinstance(shelf, Store)
        return shelf

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What ``mine`` said of the site."""
        return summary_of(self.folder)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What takes long is made by whoever asks first; the others wait, and get the same."""
        with self._lock:
            lock = self._locks.setdefault(name, Lock())
        with lock:
            if name not in self._made:
                self._made[name] = make()
            found: T = self._made[name]
            return found


def summary_of(folder: Path) -> dict[str, Any]:
    """What ``mine`` said of the site in a folder; a `StoreError` if it is not there."""
    path = folder / "summary.json"
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: cannot be read: {error}; mine the site anew") from None
    if not isinstance(found, dict) or not found.keys() >= SUMMARY:
        raise StoreError(f"{path}: not a summary of a mined site; mine the site anew")
    return found


class Library:
    """A mined folder, or one with a folder ``site=NAME`` for each of several sites.

    A name is a key and never a part of a path, so that nothing outside the folder can be named.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        path = Path(folder)
        self._lock = Lock()
        self._open: dict[str | None, tuple[tuple[int, int], Shown]] = {}
        self._folders: dict[str | None, Path] = {None: path}
        self._alone = ""
        parts = sorted(path.glob(f"{_PREFIX}*/site.db"))
        if parts and not (path / "site.db").exists():
            self._folders = {part.parent.name.removeprefix(_PREFIX): part.parent for part in parts}
        else:
            # whatever is wrong with it is said at the start
            self._alone = self.site(None).store.name

    @property
    def names(self) -> list[str]:
        """The names of the sites; none if the folder is a site itself."""
        return [name for name in self._folders if name is not None]

    def called(self, name: str | None) -> str:
        """What a site is called, also when it cannot be opened any more."""
        return name or self._alone

    def __contains__(self, name: object) -> bool:
        return name in self._folders

    def summary(self, name: str) -> dict[str, Any] | None:
        """What ``mine`` said of a site, which is not opened for it; ``None`` if it is broken."""
        try:
            return summary_of(self._folders[name])
        except StoreError:
            return None

    def site(self, name: str | None) -> Shown:
        """A site, as it is on disk now: one that was mined anew is opened anew."""
        folder = self._folders[name]
        try:
            status = (folder / "site.db").stat()
        except OSError:
            raise StoreError(f"{folder}: no mined site; 'sitegist mine' makes one") from None
        mark = status.st_ino, status.st_mtime_ns
        with self._lock:
            known = self._open.get(name)
            if known is None or known[0] != mark:
                known = self._open[name] = mark, Shown(folder)
            return known[1]
