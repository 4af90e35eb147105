"""ContentExtractor (paper 002, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.methods.alone import Alone
from sitegist.methods.base import Method
from sitegist.methods.vectors import Index, Vectors, block_vectors, concatenate
from sitegist.page import Blocks, Page
from sitegist.page.rows import Longs
from sitegist.site.site import Part, Site
from sitegist.site.stylepaths import path_hashes
from sitegist.site.table import Keys

FUNCTIONS = ("linear", "log")
# "Five to 10 Web pages" make a template (section 6.6); more are counted exactly up to this many.
TEMPLATE_PAGES = 10
MOST_PAGES = 3000
# A block on fewer pages is content: 2 pages of a sample, one in ten of many.
_FEW, _ONE_IN = 2, 10


@dataclass(frozen=True, eq=False)
class Counted:
    """The distinct block vectors of some pages, and on how many pages each has its like."""

    index: Index
    hashes: Keys
    """Of the vectors in the index, sorted, as these are."""
    pages_with: Longs
    """By place in the index: pages with a similar block."""
    pages: sparse.csr_array
    """Which page has which vector: vectors by pages."""
    redundant_places: Keys
    """Style paths where every block stood on many pages."""
    urls: frozenset[str | None]
    """Of the pages."""
    sampled: bool
    """Whether there were more pages than these."""

    @property
    def count(self) -> int:
        """Number of pages."""
        return int(self.pages.shape[1])

    @property
    def limit(self) -> int:
        """A block is content if it stands on fewer pages than this."""
        return limit(self.count)


def limit(pages: int) -> int:
    """From how many of some pages on a block is redundant.

    >>> limit(5), limit(20), limit(21), limit(300)
    (2, 2, 3, 30)
    """
    return max(_FEW, -(-pages // _ONE_IN))


class ContentExtractor(Method):
    """Blocks whose like stands on few pages of their cluster are content.

    Up to ``most`` pages of a cluster are compared, with the answers of comparing every pair;
    ``pages=10`` learns the paper's template from so few, and blocks in places where the template
    has only redundant ones go as well. ``f`` is the function of the inverse block document
    frequency, which orders the blocks and changes no verdict.
    """

    name: ClassVar[str] = "content-extractor"
    segmenters: ClassVar[tuple[str, ...]] = ("partition", "tables", "segments", "leaves")
    needs_site: ClassVar[bool] = True

    def __init__(
        self,
        segmenter: str | None = None,
        f: str = "linear",
        pages: int | None = None,
        most: int = MOST_PAGES,
    ) -> None:
        super().__init__(segmenter)
        if f not in FUNCTIONS:
            raise OptionError.unknown("function", f, FUNCTIONS)
        if pages is not None and pages < _FEW:
            raise OptionError(f"blocks of {pages} pages cannot be compared: it takes two at least")
        self.f = f
        self.sample = pages
        self.most = most
        self.site: Site | None = None
        self.counted: dict[Part, Counted] = {}
        self._alone = Alone(self.segmenter, "there are no pages to compare it with")

    def fit(self, site: object, labels: object = None) -> ContentExtractor:
        """Compare the blocks of the pages of each cluster and kind."""
        self.counted = {}
        self.site = site if isinstance(site, Site) and site.size() > 1 else None
        if self.site is None:
            return self
        for part in self.site.parts or (Part(),):
            size = self.site.size(*part)
            sampled = self.sample or (TEMPLATE_PAGES if size > self.most else size)
            self.counted[part] = self._count(self.site.sample(sampled, *part), size)
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        counted = self._counted_for(page)
        if counted is None or self.site is None:
            return self._alone.extract(page)
        blocks = self.segment(page)
        vectors = block_vectors(blocks, self.site.terms(page))
        pages_with = self._pages_with(vectors, counted, self._is_counted(page, counted))
        kept = pages_with < counted.limit
        if counted.sampled:
            # a template: what is not in its sample is judged by its place (section 4.4.2)
            kept &= ~np.isin(_places(blocks), counted.redundant_places)
        evidence = {"pages": pages_with, "limit": np.full(len(blocks), counted.limit)}
        sure = np.abs(pages_with - counted.limit) / max(counted.count, 1)
        confidence = float(min(1.0, 0.5 + sure.mean())) if len(blocks) else 0.0
        return Extraction(self, blocks, kept, self._ibdf(pages_with), confidence, evidence)

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.method is not self:
            return extraction.method.reason(extraction, index)
        pages = int(extraction.evidence["pages"][index])
        limit = int(extraction.evidence["limit"][index])
        stands = "stands on 1 page" if pages == 1 else f"stands on {pages} pages"
        if pages >= limit:
            return f"{stands}, and from {limit} a block is redundant"
        if extraction.kept[index]:
            return f"{stands}, and from {limit} a block would be redundant"
        return "blocks in this place are redundant in the template"

    def _ibdf(self, pages_with: Longs) -> NDArray[np.float64]:
        """Equation 2: f(1 / (|S| + 1)), with f linear or the logarithm."""
        inverse = 1.0 / (pages_with.astype(np.float64) + 1.0)
        return inverse if self.f == "linear" else np.log(inverse)

    def _counted_for(self, page: Page) -> Counted | None:
        if self.site is None:
            return None
        found = self.counted.get(self.site.part_of(page))
        # a page of a small cluster has the largest one's furniture, if any
        return found or next(iter(self.counted.values()), None)

    def _is_counted(self, page: Page, counted: Counted) -> bool:
        """Whether a page, or the one that it is a near duplicate of, is among those compared."""
        if self.site is None or page.url is None or page.url not in self.site:
            return False
        return (self.site.entry(page.url).same_as or page.url) in counted.urls

    def _count(self, pages: Sequence[Page], size: int) -> Counted:
        assert self.site is not None
        parts: list[Vectors] = []
        places: list[Keys] = []
        of_page: list[int] = []
        for number, page in enumerate(pages):
            blocks = self.segment(page)
            parts.append(block_vectors(blocks, self.site.terms(page)))
            places.append(_places(blocks))
            of_page.extend([number] * len(blocks))
        everything = concatenate(parts)
        hashes, first, distinct = np.unique(everything.hash, return_index=True, return_inverse=True)
        index = Index(everything.take(first))
        ones = np.ones(len(of_page), np.int32)
        shape = (len(hashes), len(parts))
        holds = sparse.csr_array((ones, (distinct, np.array(of_page, np.int64))), shape=shape)
        with_like = pages_with_like(index, index.vectors, holds)
        redundant = with_like[distinct] >= limit(len(parts))
        at = np.concatenate(places) if places else np.zeros(0, np.uint64)
        gone = np.setdiff1d(at[redundant], at[~redundant])
        urls = frozenset(page.url for page in pages)
        return Counted(index, hashes, with_like, holds, gone, urls, len(parts) < size)

    def _pages_with(self, vectors: Vectors, counted: Counted, is_counted: bool) -> Longs:
        """Pages with a block like each vector: those compared, and its own if it is not of them."""
        if not len(counted.hashes):
            return np.ones(len(vectors), np.int64)
        place = np.minimum(np.searchsorted(counted.hashes, vectors.hash), len(counted.hashes) - 1)
        known = counted.hashes[place] == vectors.hash
        found = counted.pages_with[place].copy()
        new = np.flatnonzero(~known)
        if len(new):
            found[new] = pages_with_like(counted.index, vectors.take(new), counted.pages)
        # a block without any feature is like none, not even itself
        return np.maximum(found, 1) if is_counted else found + 1


def pages_with_like(index: Index, vectors: Vectors, pages: sparse.csr_array) -> Longs:
    """Section 3.2: on how many pages a block stands that is similar to each vector's."""
    found = np.zeros(len(vectors), np.int64)
    for here, there in index.similar(vectors):
        similar = sparse.csr_array(
            (np.ones(len(here), np.int32), (here, there)), shape=(len(vectors), pages.shape[0])
        )
        found += np.diff((similar @ pages).tocsr().indptr)
    return found


def _places(blocks: Blocks) -> Keys:
    """Where each block stands: the style path of its root."""
    rows = blocks.page.rows
    return path_hashes(rows, rows.look)[blocks.root]
