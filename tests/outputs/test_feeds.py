"""Atom and JSON Feed"""

from __future__ import annotations

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sitegist.errors import OptionError
from sitegist.outputs.feed import FEEDS, UNDATED, Feed, Item, write_feed
from tests import strategies
from tests.outputs.feeds import NAMES, atom_of, json_of

HOME = "https://example.org/"
ITEM = Item(
    "https://example.org/news/ä b?x=1&y=[2]",
    "Harbour & <quay>",
    "After years.",
    "2024-05-12T10:30:00Z",
    ("Ann Lee", "Bo"),
    "de",
    "https://example.org/i.png",
    "After years\nof work.",
    "<p>After <b>years</b>\nof work &amp; more.</p>\n",
)
FEED = Feed("The Daily", HOME, [ITEM], "2024-05-12T10:30:00Z", "en", f"{HOME}feed")


def write(feed: Feed, form: str) -> str:
    """A feed as one piece."""
    return "".join(write_feed(feed, form))


def test_atom_says_it_all() -> None:
    """Every field of an item and of the feed stands where RFC 4287 has it."""
    root = atom_of(write(FEED, "atom"))
    assert root.findtext("a:updated", namespaces=NAMES) == "2024-05-12T10:30:00Z"
    assert root.findtext("a:author/a:name", namespaces=NAMES) == "The Daily"
    (entry,) = root.iterfind("a:entry", NAMES)
    address = "https://example.org/news/%C3%A4%20b?x=1&y=%5B2%5D"
    assert entry.findtext("a:id", namespaces=NAMES) == address
    assert entry.find("a:link", NAMES).get("href") == address
    assert entry.findtext("a:title", namespaces=NAMES) == ITEM.title
    assert entry.findtext("a:content", namespaces=NAMES) == ITEM.html
    assert [name.text for name in entry.iterfind("a:author/a:name", NAMES)] == ["Ann Lee", "Bo"]
    assert entry.get("{http://www.w3.org/XML/1998/namespace}lang") == "de"


def test_json_feed_says_it_all() -> None:
    """And where JSON Feed 1.1 has it."""
    feed = json_of(write(FEED, "json"))
    assert (feed["home_page_url"], feed["feed_url"]) == (HOME, f"{HOME}feed")
    (item,) = feed["items"]
    assert item["content_text"] == ITEM.text
    assert item["content_html"] == ITEM.html
    assert item["authors"] == [{"name": "Ann Lee"}, {"name": "Bo"}]
    assert (item["date_published"], item["language"]) == (ITEM.date, "de")


def test_a_reader_of_feeds_agrees() -> None:
    """feedparser finds nothing wrong with Atom, and reads what was written."""
    found = feedparser.parse(write(FEED, "atom").encode())
    assert (found.bozo, found.version) == (0, "atom10")
    assert found.feed.title == FEED.title
    assert found.entries[0].link == "https://example.org/news/%C3%A4%20b?x=1&y=%5B2%5D"
    assert found.entries[0].published_parsed[:5] == (2024, 5, 12, 10, 30)


@pytest.mark.parametrize("form", FEEDS)
def test_little_is_enough(form: str) -> None:
    """An article without date, author or text, and a site without articles, are valid feeds."""
    plain = Item(f"{HOME}1", "A title", "")
    read = {"atom": atom_of, "json": json_of}[form]
    read(write(Feed("Site", HOME, []), form))
    read(write(Feed("Site", HOME, [plain]), form))
    assert (UNDATED in write(Feed("Site", HOME, [plain]), form)) == (form == "atom")


def test_an_unknown_format_is_named() -> None:
    """With those that there are."""
    with pytest.raises(OptionError, match="'rss'; choose from: atom, json"):
        write(FEED, "rss")


@given(title=strategies.texts(), name=strategies.texts(), path=strategies.texts(), html=st.text())
def test_no_text_breaks_a_feed(title: str, name: str, path: str, html: str) -> None:
    """Control characters, half characters and markup in any field leave it well-formed."""
    item = Item(f"{HOME}x{path}", f"x{title}", title, None, (f"x{name}",), None, None, html, html)
    feed = Feed(f"x{title}", HOME, [item])
    json_of(write(feed, "json"))
    etree.fromstring(write(feed, "atom").encode())
    atom_of(write(feed, "atom"))
