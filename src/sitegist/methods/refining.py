"""Splitting and joining blocks (paper 000, sections 4.1 and 6)."""

from __future__ import annotations

import numpy as np

from sitegist.page import Blocks
from sitegist.page.rows import Bools, Longs
from sitegist.page.segmenters.labels import blocks_from_labels


def split_block(blocks: Blocks, chosen: Bools, level: int) -> Blocks:
    """Split some blocks: by TR at level 0, by TD and TH at level 1, by DOM children at level 2."""
    rows = blocks.page.rows
    keep = np.append(chosen, False)[blocks.owner]
    if level == 0:
        parts = rows.nearest(rows.having(("tr",)))
    elif level == 1:
        parts = rows.nearest(rows.having(("td", "th")))
    else:
        parts = _children(blocks, chosen)
    # a row keeps its block; in a chosen one it goes with the part that it stands in
    labels = blocks.owner.astype(np.int64) * (len(rows) + 1)
    inside = keep & (parts >= 0)
    within = np.zeros(len(rows), np.bool_)
    within[inside] = blocks.owner[parts[inside]] == blocks.owner[inside]
    labels[within] += 1 + parts[within]
    labels[blocks.owner < 0] = -1
    return blocks_from_labels(blocks.page, blocks.segmenter, labels)


def _children(blocks: Blocks, chosen: Bools) -> Longs:
    """For each row the highest element that holds it below the first branching of its block."""
    rows = blocks.page.rows
    split = np.zeros(len(rows), np.bool_)
    drawn = rows.runs[np.append(chosen, False)[blocks.owner[rows.runs]]]
    order = np.argsort(blocks.owner[drawn], kind="stable")
    bounds = np.searchsorted(blocks.owner[drawn][order], np.arange(len(blocks) + 1))
    for block in np.flatnonzero(chosen).tolist():
        runs = drawn[order[bounds[block] : bounds[block + 1]]]
        split[_branches(blocks, int(blocks.root[block]), runs)] = True
    return rows.nearest(split)


def _branches(blocks: Blocks, root: int, runs: Longs) -> list[int]:
    """The children of the first element below ``root`` that has several with text of the block.

    ``runs`` are the text runs of the block, in document order.
    """
    rows = blocks.page.rows
    while True:
        children = []
        # each time the child of ``root`` that the next run is in
        place = int(np.searchsorted(runs, root + 1))
        row = root + 1
        while place < len(runs) and runs[place] < rows.end[root]:
            while rows.end[row] <= runs[place]:
                row = int(rows.end[row])
            children.append(row)
            place = int(np.searchsorted(runs, rows.end[row]))
        if len(children) != 1 or not rows.is_element[children[0]]:
            return [child for child in children if rows.is_element[child]]
        root = children[0]


def merge_neighbours(blocks: Blocks, kept: Bools, apart: Bools | None = None) -> Blocks:
    """Join blocks that follow each other, stand in one block and have one verdict.

    The title stays a block of its own, and so do those that are to stand ``apart``.
    """
    alone = blocks.is_title if apart is None else blocks.is_title | apart
    group = np.zeros(len(blocks), np.int64)
    number = -1
    last: tuple[int, bool] | None = None
    for index, (parent, verdict) in enumerate(zip(blocks.parent.tolist(), kept.tolist())):
        here = (parent, verdict)
        if here != last or alone[index] or alone[index - 1]:  # there is no last before the first
            number += 1
        group[index] = number
        last = here
    labels = np.append(group, -1)[blocks.owner]
    return blocks_from_labels(blocks.page, blocks.segmenter, labels)
