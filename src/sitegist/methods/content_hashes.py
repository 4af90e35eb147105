"""Hashes of what stands in the elements of a page, with the markup inside.

They are built level by level, each from those of the children, so a page costs its rows and
nothing is ever written out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sitegist.hashing import Hashes, mix, text_hash
from sitegist.page import Page
from sitegist.page.links import base_url, resolve
from sitegist.page.rows import BLANK, HIDDEN, Bools, Ints, Longs


class ContentHashes(NamedTuple):
    """Hashes of the subtrees of a page, one per row; comments and white space do not count."""

    own: Hashes
    """Of the row itself: its tag and display attributes, its address, or its text."""
    content: Hashes
    """Of all inside the row, with the markup."""
    whole: Hashes
    """Of the row and all inside it."""
    has_content: Bools
    """Whether there is anything inside the row."""
    counted: Bools
    """Rows that are part of the tree: not hidden, no white space between elements."""


def content_hashes(page: Page) -> ContentHashes:
    """The same content has the same hash, on every page and wherever it stands.

    >>> from sitegist.page import read
    >>> hashes = content_hashes(read("<p><b>a</b> c</p><div><p><b>a</b>\\n c</p></div>"))
    >>> bool(hashes.whole[3] == hashes.whole[8]), bool(hashes.content[7] == hashes.content[8])
    (True, False)
    """
    rows = page.rows
    counted = ~rows.flagged(HIDDEN | BLANK)
    own = own_hashes(page)
    content, whole = subtree_hashes(own, rows.parent, rows.depth, counted)
    children = np.bincount(rows.parent[counted] + 1, minlength=len(rows) + 1)[1:]
    return ContentHashes(own, content, whole, children > 0, counted)


def subtree_hashes(
    own: Hashes, parent: Ints | Longs, depth: Ints | Longs, counted: Bools
) -> tuple[Hashes, Hashes]:
    """Hashes of what is inside each node, and of the node with it; nodes in document order."""
    place = places_among(parent, counted).astype(np.uint64)
    whole = np.zeros(len(own), np.uint64)
    content = np.zeros(len(own) + 1, np.uint64)  # the last entry is around the roots
    order = np.argsort(-depth, kind="stable")
    order = order[counted[order]]  # deepest first; the children of one parent stand together
    for level in np.split(order, np.flatnonzero(np.diff(depth[order])) + 1):
        whole[level] = mix(own[level], content[level])
        begins = np.flatnonzero(np.diff(parent[level], prepend=-2))
        if len(begins):
            placed = mix(whole[level], place[level])
            content[parent[level[begins]]] = np.add.reduceat(placed, begins)
    return content[:-1], whole


def own_hashes(page: Page) -> Hashes:
    """A hash of each row without what is inside it.

    Addresses are absolute, so that a link is the same from every page; a link to a place on the
    page itself is only its fragment.
    """
    rows = page.rows
    table = (text_hash("\x1f".join(map(repr, style))) for style in rows.styles)
    own = np.fromiter(table, np.uint64, len(rows.styles))[rows.style]
    own[rows.runs] = mix(own[rows.runs], run_hashes(page))
    targets = targets_of(page)
    bearers = np.fromiter(targets, np.int64, len(targets))
    addresses = np.fromiter(map(text_hash, targets.values()), np.uint64, len(targets))
    own[bearers] = mix(own[bearers], addresses)
    return own


def run_hashes(page: Page) -> Hashes:
    """A hash of each text run, its white space folded."""
    begin, end = page.rows.start[page.rows.runs], page.rows.start[page.rows.runs + 1]
    texts = [page.text[a:b] for a, b in zip(begin.tolist(), end.tolist())]
    known = {text: text_hash(" ".join(text.split())) for text in dict.fromkeys(texts)}
    return np.fromiter(map(known.__getitem__, texts), np.uint64, len(texts))


def targets_of(page: Page) -> dict[int, str]:
    """The address of every link and image by row, the same on a page read now and a reduced one."""
    rows = page.rows
    targets = {row: href for row, href in rows.attrs["href"].items() if rows.tag(row) != "base"}
    here = (resolve(page.url, None) or "").partition("#")[0] if page.url else None
    for link in page.links:
        fragment = f"#{link.fragment}" if link.fragment else ""
        targets[link.row] = fragment if fragment and link.url == here else link.url + fragment
    base = base_url(page)
    for row, src in rows.attrs["src"].items():
        targets[row] = resolve(src, base) or src
    return targets


def places_among(parent: Ints | Longs, counted: Bools) -> Longs:
    """For each node that counts its place, from 0, among its parent's children that do."""
    order = np.flatnonzero(counted)
    order = order[np.argsort(parent[order], kind="stable")]
    begins = np.flatnonzero(np.diff(parent[order], prepend=-2))
    sizes = np.diff(np.append(begins, len(order)))
    place = np.zeros(len(parent), np.int64)
    place[order] = np.arange(len(order)) - np.repeat(begins, sizes)
    return place
