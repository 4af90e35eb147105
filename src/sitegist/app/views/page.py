"""The Page view: a page as it was found, with a verdict on each block and the reasons for it."""

from __future__ import annotations

from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app import original
from sitegist.app.agreement import agreement
from sitegist.app.asked import number_of, page_of, site_of
from sitegist.app.chosen import choices, chosen, learned, slow
from sitegist.app.frame import Entry, around, render
from sitegist.app.judges import Judge, judges_of, offered
from sitegist.app.library import Shown
from sitegist.app.overview import pages_of
from sitegist.app.places import prepare_places
from sitegist.app.reasons import excerpt, links, told, why
from sitegist.errors import SegmenterError
from sitegist.extraction import Extraction
from sitegist.methods import METHODS
from sitegist.mined import MinedPage


class Seen(NamedTuple):
    """A page under the eyes of one method, or of two."""

    shown: Shown
    page: MinedPage
    found: Extraction
    second: Extraction | None
    block: int | None


def show(request: Request) -> Response:
    """The page, its verdicts, its text."""
    shown, page = site_of(request), page_of(request)
    judges = judges_of(shown)
    asked = chosen(request, judges)
    known = {listed.url: listed for listed in pages_of(shown)}
    context: dict[str, Any] = {
        "page": page,
        "listed": known[page.url],
        "at": "/page",
        "query": {"url": page.url, **asked.query},
        "has_original": shown.store.original(page.url) is not None,
        **choices(judges, asked),
    }
    prepare_places(shown)
    ready = learned(judges, asked)
    if len(ready) < len(asked.all):
        return render(request, "page.html", seen=None, **context, **slow(judges, asked))
    seen = _seen(request, shown, page, ready)
    context |= {"seen": seen, "judges": ready, "blocks": list(told(seen.found)), "slow": None}
    context |= {"agreement": agreement(seen.found, seen.second or seen.found), "why": None}
    if seen.block is not None:
        context["why"] = why(shown, seen.found, seen.block)
        context["titles"] = {url: listed.title for url, listed in known.items()}
        context["links"] = links(page.page, seen.found, seen.block)
    return render(request, "page.html", excerpt=excerpt, **context)


def frame(request: Request) -> Response:
    """The original page, marked, for the frame."""
    shown, page = site_of(request), page_of(request)
    judges = judges_of(shown)
    asked = chosen(request, judges)
    seen = _seen(request, shown, page, learned(judges, asked, None))
    link = around(request)["link"]

    def leads(block: int) -> str:
        return str(link("/page", url=page.url, **asked.query, block=block)) + "#why"

    marks = original.verdicts(seen.found, seen.second, leads, seen.block)
    return original.document(original.with_source(shown, page.page), marks)


def page_json(request: Request) -> Response:
    """A page with its verdicts, for programs."""
    seen = _for_programs(request)
    found = seen.found
    return describe.answer(
        {
            "url": seen.page.url,
            "kind": seen.page.kind,
            "metadata": seen.page.metadata,
            "method": found.method.name,
            "segmenter": found.blocks.segmenter,
            "confidence": round(found.confidence, 6),
            "text": found.text,
            "markdown": found.markdown,
            "blocks": [block._asdict() for block in told(found)],
        }
    )


def block_json(request: Request) -> Response:
    """Why a block stays or goes, for programs."""
    seen = _for_programs(request)
    if seen.block is None:
        raise HTTPException(400, "block: say which block is meant.")
    return describe.answer(why(seen.shown, seen.found, seen.block))


def methods_json(request: Request) -> Response:
    """The methods that can judge the pages of the site."""
    own = judges_of(site_of(request)).own
    known = [{"method": name, "segmenters": can} for name, can in offered().items()]
    return describe.answer({"mined": [own.name, own.segmenter], "methods": known})


def _for_programs(request: Request) -> Seen:
    """What an address of the API asks for; it waits until the method has learned."""
    shown, page = site_of(request), page_of(request)
    judges = judges_of(shown)
    asked = chosen(request, judges)
    for each in asked.all:
        if each.instead:
            known = METHODS[each.method].segmenters
            raise SegmenterError.unknown(f"segmenter for {each.method}", each.instead, known)
    return _seen(request, shown, page, learned(judges, asked, None))


def _seen(request: Request, shown: Shown, page: MinedPage, ready: list[Judge]) -> Seen:
    found = [judge.method.extract(page.page) for judge in ready]
    block = number_of(request, "block", -1) if request.query_params.get("block") else None
    if block is not None and block >= len(found[0]):
        raise HTTPException(404, "The page has no such block.")
    return Seen(shown, page, found[0], found[1] if len(found) > 1 else None, block)


routes = [
    Route("/page", show),
    Route("/page/original", frame),
    Route("/api/page", page_json),
    Route("/api/block", block_json),
    Route("/api/methods", methods_json),
]
entries: list[Entry] = []

METHOD = (
    describe.parameter("method", "Who judges; if left out, whom the site was mined with."),
    describe.parameter("segmenter", "What a block is; the method's own if left out."),
)
_NUMBER = {"type": ["number", "null"]}
_TOLD = describe.thing(
    block=describe.INTEGER,
    kept=describe.BOOLEAN,
    score=_NUMBER,
    reason=describe.STRING,
    words=describe.INTEGER,
    linked_words=describe.INTEGER,
    path=describe.STRING,
    text=describe.STRING,
)
_TERM = describe.thing(
    term=describe.STRING,
    written=describe.STRING,
    here=describe.INTEGER,
    entropy=describe.NUMBER,
    occurrences=describe.INTEGER,
    pages=describe.INTEGER,
)
api = {
    "/api/page": {
        "get": describe.operation(
            "A page: its metadata, its informative part, and the verdict on each block.",
            describe.thing(
                url=describe.STRING,
                kind=describe.STRING,
                metadata={
                    "type": "object",
                    "additionalProperties": describe.thing(
                        value=describe.STRING, source=describe.STRING
                    ),
                },
                method=describe.STRING,
                segmenter=describe.STRING,
                confidence=describe.NUMBER,
                text=describe.STRING,
                markdown=describe.STRING,
                blocks=describe.listed(_TOLD),
            ),
            describe.PAGE_URL,
            *METHOD,
        )
    },
    "/api/block": {
        "get": describe.operation(
            "Why a block stays or goes: the numbers, its terms on the other pages of its"
            " template, and the pages that it stands on.",
            describe.thing(
                block=describe.INTEGER,
                method=describe.STRING,
                segmenter=describe.STRING,
                kept=describe.BOOLEAN,
                score=_NUMBER,
                reason=describe.STRING,
                words=describe.INTEGER,
                linked_words=describe.INTEGER,
                path=describe.STRING,
                text=describe.STRING,
                evidence={"type": "object", "additionalProperties": _NUMBER},
                entropy=_NUMBER,
                other_pages=describe.INTEGER,
                of_template=describe.BOOLEAN,
                distinct_terms=describe.INTEGER,
                terms=describe.listed(_TERM),
                standing_on=describe.INTEGER,
                pages=describe.listed(describe.STRING),
            ),
            describe.PAGE_URL,
            *METHOD,
            describe.parameter("block", "Its number, from 0 on.", describe.INTEGER, required=True),
        )
    },
    "/api/methods": {
        "get": describe.operation(
            "The methods that can judge the pages, and what the site was mined with.",
            describe.thing(
                mined=describe.listed(describe.STRING),
                methods=describe.listed(
                    describe.thing(
                        method=describe.STRING, segmenters=describe.listed(describe.STRING)
                    )
                ),
            ),
        )
    },
}
