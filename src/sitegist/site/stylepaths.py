"""Style paths: where an element stands, told by the styles of all elements around it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sitegist.hashing import mix, text_hash
from sitegist.page.rows import Rows, Style


def brief_style(style: Style) -> str:
    """The tag and the first class token without digits.

    Content systems write the kind of template first and what is the page's own after it:
    ``single single-post postid-17 category-news``.
    """
    tokens = (token for token in (style[1] or "").split() if not any(map(str.isdigit, token)))
    return f"{style[0]}.{next(tokens, '')}"


def brief_looks(rows: Rows) -> NDArray[np.uint64]:
    """A stable hash of each row's brief style."""
    table = (text_hash(brief_style(style)) for style in rows.styles)
    return np.fromiter(table, np.uint64, len(rows.styles))[rows.style]


def path_hashes(rows: Rows, looks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash per row of its look and those of its ancestors, level by level."""
    paths = np.zeros(len(rows) + 1, np.uint64)  # the last entry stands above the roots
    order = np.argsort(rows.depth, kind="stable")
    levels = np.searchsorted(rows.depth[order], np.arange(rows.depth.max(initial=-1) + 2))
    for first, end in zip(levels[:-1].tolist(), levels[1:].tolist()):
        level = order[first:end]
        paths[level] = mix(paths[rows.parent[level]], looks[level])
    return paths[:-1]


def hash_of_name(name: str) -> int:
    """The hash of a path by its name, as `path_name` gives it."""
    path = np.zeros(1, np.uint64)
    for step in name.split(" > "):
        brief = step if "." in step else f"{step}."
        path = mix(path, np.array([text_hash(brief)], np.uint64))
    return int(path[0])


class PathNames:
    """The readable names of style paths, remembered as they are met."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Rows, int]] = {}

    def note(self, rows: Rows, paths: NDArray[np.uint64]) -> None:
        """Remember where each path can be seen."""
        distinct, places = np.unique(paths, return_index=True)
        for path, row in zip(distinct.tolist(), places.tolist()):
            self._rows.setdefault(path, (rows, row))

    def of(self, path: int) -> str:
        """``html > body.single > main.content``"""
        rows, row = self._rows[path]
        return path_name(rows, row)


def _short(brief: str) -> str:
    """Without the dot that nothing follows, where it is the only one."""
    return brief[:-1] if brief.find(".") == len(brief) - 1 else brief


def path_name(rows: Rows, row: int) -> str:
    """The brief styles of a row and its ancestors, from the top."""
    names = []
    while row >= 0:
        names.append(_short(brief_style(rows.styles[rows.style[row]])))
        row = int(rows.parent[row])
    return " > ".join(reversed(names))
