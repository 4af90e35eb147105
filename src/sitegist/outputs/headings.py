"""What is in a heading and is no part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sitegist.outputs.spans import STRONG, Mark, Span


def heading(spans: Sequence[Span], hrefs: Mapping[int, str]) -> list[Span]:
    """A heading without bold type, which it is anyway, and without the link to itself."""
    strong = Mark(STRONG)
    plain = [s._replace(marks=tuple(m for m in s.marks if m != strong)) for s in spans]
    plain = [span for span in plain if not _is_permalink(span, hrefs)]
    if plain:
        plain[0] = plain[0]._replace(gap="")
    return plain


def _is_permalink(span: Span, hrefs: Mapping[int, str]) -> bool:
    """Whether a span is a sign, mostly a pilcrow, that leads to the heading itself."""
    if span.image or any(map(str.isalnum, span.text)):
        return False
    return any(hrefs.get(mark.row, "").startswith("#") for mark in span.marks)
