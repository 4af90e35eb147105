"""The information hierarchy (paper 001, section 4): how small it is, and what is found in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, pstdev
from typing import Any, cast

import numpy as np

from benchmarks.results.work import Work
from sitegist.hierarchy import ORDERS, Cluster, Hierarchy, Order, SiteKnowledge, tree
from sitegist.judge.datasets import ARTICLE, PER_SITE, TOC, DataSet, Gold, choose, load
from sitegist.judge.headline import find_headline, strip_headline
from sitegist.judge.metrics import coverage, significant_nodes
from sitegist.judge.report import NOTHING, Table, as_markdown, number
from sitegist.judge.score import index_truths
from sitegist.page import Page
from sitegist.page.rows import BLANK, HIDDEN
from sitegist.site.build import build_site
from sitegist.site.site import FEW_PAGES, Site

Row = Mapping[str, Any]
Judge = Callable[[Sequence[Cluster]], float]
SEED = 1
THRESHOLDS = tuple(step / 20 for step in range(21))
"""Of the maximum information search; 0 takes the whole page."""
FACTORS = (*(1 + step / 40 for step in range(12)), *(1.3 + step / 10 for step in range(28)))
"""Thresholds that are so many times what the page as a whole has; 1 takes the whole page."""
_SEARCHES = {"f": "fixed", "f_relative": "times the page's"}
_SCALES = {TOC: "h", ARTICLE: "a"}


@dataclass(frozen=True)
class Subject:
    """A page, the template that made it, and what its F is; ``None`` without gold."""

    page: Page
    template: int
    f: Judge | None


def hierarchy(work: Work) -> str:
    """Both orders on every site."""
    measured = work.collect("hierarchy", partial(_measure, work.sample), work.sites, ORDERS)
    rows = [row for of_site in measured.values() for order in ORDERS for row in of_site[order]]
    return "\n\n".join(map(as_markdown, [_sizes(rows), _found(rows), _by_site(rows)]))


def _measure(sample: int | None, place: str, orders: Sequence[str]) -> Mapping[str, Any]:
    """For each order a row of the index pages and one of the article pages."""
    data = load(place)
    site = build_site(page.document for page in data.pages)
    subjects = {kind: list(_subjects(data, site, kind, sample)) for kind in _SCALES}
    known = SiteKnowledge(site)
    return {
        order: [
            {"data": data.name, "order": order, "kind": kind, **_row(kind, members, known, order)}
            for kind, members in subjects.items()
            if members
        ]
        for order in orders
    }


def _subjects(data: DataSet, site: Site, kind: str, sample: int | None) -> Iterator[Subject]:
    """A seeded choice of the pages of a kind."""
    entries = {entry.name: entry for entry in site.entries}
    of_kind = [page for page in data.pages if page.kind == kind and page.name in entries]
    chosen = choose(of_kind, PER_SITE if sample is None else sample, SEED)
    answers = index_truths(data, chosen if kind == TOC else (), site)
    links = {truth.gold.name: truth.links for truth in answers}
    for gold in chosen:
        entry = entries[gold.name]
        page = site.page(entry.url)
        judge = None
        if gold.name in links:
            judge = partial(_snc, page, links[gold.name])
        elif gold.text is not None:
            judge = partial(_ic, page, gold)
        yield Subject(page, site.clusters.of_key[entry.shape], judge)


def _snc(page: Page, wanted: frozenset[int], found: Sequence[Cluster]) -> float:
    """F of significant node coverage: the links in the clusters, and those of the answer set."""
    rows = (link.row for link in page.links)
    inside = [range(cluster.row, int(page.rows.end[cluster.row])) for cluster in found]
    return significant_nodes((row for row in rows if any(row in one for one in inside)), wanted).f1


def _ic(page: Page, gold: Gold, found: Sequence[Cluster]) -> float:
    """F of information coverage; title, byline and date lines are left out on both sides."""
    headline = find_headline(page, gold.title, gold.author)
    text = "\n".join(cluster.text for cluster in found)
    return coverage(strip_headline(text, headline), strip_headline(gold.text or "", headline)).f1


def _row(kind: str, subjects: Sequence[Subject], known: SiteKnowledge, order: str) -> Row:
    """What is measured of one kind of pages of a site."""
    found = [(one, tree(one.page, known=known, order=cast(Order, order))) for one in subjects]
    levels = [len(hierarchy) for _, hierarchy in found]
    scored = [_curves(hierarchy, kind, one.f) for one, hierarchy in found if one.f is not None]
    return {
        "pages": len(found),
        "levels": fmean(levels),
        "deviation": pstdev(levels),
        "nodes": fmean(_reduced(hierarchy, 0) for _, hierarchy in found),
        "inner": fmean(_reduced(hierarchy, 1) for _, hierarchy in found),
        "depth": fmean(_flattened(hierarchy) for _, hierarchy in found),
        "same": _alike((one.template, len(hierarchy)) for one, hierarchy in found),
        "shape": _alike(
            (one.template, *(len(hierarchy.at(level)) for level in range(1, len(hierarchy))))
            for one, hierarchy in found
        ),
        "judged": len(scored),
        "f": [fmean(scores) for scores in zip(*(fixed for fixed, _ in scored))],
        "f_relative": [fmean(scores) for scores in zip(*(relative for _, relative in scored))],
    }


def _curves(hierarchy: Hierarchy, kind: str, judge: Judge) -> tuple[list[float], list[float]]:
    """F at each threshold of the maximum information search, and at each relative one."""
    known: dict[tuple[int, ...], float] = {}

    def f(threshold: float) -> float:
        clusters = hierarchy.search(threshold, "h" if kind == TOC else "a")
        nodes = tuple(cluster.node for cluster in clusters)
        if nodes not in known:
            known[nodes] = judge(clusters)
        return known[nodes]

    space = hierarchy.tree
    whole = float((space.hub if kind == TOC else space.authority)[0]) if len(space) else 0.0
    return [f(threshold) for threshold in THRESHOLDS], [f(factor * whole) for factor in FACTORS]


def _reduced(hierarchy: Hierarchy, level: int) -> float:
    """Share of the drawn elements and texts of a page that no cluster from this level on is."""
    rows = hierarchy.page.rows
    drawn = (rows.flags & (HIDDEN | BLANK)) == 0
    clusters = np.count_nonzero((hierarchy.born >= level) & (hierarchy.born < len(hierarchy)))
    return 1.0 - float(clusters) / max(int(drawn.sum()), 1)


def _flattened(hierarchy: Hierarchy) -> float:
    """Share of the depth of a page that is gone when a reader goes from cluster to cluster."""
    space = hierarchy.tree
    deep = np.zeros(len(space), np.int64)
    for nodes in space.generations[1:]:
        around = hierarchy.around[nodes]
        is_cluster = hierarchy.born[nodes] < len(hierarchy)
        deep[nodes] = deep[around] + is_cluster
    steps = int(deep.max(initial=0))
    return 1.0 - steps / max(int(hierarchy.page.rows.depth[space.row].max(initial=0)), 1)


def _alike(shapes: Iterable[tuple[int, ...]]) -> float | None:
    """Share of the pages that have the commonest shape of their template, which comes first."""
    by_template: dict[int, Counter[tuple[int, ...]]] = {}
    for template, *shape in shapes:
        by_template.setdefault(template, Counter())[tuple(shape)] += 1
    large = [counts for counts in by_template.values() if counts.total() >= FEW_PAGES]
    pages = sum(counts.total() for counts in large)
    return sum(max(counts.values()) for counts in large) / pages if pages else None


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _percent(value: float | None) -> str:
    return NOTHING if value is None else f"{100 * value:.1f} %"


def _sizes(rows: Sequence[Row]) -> Table:
    """How small hierarchies are, and how like each other; every site counts the same."""
    head = ("pages, order", "sites", "levels", "deviation", "nodes gone", "elements gone as well")
    table = Table("Size of the hierarchies", (*head, "depth gone", "same levels", "same shape"))
    for kind in _SCALES:
        for order in ORDERS:
            of = [row for row in rows if (row["kind"], row["order"]) == (kind, order)]
            sizes = (f"{_mean(row[name] for row in of):.1f}" for name in ("levels", "deviation"))
            shares = ("nodes", "inner", "depth", "same", "shape")
            cells = (_percent(_mean(row[name] for row in of)) for name in shares)
            table.lines.append((f"{kind}, {order}", str(len(of)), *sizes, *cells))
    paper = ("90.7 %", NOTHING, "79.8 %", NOTHING, "article: 25 % and more on six sites of eight")
    table.lines.append(("paper 001", "8", NOTHING, NOTHING, *paper))
    return table


def _found(rows: Sequence[Row]) -> Table:
    """F of the maximum information search; every site counts the same."""
    head = ("pages, order", "threshold", "sites", "F", "used", "F, site's best", "F, whole page")
    table = Table("Maximum information search: SNC of index pages, IC of articles", head)
    for kind in _SCALES:
        for order in ORDERS:
            of = _judged(rows, kind, order)
            for search, name in _SEARCHES.items() if len(of) > 1 else ():
                curves = np.array([row[search] for row in of])
                chosen = _elsewhere(curves)
                steps = THRESHOLDS if search == "f" else FACTORS
                used = " to ".join(sorted({f"{steps[edge(chosen)]:.2f}" for edge in (min, max)}))
                held_out = curves[np.arange(len(of)), chosen]
                values = (curves.max(axis=1), curves[:, 0])
                figures = (number(float(one.mean())) for one in values)
                start = (f"{kind}, {order}", name, str(len(of)), number(float(held_out.mean())))
                table.lines.append((*start, used, *figures))
    return table


def _judged(rows: Iterable[Row], kind: str, order: str) -> list[Row]:
    return [row for row in rows if (row["kind"], row["order"]) == (kind, order) and row["f"]]


def _elsewhere(curves: np.ndarray[Any, np.dtype[np.float64]]) -> list[int]:
    """For each site the threshold, by its place, that is the best on all others."""
    return [int((curves.sum(axis=0) - curve).argmax()) for curve in curves]


def _by_site(rows: Sequence[Row]) -> Table:
    """F on each site, with the threshold that is the best on the others."""
    measures = {TOC: "SNC F", ARTICLE: "IC F"}
    columns = [
        (kind, order, search) for kind in _SCALES for order in ORDERS for search in _SEARCHES
    ]
    cells: dict[tuple[str, ...], float] = {}
    for kind, order, search in columns:
        of = _judged(rows, kind, order)
        chosen = _elsewhere(np.array([row[search] for row in of]))
        for row, place in zip(of, chosen):
            cells[row["data"], kind, order, search] = row[search][place]
    head = [f"{measures[kind]}, {order}, {_SEARCHES[search]}" for kind, order, search in columns]
    table = Table("Maximum information search by site", ("site", *head))
    for data in dict.fromkeys(row["data"] for row in rows):
        found = (cells.get((data, *column)) for column in columns)
        table.lines.append((data, *map(number, found)))
    return table
