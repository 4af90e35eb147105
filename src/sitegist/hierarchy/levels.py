"""A page's information hierarchy: its configurations, and the clusters that they consist of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from sitegist.errors import OptionError
from sitegist.hierarchy.adsorption import Order, Steps
from sitegist.hierarchy.compaction import gradient_entropy, gradients
from sitegist.hierarchy.headlines import headline, shortened
from sitegist.hierarchy.scales import Origin
from sitegist.hierarchy.space import InformationTree, Numbers
from sitegist.page import Page, tags
from sitegist.page.paths import css_path
from sitegist.page.rows import Longs

Scale = Literal["a", "h"]
_NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False, repr=False)
class Hierarchy:
    """The compacted information hierarchy of a page.

    Level 0 is made of the page's elements, and the highest level of one cluster. Each level is
    a partition of the page's content, and every cluster of it lies within one of the next.
    """

    tree: InformationTree
    origin: Origin
    """Where a and h come from: the ``site``, a ``profile`` of it, or the ``page`` alone."""
    order: Order
    steps: Steps
    """All adsorbing points, before compaction."""
    ends: Longs
    """After how many steps each level from 1 on is complete."""

    def __repr__(self) -> str:
        return f"<Hierarchy of {self.page.url or '(no URL)'}: {len(self)} levels>"

    def __len__(self) -> int:
        """The number of levels, the elements' included."""
        return len(self.ends) + 1

    def __getitem__(self, level: int) -> list[Cluster]:
        """The clusters of a level, in document order."""
        if not -len(self) <= level < len(self):
            raise IndexError(level)
        return self._clusters(self.at(level % len(self)))

    def __iter__(self) -> Iterator[list[Cluster]]:
        """The levels, finest first."""
        return map(self.__getitem__, range(len(self)))

    @property
    def page(self) -> Page:
        """The page itself."""
        return self.tree.page

    @property
    def top(self) -> Cluster | None:
        """The page as one cluster; ``None`` if it has no content."""
        return Cluster(self, 0) if len(self.tree) else None

    @cached_property
    def born(self) -> Longs:
        """The level at which each node becomes a cluster; of many it is never."""
        born = np.where(self.tree.is_leaf, 0, _NEVER)
        level = np.searchsorted(self.ends, np.arange(len(self.steps.node)), "right") + 1
        born[self.steps.node] = level
        return born

    @cached_property
    def gone(self) -> Longs:
        """The level at which a cluster around it takes each node's place."""
        return self.tree.over_ancestors(self.born, least=True)

    @cached_property
    def around(self) -> Longs:
        """The node of the next larger cluster around each node, -1 around the root."""
        around = np.full(len(self.tree), -1)
        is_cluster = self.born < _NEVER
        for nodes in self.tree.generations[1:]:
            above = self.tree.parent[nodes]
            around[nodes] = np.where(is_cluster[above], above, around[above])
        return around

    def at(self, level: int) -> Longs:
        """The nodes that are the clusters of a level."""
        return np.flatnonzero((self.born <= level) & (self.gone > level))

    def down_to(self, level: int) -> list[Cluster]:
        """Every cluster of this level and of those above it, in document order."""
        return self._clusters(np.flatnonzero((self.born < _NEVER) & (self.gone > level)))

    def search(self, threshold: float, scale: Scale = "a") -> list[Cluster]:
        """Maximum information search (section 4.2): the largest clusters that reach a threshold.

        From the page down: a cluster whose ``scale`` is at least the threshold is taken, any
        other is opened.
        """
        if scale not in ("a", "h"):
            raise OptionError.unknown("scale", scale, ("a", "h"))
        value = self.tree.authority if scale == "a" else self.tree.hub
        reaches = ((value >= threshold) & (self.born < _NEVER)).astype(np.int64)
        above = self.tree.over_ancestors(reaches, least=False)
        return self._clusters(np.flatnonzero((reaches > 0) & (above <= 0)))

    @cached_property
    def gradients(self) -> Numbers:
        """G_info between each level and the one before it (section 3.3)."""
        return gradients(self.steps.diversity, self.ends)

    @property
    def evenness(self) -> float:
        """EN_Ginfo: how evenly the levels share the information gradient, from 0 to 1."""
        return gradient_entropy(self.gradients)

    def as_dict(self, level: int = 0) -> dict[str, Any]:
        """The clusters down to a level, nested by ``inside``, an index into the same list."""
        clusters = self.down_to(level)
        place = {cluster.node: index for index, cluster in enumerate(clusters)}
        return {
            "url": self.page.url,
            "origin": self.origin,
            "order": self.order,
            "levels": [len(self.at(level)) for level in range(len(self))],
            "gradients": [round(float(gradient), 6) for gradient in self.gradients],
            "evenness": round(self.evenness, 6),
            "clusters": [
                {"inside": place.get(int(self.around[cluster.node])), **cluster.as_dict()}
                for cluster in clusters
            ],
        }

    @cached_property
    def sizes(self) -> Longs:
        """Words and links of each node, a column each."""
        rows, tree = self.page.rows, self.tree
        edges = np.stack([tree.row, rows.end[tree.row]])
        words = np.append(0, np.cumsum(self.page.words))[np.searchsorted(rows.runs, edges)]
        is_link = ((rows.meaning & tags.ANCHOR) != 0) & (rows.over_subtrees(self._leaf_rows) > 0)
        links = np.append(0, np.cumsum(is_link))[edges]
        return np.stack([words[1] - words[0], links[1] - links[0]], axis=1)

    @cached_property
    def _leaf_rows(self) -> Longs:
        leaf = np.zeros(len(self.page.rows), np.int64)
        leaf[self.tree.row[self.tree.is_leaf]] = 1
        return leaf

    def _clusters(self, nodes: Longs) -> list[Cluster]:
        return [Cluster(self, node) for node in nodes.tolist()]


@dataclass(frozen=True)
class Cluster:
    """A part of a page that one level or several take as one piece."""

    hierarchy: Hierarchy
    node: int

    def __repr__(self) -> str:
        return f"<Cluster {self.headline!r}>"

    @property
    def row(self) -> int:
        """Its row in the page."""
        return int(self.hierarchy.tree.row[self.node])

    @property
    def level(self) -> int:
        """The first level that it is a cluster of; it is one until a larger one takes it in."""
        return int(self.hierarchy.born[self.node])

    @property
    def authority(self) -> float:
        """a: how much it says itself, from 0 to 1."""
        return float(self.hierarchy.tree.authority[self.node])

    @property
    def hub(self) -> float | None:
        """h: how well its links say what they lead to; ``None`` where nothing is known."""
        tree = self.hierarchy.tree
        return float(tree.hub[self.node]) if tree.hub_known[self.node] else None

    @property
    def words(self) -> int:
        """Number of words."""
        return int(self.hierarchy.sizes[self.node, 0])

    @property
    def links(self) -> int:
        """Number of links."""
        return int(self.hierarchy.sizes[self.node, 1])

    @property
    def text(self) -> str:
        """All that it shows."""
        return self.hierarchy.page.inner_text(self.row)

    @property
    def headline(self) -> str:
        """Its headings, or how it begins, in one short line; of the whole page its title."""
        page = self.hierarchy.page
        return (shortened([page.title]) if self.node == 0 else "") or headline(page, self.row)

    @property
    def path(self) -> str:
        """A CSS selector of the element."""
        return css_path(self.hierarchy.page, self.row)

    @property
    def parts(self) -> list[Cluster]:
        """The clusters that it takes the place of."""
        inside = np.flatnonzero(self.hierarchy.around == self.node)
        return [Cluster(self.hierarchy, node) for node in inside.tolist()]

    def as_dict(self) -> dict[str, Any]:
        """What is known of it, as plain data."""
        return {
            "headline": self.headline,
            "level": self.level,
            "a": round(self.authority, 6),
            "h": None if self.hub is None else round(self.hub, 6),
            "words": self.words,
            "links": self.links,
            "path": self.path,
        }
