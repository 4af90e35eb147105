"""The Map view: the link graph of a site, from a mess to what it is made of."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app.asked import choice_of, number_of, site_of, text_of
from sitegist.app.frame import Entry, render
from sitegist.app.library import Shown
from sitegist.app.linkmap import LinkMap, Listed, read_map

BINS = 50
_A_PAGE = 25
# A table of contents with more links is listed with so many, and the number of the others.
_MOST_LINKS = 20


class Preset(NamedTuple):
    """A threshold that has a name."""

    label: str
    about: str
    query: str


PRESETS = (
    Preset("Everything", "All links: figure 3 of the paper.", ""),
    Preset("E ≤ 0.8", "The paper's first threshold, its figure 5.", "t=0.80"),
    Preset("E ≤ 0.4", "The paper's second threshold, its figure 6.", "t=0.40"),
    Preset(
        "Informative",
        "Links from tables of contents to articles, as they were found: figure 4.",
        "listed=1",
    ),
)


class Asked(NamedTuple):
    """What is to be kept."""

    threshold: float
    only_listed: bool

    @property
    def query(self) -> str:
        """As it stands in an address."""
        wanted = {"t": f"{self.threshold:.2f}"} if self.threshold < 1 else {}
        return urlencode({**wanted, **({"listed": "1"} if self.only_listed else {})})


def map_of(shown: Shown) -> LinkMap:
    """The map of a site, read once."""
    return shown.once("map", lambda: read_map(shown.mined, shown.folder))


def show(request: Request) -> Response:
    """The map, and beside it the same as a table."""
    found, asked = map_of(site_of(request)), asked_of(request)
    links = found.kept(asked.threshold, asked.only_listed)
    listed = _with_links(found.tables_of_contents(links))
    numbers = max(-(-len(listed) // _A_PAGE), 1)
    number = min(number_of(request, "page", 1, 1), numbers)
    return render(
        request,
        "map.html",
        map=found,
        asked=asked,
        presets=PRESETS,
        kept=found.counts(links),
        all=found.counts(found.kept(1.0)),
        histogram=found.histogram(BINS),
        listed=listed[(number - 1) * _A_PAGE : number * _A_PAGE],
        number=number,
        numbers=numbers,
        most=_MOST_LINKS,
    )


def map_json(request: Request) -> Response:
    """All that it takes to draw the map."""
    shown = site_of(request)
    body = shown.once("map.json", lambda: describe.answer(map_of(shown).as_dict()).body)
    return Response(body, media_type="application/json")


def counts_json(request: Request) -> Response:
    """What a threshold keeps."""
    found, asked = map_of(site_of(request)), asked_of(request)
    links = found.kept(asked.threshold, asked.only_listed)
    pages, kept = found.counts(links)
    target, entropy = found.target.tolist(), found.entropy.round(6).tolist()

    def told(link: int) -> dict[str, Any]:
        url, anchor = found.pages[target[link]].url, found.anchor[link]
        return {"url": url, "anchor": anchor, "entropy": entropy[link]}

    contents = [
        {
            "url": found.pages[toc.number].url,
            "title": found.pages[toc.number].title,
            "links": [told(link) for link in toc.links.tolist()],
        }
        for toc in _with_links(found.tables_of_contents(links))
    ]
    return describe.answer(
        {
            "pages": pages,
            "links": kept,
            "all_pages": len(found.pages),
            "all_links": len(found.source),
            "toc": contents,
        }
    )


def asked_of(request: Request) -> Asked:
    """The threshold that a request names, 1 if it names none."""
    written = text_of(request, "t", "1") or "1"
    try:
        threshold = float(written)
    except ValueError:
        threshold = -1.0
    if not 0 <= threshold <= 1:
        raise HTTPException(400, "t: has to be a number from 0 to 1.")
    return Asked(threshold, choice_of(request, "listed", ("0", "1")) == "1")


def _with_links(listed: list[Listed]) -> list[Listed]:
    return [toc for toc in listed if len(toc.links)]


routes = [
    Route("/map", show),
    Route("/api/map", map_json),
    Route("/api/map/kept", counts_json),
]
entries = [Entry("Map", "/map")]

_COLUMN: dict[str, Any] = describe.listed(describe.INTEGER)
_THRESHOLD = describe.parameter(
    "t", "Links whose anchor has at most this entropy; 1 if left out.", describe.NUMBER
)
_ONLY = describe.parameter(
    "listed", "1 for links from tables of contents to articles only.", {"enum": ["0", "1"]}
)
api = {
    "/api/map": {
        "get": describe.operation(
            "The link graph with a place for each page, in columns: pages by rank, links by"
            " entropy, falling; source and target count pages from 0.",
            describe.thing(
                extent=describe.INTEGER,
                pages=describe.thing(
                    url=describe.listed(describe.STRING),
                    title=describe.listed(describe.STRING),
                    kind=describe.listed({"enum": ["toc", "article", "other"]}),
                    x=_COLUMN,
                    y=_COLUMN,
                ),
                links=describe.thing(
                    source=_COLUMN,
                    target=_COLUMN,
                    entropy=describe.listed(describe.NUMBER),
                    listed=_COLUMN,
                ),
                all_links=describe.INTEGER,
            ),
        )
    },
    "/api/map/kept": {
        "get": describe.operation(
            "What a threshold keeps: numbers, and every table of contents with its links.",
            describe.thing(
                pages=describe.INTEGER,
                links=describe.INTEGER,
                all_pages=describe.INTEGER,
                all_links=describe.INTEGER,
                toc=describe.listed(
                    describe.thing(
                        url=describe.STRING,
                        title=describe.STRING,
                        links=describe.listed(
                            describe.thing(
                                url=describe.STRING,
                                anchor=describe.STRING,
                                entropy=describe.NUMBER,
                            )
                        ),
                    )
                ),
            ),
            _THRESHOLD,
            _ONLY,
        )
    },
}
