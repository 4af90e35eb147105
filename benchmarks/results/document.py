"""A document of which some parts are measured: what stands between two marks is replaced.

    <!-- begin sites -->
    tables
    <!-- end sites -->

Everything else is written by hand and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_PART = re.compile(
    r"(?P<begin>^<!-- begin (?P<name>\S+) -->\n).*?(?P<end>^<!-- end (?P=name) -->$)", re.M | re.S
)


def parts(document: str) -> list[str]:
    """The names of the measured parts, in order.

    >>> parts("<!-- begin a -->\\n<!-- end a -->\\nText\\n<!-- begin b -->\\n<!-- end b -->\\n")
    ['a', 'b']
    """
    return [found["name"] for found in _PART.finditer(document)]


def fill(document: str, measured: Mapping[str, str]) -> str:
    """The document with new measurements; parts without any stay as they are.

    >>> print(fill("Text\\n<!-- begin a -->\\nold\\n<!-- end a -->\\n", {"a": "new"}), end="")
    Text
    <!-- begin a -->
    new
    <!-- end a -->
    """

    def filled(found: re.Match[str]) -> str:
        text = measured.get(found["name"])
        return found[0] if text is None else f"{found['begin']}{text.strip()}\n{found['end']}"

    return _PART.sub(filled, document)
