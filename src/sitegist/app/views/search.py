"""The Search view: full text over what is informative and over everything, side by side."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app.asked import choice_of, number_of, site_of, text_of
from sitegist.app.frame import Entry, render
from sitegist.errors import OptionError
from sitegist.fulltext import INDEXES
from sitegist.searching import Hit, Search, search

_A_PAGE = 10
_ALL, _VANISHED = "all", "vanished"


def show(request: Request) -> Response:
    """Both indexes, asked the same."""
    shown = site_of(request)
    query = text_of(request, "q")
    only = choice_of(request, "show", (_ALL, _VANISHED), _ALL)
    number = number_of(request, "page", 1, 1)
    found, trouble = None, ""
    if query.strip():
        try:
            found = search(shown.mined, query)
        except OptionError as error:
            trouble = str(error)
    return render(
        request,
        "search.html",
        query=query,
        only=only,
        number=number,
        a_page=_A_PAGE,
        trouble=trouble,
        found=found,
        sides=_sides(found, number, only) if found else [],
        sizes={index: shown.store.index_size(index) for index in INDEXES},
        saved=_saved(shown.store.index_size(INDEXES[0]), shown.store.index_size(INDEXES[1])),
    )


def _sides(found: Search, number: int, only: str) -> list[dict[str, Any]]:
    """What each side lists, and how long its whole list is."""
    sides = []
    for index in INDEXES:
        listed = found.found[index]
        if only == _VANISHED:
            listed = [item for item in listed if item[0] in found.vanished]
        first = (number - 1) * _A_PAGE
        hits = [found.hit(index, *item) for item in listed[first : first + _A_PAGE]]
        sides.append({"index": index, "hits": hits, "listed": len(listed), "first": first + 1})
    return sides


def _saved(informative: int, everything: int) -> float:
    return 1 - informative / max(everything, 1)


def search_json(request: Request) -> Response:
    """What one index finds."""
    shown = site_of(request)
    index = choice_of(request, "in", INDEXES, INDEXES[0])
    wanted = number_of(request, "n", _A_PAGE, 1, 1000)
    number = number_of(request, "page", 1, 1)
    found = search(shown.mined, text_of(request, "q"))
    hits: list[Hit] = found.hits(index, (number - 1) * wanted, wanted)
    return describe.answer(
        {
            "query": found.query,
            "in": index,
            "found": len(found.found[index]),
            "vanished": len(found.vanished),
            "index_bytes": shown.store.index_size(index),
            "hits": [hit.as_dict() for hit in hits],
        }
    )


routes = [Route("/search", show), Route("/api/search", search_json)]
entries = [Entry("Search", "/search")]

_HIT = describe.thing(
    url=describe.STRING,
    score=describe.NUMBER,
    title=describe.STRING,
    excerpt=describe.STRING,
    furniture_only=describe.BOOLEAN,
)
_IN = {"enum": list(INDEXES)}
api = {
    "/api/search": {
        "get": describe.operation(
            "The pages that have some words, in what is informative or in everything.",
            describe.thing(
                query=describe.STRING,
                **{"in": _IN},
                found=describe.INTEGER,
                vanished=describe.INTEGER,
                index_bytes=describe.INTEGER,
                hits=describe.listed(_HIT),
            ),
            describe.parameter("q", "Words, phrases in quotation marks, -word.", required=True),
            describe.parameter("in", "What is looked through; informative if left out.", _IN),
            describe.parameter("page", "Which part of the hits, from 1 on.", describe.INTEGER),
            describe.parameter("n", "So many hits; 10 if left out.", describe.INTEGER),
        )
    }
}
