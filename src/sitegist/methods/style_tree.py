"""The site style tree with sentence entropy (paper 004).

A node of the tree is a style path: the tags and display attributes of an element and of all
around it. One document of a node is what one page says there. So *Insert*, *Merge* and
*Construct* (algorithms 1 to 3) are sums by node and by (node, term), added page by page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.methods.base import Method
from sitegist.methods.info_discoverer import two_classes
from sitegist.methods.labels import align_page, label_ranges
from sitegist.methods.sentences import Sentences
from sitegist.page import Page
from sitegist.page.rows import Bools, Longs
from sitegist.page.terms import Terms
from sitegist.site.entropy import QUANTUM, entropy, term_columns
from sitegist.site.site import FEW_PAGES, Site
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
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FINISH = np.uint64(0xBF58476D1CE4E5B9)


@dataclass(frozen=True, eq=False)
class Parts:
    """A page as the tree sees it."""

    sentences: Sentences
    block_node: Keys
    """The node of each block."""
    node: Keys
    """The node of each sentence: that of its deepest segment."""
    sentence: Longs
    """The distinct terms of each sentence, one entry for each: the sentence, ..."""
    key: Keys
    """... and the hash of its node and the term."""
    nodes: Table
    """What the page adds to the tree: it is 1 page of each of its nodes, ..."""
    matrix: Table
    """... and its columns in their feature-document matrices."""

    @classmethod
    def of(cls, sentences: Sentences, terms: Terms) -> Parts:
        """Put each sentence into its node, and its terms into the node's document."""
        blocks = sentences.blocks
        paths = path_hashes(blocks.page.rows, blocks.page.rows.look)
        owns_root = blocks.owner[blocks.root] == np.arange(len(blocks))
        block_node = np.where(owns_root, paths[blocks.root], paths[blocks.root] ^ _TEXT)
        node = np.append(block_node, np.uint64(0))[sentences.block]
        at = sentences.at(terms.start.astype(np.int64))
        keys = _mixed(node[at], terms.hash[terms.id])
        distinct, counts = np.unique(keys, return_counts=True)
        pairs = np.unique(np.stack([at.astype(np.uint64), keys]), axis=1)
        present = np.unique(np.append(block_node, node))
        ones = np.ones((len(present), 1), np.int64)
        documents = Table(distinct, term_columns(counts.astype(np.int64)))
        return cls(
            sentences, block_node, node, pairs[0].astype(np.int64), pairs[1],
            Table(present, ones), documents,
        )  # fmt: skip


def _mixed(nodes: Keys, terms: Keys) -> Keys:
    with np.errstate(over="ignore"):
        mixed = (nodes * _MIX + terms) * _FINISH
        mixed = (mixed ^ (mixed >> np.uint64(29))) * _MIX
        return mixed ^ (mixed >> np.uint64(32))


class SentenceEntropy(NamedTuple):
    """Section 4.3, for each sentence of a page."""

    mean: Floats
    """E(S_i) = sum_j E(F_j) / k over its k distinct features; NaN without any."""
    terms: Longs
    pages: Longs
    """Documents of its node: n = |C|."""


@dataclass(frozen=True, eq=False)
class Tree:
    """All nodes of a set of pages: *counter* and *collection*."""

    nodes: Table
    """By node: pages."""
    matrix: Table
    """By (node, term): occurrences, documents, and c ln c as an integer."""

    @classmethod
    def construct(cls, pages: Iterable[Parts]) -> Tree:
        """Algorithm 3, on sums: neither the order nor how they were split matters."""
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
        matrix = Table(tree.matrix.keys[several], tree.matrix.columns[several])
        return cls(tree.nodes, matrix)

    def _merged(self, pages: list[Parts]) -> Tree:
        return Tree(
            Table.total([self.nodes, *(parts.nodes for parts in pages)]),
            Table.total([self.matrix, *(parts.matrix for parts in pages)]),
        )

    def entropies(self, parts: Parts, counted: bool) -> SentenceEntropy:
        """Sentence entropy over the other pages that have the node.

        The page's own counts, if it is ``counted``, are taken out where two others are left.
        Where the node is on one page, all is 0.
        """
        distinct, place = np.unique(parts.node, return_inverse=True)
        pages = self.nodes.find(distinct)[:, 0]
        leave_out = counted & (pages > 2)
        over = (pages - leave_out)[place]
        own = parts.matrix.find(parts.key) * leave_out[place][parts.sentence][:, None]
        columns = np.maximum(self.matrix.find(parts.key) - own, 0)
        value = np.rint(_entropies(columns, over[parts.sentence]) * QUANTUM)
        size = len(parts.node)
        count = np.bincount(parts.sentence, minlength=size)
        total = np.bincount(parts.sentence, weights=value, minlength=size) / QUANTUM
        mean = np.where(count > 0, total / np.maximum(count, 1), np.nan)
        return SentenceEntropy(mean, count, over)


def _entropies(columns: Counts, pages: Longs) -> Floats:
    """Equation 3, of terms in several collections: E(F_i) = -sum_j w_ij log_n w_ij."""
    found = np.zeros(len(columns))
    for size in np.unique(pages).tolist():
        here = pages == size
        found[here] = entropy(columns[here], size)
    return found


@dataclass(frozen=True, eq=False)
class Thresholds:
    """*threshold* of the nodes that have one, and the one of the whole tree."""

    nodes: Keys
    """Sorted."""
    values: Floats
    otherwise: float

    def of(self, parts: Parts) -> Floats:
        """The threshold of each sentence; a node without one takes its parent's."""
        blocks = parts.sentences.blocks
        place = np.minimum(np.searchsorted(self.nodes, parts.block_node), len(self.nodes) - 1)
        known = np.zeros(len(blocks), np.bool_)
        if len(self.nodes):
            known = self.nodes[place] == parts.block_node
        limit = np.full(len(blocks) + 1, self.otherwise)  # the last is the page's own
        limit[:-1][known] = self.values[place[known]]
        for block in np.flatnonzero(~known).tolist():
            above = block
            while above >= 0 and not known[above]:
                above = int(blocks.parent[above])
            limit[block] = limit[above]
        return limit[parts.sentences.block]


class StyleTree(Method):
    """Sentences whose terms stand on many pages at the same place are redundant.

    With labels, the gold texts of some pages, each node has the threshold that the paper gives
    it; without, ``rule`` finds one. ``per`` is what a tree is made of: the whole ``"site"``, as
    in the paper, or each page ``"cluster"``.
    """

    name: ClassVar[str] = "style-tree"
    segmenters: ClassVar[tuple[str, ...]] = ("segments", "leaves", "partition", "tables")
    needs_site: ClassVar[bool] = True

    def __init__(self, segmenter: str | None = None, per: str = "site", sample: int = SAMPLE, rule="classes", fewest=1) -> None:
        super().__init__(segmenter)
        if per not in SCOPES:
            raise OptionError.unknown("scope", per, SCOPES)
        self.per = per
        self.sample = sample
        self.rule = rule
        self.fewest = fewest
        self.site: Site | None = None
        self.trees: dict[int | None, Tree] = {}
        self.thresholds: dict[int | None, Thresholds] = {}

    def fit(self, site: object, labels: object = None) -> StyleTree:
        """Construct the tree, and determine the threshold of each node."""
        self.trees, self.thresholds = {}, {}
        self.site = site if isinstance(site, Site) and site.size() >= FEW_PAGES else None
        if self.site is None:
            return self
        for scope in self._scopes(self.site):
            self.trees[scope] = Tree.construct(map(self._parts, self.site.pages(scope)))
            if labels:
                self.thresholds[scope] = self._from_labels(labels, scope)
            else:
                self.thresholds[scope] = self._unlabelled(self.site.sample(self.sample, scope), scope)
        return self

    def _scopes(self, site: Site) -> list[int | None]:
        if self.per == "site":
            return [None]
        return [None, *(c for c in range(len(site.clusters)) if site.size(c) >= FEW_PAGES)]

    def _parts(self, page: Page) -> Parts:
        assert self.site is not None
        return Parts.of(Sentences.of(self.segment(page)), self.site.terms(page))

    def _entropies(self, parts: Parts, scope: int | None) -> SentenceEntropy:
        assert self.site is not None
        return self.trees[scope].entropies(parts, parts.sentences.blocks.page.url in self.site)

    def _scope(self, page: Page) -> int | None:
        cluster = self.site.cluster_of(page) if self.site and self.per == "cluster" else None
        return cluster if cluster in self.trees else None

    def _from_labels(self, labels, scope):
        seen = []
        for url in sorted(labels):
            if url not in self.site: continue
            page = self.site.page(url)
            if scope is not None and self._scope(page) != scope: continue
            parts = self._parts(page)
            found = self._entropies(parts, scope)
            gold = label_ranges(align_page(page, labels[url]), parts.sentences.begin, parts.sentences.end)
            has = found.terms > 0
            seen.append(_scores(parts.node[has], found.mean[has], gold[has]))
        if not seen:
            return Thresholds(np.zeros(0,np.uint64), np.zeros(0), self.thresholds[None].otherwise if scope is not None else 1.0)
        return _best(Table.total(seen), self.fewest)

    def _unlabelled(self, pages, scope):
        N,E,K,C = [],[],[],[]
        for page in pages:
            parts = self._parts(page)
            found = self._entropies(parts, scope)
            N.append(parts.node); E.append(found.mean); K.append(found.terms); C.append(found.pages)
        N,E,K,C = map(np.concatenate,(N,E,K,C))
        overall = two_classes(E[C>1], K[C>1])
        if self.rule == "classes": return Thresholds(np.zeros(0,np.uint64), np.zeros(0), overall)
        if isinstance(self.rule, float): return Thresholds(np.zeros(0,np.uint64), np.zeros(0), self.rule)
        nodes=[];vals=[]
        for n in np.unique(N):
            h=(N==n)&(K>0)
            e=E[h];k=K[h].astype(float)
            if h.sum()<8: continue
            cut=two_classes(e,K[h])
            lo=e<=cut
            if lo.all() or not lo.any(): continue
            a=np.average(e[lo],weights=k[lo]);b=np.average(e[~lo],weights=k[~lo])
            if b-a>=self.rule[1]: nodes.append(n);vals.append(cut)
        return Thresholds(np.array(nodes,np.uint64),np.array(vals),overall)

    def extract(self, page: Page) -> Extraction:
        if self.site is None:
            blocks = self.segment(page)
            return Extraction(self, blocks, np.ones(len(blocks), np.bool_), np.zeros(len(blocks)), 0.0)
        scope = self._scope(page)
        parts = self._parts(page)
        found = self._entropies(parts, scope)
        limit = self.thresholds[scope].of(parts)
        kept = found.mean <= limit
        kept = _with_neighbours(parts, kept, found.terms > 0)
        s = parts.sentences
        verdict = s.majority(kept)
        ex = Extraction(self, s.blocks, verdict, np.zeros(len(verdict)), 0.5)
        from sitegist.page.spans import text_of
        from sitegist.page.rows import TITLE
        rows=page.rows
        t=rows.flagged(TITLE)&(np.diff(rows.start)>0)
        tt=np.flatnonzero(t)
        r=s.ranges(kept)
        for x in tt:
            a,b=rows.start[x],rows.start[x+1]
            r=[y for q in r for y in ((q[0],min(q[1],a)),(max(q[0],b),q[1])) if y[0]<y[1]]
        ex.__dict__['ranges']=r
        return ex

    def reason(self, extraction, index):
        return "x"


def _with_neighbours(parts, kept, certain):
    out=kept.copy()
    idx=np.flatnonzero(certain)
    if not len(idx): return np.zeros_like(kept)
    i=np.flatnonzero(~certain)
    p=np.searchsorted(idx,i)-1
    before=idx[np.maximum(p,0)]; after=idx[np.minimum(p+1,len(idx)-1)]
    b=parts.sentences.block
    use_after=(p<0)|((b[before]!=b[i])&(b[after]==b[i]))
    out[i]=kept[np.where(use_after,after,before)]
    return out

def _scores(nodes, mean, gold):
    sel = mean[:,None] <= STEPS + 1e-9
    cols = np.concatenate([(sel&gold[:,None]), sel, gold[:,None], np.ones((len(gold),1),bool)],axis=1).astype(np.int64)
    return Table.of(nodes, cols)

def _best(table, fewest):
    c=table.columns
    def best(c):
        tp,sel,pos=c[...,:11],c[...,11:22],c[...,22:23]
        f=2*tp/np.maximum(sel+pos,1)
        return np.argmax(np.round(f,12),axis=-1)/10
    ok=c[:,23]>=fewest
    return Thresholds(table.keys[ok], best(c[ok]), float(best(c.sum(axis=0))))
