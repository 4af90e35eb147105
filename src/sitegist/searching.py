"""Full text over what is informative and over everything, and what the difference is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sitegist.errors import OptionError
from sitegist.excerpts import Piece, excerpt, marked
from sitegist.fulltext import INDEXES, words_of
from sitegist.hierarchy.headlines import shortened
from sitegist.mined import Mined
from sitegist.store import Store


class Hit(NamedTuple):
    """A page that was found."""

    url: str
    score: float
    title: list[Piece]
    excerpt: list[Piece]
    furniture_only: bool
    """Whether nothing informative on it was looked for."""

    def as_dict(self) -> dict[str, Any]:
        """As plain data; the excerpt is text."""
        plain = {name: "".join(piece.text for piece in getattr(self, name)) for name in _TEXTS}
        return {**self._asdict(), **plain}


_TEXTS = ("title", "excerpt")
_TITLE = 160


@dataclass(frozen=True)
class Search:
    """One question to both indexes of a mined site."""

    mined: Mined
    store: Store
    query: str

    @cached_property
    def found(self) -> dict[str, list[tuple[str, float]]]:
        """The addresses of what was found by each index, the best first, with their scores."""
        return {index: self.store.search(self.query, index) for index in INDEXES}

    @cached_property
    def vanished(self) -> frozenset[str]:
        """The pages on which only furniture matches: with the better index they are not found."""
        informative, everything = (dict(self.found[index]) for index in INDEXES)
        return frozenset(everything.keys() - informative.keys())

    def hits(self, index: str, first: int = 0, most: int | None = None) -> list[Hit]:
        """Some of what an index found, to be shown."""
        last = None if most is None else first + most
        return [self.hit(index, url, score) for url, score in self.found[index][first:last]]

    def hit(self, index: str, url: str, score: float) -> Hit:
        """One page that was found, with the words where they stand."""
        title = str(self.mined.site.entry(url).metadata.get("title", {}).get("value", ""))
        if index == INDEXES[0]:
            text = self.store.text(url)
        else:
            page = self.mined.site.page(url)
            text = page.text.removeprefix(page.title)
        shown = marked(shortened([title], _TITLE), self.query)
        return Hit(url, score, shown, excerpt(text, self.query), url in self.vanished)


def search(mined: Mined, query: str) -> Search:
    """Look for words in a mined site; an `OptionError` if there is no word to look for.

    All words have to be there; phrases stand in quotation marks, and ``-word`` is for pages
    without it.
    """
    store = mined.site.shelf
    if not isinstance(store, Store):
        raise OptionError("only a mined folder can be searched: open it with open_mined")
    if not words_of(query):
        raise OptionError(
            f"nothing to look for in {query[:80]!r}: give a word that has to be there"
        )
    return Search(mined, store, query)
