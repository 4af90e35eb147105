"""What block methods learn from: the number of training pages, page clusters, and page kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from statistics import fmean

from benchmarks.results.work import Work
from sitegist.judge.contenders import Answer
from sitegist.judge.datasets import load
from sitegist.judge.report import Table, as_markdown, number
from sitegist.judge.score import METRICS, TextTruth, Truth, index_truths
from sitegist.methods import Method
from sitegist.methods.container import Container
from sitegist.methods.content_extractor import ContentExtractor
from sitegist.methods.info_discoverer import InfoDiscoverer
from sitegist.methods.page_kinds import find_structure
from sitegist.methods.style_tree import StyleTree
from sitegist.page import Page
from sitegist.site.build import build_site, tell_kinds
from sitegist.site.clusters import form_clusters, one_cluster
from sitegist.site.site import Site

SEED = 1
SIZES = tuple(range(5, 45, 5))
"""Training pages, as in figure 11 of paper 000."""
RULES = ("greedy", "classes")
SETTINGS = ("one cluster", "one cluster, kinds", "clusters", "clusters, kinds")
KINDS = "kinds"
Scores = dict[str, float | None]


class Trial:
    """A site with gold, on which methods are tried that have learned from it in several ways."""

    def __init__(self, place: str, sample: int | None) -> None:
        self._data = load(place)
        self._sample = sample

    @cached_property
    def _truths(self) -> list[tuple[Page, Truth]]:
        """The scored pages, under the addresses that the site knows them by."""
        site, data = self.site("clusters"), self._data
        url_of = {entry.name: entry.url for entry in site.entries}
        articles = [
            TextTruth(gold, data.is_site)
            for gold in data.scored(self._sample, SEED)
            if gold.name in url_of
        ]
        indexes = index_truths(data, data.indexes(self._sample, SEED), site) if articles else ()
        return [(site.page(url_of[one.gold.name]), one) for one in (*articles, *indexes)]

    def site(self, setting: str) -> Site:
        """The whole site, by the name of a setting."""
        form, _, kinds = setting.partition(", ")
        site = self._clustered if form == "clusters" else self._whole
        if not kinds:
            return site
        structure, _ = find_structure(site)
        return tell_kinds(site, structure.kind_of)

    @cached_property
    def _clustered(self) -> Site:
        return build_site((page.document for page in self._data.pages), cluster=form_clusters)

    @cached_property
    def _whole(self) -> Site:
        return build_site((page.document for page in self._data.pages), cluster=one_cluster)

    def scores(self, method: Method) -> Scores:
        """The mean of each metric over the scored pages; nothing where no page has gold."""
        found = [_score(method, page, truth) for page, truth in self._truths]
        values = {name: [row[name] for row in found if name in row] for name in METRICS}
        return {name: _mean(column) for name, column in values.items()}


def _score(method: Method, page: Page, truth: Truth) -> Mapping[str, float | None]:
    extraction = method.extract(page)
    return truth.score(Answer(extraction.text, extraction))


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def curve(work: Work) -> str:
    """InfoDiscoverer with thresholds from ever more training pages (000, figure 11)."""
    measured = work.collect("curve", partial(_curve, work.sample), work.sites, RULES)
    head = ("threshold", "sites", "measure", *map(str, SIZES))
    table = Table("InfoDiscoverer on `leaves`, by the number of training pages", head)
    for rule in RULES:
        rows = [row[rule] for row in measured.values() if row[rule][0]["f1"] is not None]
        for name, title in (("feature_precision", "P"), ("feature_recall", "R"), ("f1", "F1")):
            means = (number(_mean(row[place][name] for row in rows)) for place in range(len(SIZES)))
            table.lines.append((rule, str(len(rows)), title, *means))
    return as_markdown(table)


def _curve(sample: int | None, place: str, rules: Sequence[str]) -> Mapping[str, list[Scores]]:
    trial = Trial(place, sample)
    site = trial.site("clusters, kinds")

    def scores(rule: str, size: int) -> Scores:
        return trial.scores(InfoDiscoverer("leaves", threshold=rule, sample=size).fit(site))

    return {rule: [scores(rule, size) for size in SIZES] for rule in rules}


def _methods() -> Iterator[tuple[str, Method]]:
    """Those that learn per cluster, each on today's segmenter."""
    yield "container", Container()
    yield "info-discoverer, classes", InfoDiscoverer("leaves", threshold="classes")
    yield "content-extractor", ContentExtractor("leaves")
    yield "style-tree, per cluster", StyleTree("leaves", per="cluster")


def kinds(work: Work) -> str:
    """Methods that count over a site, over its page clusters, and over the kinds of pages."""
    measured = work.collect(KINDS, partial(_kinds, work.sample), work.sites, SETTINGS)
    names = [name for name, _ in _methods()]
    head = ("method", "measure", "sites", *SETTINGS, "better, worse with kinds")
    table = Table("What pages are counted together", head)
    for name in names:
        for metric, title in (("f1", "F1"), ("b_f", "b-F"), ("snc_f", "SNC F")):
            columns = [
                [row[setting][name][metric] for row in measured.values()] for setting in SETTINGS
            ]
            sites = sum(value is not None for value in columns[0])
            means = (number(_mean(column)) for column in columns)
            table.lines.append((name, title, str(sites), *means, _changes(*columns[2:])))
    return as_markdown(table)


def _changes(before: Sequence[float | None], after: Sequence[float | None]) -> str:
    """On how many sites a measure is higher, and lower, by more than 0.001."""
    pairs = [(a, b) for a, b in zip(before, after) if a is not None and b is not None]
    return f"{sum(b > a + 0.001 for a, b in pairs)}, {sum(b < a - 0.001 for a, b in pairs)}"


def _kinds(
    sample: int | None, place: str, settings: Sequence[str]
) -> Mapping[str, Mapping[str, Scores]]:
    trial = Trial(place, sample)
    found: dict[str, dict[str, Scores]] = {}
    for setting in settings:
        site = trial.site(setting)
        found[setting] = {name: trial.scores(method.fit(site)) for name, method in _methods()}
    return found
