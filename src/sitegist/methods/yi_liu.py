"""Yi and Liu's site style tree: what all pages style and say alike is noise.

An element node is a tag with its display attributes and holds style nodes; a style node is one
ordered sequence of child element nodes, with the number of pages that show it. Text runs and
images are leaves.

There is no tree of objects: an element node is known by a hash of its style node and its place
in it, a style node by a hash of its element node and its sequence. So a page shows an element
node at most once, and has m(child) = n(style) pages. Nodes on one page only have importance 1,
as has everything below them, and what is not in the table is kept: neither is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.hashing import Hashes, mix, text_hash
from sitegist.methods.base import Method
from sitegist.methods.content_hashes import places_among, targets_of
from sitegist.methods.page_counts import most_around, pages_with
from sitegist.page import Page
from sitegist.page.rows import BLANK, HIDDEN, TITLE, Bools, Ints, Longs
from sitegist.page.terms import Terms
from sitegist.site.entropy import PRECISION, QUANTUM, term_columns
from sitegist.site.site import Site
from sitegist.site.table import Counts, Keys, Table

R, T = 0.9, 0.4
# Pages that the tree is built from: ours, as all pages of a large site do not change it.
MOST_PAGES = 500

Floats = NDArray[np.float64]


class YiLiu(Method):
    """Removes the nodes of the site style tree whose importance is below ``t``, with all below.

    ``r`` is how much the looks of a node count as they become more. A node is noise when it and
    all below it are under ``t``, and otherwise its children decide; so in the end each leaf does.
    """

    name: ClassVar[str] = "yi-liu"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves", "tables", "partition", "segments")
    needs_site: ClassVar[bool] = True

    def __init__(
        self,
        segmenter: str | None = None,
        r: float = R,
        t: float = T,
        most_pages: int = MOST_PAGES,
    ) -> None:
        super().__init__(segmenter)
        if not (0 <= r <= 1 and 0 <= t <= 1) or most_pages < 1:
            raise OptionError("r and t lie between 0 and 1, and most_pages is at least 1")
        self.r = r
        self.t = t
        self.most_pages = most_pages
        self.keys: Keys = np.zeros(0, np.uint64)
        """The element nodes on two pages or more, sorted."""
        self.importance: Floats = np.zeros(0)
        self.pages: Longs = np.zeros(0, np.int64)
        """On how many pages each of them is."""

    def fit(self, site: object, labels: object = None) -> YiLiu:
        """Build the tree from a sample of pages, read twice: for its nodes, then for its leaves."""
        tree = Tree.of(Table.empty(1))
        if isinstance(site, Site):
            every = (style_nodes(page).keys for page in site.sample(self.most_pages))
            tree = Tree.of(pages_with(every, 2))
            for page in site.sample(self.most_pages):
                tree.add(page, site.terms(page))
        held = tree.depth >= 0
        self.keys = tree.counts.keys[held]
        self.importance = tree.importance(self.r)[held]
        self.pages = tree.pages[held]
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        rows = page.rows
        blocks = self.segment(page)
        nodes = style_nodes(page)
        importance = np.ones(len(rows))
        pages = np.zeros(len(rows), np.int64)
        if len(self.keys):
            place = np.minimum(np.searchsorted(self.keys, nodes.element), len(self.keys) - 1)
            known = nodes.counted & (self.keys[place] == nodes.element)
            importance[known] = self.importance[place[known]]
            pages[known] = self.pages[place[known]]
        leaf_stays = nodes.counted & ~nodes.has_children & (importance >= self.t)
        stays = (rows.over_subtrees(leaf_stays) > 0) | rows.flagged(TITLE)
        words = np.zeros(len(rows), np.int64)
        words[rows.runs] = page.words
        weighed = np.bincount(blocks.owner + 1, words * importance, len(blocks) + 1)[1:]
        means = weighed / np.maximum(blocks.words, 1)
        scores = np.where(blocks.words > 0, means, importance[blocks.root])
        met = words[pages > 0].sum() / max(int(words.sum()), 1)
        evidence = {"pages": most_around(rows, blocks, pages)}
        return Extraction.of_rows(self, blocks, stays, scores, evidence, float(met))

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.blocks.is_title[index]:
            return "the title, which is not part of the text"
        score, pages = extraction.scores[index], int(extraction.evidence["pages"][index])
        if not pages:
            return "no other page has these elements, which is important"
        side = "reaches" if score >= self.t else "is under"
        told = f"importance {score:.3f} over {pages} pages {side} {self.t:g}"
        if extraction.kept[index] == (score >= self.t):
            return told
        return f"{told}, but most of its words are on the other side"


class StyleNodes(NamedTuple):
    """A page's rows as nodes of the tree."""

    element: Hashes
    """The element node of each row: its style node and its place in it."""
    style: Hashes
    """The style node inside it: itself and the sequence of its children."""
    counted: Bools
    """Rows that are in the tree: drawn, no white space, not the title."""
    has_children: Bools

    @property
    def keys(self) -> Hashes:
        """All nodes of the page."""
        both = np.concatenate([self.element[self.counted], self.style[self.counted]])
        return np.unique(both)


def style_nodes(page: Page) -> StyleNodes:
    """Walk a page from the top, level by level."""
    rows = page.rows
    counted = ~rows.flagged(HIDDEN | BLANK | TITLE)
    place = places_among(rows.parent, counted).astype(np.uint64)
    chosen = np.flatnonzero(counted)
    by_parent = chosen[np.argsort(rows.parent[chosen], kind="stable")]
    parent = rows.parent[by_parent]
    sequence = np.zeros(len(rows) + 1, np.uint64)  # the last entry is around the roots
    begins = np.flatnonzero(np.diff(parent, prepend=-2))
    if len(begins):
        placed = mix(rows.look[by_parent], place[by_parent])
        sequence[parent[begins]] = np.add.reduceat(placed, begins)
    element = np.zeros(len(rows), np.uint64)
    style = np.zeros(len(rows) + 1, np.uint64)
    order = chosen[np.argsort(rows.depth[chosen], kind="stable")]
    for level in np.split(order, np.flatnonzero(np.diff(rows.depth[order])) + 1):
        above = style[rows.parent[level]]
        element[level] = mix(mix(above, place[level]), rows.look[level])
        style[level] = mix(element[level], sequence[level])
    return StyleNodes(element, style[:-1], counted, sequence[:-1] != 0)


@dataclass(eq=False)
class Tree:
    """The site style tree while it is built: arrays, one entry per node on two pages or more."""

    counts: Table
    """By element node and by style node: its pages."""
    parent: Longs
    """Of an element node the style node around it, of a style node its element node; -1."""
    depth: Ints
    """Of element nodes; -1 for style nodes."""
    rare: Longs
    """Style nodes of this element node that are on one page only and have children."""
    features: list[Table]
    """By leaf and feature: occurrences, pages, and c ln c, which give its entropy."""

    @classmethod
    def of(cls, counts: Table) -> Tree:
        """A tree of which nothing but the nodes is known."""
        size = len(counts)
        return cls(
            counts,
            np.full(size, -1, np.int64),
            np.full(size, -1, np.int32),
            np.zeros(size, np.int64),
            [Table.empty(3)],
        )

    @property
    def pages(self) -> Longs:
        """On how many pages each node is."""
        return self.counts.columns[:, 0]

    def add(self, page: Page, terms: Terms) -> None:
        """Note where a page's nodes stand, and what its leaves say."""
        nodes = style_nodes(page)
        rows = np.flatnonzero(nodes.counted)
        element, style = self._find(nodes.element[rows]), self._find(nodes.style[rows])
        above = page.rows.parent[rows]
        around = np.where(above >= 0, self._find(nodes.style[above]), -1)
        shared = element >= 0
        self.parent[element[shared]] = around[shared]
        self.depth[element[shared]] = page.rows.depth[rows[shared]]
        both = shared & (style >= 0) & nodes.has_children[rows]
        self.parent[style[both]] = element[both]
        self.rare[element[shared & (style < 0) & nodes.has_children[rows]]] += 1
        leaf = shared & ~nodes.has_children[rows]
        node_of = np.full(len(page.rows), -1, np.int64)
        node_of[rows[leaf]] = element[leaf]
        self.features.append(self._features(node_of, *leaf_features(page, terms)))
        if len(self.features) > 64:
            self.features = [Table.total(self.features)]

    def _find(self, keys: Keys) -> Longs:
        """The places of keys in the arrays, -1 for those on one page only."""
        if not len(self.counts):
            return np.full(len(keys), -1, np.int64)
        place = np.minimum(np.searchsorted(self.counts.keys, keys), len(self.counts) - 1)
        return np.where(self.counts.keys[place] == keys, place, -1)

    @property
    def _shift(self) -> int:
        """Bits of a feature in its key; those above tell the leaf, and 40 are left at the least."""
        return 64 - max(len(self.counts), 2).bit_length()

    def _features(self, node_of: Longs, rows: Longs, hashes: Hashes) -> Table:
        """What one page adds."""
        held = node_of[rows] >= 0
        node = node_of[rows[held]].astype(np.uint64)
        shift = np.uint64(self._shift)
        keys = (node << shift) | (hashes[held] >> (np.uint64(64) - shift))
        distinct, counts = np.unique(keys, return_counts=True)
        return Table.of(distinct, term_columns(counts.astype(np.int64)))

    def importance(self, r: float) -> Floats:
        """CompImp of each element node, from the deepest up; styles have their elements' mean."""
        pages = self.pages
        styles = np.flatnonzero((self.depth < 0) & (self.parent >= 0))
        owner = self.parent[styles]
        parts = pages[styles] / pages[owner]
        looks = np.bincount(owner, minlength=len(pages)) + self.rare
        bare = pages - self.rare
        np.subtract.at(bare, owner, pages[styles])
        leaf = looks == 0
        looks += bare > 0  # on some pages without children: a style node as well
        own = node_importance(self, owner, parts, bare)
        keep = np.power(r, looks.astype(np.float64))
        value = leaf_importance(Table.total(self.features), self._shift, pages)
        below = self.rare / pages  # all below a node on one page has importance 1
        sums, counts = np.zeros(len(pages)), np.zeros(len(pages))
        inside = _by_depth(self.depth[owner])
        for depth, nodes in reversed(_by_depth(self.depth).items()):
            within = inside.get(depth, np.zeros(0, np.int64))
            means = sums[styles[within]] / np.maximum(counts[styles[within]], 1)
            np.add.at(below, owner[within], parts[within] * means)
            inner = nodes[~leaf[nodes]]
            value[inner] = (1 - keep[inner]) * own[inner] + keep[inner] * below[inner]
            around = nodes[self.parent[nodes] >= 0]
            np.add.at(sums, self.parent[around], value[around])
            np.add.at(counts, self.parent[around], 1)
        return value


def _by_depth(depth: Ints) -> dict[int, Longs]:
    """Where each depth stands, from the top."""
    order = np.argsort(depth, kind="stable")
    order = order[depth[order] >= 0]
    depths, firsts = np.unique(depth[order], return_index=True)
    return dict(zip(depths.tolist(), np.split(order, firsts[1:])))


def node_importance(tree: Tree, owner: Longs, parts: Floats, bare: Longs) -> Floats:
    """NodeImp: - sum p log_m p over the style nodes of an element node on m pages."""
    pages = tree.pages
    logs = np.log(pages)
    of_styles = np.bincount(owner, weights=-parts * np.log(parts), minlength=len(pages))
    of_bare = np.where(bare > 0, -(bare / pages) * np.log(np.maximum(bare, 1) / pages), 0.0)
    return (of_styles + of_bare) / logs + tree.rare / pages


def leaf_importance(features: Table, shift: int, pages: Longs) -> Floats:
    """CompImp of leaves: 1 - (sum of H(a)) / l over their features; 0 without any.

    H(a) = - sum_j p_j log_m p_j over the m pages of the leaf, from sums and quantised as term
    entropies are.
    """
    value = np.zeros(len(pages))
    if not len(features):
        return value
    leaf = (features.keys >> np.uint64(shift)).astype(np.int64)
    entropies = feature_entropy(features.columns, pages[leaf])
    begins = np.flatnonzero(np.append(True, leaf[1:] != leaf[:-1]))
    sums = np.add.reduceat(entropies, begins) / QUANTUM
    value[leaf[begins]] = 1 - sums / np.diff(np.append(begins, len(leaf)))
    return value


def feature_entropy(columns: Counts, pages: Longs) -> Longs:
    """Entropies as whole numbers of quanta, each over its own number of pages."""
    total = columns[:, 0].astype(np.float64)
    value = (np.log(total) - columns[:, 2] / PRECISION / total) / np.log(pages)
    return np.rint(np.clip(value, 0.0, 1.0) * QUANTUM).astype(np.int64)


def leaf_features(page: Page, terms: Terms) -> tuple[Longs, Hashes]:
    """The features of a page's leaves, and the row of each: words, image files, link targets.

    A text run without terms, all stop words or signs, has itself for a feature.
    """
    rows = page.rows
    plain = np.setdiff1d(rows.runs, terms.row)
    texts = (page.text[rows.start[row] : rows.start[row + 1]].strip() for row in plain.tolist())
    whole = np.fromiter(map(text_hash, texts), np.uint64, len(plain))
    targets = targets_of(page)
    bearers = np.array(sorted(targets), np.int64)
    hashes = np.fromiter((text_hash(targets[row]) for row in sorted(targets)), np.uint64)
    chosen = np.zeros(len(rows), np.bool_)
    chosen[bearers] = rows.having(("a", "area"))[bearers]
    link = rows.nearest(chosen)
    linked = np.flatnonzero((link >= 0) & (rows.having(("#text", "img"))))
    image = rows.having(("img",))[bearers]
    found = [terms.row, plain, linked, bearers[image]]
    values = [terms.hash[terms.id], whole]
    values += [hashes[np.searchsorted(bearers, link[linked])], hashes[image]]
    return np.concatenate(found).astype(np.int64), np.concatenate(values)
