"""The Reader view: a page for small screens, that opens step by step."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app.asked import page_of, site_of, text_of
from sitegist.app.frame import Entry, around, outward, render
from sitegist.app.library import Shown
from sitegist.app.linkmap import page_title
from sitegist.app.overview import newest, pages_of
from sitegist.app.reading import Part, Reading, read_page
from sitegist.site.links import Resolver

_FEW = 12
# More open parts than anybody has opened by hand.
_MOST_OPEN = 200


def show(request: Request) -> Response:
    """A page as parts that open; without an address, where to begin."""
    if not text_of(request, "url"):
        return _begin(request)
    reading = _reading(request)
    chosen = text_of(request, "open").split(".")[:_MOST_OPEN]
    paths = [path for path in map(reading.find, chosen) if path]
    return render(
        request,
        "reader.html",
        reading=reading,
        title=page_title(site_of(request).mined, reading.mined.url),
        html=lambda part: Markup(reading.html(part)),
        opened={part.key for path in paths for part in path},
        path=paths[-1] if paths else [],
        main={part.key for part in reading.main},
    )


def reader_json(request: Request) -> Response:
    """The same for programs: parts in reading order, each with the one that it is inside."""
    reading = _reading(request)
    way = reading.way

    def rows(parts: tuple[Part, ...], inside: str | None) -> list[dict[str, Any]]:
        found = []
        for part in parts:
            text = None if part.parts else reading.text(part)
            found.append({"inside": inside, **part.as_dict(), "text": text})
            found += rows(part.parts, part.key)
        return found

    return describe.answer(
        {
            "url": reading.mined.url,
            "origin": reading.mined.hierarchy.origin,
            "screens": round(reading.screens, 3),
            "main": [part.key for part in reading.main],
            "way": None if way is None else way._asdict(),
            "parts": rows(reading.parts, None),
        }
    )


def _reading(request: Request) -> Reading:
    shown, mined = site_of(request), page_of(request)
    resolve = _resolver(shown)
    entries = shown.mined.site.entries
    link_to = around(request)["link"]

    def link(address: str) -> tuple[str, bool] | None:
        number = resolve(address.partition("#")[0])
        if number >= 0:
            return link_to("/reader", url=entries[number].url), True
        away = outward(address)
        return (away, False) if away else None

    return read_page(shown.mined, mined.url, link)


def _resolver(shown: Shown) -> Resolver:
    site = shown.mined.site
    return shown.once(
        "resolver", lambda: Resolver([entry.url for entry in site.entries], site.aliases)
    )


def _begin(request: Request) -> Response:
    shown = site_of(request)
    titles = [(toc, page_title(shown.mined, toc.url)) for toc in shown.mined.toc[:_FEW]]
    return render(request, "reader_begin.html", tocs=titles, newest=newest(pages_of(shown), _FEW))


routes = [Route("/reader", show), Route("/api/reader", reader_json)]
entries = [Entry("Reader", "/reader")]
api = {
    "/api/reader": {
        "get": describe.operation(
            "A page as parts that lie in each other, in reading order, and how far it is to the"
            " main content on a phone of 360 by 740 pixels.",
            describe.thing(
                url=describe.STRING,
                origin={"enum": ["site", "profile", "page"]},
                screens=describe.NUMBER,
                main=describe.listed(describe.STRING),
                way={
                    "type": ["object", "null"],
                    "properties": {
                        "taps": describe.INTEGER,
                        "screens": describe.NUMBER,
                        "screens_before": describe.NUMBER,
                    },
                },
                parts=describe.listed(
                    describe.thing(
                        inside=describe.NULLABLE,
                        key=describe.STRING,
                        headline=describe.STRING,
                        words=describe.INTEGER,
                        links=describe.INTEGER,
                        a=describe.NUMBER,
                        h={"type": ["number", "null"]},
                        kept=describe.NUMBER,
                        folded=describe.BOOLEAN,
                        text=describe.NULLABLE,
                    )
                ),
            ),
            describe.PAGE_URL,
        )
    },
}
