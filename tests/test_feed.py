"""A site's articles as a feed"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import lxml.html
import pytest

import sitegist
from sitegist.demo import build
from sitegist.errors import InputError, OptionError
from sitegist.feed import feed_of, rfc_date, summary
from sitegist.mined import Mined
from sitegist.outputs.feed import FEEDS, UNDATED, write_feed
from sitegist.site.site import Entry
from sitegist.site.structure import ArticlePage, Structure
from tests.outputs.feeds import atom_of, json_of

READ = {"atom": atom_of, "json": json_of}


@pytest.fixture(scope="module")
def mined() -> Mined:
    """The small demonstration site."""
    return sitegist.mine((page.url, page.html) for page in build(pages=40))


def entry(**said: str) -> Entry:
    """A page that says this of its date."""
    return Entry("u", "n", 0, {"date": said} if said else {})


def with_metadata(mined: Mined, change: Any) -> Mined:
    """The site as if its pages said other things of themselves."""
    entries = tuple(one._replace(metadata=change(one)) for one in mined.site.entries)
    return replace(mined, site=replace(mined.site, entries=entries))


@pytest.mark.parametrize("form", FEEDS)
def test_every_article_is_in_the_feed(mined: Mined, form: str) -> None:
    """Each once, the newest first, and the feed is valid and the same every time."""
    items = list(feed_of(mined).items)
    urls = {article.url for article in mined.articles}
    assert {item.url for item in items} == {
        url for url in urls if mined.site.entry(url).same_as is None
    }
    dates = [item.date or "" for item in items]
    assert dates == sorted(dates, reverse=True)
    for full in (False, True):
        once, twice = ("".join(write_feed(feed_of(mined, full=full), form)) for _ in range(2))
        READ[form](once)
        assert once == twice


def test_the_time_of_a_feed_is_its_newest_article_s(mined: Mined) -> None:
    """Never the clock's; where no article has a date it is the beginning of 1970."""
    feed = feed_of(mined)
    assert feed.updated == max(item.date or "" for item in feed.items)
    undated = with_metadata(mined, lambda one: {})
    assert feed_of(undated).updated == UNDATED
    atom_of("".join(write_feed(feed_of(undated))))
    json_of("".join(write_feed(feed_of(undated), "json")))


def test_full_text_is_on_request(mined: Mined) -> None:
    """As the extraction has it."""
    assert all(item.text is None and item.html is None for item in feed_of(mined).items)
    for item in feed_of(mined, full=True, newest=3).items:
        assert item.text == mined[item.url].text
        assert item.html is not None
        assert "<p>" in item.html


def test_the_whole_text_is_harmless_and_stands_by_itself(mined: Mined) -> None:
    """Nothing runs, and no address is relative: what the W3C's feed validator warns of."""
    addresses = 0
    for item in feed_of(mined, full=True).items:
        for element in lxml.html.fragment_fromstring(item.html or "", create_parent=True).iter():
            assert element.tag not in ("script", "object", "embed", "meta", "iframe", "form")
            for name, value in element.items():
                assert name != "style"
                assert not name.startswith("on")
                if name in ("href", "src"):
                    addresses += 1
                    assert value.startswith(("https://", "http://", "mailto:"))
    assert addresses


def test_of_many_articles_the_newest_are_taken(mined: Mined) -> None:
    """And title and address are what is said."""
    feed = feed_of(mined, newest=2, title="Quay", address="https://example.org/feed.xml")
    assert [item.url for item in feed.items] == [item.url for item in feed_of(mined).items][:2]
    assert feed.title == "Quay"
    assert feed.home == "https://lantern.example/"
    with pytest.raises(OptionError, match="no address"):
        feed_of(mined, address="feed.xml")


def test_a_description_that_pages_share_is_not_an_article_s(mined: Mined) -> None:
    """Then its text begins the summary."""
    everywhere = {"description": {"value": "The best site.", "source": "meta"}}
    said = {item.summary for item in feed_of(with_metadata(mined, lambda one: everywhere)).items}
    assert "The best site." not in said
    assert len(said) > 1


def test_near_duplicates_are_left_out(mined: Mined) -> None:
    """An article and its print version are one item."""
    first, second = [article.url for article in mined.articles][:2]
    entries = tuple(
        one._replace(same_as=second) if one.url == first else one for one in mined.site.entries
    )
    site = replace(mined.site, entries=entries)
    urls = {item.url for item in feed_of(replace(mined, site=site)).items}
    assert first not in urls
    assert second in urls


def test_pages_without_addresses_make_no_feed() -> None:
    """The error says what to do."""
    html = "<title>T</title><p>" + "some words of it " * 20
    pages = [sitegist.sources.Document(f"{n}.html", None, html.encode()) for n in range(3)]
    mined = sitegist.mine(pages)
    nothing = replace(mined, structure=Structure(articles=(ArticlePage("0.html", None, 1.0),)))
    with pytest.raises(InputError, match="--base"):
        feed_of(nothing)


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ({}, None),
        ({"value": "2024-05-12"}, "2024-05-12T00:00:00Z"),
        ({"value": "2024-05-12", "time": "2024-05-12T01:30:00+02:00"}, "2024-05-11T23:30:00Z"),
        ({"value": "2024-05-12", "time": "2024-05-12T01:30:00"}, "2024-05-12T01:30:00Z"),
    ],
)
def test_dates_are_in_utc(said: dict[str, str], date: str | None) -> None:
    """A day begins with its first second, and a time without a zone is UTC."""
    assert rfc_date(entry(**said)) == date


def test_a_summary_ends_with_a_word_if_there_are_any() -> None:
    """And has at most 300 characters, in any script."""
    assert summary("word " * 100).endswith("word…")
    for text in ("word " * 100, "字" * 400, "x" * 301):
        assert len(summary(text)) <= 300
