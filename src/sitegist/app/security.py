"""Who is answered, and what a browser may do with the answer."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sitegist.app.problems import problem

COOKIE = "sitegist"
MAX_BODY = 32 * 2**20
"""A request may bring so many bytes."""

OWN = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
"""What our own pages may do: what comes from this server, and nothing else."""

_HEADERS = {
    "content-security-policy": OWN,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-cache",
}
_HOST = re.compile(r"(?:\[([0-9a-f:.]{2,45})\]|([^\s:/@\[\]]{1,255}))(?::\d{1,5})?", re.I)


class Guard:
    """Asks everyone for a name that is ours and, if there is one, for the token.

    A site that a browser shows can send requests here, under a name of its own even (DNS
    rebinding): the Host header gives the second away, ``Sec-Fetch-Site`` the first.
    """

    def __init__(self, app: ASGIApp, token: str | None = None, names: Iterable[str] = ()) -> None:
        self.app = app
        self.token = token
        self.names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may be answered; every answer leaves with our headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _seal(MutableHeaders(scope=message))
            await send(message)

        request = Request(scope)
        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, sealed)
        else:
            await self.app(scope, _bounded(scope, receive), sealed)

    def _refusal(self, request: Request) -> Response | None:
        headers = request.headers
        if not self._is_named(headers):
            return problem(request, 421, "This server does not go by the name in the address.")
        if _is_foreign(request):
            return problem(request, 403, "Another site asked for this; follow a link instead.")
        return None if self.token is None else self._challenge(request, self.token)

    def _is_named(self, headers: Headers) -> bool:
        """A name of ours; any address will do, for nobody can make his own lead here."""
        hosts = headers.getlist("host")
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None:
            return False
        name = (found[1] or found[2]).rstrip(".").lower()
        return name in self.names or _is_address(name)

    def _challenge(self, request: Request, token: str) -> Response | None:
        if request.scope["path"].startswith("/static/"):
            return None  # our own style sheet, which everybody has
        query = request.query_params
        if _same(query.get("token"), token) and request.method in ("GET", "HEAD"):
            return _welcome(request, token, query)
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(bearer.strip(), token):
            return None
        if _same(request.cookies.get(COOKIE), token):
            return None
        answer = problem(request, 401, "Give the token that the server printed when it started.")
        answer.headers["www-authenticate"] = "Bearer"
        return answer


def _welcome(request: Request, token: str, query: QueryParams) -> Response:
    """To the same address without the token, which the browser keeps from now on."""
    rest = urlencode([item for item in query.multi_items() if item[0] != "token"], errors="replace")
    # the path is ours to begin with: //elsewhere would be another server
    path = "/" + request.url.path.lstrip("/\\")
    answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
    # not strict: a link in the frame of an original page, which is of no origin, has to lead here
    answer.set_cookie(COOKIE, token, httponly=True, samesite="lax", path="/")
    return answer


def _seal(headers: MutableHeaders) -> None:
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    framed = "frame-ancestors 'self'" in headers["content-security-policy"]
    headers.setdefault("x-frame-options", "SAMEORIGIN" if framed else "DENY")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_foreign(request: Request) -> bool:
    """Whether another site is behind the request, and no person who followed a link."""
    headers = request.headers
    if "sec-fetch-site" not in headers and request.method not in ("GET", "HEAD"):
        # an older browser, or a program, which sends no origin
        origin = headers.get("origin")
        return origin is not None and urlsplit(origin).netloc != headers["host"]
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    followed = headers.get("sec-fetch-mode") == "navigate"
    return not (
        request.method == "GET" and followed and headers.get("sec-fetch-dest") == "document"
    )


def _same(given: str | None, token: str) -> bool:
    return given is not None and hmac.compare_digest(
        given.encode("utf-8", "replace"), token.encode("utf-8")
    )


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """A body of at most `MAX_BODY` bytes."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MAX_BODY:
            raise HTTPException(413, f"More than {MAX_BODY >> 20} MB.")
        return message

    return bounded
