"""Our own: the content container of each template, less what its pages share.

Not published; the sums are those of the papers. Which pages a block is counted on matters more
than any formula, so everything is learned per page cluster, and of its articles apart where one
template makes other pages, too:

1. A leaf block on more than a tenth of the cluster's pages is frequent.
2. The container is the style path whose elements hold the most rare text and the least links
   and frequent text.
3. A style path inside it whose words, over all pages, are mostly in links or frequent is
   furniture too: lists of related pages change from page to page, their place does not.
4. Comments of readers, told by class names, are neither, unless most of what a template says
   stands in them.
5. A heading goes with what it heads, on however many pages it stands, since every article may
   have its "Summary"; the page's own title stays, which a list of popular articles has, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sitegist.extraction import Extraction
from sitegist.methods.alone import Alone
from sitegist.methods.base import Method
from sitegist.methods.comments import in_comments
from sitegist.page import Blocks, Page
from sitegist.page.rows import HIDDEN, Bools, Longs
from sitegist.page.segmenters import leaves as leaf_blocks
from sitegist.site.clusters import Clusters
from sitegist.site.fingerprints import fingerprints
from sitegist.site.shapes import shape_of
from sitegist.site.site import Part, Site
from sitegist.site.stylepaths import PathNames, brief_looks, hash_of_name, path_hashes
from sitegist.site.table import Keys, Table

# A block on this share of a cluster's pages is frequent, but never one on two pages.
FREQUENT = 0.1
_RARE_PAGES = 2
# A container stands on at least this share of its cluster's pages.
_COMMON = 0.5
# Pages from which containers and furniture are learned; frequencies come from all pages.
SAMPLE = 200
# What a profile shows of frequent blocks.
_SAMPLES, _SAMPLE_TEXT = 12, 80
_CONTROLS = ("select", "button", "datalist", "textarea")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(frozen=True, eq=False)
class Template:
    """What was learned of one page cluster."""

    pages: int
    container: int
    """Style path of the elements that hold the content."""
    container_name: str
    furniture: Keys
    """Style paths of leaf blocks that are furniture wherever they stand, sorted."""
    frequent: Keys
    """Fingerprints of the frequent blocks, sorted."""
    samples: tuple[tuple[str, int], ...]
    """The most frequent blocks: the beginning of their text, and their pages."""
    comments: bool
    """Whether the comments of readers are content: most of the rare text stands in them."""


@dataclass(frozen=True, eq=False)
class _Leaves:
    """The leaf blocks of a page, as this method looks at them."""

    blocks: Blocks
    paths: NDArray[np.uint64]
    """The style path of every row."""
    prints: NDArray[np.uint64]
    comments: Bools
    """Blocks among the comments of readers."""
    controls: Bools
    """Blocks in what a form lets one choose or press."""

    @classmethod
    def of(cls, blocks: Blocks) -> _Leaves:
        rows = blocks.page.rows
        paths = path_hashes(rows, brief_looks(rows))
        controls = rows.nearest(rows.having(_CONTROLS))[blocks.root] >= 0
        comments = in_comments(rows)[blocks.root]
        return cls(blocks, paths, fingerprints(blocks), comments, controls)

    @property
    def headings(self) -> Bools:
        """Blocks that are headings."""
        rows = self.blocks.page.rows
        return np.asarray(rows.nearest(rows.having(_HEADINGS))[self.blocks.root] >= 0)

    @property
    def roots(self) -> NDArray[np.uint64]:
        """The style path of each block's root."""
        return self.paths[self.blocks.root]

    @property
    def plain(self) -> Longs:
        """Words of each block outside links."""
        return self.blocks.words - self.blocks.linked_words


class Container(Method):
    """Keeps the rare blocks in each template's content container.

    A page that is like none of the site's templates is judged by itself.
    """

    name: ClassVar[str] = "container"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves",)
    needs_site: ClassVar[bool] = True

    def __init__(self, segmenter: str | None = None, frequent: float = FREQUENT) -> None:
        super().__init__(segmenter)
        self.frequent = frequent
        self.clusters = Clusters((), {})
        self.templates: dict[Part, Template] = {}
        self.kinds: dict[str, str] = {}
        """Of the pages whose kind has a template of its own in their cluster, by URL."""
        self.corrections: dict[str, bool] = {}
        self._alone = Alone("leaves", "the site has taught no template for such a page")

    def fit(self, site: object, labels: object = None) -> Container:
        """Learn the template of each cluster, and of the articles in it, with enough pages."""
        self.templates, self.kinds = {}, {}
        self.clusters = site.clusters if isinstance(site, Site) else Clusters((), {})
        if not isinstance(site, Site):
            return self
        for part in site.parts:
            pages, blocks = site.sample(SAMPLE, *part), site.sums_of(*part).blocks
            self.templates[part] = learn(pages, blocks, site.size(*part), self.frequent)
        self.meet(site)
        return self

    def meet(self, site: Site) -> None:
        """Note the kinds of the pages of the site that was learned from, as far as they matter."""
        cluster_of = self.clusters.of_key
        places = ((entry.url, Part(cluster_of[entry.shape], entry.kind)) for entry in site.entries)
        self.kinds = {url: part.kind for url, part in places if part in self.templates}

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        template = self._template(page)
        if template is None:
            return self._alone.extract(page)
        leaves = _Leaves.of(self.segment(page))
        inside = _inside(leaves, template.container)
        frequent = np.isin(leaves.prints, template.frequent)
        furniture = np.isin(leaves.roots, template.furniture)
        comments = leaves.comments & (not template.comments)
        kept = ~frequent & ~furniture & ~comments & ~leaves.controls
        if inside.any():  # or this page has no such element: all that is rare
            kept &= inside
        heading = leaves.headings & inside & ~comments & ~leaves.controls & ~kept
        heading &= _followed(leaves, kept) | _of_title(leaves.blocks, heading)
        kept |= heading
        judged = self._judged(leaves)
        kept = np.where(judged == 0, kept, judged > 0) & ~leaves.blocks.is_title
        evidence = {
            "inside": inside,
            "frequent": frequent,
            "furniture": furniture,
            "comments": comments,
            "control": leaves.controls,
            "heading": heading,
            "corrected": judged,
        }
        scores = inside.astype(np.float64) - frequent - furniture - comments - leaves.controls
        scores[heading] = 1.0
        words = leaves.blocks.words
        certain = words[kept == inside].sum() / max(int(words.sum()), 1)
        return Extraction(self, leaves.blocks, kept, scores, float(certain), evidence)

    def _template(self, page: Page) -> Template | None:
        """What was learned of pages like this one."""
        cluster = self.clusters.of(shape_of(page)) if self.templates else None
        part = Part(cluster, self.kinds.get(page.url or "", ""))
        return self.templates.get(part, self.templates.get(Part(cluster)))

    def learned(self) -> dict[str, Any]:
        """What was learned, as plain data."""
        return {
            "frequent": self.frequent,
            "corrections": self.corrections,
            "clusters": self.clusters.as_dict(),
            "templates": {
                name_of(part): {
                    "pages": template.pages,
                    "container": template.container,
                    "container_name": template.container_name,
                    "furniture": template.furniture.tolist(),
                    "frequent": template.frequent.tolist(),
                    "samples": template.samples,
                    "comments": template.comments,
                }
                for part, template in sorted(self.templates.items())
            },
        }

    @classmethod
    def restored(cls, learned: dict[str, Any]) -> Container:
        """The method that had learned this."""
        method = cls(frequent=learned["frequent"])
        method.corrections = dict(learned["corrections"])
        method.clusters = Clusters.from_dict(learned["clusters"])
        for place, known in learned["templates"].items():
            cluster, _, kind = place.partition(" ")
            method.templates[Part(int(cluster), kind)] = Template(
                known["pages"],
                known["container"],
                known["container_name"],
                np.array(known["furniture"], np.uint64),
                np.array(known["frequent"], np.uint64),
                tuple((text, pages) for text, pages in known["samples"]),
                known["comments"],
            )
        return method

    def _judged(self, leaves: _Leaves) -> Longs:
        """1 for blocks in places that a person wants kept, -1 for those to drop, else 0.

        Of several style paths around a block, the nearest decides.
        """
        judged = np.zeros(len(leaves.blocks), np.int64)
        if self.corrections:
            verdicts = {hash_of_name(name): keep for name, keep in self.corrections.items()}
            paths = np.fromiter(verdicts, np.uint64, len(verdicts))
            rows = leaves.blocks.page.rows
            nearest = rows.nearest(np.isin(leaves.paths, paths))[leaves.blocks.root]
            for block in np.flatnonzero(nearest >= 0).tolist():
                judged[block] = 1 if verdicts[int(leaves.paths[nearest[block]])] else -1
        return judged

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.method is not self:
            return extraction.method.reason(extraction, index)
        evidence = extraction.evidence
        if extraction.blocks.is_title[index]:
            return "the title, which is not part of the text"
        if evidence["corrected"][index]:
            wish = "kept" if extraction.kept[index] else "dropped"
            return f"a person wants what stands here {wish}"
        if evidence["heading"][index]:
            return "a heading of what stays, or the page's own"
        if evidence["frequent"][index]:
            return f"stands on more than {self.frequent:.0%} of the pages of its template"
        if evidence["furniture"][index]:
            return "blocks in this place are mostly links or frequent text"
        if evidence["comments"][index]:
            return "stands among the comments of readers"
        if evidence["control"][index]:
            return "a control of a form"
        if evidence["inside"][index]:
            return "rare text inside the content container"
        return "rare text" if extraction.kept[index] else "outside the content container"


def name_of(part: Part) -> str:
    """What a part is called in a profile.

    >>> name_of(Part(3)), name_of(Part(3, "article"))
    ('3', '3 article')
    """
    return f"{part.cluster} {part.kind}".rstrip()


def learn(pages: Iterable[Page], blocks: Table, count: int, share: float) -> Template:
    """The template of some pages, given on how many of ``count`` pages each block stands."""
    limit = max(_RARE_PAGES, share * count)
    frequent = blocks.keys[blocks.columns[:, 0] > limit]
    gains: list[Table] = []
    gains_without: list[Table] = []
    said = discussed = 0
    places: list[Table] = []
    names = PathNames()
    texts: dict[int, str] = {}
    seen = 0
    for page in pages:
        leaves = _Leaves.of(leaf_blocks(page))
        rare = ~np.isin(leaves.prints, frequent)
        own = leaves.plain * rare
        said, discussed = said + int(own.sum()), discussed + int(own[leaves.comments].sum())
        gains.append(_gains(leaves, rare))
        gains_without.append(
            _gains(leaves, rare, leaves.comments) if leaves.comments.any() else gains[-1]
        )
        places.append(_places(leaves, rare))
        names.note(page.rows, leaves.paths)
        texts.update(zip(leaves.prints.tolist(), leaves.blocks.texts))
        seen += 1
    comments = 2 * discussed > said
    gained = Table.total(gains if comments else gains_without)
    common = gained.columns[:, 1] >= _COMMON * seen
    # the largest gain; of several, the path with the smallest hash
    best = int(np.argmax(np.where(common, gained.columns[:, 0], np.iinfo(np.int64).min)))
    container = int(gained.keys[best])
    placed = Table.total(places)
    furniture = placed.keys[2 * placed.columns[:, 1] > placed.columns[:, 0]]
    samples = _samples(blocks, frequent, texts)
    return Template(count, container, names.of(container), furniture, frequent, samples, comments)


def _samples(blocks: Table, frequent: Keys, texts: dict[int, str]) -> tuple[tuple[str, int], ...]:
    """The blocks on most pages; of equals, the longest first."""
    pages = dict(zip(frequent.tolist(), blocks.find(frequent)[:, 0].tolist()))
    known = [(" ".join(texts[key].split()), count) for key, count in pages.items() if key in texts]
    known.sort(key=lambda item: (-item[1], -len(item[0]), item[0]))
    return tuple((text[:_SAMPLE_TEXT], count) for text, count in known[:_SAMPLES])


def _gains(leaves: _Leaves, rare: Bools, ignored: Bools | None = None) -> Table:
    """By style path: rare words less link and frequent words of its elements, and 1 a page."""
    blocks = leaves.blocks
    rows = blocks.page.rows
    value = np.where(rare, leaves.plain - blocks.linked_words, -blocks.words)
    value[blocks.is_title if ignored is None else blocks.is_title | ignored] = 0
    per_row = np.bincount(blocks.root, weights=value, minlength=len(rows)).astype(np.int64)
    inner = rows.over_subtrees(per_row)
    drawn = rows.is_element & ~rows.flagged(HIDDEN)
    paths, place = np.unique(leaves.paths[drawn], return_inverse=True)
    gain = np.bincount(place, weights=inner[drawn], minlength=len(paths)).astype(np.int64)
    return Table(paths, np.stack([gain, np.ones_like(gain)], axis=1))


def _places(leaves: _Leaves, rare: Bools) -> Table:
    """By style path of leaf blocks: their words, and those that are in links or frequent."""
    blocks = leaves.blocks
    poor = np.where(rare, blocks.linked_words, blocks.words)
    counted = ~blocks.is_title & (blocks.words > 0)
    return Table.of(leaves.roots[counted], np.stack([blocks.words, poor], axis=1)[counted])


def _inside(leaves: _Leaves, container: int) -> Bools:
    """Blocks that stand in an element with the container's path."""
    rows = leaves.blocks.page.rows
    chosen = leaves.paths == np.uint64(container)
    return rows.nearest(chosen & rows.is_element)[leaves.blocks.root] >= 0


def _followed(leaves: _Leaves, kept: Bools) -> Bools:
    """Whether the next block of each that has words, and is no heading, stays."""
    blocks = leaves.blocks
    body = np.flatnonzero((blocks.words > 0) & ~leaves.headings)
    following = np.searchsorted(body, np.arange(len(blocks)), side="right")
    return np.append(kept[body], False)[following]


def _of_title(blocks: Blocks, chosen: Bools) -> Bools:
    """Which of some blocks are most of the page's title; the site's name is the rest of it."""
    title = " ".join(blocks.page.title.split())
    found = np.zeros(len(blocks), np.bool_)
    for block in np.flatnonzero(chosen).tolist():
        text = " ".join(blocks.texts[block].split())
        found[block] = text in title and 2 * len(text) > len(title)
    return found
