"""Title, byline and date lines: some golds have them, others don't, so neither side keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sitegist.judge.metrics import overlap, words
from sitegist.page import Page
from sitegist.page.metadata.dates import MONTHS

_SEPARATOR = re.compile(r"\s+[-|–—:·•»«/]+\s+|\s*[|»«]\s*|:\s+")
# A title that is written differently on two sides still shares this much.
_ALIKE = 0.8
# Fewer words say too little to be told as a title.
_TITLE_WORDS = 2
_LONGEST = 16
_BY = re.compile(
    r"\s*(?:(?:posted|written|story|text)\s+)?"
    r"(?:by|por|par|von|autor|auteur|author|escrito por|door|di|от|автор|作者|記者|文|기자|글|بقلم)"
    r"(?:\b|[:：])",
    re.I,
)
_SENTENCE_END = re.compile(r"[.!?。！？]\s*$")
_DATE_PARTS = """
    mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday
    sunday montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi
    vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo понедельник
    вторник среда четверг пятница суббота воскресенье am pm a p m est edt cst cdt mst mdt pst pdt
    gmt utc et bst cet cest hkt ist updated update posted published last modified web on at the of
    de del le la um uhr st nd rd th publié publicado veröffentlicht mis à jour actualizado г года в
    年 月 日 时 時 分 년 월 일 오전 오후
"""
_DATE_WORDS = frozenset(MONTHS) | frozenset(_DATE_PARTS.split())
_DATE_NUMBER = re.compile(r"\d+(?:st|nd|rd|th|am|pm|h|년|월|일)?")


class Headline(NamedTuple):
    """What a page's headline says."""

    titles: tuple[tuple[str, ...], ...]
    authors: frozenset[str]


def find_headline(page: Page, title: str | None = None, author: str | None = None) -> Headline:
    """From the gold, the title element and its parts, and the page's only h1."""
    headings = np.flatnonzero(page.rows.having(("h1",))).tolist()
    told = [title or "", page.title, *_SEPARATOR.split(page.title)]
    if len(headings) == 1:
        told.append(page.inner_text(headings[0]))
    titles = {tuple(words(text)) for text in told}
    long = sorted(title for title in titles if len(title) >= _TITLE_WORDS)
    return Headline(tuple(long), frozenset(words(author or "")))


def is_headline(line: str, headline: Headline) -> bool:
    """Whether a line is a title, a byline or a date and nothing else.

    >>> head = Headline((("the", "title", "of", "it"),), frozenset())
    >>> lines = ["The title of it", "By Ann Lee, CNN", "July 2, 2005 Posted: 1:17 a.m.", "Text"]
    >>> [is_headline(line, head) for line in lines]
    [True, True, True, False]
    """
    tokens = words(line)
    if not tokens:
        return False
    if any(_alike(tokens, title) for title in headline.titles):
        return True
    if len(tokens) > _LONGEST:
        return False
    by = _BY.match(line) is not None and not _SENTENCE_END.search(line)
    return by or set(tokens) <= headline.authors or _is_date(tokens)


def strip_headline(text: str, headline: Headline) -> str:
    """A text without its headline lines, wherever they stand."""
    return "\n".join(line for line in text.splitlines() if not is_headline(line, headline))


def _alike(tokens: list[str], title: tuple[str, ...]) -> bool:
    if len(tokens) > 2 * len(title) or len(title) > 2 * len(tokens):
        return False
    return overlap(tokens, title).f1 >= _ALIKE


def _is_date(tokens: Iterable[str]) -> bool:
    """Whether there is nothing but the parts of a date, and at least two numbers or a month."""
    listed = list(tokens)
    numbers = sum(bool(_DATE_NUMBER.fullmatch(token)) for token in listed)
    if any(token not in _DATE_WORDS and not _DATE_NUMBER.fullmatch(token) for token in listed):
        return False
    months = sum(token in MONTHS for token in listed)
    return numbers > 0 and (months > 0 or numbers >= 3)
