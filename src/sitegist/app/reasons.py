"""Why a block stays or goes: the numbers, the terms that carry them, and where else it stands."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sitegist.app.library import Shown
from sitegist.app.places import places_of
from sitegist.extraction import Extraction
from sitegist.methods.entropies import block_entropy, weigh
from sitegist.page import Page
from sitegist.site.entropy import term_columns

# Terms and pages beyond these are counted, not listed.
MOST_TERMS = 200
MOST_PAGES = 200
_EXCERPT = 160


class Told(NamedTuple):
    """One block in a list of blocks."""

    block: int
    kept: bool
    score: float | None
    """``None`` where the method has no number for it."""
    reason: str
    words: int
    linked_words: int
    path: str
    text: str


def told(found: Extraction) -> Iterator[Told]:
    """The blocks of a page that show something, in reading order."""
    words, linked = found.blocks.words.tolist(), found.blocks.linked_words.tolist()
    for index, verdict in enumerate(found):
        text = " ".join(found.blocks.texts[index].split())
        if text:
            yield Told(
                index,
                verdict.kept,
                number(verdict.score),
                verdict.reason,
                words[index],
                linked[index],
                verdict.block.path,
                text,
            )


def number(value: float) -> float | None:
    """Six digits; what is not a number is nothing."""
    return round(float(value), 6) if math.isfinite(value) else None


def why(shown: Shown, found: Extraction, index: int) -> dict[str, Any]:
    """All that is known of one block."""
    blocks = found.blocks
    pages = places_of(shown).with_block(found, index)
    return {
        "block": index,
        "method": found.method.name,
        "segmenter": blocks.segmenter,
        "kept": bool(found.kept[index]),
        "score": number(found.scores[index]),
        "reason": found.method.reason(found, index),
        "words": int(blocks.words[index]),
        "linked_words": int(blocks.linked_words[index]),
        "path": blocks[index].path,
        "text": blocks.texts[index],
        "evidence": {name: number(values[index]) for name, values in found.evidence.items()},
        **_terms(shown, found, index),
        "standing_on": len(pages),
        "pages": pages[:MOST_PAGES],
    }


def _terms(shown: Shown, found: Extraction, index: int) -> dict[str, Any]:
    """The block's terms with what the *other* pages of its template know of them.

    Those that speak for the verdict come first: of what stays the rare ones, of what goes those
    that stand everywhere.
    """
    site, page = shown.mined.site, found.page
    cluster = site.cluster_of(page)
    weighed = weigh(site, page, cluster)
    terms, sums = weighed.terms, site.sums_of(cluster)
    here = np.flatnonzero(found.blocks.owner[terms.row] == index)
    ids, first, counts = np.unique(terms.id[here], return_index=True, return_counts=True)
    known = sums.terms.find(terms.hash[ids])
    own = page.url in site
    if own:
        known = np.maximum(known - term_columns(terms.counts[ids]), 0)
    value = weighed.entropy[ids]
    order = np.lexsort((first, -counts, value if found.kept[index] else -value))
    rows = [
        {
            "term": terms.names[ids[place]],
            "written": page.text[terms.start[here[first[place]]] : terms.end[here[first[place]]]],
            "here": int(counts[place]),
            "entropy": round(float(value[place]), 6),
            "occurrences": int(known[place, 0]),
            "pages": int(known[place, 1]),
        }
        for place in order[:MOST_TERMS].tolist()
    ]
    return {
        "entropy": number(block_entropy(found.blocks, weighed).mean[index]),
        "other_pages": sums.pages - own,
        "of_template": sums.pages < site.size(),
        "distinct_terms": len(ids),
        "terms": rows,
    }


def links(page: Page, found: Extraction, index: int) -> list[tuple[str, str]]:
    """Where the links of a block lead, and what they say."""
    blocks = found.blocks.of_links.tolist()
    wanted = [link for link, block in zip(page.links, blocks) if block == index]
    return list(dict.fromkeys((link.url, page.inner_text(link.row)) for link in wanted))


def excerpt(text: str) -> str:
    """The beginning of a text."""
    return text if len(text) <= _EXCERPT else text[:_EXCERPT].rstrip() + "…"
