"""Rows of a page as HTML for the reader: text and links, no pictures, nothing too wide."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import numpy as np

from sitegist.outputs.html import Writer
from sitegist.outputs.kept import Kept
from sitegist.outputs.plan import HEADINGS, PRE
from sitegist.outputs.spans import LINK, Mark, Span
from sitegist.outputs.structure import Event, events
from sitegist.page import Page
from sitegist.page.links import base_url
from sitegist.page.rows import HIDDEN, TITLE, Rows

Link = Callable[[str], tuple[str, bool] | None]
"""For an address where a link to it leads in the application, and whether that is another page of
the site; ``None`` if nothing may lead there."""
# The title of the page, which all headings are below.
_HIGHEST = 1


def rows_as_html(page: Page, first: int, last: int, link: Link) -> str:
    """What a page draws in some of its rows, with its links and without its pictures."""
    rows = page.rows
    texts = np.zeros(len(rows), np.bool_)
    texts[rows.runs[slice(*np.searchsorted(rows.runs, (first, last)))]] = True
    texts &= ~(rows.flagged(TITLE) | page.gutters)
    images = {
        row: "#"
        for row, text in rows.attrs["alt"].items()
        if first <= row < last
        and text.strip()
        and rows.tag(row) == "img"
        and not rows.flags[row] & HIDDEN
    }
    kept = Kept(texts, images, np.zeros(0, np.int64), base_url(page))
    return _ReaderWriter(rows, link).write(events(page, kept))


class _ReaderWriter(Writer):
    def __init__(self, rows: Rows, link: Link) -> None:
        super().__init__(rows)
        self.link = link
        self.levels: list[int] = []
        self.tables = 0

    def opening(self, event: Event, tag: str) -> str:
        """Tables may be wider than the screen, so each can be scrolled by itself."""
        start = super().opening(event, tag)
        if tag != "table":
            return start
        self.tables += 1
        return f'<div class="scroll" tabindex="0" role="group" aria-label="Table">{start}'

    def closing(self, tag: str) -> str:
        """The end tag of a container, and of what is around a table."""
        return super().closing(tag) + ("</div>\n" if tag == "table" else "")

    def leaf(self, event: Event) -> str:
        """Headings without gaps between their levels; code that the keyboard can scroll."""
        written = super().leaf(event)
        if event.kind == PRE:
            return written.replace("<pre>", '<pre tabindex="0">', 1)
        if event.kind not in HEADINGS:
            return written
        inner = written[len(f"<{event.kind}>") : written.rindex(f"</{event.kind}>")]
        tag = f"h{self._level(int(event.kind[1]))}"
        return f"<{tag}>{inner}</{tag}>\n"

    def _level(self, written: int) -> int:
        while self.levels and self.levels[-1] >= written:
            self.levels.pop()
        self.levels.append(written)
        return min(_HIGHEST + len(self.levels), 6)

    def open_mark(self, mark: Mark) -> str:
        """Links lead to the reader where they can, and nowhere where they should not."""
        if mark.kind != LINK:
            return super().open_mark(mark)
        found = self.link(mark.target)
        if found is None:
            return "<a>"
        where, is_ours = found
        away = "" if is_ours else ' class="away" rel="noreferrer noopener nofollow"'
        return f'<a href="{escape(where)}"{away}>'

    def content(self, part: Span) -> str:
        """An image is what it is said to show."""
        if part.image:
            return f'<span class="picture">{escape(part.text, quote=False)}</span>'
        return super().content(part)
