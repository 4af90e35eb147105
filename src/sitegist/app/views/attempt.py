"""The Try view: a page of anybody's, judged with and without what the site has taught."""

from __future__ import annotations

from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from sitegist.app import api as describe
from sitegist.app import original
from sitegist.app.agreement import agreement
from sitegist.app.asked import choice_of, number_of, site_of, text_of
from sitegist.app.attempts import (
    MAX_BYTES,
    Attempt,
    Version,
    attempts_of,
    likeness,
    read_version,
    tried,
)
from sitegist.app.chosen import Chosen, choices, chosen, learned, slow
from sitegist.app.frame import Entry, around, outward, render
from sitegist.app.judges import Judge, judges_of
from sitegist.app.library import Shown
from sitegist.app.overview import pages_of
from sitegist.app.reasons import excerpt, links, why
from sitegist.app.views.page import METHOD
from sitegist.extraction import Extraction
from sitegist.pipeline import extract

_PREFIXES = ("", "second_")
_SAID = ("goes", "only with the site", "only without the site", "stays")
_PASTED = "the pasted page"


class Judged(NamedTuple):
    """A version of an attempt, judged twice."""

    version: Version
    alone: Extraction
    known: Extraction
    block: int | None


def form(request: Request) -> Response:
    """Where a page is pasted, chosen or named."""
    site_of(request)
    return render(request, "try.html", limit=MAX_BYTES >> 20, url=text_of(request, "url"))


async def post(request: Request) -> Response:
    """Keep what was sent, and go to where it is shown."""
    shown = site_of(request)
    attempt = await _sent(request, shown)
    name = attempts_of(shown).add(attempt)
    return RedirectResponse(around(request)["link"](f"/try/{name}"), 303)


async def post_json(request: Request) -> Response:
    """The same for programs: the verdicts at once, and nothing is kept."""
    shown = site_of(request)
    attempt = await _sent(request, shown)
    return await run_in_threadpool(_answer, request, shown, attempt)


async def _sent(request: Request, shown: Shown) -> Attempt:
    """The versions that a form brings."""
    async with request.form(max_files=2, max_fields=20, max_part_size=MAX_BYTES + 1) as sent:
        found = []
        for prefix in _PREFIXES:
            data = await _bytes_of(sent, prefix)
            version = await run_in_threadpool(_version, shown, sent, prefix, data)
            if version is not None:
                found.append(version)
    if not found:
        raise HTTPException(400, "Paste a page, choose a file, or name a page of the site.")
    return tuple(found)


async def _bytes_of(sent: FormData, prefix: str) -> bytes:
    """An uploaded file."""
    upload = sent.get(f"{prefix}file")
    if not isinstance(upload, UploadFile):
        return b""
    data = await upload.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise HTTPException(413, f"{prefix}file: more than {MAX_BYTES >> 20} MB.")
    return data


def _version(shown: Shown, sent: FormData, prefix: str, data: bytes) -> Version | None:
    """What one half of the form holds: a file, or else a paste, or else a page of the site."""
    url = _word(sent, f"{prefix}url")
    address = outward(url) if url else None
    if url and address is None:
        raise HTTPException(400, f"{prefix}url: not an address of the web.")
    upload, pasted = sent.get(f"{prefix}file"), sent.get(f"{prefix}html")
    if data:
        name = upload.filename if isinstance(upload, UploadFile) else None
        return read_version(name or "the uploaded page", data, address)
    if isinstance(pasted, str) and pasted.strip():
        return read_version(_PASTED, pasted, address)
    picked = _word(sent, f"{prefix}page")
    if not picked:
        return None
    site = shown.mined.site
    picked = picked if picked in site else site.aliases.get(picked, picked)
    document = shown.store.original(picked) if picked in site else None
    if picked not in site:
        raise HTTPException(404, f"{prefix}page: the site has no page with this address.")
    if document is None:
        raise HTTPException(422, f"{prefix}page: its original was not kept.")
    return read_version(picked, document.data, picked, document.content_type)


def _word(sent: FormData, name: str) -> str:
    value = sent.get(name)
    return value.strip()[:4000] if isinstance(value, str) else ""


def show(request: Request) -> Response:
    """An attempt."""
    shown, attempt = site_of(request), _attempt(request)
    judges = judges_of(shown)
    asked = chosen(request, judges)._replace(second=None)
    at = f"/try/{request.path_params['attempt']}"
    place = _place(request, attempt)
    query = {"version": place + 1, **asked.query} if len(attempt) > 1 else asked.query
    context: dict[str, Any] = choices(judges, asked) | {
        "attempt": attempt,
        "place": place,
        "at": at,
        "query": query,
    }
    ready = learned(judges, asked)
    if not ready:
        return render(request, "attempt.html", judged=None, **context, **slow(judges, asked))
    judged = _judged(request, attempt[place], ready[0])
    other = _other(attempt, place, ready[0])
    blocks = tried(judged.alone, judged.known, other)
    page = judged.version.page
    context |= {
        "slow": None,
        "judged": judged,
        "page": page,
        "blocks": blocks,
        "different": sum(block.differs for block in blocks),
        "here_only": sum(block.elsewhere is None for block in blocks),
        "turned": sum(block.elsewhere not in (None, block.known) for block in blocks),
        "agreement": agreement(judged.known, judged.alone),
        "likeness": likeness(shown, page),
        "like": shown.mined.site.cluster_of(page) is not None,
        "metadata": page.metadata.as_dict(),
        "why": None,
        "excerpt": excerpt,
    }
    if judged.block is not None:
        context["why"] = why(shown, judged.known, judged.block)
        context["titles"] = {listed.url: listed.title for listed in pages_of(shown)}
        context["links"] = links(page, judged.known, judged.block)
    return render(request, "attempt.html", **context)


def frame(request: Request) -> Response:
    """A version of an attempt, marked, for the frame."""
    shown, attempt = site_of(request), _attempt(request)
    judges = judges_of(shown)
    asked = chosen(request, judges)._replace(second=None)
    place = _place(request, attempt)
    judged = _judged(request, attempt[place], learned(judges, asked, None)[0])
    link = around(request)["link"]

    def leads(block: int) -> str:
        path = f"/try/{request.path_params['attempt']}"
        return str(link(path, version=place + 1, **asked.query, block=block)) + "#why"

    marks = original.verdicts(judged.known, judged.alone, leads, judged.block, _SAID)
    return original.document(judged.version.page, marks)


def _attempt(request: Request) -> Attempt:
    found = attempts_of(site_of(request)).get(request.path_params["attempt"])
    if found is None:
        raise HTTPException(404, "This attempt is not kept any more; try the page again.")
    return found


def _place(request: Request, attempt: Attempt) -> int:
    return int(choice_of(request, "version", map(str, range(1, len(attempt) + 1)), "1")) - 1


def _judged(request: Request, version: Version, judge: Judge) -> Judged:
    known = judge.method.extract(version.page)
    block = number_of(request, "block", -1) if request.query_params.get("block") else None
    if block is not None and block >= len(known):
        raise HTTPException(404, "The page has no such block.")
    return Judged(version, extract(version.page), known, block)


def _other(attempt: Attempt, place: int, judge: Judge) -> Extraction | None:
    """What is said of the other version, if there is one."""
    return judge.method.extract(attempt[1 - place].page) if len(attempt) > 1 else None


def _answer(request: Request, shown: Shown, attempt: Attempt) -> Response:
    judges = judges_of(shown)
    asked: Chosen = chosen(request, judges)._replace(second=None)
    (judge,) = learned(judges, asked, None)
    told = []
    for place, version in enumerate(attempt):
        judged = _judged(request, version, judge)
        other = _other(attempt, place, judge)
        told.append(
            {
                "name": version.name,
                "url": version.page.url,
                "metadata": version.page.metadata.as_dict(),
                "likeness": round(likeness(shown, version.page), 6),
                "alone": _text(judged.alone),
                "known": _text(judged.known),
                "words": agreement(judged.known, judged.alone)._asdict(),
                "blocks": [
                    {**block._asdict(), "differs": block.differs}
                    for block in tried(judged.alone, judged.known, other)
                ],
            }
        )
    return describe.answer({"versions": told})


def _text(found: Extraction) -> dict[str, Any]:
    return {
        "method": found.method.name,
        "segmenter": found.blocks.segmenter,
        "confidence": round(found.confidence, 6),
        "text": found.text,
        "markdown": found.markdown,
    }


routes = [
    Route("/try", form, methods=["GET"]),
    Route("/try", post, methods=["POST"]),
    Route("/try/{attempt}", show),
    Route("/try/{attempt}/original", frame),
    Route("/api/try", post_json, methods=["POST"]),
]
entries = [Entry("Try", "/try")]

_TEXT = describe.thing(
    method=describe.STRING,
    segmenter=describe.STRING,
    confidence=describe.NUMBER,
    text=describe.STRING,
    markdown=describe.STRING,
)
_FIELDS = {
    "html": "The page itself.",
    "file": "The page as a file; it goes before html.",
    "page": "The address of a page of the site, in place of either.",
    "url": "The page's address, for its links.",
}
_BODY = {
    "type": "object",
    "properties": {
        f"{prefix}{name}": {
            "type": "string",
            "description": about if not prefix else f"Of another version: {about.lower()}",
            **({"contentMediaType": "application/octet-stream"} if name == "file" else {}),
        }
        for prefix in _PREFIXES
        for name, about in _FIELDS.items()
    },
}
api = {
    "/api/try": {
        "post": describe.operation(
            "A page, or two versions of it, judged by itself and with what the site has taught.",
            describe.thing(
                versions=describe.listed(
                    describe.thing(
                        name=describe.STRING,
                        url=describe.NULLABLE,
                        metadata={"type": "object"},
                        likeness=describe.NUMBER,
                        alone=_TEXT,
                        known=_TEXT,
                        words={
                            "type": "object",
                            "additionalProperties": describe.INTEGER,
                        },
                        blocks=describe.listed(
                            describe.thing(
                                block=describe.INTEGER,
                                alone=describe.BOOLEAN,
                                known=describe.BOOLEAN,
                                why_alone=describe.STRING,
                                why_known=describe.STRING,
                                words=describe.INTEGER,
                                text=describe.STRING,
                                elsewhere={"type": ["boolean", "null"]},
                                differs=describe.BOOLEAN,
                            )
                        ),
                    )
                )
            ),
            *METHOD,
            requestBody={
                "required": True,
                "content": {
                    "multipart/form-data": {"schema": _BODY},
                    "application/x-www-form-urlencoded": {"schema": _BODY},
                },
            },
        )
    }
}
