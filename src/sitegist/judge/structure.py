"""How well the structure of a site is found: rankings of its index pages, and all verdicts.

The gold kinds of real sites are URL rules, and an ``other`` page is often an index or an article
that no rule names; so those pages are left out, unless a figure's name ends with ``_all``.
Redirect stubs are no pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import InputError
from sitegist.judge.datasets import DataSet, load
from sitegist.judge.metrics import Prf, prf
from sitegist.judge.rankings import precision_at, precision_at_recall, r_precision
from sitegist.judge.run import MEAN, Judged, Row, quiet
from sitegist.judge.url_rules import kind_by_url
from sitegist.methods.lamis import RANKINGS, ranking
from sitegist.methods.page_kinds import (
    PageView,
    Settings,
    Signs,
    Templates,
    decide,
    find_graph,
    find_signs,
    view_site,
)
from sitegist.scale import in_order
from sitegist.site.build import build_site
from sitegist.site.links import LinkGraph
from sitegist.site.site import Site
from sitegist.site.structure import ARTICLE, OTHER, TOC, Evidence, Structure

DEFAULT = "default"
BASELINES = ("page-alone", "url-rule", "link-density", "own-words")
NAMES = (DEFAULT, *BASELINES, *RANKINGS)
"""Ours, without its templates, three simple ones, and the published."""
KINDS = (TOC, ARTICLE, OTHER)
_FIGURES = ("r_precision", "r_precision_all", "precision_at_20", "precision_at_recall")
_VERDICTS = ("precision", "recall", "f1", "precision_all", "f1_all")


def judge_structures(places: Sequence[str], processes: int = 1) -> Iterator[Judged]:
    """Judge data sets, several at a time; the results come in their order."""
    yield from in_order(judge_structure, places, processes)


def judge_structure(place: str) -> Judged:
    """All rankings and verdicts on one site."""
    begin = perf_counter()
    try:
        data = load(place)
    except InputError as error:
        return Judged(place, problem=str(error))
    kinds = known_kinds(data)
    if not data.is_site or not kinds:
        return Judged(data.name, notes=["no page has a kind; nothing to judge"])
    rows = judge_found(data.name, Found.of(read_site(data)), kinds)
    return Judged(data.name, rows, [], perf_counter() - begin)


def read_site(data: DataSet) -> Site:
    """The pages of a data set as a site."""
    with quiet():
        return build_site(page.document for page in data.pages)


def known_kinds(data: DataSet) -> dict[str, str]:
    """The gold kind of each page that has one, by its name."""
    return {page.name: page.kind for page in data.pages if page.has_kind}


def judge_found(
    data: str, found: Found, kinds: Mapping[str, str], names: Sequence[str] = NAMES
) -> list[Row]:
    """What is found, judged by some kinds of pages; ``names`` are rankings."""
    gold = np.array([kinds.get(entry.name, "") for entry in found.site.entries])
    return [*_ranking_rows(data, found, gold, names), *_verdict_rows(data, found, gold)]


@dataclass(frozen=True)
class Found:
    """What is found on one site."""

    structure: Structure
    graph: LinkGraph
    site: Site
    views: Sequence[PageView]
    signs: Signs

    @classmethod
    def of(cls, site: Site) -> Found:
        """Find the structure of a site."""
        views = list(view_site(site))
        wide = find_graph(site, views, beyond=True)
        graph = wide.within(len(site))
        signs = find_signs(site, views, wide)
        return cls(decide(graph, signs, Templates.of(site)), graph, site, views, signs)

    def decided_by(self, settings: Settings) -> Found:
        """The same with other settings."""
        structure = decide(self.graph, self.signs, Templates.of(self.site), settings)
        return replace(self, structure=structure)

    def score(self, name: str) -> NDArray[np.float64]:
        """What a ranking says of each page: the more, the better a table of contents."""
        if name == DEFAULT:
            return np.array([numbers.hub for numbers in self._evidence])
        if name == "page-alone":
            return np.array([numbers.alone for numbers in self._evidence])
        if name == "url-rule":
            return np.array([float(kind == TOC) for kind in self.by_url])
        if name == "link-density":
            return np.array([_link_density(view) for view in self.views])
        if name == "own-words":
            return -np.array([numbers.own for numbers in self._evidence], np.float64)
        return ranking(self.graph, name).score

    @cached_property
    def _evidence(self) -> list[Evidence]:
        return [self.structure.evidence[url] for url in self.graph.urls]

    @property
    def verdicts(self) -> NDArray[Any]:
        """The kind that we give each page."""
        return np.array([self.structure.kind_of(url) for url in self.graph.urls])

    @cached_property
    def by_url(self) -> NDArray[Any]:
        """The kind that its address gives each page."""
        return np.array([kind_by_url(url) for url in self.graph.urls])


def _link_density(view: PageView) -> float:
    linked = view.linked_words.sum()
    return float(linked / max(linked + view.plain_words.sum(), 1))


def _ranking_rows(
    data: str, found: Found, gold: NDArray[Any], names: Sequence[str]
) -> Iterator[Row]:
    """A row per ranking, if the site has both tables of contents and articles."""
    if not ((gold == TOC).any() and (gold == ARTICLE).any()):
        return
    for name in names:
        score = np.round(found.score(name), 9)
        order = np.argsort(-score, kind="stable")  # ties by URL
        everything = order[gold[order] != ""]
        judged = everything[gold[everything] != OTHER]
        hits = gold[judged] == TOC
        yield {
            "data": data,
            "ranking": name,
            "pages": len(judged),
            "toc": int(hits.sum()),
            "r_precision": _rounded(r_precision(hits)),
            "r_precision_all": _rounded(r_precision(gold[everything] == TOC)),
            "precision_at_20": _rounded(precision_at(hits)),
            "precision_at_recall": [round(p, 6) for p in precision_at_recall(hits) or ()],
        }


def _verdict_rows(data: str, found: Found, gold: NDArray[Any]) -> Iterator[Row]:
    """A row per kind; what the address alone tells stands beside."""
    for kind in KINDS:
        given = {
            "": _verdict(found.verdicts, gold, kind),
            "url_rule_": _verdict(found.by_url, gold, kind),
        }
        yield {
            "data": data,
            "kind": kind,
            "pages": int((gold == kind).sum()),
            "found": int(((found.verdicts == kind) & (gold != "")).sum()),
            **{
                prefix + name: value for prefix, row in given.items() for name, value in row.items()
            },
        }


def _verdict(verdicts: NDArray[Any], gold: NDArray[Any], kind: str) -> dict[str, float | None]:
    """Precision, recall and F1 of one kind; unknown where no page is of that kind."""
    everything = _prf(verdicts, gold, kind, gold != "")
    figures = (
        everything if kind == OTHER else _prf(verdicts, gold, kind, (gold != "") & (gold != OTHER))
    )
    if not (gold == kind).any():
        return dict.fromkeys(_VERDICTS)
    values = (*figures, everything.precision, everything.f1)
    return {name: _rounded(value) for name, value in zip(_VERDICTS, values)}


def _prf(verdicts: NDArray[Any], gold: NDArray[Any], kind: str, judged: NDArray[np.bool_]) -> Prf:
    said, true = (verdicts == kind) & judged, (gold == kind) & judged
    return prf(int((said & true).sum()), int(said.sum()), int(true.sum()))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def mean_rows(rows: Sequence[Row]) -> list[Row]:
    """For each ranking and each kind the mean over sites that have it, each counting the same."""
    found = []
    for key, figures in (("ranking", _FIGURES), ("kind", _named_verdicts())):
        of_key: dict[str, list[Row]] = {}
        for row in rows:
            if key in row:
                of_key.setdefault(row[key], []).append(row)
        for name, own in of_key.items():
            known = [row for row in own if row[figures[0]] is not None]
            mean = {figure: _mean([row[figure] for row in known]) for figure in figures}
            found.append({"data": MEAN, key: name, "data_sets": len(known), **mean})
    return found


def _named_verdicts() -> tuple[str, ...]:
    return (*_VERDICTS, *("url_rule_" + name for name in _VERDICTS))


def _mean(values: Sequence[Any]) -> Any:
    """Of numbers, or of lists of them."""
    if not values:
        return None
    if isinstance(values[0], list):
        return [round(fmean(level), 6) for level in zip(*values)]
    return round(fmean(values), 6)
