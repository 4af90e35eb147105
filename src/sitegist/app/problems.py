"""What is answered when something is wrong: a page for people, JSON for programs."""

from __future__ import annotations

import logging
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sitegist.app.frame import render
from sitegist.errors import InputError, MissingExtra, OptionError, SitegistError, StoreError

_LOG = logging.getLogger("sitegist.app")
# The first that fits; whatever else is ours speaks of what was sent.
_STATUS = {StoreError: 500, InputError: 422, OptionError: 400, MissingExtra: 501}


def problem(request: Request, status: int, message: str = "") -> Response:
    """The answer for a status and what there is to say about it."""
    phrase = HTTPStatus(status).phrase
    message = message if message != phrase else ""
    if "/api/" in request.scope["path"]:
        return JSONResponse({"error": message or phrase}, status)
    return render(request, "problem.html", status, code=status, phrase=phrase, message=message)


def refused(request: Request, error: Exception) -> Response:
    """For an `HTTPException`."""
    assert isinstance(error, HTTPException)
    answer = problem(request, error.status_code, error.detail)
    answer.headers.update(error.headers or {})
    return answer


def ours(request: Request, error: Exception) -> Response:
    """For an error of ours, whose text says what is wrong."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    return problem(request, status, str(error))


class CatchAll:
    """Answers with 500 what nobody expected; the log has the traceback, the answer has none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, and see how it goes."""
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            _LOG.exception("%s could not be answered", scope.get("path"))
            if scope["type"] != "http" or begun:
                raise
            await problem(Request(scope), 500, _SORRY)(scope, receive, send)


_SORRY = "This is an error in sitegist, not in what you asked for. The server's log says more."

HANDLERS = {HTTPException: refused, SitegistError: ours}
