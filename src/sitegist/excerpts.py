"""Where in a text the words of a query stand, to be shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from sitegist.fulltext import UNSPACED, words_of

# Characters of an excerpt, and how far a cut may move to end between two words.
_LENGTH, _SLACK = 220, 16
# Nobody looks at more places than these, and a text may have millions.
_MOST = 2000
_TOKEN = re.compile(f"[{UNSPACED}]|[^\\W_{UNSPACED}]+")


class Piece(NamedTuple):
    """A stretch of text, and whether it is what was looked for."""

    text: str
    hit: bool


def marked(text: str, query: str) -> list[Piece]:
    """A whole text with its hits, as the index sees them: folded, and whole words.

    >>> [piece.text for piece in marked("The Café, and cafés", "cafe") if piece.hit]
    ['Café']
    """
    return _pieces(text, _hits(text, query), 0, len(text))


def excerpt(text: str, query: str, length: int = _LENGTH) -> list[Piece]:
    """The stretch of a text with the most of what was looked for; its beginning if there is none.

    >>> "".join(piece.text for piece in excerpt("one two three " * 9 + "東京駅", "京駅", 20))
    '…one two three 東京駅'
    """
    text = " ".join(text.split())
    hits = _hits(text, query)
    first, last = _window(hits, length, len(text))
    first, last = _at_space(text, first, +1), _at_space(text, last, -1)
    pieces = _pieces(text, hits, first, last)
    before = [Piece("…", False)] if first > 0 else []
    after = [Piece("…", False)] if last < len(text) else []
    return _joined([*before, *pieces, *after])


class _Hit(NamedTuple):
    first: int
    last: int
    word: int
    """Which word of the query it is."""


def _hits(text: str, query: str) -> list[_Hit]:
    patterns = [pattern for word in words_of(query) if (pattern := _pattern(word))]
    if not patterns:
        return []
    wanted = re.compile("|".join(f"({pattern})" for pattern in dict.fromkeys(patterns)))
    found: list[_Hit] = []
    for match in wanted.finditer(text.translate(_Folded())):
        found.append(_Hit(*match.span(), match.lastindex or 0))
        if len(found) == _MOST:
            break
    return found


class _Folded(dict[int, str]):
    """Each character as one: lower case, without accents, as FTS5's unicode61 compares them."""

    def __missing__(self, code: int) -> str:
        self[code] = unicodedata.normalize("NFD", chr(code))[0].lower()[0]
        return self[code]


def _pattern(word: str) -> str:
    """A word or phrase: its tokens in a row, and no other letter beside a whole word."""
    tokens = _TOKEN.findall(word.translate(_Folded()))
    pattern, before = "", ""
    for token in tokens:
        alone = re.match(f"[{UNSPACED}]", token) is not None
        if before:
            pattern += r"[\W_]*" if alone or before == "alone" else r"[\W_]+"
        edge = f"[^\\W_{UNSPACED}]"
        pattern += token if alone else f"(?<!{edge}){token}(?!{edge})"
        before = "alone" if alone else "word"
    return pattern


def _window(hits: Sequence[_Hit], length: int, end: int) -> tuple[int, int]:
    """Where to look: the first place with the most different words, then with the most."""
    best, chosen, last = (0, 0), (0, 0), 0
    for place, hit in enumerate(hits):
        while last < len(hits) and hits[last].last <= hit.first + length:
            last += 1
        inside = hits[place:last]
        score = len({one.word for one in inside}), len(inside)
        if score > best:
            best, chosen = score, (hit.first, inside[-1].last)
    room = max(length - (chosen[1] - chosen[0]), 0)
    first = max(chosen[0] - room // 3, 0)
    return max(min(first, end - length), 0), min(max(first + length, chosen[1]), end)


def _at_space(text: str, place: int, step: int) -> int:
    """The end of a word near a place, so that none is cut; if there is none, the place."""
    for moved in range(place, place + step * _SLACK, step):
        if not 0 < moved < len(text):
            return moved
        if text[moved - 1 if step > 0 else moved].isspace():
            return moved
    return place


def _pieces(text: str, hits: Sequence[_Hit], first: int, last: int) -> list[Piece]:
    pieces, done = [], first
    for hit in hits:
        if first <= hit.first and hit.last <= last:
            pieces += [
                Piece(text[done : hit.first], False),
                Piece(text[hit.first : hit.last], True),
            ]
            done = hit.last
    pieces.append(Piece(text[done:last], False))
    return [piece for piece in pieces if piece.text]


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces that are no hits and stand side by side are one."""
    found: list[Piece] = []
    for piece in pieces:
        if found and not piece.hit and not found[-1].hit:
            piece = Piece(found.pop().text + piece.text, False)
        found.append(piece)
    return found
