"""Emphasis that Markdown's readers see: its delimiters count only beside the right characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from sitegist.outputs.spans import BREAK, CODE, DELETED, EM, STRONG, Mark, Span

_KINDS = (STRONG, EM, DELETED)


def join_alike(spans: Sequence[Span]) -> list[Span]:
    """Neighbours with the same marks as one span, and code that touches code."""
    joined: list[Span] = []
    for span in spans:
        if joined and span.gap != BREAK and not span.image and not joined[-1].image:
            before = joined[-1]
            touches = not span.gap and _kinds(before) == _kinds(span)
            if before.marks == span.marks or touches:
                joined[-1] = before._replace(text=before.text + span.gap + span.text)
                continue
        joined.append(span)
    return joined


def _kinds(span: Span) -> list[Mark]:
    """The marks of a span, pieces of code not told apart."""
    return [Mark(CODE) if mark.kind == CODE else mark for mark in span.marks]


def readable(spans: Sequence[Span]) -> list[Span]:
    """Spans whose emphasis can be written: punctuation moved out of it, or the emphasis dropped.

    ``<b>Note:</b>that`` is no emphasis as ``**Note:**that``, but as ``**Note**:that``.
    """
    found = join_alike(spans)
    if not any(mark.kind in _KINDS for span in found for mark in span.marks):
        return found
    _drop_crossing(found)
    for kind in _KINDS:
        found = _reaching(found, Mark(kind))
    return join_alike(found)


def _drop_crossing(spans: list[Span]) -> None:
    """Where two spans touch and each has emphasis that the other has not, keep what they share."""
    for place in range(1, len(spans)):
        span = spans[place]
        if span.gap:
            continue
        before = [m for m in spans[place - 1].marks if m.kind in _KINDS]
        here = [m for m in span.marks if m.kind in _KINDS]
        shared = 0
        while shared < min(len(before), len(here)) and before[shared] == here[shared]:
            shared += 1
        if shared < min(len(before), len(here)):
            spans[place] = _without(span, here[shared:])


def _without(span: Span, marks: Sequence[Mark]) -> Span:
    return span._replace(marks=tuple(mark for mark in span.marks if mark not in marks))


def _reaching(spans: list[Span], mark: Mark) -> list[Span]:
    """The spans, with one kind of emphasis only where its delimiters would be seen."""
    out: list[Span] = []
    first = 0
    while first < len(spans):
        end = first
        while end < len(spans) and mark in spans[end].marks:
            end += 1
        if end == first:
            out.append(spans[first])
            first += 1
            continue
        before = out[-1] if out else None
        after = spans[end] if end < len(spans) else None
        out.extend(_delimited(spans[first:end], mark, before, after))
        first = end
    return out


def _delimited(run: list[Span], mark: Mark, before: Span | None, after: Span | None) -> list[Span]:
    """A stretch of one emphasis, between what stands around it."""
    touches_before = before is not None and not run[0].gap
    touches_after = after is not None and not after.gap
    lead: str | None = ""
    trail: str | None = ""
    if before is not None and touches_before and not _is_punctuation(_edge(before, -1, run[0])):
        lead = _punctuation(run[0], mark, 1)
    if after is not None and touches_after and not _is_punctuation(_edge(after, 0, run[-1])):
        trail = _punctuation(run[-1], mark, -1)
    if lead is None or trail is None:
        return [_without(span, [mark]) for span in run]
    first, last = run[0], run[-1]
    if len(run) == 1 and len(lead) + len(trail) >= len(first.text):
        return [_without(first, [mark])]
    out = list(run)
    if lead:
        out[0] = out[0]._replace(gap="", text=out[0].text[len(lead) :])
    if trail:
        out[-1] = out[-1]._replace(text=out[-1].text[: len(out[-1].text) - len(trail)])
    if lead:
        out.insert(0, _without(first._replace(text=lead), [mark]))
    if trail:
        out.append(_without(last._replace(gap="", text=trail), [mark]))
    return out


def _edge(outer: Span, side: int, inner: Span) -> str:
    """The character beside a delimiter on its outside."""
    differ = [mark for mark in outer.marks if mark.kind == CODE or mark not in inner.marks]
    return "]" if outer.image or differ else outer.text[side]


def _punctuation(span: Span, mark: Mark, direction: int) -> str | None:
    """The punctuation that has to leave the emphasis; ``None`` if it cannot."""
    inside = span.marks[span.marks.index(mark) + 1 :]
    # asterisks beside asterisks are one delimiter; anything else counts as punctuation
    if span.image or any(m.kind not in (EM, STRONG) or mark.kind == DELETED for m in inside):
        return None
    text = span.text[::direction]
    count = 0
    while count < len(text) and _is_punctuation(text[count]):
        count += 1
    return None if count == len(text) else text[:count][::direction]


@lru_cache(maxsize=4096)
def _is_punctuation(character: str) -> bool:
    return character.isspace() or unicodedata.category(character)[0] in "PS"
