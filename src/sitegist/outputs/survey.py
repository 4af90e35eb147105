"""Which tables hold data and which lay out the page, which lists have items, which quotes quote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegist.outputs.plan import HEADINGS, PRE, TEXT, Item

# A cell with more characters holds an article, not a datum; where there are <th>, we wait longer.
_LONG, _LONG_WITH_HEADS = 400, 1500
# Lines of text in a cell on average.
_TALL, _TALL_WITH_HEADS = 2, 4
_BLOCKS = frozenset((*HEADINGS, PRE, "quote", "table", "details"))


class Survey(NamedTuple):
    """What is what it seems."""

    tables: frozenset[int]
    lists: frozenset[int]
    indents: frozenset[int]
    """Quotes that are none: an indent around a whole article."""


@dataclass(slots=True)
class _Table:
    row: int
    end: int
    has_blocks: bool = False
    has_lists: bool = False
    has_heads: bool = False
    cells: int = 0
    cells_in_row: int = 0
    full_rows: int = 0
    lines: int = 0
    line: int = -1
    longest: int = 0

    def begin_row(self) -> None:
        self.full_rows += self.cells_in_row > 1
        self.cells_in_row = 0

    def add_cell(self, item: Item) -> None:
        self.has_heads |= item.tag == "th"
        self.cells += item.size > 0
        self.cells_in_row += item.size > 0
        self.longest = max(self.longest, item.size)

    def add_text(self, line: int) -> None:
        self.lines += line != self.line
        self.line = line

    @property
    def holds_data(self) -> bool:
        self.begin_row()
        if self.has_blocks or self.full_rows + self.has_heads < 2 or not self.full_rows:
            return False
        if self.has_heads:
            return self.longest <= _LONG_WITH_HEADS and self.lines <= _TALL_WITH_HEADS * self.cells
        return not self.has_lists and self.longest <= _LONG and self.lines <= _TALL * self.cells


def survey(plan: Sequence[Item]) -> Survey:
    """Look through the rows once before anything is written."""
    tables: set[int] = set()
    lists: set[int] = set()
    open_tables: list[_Table] = []
    open_lists: list[Item] = []
    open_quotes: list[Item] = []
    indents: set[int] = set()
    for item in plan:
        while open_tables and open_tables[-1].end <= item.row:
            _judge(open_tables.pop(), tables)
        while open_lists and open_lists[-1].end <= item.row:
            open_lists.pop()
        while open_quotes and open_quotes[-1].end <= item.row:
            open_quotes.pop()
        if item.kind == HEADINGS[0]:
            indents.update(quote.row for quote in open_quotes)
        if open_tables:
            _note(open_tables[-1], item)
        if item.kind == "table":
            open_tables.append(_Table(item.row, item.end))
        elif item.kind in ("ul", "ol", "dl"):
            open_lists.append(item)
        elif item.kind == "quote":
            open_quotes.append(item)
        elif item.kind in ("item", "dd", "term") and open_lists:
            lists.add(open_lists[-1].row)
    while open_tables:
        _judge(open_tables.pop(), tables)
    return Survey(frozenset(tables), frozenset(lists), frozenset(indents))


def _judge(table: _Table, tables: set[int]) -> None:
    if table.holds_data:
        tables.add(table.row)


def _note(table: _Table, item: Item) -> None:
    """Add one row to what is known of the innermost table around it."""
    if item.kind == TEXT:
        table.add_text(item.line)
    elif item.kind == "row":
        table.begin_row()
    elif item.kind == "cell":
        table.add_cell(item)
    elif item.kind in ("ul", "ol", "dl"):
        table.has_lists = True
    elif item.kind in _BLOCKS:
        table.has_blocks = True
