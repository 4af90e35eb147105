"""Our own: the content container of each template, less what its pages share.

Not published; the sums are those of the papers. Which pages a block is counted on matters more
than any formula, so everything is learned per page cluster, and of its articles apart where one
template makes other pages, too:

1. A leaf block on more than a tenth of the cluster's pages is frequent.
2. The container is the style path whose elements hold the most rare text and the least links
   and frequent text.
3. A style path inside it whose words, over all pages, are mostly in links or frequent is
   furniture too: lists of related pages change from page to page, their place does not. Links
   to other sites do not count in blocks on one page or two: that is what an author says.
4. Comments of readers, told by class names, are neither, unless most of what a template says
   stands in them.
5. A heading goes with what it heads, on however many pages it stands, since every article may
   have its "Summary"; the page's own title stays, which a list of popular articles has, too.
6. On a table of contents, what is rare on the whole site stays as well where most links lead to
   articles.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from sitegist.extraction import Extraction
from sitegist.methods.alone import Alone
from sitegist.methods.base import Method
from sitegist.methods.listings import find_indexes, find_listings
from sitegist.methods.template import Leaves, Template, find_frequent, learn
from sitegist.page import Blocks, Page
from sitegist.page.rows import Bools, Longs
from sitegist.site.clusters import Clusters
from sitegist.site.shapes import shape_of
from sitegist.site.site import Part, Site
from sitegist.site.structure import TOC
from sitegist.site.stylepaths import hash_of_name
from sitegist.site.table import Keys

# A block on this share of a cluster's pages is frequent.
FREQUENT = 0.1
# Pages from which containers and furniture are learned; frequencies come from all pages.
SAMPLE = 200
_SIGNS = ("inside", "frequent", "furniture", "comments")
_NONE: Keys = np.zeros(0, np.uint64)


class Container(Method):
    """Keeps the rare blocks in each template's content container.

    A page that is like none of the site's templates is judged by itself, less what is frequent on
    the site.
    """

    name: ClassVar[str] = "container"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves",)
    needs_site: ClassVar[bool] = True

    def __init__(self, segmenter: str | None = None, frequent: float = FREQUENT) -> None:
        super().__init__(segmenter)
        self.frequent = frequent
        self.corrections: dict[str, bool] = {}
        self._alone = Alone("leaves", "the site has taught no template for such a page")
        self._forget()

    def _forget(self) -> None:
        """All that a site has taught."""
        self.clusters = Clusters((), {})
        self.templates: dict[Part, Template] = {}
        self.everywhere = _NONE
        """Fingerprints of the blocks that are frequent on the whole site, sorted."""
        self.listings = _NONE
        """Style paths of the blocks in which tables of contents list articles, sorted."""
        self.indexes: frozenset[int] = frozenset()
        """The clusters most of whose pages are tables of contents."""
        self.kinds: dict[str, str] = {}
        """Of the pages of the site that was learned from, by URL."""

    def fit(self, site: object, labels: object = None) -> Container:
        """Learn the template of each cluster, and of the articles in it, with enough pages."""
        self._forget()
        if not isinstance(site, Site):
            return self
        self.clusters = site.clusters
        for part in site.parts:
            pages, blocks = site.sample(SAMPLE, *part), site.sums_of(*part).blocks
            self.templates[part] = learn(pages, blocks, site.size(*part), self.frequent, site.hosts)
        self.everywhere = find_frequent(site.sums_of().blocks, site.size(), self.frequent)
        self.listings = find_listings(site)
        self.indexes = find_indexes(site)
        self.meet(site)
        return self

    def meet(self, site: Site) -> None:
        """Note the kinds of the pages of the site that was learned from."""
        self.kinds = {entry.url: entry.kind for entry in site.entries}

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        if not self.templates:
            return self._alone.extract(page)
        part = Part(self.clusters.of(shape_of(page)), self.kinds.get(page.url or "", ""))
        template = self.templates.get(part, self.templates.get(Part(part.cluster)))
        leaves = Leaves.of(self.segment(page))
        evidence = self._told(leaves, template)
        inside, frequent, furniture, comments = (evidence[name] for name in _SIGNS)
        controls = leaves.controls
        kept = ~frequent & ~furniture & ~comments & ~controls
        if template is None or inside.any():  # or it lacks the container: all that is rare
            kept &= inside
        listed = self._listed(leaves, part) & ~kept & ~controls
        kept |= listed
        heading = leaves.headings & inside & ~comments & ~controls & ~kept
        heading &= _followed(leaves, kept) | _of_title(leaves.blocks, heading)
        kept |= heading
        judged = self._judged(leaves)
        kept = np.where(judged == 0, kept, judged > 0) & ~leaves.blocks.is_title
        evidence |= {"control": controls, "listed": listed, "heading": heading, "corrected": judged}
        scores = inside.astype(np.float64) - frequent - furniture - comments - controls
        scores[listed | heading] = 1.0
        words = leaves.blocks.words
        certain = words[kept == (inside | listed)].sum() / max(int(words.sum()), 1)
        return Extraction(self, leaves.blocks, kept, scores, float(certain), evidence)

    def _told(self, leaves: Leaves, template: Template | None) -> dict[str, Any]:
        """What speaks for and against each block, by its template or else by the page itself."""
        if template is not None:
            return {
                "inside": _inside(leaves, template.container),
                "frequent": np.isin(leaves.prints, template.frequent),
                "furniture": np.isin(leaves.roots, template.furniture),
                "comments": leaves.comments & (not template.comments),
            }
        alone = self._alone.judge(leaves.blocks)
        return {
            "inside": alone.kept,
            "frequent": np.isin(leaves.prints, self.everywhere),
            "furniture": np.zeros(len(alone), np.bool_),
            "comments": leaves.comments,
            "alone": alone.scores,
            **alone.evidence,
        }

    def _listed(self, leaves: Leaves, part: Part) -> Bools:
        """Blocks in the places where tables of contents list articles, if this is one."""
        if part.kind != TOC and (part.kind or part.cluster not in self.indexes):
            return np.zeros(len(leaves.blocks), np.bool_)
        return np.isin(leaves.roots, self.listings) & ~np.isin(leaves.prints, self.everywhere)

    def learned(self) -> dict[str, Any]:
        """What was learned, as plain data."""
        return {
            "frequent": self.frequent,
            "corrections": self.corrections,
            "everywhere": self.everywhere.tolist(),
            "listings": self.listings.tolist(),
            "indexes": sorted(self.indexes),
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
        method.everywhere = np.array(learned["everywhere"], np.uint64)
        method.listings = np.array(learned["listings"], np.uint64)
        method.indexes = frozenset(learned["indexes"])
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

    def _judged(self, leaves: Leaves) -> Longs:
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
        if evidence["listed"][index]:
            return "blocks in this place list the site's articles"
        if evidence["heading"][index]:
            return "a heading of what stays, or the page's own"
        is_alone = "alone" in evidence
        if evidence["frequent"][index]:
            of = "the site" if is_alone else "its template"
            return f"stands on more than {self.frequent:.0%} of the pages of {of}"
        if evidence["furniture"][index]:
            return "blocks in this place are mostly links or frequent text"
        if evidence["comments"][index]:
            return "stands among the comments of readers"
        if evidence["control"][index]:
            return "a control of a form"
        if is_alone:
            return self._alone.reason(extraction, index)
        if evidence["inside"][index]:
            return "rare text inside the content container"
        return "rare text" if extraction.kept[index] else "outside the content container"


def name_of(part: Part) -> str:
    """What a part is called in a profile.

    >>> name_of(Part(3)), name_of(Part(3, "article"))
    ('3', '3 article')
    """
    return f"{part.cluster} {part.kind}".rstrip()


def _inside(leaves: Leaves, container: int) -> Bools:
    """Blocks that stand in an element with the container's path."""
    rows = leaves.blocks.page.rows
    chosen = leaves.paths == np.uint64(container)
    return rows.nearest(chosen & rows.is_element)[leaves.blocks.root] >= 0


def _followed(leaves: Leaves, kept: Bools) -> Bools:
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
