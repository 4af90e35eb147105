"""CommonMark with the tables of GitHub: what people and language models read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegist.outputs.emphasis import readable
from sitegist.outputs.escape import (
    code_span,
    destination,
    escape,
    escape_end,
    escape_label,
    escape_start,
    longest_ticks,
)
from sitegist.outputs.grid import grid
from sitegist.outputs.plan import HEADINGS, PARAGRAPH, PRE, RULE
from sitegist.outputs.spans import (
    CODE,
    DELETED,
    EM,
    LINK,
    STRONG,
    SUB,
    SUP,
    Mark,
    Span,
    weave,
)
from sitegist.outputs.structure import CLOSE, LEAF, OPEN, Event, structure

if TYPE_CHECKING:
    from sitegist.extraction import Extraction
    from sitegist.page.rows import Rows

_HARD_BREAK = "  \n"
_IN_A_CELL = "<br>"
_EXPLAINS = ": "
_DELIMITERS = {EM: "*", STRONG: "**", DELETED: "~~"}
_ELEMENTS = (SUB, SUP)  # Markdown has no sign for them, and 10<sup>6</sup> is not 106


def markdown(extraction: Extraction) -> str:
    """The kept part of a page as Markdown."""
    writer = _Writer(extraction.page.rows)
    for event in structure(extraction):
        writer.take(event)
    return "".join(writer.out)


@dataclass(slots=True)
class _List:
    """A list or an item that is open."""

    marker: str
    number: int = 0
    blocks: int = 0
    is_loose: bool = False


@dataclass(slots=True)
class _Writer:
    rows: Rows
    out: list[str] = field(default_factory=list)
    prefix: str = ""
    """What every line begins with here."""
    first: str | None = None
    """What the next line begins with instead: a bullet."""
    low: str = ""
    """The shortest prefix since the last block; the blank line between them has it."""
    tight: bool = False
    """Whether the next block follows without a blank line."""
    stack: list[tuple[str, str, _List | None]] = field(default_factory=list)
    last_marker: str = ""
    """The bullet of the list that was just closed, which a neighbour must not share."""
    table: list[Event] | None = None

    def take(self, event: Event) -> None:
        if self.table is not None:
            self.table.append(event)
            if event.kind == "table" and event.what == CLOSE:
                events, self.table = self.table, None
                self._table(events)
        elif event.what == LEAF:
            self._leaf(event)
        elif event.kind == "table":
            self.table = [event]
        elif event.what == OPEN:
            self._open(event)
        else:
            self._close(event)

    def _leaf(self, event: Event) -> None:
        if event.kind != PARAGRAPH:
            self._leave_term()
        if event.kind == RULE:
            if self.first is None:  # a rule beside a bullet would be one rule with it
                self._write("---")
        elif event.kind == PRE:
            fence = "`" * max(3, longest_ticks(event.code) + 1)
            self._write(f"{fence}{event.language}\n{event.code}\n{fence}")
        elif event.kind in HEADINGS:
            title = escape_end(inline(event.spans, " "))
            self._write(f"{'#' * int(event.kind[1])} {title}")
        else:
            lines = inline(event.spans, _HARD_BREAK).split("\n")
            self._write("\n".join(map(escape_start, lines)))
            around = self.stack[-1][2] if self.stack else None
            if event.kind == "term" and around is not None:
                around.number = 1

    def _write(self, block: str) -> None:
        """Put one block down, each line of it behind the prefixes of where it stands."""
        if self.out:
            self.out.append("\n" if self.tight else f"\n{self.low.rstrip()}\n")
        first = self.prefix if self.first is None else self.first
        if self.prefix:
            block = block.replace("\n", "\n" + self.prefix)
            block = "\n".join(line if line.strip() else line.rstrip() for line in block.split("\n"))
        self.out.append(first + block)
        self.first = None
        self.low = self.prefix
        self.tight = False
        self.last_marker = ""
        if self.stack and self.stack[-1][2] is not None:
            self.stack[-1][2].blocks += 1

    def _open(self, event: Event) -> None:
        kind = event.kind
        state: _List | None = None
        before = self.prefix
        if kind in ("ul", "ol"):
            state = self._open_list(event)
        elif kind == "item":
            state = _List("")
            self._indent(self._bullet())
            self.last_marker = ""
        elif kind == "quote":
            self._leave_term()
            self._indent("> ", "> ")
        elif kind == "dl":
            state = _List("")
        elif kind == "dd":
            around = self.stack[-1][2]
            nested = any(kind == "dd" for kind, *_ in self.stack)  # too far in, it is code
            if around is not None and around.number and not nested:  # it explains a term
                self.tight = True
                self._indent(_EXPLAINS)
        self.stack.append((kind, before, state))

    def _leave_term(self) -> None:
        """What explains a term has a sign only before text: before code it would hide the fence."""
        if self.first is not None and self.first.endswith(_EXPLAINS):
            self.first = None
            self.tight = False

    def _open_list(self, event: Event) -> _List:
        self._leave_term()
        in_item = bool(self.stack) and self.stack[-1][0] == "item"
        self.tight = self.tight or (in_item and self.first is None)
        ordered = event.kind == "ol"
        markers = (".", ")") if ordered else ("-", "*")
        marker = markers[self.last_marker == markers[0]]
        return _List(marker, _start(self.rows.attrs["start"].get(event.row)) if ordered else -1)

    def _bullet(self) -> str:
        around = self.stack[-1][2]
        assert around is not None  # items stand in lists
        if around.blocks:
            self.tight = not around.is_loose
        around.blocks += 1
        if around.number < 0:
            return around.marker + " "
        around.number += 1
        return f"{around.number - 1}{around.marker} "

    def _indent(self, first: str, others: str = "") -> None:
        """Begin a container; a bullet that waits for its first line waits on."""
        if self.first is not None or others != first:
            self.first = (self.prefix if self.first is None else self.first) + first
        self.prefix += others or " " * len(first)

    def _close(self, event: Event) -> None:
        kind, before, state = self.stack.pop()
        self.prefix = before
        self.low = min(self.low, before, key=len)
        self.first = None
        self.tight = False
        if state is not None and state.marker:
            self.last_marker = state.marker
        elif kind == "quote":  # what has no sign of its own parts no lists
            self.last_marker = ""
        if kind == "item" and state is not None and state.blocks > 1:
            around = self.stack[-1][2]
            if around is not None:
                around.is_loose = True

    def _table(self, events: list[Event]) -> None:
        for caption in events:
            if caption.kind == "caption":
                self._write(inline(caption.spans, " "))
        self._leave_term()
        lines = grid(events, self.rows, _in_cell)
        if not lines:
            return
        head = "| " + " | ".join(lines[0]) + " |"
        rule = "|" + " --- |" * len(lines[0])
        self._write(
            "\n".join([head, rule, *("| " + " | ".join(line) + " |" for line in lines[1:])])
        )


def _start(written: str | None) -> int:
    """The first number of an ordered list; Markdown has none below zero or of ten digits."""
    number = (written or "").strip()
    return int(number) if number.isdecimal() and len(number) < 10 else 1


def _in_cell(leaves: list[Event]) -> str:
    """What a table's cell holds, on one line."""
    parts: list[str] = []
    for leaf in leaves:
        if leaf.kind == PRE:
            parts.extend(code_span(line) for line in leaf.code.split("\n") if line.strip())
        elif leaf.spans:
            parts.append(inline(leaf.spans, _IN_A_CELL))
    return _IN_A_CELL.join(parts).replace("|", "\\|")


def inline(spans: tuple[Span, ...], line_break: str) -> str:
    """A leaf's content as Markdown."""
    found = readable(spans)
    if len(found) == 1 and not found[0].marks and not found[0].image:
        return escape(found[0].text)
    written = [span._replace(text=_content(span)) for span in found]
    for place in range(1, len(written)):
        if not written[place].gap:
            written[place - 1] = _before(written[place - 1], found[place])
    return weave(written, _opening, _closing, _as_written, line_break)


def _before(span: Span, after: Span) -> Span:
    """Keep the end of a span from meaning something together with the one it touches."""
    is_link = any(mark.kind == LINK and mark not in span.marks for mark in after.marks)
    if span.image or span.text[-1:] not in ("!", "]", "~", "<", "&"):
        return span
    if span.text[-1] == "!" and not is_link and not after.image:
        return span
    if span.text[-1] == "]" and not after.text.startswith(("(", "[")):
        return span
    bare = span.text[:-1]
    is_escaped = (len(bare) - len(bare.rstrip("\\"))) % 2 == 1
    return span if is_escaped else span._replace(text=f"{bare}\\{span.text[-1]}")


def _as_written(span: Span) -> str:
    return span.text


def _opening(mark: Mark) -> str:
    if mark.kind in _ELEMENTS:
        return f"<{mark.kind}>"
    return "[" if mark.kind == LINK else _DELIMITERS.get(mark.kind, "")


def _closing(mark: Mark) -> str:
    if mark.kind in _ELEMENTS:
        return f"</{mark.kind}>"
    return f"]({destination(mark.target)})" if mark.kind == LINK else _DELIMITERS.get(mark.kind, "")


def _content(span: Span) -> str:
    if span.image:
        return f"![{escape_label(span.text)}]({destination(span.image)})"
    if span.marks and span.marks[-1].kind == CODE:
        return code_span(span.text)
    kinds = [mark.kind for mark in span.marks]
    text = escape_label(span.text) if LINK in kinds else escape(span.text)
    return text.replace("\\~", "~").replace("~", "\\~") if DELETED in kinds else text
