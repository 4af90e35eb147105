"""The methods that somebody asks for, one or two to compare, and whether they have learned."""

from __future__ import annotations

from typing import Any, NamedTuple

from starlette.requests import Request

from sitegist.app.asked import choice_of
from sitegist.app.judges import PATIENCE, Judge, Judges, offered
from sitegist.methods import METHODS
from sitegist.page import SEGMENTERS

NOBODY = "none"


class Wanted(NamedTuple):
    """A method and a segmenter that somebody asks for."""

    method: str
    segmenter: str
    instead: str = ""
    """The segmenter that was asked for, if the method does not work on it."""


class Chosen(NamedTuple):
    """A method, and the one that it is compared with if there is one."""

    first: Wanted
    second: Wanted | None

    @property
    def query(self) -> dict[str, str]:
        """The parameters that an address needs to ask for the same."""
        query = {"method": self.first.method, "segmenter": self.first.segmenter}
        if self.second is not None:
            query["second_method"] = self.second.method
            query["second_segmenter"] = self.second.segmenter
        return query

    @property
    def all(self) -> list[Wanted]:
        """Both, or the one."""
        return [self.first, *([self.second] if self.second else [])]


def chosen(request: Request, judges: Judges) -> Chosen:
    """The methods that the parameters name; without any, the one that the site was mined with.

    The second works on the blocks of the first if it can.
    """
    own = judges.own
    name = choice_of(request, "method", {*offered(), own.name}, own.name)
    usual = own.segmenter if name == own.name else METHODS[name].segmenters[0]
    first = _fitting(name, choice_of(request, "segmenter", SEGMENTERS), usual)
    name = choice_of(request, "second_method", {*offered(), NOBODY}, NOBODY)
    segmenter = choice_of(request, "second_segmenter", SEGMENTERS)
    if name == NOBODY:
        return Chosen(first, None)
    can = METHODS[name].segmenters
    usual = first.segmenter if first.segmenter in can else can[0]
    return Chosen(first, _fitting(name, segmenter, usual))


def _fitting(name: str, segmenter: str, usual: str) -> Wanted:
    if not segmenter or segmenter in METHODS[name].segmenters:
        return Wanted(name, segmenter or usual)
    return Wanted(name, usual, segmenter)


def learned(judges: Judges, asked: Chosen, patience: float | None = PATIENCE) -> list[Judge]:
    """The methods that have learned, in their order: fewer than asked for if one has not yet."""
    found = (judges.ask(each.method, each.segmenter, patience) for each in asked.all)
    return [judge for judge in found if judge is not None]


def slow(judges: Judges, asked: Chosen) -> dict[str, Any]:
    """What a page says while it waits for a method."""
    late = [each for each in asked.all if judges.ask(each.method, each.segmenter, 0) is None]
    each = late[0] if late else asked.first
    return {"slow": each, "since": judges.since(each.method, each.segmenter) if late else 0}


def choices(judges: Judges, asked: Chosen) -> dict[str, Any]:
    """What the form with the methods needs."""
    return {
        "asked": asked.first,
        "against": asked.second,
        "offered": offered(),
        "segmenters": list(SEGMENTERS),
        "own": judges.own,
    }
