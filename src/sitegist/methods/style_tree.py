"""The site style tree with sentence entropy (paper 004).

A node of the tree is a style path: the tags and display attributes of an element and of all
around it. One document of a node is what one page says there. So *Insert*, *Merge* and
*Construct* (algorithms 1 to 3) are sums by node and by (node, term), added page by page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.hashing import mix
from sitegist.methods.alone import Alone
from sitegist.methods.base import Method
from sitegist.methods.info_discoverer import two_classes
from sitegist.methods.labels import align_page, label_ranges
from sitegist.methods.sentences import Sentences
from sitegist.page import Blocks, Page
from sitegist.page.rows import Bools, Longs
from sitegist.page.terms import Terms
from sitegist.site.entropy import QUANTUM, entropy, term_columns
from sitegist.site.site import FEW_PAGES, Part, Site
from sitegist.site.stylepaths import path_hashes
from sitegist.site.table import Counts, Keys, Table

Floats = NDArray[np.float64]

SCOPES = ("site", "cluster")
# Pages from which a threshold is learned where there are no labels.
SAMPLE = 40
STEPS = np.arange(11) / 10
# How many pages wait before they are added to the large tables in one go.
_WAITING = 64
# Makes the style path of an element that of the text which stands in it beside other segments.
_TEXT = np.uint64(0x2545F4914F6CDD1D)


@dataclass(frozen=True, eq=False)
class Parts:
    """A page as the tree sees it."""

    sentences: Sentences
    nodes: Keys
    """The nodes that the page has, sorted."""
    of_block: Keys
    """The node of each block."""
    matrix: Table
    """Its columns in the feature-document matrices of the nodes, by (node, term)."""
    of_cell: Keys
    """The node of each row of ``matrix``."""
    pairs: tuple[Longs, Longs]
    """The distinct features of the sentences: sentences, and rows of ``matrix``."""

    @property
    def of_sentence(self) -> Keys:
        """The node of each sentence: that of its deepest segment."""
        return self.of_block[self.sentences.block]

    @classmethod
    def of(cls, blocks: Blocks, terms: Terms) -> Parts:
        """Put each sentence into its node, and its terms into the node's document."""
        sentences = Sentences.of(blocks)
        paths = path_hashes(blocks.page.rows, blocks.page.rows.look)[blocks.root]
        owns_root = blocks.owner[blocks.root] == np.arange(len(blocks))
        of_block = np.where(owns_root, paths, paths ^ _TEXT)
        at = sentences.at(terms.start.astype(np.int64))
        of_term = of_block[sentences.block[at]]
        keys, first, cell, counts = np.unique(
            mix(of_term, terms.hash[terms.id]),
            return_index=True, return_inverse=True, return_counts=True,
        )  # fmt: skip
        pairs = np.divmod(np.unique(at * max(len(keys), 1) + cell), max(len(keys), 1))
        matrix = Table(keys, term_columns(counts.astype(np.int64)))
        return cls(sentences, np.unique(of_block), of_block, matrix, of_term[first], pairs)


class SentenceEntropy(NamedTuple):
    """Of each sentence of a page."""

    mean: Floats
    """NaN for a sentence without terms."""
    terms: Longs
    pages: Longs
    """On how many pages its node is."""


@dataclass(frozen=True, eq=False)
class Tree:
    """The nodes of a set of pages."""

    nodes: Table
    """By node: pages (*counter*)."""
    matrix: Table
    """By (node, term): occurrences, documents, and c ln c as an integer (*collection*)."""

    @classmethod
    def construct(cls, pages: Iterable[Parts]) -> Tree:
        """Algorithm 3 as sums: neither the order nor how they were split matters."""
        tree = cls(Table.empty(1), Table.empty(3))
        waiting: list[Parts] = []
        for parts in pages:
            waiting.append(parts)
            if len(waiting) >= _WAITING:
                tree = tree._merged(waiting)
                waiting.clear()
        tree = tree._merged(waiting)
        # a term in one document has entropy 0, known or not
        several = tree.matrix.columns[:, 1] > 1
        return cls(tree.nodes, Table(tree.matrix.keys[several], tree.matrix.columns[several]))

    def _merged(self, pages: Iterable[Parts]) -> Tree:
        listed = list(pages)
        ones = [Table(parts.nodes, np.ones((len(parts.nodes), 1), np.int64)) for parts in listed]
        return Tree(
            Table.total([self.nodes, *ones]),
            Table.total([self.matrix, *(parts.matrix for parts in listed)]),
        )

    def entropies(self, parts: Parts, counted: bool = True) -> SentenceEntropy:
        """Section 4.3: E(S_i) = sum_j E(F_j) / k over the k distinct features of a sentence.

        They are over the *other* pages with the node: the page's own counts, if it is
        ``counted``, are taken out where two others are left. In a node on one page all is 0.
        """
        pages = self.nodes.find(parts.of_cell)[:, 0]
        left_out = counted & (pages > 2)
        own = parts.matrix.columns * left_out[:, None]
        columns = np.maximum(self.matrix.find(parts.matrix.keys) - own, 0)
        # whole numbers, so that no order of adding up changes a bit
        value = np.rint(_entropies(columns, pages - left_out) * QUANTUM)
        sentence, cell = parts.pairs
        size = len(parts.sentences)
        count = np.bincount(sentence, minlength=size)
        total = np.bincount(sentence, weights=value[cell], minlength=size) / QUANTUM
        mean = np.where(count > 0, total / np.maximum(count, 1), np.nan)
        return SentenceEntropy(mean, count, self.nodes.find(parts.of_sentence)[:, 0])


def _entropies(columns: Counts, pages: Longs) -> Floats:
    """Equation 3, E(F_i) = -sum_j w_ij log_n w_ij, of features in several collections."""
    found = np.zeros(len(columns))
    for size in np.unique(pages).tolist():
        here = pages == size
        found[here] = entropy(columns[here], size)
    return found


@dataclass(frozen=True, eq=False)
class Thresholds:
    """*threshold* of the nodes that have one of their own, and of the root."""

    nodes: Keys
    """Sorted."""
    values: Floats
    root: float

    @classmethod
    def one(cls, value: float) -> Thresholds:
        """The same for all nodes."""
        return cls(np.zeros(0, np.uint64), np.zeros(0), value)

    @classmethod
    def best(cls, scores: Table) -> Thresholds:
        """Section 4.4: T from 0 to 1.0 by 0.1 with the largest F score, of equals the lowest.

        ``scores`` has by node what `score` gives. The root's is over all labelled sentences.
        """
        every = np.vstack([scores.columns, scores.columns.sum(axis=0)])
        found, right, informative = every[:, :11], every[:, 11:22], every[:, 22:]
        f_score = 2 * right / np.maximum(found + informative, 1)
        best = STEPS[np.argmax(np.round(f_score, 12), axis=1)]
        return cls(scores.keys, best[:-1], float(best[-1]))

    def of(self, parts: Parts) -> Floats:
        """The threshold of each sentence; a node without one takes its parent's."""
        blocks = parts.sentences.blocks
        known = np.isin(parts.of_block, self.nodes)
        limit = np.full(len(blocks), self.root)
        limit[known] = self.values[np.searchsorted(self.nodes, parts.of_block[known])]
        for block in np.flatnonzero(~known).tolist():
            above = int(blocks.parent[block])
            while above >= 0 and not known[above]:
                above = int(blocks.parent[above])
            limit[block] = limit[above] if above >= 0 else self.root
        return limit[parts.sentences.block]


def score(nodes: Keys, mean: Floats, gold: Bools) -> Table:
    """By node, of labelled sentences: found at each threshold, rightly found, and informative."""
    found = mean[:, None] <= STEPS
    columns = [found, found & gold[:, None], gold[:, None]]
    # what is redundant and never found still is a label: 1.0 finds everything
    return Table.of(nodes, np.concatenate(columns, axis=1).astype(np.int64))


class StyleTree(Method):
    """Sentences whose terms stand in the same place on many pages are redundant.

    Each node has its own threshold where there are labels, the gold texts of some pages; where
    there are none, the tree has one, between two classes of terms (as in InfoDiscoverer). ``per``
    is what a tree is made of: the whole ``"site"``, as in the paper, or each page
    ``"cluster"``, and each kind of its pages where those are known.
    On a site of fewer than five pages each page is judged by itself.
    """

    name: ClassVar[str] = "style-tree"
    segmenters: ClassVar[tuple[str, ...]] = ("segments", "leaves", "partition", "tables")
    needs_site: ClassVar[bool] = True
    takes_labels: ClassVar[bool] = True

    def __init__(
        self, segmenter: str | None = None, per: str = "site", sample: int = SAMPLE
    ) -> None:
        super().__init__(segmenter)
        if per not in SCOPES:
            raise OptionError.unknown("tree per", per, SCOPES)
        self.per = per
        self.sample = sample
        self.site: Site | None = None
        self.trees: dict[Part, Tree] = {}
        self.thresholds: dict[Part, Thresholds] = {}
        self._alone = Alone(self.segmenter, "its site has too few pages")

    def fit(self, site: object, labels: object = None) -> StyleTree:
        """Construct the tree, and determine the thresholds."""
        self.trees, self.thresholds = {}, {}
        self.site = site if isinstance(site, Site) and site.size() >= FEW_PAGES else None
        if self.site is None:
            return self
        for scope in (Part(), *(self.site.parts if self.per == "cluster" else ())):
            self.trees[scope] = Tree.construct(map(self._parts, self.site.pages(*scope)))
            self.thresholds[scope] = self._determined(scope, labels)
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every sentence of a page (algorithm 4); a block goes as most of its words do."""
        if self.site is None:
            return self._alone.extract(page)
        scope = self._scope(page)
        parts = self._parts(page)
        sentences = parts.sentences
        found = self._entropies(parts, scope)
        limit = self.thresholds[scope].of(parts)
        kept = _with_neighbours(found.mean <= limit, found.terms > 0, sentences.block)
        mean = np.nan_to_num(found.mean, nan=0.0)
        sure = np.minimum(2 * np.abs(np.where(found.terms > 0, mean - limit, 0.0)), 1)
        words = sentences.words
        confidence = float(np.average(sure, weights=words)) if words.any() else 0.0
        informative = sentences.over_blocks(kept)
        entropies = sentences.over_blocks(mean)
        evidence = {
            "entropy": entropies,
            "informative": informative,
            "threshold": sentences.over_blocks(limit),
            "pages": self.trees[scope].nodes.find(parts.of_block)[:, 0],
        }
        own = tuple(sentences.ranges(kept))
        verdicts = informative > 0.5
        return Extraction(
            self, sentences.blocks, verdicts, 1.0 - entropies, confidence, evidence, own
        )

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.method is not self:
            return extraction.method.reason(extraction, index)
        told = {name: float(values[index]) for name, values in extraction.evidence.items()}
        if not extraction.blocks.words[index]:
            return "a block without words goes as the block around it"
        if told["pages"] < 2 and extraction.kept[index]:
            return "nothing else of the site stands in a place like this"
        return (
            f"{told['informative']:.0%} of its words are in informative sentences: mean entropy"
            f" {told['entropy']:.3f}, threshold {told['threshold']:.2f}, over {told['pages']:.0f}"
            " pages with this place"
        )

    def _parts(self, page: Page) -> Parts:
        assert self.site is not None
        return Parts.of(self.segment(page), self.site.terms(page))

    def _entropies(self, parts: Parts, scope: Part) -> SentenceEntropy:
        assert self.site is not None
        counted = parts.sentences.blocks.page.url in self.site
        return self.trees[scope].entropies(parts, counted)

    def _scope(self, page: Page) -> Part:
        """The tree that a page belongs to."""
        if self.site is None or self.per == "site":
            return Part()
        return self.site.part_of(page)

    def _determined(self, scope: Part, labels: object) -> Thresholds:
        assert self.site is not None
        if not isinstance(labels, Mapping) or not any(url in self.site for url in labels):
            return Thresholds.one(self._between_classes(scope))
        pages = (self.site.page(url) for url in sorted(labels) if url in self.site)
        own = (page for page in pages if scope in (self._scope(page), Part()))
        scores = [self._score(page, labels[page.url], scope) for page in own]
        # a cluster without labels takes the threshold of the site
        return Thresholds.best(Table.total(scores)) if scores else self.thresholds[Part()]

    def _score(self, page: Page, gold_text: str, scope: Part) -> Table:
        """What a page's labels say of its sentences."""
        parts = self._parts(page)
        sentences = parts.sentences
        found = self._entropies(parts, scope)
        gold = label_ranges(align_page(page, gold_text), sentences.begin, sentences.end)
        told = (found.terms > 0) & ~sentences.is_title
        return score(parts.of_sentence[told], found.mean[told], gold[told])

    def _between_classes(self, scope: Part) -> float:
        """Where two classes of terms are furthest apart, on nodes that several pages have."""
        assert self.site is not None
        parts = map(self._parts, self.site.sample(self.sample, *scope))
        seen = [self._entropies(part, scope) for part in parts]
        several = np.concatenate([found.pages for found in seen]) > 1
        mean = np.concatenate([found.mean for found in seen])[several]
        return two_classes(mean, np.concatenate([found.terms for found in seen])[several])


def _with_neighbours(kept: Bools, told: Bools, block: Longs) -> Bools:
    """A sentence without terms goes as the last one before it that has some, or as the next
    where only that is of its own block or nothing is before it.
    """
    sure, unsure = np.flatnonzero(told), np.flatnonzero(~told)
    if not len(sure):
        return np.ones_like(kept)
    place = np.searchsorted(sure, unsure)
    before, after = sure[np.maximum(place - 1, 0)], sure[np.minimum(place, len(sure) - 1)]
    foreign = (block[before] != block[unsure]) & (block[after] == block[unsure])
    decided = kept.copy()
    decided[unsure] = kept[np.where((place == 0) | foreign, after, before)]
    return decided
