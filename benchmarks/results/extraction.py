"""Main text: every method and peer on whole sites, and on single pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.results.work import Work
from sitegist.judge import report
from sitegist.judge.contenders import our_contenders, peer_contenders, runnable
from sitegist.judge.report import Table
from sitegist.judge.run import MEAN, Options, Row, judge_one, mean_rows


def sites(work: Work) -> str:
    """Everybody on every site."""
    rows = _rows(work, work.sites)
    by_site = _across("Word F1 by site", rows)
    return "\n\n".join(map(report.as_markdown, [*report.tables(rows)[:2], by_site]))


def singles(work: Work) -> str:
    """Who needs no site, on single pages."""
    rows = _rows(work, work.singles)
    return "\n\n".join(map(report.as_markdown, report.tables(rows)))


def _rows(work: Work, places: Iterable[Path]) -> list[Row]:
    contenders, _ = runnable(our_contenders("all") + peer_contenders("all"))
    labels = [one.label for one in contenders]
    measured = work.collect("extraction", partial(_measure, work.sample), places, labels)
    return [row for of_place in measured.values() for row in of_place.values() if row is not None]


def _measure(sample: int | None, place: str, labels: Sequence[str]) -> Mapping[str, Any]:
    """The row of each contender; none for those that are skipped on this data."""
    everybody = our_contenders("all") + peer_contenders("all")
    chosen = tuple(one for one in everybody if one.label in labels)
    rows = {report.label(row): row for row in judge_one(place, Options(chosen, sample)).rows}
    return {label: rows.get(label) for label in labels}


def _across(title: str, rows: Sequence[Row]) -> Table:
    """F1 with a line for each contender, the best first, and a column for each data set."""
    means = sorted(mean_rows(rows), key=lambda row: (-(row["f1"] or 0.0), report.label(row)))
    data = list(dict.fromkeys(row["data"] for row in rows))
    f1 = {(report.label(row), row["data"]): row["f1"] for row in [*rows, *means]}
    table = Table(title, ("contender", MEAN, *data))
    for name in map(report.label, means):
        cells = (report.number(f1.get((name, column))) for column in (MEAN, *data))
        table.lines.append((name, *cells))
    return table
