"""The kept rows as a stream of blocks: what Markdown, HTML and TEI have in common.

Containers open and close properly nested; everything else is a leaf, a stretch of inline content
or of code. Items stand in lists only, rows in tables only, and nothing but items, rows and cells
stands in those, whatever the page's author wrote. Links and emphasis around blocks become links
and emphasis in each of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sitegist.outputs import spans as inline
from sitegist.outputs.code import language
from sitegist.outputs.headings import heading
from sitegist.outputs.kept import Kept, kept_rows
from sitegist.outputs.plan import (
    HEADINGS,
    IMAGE,
    PARAGRAPH,
    PRE,
    RULE,
    TEXT,
    Item,
    leaf_end,
    make_plan,
)
from sitegist.outputs.spans import BREAK, Mark, Span, target
from sitegist.outputs.survey import survey
from sitegist.page import tags

if TYPE_CHECKING:
    from sitegist.extraction import Extraction
    from sitegist.page import Page

OPEN, LEAF, CLOSE = 1, 0, -1
_LEAVES = frozenset((*HEADINGS, PRE, "term", "caption", "figcaption", "summary"))
_MARKS = frozenset(
    (inline.LINK, inline.EM, inline.STRONG, inline.DELETED, inline.SUB, inline.SUP, inline.CODE)
)
_INSIDE = {
    "item": ("ul", "ol"),
    "dd": ("dl",),
    "term": ("dl",),
    "row": ("table",),
    "cell": ("row",),
    "caption": ("table",),
    "figcaption": ("figure",),
    "summary": ("details",),
}
_ICON = re.compile(r"icon|(?:^|\s)fa[bsrl]?(?:\s|$|-)", re.IGNORECASE)
_IMPLIED = {"ul": "item", "ol": "item", "dl": "dd", "table": "row", "row": "cell"}
# Nobody nests deeper; what is there is shown without its containers.
_MAX_DEPTH = 48


class Event(NamedTuple):
    """A container that opens or closes, or a leaf."""

    what: int
    kind: str
    row: int
    """The element, -1 if there is none in the page."""
    spans: tuple[Span, ...] = ()
    code: str = ""
    """The text of a ``pre``."""
    language: str = ""


@dataclass(slots=True)
class _Open:
    kind: str
    row: int
    end: int
    implied: bool = False


def structure(extraction: Extraction) -> list[Event]:
    """What an extraction keeps, in document order."""
    return events(extraction.page, kept_rows(extraction))


def events(page: Page, kept: Kept) -> list[Event]:
    """What is kept of a page, in document order."""
    return _Walk(page, kept, make_plan(page, kept)).events()


def with_next(events: list[Event]) -> Iterator[tuple[Event, Event]]:
    """Each event with the one after it; the last with an end that is none."""
    return pairwise([*events, Event(CLOSE, "body", -1)])


class _Walk:
    """One pass over the plan with the open elements on a stack."""

    def __init__(self, page: Page, kept: Kept, plan: list[Item]) -> None:
        self.page = page
        self.kept = kept
        self.plan = plan
        self.survey = survey(plan)
        self.out: list[Event] = []
        self.stack = [_Open("body", -1, len(page.rows) + 1)]
        self.marks: list[tuple[int, Mark]] = []
        self.spans: list[Span] = []
        self.pieces: list[str] = []
        self.line = -1
        self.trail = ""
        places = np.array([item.row for item in plan], np.int64)
        rows = page.rows
        self.breaks = np.cumsum((rows.meaning & tags.LINE_BREAK) != 0)[places].tolist()
        self.order = np.searchsorted(rows.runs, places).tolist()
        self.begins = rows.start[places].tolist()
        self.last = -1
        self.break_count = 0
        self.images = sorted(kept.images)

    def events(self) -> list[Event]:
        for place, item in enumerate(self.plan):
            self._close(item)
            if item.kind == TEXT:
                self._text(place, item)
            elif item.kind in _MARKS:
                self._mark(item)
            elif item.kind == IMAGE:
                self._image(place, item)
            elif self.stack[-1].kind in _LEAVES:
                continue
            elif item.kind == RULE:
                self._begin_leaf()
                self.out.append(Event(LEAF, RULE, item.row))
            elif item.kind in _LEAVES:
                self._open(item, leaf_end(self.plan, place))
            else:
                self._open(item, item.end)
        while len(self.stack) > 1:
            self._pop()
        self._flush()
        return self.out

    def _close(self, item: Item) -> None:
        """Leave what ends before a row; a list right after an item of its own list joins it."""
        while self.stack[-1].end <= item.row:
            top = self.stack[-1]
            around = self.stack[-2]
            if top.kind == "item" and item.kind in ("ul", "ol") and around.end > item.row:
                self._flush()
                top.end = item.end
                break
            self._pop()
        while self.marks and self.marks[-1][0] <= item.row:
            self.marks.pop()

    def _pop(self) -> None:
        self._flush()
        closed = self.stack.pop()
        if closed.kind not in _LEAVES:
            self.out.append(Event(CLOSE, closed.kind, closed.row))

    def _open(self, item: Item, end: int) -> None:
        """Enter a container or a leaf, if it is what it seems and may stand here."""
        kind = item.kind
        if kind in ("ul", "ol", "dl") and item.row not in self.survey.lists:
            return
        if kind == "table" and item.row not in self.survey.tables:
            return
        if kind == "quote" and item.row in self.survey.indents:
            return
        if kind == "figure" and not self._holds_image(item):
            return
        if end <= item.row or (kind not in _LEAVES and len(self.stack) > _MAX_DEPTH):
            return
        self._flush()
        if kind in _INSIDE:
            while self.stack[-1].implied:
                self._pop()
            if self.stack[-1].kind not in _INSIDE[kind]:
                return
        else:
            self._imply()
        self.stack.append(_Open(kind, item.row, end))
        if kind not in _LEAVES:
            self.out.append(Event(OPEN, kind, item.row))

    def _imply(self) -> None:
        """Put what stands directly in a list or a table into an item or a cell."""
        while self.stack[-1].kind in _IMPLIED:
            around = self.stack[-1]
            self.stack.append(_Open(_IMPLIED[around.kind], -1, around.end, implied=True))
            self.out.append(Event(OPEN, self.stack[-1].kind, -1))

    def _holds_image(self, item: Item) -> bool:
        place = bisect_left(self.images, item.row)
        return place < len(self.images) and self.images[place] < item.end

    def _mark(self, item: Item) -> None:
        """Enter a link or emphasis, unless it says nothing new."""
        inside = {mark.kind for _, mark in self.marks}
        if item.kind in inside or (inline.CODE in inside and item.kind != inline.LINK):
            return
        if item.tag == "i" and _ICON.search(self._classes(item.row)):
            return  # a drawing by a font, not emphasis
        mark = Mark(item.kind, "", item.row if item.kind == inline.CODE else -1)
        if item.kind == inline.LINK:
            written = self.page.rows.attrs["href"].get(item.row, "")
            where = target(written, self.kept.base) if written.strip() else ""
            if not where:
                return
            mark = Mark(item.kind, where, item.row)
        self.marks.append((item.end, mark))

    def _classes(self, row: int) -> str:
        return self.page.rows.styles[self.page.rows.style[row]][1] or ""

    def _text(self, place: int, item: Item) -> None:
        begin = self.begins[place]
        text = self.page.text[begin : begin + item.size]
        if self.stack[-1].kind == PRE:
            # the separator before the first line is not its own
            self.pieces.append(text[1:] if begin and not self.pieces and text[0] == "\n" else text)
            return
        gap = self._arrive(place, item)
        bare = text.lstrip()
        core = bare.rstrip()
        lead = text[: len(text) - len(bare)]
        if not gap and self.spans:
            gap = _narrow(self.trail + lead)
            if not gap and self.order[place] != self.last + 1:
                gap = " "  # what stood between is gone
        self.last = self.order[place]
        if BREAK in core:  # code where no code can be
            core = " ".join(core.split())
        if not core:
            self.trail = gap
            return
        self.trail = bare[len(core) :]
        self.spans.append(Span(gap, core, self._marks_here()))

    def _image(self, place: int, item: Item) -> None:
        if self.stack[-1].kind == PRE:
            return
        gap = self._arrive(place, item) or (" " if self.spans else "")
        alt = " ".join(self.page.rows.attrs["alt"].get(item.row, "").split())
        marks = tuple(mark for mark in self._marks_here() if mark.kind != inline.CODE)
        self.spans.append(Span(gap, alt, marks, self.kept.images[item.row]))
        self.trail = " "
        self.last = self.order[place] - 1

    def _arrive(self, place: int, item: Item) -> str:
        """Begin a new leaf where this content needs one; otherwise what breaks the line."""
        breaks = self.breaks[place] - self.break_count if self.spans else 0
        same_line = item.line == self.line
        if self.spans and self.stack[-1].kind not in _LEAVES and (not same_line or breaks > 1):
            self._flush()
        if not self.spans:
            self._begin_leaf()
            breaks, same_line = 0, True
        self.line = item.line
        self.break_count = self.breaks[place]
        return BREAK if breaks else "" if same_line else " "

    def _begin_leaf(self) -> None:
        self._flush()
        if self.stack[-1].kind not in _LEAVES:
            self._imply()

    def _marks_here(self) -> tuple[Mark, ...]:
        """The open marks, code innermost."""
        marks = [mark for _, mark in self.marks]
        marks.sort(key=lambda mark: mark.kind == inline.CODE)
        return tuple(marks)

    def _flush(self) -> None:
        """End the leaf that is being collected."""
        top = self.stack[-1]
        self.trail = ""
        if self.pieces:
            code = "".join(self.pieces).strip("\n")
            self.pieces = []
            if code.strip():
                told = language(self.page.rows, top.row)
                self.out.append(Event(LEAF, PRE, top.row, code=code, language=told))
        if not self.spans:
            return
        kind = top.kind if top.kind in _LEAVES else PARAGRAPH
        found = self.spans
        self.spans = []
        if kind in HEADINGS:
            found = heading(found, self.page.rows.attrs["href"])
        if found:
            self.out.append(Event(LEAF, kind, top.row, tuple(found)))


def _narrow(gap: str) -> str:
    """White space as one space, unless it is of a special kind."""
    return " " if gap and gap.isascii() else gap.replace("\n", "")
