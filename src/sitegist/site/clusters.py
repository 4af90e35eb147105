"""Page clusters: pages that one template made, without a number of clusters given."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from sitegist.site.shapes import Shape

# Jaccard similarity of two shapes at which they are one template.
ALIKE = 0.5


@dataclass(frozen=True)
class Clusters:
    """Clusters are unions of shapes, numbered from the one with most pages."""

    leaders: tuple[Shape, ...]
    """The most frequent shape of each cluster."""
    of_key: Mapping[int, int]
    """The cluster of each shape that was seen."""
    alike: float = ALIKE
    """How like its leader another shape has to be."""

    def __len__(self) -> int:
        return len(self.leaders)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "alike": self.alike,
            "leaders": [shape.paths.tolist() for shape in self.leaders],
            "shapes": {str(key): place for key, place in sorted(self.of_key.items())},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Clusters:
        """What `as_dict` gave."""
        leaders = tuple(Shape(np.array(paths, np.uint64)) for paths in data["leaders"])
        of_key = {int(key): place for key, place in data["shapes"].items()}
        return cls(leaders, of_key, data["alike"])

    def of(self, shape: Shape) -> int | None:
        """The cluster of a shape, seen or not; ``None`` if it is like none of them."""
        if shape.key in self.of_key:
            return self.of_key[shape.key]
        similar = [(_alike(shape, leader), -place) for place, leader in enumerate(self.leaders)]
        best, place = max(similar, default=(0.0, 0))
        return -place if self.leaders and best >= self.alike else None

    def likeness(self, shape: Shape) -> float:
        """How like a shape is to the nearest cluster, from 0 to 1."""
        if shape.key in self.of_key:
            return 1.0
        return max((_alike(shape, leader) for leader in self.leaders), default=0.0)


def form_clusters(shapes: Iterable[tuple[Shape, int]], alike: float = ALIKE) -> Clusters:
    """Join shapes, each with its number of pages, to the leader that they are most like.

    Frequent shapes come first, so leaders are what a template looks like mostly; ties go by key.
    Each shape meets only leaders that share one of its rarer paths, without which the two cannot
    be alike: close to linear in the pages.
    """
    ordered = sorted(shapes, key=lambda item: (-item[1], item[0].key))
    bearing = Counter(path for shape, _ in ordered for path in shape.paths.tolist())
    leaders: list[Shape] = []
    bearers: defaultdict[int, list[int]] = defaultdict(list)
    of_key: dict[int, int] = {}
    sizes: Counter[int] = Counter()
    for shape, pages in ordered:
        rare = _rarest(shape, bearing, alike)
        near = sorted({place for path in rare for place in bearers.get(path, ())})
        place = _most_alike(shape, leaders, near, alike)
        if place is None:
            place = len(leaders)
            leaders.append(shape)
            for path in rare:
                bearers[path].append(place)
        of_key[shape.key] = place
        sizes[place] += pages
    by_size = sorted(range(len(leaders)), key=lambda place: (-sizes[place], leaders[place].key))
    number = {place: new for new, place in enumerate(by_size)}
    renumbered = {key: number[place] for key, place in sorted(of_key.items())}
    return Clusters(tuple(leaders[place] for place in by_size), renumbered, alike)


def one_cluster(shapes: Iterable[tuple[Shape, int]]) -> Clusters:
    """The papers' assumption: the site is one cluster, and any other page is of it."""
    listed = [shape for shape, _ in shapes]
    everything = Shape(
        np.unique(np.concatenate([s.paths for s in listed] or [np.zeros(0, np.uint64)]))
    )
    return Clusters((everything,), {shape.key: 0 for shape in listed}, 0.0)


def _rarest(shape: Shape, bearing: Mapping[int, int], alike: float) -> list[int]:
    """So many of a shape's rarest paths that every shape like it has one of them among its own.

    Two that are alike share at least ``alike`` of either's paths; in one order for all shapes
    the first that they share is not among the last ``alike`` of either, but for one.
    """
    paths: list[int] = shape.paths.tolist()
    paths.sort(key=lambda path: (bearing[path], path))
    return paths[: len(paths) - ceil(alike * len(paths) - 1e-9) + 1]


def _most_alike(
    shape: Shape, leaders: Sequence[Shape], near: Iterable[int], alike: float
) -> int | None:
    best = None
    for place in near:
        likeness = _alike(shape, leaders[place])
        if likeness >= alike and (best is None or likeness > best[0]):
            best = (likeness, place)
    return best[1] if best else None


def _alike(a: Shape, b: Shape) -> float:
    common = len(np.intersect1d(a.paths, b.paths, assume_unique=True))
    union = len(a.paths) + len(b.paths) - common
    return common / union if union else 1.0
