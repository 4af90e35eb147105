"""Paper 002, sections 3.1 and 5.1: the features of a block."""

from __future__ import annotations

from collections.abc import Collection
from itertools import repeat
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.page import Blocks

TEXT = "text"
# Section 5.1 lists them; each kind of object is a feature of its own, as in its example.
FEATURES: dict[str, frozenset[str]] = {
    TEXT: frozenset(),
    "text-tag": frozenset(
        "h1 h2 h3 h4 h5 h6 b strong i em u s small big sub sup font tt code kbd samp var cite q"
        " abbr acronym dfn ins del mark pre blockquote".split()
    ),
    "list": frozenset("ul ol dl dir menu".split()),
    "table": frozenset(("table",)),
    "link": frozenset(("a", "area")),
    "image": frozenset(("img", "svg", "picture")),
    "applet": frozenset(("applet",)),
    "object": frozenset("object embed video audio canvas".split()),
    "frame": frozenset("frame iframe frameset".split()),
    "form": frozenset("form input select textarea button".split()),
    "script": frozenset(("script",)),
    "style-sheet": frozenset(("style", "link")),
}
_OF_TAG: dict[str | None, int] = {
    tag: place for place, tags in enumerate(FEATURES.values()) for tag in tags
}


def desired_rows(features: Collection[str]) -> list[int]:
    """The places of some features in `FEATURES`."""
    for feature in features:
        if feature not in FEATURES:
            raise OptionError.unknown("feature", feature, FEATURES)
    return [place for place, feature in enumerate(FEATURES) if feature in features]


def feature_counts(blocks: Blocks, without: Collection[str] = ()) -> NDArray[np.int64]:
    """How often each feature (first axis) stands in each block (second): words, else elements.

    Elements with the tags ``without`` do not count.
    """
    rows = blocks.page.rows
    names = list(FEATURES)
    of_tag = _OF_TAG | dict.fromkeys(without, -1)
    places = map(of_tag.get, map(itemgetter(0), rows.styles), repeat(-1))
    feature = np.fromiter(places, np.int64, len(rows.styles)).take(rows.style)
    counted = np.flatnonzero((feature >= 0) & (blocks.owner >= 0))
    place = feature[counted] * len(blocks) + blocks.owner[counted]
    counts = np.bincount(place, minlength=len(names) * len(blocks))
    counts = counts.reshape(len(names), len(blocks))
    counts[names.index(TEXT)] = blocks.words
    return counts


def shares(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Section 5.1: each count divided by the largest over the blocks.

    >>> shares(np.array([[1000, 2000], [2, 4], [3, 50], [1, 3]]))[:, 0].round(3).tolist()
    [0.5, 0.5, 0.06, 0.333]
    """
    largest = counts.max(axis=1, initial=0, keepdims=True)
    values: NDArray[np.float64] = counts / np.maximum(largest, 1)
    return values
