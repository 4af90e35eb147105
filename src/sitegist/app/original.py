"""Original pages in a frame, with the verdicts on their blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from starlette.responses import Response

from sitegist.app.agreement import LOOKS, keepers
from sitegist.app.library import Shown
from sitegist.app.reasons import number
from sitegist.extraction import Extraction
from sitegist.overlay import POLICY, Mark, Marks, of_blocks, render
from sitegist.page import Page, read

_SANDBOX = "allow-top-navigation-by-user-activation"
_HEADERS = {
    "content-security-policy": f"sandbox {_SANDBOX}; {POLICY}; frame-ancestors 'self'",
    # a sandboxed document that is opened by itself is of no origin that could ask for more
    "cross-origin-opener-policy": "unsafe-none",
}
SAID = ("both drop it", "only the first keeps it", "only the second keeps it", "both keep it")


def framed(html: str) -> Response:
    """A page of others, in which nothing runs, and nothing is fetched."""
    return Response(html.encode("utf-8", "replace"), headers=_HEADERS, media_type="text/html")


def with_source(shown: Shown, page: Page) -> Page:
    """The page with its source, if that was kept and still has the same rows."""
    assert page.url is not None
    document = shown.store.original(page.url)
    if document is None:
        return page
    source = read(document.data, document.url, document.content_type)
    alike = np.array_equal(source.rows.end, page.rows.end) and source.text == page.text
    return replace(source, url=page.url) if alike else page


def verdicts(
    found: Extraction,
    second: Extraction | None,
    leads: Callable[[int], str],
    chosen: int | None,
    said: Sequence[str] = SAID,
) -> Marks:
    """The marks of one method's verdicts, or of where two of them differ, on the blocks of one.

    ``leads`` says where a click on a block leads, ``said`` what is said of neither, the first, the
    second and both.
    """
    if second is None:
        return of_blocks(found.blocks, [_mark(found, n, leads, chosen) for n in range(len(found))])
    rows = found.page.rows
    owner = found.blocks.owner.astype(np.int64)
    by = np.zeros(len(rows), np.int64)
    by[rows.runs] = keepers(found, second)
    # pictures have no run: what their blocks are
    rest = np.setdiff1d(np.arange(len(rows)), rows.runs)
    for extraction, bit in ((found, 1), (second, 2)):
        keep = np.append(extraction.kept, False)
        by[rest] += keep[extraction.blocks.owner[rest]] * bit
    pairs, label = np.unique(np.where(owner >= 0, owner * 4 + by, -1), return_inverse=True)
    marks = [
        Mark(pair // 4, LOOKS[pair % 4], f"{pair // 4} · {said[pair % 4]}", leads(pair // 4),
             pair // 4 == chosen)
        for pair in pairs.tolist() if pair >= 0
    ]  # fmt: skip
    return Marks(marks, label - int(len(pairs) > len(marks)))


def _mark(found: Extraction, block: int, leads: Callable[[int], str], chosen: int | None) -> Mark:
    look, told = ("kept", "stays") if found.kept[block] else ("dropped", "goes")
    score = number(found.scores[block])
    label = f"{block} · {told}" + ("" if score is None else f" · {score:.2f}")
    return Mark(block, look, label, leads(block), block == chosen)


def document(page: Page, marks: Marks) -> Response:
    """The page with its marks."""
    return framed(render(page, marks))
