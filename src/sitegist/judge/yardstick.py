"""The yardstick of paper 004, section 5: do cleaner pages cluster and classify better?

**Clustering.** k-means, with k the number of classes and random seeds, many times. With n_ij the
pages of class i in cluster j, P = n_ij / n_j, R = n_ij / n_i and F(i, j) = 2PR / (P + R); the F
of a clustering is the mean over classes, weighted by their sizes, of max_j F(i, j). The paper
and Yi & Liu, whose procedure it follows, say "F score" and no more; this is the usual one for
clusterings (Larsen & Aone 1999).

**Classification.** Naive Bayes for every pair of classes, trained on a third, a half and two
thirds of each class; F is the mean of both classes' F1, over pairs and configurations. The
paper's table of configurations is lost, so these are ours.

Pages are bags of words, weighted by TF-IDF for k-means and counted for Naive Bayes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import InputError, MissingExtra
from sitegist.judge.contenders import Contender, Skipped
from sitegist.judge.datasets import DataSet, Gold, choose, load
from sitegist.judge.metrics import words
from sitegist.judge.report import Table
from sitegist.judge.run import Learner, Options, Ready, Row, quiet

NOTE = (
    "k-means with as many clusters as classes, from random pages: mean F and how many runs lie in"
    " each tenth. Naive Bayes for all pairs of classes: mean F. The classes are the sites' own"
    " sections and languages, not the product categories of the paper, which cannot be had."
)
RUNS = 800
BINS = 10
# A class of fewer pages can be neither learnt nor tested; of more, a seeded choice is taken.
FEWEST, MOST = 10, 100
_TRAINED = (1 / 3, 1 / 2, 2 / 3)


@dataclass(frozen=True)
class Terms:
    """The pages as rows of a matrix, and their classes by number."""

    counts: Any
    weights: Any
    classes: NDArray[np.int64]


def clustering_f(classes: NDArray[np.int64], clusters: NDArray[np.int64]) -> float:
    """The F of a clustering, as the module says.

    >>> clustering_f(np.array([0, 0, 1, 1]), np.array([5, 5, 5, 7]))
    0.7333333333333334
    """
    total = 0.0
    for label, size in Counter(classes.tolist()).items():
        of_class = Counter(clusters[classes == label].tolist())
        sizes = {cluster: int((clusters == cluster).sum()) for cluster in of_class}
        total += size * max(2 * n / (size + sizes[cluster]) for cluster, n in of_class.items())
    return total / len(classes)


def bins(values: Sequence[float]) -> list[int]:
    """How many values lie in each of ten bins from 0 to 1.

    >>> bins([0.0, 0.05, 0.95, 1.0])
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    """
    found = Counter(min(int(value * BINS), BINS - 1) for value in values)
    return [found[place] for place in range(BINS)]


def chosen_pages(data: DataSet, seed: int) -> list[Gold]:
    """The pages of the classes that are large enough, at most a hundred of each."""
    sizes = Counter(page.label for page in data.pages if page.label)
    kept = sorted(label for label, size in sizes.items() if size >= FEWEST)
    if len(kept) < 2:
        raise InputError(f"{data.name}: no two classes of {FEWEST} pages; the yardstick needs them")
    pages = []
    for label in kept:
        pages.extend(choose([page for page in data.pages if page.label == label], MOST, seed))
    return pages


def measure(
    place: str, contenders: Sequence[Contender], runs: int = RUNS, seed: int = 1
) -> tuple[list[Row], list[str]]:
    """The yardstick on one data set: a row for each contender, and notes."""
    _require()
    data = load(place)
    pages = chosen_pages(data, seed)
    rows, notes = [], list(data.notes)
    with quiet():
        learn = Learner(data, data.labels(pages), Options(tuple(contenders)))
        for contender in contenders:
            try:
                ready = learn(contender)
            except Skipped as reason:
                notes.append(f"{contender.label} is skipped: {reason}")
                continue
            texts = [_clean(ready, page) for page in pages]
            rows.append(_row(data.name, contender, pages, texts, runs, seed))
    return rows, notes


def _clean(ready: Ready, page: Gold) -> str | None:
    """The text of a page, ``None`` if there is none for an error."""
    try:
        return ready.learnt.extract(page).text if ready.learnt is not None else None
    except Exception:  # a peer may raise anything; it is counted
        return None


def _row(
    name: str,
    contender: Contender,
    pages: Sequence[Gold],
    texts: Sequence[str | None],
    runs: int,
    seed: int,
) -> Row:
    """The yardstick for one contender on one data set."""
    names = [page.label or "" for page in pages]
    terms = term_matrix([text or "" for text in texts], names)
    clustered = cluster(terms, runs, seed)
    return {
        "data": name,
        "method": contender.method,
        "segmenter": contender.segmenter or None,
        "pages": len(pages),
        "classes": dict(sorted(Counter(names).items())),
        "failures": texts.count(None),
        "runs": runs,
        "clustering_f": round(fmean(clustered), 6),
        "bins": bins(clustered),
        "classification_f": round(fmean(classify(terms, seed)), 6),
    }


def term_matrix(texts: Sequence[str], names: Sequence[str]) -> Terms:
    """Counts and TF-IDF weights of the words that stand on two pages or more."""
    peer = import_module("sklearn.feature_extraction.text")
    analyzer: Callable[[str], list[str]] = words
    rare = 2 if len(texts) > 2 else 1
    try:
        counts = peer.CountVectorizer(analyzer=analyzer, min_df=rare).fit_transform(texts)
    except ValueError:  # no words at all
        counts = peer.CountVectorizer().fit_transform(["nothing"] * len(texts))
    _, classes = np.unique(names, return_inverse=True)
    return Terms(counts, peer.TfidfTransformer(sublinear_tf=True).fit_transform(counts), classes)


def cluster(terms: Terms, runs: int, seed: int) -> list[float]:
    """F of many k-means clusterings, each from other random pages."""
    peer = import_module("sklearn.cluster")

    k = len(np.unique(terms.classes))
    found = []
    # one thread: how sums are split among threads changes their last bits
    with import_module("threadpoolctl").threadpool_limits(1):
        for run in range(runs):
            means = peer.KMeans(k, init="random", n_init=1, random_state=seed * RUNS + run)
            found.append(clustering_f(terms.classes, means.fit_predict(terms.weights)))
    return found


def classify(terms: Terms, seed: int) -> list[float]:
    """F of Naive Bayes for every pair of classes and every share of pages to train on."""
    f1_score = import_module("sklearn.metrics").f1_score
    bayes = import_module("sklearn.naive_bayes")

    found = []
    for share in _TRAINED:
        for pair in combinations(np.unique(terms.classes).tolist(), 2):
            train, test = _split(terms.classes, pair, share, seed)
            guess = bayes.MultinomialNB().fit(terms.counts[train], terms.classes[train])
            told = guess.predict(terms.counts[test])
            found.append(float(f1_score(terms.classes[test], told, average="macro")))
    return found


def _split(
    classes: NDArray[np.int64], pair: Sequence[int], share: float, seed: int
) -> tuple[list[int], list[int]]:
    """Pages to train on and to test on, in the same share of both classes."""
    random = np.random.default_rng(seed)
    train: list[int] = []
    test: list[int] = []
    for label in pair:
        places = random.permutation(np.flatnonzero(classes == label)).tolist()
        cut = max(1, round(share * len(places)))
        train.extend(places[:cut])
        test.extend(places[cut:])
    return train, test


def _require() -> None:
    try:
        import_module("sklearn")
    except ImportError:
        raise MissingExtra("scikit-learn", "learn") from None


def tables(rows: Sequence[Row]) -> Iterator[Table]:
    """A table for each data set."""
    by_data: dict[str, list[Row]] = {}
    for row in rows:
        by_data.setdefault(row["data"], []).append(row)
    for name, own in by_data.items():
        head = [f"{place / BINS:.1f}–" for place in range(BINS)]
        title = f"{name}: {own[0]['pages']} pages, {_sizes(own[0]['classes'])}"
        table = Table(title, ("contender", "clustering F", *head, "classification F", "failures"))
        for row in sorted(own, key=lambda row: -row["clustering_f"]):
            who = f"{row['method']}:{row['segmenter']}" if row["segmenter"] else row["method"]
            figures = (f"{row['clustering_f']:.3f}", *map(str, row["bins"]))
            last = (f"{row['classification_f']:.3f}", str(row["failures"]))
            table.lines.append((who, *figures, *last))
        yield table


def _sizes(classes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {size}" for name, size in classes.items())
