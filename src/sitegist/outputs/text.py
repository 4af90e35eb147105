"""Plain text: a line for each block."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitegist.extraction import Extraction


def text(extraction: Extraction) -> str:
    """The kept text; blocks stand on lines of their own, and ``<pre>`` keeps its lines."""
    return extraction.text
