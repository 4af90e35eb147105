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
        parts = _children(blocks)
    # a row keeps its block; in a chosen one it goes with the part that it stands in
    labels = blocks.owner.astype(np.int64) * (len(rows) + 1)
    inside = keep & (parts >= 0)
    within = np.zeros(len(rows), np.bool_)
    within[inside] = blocks.owner[parts[inside]] == blocks.owner[inside]
    labels[within] += 1 + parts[within]
    labels[blocks.owner < 0] = -1
    return blocks_from_labels(blocks.page, blocks.segmenter, labels)


def _children(blocks: Blocks) -> Longs:
    """For each row the highest element that holds it below the first branching of its block."""
    rows = blocks.page.rows
    split = np.zeros(len(rows), np.bool_)
    for root in blocks.root.tolist():
        split[_branches(blocks, root)] = True
    return rows.nearest(split)


def _branches(blocks: Blocks, root: int) -> list[int]:
    """The children of the first element below ``root`` that has several with text."""
    rows = blocks.page.rows
    while True:
        children = []
        row = root + 1
        while row < rows.end[root]:
            if rows.start[rows.end[row]] > rows.start[row]:
                children.append(row)
            row = int(rows.end[row])
        if len(children) != 1 or not rows.is_element[children[0]]:
            return [child for child in children if rows.is_element[child]]
        root = children[0]


def merge_neighbours(blocks: Blocks, kept: Bools) -> Blocks:
    """Join blocks that follow each other, stand in one block and have one verdict."""
    group = np.zeros(len(blocks), np.int64)
    number = -1
    last: tuple[int, bool] | None = None
    for index, (parent, verdict) in enumerate(zip(blocks.parent.tolist(), kept.tolist())):
        here = (parent, verdict)
        if here != last or blocks.is_title[index] or (index and blocks.is_title[index - 1]):
            number += 1
        group[index] = number
        last = here
    labels = np.append(group, -1)[blocks.owner]
    return blocks_from_labels(blocks.page, blocks.segmenter, labels)
