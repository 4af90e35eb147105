"""JSON Feed, version 1.1."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sitegist.outputs.feed import Feed, Item
from sitegist.outputs.xml import uri


def jsonfeed(feed: Feed) -> Iterator[str]:
    """A feed as one JSON object, an item on each line."""
    head = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": uri(feed.home),
        "feed_url": feed.address and uri(feed.address),
        "language": feed.language,
    }
    # the object's end is left off, for the items
    yield _json(head)[:-1] + ',"items":['
    for place, item in enumerate(feed.items):
        yield (",\n" if place else "\n") + _json(_item(item, feed.language))
    yield "\n]}\n"


def _item(item: Item, language: str | None) -> dict[str, Any]:
    return {
        "id": uri(item.url),
        "url": uri(item.url),
        "title": item.title,
        "summary": item.summary,
        # an item has to have a content
        "content_text": item.summary if item.text is None else item.text,
        "content_html": item.html,
        "date_published": item.date,
        "authors": [{"name": name} for name in item.authors],
        "language": item.language if item.language != language else None,
        "image": item.image and uri(item.image),
    }


def _json(known: dict[str, Any]) -> str:
    """What is known, on one line."""
    told = {name: value for name, value in known.items() if value not in (None, [])}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
