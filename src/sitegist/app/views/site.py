"""The Site view: what was mined, at a glance, and the list of its pages."""

from __future__ import annotations

from collections import Counter
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app.asked import choice_of, number_of, site_of
from sitegist.app.frame import Entry, render
from sitegist.app.library import SUMMARY
from sitegist.app.overview import (
    Listed,
    entropies,
    kept_part,
    newest,
    pages_of,
    scale,
    templates_of,
)

KINDS = {"toc": "Table of contents", "article": "Article", "other": "Other"}
_FEW = 10
_A_PAGE = 50


def show(request: Request) -> Response:
    """The site at a glance."""
    shown = site_of(request)
    pages = pages_of(shown)
    titles = {page.url: page.title for page in pages}
    spread = shown.once("entropies", lambda: entropies(shown))
    return render(
        request,
        "site.html",
        summary=shown.summary,
        kept=kept_part(pages),
        kinds=KINDS,
        templates=templates_of(pages),
        tocs=[(toc, titles[toc.url]) for toc in shown.mined.toc[:_FEW]],
        newest=newest(pages, _FEW),
        dated=sum(bool(page.date) for page in pages if page.kind == "article"),
        entropies=spread,
        lines=scale(max(each["terms"] for each in spread["bins"])),
    )


def pages(request: Request) -> Response:
    """The list of pages, filtered."""
    known = pages_of(site_of(request))
    chosen = _chosen(request, known)
    first, wanted = _part(request, len(chosen))
    return render(
        request,
        "pages.html",
        pages=chosen[first : first + wanted],
        found=len(chosen),
        number=first // wanted + 1,
        numbers=-(-len(chosen) // wanted),
        kinds=KINDS,
        templates=templates_of(known),
        languages=sorted(Counter(page.language for page in known).items()),
        asked={name: request.query_params.get(name, "") for name in _FILTERS},
        orders=_ORDERS,
    )


def site_json(request: Request) -> Response:
    """The site at a glance, for programs."""
    shown = site_of(request)
    known = pages_of(shown)
    titles = {page.url: page.title for page in known}
    return describe.answer(
        {
            **{name: shown.summary[name] for name in sorted(SUMMARY)},
            "informative": round(kept_part(known), 6),
            "toc": [
                {"title": titles[toc.url], **_toc(toc._asdict())} for toc in shown.mined.toc[:_FEW]
            ],
            "newest": [page._asdict() for page in newest(known, _FEW)],
            "page_clusters": [
                {**template._asdict(), "example": template.example.url}
                for template in templates_of(known)
            ],
            "term_entropy": shown.once("entropies", lambda: entropies(shown)),
        }
    )


def pages_json(request: Request) -> Response:
    """The list of pages, for programs."""
    chosen = _chosen(request, pages_of(site_of(request)))
    first, wanted = _part(request, len(chosen))
    part = chosen[first : first + wanted]
    return describe.answer({"found": len(chosen), "pages": [page._asdict() for page in part]})


_FILTERS = ("kind", "template", "language", "order", "q")
_ORDERS = {"": "Address", "newest": "Newest", "longest": "Most informative words"}


def _chosen(request: Request, known: list[Listed]) -> list[Listed]:
    """The pages that are asked for, in the order that is asked for."""
    kind = choice_of(request, "kind", KINDS)
    language = choice_of(request, "language", {page.language for page in known})
    template = choice_of(request, "template", {str(page.template) for page in known})
    order = choice_of(request, "order", _ORDERS)
    words = request.query_params.get("q", "").casefold().split()
    chosen = [
        page
        for page in known
        if kind in ("", page.kind)
        and language in ("", page.language)
        and template in ("", str(page.template))
        and all(word in f"{page.title} {page.url}".casefold() for word in words)
    ]
    if order == "newest":
        chosen.sort(key=lambda page: page.date, reverse=True)
    elif order == "longest":
        chosen.sort(key=lambda page: -page.kept_words)
    return chosen


def _part(request: Request, found: int) -> tuple[int, int]:
    """The first page to list, and how many."""
    wanted = number_of(request, "n", _A_PAGE, 1, 1000)
    number = number_of(request, "page", 1, 1)
    return min(number - 1, max(found - 1, 0) // wanted) * wanted, wanted


def _toc(toc: dict[str, Any]) -> dict[str, Any]:
    return {name: round(v, 6) if isinstance(v, float) else v for name, v in toc.items()}


routes = [
    Route("/", show),
    Route("/pages", pages),
    Route("/api/site", site_json),
    Route("/api/pages", pages_json),
]
entries = [Entry("Site", "/"), Entry("Pages", "/pages", ("/page",))]

_LISTED = describe.thing(
    url=describe.STRING,
    title=describe.STRING,
    kind={"enum": list(KINDS)},
    template=describe.INTEGER,
    language=describe.STRING,
    date=describe.STRING,
    words=describe.INTEGER,
    kept_words=describe.INTEGER,
    same_as=describe.NULLABLE,
)
_COUNTS = {"type": "object", "additionalProperties": describe.INTEGER}
api = {
    "/api/site": {
        "get": describe.operation(
            "The site at a glance.",
            describe.thing(
                site=describe.STRING,
                pages=describe.INTEGER,
                redirects=describe.INTEGER,
                near_duplicates=describe.INTEGER,
                kinds=_COUNTS,
                languages=_COUNTS,
                method=describe.STRING,
                words=describe.INTEGER,
                informative_words=describe.INTEGER,
                informative=describe.NUMBER,
                toc=describe.listed(
                    describe.thing(
                        title=describe.STRING,
                        url=describe.STRING,
                        hub=describe.NUMBER,
                        authority=describe.NUMBER,
                        articles=describe.INTEGER,
                        confidence=describe.NUMBER,
                    )
                ),
                newest=describe.listed(_LISTED),
                page_clusters=describe.listed(
                    describe.thing(
                        number=describe.INTEGER,
                        pages=describe.INTEGER,
                        kinds=_COUNTS,
                        kept=describe.NUMBER,
                        example=describe.STRING,
                    )
                ),
                term_entropy=describe.thing(
                    terms=describe.INTEGER,
                    repeated=describe.INTEGER,
                    bins=describe.listed(
                        describe.thing(
                            **{"from": describe.NUMBER},
                            to=describe.NUMBER,
                            terms=describe.INTEGER,
                        )
                    ),
                ),
            ),
        )
    },
    "/api/pages": {
        "get": describe.operation(
            "The pages of the site.",
            describe.thing(found=describe.INTEGER, pages=describe.listed(_LISTED)),
            describe.parameter("kind", "Pages of this kind only.", {"enum": list(KINDS)}),
            describe.parameter("language", "Pages in this language only."),
            describe.parameter("template", "Pages of this page cluster only.", describe.INTEGER),
            describe.parameter("q", "Words that title or address have to have."),
            describe.parameter("order", "By address if left out.", {"enum": list(_ORDERS)}),
            describe.parameter("page", "Which part of the list, from 1 on.", describe.INTEGER),
            describe.parameter("n", "So many pages; 50 if left out.", describe.INTEGER),
        )
    },
}
