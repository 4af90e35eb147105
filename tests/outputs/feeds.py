"""Checks a feed by the words of RFC 4287 and of JSON Feed 1.1."""

from __future__ import annotations

import json
import re
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree

NAMES = {"a": "http://www.w3.org/2005/Atom"}
_ADDRESS = re.compile(r"https?://([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+")
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
# Each member: whether it has to be there, and what it has to be.
_FEED = {
    "version": (True, "version"),
    "title": (True, "text"),
    "items": (True, "list"),
    "home_page_url": (False, "address"),
    "feed_url": (False, "address"),
    "language": (False, "language"),
}
_ITEM = {
    "id": (True, "address"),
    "url": (False, "address"),
    "title": (False, "text"),
    "summary": (False, "string"),
    "content_text": (False, "string"),
    "content_html": (False, "string"),
    "date_published": (False, "date"),
    "authors": (False, "authors"),
    "language": (False, "language"),
    "image": (False, "address"),
}


def atom_of(written: str) -> Any:
    """The root of an Atom document, which has to be valid."""
    root = etree.fromstring(written.encode())
    _grammar().assertValid(root)
    ids = [element.text for element in root.iterfind("a:entry/a:id", NAMES)]
    assert len(set(ids)) == len(ids), "4.1.1: an id stands for one entry"
    for parent in [root, *root.iterfind("a:entry", NAMES)]:
        relations = sorted(link.get("rel") for link in parent.iterfind("a:link", NAMES))
        allowed = [["alternate"], ["alternate", "self"]][: 2 if parent is root else 1]
        assert relations in allowed, "4.1.1: one alternate link, one self"
    for date in root.iter("{*}updated", "{*}published"):
        datetime.fromisoformat(date.text)
    return root


def json_of(written: str) -> dict[str, Any]:
    """A JSON feed, which has to be valid."""
    feed: dict[str, Any] = json.loads(written)
    _check(feed, _FEED)
    for item in feed["items"]:
        _check(item, _ITEM)
        assert "content_text" in item or "content_html" in item, "one of them has to be there"
    ids = [item["id"] for item in feed["items"]]
    assert len(set(ids)) == len(ids)
    return feed


@cache
def _grammar() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(Path(__file__).with_name("atom.rng")))


def _check(members: dict[str, Any], known: dict[str, tuple[bool, str]]) -> None:
    assert set(members) <= set(known), "extensions begin with an underscore, and we have none"
    for name, (needed, kind) in known.items():
        assert name in members or not needed, f"{name} is missing"
        if name in members:
            assert _is(members[name], kind), f"{name} is no {kind}: {members[name]!r}"


def _is(value: Any, kind: str) -> bool:
    if kind == "list":
        return isinstance(value, list)
    if kind == "authors":
        names = [author["name"] for author in value]
        return bool(names) and all(_is(name, "text") for name in names)
    if not isinstance(value, str):
        return False
    if kind == "date":
        datetime.fromisoformat(value)
    patterns = {"address": _ADDRESS, "date": _DATE, "language": _LANGUAGE}
    if kind in patterns:
        return patterns[kind].fullmatch(value) is not None
    if kind == "version":
        return value == "https://jsonfeed.org/version/1.1"
    return kind == "string" or bool(value.strip())
