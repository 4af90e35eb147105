"""Characters to words, on arrays: which characters make words, and where words begin."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitegist.page.rows import Bools, Longs

Classes: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
Spans: TypeAlias = tuple[Longs, Longs]

SEPARATOR, LETTER, IDEOGRAPH, EXTENDER, JOINER = range(5)
# Written without spaces: each character counts as a word, and two neighbours make a term.
_UNSPACED = (
    (0x0E00, 0x0E80),  # Thai
    (0x0E80, 0x0F00),  # Lao
    (0x1000, 0x10A0),  # Myanmar
    (0x1780, 0x1800),  # Khmer
    (0x3005, 0x3008),  # iteration marks
    (0x3040, 0x3100),  # kana
    (0x31F0, 0x3200),
    (0x3400, 0x4DC0),  # Han
    (0x4E00, 0xA000),
    (0xF900, 0xFB00),
    (0xFF66, 0xFF9E),
    (0x1B000, 0x1B170),
    (0x20000, 0x40000),
)
JOINERS = "\u00ad\u200d\u2060"
"""Unseen inside a word: soft hyphen, zero width joiner, word joiner."""
_CHUNK = 1 << 20
_CODECS = {1: "ascii", 2: "utf-16-le", 4: "utf-32-le"}


@cache
def _table() -> Classes:
    """The class of every character below U+40000; the last entry is for all above, no words."""
    table = np.zeros(0x40001, np.uint8)
    kinds = "".join(unicodedata.category(chr(code))[0] for code in range(0x20000))
    kind = np.frombuffer(kinds.encode("ascii"), np.uint8)
    # letters, marks and numbers; a mark alone would cut words of many scripts in two
    table[:0x20000][np.isin(kind, np.frombuffer(b"LMN", np.uint8))] = LETTER
    for first, end in _UNSPACED:
        block = table[first:end]
        block[(block == LETTER) | (first >= 0x20000)] = IDEOGRAPH
    table[:0x20000][(table[:0x20000] == IDEOGRAPH) & (kind == ord("M"))] = EXTENDER
    table[[0xFF9E, 0xFF9F]] = EXTENDER  # half-width voice marks
    table[[ord(joiner) for joiner in JOINERS]] = JOINER
    table.flags.writeable = False
    return table


def code_points(text: str) -> Codes:
    """The characters of ``text`` as numbers, as narrow as they can be."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    narrow = text.encode("utf-16-le", "replace")
    if len(narrow) == 2 * len(text):
        return np.frombuffer(narrow, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32)


def characters(codes: NDArray[Any]) -> str:
    """The text of some numbers: the way back from `code_points`."""
    return str(codes.data, _CODECS[codes.itemsize])


def _look_up(table: NDArray[np.uint8], text: str) -> NDArray[np.uint8]:
    codes = code_points(text)
    return table[codes if codes.itemsize < 4 else np.minimum(codes, len(table) - 1)]


def classify(text: str) -> Classes:
    """The class of each character of ``text``."""
    if text.isascii():
        return _look_up(_table(), text)
    classes = np.empty(len(text), np.uint8)
    for first in range(0, len(text), _CHUNK):
        classes[first : first + _CHUNK] = _look_up(_table(), text[first : first + _CHUNK])
    return classes


def word_starts(classes: Classes, runs: Longs) -> Bools:
    """Where words begin; no word goes on from one text run into the next."""
    starts: Bools = classes == LETTER
    starts[1:] &= classes[:-1] != LETTER
    starts[runs] = classes[runs] == LETTER
    starts |= (classes == IDEOGRAPH) | (classes == EXTENDER)
    return starts


def count_words(text: str, runs: Longs) -> Longs:
    """Words in each text run, given where the runs begin."""
    counts = np.zeros(len(runs), np.int64)
    for first in range(0, len(text) if len(runs) else 0, _CHUNK):
        origin = max(first - 1, 0)  # whether a word begins is told by the character before
        here = slice(*np.searchsorted(runs, (origin, first + _CHUNK)).tolist())
        starts = word_starts(classify(text[origin : first + _CHUNK]), runs[here] - origin)
        places = np.flatnonzero(starts[first - origin :]) + first
        counts += np.diff(np.searchsorted(places, runs), append=len(places))
    return counts


def letter_spans(classes: Classes, runs: Longs) -> Spans:
    """Where the words of scripts with spaces begin and end; a joiner inside a word is part of it.

    >>> begin, end = letter_spans(classify("two words"), np.array([0]))
    >>> begin.tolist(), end.tolist()
    ([0, 4], [3, 9])
    """
    inside = classes == LETTER
    joiners = np.flatnonzero(classes == JOINER)
    if len(joiners):
        inside[joiners] = _follows_letter(classes, joiners, runs)
    edges = np.empty(len(classes) + 1, np.bool_)
    edges[1:-1] = inside[1:] != inside[:-1]
    edges[0], edges[-1] = inside[0], inside[-1]
    # where two runs touch inside a word, one word ends and another begins
    touching = runs[(runs > 0) & inside[runs] & inside[runs - 1]]
    begin = edges[:-1] & inside
    begin[touching] = True
    end = edges[1:] & inside
    end[touching - 1] = True
    return np.flatnonzero(begin), np.flatnonzero(end) + 1


def _follows_letter(classes: Classes, joiners: Longs, runs: Longs) -> Bools:
    """Whether the last character before each joiner that is none is a letter of the same run."""
    solid = np.flatnonzero(classes != JOINER)
    before = np.searchsorted(solid, joiners) - 1
    last = solid[np.maximum(before, 0)] if len(solid) else np.zeros_like(joiners)
    run = runs[np.searchsorted(runs, joiners, "right") - 1]
    follows: Bools = (before >= 0) & (last >= run) & (classes[last] == LETTER)
    return follows


def unit_spans(classes: Classes, runs: Longs) -> tuple[Longs, Longs, Bools]:
    """The characters of scripts without spaces, each with its marks: begin, end, and whether
    the next one follows at once in the same run.
    """
    begin = np.flatnonzero(classes == IDEOGRAPH)
    end = begin + 1
    if (classes == EXTENDER).any():
        stops = classes != EXTENDER
        stops[runs] = True
        places = np.append(np.flatnonzero(stops), len(classes))
        end = places[np.searchsorted(places, begin, "right")]
    joined = np.zeros(len(begin), np.bool_)
    if len(begin) > 1:
        run = np.searchsorted(runs, begin, "right")
        joined[:-1] = (end[:-1] == begin[1:]) & (run[:-1] == run[1:])
    return begin, end, joined


def bigrams(begin: Longs, end: Longs, joined: Bools) -> Spans:
    """Each two neighbours as one span; a character without neighbours stays alone."""
    alone = ~joined
    alone[1:] &= ~joined[:-1]
    chosen = np.flatnonzero(joined | alone)
    return begin[chosen], end[chosen + joined[chosen]]


SCRIPTS = (
    "",  # digits, marks and whatever all scripts share
    "Latin",
    "Greek",
    "Cyrillic",
    "Armenian",
    "Hebrew",
    "Arabic",
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Odia",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Sinhala",
    "Thai",
    "Lao",
    "Tibetan",
    "Myanmar",
    "Georgian",
    "Ethiopic",
    "Khmer",
    "Hangul",
    "Han",
    "Kana",
)
_BLOCKS = (
    ("Latin", (0x41, 0x5B), (0x61, 0x7B), (0xC0, 0x250), (0x1E00, 0x1F00), (0x2C60, 0x2C80)),
    ("Latin", (0xA720, 0xA800), (0xFB00, 0xFB07), (0xFF21, 0xFF5B)),
    ("Greek", (0x370, 0x400), (0x1F00, 0x2000)),
    ("Cyrillic", (0x400, 0x530), (0x1C80, 0x1C90), (0x2DE0, 0x2E00), (0xA640, 0xA6A0)),
    ("Armenian", (0x530, 0x590), (0xFB13, 0xFB18)),
    ("Hebrew", (0x590, 0x600), (0xFB1D, 0xFB50)),
    ("Arabic", (0x600, 0x700), (0x750, 0x780), (0x8A0, 0x900), (0xFB50, 0xFE00), (0xFE70, 0xFF00)),
    ("Devanagari", (0x900, 0x980), (0xA8E0, 0xA900)),
    ("Bengali", (0x980, 0xA00)),
    ("Gurmukhi", (0xA00, 0xA80)),
    ("Gujarati", (0xA80, 0xB00)),
    ("Odia", (0xB00, 0xB80)),
    ("Tamil", (0xB80, 0xC00)),
    ("Telugu", (0xC00, 0xC80)),
    ("Kannada", (0xC80, 0xD00)),
    ("Malayalam", (0xD00, 0xD80)),
    ("Sinhala", (0xD80, 0xE00)),
    ("Thai", (0xE00, 0xE80)),
    ("Lao", (0xE80, 0xF00)),
    ("Tibetan", (0xF00, 0x1000)),
    ("Myanmar", (0x1000, 0x10A0)),
    ("Georgian", (0x10A0, 0x1100), (0x1C90, 0x1CC0), (0x2D00, 0x2D30)),
    ("Ethiopic", (0x1200, 0x13A0), (0x2D80, 0x2DE0)),
    ("Khmer", (0x1780, 0x1800)),
    ("Hangul", (0x1100, 0x1200), (0x3130, 0x3190), (0xA960, 0xA980), (0xAC00, 0xD800)),
    ("Han", (0x3005, 0x3008), (0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00)),
    ("Han", (0x20000, 0x40000)),
    ("Kana", (0x3040, 0x3100), (0x31F0, 0x3200), (0xFF66, 0xFFA0), (0x1B000, 0x1B170)),
)


@cache
def _script_table() -> NDArray[np.uint8]:
    """The script of every letter below U+40000; the last entry is for all above."""
    table = np.zeros(0x40001, np.uint8)
    for name, *blocks in _BLOCKS:
        for first, end in blocks:
            table[first:end] = SCRIPTS.index(name)
    letters = "".join("x" if chr(code).isalpha() else " " for code in range(0x20000))
    table[:0x20000][np.frombuffer(letters.encode("ascii"), np.uint8) == ord(" ")] = 0
    table.flags.writeable = False
    return table


def scripts(text: str) -> NDArray[np.uint8]:
    """The script of each character of ``text``, as an index into `SCRIPTS`."""
    return _look_up(_script_table(), text)
