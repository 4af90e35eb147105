"""Tables: of all contenders, by data set, and by page type; for the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegist.judge.run import MEAN, Row, mean_rows

if TYPE_CHECKING:
    from rich.console import Console

_TEXT = {
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "shingle_f1": "4-gram",
    "raw_f1": "raw F1",
}
_MORE = {
    "feature_precision": "feat. P",
    "feature_recall": "feat. R",
    "b_precision": "b-P",
    "b_recall": "b-R",
    "b_f": "b-F",
    "ic_f": "IC F",
    "snc_precision": "SNC P",
    "snc_recall": "SNC R",
    "snc_f": "SNC F",
    "title": "title",
    "author": "author",
    "date": "date",
}
NOTE = (
    "Word precision, recall and F1 over multisets, a mean over pages; each data set counts the"
    " same in the mean. On sites title, byline and date lines are left out of both sides; raw F1"
    " is without that. 4-gram: F1 of shingles of four words. feat.: distinct terms. b: blocks. IC:"
    " characters of words. SNC: on index pages, links to articles that do not stand on more than a"
    " tenth of the pages. title and author: word F1; date: the same day. ms/page: milliseconds of"
    " a processor, learning left out."
)
NOTHING = "–"
_NARROWEST = 6


@dataclass(frozen=True)
class Table:
    """A table of text."""

    title: str
    head: tuple[str, ...]
    lines: list[tuple[str, ...]] = field(default_factory=list)


def tables(rows: Sequence[Row]) -> list[Table]:
    """The tables for the rows of one run, the best contender first."""
    means = sorted(mean_rows(rows), key=lambda row: (-(row["f1"] or 0.0), label(row)))
    names = [label(row) for row in means]
    found = [_text_table(means), _more_table(means)]
    data = list(dict.fromkeys(row["data"] for row in rows))
    if len(data) > 1:
        cells = {(row["data"], label(row)): row["f1"] for row in [*rows, *means]}
        found.append(_grid("Word F1 by data set", "data", [*data, MEAN], names, cells))
    types = (item for row in means for item in row["by_type"].items())
    kinds = sorted({kind for kind, scores in types if scores["f1"] is not None})
    if len(kinds) > 1:
        cells = {
            (kind, label(row)): row["by_type"][kind]["f1"]
            for row in means
            for kind in kinds
            if kind in row["by_type"]
        }
        found.append(_grid("Word F1 by page type", "type", kinds, names, cells))
    return found


def label(row: Row) -> str:
    """Who a row is about."""
    return f"{row['method']}:{row['segmenter']}" if row["segmenter"] else row["method"]


def markdown(rows: Sequence[Row]) -> str:
    """All tables as Markdown."""
    return "\n\n".join([*map(as_markdown, tables(rows)), NOTE]) + "\n"


def show_table(table: Table, console: Console) -> None:
    """One table on a terminal; what does not fit beside the first column comes below."""
    from rich import box
    from rich.table import Table as RichTable

    first = max(len(line[0]) for line in [table.head, *table.lines])
    beside = max(1, (console.width - first - 2) // (_NARROWEST + 3))
    for begin in range(1, len(table.head), beside):
        chosen = slice(begin, begin + beside)
        drawn = RichTable(title=table.title, title_justify="left", box=box.SIMPLE_HEAD)
        drawn.add_column(table.head[0], min_width=first)
        for name in table.head[chosen]:
            drawn.add_column(name, justify="right", min_width=_NARROWEST, overflow="fold")
        for line in table.lines:
            drawn.add_row(line[0], *line[chosen])
        console.print(drawn)


def _text_table(means: Sequence[Row]) -> Table:
    """How well the main text is found, and how fast."""
    head = ("contender", "data", "pages", *_TEXT.values(), "failed", "ms/page")
    table = Table("Main text, mean over data sets", head)
    for row in means:
        counts = (str(row["data_sets"]), str(row["pages"]))
        scores = (number(row[name]) for name in _TEXT)
        time = f"{1000 * row['seconds_per_page']:.1f}"
        table.lines.append((label(row), *counts, *scores, str(row["failures"]), time))
    return table


def _more_table(means: Sequence[Row]) -> Table:
    """What else was measured, where somebody has it."""
    used = [name for name in _MORE if any(row[name] is not None for row in means)]
    head = ("contender", *(_MORE[name] for name in used), "version")
    table = Table("Terms, blocks and metadata", head)
    for row in means:
        scores = (number(row[name]) for name in used)
        table.lines.append((label(row), *scores, row["version"] or NOTHING))
    return table


def _grid(
    title: str,
    corner: str,
    sides: Sequence[str],
    names: Sequence[str],
    cells: Mapping[tuple[str, str], float | None],
) -> Table:
    """One number for each contender (across) and something else (down)."""
    table = Table(title, (corner, *names))
    for side in sides:
        table.lines.append((side, *(number(cells.get((side, name))) for name in names)))
    return table


def number(value: float | None) -> str:
    """A figure of a table."""
    return NOTHING if value is None else f"{value:.3f}"


def as_markdown(table: Table) -> str:
    """One table as Markdown."""
    lines = [f"### {table.title}", "", _line(table.head)]
    lines.append(_line(["---", *["---:"] * (len(table.head) - 1)]))
    lines.extend(map(_line, table.lines))
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
