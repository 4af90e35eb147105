"""What `container` learns of one page cluster."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitegist.methods.comments import in_comments
from sitegist.page import Blocks, Page
from sitegist.page.links import host_of
from sitegist.page.rows import HIDDEN, Bools, Longs
from sitegist.page.segmenters import leaves as leaf_blocks
from sitegist.site.fingerprints import fingerprints
from sitegist.site.stylepaths import PathNames, brief_looks, path_hashes
from sitegist.site.table import Keys, Table

# A block on two pages is never frequent.
_RARE_PAGES = 2
# A container stands on at least this share of its cluster's pages.
_COMMON = 0.5
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
class Leaves:
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
    def of(cls, blocks: Blocks) -> Leaves:
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


def find_frequent(blocks: Table, count: int, share: float) -> Keys:
    """Fingerprints of the blocks on more than a share of ``count`` pages, sorted."""
    return blocks.keys[blocks.columns[:, 0] > max(_RARE_PAGES, share * count)]


def learn(
    pages: Iterable[Page], blocks: Table, count: int, share: float, hosts: Collection[str]
) -> Template:
    """The template of some pages, given on how many of ``count`` pages each block stands.

    ``hosts`` are those of the site; links to others lead elsewhere.
    """
    frequent = find_frequent(blocks, count, share)
    gains: list[Table] = []
    gains_without: list[Table] = []
    said = discussed = 0
    places: list[Table] = []
    names = PathNames()
    texts: dict[int, str] = {}
    seen = 0
    for page in pages:
        leaves = Leaves.of(leaf_blocks(page))
        rare = ~np.isin(leaves.prints, frequent)
        own = leaves.plain * rare
        said, discussed = said + int(own.sum()), discussed + int(own[leaves.comments].sum())
        gains.append(_gains(leaves, rare))
        gains_without.append(
            _gains(leaves, rare, leaves.comments) if leaves.comments.any() else gains[-1]
        )
        alone = blocks.find(leaves.prints)[:, 0] <= _RARE_PAGES
        places.append(_places(leaves, rare, alone, hosts))
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


def _gains(leaves: Leaves, rare: Bools, ignored: Bools | None = None) -> Table:
    """By style path: rare words less linked and frequent words of its elements, and 1 a page."""
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


def _places(leaves: Leaves, rare: Bools, alone: Bools, hosts: Collection[str]) -> Table:
    """By style path of leaf blocks: their words, and those that are in links or frequent.

    What links elsewhere on hardly another page is what an author says: no list of related pages
    of the site, and no advertisement, which comes again.
    """
    blocks = leaves.blocks
    linked = blocks.linked_words - np.where(alone, _outer_words(blocks, hosts), 0)
    poor = np.where(rare, linked, blocks.words)
    counted = ~blocks.is_title & (blocks.words > 0)
    return Table.of(leaves.roots[counted], np.stack([blocks.words, poor], axis=1)[counted])


def _outer_words(blocks: Blocks, hosts: Collection[str]) -> Longs:
    """Words of each block in links to other sites; a host above or below one of ours is ours."""
    links = [(link.row, host_of(link.url)) for link in blocks.page.links]
    distinct = {host for _, host in links} if hosts else ()
    outer = {host for host in distinct if not any(_is_within(host, own) for own in hosts)}
    at = [row for row, host in links if host in outer]
    return blocks.words_below(np.array(at, np.int64))


def _is_within(host: str, own: str) -> bool:
    return host == own or host.endswith(f".{own}") or own.endswith(f".{host}")
