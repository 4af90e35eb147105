"""What was mined of a site, at a glance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sitegist.app.library import Shown
from sitegist.app.tables import read_columns
from sitegist.site.entropy import entropy

BINS = 20
UNKNOWN = "unknown"


class Listed(NamedTuple):
    """One page, as lists of pages show it."""

    url: str
    title: str
    kind: str
    template: int
    """Number of its page cluster."""
    language: str
    date: str
    """Empty if none is known."""
    words: int
    kept_words: int
    same_as: str | None


class Template(NamedTuple):
    """One page cluster."""

    number: int
    pages: int
    kinds: dict[str, int]
    kept: float
    """The informative part of its words."""
    example: Listed


def pages_of(shown: Shown) -> list[Listed]:
    """The pages of a site in the order of their addresses."""
    return shown.once("pages", lambda: _read(shown))


def _read(shown: Shown) -> list[Listed]:
    names = ("url", "words", "kept_words")
    table = read_columns(shown.folder / "pages.parquet", names)
    columns = (table.column(name).to_pylist() for name in names)
    words = {url: (said, kept) for url, said, kept in zip(*columns)}
    clusters = shown.mined.site.clusters.of_key
    found = []
    for entry in shown.mined.site.entries:
        known = {name: str(field["value"]) for name, field in entry.metadata.items()}
        title = " ".join(known.get("title", "").split())
        language, date = known.get("language", UNKNOWN), known.get("date", "")
        said = words.get(entry.url, (0, 0))
        cluster = clusters[entry.shape]
        row = (entry.url, title, entry.kind, cluster, language, date, *said, entry.same_as)
        found.append(Listed(*row))
    return found


def newest(pages: Sequence[Listed], most: int) -> list[Listed]:
    """The articles that tell their date, the newest first, ties by address."""
    dated = [page for page in pages if page.kind == "article" and page.date and not page.same_as]
    dated.sort(key=lambda page: page.url)
    return sorted(dated, key=lambda page: page.date, reverse=True)[:most]


def templates_of(pages: Sequence[Listed]) -> list[Template]:
    """The page clusters, the largest first."""
    members: dict[int, list[Listed]] = {}
    for page in pages:
        members.setdefault(page.template, []).append(page)
    found = [
        Template(
            number,
            len(listed),
            dict(Counter(page.kind for page in listed).most_common()),
            kept_part(listed),
            max(listed, key=lambda page: page.kept_words),
        )
        for number, listed in members.items()
    ]
    return sorted(found, key=lambda template: (-template.pages, template.number))


def kept_part(pages: Sequence[Listed]) -> float:
    """The informative part of all words."""
    return sum(page.kept_words for page in pages) / max(sum(page.words for page in pages), 1)


def entropies(shown: Shown) -> dict[str, Any]:
    """How the entropies of the site's terms are spread, over terms on two pages and more."""
    sums = shown.mined.site.sums_of()
    repeated = sums.terms.columns[sums.terms.columns[:, 1] > 1]
    values = entropy(repeated, sums.pages)
    counts, _ = np.histogram(values, bins=BINS, range=(0.0, 1.0))
    return {
        "terms": len(sums.terms.columns),
        "repeated": len(repeated),
        "bins": [
            {"from": place / BINS, "to": (place + 1) / BINS, "terms": count}
            for place, count in enumerate(counts.tolist())
        ],
    }


def scale(most: int) -> list[int]:
    """Round numbers for the lines of a chart, up to the first that nothing exceeds.

    >>> scale(1408), scale(3), scale(0)
    ([500, 1000, 1500], [1, 2, 3], [1])
    """
    step = 1
    while most > 4 * step:
        step = step * 2 if str(step)[0] != "2" else step * 5 // 2
    return list(range(step, max(most, 1) + step, step))
