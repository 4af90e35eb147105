"""Tables of rankings and of verdicts, for the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sitegist.judge import report
from sitegist.judge.report import Table, number
from sitegist.judge.run import MEAN, Row
from sitegist.judge.structure import KINDS, mean_rows

NOTE = (
    "R-precision: of as many pages as the gold has tables of contents, ranked best first, the"
    " share that are. Pages of kind other are left out, but for what is marked 'all pages' and for"
    " the verdict on them. Redirect stubs are no pages. The gold kinds are rules over addresses;"
    " nothing but 'url-rule' looks at an address."
)
_RANKED = {
    "r_precision": "R-precision",
    "r_precision_all": "all pages",
    "precision_at_20": "precision at 20",
}
_JUDGED = {
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "f1_all": "F1, all pages",
    "url_rule_f1": "F1 of URL rules",
}


def tables(rows: Sequence[Row]) -> list[Table]:
    """The tables for the rows of one run, the best ranking first."""
    means = mean_rows(rows)
    ranked = sorted(
        (row for row in means if "ranking" in row),
        key=lambda row: (-(row["r_precision"] or 0.0), row["ranking"]),
    )
    found = [*_ranking_tables(rows, ranked)] if ranked else []
    return [*found, _verdicts([row for row in means if "kind" in row]), _by_site(rows)]


def markdown(rows: Sequence[Row]) -> str:
    """All tables as Markdown."""
    return "\n\n".join([*map(report.as_markdown, tables(rows)), NOTE]) + "\n"


def _ranking_tables(rows: Sequence[Row], means: Sequence[Row]) -> Iterator[Table]:
    names = [row["ranking"] for row in means]
    of_sites = [row for row in rows if "ranking" in row]
    data = list(dict.fromkeys(row["data"] for row in of_sites))
    table = Table(
        f"Rankings of index pages, mean over {len(data)} sites", ("ranking", *_RANKED.values())
    )
    for row in means:
        table.lines.append((row["ranking"], *(number(row[name]) for name in _RANKED)))
    yield table
    levels = Table(
        "Precision at levels of recall", ("ranking", *(f"{n / 10:.1f}" for n in range(11)))
    )
    for row in means:
        levels.lines.append((row["ranking"], *map(number, row["precision_at_recall"])))
    yield levels
    cells = {(row["data"], row["ranking"]): row["r_precision"] for row in (*of_sites, *means)}
    by_site = Table("R-precision by site", ("ranking", MEAN, *data))
    for name in names:
        by_site.lines.append((name, *(number(cells.get((place, name))) for place in (MEAN, *data))))
    yield by_site


def _verdicts(means: Sequence[Row]) -> Table:
    table = Table("Verdicts, mean over sites", ("kind", "sites", *_JUDGED.values()))
    for row in means:
        table.lines.append(
            (row["kind"], str(row["data_sets"]), *(number(row[name]) for name in _JUDGED))
        )
    return table


def _by_site(rows: Sequence[Row]) -> Table:
    """F1 of each kind on each site, and the number of pages behind it."""
    head = [part for kind in KINDS for part in (f"{kind} pages", "P", "R", "F1")]
    table = Table("Verdicts by site", ("data", *head))
    cells = {(row["data"], row["kind"]): row for row in rows if "kind" in row}
    for place in dict.fromkeys(data for data, _ in cells):
        line = [place]
        for kind in KINDS:
            row = cells[place, kind]
            figures = (number(row[name]) for name in ("precision", "recall", "f1"))
            line.extend((str(row["pages"]), *figures))
        table.lines.append(tuple(line))
    return table
