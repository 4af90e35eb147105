"""What people read around the headline: bylines and dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sitegist.page.links import leads_home
from sitegist.page.metadata import dates, names
from sitegist.page.metadata.text import clean
from sitegist.page.rows import LINKED

if TYPE_CHECKING:
    from sitegist.page.page import Page

MAX_HEADINGS = 20
CLOSE = 200
BEFORE, AFTER = 400, 1_600
"""Characters around the headline in which a byline or a date is the page's own."""

_AUTHOR_CLASS = re.compile(r"(?:^|[\s_-])(?:by-?line|authors?|authorname|auteur|autor)(?:$|[\s_-])")
_AUTHOR_PARTS = ("author", "byline", "by-line", "auteur", "autor")
_NOT_AUTHOR = re.compile(
    r"comment|related|avatar|image|photo|social|share|bio\b|widget|card|recent", re.I
)
_PUBLISHED = re.compile(
    r"(?:publish|posted|created|submitted|started|veröffentlicht|publié|publicado|опубликовано"
    r"|发布|發布|公開日|投稿日|게시|등록|نشر)[^\n\d]{0,20}$",
    re.IGNORECASE,
)
_UPDATED = re.compile(
    r"(?:updat|modif|edited|review|aktualisiert|geändert|mis à jour|actualizado|обновлено"
    r"|更新|수정|expires|joined|founded|since|©|copyright)[^\n\d]{0,20}$",
    re.IGNORECASE,
)


def around(page: Page, row: int | None) -> tuple[str, str]:
    """The text before and after the headline; without one, the top of the page."""
    text = page.text
    if row is None:
        return "", text[: 2 * AFTER]
    start = int(page.rows.start[row])
    end = int(page.rows.start[page.rows.end[row]])
    return text[max(0, start - BEFORE) : start], text[end : end + AFTER]


def bylines(page: Page, row: int | None) -> Iterator[list[str]]:
    """Names that follow "By" near the headline, or stand where the style says so."""
    before, after = around(page, row)
    for text in (after, before):
        yield from _spoken(text.split("\n"))
    yield from _styled(page, row)


def _spoken(lines: list[str]) -> Iterator[list[str]]:
    for place, line in enumerate(lines):
        if len(line) > 200:
            continue
        for part in names.PARTED.split(line):
            if match := names.BYLINE.match(part.strip()):
                line = part.strip()
                break
        else:
            continue
        rest = line[match.end() :] or " ".join(lines[place + 1 : place + 2])
        # before a date or a mark even a nickname is a name
        shape = names.SHORT if dates.find(rest) or "»" in rest else names.NAME
        found = names.people(rest, shape=shape)
        if found:
            yield found


def _styled(page: Page, headline: int | None) -> Iterator[list[str]]:
    """Elements whose class says author, those after the headline first."""
    rows = page.rows
    classes = {style[1] for style in rows.styles if style[1]}
    chosen = set(filter(_names_author, classes))
    if not chosen:
        return
    table = np.array([style[1] in chosen for style in rows.styles], np.bool_)
    found = np.flatnonzero(table[rows.style])
    length = rows.start[rows.end[found]] - rows.start[found]
    found = found[(length > 1) & (length < 150)]
    before = headline if headline is not None else 0
    for row in sorted(found.tolist(), key=lambda row: (row < before, row))[:8]:
        names_here = names.people(page.inner_text(row), shape=names.SHORT)
        if names_here:
            yield names_here


def _names_author(classes: str) -> bool:
    classes = classes[:500].lower()
    if not any(map(classes.__contains__, _AUTHOR_PARTS)):  # quick, for the many that are not
        return False
    return bool(_AUTHOR_CLASS.search(classes)) and not _NOT_AUTHOR.search(classes)


def times(page: Page, found: dict[int, str], headline: int | None) -> Iterator[str]:
    """``<time datetime>`` near the headline, the nearest below it first."""
    start = page.rows.start
    if headline is None:
        yield from list(found.values())[:1]
        return
    here = int(start[headline])
    end = int(start[page.rows.end[headline]])
    near = [
        (int(start[row]) < here, abs(int(start[row]) - here), value)
        for row, value in found.items()
        if here - BEFORE <= int(start[row]) <= end + AFTER
    ]
    for _, _, value in sorted(near):
        yield value


def days(page: Page, row: int | None, *, month_first: bool) -> list[str]:
    """Dates near the headline: those said to be of publication first, of an update last."""
    before, after = around(page, row)
    ranked = []
    for side, text in enumerate((after, before)):
        for found in dates.find(text, month_first=month_first):
            if int(found.day[:4]) < dates.FIRST_VISIBLE_YEAR or _in_sentence(text, found):
                continue
            said = text[max(0, found.start - 40) : found.start]
            rank = 0 if _PUBLISHED.search(said) else 2 if _UPDATED.search(said) else 1
            distance = found.start if side == 0 else len(text) - found.start
            ranked.append((rank, side, distance, found.day))
    return [day for *_, day in sorted(ranked)]


def day_at_headline(page: Page, row: int | None, *, month_first: bool) -> str | None:
    """The date of publication that stands right under the headline, if it is the only one."""
    if row is None:
        return None
    text = around(page, row)[1][:CLOSE]
    found = [
        one
        for one in dates.find(text, month_first=month_first)
        if not _in_sentence(text, one) and not _UPDATED.search(text[: one.start][-40:])
    ]
    return found[0].day if len({one.day for one in found}) == 1 else None


def _in_sentence(text: str, found: dates.Found) -> bool:
    """Whether a date stands within running text: a long line."""
    begin = text.rfind("\n", 0, found.start) + 1
    end = text.find("\n", found.end)
    return (end if end >= 0 else len(text)) - begin > 200


def headings(page: Page, tags: tuple[str, ...]) -> list[tuple[int, str]]:
    """Rows and texts of the first headings of some levels that show anything."""
    found = []
    for row in np.flatnonzero(page.rows.having(tags))[:MAX_HEADINGS].tolist():
        text = clean(page.inner_text(row))
        if text:
            found.append((row, text))
    return found


def headings_home(page: Page, base: str | None) -> list[str]:
    """What headings say that lead to the front page, or a folder around this page: the site."""
    rows = page.rows
    found = []
    for row, text in headings(page, ("h1", "h2", "h3", "h4")):
        runs = rows.runs[slice(*np.searchsorted(rows.runs, (row, rows.end[row])))]
        if not rows.flagged(LINKED)[runs].all():
            continue
        at = int(runs[0])
        while at not in rows.attrs["href"]:
            at = int(rows.parent[at])
        if leads_home(rows.attrs["href"][at], base):
            found.append(text)
    return found


def row_of_line(page: Page, lines: list[str]) -> int | None:
    """The row of the first of these lines that stands alone after the title element."""
    for line in lines:
        at = page.text.find(f"\n{line}\n", len(page.title)) if line else -1
        if at >= 0:
            row = int(np.searchsorted(page.rows.start, at, side="right")) - 1
            while row > 0 and len(page.inner_text(row)) < len(line):  # parted by inline markup
                row = int(page.rows.parent[row])
            return row
    return None
