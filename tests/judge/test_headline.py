"""Headline lines: left out of both sides."""

from __future__ import annotations

import pytest

from sitegist.judge.headline import Headline, find_headline, is_headline, strip_headline
from sitegist.page import read

PAGE = read("<title>The Great Title of It - Site</title><h1>The great title of it</h1><p>Text</p>")


@pytest.mark.parametrize(
    "line",
    [
        "The Great Title of It",
        "By Ivan Watson, CNN",
        "Por María López",
        "February 10, 2010 7:51 p.m. EST",
        "Web posted at: 1:23 PM EST (1823 GMT)",
        "4/15/10 at 3:45 PM",
        "2015年3月4日",
        "3 марта 2015 года",
        "Ann Lee",
    ],
)
def test_headline_lines(line: str) -> None:
    """Titles, bylines and dates are told, in several languages."""
    assert is_headline(line, find_headline(PAGE, author="Ann Lee"))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "By the time they came it was over.",
        "The title of it was great, but then there was a lot more to say on the subject of it",
        "Version 3.1 was released on 4 May 2015",
        "2015",
        "Site",
        "Ann Lee was there",
        "May",
    ],
)
def test_other_lines(line: str) -> None:
    """Sentences, lone numbers and lone words stay."""
    assert not is_headline(line, find_headline(PAGE, author="Ann Lee"))


def test_strip_headline() -> None:
    """Only whole lines go."""
    head = Headline((("a", "title"),), frozenset())
    assert strip_headline("A title\nBy Ann\nSome text, a title", head) == "Some text, a title"


def test_several_headings_are_no_title() -> None:
    """Where a page has many h1, they head its sections, and belong to the text."""
    page = read("<title>X</title><h1>First part of it</h1><h1>Second part of it</h1>")
    assert not is_headline("First part of it", find_headline(page))
