"""Strings that people typed into templates, made clean and comparable."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import unescape

MAX_LENGTH = 5_000
"""Longer values are cut: nothing that describes a page is longer."""

_TAG = re.compile(r"<[^<>]*>")
_WORD = re.compile(r"\w+")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_INVISIBLE = re.compile(r"[\xad\u200b\u200e\u200f\u2060\ufeff]+")


def clean(value: str) -> str:
    """One line without markup, entities (even escaped twice) and control characters.

    >>> clean("Fish &amp;amp; <b>chips</b>\\n")
    'Fish & chips'
    """
    value = value[:MAX_LENGTH]
    for _ in range(3):
        if "&" not in value:
            break
        value = unescape(value)
    if "<" in value:
        value = _TAG.sub(" ", value)
    if not value.isascii():
        value = _INVISIBLE.sub("", value)
    return " ".join(_UNPRINTABLE.sub(" ", value).split())


@lru_cache(maxsize=1024)  # each title of a page is compared with many others
def words(value: str) -> tuple[str, ...]:
    """Words without case, accents' encodings and punctuation: what two titles agree in."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", value).casefold()))


def same(one: str, other: str) -> bool:
    """Whether two strings have the same words."""
    return words(one) == words(other)
