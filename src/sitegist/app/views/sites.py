"""The list of sites, where a folder holds several; all other views are below one of them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app.frame import around, render
from sitegist.app.library import Library

_SUMMARY = ("pages", "kinds", "words", "informative_words")


def show(request: Request) -> Response:
    """The sites of the folder, the largest first."""
    return render(request, "sites.html", sites=_sites(request))


def sites_json(request: Request) -> Response:
    """The same for programs, with where each of them is shown."""
    top = around(request)["top"]
    told = []
    for name, summary in _sites(request):
        known = summary or dict.fromkeys(_SUMMARY)
        address = top(f"/site={name}/")
        told.append({"site": name, "address": address, **{key: known[key] for key in _SUMMARY}})
    return describe.answer({"sites": told})


def _sites(request: Request) -> list[tuple[str, dict[str, Any] | None]]:
    library: Library = request.app.state.library
    found = [(name, library.summary(name)) for name in library.names]
    return sorted(found, key=lambda item: (-(item[1] or {"pages": 0})["pages"], item[0]))


routes = [Route("/", show), Route("/api/sites", sites_json)]

_NUMBER = {"type": ["integer", "null"]}
api = {
    "/api/sites": {
        "get": describe.operation(
            "The sites of the folder, the largest first; without numbers one that cannot be read.",
            describe.thing(
                sites=describe.listed(
                    describe.thing(
                        site=describe.STRING,
                        address=describe.STRING,
                        pages=_NUMBER,
                        kinds={
                            "type": ["object", "null"],
                            "additionalProperties": describe.INTEGER,
                        },
                        words=_NUMBER,
                        informative_words=_NUMBER,
                    )
                )
            ),
        )
    }
}
