"""Pages that somebody has pasted, uploaded or picked, kept in memory for a while."""

from __future__ import annotations

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import NamedTuple

import numpy as np

from sitegist.app.agreement import FIRST, SECOND, keepers
from sitegist.app.library import Shown
from sitegist.errors import NotHtml
from sitegist.extraction import Extraction
from sitegist.page import Page, read
from sitegist.page.rows import Bools
from sitegist.page.sniff import HTML
from sitegist.site.fingerprints import fingerprints
from sitegist.site.shapes import shape_of

MAX_BYTES = 4 * 2**20
"""A page that is tried may have so many bytes."""
# So many attempts are kept, of all who use the server.
_KEPT = 24


class Version(NamedTuple):
    """One page of an attempt."""

    name: str
    """What was said of where it comes from."""
    page: Page


Attempt = tuple[Version, ...]
"""One page, or two versions of it."""


class Attempts:
    """The last attempts, each under a name that nobody guesses."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, Attempt] = OrderedDict()

    def add(self, attempt: Attempt) -> str:
        """Keep an attempt, and say under which name."""
        name = token_urlsafe(12)
        with self._lock:
            self._kept[name] = attempt
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> Attempt | None:
        """An attempt; ``None`` if it was never there, or is no longer."""
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)


def attempts_of(shown: Shown) -> Attempts:
    """The attempts that were made with what a site has taught."""
    return shown.once("attempts", Attempts)


def read_version(
    name: str, data: str | bytes, url: str | None, content_type: str | None = None
) -> Version:
    """A page to try; an `InputError` says what is wrong with it."""
    page = read(data, url, content_type, max_bytes=MAX_BYTES)
    if page.media_type != HTML:
        raise NotHtml(page.media_type)
    return Version(name, page)


def likeness(shown: Shown, page: Page) -> float:
    """How like a page is to the nearest template of the site, from 0 to 1."""
    return shown.mined.site.clusters.likeness(shape_of(page))


class Tried(NamedTuple):
    """One block, judged without the site and with it."""

    block: int
    alone: bool
    known: bool
    """Whether it stays once the site is known."""
    why_alone: str
    why_known: str
    words: int
    text: str
    elsewhere: bool | None
    """Whether it stays in the other version; ``None`` if that does not have it, or is not there."""

    @property
    def differs(self) -> bool:
        """Whether knowing the site makes a difference."""
        return self.alone != self.known


def tried(alone: Extraction, known: Extraction, other: Extraction | None) -> list[Tried]:
    """The blocks of what judged with the site's knowledge; of each most of its words decide.

    ``other`` is what the same method says of another version. The two that judge the page may have
    blocks of their own.
    """
    blocks = known.blocks
    apart = alone.blocks.segmenter != blocks.segmenter
    stays, stays_alone = _mostly(known, alone)
    elsewhere = _verdicts(other) if other is not None else {}
    prints = fingerprints(blocks).tolist()
    found = []
    for index, text in enumerate(blocks.texts):
        told = " ".join(text.split())
        if told and not blocks.is_title[index]:
            because = "judged in other blocks" if apart else alone.method.reason(alone, index)
            why = known.method.reason(known, index)
            words = int(blocks.words[index])
            verdicts = bool(stays_alone[index]), bool(stays[index])
            there = elsewhere.get(prints[index])
            found.append(Tried(index, *verdicts, because, why, words, told, there))
    return found


def _mostly(known: Extraction, alone: Extraction) -> tuple[Bools, Bools]:
    """Of which blocks of the first most words stay by the first, and of which by the second."""
    blocks = known.blocks
    words, owner = blocks.page.words, blocks.owner[blocks.page.rows.runs]
    owned = owner >= 0
    keeps = keepers(known, alone)
    counts = (
        np.bincount(owner[owned], np.where(keeps & bit, words, 0)[owned], len(blocks))
        for bit in (FIRST, SECOND)
    )
    stays, stays_alone = (2 * count > blocks.words for count in counts)
    return stays, stays_alone


def _verdicts(found: Extraction) -> dict[int, bool]:
    """Whether a block stays, by its text; of several with one text the first decides."""
    prints = fingerprints(found.blocks).tolist()
    return dict(zip(reversed(prints), map(bool, reversed(found.kept.tolist()))))
