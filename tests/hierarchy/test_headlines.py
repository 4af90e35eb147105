"""Headlines: what a part of a page is called."""

from __future__ import annotations

import pytest

from sitegist.hierarchy.headlines import headline
from sitegist.page import read

MENU = "<ul><li><a href=/a>Home</a><li><a href=/b>Blog</a><li><a href=/c>About us</a></ul>"
STORY = "<p>The harbour is open again after four long years of work.</p>"


def name(html: str, length: int = 80) -> str:
    """The headline of the whole page."""
    page = read(html)
    return headline(page, int(page.rows.having(("body",)).argmax()), length)


def test_a_list_of_links_before_the_rest_names_nothing() -> None:
    """Neither its links nor a heading in it; one linked title is no list."""
    listed = f"<div><h2>Most read</h2>{MENU}</div>"
    assert name(f"{listed}<div>{MENU}<div>{STORY}{STORY}</div></div>").startswith("The harbour")
    linked = "<div><a href=/1>Harbour opens</a></div>"
    assert name(f"{listed}{linked}{STORY}{STORY}").startswith("Harbour opens · The harbour")
    assert name(f"{MENU}<h2>News</h2>{STORY}{STORY}") == "News"


def test_a_list_of_links_has_its_links_for_a_name() -> None:
    """Or its heading, if it has one."""
    assert name(MENU) == "Home · Blog · About us"
    assert name(f"<h2>Most read</h2>{MENU}") == "Most read"


def test_a_heading_after_a_good_deal_of_text_names_nothing() -> None:
    """A lower one before it does."""
    assert name(f"{STORY * 3}<h2>Sources</h2><p>Few.</p>").startswith("The harbour is open")
    assert name(f"<h3>Harbour</h3>{STORY * 3}<h2>Sources</h2><p>Few.</p>") == "Harbour"
    assert name(f"<h3>Harbour</h3><p>Hm.</p><h2>Sources</h2>{STORY * 3}") == "Sources"


def test_nothing_is_said_twice() -> None:
    """The name of a site is often there as logo and as text."""
    assert (
        name("<p>The Lantern</p><p>The Lantern</p><p>Since 1887</p>") == "The Lantern · Since 1887"
    )


def test_a_line_looks_no_further_than_it_may_reach() -> None:
    """So that every part of a page of 50,000 nested ones can be named."""
    assert name("<p>again</p>" * 600 + "<p>other</p>") == "again"
    assert name("<h2>again</h2>" * 600 + "<h2>other</h2>") == "again"
    assert name("<img alt=again>" * 600 + "<img alt=other>") == "again"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one two three four", "one two…"),
        ("onetwothreefour", "onetwoth…"),
        ("港灯报创刊于年", "港灯报创…"),
        ("港灯报创", "港灯报创"),
        ("short", "short"),
    ],
)
def test_a_long_line_is_cut(text: str, shown: str) -> None:
    """At a space where there is one; an ideograph takes two columns."""
    assert name(f"<p>{text}</p>", 9) == shown


def test_images_name_what_has_no_text() -> None:
    """By their alternative texts."""
    assert name("<div><img src=x alt='A lantern'><img src=y alt=''></div>") == "A lantern"
