"""The class of a page, where its site gives one: for the yardstick of paper 004.

Its product sites cannot be had. These are sections and languages, as the sites' own addresses or
sources have them; nothing but the yardstick uses them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?")


def class_of(site: str, path: str, row: Mapping[str, Any]) -> str | None:
    """The class of an article, ``None`` if nothing tells it."""
    if row.get("kind") != "article" or row.get("redirect"):
        return None
    if row.get("section"):
        return "/".join(map(str, filter(None, (row.get("lang"), row["section"]))))
    by_path = _BY_PATH.get(site)
    return by_path(path.split("/")[:-1]) if by_path else None


def has_classes(site: str) -> bool:
    """Whether the pages of a site of that name have classes by their addresses.

    >>> has_classes("wz2100-multi"), has_classes("elsewhere")
    (True, False)
    """
    return site in _BY_PATH


def _language_and_section(folders: list[str]) -> str | None:
    """``zh/blog/...`` and, for the site's first language, ``blog/...``."""
    if folders and _LANGUAGE.fullmatch(folders[0]):
        return "/".join(folders[:2]) if len(folders) > 2 else None
    return folders[0] if len(folders) > 1 else None


def _section(folders: list[str]) -> str | None:
    """``conseils/guides/...``."""
    return "/".join(folders[:2]) if len(folders) > 2 else None


_BY_PATH: Mapping[str, Callable[[list[str]], str | None]] = {
    "apisix-blog-en-zh": _language_and_section,
    "wz2100-multi": _language_and_section,
    "magazine-webdesign-fr": _section,
}
