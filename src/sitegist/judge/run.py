"""The loop: every contender on every data set."""

from __future__ import annotations

import logging
import warnings
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from statistics import fmean
from time import perf_counter, process_time
from typing import Any, NamedTuple

from sitegist.errors import InputError, MissingExtra
from sitegist.judge.contenders import Answer, Contender, Folded, Learnt, Skipped
from sitegist.judge.datasets import DataSet, Gold, load
from sitegist.judge.peers import Metadata
from sitegist.judge.score import METRICS, Scores, TextTruth, Truth, index_truths
from sitegist.scale import in_order
from sitegist.site.site import Site

MEAN = "mean"
# Where all gold pages are scored, those who learn from labels do it by cross-validation.
FOLDS = 5
Row = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """What to judge, and how."""

    contenders: tuple[Contender, ...]
    sample: int | None = None
    seed: int = 1
    per_page: bool = False
    kinds: bool = True
    """Whether methods learn from sites whose page kinds are known, as they do in `mine`."""
    clusters: bool = True
    """Whether a site has page clusters; without it is one cluster, as in the papers."""


@dataclass(frozen=True)
class Judged:
    """One data set, judged."""

    name: str
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Who was skipped, and what failed."""
    seconds: float = 0.0
    problem: str | None = None
    """Why the data could not be read."""


@dataclass(frozen=True)
class _PageScore:
    """One contender on one page."""

    gold: Gold
    scores: Scores
    seconds: float
    failure: str | None


def judge(places: Sequence[str], options: Options, processes: int = 1) -> Iterator[Judged]:
    """Judge data sets, several at a time; the results come in their order."""
    yield from in_order(partial(judge_one, options=options), places, processes)


def judge_one(place: str, options: Options) -> Judged:
    """Judge all contenders on one data set."""
    begin = perf_counter()
    try:
        data = load(place)
    except InputError as error:
        return Judged(place, problem=str(error))
    judged = Judged(data.name, notes=list(data.notes))
    scored = data.scored(options.sample, options.seed)
    if not scored:
        judged.notes.append("no page has gold text; nothing to score")
        return judged
    with quiet():
        learn = Learner(data, data.labels(scored), options)
        truths = [TextTruth(page, data.is_site) for page in scored]
        indexes = _indexes(data, options, learn)
        for contender in options.contenders:
            try:
                ready = learn(contender)
            except Skipped as reason:
                judged.notes.append(f"{contender.label} is skipped: {reason}")
                continue
            asked = [*truths, *(() if contender.is_peer else indexes)]
            pages = [_score(ready, truth) for truth in asked]
            judged.rows.append(_row(data.name, contender, ready, pages, options.per_page))
            judged.notes.extend(_failures(contender, pages))
    return Judged(judged.name, judged.rows, judged.notes, perf_counter() - begin)


def _indexes(data: DataSet, options: Options, learn: Learner) -> list[Truth]:
    """The index pages that have an answer set, if somebody is there who judges blocks."""
    pages = data.indexes(options.sample, options.seed)
    if not pages or all(contender.is_peer for contender in options.contenders):
        return []
    return list(index_truths(data, pages, learn.site))


@contextmanager
def quiet() -> Iterator[None]:
    """Contenders warn and log about pages as they please; nobody reads it here."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


class Ready(NamedTuple):
    """A contender after learning, or why it could not learn."""

    learnt: Learnt | None
    seconds: float
    """Of a processor, for learning; the site is read once for all, and that is not counted."""
    broken: str | None = None


@dataclass(frozen=True)
class Learner:
    """Lets contenders learn from one data set."""

    data: DataSet
    labels: Mapping[str, str]
    options: Options

    @cached_property
    def site(self) -> Site:
        """The whole site, read when the first contender asks for it."""
        from sitegist.methods.page_kinds import find_structure
        from sitegist.site.build import build_site, tell_kinds
        from sitegist.site.clusters import form_clusters, one_cluster

        site = build_site(
            (page.document for page in self.data.pages),
            cluster=form_clusters if self.options.clusters else one_cluster,
        )
        if not self.options.kinds:
            return site
        structure, _ = find_structure(site)
        return tell_kinds(site, structure.kind_of)

    def __call__(self, contender: Contender) -> Ready:
        """Learn; an error is noted, and all answers of this contender will be empty."""
        begin = process_time()
        try:
            if contender.needs_site and not contender.is_peer and self.data.is_site:
                self.site  # noqa: B018
                begin = process_time()
            learnt = self._learn(contender)
        except Skipped:
            raise
        except MissingExtra as missing:
            raise Skipped(str(missing)) from None
        except Exception as error:
            return Ready(None, process_time() - begin, _say(error))
        return Ready(learnt, process_time() - begin)

    def _learn(self, contender: Contender) -> Learnt:
        if self.labels or not contender.needs_labels:
            return contender.learn(self.data, lambda: self.site, self.labels)
        folds = self.data.folds(FOLDS)
        others = [ChainMap(*folds[:place], *folds[place + 1 :]) for place in range(len(folds))]
        learnt = [contender.learn(self.data, lambda: self.site, labels) for labels in others]
        return Folded(learnt, folds)


def _row(
    name: str, contender: Contender, ready: Ready, pages: Sequence[_PageScore], per_page: bool
) -> Row:
    """One contender on one data set."""
    row: Row = {
        "data": name,
        "method": contender.method,
        "segmenter": contender.segmenter or None,
        "peer": contender.is_peer,
        "version": contender.version,
        "pages": sum("f1" in page.scores for page in pages),
        "indexes": sum("snc_f" in page.scores for page in pages),
        "failures": sum(page.failure is not None for page in pages),
        **_means([page.scores for page in pages]),
        "by_type": _by_type(pages),
        "seconds_per_page": fmean(page.seconds for page in pages),
        "learning_seconds": ready.seconds,
    }
    if per_page:
        row["per_page"] = [_page_row(page) for page in pages]
    return row


def _page_row(page: _PageScore) -> Row:
    return {
        "page": page.gold.name,
        "type": page.gold.page_type,
        **{name: _rounded(value) for name, value in page.scores.items()},
        "failure": page.failure,
        "seconds": page.seconds,
    }


def _failures(contender: Contender, pages: Sequence[_PageScore]) -> Iterator[str]:
    """A word on what a contender could not do."""
    failed = [page for page in pages if page.failure is not None]
    if failed:
        first = f"{failed[0].gold.name}: {failed[0].failure}"
        yield f"{contender.label} failed on {len(failed)} pages, first on {first}"


def _score(ready: Ready, truth: Truth) -> _PageScore:
    """One page; an error is an empty answer, and counted."""
    answer, found, failure = Answer(""), None, ready.broken
    learnt = ready.learnt
    begin = process_time()
    if learnt is not None:
        try:
            answer = learnt.extract(truth.gold)
        except Exception as error:  # a peer may raise anything
            failure = _say(error)
    seconds = process_time() - begin
    if learnt is not None and truth.has_metadata:
        try:
            found = learnt.describe(truth.gold)
        except Exception as error:
            found = Metadata()
            failure = failure or f"metadata: {_say(error)}"
    scores = {**truth.score(answer), **truth.score_metadata(found)}
    return _PageScore(truth.gold, scores, seconds, failure)


def _say(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0][:200]


def _by_type(pages: Sequence[_PageScore]) -> dict[str, Row]:
    types = sorted({page.gold.page_type for page in pages})
    of = {kind: [page.scores for page in pages if page.gold.page_type == kind] for kind in types}
    return {kind: {"pages": len(scores), **_means(scores)} for kind, scores in of.items()}


def _means(scores: Sequence[Scores]) -> dict[str, float | None]:
    """The mean of each metric over those that have it."""
    return {name: _mean([one.get(name) for one in scores]) for name in METRICS}


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return _rounded(fmean(known)) if known else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def mean_rows(rows: Sequence[Row]) -> list[Row]:
    """For each contender the mean of its rows, in which every data set counts the same."""
    by_contender: dict[tuple[str, str | None, bool], list[Row]] = {}
    for row in rows:
        by_contender.setdefault((row["method"], row["segmenter"], row["peer"]), []).append(row)
    return [_mean_row(own) for own in by_contender.values()]


def _mean_row(rows: Sequence[Row]) -> Row:
    first = rows[0]
    kinds = sorted({kind for row in rows for kind in row["by_type"]})
    by_type = {}
    for kind in kinds:
        of = [row["by_type"][kind] for row in rows if kind in row["by_type"]]
        by_type[kind] = {"pages": sum(one["pages"] for one in of), **_means(of)}
    return {
        "data": MEAN,
        **{name: first[name] for name in ("method", "segmenter", "peer", "version")},
        "data_sets": len(rows),
        "pages": sum(row["pages"] for row in rows),
        "indexes": sum(row["indexes"] for row in rows),
        "failures": sum(row["failures"] for row in rows),
        **_means(rows),
        "by_type": by_type,
        "seconds_per_page": fmean(row["seconds_per_page"] for row in rows),
        "learning_seconds": fmean(row["learning_seconds"] for row in rows),
    }
