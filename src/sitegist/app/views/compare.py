"""The Compare view: two methods over a whole site, where they disagree, worst first."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app.agreement import Agreement
from sitegist.app.asked import number_of, site_of
from sitegist.app.chosen import choices, chosen, slow
from sitegist.app.comparison import Comparison, comparisons_of
from sitegist.app.frame import Entry, render
from sitegist.app.judges import judges_of
from sitegist.app.overview import pages_of
from sitegist.app.views.page import METHOD

# An answer waits so many seconds for a comparison that is worked on.
_PATIENCE = 0.05
_A_PAGE = 30
_KINDS = ("article", "toc", "other")


def show(request: Request) -> Response:
    """The form and, once two methods are chosen, how they differ."""
    shown = site_of(request)
    judges = judges_of(shown)
    asked = chosen(request, judges)
    context: dict[str, Any] = choices(judges, asked) | {"compared": None, "slow": None}
    if asked.second is None:
        return render(request, "compare.html", **context)
    found = comparisons_of(shown).ask(asked, _PATIENCE)
    pages = sorted(found.pages, key=lambda page: page.worst_first)
    if not pages and not found.finished.is_set():
        context |= slow(judges, asked)
    number = min(number_of(request, "page", 1, 1), max(1, -(-len(pages) // _A_PAGE)))
    first = (number - 1) * _A_PAGE
    context |= {
        "compared": found,
        "total": _total(found),
        "differ": sum(page.agreement.apart > 0 for page in pages),
        "kinds": [(kind, *_of_kind(found, kind)) for kind in _KINDS],
        "pages": pages[first : first + _A_PAGE],
        "first": first + 1,
        "number": number,
        "numbers": -(-len(pages) // _A_PAGE),
        "titles": {listed.url: listed.title for listed in pages_of(shown)},
        "query": asked.query,
    }
    return render(request, "compare.html", **context)


def compare_json(request: Request) -> Response:
    """The same for programs, as far as it is."""
    shown = site_of(request)
    asked = chosen(request, judges_of(shown))
    if asked.second is None:
        raise HTTPException(400, "second_method: say with which method to compare.")
    found = comparisons_of(shown).ask(asked, _PATIENCE)
    wanted = number_of(request, "n", _A_PAGE, 1, 1000)
    first = (number_of(request, "page", 1, 1) - 1) * wanted
    finished = found.finished.is_set()
    pages = sorted(found.pages, key=lambda page: page.worst_first)
    total = _total(found)
    return describe.answer(
        {
            **asked.query,
            "finished": finished,
            "compared": len(pages),
            "pages": len(found.entries),
            "apart": round(total.apart, 6),
            "words": total._asdict(),
            "kinds": {
                kind: {"compared": count, "apart": round(words.apart, 6)}
                for kind, (count, words) in ((kind, _of_kind(found, kind)) for kind in _KINDS)
            },
            "worst": [
                {
                    "url": page.url,
                    "kind": page.kind,
                    "apart": round(page.agreement.apart, 6),
                    "words": page.agreement._asdict(),
                }
                for page in pages[first : first + wanted]
            ],
        }
    )


def _total(found: Comparison) -> Agreement:
    return Agreement.total(page.agreement for page in list(found.pages))


def _of_kind(found: Comparison, kind: str) -> tuple[int, Agreement]:
    """How many pages of a kind were compared, and all their words."""
    of_kind = [page.agreement for page in list(found.pages) if page.kind == kind]
    return len(of_kind), Agreement.total(of_kind)


routes = [Route("/compare", show), Route("/api/compare", compare_json)]
entries = [Entry("Compare", "/compare")]

_WORDS = describe.thing(
    neither=describe.INTEGER,
    first=describe.INTEGER,
    second=describe.INTEGER,
    both=describe.INTEGER,
)
api = {
    "/api/compare": {
        "get": describe.operation(
            "Where two methods disagree, worst first. The first request begins the work; ask"
            " again until it is finished.",
            describe.thing(
                method=describe.STRING,
                segmenter=describe.STRING,
                second_method=describe.STRING,
                second_segmenter=describe.STRING,
                finished=describe.BOOLEAN,
                compared=describe.INTEGER,
                pages=describe.INTEGER,
                apart=describe.NUMBER,
                words=_WORDS,
                kinds={
                    "type": "object",
                    "additionalProperties": describe.thing(
                        compared=describe.INTEGER, apart=describe.NUMBER
                    ),
                },
                worst=describe.listed(
                    describe.thing(
                        url=describe.STRING,
                        kind=describe.STRING,
                        apart=describe.NUMBER,
                        words=_WORDS,
                    )
                ),
            ),
            *METHOD,
            describe.parameter("second_method", "With whom to compare.", required=True),
            describe.parameter("second_segmenter", "On which blocks; those of the first."),
            describe.parameter("page", "Which part of the list, from 1 on.", describe.INTEGER),
            describe.parameter("n", "So many pages; 30 if left out.", describe.INTEGER),
        )
    }
}
