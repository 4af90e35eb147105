"""A table's cells in their columns."""

from __future__ import annotations

from collections.abc import Callable

from sitegist.outputs.structure import LEAF, OPEN, Event
from sitegist.page.rows import Rows

# With more empty cells for each that holds something, columns tell nothing, and cells only follow.
_MOST_EMPTY = 20


def grid(events: list[Event], rows: Rows, write: Callable[[list[Event]], str]) -> list[list[str]]:
    """The text of each cell, row by row, all rows equally long; columns of nothing are left out."""
    table = _placed(events, rows, write)
    used = sorted({column for row in table for column, text in row.items() if text})
    place = {column: index for index, column in enumerate(used)}
    lines: list[list[str]] = []
    filled = sum(map(len, table))
    pads = len(used) * len(table) <= _MOST_EMPTY * max(filled, 1)
    for row in table:
        cells = {place[column]: text for column, text in row.items() if text}
        if cells:
            columns = range(len(used)) if pads else sorted(cells)
            lines.append([cells.get(column, "") for column in columns])
    return lines


def _placed(
    events: list[Event], rows: Rows, write: Callable[[list[Event]], str]
) -> list[dict[int, str]]:
    """For each row its cells by column, which spanning cells push to the right."""
    table: list[dict[int, str]] = []
    taken: dict[int, int] = {}  # column -> rows for which a cell from above still fills it
    leaves: list[Event] | None = None
    column = 0
    for event in events:
        if event.kind == "row" and event.what == OPEN:
            table.append({})
            taken = {c: left - 1 for c, left in taken.items() if left > 1}
            column = 0
        elif event.kind == "cell" and event.what == OPEN:
            leaves = []
        elif event.kind == "cell" and leaves is not None:
            while column in taken:
                column += 1
            table[-1][column] = write(leaves)
            leaves = None
            if span(rows, "rowspan", event.row) > 1:
                taken[column] = span(rows, "rowspan", event.row)
            column += span(rows, "colspan", event.row)
        elif event.what == LEAF and leaves is not None:
            leaves.append(event)
    return table


def span(rows: Rows, name: str, row: int) -> int:
    """How many rows or columns a cell covers, within HTML's limit."""
    written = rows.attrs[name].get(row, "").strip()
    return min(max(int(written), 1), 1000) if written.isdecimal() and len(written) < 6 else 1
