"""Ramaswamy et al.: fragments that pages share, found by shingling (compared in paper 002).

A page is an augmented fragment tree: each node with its content without markup, its size, and its
shingles, the K smallest hashes over windows of W tokens. Nodes of MinFragSize bytes or more are
grouped when the resemblance |A ∩ B| / |A ∪ B| of their shingles is MinMatchFactor or more; a
group that ShareFactor of the pages share is a fragment, unless it stands inside another one
wherever it stands.

Groups are formed around leaders, the shingle sets of most pages first. Elements with the same
tokens are one node, the outermost.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import ceil
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.hashing import Hashes, mix
from sitegist.methods.base import Method
from sitegist.methods.gibson_text import window_hashes
from sitegist.methods.page_counts import least_pages, most_around
from sitegist.page import Page
from sitegist.page.rows import HIDDEN, TITLE, Bools, Longs, spread
from sitegist.page.words import LETTER, classify, code_points, word_starts
from sitegist.site.clusters import Clusters
from sitegist.site.shapes import shape_of
from sitegist.site.site import FEW_PAGES, Site

WINDOW, SHINGLES = 5, 32
MIN_SIZE, MIN_MATCH, SHARE = 30, 0.7, 0.1
# Pages of a cluster that are compared, and nodes of a page, those that come first.
MOST_PAGES = 500
MOST_NODES = 20_000
_SEVERAL = 4

Shingles = tuple[int, ...]
"""The shingles of a node, in ascending order."""


class Fragments(NamedTuple):
    """The shared fragments of a cluster of pages, one entry each."""

    shingles: tuple[Shingles, ...]
    counts: tuple[int, ...]
    """On how many pages it stands."""
    pages: int
    """Pages that were compared."""


class Shingling(Method):
    """Removes what resembles a fragment that pages of the cluster share.

    ``window``, ``shingles``, ``min_size``, ``min_match`` and ``share`` are the paper's W, K,
    MinFragSize, MinMatchFactor and ShareFactor; the values are ours. ``share`` is a share of
    the pages already; ``times`` asks for a number of pages instead.
    """

    name: ClassVar[str] = "shingling"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves", "tables", "partition", "segments")
    needs_site: ClassVar[bool] = True

    def __init__(
        self,
        segmenter: str | None = None,
        window: int = WINDOW,
        shingles: int = SHINGLES,
        min_size: int = MIN_SIZE,
        min_match: float = MIN_MATCH,
        share: float = SHARE,
        times: int | None = None,
        most_pages: int = MOST_PAGES,
    ) -> None:
        super().__init__(segmenter)
        if min(window, shingles, min_size, most_pages, times or 1) < 1:
            raise OptionError("window, shingles, min_size, times and most_pages are at least 1")
        if not (0 < share <= 1 and 0 < min_match <= 1):
            raise OptionError("share and min_match lie between 0 and 1")
        self.window = window
        self.shingles = shingles
        self.min_size = min_size
        self.min_match = min_match
        self.share = share
        self.times = times
        self.most_pages = most_pages
        self.clusters = Clusters((), {})
        self.fragments: dict[int | None, Fragments] = {}
        """By cluster; those of the whole site, for clusters with few pages, by ``None``."""

    def fit(self, site: object, labels: object = None) -> Shingling:
        """Find the fragments of each cluster, and of the whole site."""
        self.clusters, self.fragments = Clusters((), {}), {}
        if isinstance(site, Site) and site.size() > 1:
            self.clusters = site.clusters
            sizes = {place: site.size(place) for place in range(len(site.clusters))}
            enough = [place for place, size in sizes.items() if size >= FEW_PAGES]
            for place in enough:
                self.fragments[place] = self._learn(site.sample(self.most_pages, place))
            alone = len(enough) == 1 and sizes[enough[0]] == site.size()
            self.fragments[None] = (
                self.fragments[enough[0]] if alone else self._learn(site.sample(self.most_pages))
            )
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        rows = page.rows
        blocks = self.segment(page)
        resemblance = np.zeros(len(rows))
        pages = np.zeros(len(rows), np.int64)
        known = self._known(page)
        if known is not None:
            nodes, sketches = self._nodes(page)
            best, which = resemblances(sketches, known.shingles)
            resemblance[nodes] = best
            pages[nodes] = np.array(known.counts, np.int64)[which] if known.counts else 0
        found = np.flatnonzero(resemblance >= self.min_match)
        removed = spread(found, rows.end)
        inherited = rows.nearest(resemblance >= self.min_match)
        nearest = np.where(inherited >= 0, inherited, np.arange(len(rows)))
        scores = most_around(rows, blocks, np.rint(resemblance * 1e6).astype(np.int64)[nearest])
        evidence = {"pages": most_around(rows, blocks, pages[nearest])}
        return Extraction.of_rows(
            self, blocks, ~removed, scores / 1e6, evidence, float(known is not None)
        )

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.blocks.is_title[index]:
            return "the title, which is not part of the text"
        if not self.fragments:
            return "nothing is known of the site, so everything stays"
        score, pages = extraction.scores[index], int(extraction.evidence["pages"][index])
        if not extraction.kept[index]:
            return f"resembles a fragment of {pages} pages by {score:.2f}"
        if score >= self.min_match:
            return f"parts of it resemble a fragment of {pages} pages, but most words stay"
        return f"resembles no shared fragment by {self.min_match:g}: {score:.2f} at most"

    def _known(self, page: Page) -> Fragments | None:
        """The fragments that a page is compared with."""
        place = self.clusters.of(shape_of(page)) if self.fragments else None
        return self.fragments.get(place, self.fragments.get(None))

    def _nodes(self, page: Page) -> tuple[Longs, list[Shingles]]:
        return nodes_of(page, self.window, self.shingles, self.min_size)

    def _learn(self, pages: Iterable[Page]) -> Fragments:
        """The fragments of some pages."""
        numbers: dict[Shingles, int] = {}
        of_node: list[Longs] = []
        inside: list[Longs] = []
        for page in pages:
            nodes, sketches = self._nodes(page)
            found = [numbers.setdefault(sketch, len(numbers)) for sketch in sketches]
            of_node.append(np.array(found, np.int64))
            inside.append(node_parents(nodes, page.rows.end[nodes]))
        seen = Counter(number for found in of_node for number in np.unique(found).tolist())
        sketches = sorted(numbers, key=lambda sketch: (-seen[numbers[sketch]], sketch))
        leader = np.zeros(len(numbers), np.int64)
        for sketch, place in zip(sketches, group(sketches, self.min_match)):
            leader[numbers[sketch]] = numbers[sketches[place]]
        groups = [leader[found] for found in of_node]
        counts = Counter(number for found in groups for number in np.unique(found).tolist())
        limit = least_pages(self.times or 1, None if self.times else self.share, len(groups))
        shared = np.zeros(len(numbers), np.bool_)
        shared[[number for number, count in counts.items() if count >= limit]] = True
        outer = _outermost(groups, inside, shared)
        chosen = [sketch for sketch in sketches if numbers[sketch] in outer]
        return Fragments(
            tuple(chosen), tuple(counts[numbers[sketch]] for sketch in chosen), len(groups)
        )


def _outermost(groups: list[Longs], inside: list[Longs], shared: Bools) -> set[int]:
    """The shared groups that stand outside of all others on a page or more."""
    outer: set[int] = set()
    for found, parents in zip(groups, inside):
        covered = np.zeros(len(found) + 1, np.bool_)  # the last entry is around all
        is_shared = shared[found].tolist()
        for node, parent in enumerate(parents.tolist()):  # parents come first
            covered[node] = covered[parent] or (parent >= 0 and is_shared[parent])
        outer.update(found[shared[found] & ~covered[:-1]].tolist())
    return outer


def nodes_of(page: Page, window: int, most: int, min_size: int) -> tuple[Longs, list[Shingles]]:
    """The nodes of a page's augmented fragment tree, by their outermost rows, and their shingles.

    A node with fewer tokens than a window has one shingle, of all its tokens.
    """
    rows = page.rows
    begins = rows.start[rows.runs]
    classes = classify(page.text)
    starts = np.flatnonzero(word_starts(classes, begins)) if len(begins) else rows.runs
    tokens = token_hashes(page.text, classes >= LETTER, starts)
    first = np.searchsorted(starts, rows.start[:-1])
    last = np.searchsorted(starts, rows.start[rows.end])
    sizes = _bytes_before(page.text)
    apart = np.array([*map(str.isspace, page.text), False], np.bool_)  # what parts it from others
    size = sizes[rows.start[rows.end]] - sizes[rows.start[:-1]] - apart[rows.start[:-1]]
    chosen = rows.is_element & ~rows.flagged(HIDDEN | TITLE) & (last > first) & (size >= min_size)
    if rows.flagged(TITLE).any():  # what is around the title is not judged by it
        chosen &= rows.over_subtrees(rows.flagged(TITLE)) == 0
    nodes = np.flatnonzero(chosen)
    _, distinct = np.unique(first[nodes] * (len(tokens) + 1) + last[nodes], return_index=True)
    nodes = nodes[np.sort(distinct)][:MOST_NODES]
    return nodes, _shingles(tokens, first[nodes], last[nodes], window, most)


def token_hashes(text: str, counted: Bools, starts: Longs) -> Hashes:
    """A hash of each token: the sum of its characters, each mixed with its place in the token."""
    if not len(starts):
        return np.zeros(0, np.uint64)
    token = np.searchsorted(starts, np.arange(len(text)), side="right") - 1
    place = np.arange(len(text)) - starts[np.maximum(token, 0)]
    mixed = mix(code_points(text).astype(np.uint64), place.astype(np.uint64))
    mixed[~counted] = 0
    return np.add.reduceat(mixed, starts, dtype=np.uint64)


def _bytes_before(text: str) -> Longs:
    """For each place in a text the bytes before it, in UTF-8."""
    codes = code_points(text)
    widths = 1 + (codes > 0x7F).astype(np.int64) + (codes > 0x7FF) + (codes > 0xFFFF)
    return np.append(0, np.cumsum(widths))


def _shingles(tokens: Hashes, first: Longs, last: Longs, window: int, most: int) -> list[Shingles]:
    """The ``most`` smallest distinct hashes over windows of each stretch of tokens.

    A long stretch has them among the hashes below a limit that a few times as many are under;
    only where many are equal it has to be looked through whole.
    """
    hashes = window_hashes(tokens, window) if len(tokens) >= window else tokens[:0]
    low: list[tuple[Longs, Hashes]] = [(np.arange(len(hashes)), hashes)]
    while len(low[-1][0]) > _SEVERAL * most and len(low) < 32:
        places, values = low[-1]
        held = values < np.uint64(1 << (64 - len(low)))
        low.append((places[held], values[held]))
    found: list[Shingles] = []
    for begin, end in zip(first.tolist(), last.tolist()):
        count = end - begin - window + 1
        if count < 1:
            found.append((int(window_hashes(tokens[begin:end], end - begin)[0]),))
            continue
        level = min(max((count // (_SEVERAL * most)).bit_length(), 0), len(low) - 1)
        while True:
            places, values = low[level]
            a, b = np.searchsorted(places, (begin, begin + count)).tolist()
            smallest = np.unique(values[a:b])[:most]
            if level == 0 or len(smallest) == most:
                break
            level -= 1
        found.append(tuple(smallest.tolist()))
    return found


def node_parents(nodes: Longs, ends: NDArray[Any]) -> Longs:
    """For nodes in document order, which of them is the nearest around each; -1 if none is."""
    parents = np.full(len(nodes), -1, np.int64)
    around: list[int] = []
    limits = ends.tolist()
    for place, row in enumerate(nodes.tolist()):
        while around and limits[around[-1]] <= row:
            around.pop()
        if around:
            parents[place] = around[-1]
        around.append(place)
    return parents


def resemblance(one: Shingles, other: Shingles) -> float:
    """|A ∩ B| / |A ∪ B|, equation 8 of paper 002.

    >>> resemblance((1, 2, 3), (2, 3, 4))
    0.5
    """
    common = len(set(one).intersection(other))
    return common / (len(one) + len(other) - common)


def group(sketches: list[Shingles], least: float) -> list[int]:
    """For each set of shingles the place of its leader: the first that it resembles enough.

    Two sets with a resemblance of ``least`` have at least that part of the larger in common, so
    they meet among the few rarest shingles of each: a prefix of |A| - ceil(least |A|) + 1.
    """
    seen = Counter(shingle for sketch in sketches for shingle in sketch)
    bearers: defaultdict[int, list[int]] = defaultdict(list)
    leaders: list[int] = []
    for place, sketch in enumerate(sketches):
        rarest = sorted(sketch, key=lambda shingle: (seen[shingle], shingle))
        prefix = rarest[: len(sketch) - ceil(least * len(sketch)) + 1]
        candidates = sorted({near for shingle in prefix for near in bearers.get(shingle, ())})
        alike = (near for near in candidates if resemblance(sketches[near], sketch) >= least)
        leader = next(alike, place)
        if leader == place:
            for shingle in prefix:
                bearers[shingle].append(place)
        leaders.append(leader)
    return leaders


def resemblances(
    sketches: list[Shingles], fragments: tuple[Shingles, ...]
) -> tuple[NDArray[np.float64], Longs]:
    """The largest resemblance of each set to a fragment, and to which, all at once."""
    best, which = np.zeros(len(sketches)), np.zeros(len(sketches), np.int64)
    if not fragments or not sketches:
        return best, which
    known = np.array([shingle for fragment in fragments for shingle in fragment], np.uint64)
    sizes = np.array([*map(len, fragments)], np.int64)
    bearer = np.repeat(np.arange(len(fragments)), sizes)
    order = np.argsort(known, kind="stable")
    known, bearer = known[order], bearer[order]
    asked = np.array([shingle for sketch in sketches for shingle in sketch], np.uint64)
    lengths = np.array([*map(len, sketches)], np.int64)
    asking = np.repeat(np.arange(len(sketches)), lengths)
    first, last = np.searchsorted(known, asked), np.searchsorted(known, asked, side="right")
    hits = last - first
    offsets = np.arange(int(hits.sum())) - np.repeat(np.cumsum(hits) - hits, hits)
    met = bearer[np.repeat(first, hits) + offsets]
    pairs, common = np.unique(np.repeat(asking, hits) * len(fragments) + met, return_counts=True)
    node, fragment = np.divmod(pairs, len(fragments))
    values = common / (lengths[node] + sizes[fragment] - common)
    order = np.lexsort((fragment, -values, node))
    node, begins = np.unique(node[order], return_index=True)
    best[node], which[node] = values[order][begins], fragment[order][begins]
    return best, which
