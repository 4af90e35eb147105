"""RTDM, restricted top-down mapping: the nodes that all pages of a cluster have are template.

The template is what is left of a page after it was mapped to all others of a sample
(`sitegist.methods.tree_mapping`), node by node at no cost; on any page, subtrees that match it at
no cost in the same place are removed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import numpy as np

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.hashing import Hashes, mix, text_hash
from sitegist.methods.base import Method
from sitegist.methods.content_hashes import run_hashes, targets_of
from sitegist.methods.page_counts import FEWEST, check_counts, least_pages
from sitegist.methods.tree_mapping import Tree, mapping
from sitegist.page import Page
from sitegist.page.rows import BLANK, HIDDEN, TITLE, Bools
from sitegist.site.clusters import Clusters
from sitegist.site.shapes import shape_of
from sitegist.site.site import FEW_PAGES, Site

PAGES = 20


class Rtdm(Method):
    """Removes the subtrees that are part of the template of a page's cluster, where it has them.

    The template comes from ``pages`` pages of the cluster, 20 by default; ``share=0.1`` takes a
    tenth of them, and two at the least. Clusters with few pages, and pages that are like none,
    have the template of the whole site.
    """

    name: ClassVar[str] = "rtdm"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves", "tables", "partition", "segments")
    needs_site: ClassVar[bool] = True

    def __init__(
        self, segmenter: str | None = None, pages: int = PAGES, share: float | None = None
    ) -> None:
        super().__init__(segmenter)
        check_counts(pages, share)
        if pages < FEWEST:
            raise OptionError(f"pages is {pages}, but a template takes {FEWEST} at least")
        self.pages = pages
        self.share = share
        self.clusters = Clusters((), {})
        self.templates: dict[int | None, Tree] = {}
        """By cluster; that of the whole site, for clusters with few pages, by ``None``."""
        self.samples: dict[int | None, int] = {}
        """From how many pages each of them comes."""

    def fit(self, site: object, labels: object = None) -> Rtdm:
        """Find the template of each cluster, and of the whole site."""
        self.clusters, self.templates, self.samples = Clusters((), {}), {}, {}
        if isinstance(site, Site) and site.size() >= FEWEST:
            self.clusters = site.clusters
            for place in (*range(len(site.clusters)), None):
                size = site.size(place)
                if place is None or size >= FEW_PAGES:
                    count = min(size, least_pages(self.pages, self.share, size))
                    trees = map(tree_of, site.sample(count, place))
                    self.templates[place] = template_of(trees)
                    self.samples[place] = count
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        rows = page.rows
        blocks = self.segment(page)
        tree = tree_of(page)
        removed = np.zeros(len(rows), np.bool_)
        template = self.templates.get(self._place(page))
        if template is not None:
            found = mapping(tree, template)
            same = found.partner >= 0
            same[same] = tree.whole[same] == template.whole[found.partner[same]]
            removed[tree.rows[same][1:] if same[0] else tree.rows[same]] = True
        words = np.zeros(len(rows), np.int64)
        words[rows.runs] = page.words
        counts = blocks.count(np.where(removed, words, 0))
        scores = np.where(
            blocks.words > 0, counts / np.maximum(blocks.words, 1), removed[blocks.root]
        )
        return Extraction.of_rows(
            self, blocks, ~removed, scores, certainty=float(template is not None)
        )

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.blocks.is_title[index]:
            return "the title, which is not part of the text"
        place = self._place(extraction.page)
        if place not in self.templates:
            return "nothing is known of the site, so everything stays"
        told = f"{extraction.scores[index]:.0%} of it are where the template has the same"
        return f"{told} ({len(self.templates[place]) - 1} nodes on {self.samples[place]} pages)"

    def _place(self, page: Page) -> int | None:
        """The cluster whose template a page is mapped to."""
        place = self.clusters.of(shape_of(page)) if self.templates else None
        return place if place in self.templates else None


def tree_of(page: Page) -> Tree:
    """What a page draws, as a tree: its elements and text runs, without the title.

    The label of an element is its tag, as in the literature on tree edit distance, of an image
    its address as well, and of a text run its text.
    """
    rows = page.rows
    chosen = np.flatnonzero(~rows.flagged(HIDDEN | BLANK | TITLE))
    number = np.zeros(len(rows) + 1, np.int64)  # the last entry is the parent of the roots
    number[chosen] = np.arange(1, len(chosen) + 1)
    label = np.append(np.zeros(1, np.uint64), labels_of(page)[chosen])
    return Tree(label, np.append(-1, number[rows.parent[chosen]]), np.append(-1, chosen))


def labels_of(page: Page) -> Hashes:
    """The label of every row."""
    rows = page.rows
    table = (text_hash(style[0] or "") for style in rows.styles)
    labels = np.fromiter(table, np.uint64, len(rows.styles))[rows.style]
    labels[rows.runs] = mix(labels[rows.runs], run_hashes(page))
    shown = {row: to for row, to in targets_of(page).items() if rows.tag(row) == "img"}
    images = np.fromiter(shown, np.int64, len(shown))
    addresses = np.fromiter(map(text_hash, shown.values()), np.uint64, len(shown))
    labels[images] = mix(labels[images], addresses)
    return labels


def template_of(trees: Iterable[Tree]) -> Tree:
    """What is left of the first tree: nodes that all others have at no cost, below such nodes."""
    pages = iter(trees)
    template = next(pages)
    for tree in pages:
        partner = mapping(template, tree).partner
        kept = partner >= 0
        kept[kept] = template.label[kept] == tree.label[partner[kept]]
        template = template.only(_below_kept(template, kept))
    return template.only(np.ones(len(template), np.bool_))


def _below_kept(tree: Tree, kept: Bools) -> Bools:
    """Nodes that are kept, as are all around them."""
    out = np.flatnonzero(~kept)
    change = np.zeros(len(tree) + 1, np.int64)
    np.add.at(change, out, 1)
    np.subtract.at(change, out + tree.size[out], 1)
    return np.asarray(np.cumsum(change)[:-1] == 0, np.bool_)
