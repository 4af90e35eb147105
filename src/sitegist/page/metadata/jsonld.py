"""JSON-LD as it is found: broken, escaped, commented out, nested without end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any, TypeAlias

Thing: TypeAlias = dict[str, Any]
"""A thing of schema.org: properties by name, as JSON has them."""

MAX_SCRIPT = 2 * 2**20
MAX_THINGS = 5_000
# Properties whose value is again about the page, not about a part of it.
_ABOUT_THE_PAGE = ("@graph", "mainEntity", "mainEntityOfPage", "itemReviewed")

_WRAPPING = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)")
_WRAPPED = re.compile(r"(?:-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>)\s*$")
_TRAILING_COMMA = re.compile(r",(?=\s{0,100}[\]}])")
_STRING = r'"((?:[^"\\]|\\.){1,1000})"'
# What can be saved from JSON that nobody can parse: plain strings under the names that matter.
_PLAIN = re.compile(
    r'"(@type|headline|datePublished|dateModified|inLanguage|description)"\s{0,20}:\s{0,20}'
    + _STRING
)
_PERSON = re.compile(
    r'"author"\s{0,20}:\s{0,20}\[?\s{0,20}\{[^{}]{0,500}?"name"\s{0,20}:\s{0,20}' + _STRING
)


def loads(script: str) -> Any:
    """The value of a script, ``None`` if there is none; never an error."""
    script = script[:MAX_SCRIPT]
    script = _WRAPPED.sub("", _WRAPPING.sub("", script)).strip().rstrip(";")
    for attempt in _repairs(script):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return _salvage(script)


def _repairs(script: str) -> Iterator[str]:
    yield script
    yield _TRAILING_COMMA.sub("", script)
    if "&quot;" in script:
        yield unescape(script)


def _salvage(script: str) -> Thing | None:
    found: Thing = {}
    for name, value in _PLAIN.findall(script):
        found.setdefault(name, value.replace("\\/", "/").replace('\\"', '"'))
    author = _PERSON.search(script)
    if author:
        found["author"] = author.group(1)
    return found or None


def things(value: Any) -> tuple[list[Thing], dict[str, Thing]]:
    """Things that are about the page, in document order, and all things by their ``@id``."""
    top: list[Thing] = []
    by_id: dict[str, Thing] = {}
    pending = [(value, True)]
    seen = 0
    while pending and seen < MAX_THINGS:
        value, is_top = pending.pop()
        seen += 1
        if isinstance(value, list):
            pending.extend((part, is_top) for part in reversed(value[:MAX_THINGS]))
        elif isinstance(value, dict):
            if is_top:
                top.append(value)
            name = value.get("@id")
            if isinstance(name, str) and len(value) > 1:
                by_id.setdefault(name, value)
            pending.extend(_parts(value, is_top))
    return top, by_id


def _parts(thing: Thing, is_top: bool) -> Iterable[tuple[Any, bool]]:
    for name in reversed(thing):
        value = thing[name]
        if isinstance(value, (dict, list)):
            yield value, is_top and name in _ABOUT_THE_PAGE
