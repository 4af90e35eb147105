"""The terms of a page: words lower-cased and stemmed, stop words out, each in its place.

What terms a text run has depends on the run and on the languages that are passed in, one for
each script, and on nothing around it: the same navigation has the same terms on every page.
"""

from __future__ import annotations

import pkgutil
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import MissingExtra, OptionError
from sitegist.page import words
from sitegist.page.rows import Bools, Ints, Longs

if TYPE_CHECKING:
    from sitegist.page.page import Page

Languages: TypeAlias = str | Mapping[str, str] | None
"""One language for every script, or one for each, by the names in `words.SCRIPTS`."""

STEMMERS = {
    "ar": "arabic",
    "bs": "serbian",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hr": "serbian",  # one stemmer for Serbo-Croatian; it reads both alphabets
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
"""Snowball's name for each language that it has a stemmer for."""

STOPPED = (
    *("ar", "ca", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu"),
    *("id", "it", "ja", "ko", "nl", "no", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "zh"),
)
"""The languages that have a stop list."""

_DIGITS = frozenset("0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९๐๑๒๓๔๕๖๗๘๙")
_HIRAGANA = frozenset(map(chr, range(0x3041, 0x30A0)))
_DOTLESS = ("tr", "az")
# A longer string is data; what languages build by compounding stays below.
_LONGEST = 64
_BATCH = 1 << 16
# sudachi refuses 48 KB at once
_PIECE = 8192


@dataclass(frozen=True, eq=False, repr=False)
class Terms:
    """One entry in each array per occurrence, in document order."""

    id: Ints
    """Index into ``names``."""
    row: Ints
    """The row of the text run that holds it."""
    start: Ints
    end: Ints
    """``page.text[start:end]`` is what the page says there."""
    names: tuple[str, ...]
    """The page's distinct terms, by first appearance."""

    def __post_init__(self) -> None:
        for array in (self.id, self.row, self.start, self.end):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.id)

    def __repr__(self) -> str:
        return f"<Terms: {len(self)}, {len(self.names)} of them distinct>"

    @cached_property
    def counts(self) -> Longs:
        """How often each name occurs."""
        counts = np.bincount(self.id, minlength=len(self.names))
        counts.flags.writeable = False
        return counts

    @cached_property
    def hash(self) -> NDArray[np.uint64]:
        """64 bits for each name, the same in every process and on every machine."""
        digests = (blake2b(name.encode(), digest_size=8).digest() for name in self.names)
        hashes = np.frombuffer(b"".join(digests), "<u8").astype(np.uint64)
        hashes.flags.writeable = False
        return hashes


def extract_terms(
    page: Page, language: Languages, *, cjk: Literal["bigrams", "words"] = "bigrams"
) -> Terms:
    """The terms of everything that a page draws.

    Where no spaces are written, two neighbouring characters are a term; ``cjk="words"`` asks a
    segmenter instead, for Chinese and Japanese.

    >>> from sitegist.page import read
    >>> terms = extract_terms(read("<p>The stemmed <b>words</b> of a page"), "en")
    >>> terms.names
    ('stem', 'word', 'page')
    """
    if cjk not in ("bigrams", "words"):
        raise OptionError.unknown("cjk", cjk, ("bigrams", "words"))
    begin, end = _spans(page, language, cjk == "words")
    number, found = _number(_words(page.text, begin, end, language))
    names, of_word = _names(found, language)
    ids = of_word[number]
    kept = np.flatnonzero(ids >= 0)
    begin, end = begin[kept], end[kept]
    return Terms(ids[kept], _rows(page, begin), begin, end, names)


def _rows(page: Page, begin: Ints) -> Ints:
    """The row that each place is in."""
    runs = page.rows.runs
    first = np.searchsorted(begin, page.rows.start[runs].astype(np.int32))
    return np.repeat(runs.astype(np.int32), np.diff(first, append=len(begin)))


def _spans(page: Page, language: Languages, segmented: bool) -> tuple[Ints, Ints]:
    """Where each word is; words of scripts without spaces may overlap."""
    runs = page.rows.start[page.rows.runs]
    if not len(runs):
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    classes = words.classify(page.text)
    begin, end = words.letter_spans(classes, runs)
    if (classes == words.IDEOGRAPH).any():
        units = words.unit_spans(classes, runs)
        unspaced = _segments(page.text, units, language) if segmented else words.bigrams(*units)
        begin, end = (np.concatenate(pair) for pair in zip((begin, end), unspaced))
        order = np.argsort(begin, kind="stable")
        begin, end = begin[order], end[order]
    short = end - begin <= _LONGEST
    return begin[short].astype(np.int32), end[short].astype(np.int32)


def _words(text: str, begin: Ints, end: Ints, language: Languages) -> Iterator[list[str]]:
    """The lower-cased words, in batches: a copy of the text with a space after each, split."""
    latin = _base(language.get("Latin") if isinstance(language, Mapping) else language)
    joiners = [joiner for joiner in words.JOINERS if joiner in text]
    for first in range(0, len(begin), _BATCH):
        starts, ends = begin[first : first + _BATCH], end[first : first + _BATCH]
        origin = int(starts[0])
        codes = words.code_points(text[origin : int(ends.max())])
        after = np.cumsum(ends - starts + 1)
        places = np.arange(after[-1])
        places += np.repeat(starts - origin - np.append(0, after[:-1]), ends - starts + 1)
        spaced = codes[np.minimum(places, len(codes) - 1)]
        spaced[after - 1] = ord(" ")
        joined = words.characters(spaced)
        for joiner in joiners:
            joined = joined.replace(joiner, "")
        if latin in _DOTLESS:
            joined = joined.replace("I", "ı")
        # its lower case is two characters elsewhere
        yield joined.replace("İ", "i").lower().split(" ")[:-1]


def _number(batches: Iterator[list[str]]) -> tuple[Ints, list[str]]:
    """A number for each word, and the distinct words by number."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    pieces = [np.fromiter(map(numbers.__getitem__, b), np.int32, len(b)) for b in batches]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int32), list(numbers)


def _names(found: list[str], language: Languages) -> tuple[tuple[str, ...], Ints]:
    """The distinct terms, and for each word the number of its term or -1."""
    joined = " ".join(found)
    # full-width letters, ligatures and decomposed accents are the same words
    if not unicodedata.is_normalized("NFKC", joined):
        found = [unicodedata.normalize("NFKC", word).lower() for word in found]
    if isinstance(language, Mapping):
        found = _by_script(found, language)
    else:
        found = _stem(found, language)
    names: defaultdict[str, int] = defaultdict(count(-1).__next__)
    names[""]  # takes the -1
    of_word = np.fromiter(map(names.__getitem__, found), np.int32, len(found))
    return tuple(names)[1:], of_word


def _by_script(found: list[str], languages: Mapping[str, str]) -> list[str]:
    """Each word's term by the language of its script; kana decide over Han, the rest is rare."""
    if not found:
        return []
    size = np.fromiter(map(len, found), np.int64, len(found)) + 1
    script = np.maximum.reduceat(words.scripts(" ".join(found)), np.cumsum(size) - size)
    terms = np.array(found, np.object_)
    for number in np.unique(script).tolist():
        places = np.flatnonzero(script == number)
        terms[places] = _stem(terms[places].tolist(), languages.get(words.SCRIPTS[number]))
    return list(terms)


def _stem(found: list[str], language: str | None) -> list[str]:
    """Each word's term; of stop words, an empty one."""
    code = _base(language)
    stops = stop_words(code)
    if code == "zh":
        return ["" if word in stops or stops.issuperset(word) else word for word in found]
    if code == "ja":
        return ["" if word in stops or _HIRAGANA.issuperset(word) else word for word in found]
    if code not in STEMMERS:
        return ["" if word in stops else word for word in found]
    import Stemmer

    # a cache would only hold words that do not come again
    stemmed = Stemmer.Stemmer(STEMMERS[code], 0).stemWords(found)
    return ["" if word in stops else stem or word for word, stem in zip(found, stemmed)]


def _base(language: str | None) -> str:
    """The language of a tag such as ``pt-BR``, by the code that we have it under."""
    code = (language or "").replace("_", "-").partition("-")[0].lower()
    return {"nb": "no", "nn": "no", "iw": "he", "in": "id"}.get(code, code)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Words that carry grammar and no topic, and single digits, which count and number.

    Our own lists, of articles, pronouns, prepositions, conjunctions and auxiliaries, and what
    an apostrophe leaves over: ``l`` of *l'été*, ``don`` and ``t`` of *don't*.
    """
    if language not in STOPPED:
        return _DIGITS
    data = pkgutil.get_data("sitegist.page", f"stopwords/{language}.txt") or b""
    return _DIGITS.union(unicodedata.normalize("NFKC", data.decode()).split())


def _segments(text: str, units: tuple[Longs, Longs, Bools], language: Languages) -> words.Spans:
    """Words by a segmenter where there is one for the language, and bigrams elsewhere."""
    begin, end, joined = units
    last = np.flatnonzero(~joined)
    first = np.append(0, last[:-1] + 1)
    known: dict[str, list[int] | None] = {}
    starts: list[int] = []
    lengths: list[int] = []
    rest = np.ones(len(begin), np.bool_)
    for a, b in zip(first.tolist(), last.tolist()):
        piece = text[begin[a] : end[b]]
        if piece not in known:
            known[piece] = _lengths(piece, language)
        found = known[piece]
        if found is not None:
            rest[a : b + 1] = False
            starts.extend((int(begin[a]) + np.cumsum([0, *found[:-1]])).tolist())
            lengths.extend(found)
    left = words.bigrams(begin[rest], end[rest], joined[rest])
    at = np.array(starts, np.int64)
    return np.append(at, left[0]), np.append(at + np.array(lengths, np.int64), left[1])


def _lengths(piece: str, language: Languages) -> list[int] | None:
    """The lengths of a text's words, ``None`` where its language has no segmenter."""
    script = words.SCRIPTS[int(words.scripts(piece).max())]
    code = _base(language.get(script) if isinstance(language, Mapping) else language)
    if script not in ("Han", "Kana") or code not in _SEGMENTERS:
        return None
    cut = _segmenter(code)
    pieces = (piece[first : first + _PIECE] for first in range(0, len(piece), _PIECE))
    return [len(word) for part in pieces for word in cut(part)]


@cache
def _segmenter(language: str) -> Callable[[str], list[str]]:
    """What cuts a text into words, loaded when first needed."""
    try:
        return _SEGMENTERS[language]()
    except ImportError as error:
        raise MissingExtra(error.name or "a segmenter", "cjk") from error


def _chinese() -> Callable[[str], list[str]]:
    jieba = import_module("rjieba")
    return lambda text: list(jieba.cut(text))


def _japanese() -> Callable[[str], list[str]]:
    sudachi = import_module("sudachipy")
    import_module("sudachidict_core")  # the dictionary that it looks for
    tokenizer = sudachi.Dictionary(dict="core").create(sudachi.SplitMode.A)
    return lambda text: [morpheme.surface() for morpheme in tokenizer.tokenize(text)]


_SEGMENTERS = {"zh": _chinese, "ja": _japanese}
