"""JSON: the page's metadata, its text, and for every block what was said of it and why."""

from __future__ import annotations

import json as standard
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegist.page.paths import css_paths, source_span

if TYPE_CHECKING:
    from sitegist.extraction import Extraction

_DIGITS = 6


def json(extraction: Extraction) -> str:
    """One object on one line, its keys always in the same order."""
    page = extraction.page
    found = {
        "url": page.url,
        "title": page.title,
        "metadata": page.metadata.as_dict(),
        "language": page.language,
        "method": extraction.method.name,
        "segmenter": extraction.blocks.segmenter,
        "confidence": _rounded(extraction.confidence),
        "needs_render": page.needs_render,
        "text": extraction.text,
        "blocks": _blocks(extraction),
    }
    return standard.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _blocks(extraction: Extraction) -> list[dict[str, Any]]:
    """What is said of each block; the paths and texts of all of them are found at once."""
    page, blocks = extraction.page, extraction.blocks
    paths = css_paths(page, blocks.root.tolist())
    return [
        {
            "text": text,
            "path": path,
            "kept": bool(extraction.kept[index]),
            "score": _rounded(float(extraction.scores[index])),
            "reason": extraction.method.reason(extraction, index),
            "source": list(source_span(page, rows)),
        }
        for index, (text, path, rows) in enumerate(zip(blocks.texts, paths, blocks.members))
    ]


def _rounded(number: float) -> float | None:
    """Six digits; JSON has no infinity, and ``-0.0`` is not worth a difference."""
    return round(number, _DIGITS) + 0.0 if np.isfinite(number) else None
