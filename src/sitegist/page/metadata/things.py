"""Things of schema.org, from JSON-LD or microdata: which is the page, and what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitegist.page.metadata.jsonld import Thing
from sitegist.page.metadata.text import clean
from sitegist.page.metadata.titles import shared
from sitegist.page.metadata.vocabulary import KINDS, RANK

MAX_DEPTH = 4
MAX_VALUES = 50
# A headline that shares fewer of its words with the page's titles is another page's.
MIN_AGREEMENT = 0.6


@dataclass(frozen=True)
class Things:
    """The things of one kind of markup that are about the page."""

    source: str
    all: Sequence[Thing]
    by_id: dict[str, Thing] = field(default_factory=dict)

    def texts(self, value: Any, depth: int = 0) -> Iterator[str]:
        """The words that a value comes down to: itself, or the name of the thing it is."""
        if isinstance(value, str):
            named = self.by_id.get(value)
            if named is not None and depth < MAX_DEPTH:
                yield from self.texts(named, depth + 1)
            elif text := clean(value):
                yield text
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield str(value)[:30] if abs(value) < 1e15 else ""
        elif isinstance(value, list) and depth < MAX_DEPTH:
            for part in value[:MAX_VALUES]:
                yield from self.texts(part, depth + 1)
        elif isinstance(value, dict) and depth < MAX_DEPTH:
            yield from self._of_thing(value, depth)

    def _of_thing(self, thing: Thing, depth: int) -> Iterator[str]:
        for name in ("name", "@value", "alternateName", "headline", "contentUrl", "url"):
            if thing.get(name):
                yield from self.texts(thing[name], depth + 1)
                return
        if thing.get("givenName") or thing.get("familyName"):
            both = (thing.get("givenName"), thing.get("familyName"))
            yield clean(" ".join(part for part in both if isinstance(part, str)))
            return
        reference = thing.get("@id")
        named = self.by_id.get(reference) if isinstance(reference, str) else None
        if named is not None and named is not thing:
            yield from self.texts(named, depth + 1)

    def said(self, thing: Thing | None, *names: str) -> Iterator[str]:
        """The values of a thing's properties."""
        for name in names if thing is not None else ():
            yield from filter(None, self.texts((thing or {}).get(name)))

    def first(self, thing: Thing | None, *names: str) -> str | None:
        """The first value of a thing's properties."""
        return next(self.said(thing, *names), None)

    def main(self, titles: Sequence[str]) -> Thing | None:
        """The thing that the page is about, if one stands out."""
        ranked = [(_rank(thing), thing) for thing in self.all]
        best = max((rank for rank, _ in ranked), default=0)
        if best == 0:
            return None
        rivals = [thing for rank, thing in ranked if rank == best]
        if len(rivals) == 1:
            return rivals[0]
        agreement = [shared(self.first(one, "headline", "name") or "", titles) for one in rivals]
        place = max(range(len(rivals)), key=agreement.__getitem__)
        # many articles of which none is the page: a list
        return rivals[place] if agreement[place] >= MIN_AGREEMENT or len(rivals) == 2 else None

    def of_type(self, *names: str) -> Iterator[Thing]:
        """Things of a type, those that are not about the page as well."""
        for thing in (*self.all, *self.by_id.values()):
            if not types(thing).isdisjoint(names):
                yield thing


def _rank(thing: Thing) -> int:
    """How likely a thing is what the page is about; a page that names its main thing is not."""
    rank = RANK.get(kind(thing) or "", 0)
    return min(rank, 1) if isinstance(thing.get("mainEntity"), (dict, list)) else rank


def types(thing: Thing) -> set[str]:
    """The lower-case type names of a thing, without their vocabulary."""
    value = thing.get("@type")
    names = value[:MAX_VALUES] if isinstance(value, list) else [value]
    return {
        name.rsplit("/", 1)[-1].rsplit(":", 1)[-1].lower()
        for name in names
        if isinstance(name, str)
    }


def kind(thing: Thing) -> str | None:
    """Our word for what a thing is; the likeliest where it has many types."""
    kinds = {KINDS[name] for name in types(thing) if name in KINDS}
    return min(kinds, key=lambda one: (-RANK.get(one, 0), one), default=None)
