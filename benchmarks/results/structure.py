"""Page kinds (paper 003, section 5.2): rankings, verdicts, and what is left with sites held out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.kinds.__main__ import FOLDER, judged
from benchmarks.results.work import Work
from sitegist.judge import structure_report
from sitegist.judge.datasets import DataSet, load
from sitegist.judge.rankings import r_precision
from sitegist.judge.report import Table, as_markdown, number
from sitegist.judge.run import MEAN, Row
from sitegist.judge.structure import (
    BASELINES,
    DEFAULT,
    Found,
    judge_found,
    known_kinds,
    mean_rows,
    read_site,
)
from sitegist.methods.lamis import ranking
from sitegist.methods.page_kinds import SETTINGS, Settings, rarely_linked
from sitegist.page.rows import Bools
from sitegist.site.structure import ARTICLE, TOC

_PAPER = {
    "outlinks": 0.57,
    "hits": 0.27,
    "salsa": 0.59,
    "lamis": 0.42,
    "lamis-ln": 0.64,
    "hits-cb": 0.32,
    "salsa-cb": 0.49,
    "lamis-cb": 0.39,
    "lamis-ln-cb": 0.75,
    "lamis-ln-cb-hr": 0.77,
    "lamis-ln-cb-hr-tw": 0.82,
}
"""Mean R-precision in table 4."""
_TRIED: dict[str, tuple[Any, ...]] = {
    "of_shape": (0.3, 0.6),
    "of_cluster": (0.2, 0.4, 0.6),
    "apart": (0.6, 0.7, 0.8),
    "lowest": (-4.5, -4.0, -3.5),
    "lowest_apart": (-3.5, -3.0),
    "highest": (-0.5, 0.0),
    "beyond": (2, 4),
}
GRID = tuple(SETTINGS._replace(**dict(zip(_TRIED, values))) for values in product(*_TRIED.values()))
_ROWS, _LOOKED, _GRID, _PARTS = "rows", "looked", "grid", "parts"


def structure(work: Work) -> str:
    """Everything on every site whose pages have kinds."""
    measured = work.collect("structure", _measure, work.sites, (_ROWS, _LOOKED, _GRID, _PARTS))
    rows = [row for of_site in measured.values() for row in of_site[_ROWS]]
    looked = [row for of_site in measured.values() for row in of_site[_LOOKED]]
    grids = {name: of_site[_GRID] for name, of_site in measured.items() if of_site[_GRID]}
    parts = [of_site[_PARTS] for of_site in measured.values() if of_site[_PARTS]]
    made = [*structure_report.tables(rows), _beside_paper(rows), _differences(rows, parts)]
    return "\n\n".join(map(as_markdown, [*made, held_out(grids), _by_looking(looked)]))


def _measure(place: str, keys: Sequence[str]) -> Mapping[str, Any]:
    """All of it at once, since reading the site is most of the work."""
    data = load(place)
    found = Found.of(read_site(data))
    return {
        _ROWS: judge_found(data.name, found, known_kinds(data)),
        _LOOKED: list(_looked(data, found)),
        _GRID: _try_all(data, found),
        _PARTS: _r_precisions(data, found),
    }


def _r_precisions(data: DataSet, found: Found) -> Mapping[str, float | None]:
    """What each part of a ranking does: R-precision with and without it."""
    kinds = known_kinds(data)
    gold = np.array([kinds.get(entry.name, "") for entry in found.site.entries])
    if not ((gold == TOC).any() and (gold == ARTICLE).any()):
        return {}
    rare = found.graph.only(rarely_linked(found.graph, len(found.site))[found.graph.target])
    own, said = 1.0 + found.signs.words.own, 1.0 + found.signs.words.said
    scores: dict[str, NDArray[np.float64]] = {}
    for name in ("outlinks", "hits", "lamis-ln-tw", "lamis-ln-hr-tw", "lamis-ln-cb-hr-tw"):
        score = ranking(found.graph, name).score
        of_rare = ranking(rare, name).score
        scores |= {name: score, f"{name}, links to rarely linked pages": of_rare}
        if "hr" not in name:  # what may be negative is not divided
            scores |= {
                f"{name}, per word": score / said,
                f"{name}, per own word": score / own,
                f"{name}, links to rarely linked pages, per own word": of_rare / own,
            }
    return {name: r_precision(_hits(score, gold)) for name, score in scores.items()}


def _hits(score: NDArray[np.float64], gold: NDArray[Any]) -> Bools:
    """Of the tables of contents and articles, ranked, which are the former."""
    order = np.argsort(-np.round(score, 9), kind="stable")
    ranked = gold[order][np.isin(gold[order], (TOC, ARTICLE))]
    return np.asarray(ranked == TOC, np.bool_)


def _looked(data: DataSet, found: Found) -> Sequence[Row]:
    """The same rows by the kinds that were judged by looking, for a site that was looked at."""
    if not (FOLDER / f"{data.name}.tsv").exists():
        return ()
    kinds = {path: kind for path, (kind, _) in judged(data.name).items()}
    return judge_found(data.name, found, kinds)


def _try_all(data: DataSet, found: Found) -> list[list[float | None]]:
    """R-precision and F1 of articles with each of the settings."""
    kinds = known_kinds(data)
    if not kinds:
        return []
    tried = []
    for settings in GRID:
        rows = judge_found(data.name, found.decided_by(settings), kinds, names=(DEFAULT,))
        of = {row.get("ranking", row.get("kind")): row for row in rows}
        ranked = of.get(DEFAULT)
        tried.append([ranked["r_precision"] if ranked else None, of[ARTICLE]["f1"]])
    return tried


def held_out(grids: Mapping[str, Sequence[Sequence[float | None]]]) -> Table:
    """Each site with the settings that are best on all the others."""
    table = Table(
        "Settings chosen without the site",
        ("data", "R-precision", "with ours", "F1 of articles", "with ours", "settings"),
    )
    names, ours = list(grids), GRID.index(SETTINGS)
    lines: list[tuple[float | None, ...]] = []
    for name in names:
        others = [grids[other] for other in names if other != name]
        best = int(np.argmax([round(_worth(others, place), 9) for place in range(len(GRID))]))
        chosen, own = grids[name][best], grids[name][ours]
        line = (chosen[0], own[0], chosen[1], own[1])
        lines.append(line)
        table.lines.append((name, *map(number, line), _told(GRID[best])))
    means = [fmean([v for v in column if v is not None] or [0.0]) for column in zip(*lines)]
    table.lines.insert(0, (MEAN, *map(number, means), ""))
    return table


def _worth(grids: Sequence[Sequence[Sequence[float | None]]], place: int) -> float:
    """The mean of both figures over sites."""
    values = [value for grid in grids for value in grid[place] if value is not None]
    return fmean(values) if values else 0.0


def _told(settings: Settings) -> str:
    return ", ".join(f"{getattr(settings, name):g}" for name in _TRIED)


def _differences(rows: Sequence[Row], parts: Sequence[Mapping[str, float]]) -> Table:
    """Parts of rankings, the best last, with what stands beside them in the other tables."""
    means = {name: fmean(part[name] for part in parts) for name in parts[0]} if parts else {}
    beside = (row for row in mean_rows(rows) if row.get("ranking") in (*BASELINES, DEFAULT))
    means |= {row["ranking"]: row["r_precision"] for row in beside}
    table = Table("What makes a ranking good", ("ranking", "mean R-precision"))
    for name, mean in sorted(means.items(), key=lambda item: (item[1], item[0])):
        table.lines.append((name, number(mean)))
    return table


def _beside_paper(rows: Sequence[Row]) -> Table:
    """Table 4's means beside ours."""
    means = {row["ranking"]: row for row in mean_rows(rows) if "ranking" in row}
    table = Table("Mean R-precision, here and in table 4", ("ranking", "here", "paper"))
    for name, paper in _PAPER.items():
        table.lines.append((name, number(means[name]["r_precision"]), f"{paper:.2f}"))
    return table


def _by_looking(rows: Sequence[Row]) -> Table:
    """Pages whose kind was judged by looking at them."""
    figures = (f"F1 of {kind}{by}" for kind in (TOC, ARTICLE) for by in ("", ", URL rules"))
    table = Table(
        "Kinds judged by looking, a hundred pages of each site",
        ("data", "R-precision", "R-precision, URL rules", *figures),
    )
    for name in dict.fromkeys(row["data"] for row in rows):
        of = {row.get("ranking", row.get("kind")): row for row in rows if row["data"] == name}
        ranked = [of[which]["r_precision_all"] for which in (DEFAULT, "url-rule")]
        kinds = [of[k][which] for k in (TOC, ARTICLE) for which in ("f1_all", "url_rule_f1_all")]
        table.lines.append((name, *map(number, [*ranked, *kinds])))
    return table
