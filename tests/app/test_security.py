"""Who is answered, and what a browser may do with the answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitegist.app import create
from sitegist.app.security import MAX_BODY, Guard
from sitegist.app.server import address_of, is_loopback, listen, running
from tests.app.conftest import Visit

TOKEN = "open-sesame"


@pytest.fixture(scope="module")
def closed(demo_mined: Path) -> Iterator[str]:
    """A server that asks for a token."""
    with running(create(demo_mined, token=TOKEN, names=["corpus.example"])) as url:
        yield url


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/site", "/static/style.css", "/pages?n=x"])
def test_every_answer_is_sealed(path: str, demo: str, client: httpx.Client) -> None:
    """Policy, sniffing, referrer and frames, on errors as well."""
    headers = client.get(demo + path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST.:8765", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:8765", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost@evil.example", 421),
        ("localhost:80:80", 421),
        ("", 421),
    ],
)
def test_only_names_of_ours_are_answered(
    host: str, status: int, demo: str, client: httpx.Client
) -> None:
    """A name that somebody else leads to this machine is not one of them."""
    assert client.get(demo, headers={"Host": host}).status_code == status


def test_other_sites_get_nothing(demo: str, client: httpx.Client) -> None:
    """What they make a browser fetch, frame or send; a link that a person follows works."""
    foreign = {"Sec-Fetch-Site": "cross-site"}
    followed = {**foreign, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    framed = {**followed, "Sec-Fetch-Dest": "iframe"}
    for headers, status in ((foreign, 403), (framed, 403), (followed, 200)):
        assert client.get(demo, headers=headers).status_code == status
    assert client.post(demo, headers=followed).status_code == 403


def test_the_token_is_asked_for(closed: str, client: httpx.Client) -> None:
    """On every path but for the style sheet; a wrong one opens nothing."""
    for path in ("/", "/api/site", "/nothing", "/?token=wrong", "/api/openapi.json"):
        assert client.get(closed + path).status_code == 401
    assert client.get(closed, headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.get(closed, headers={"Cookie": "sitegist=wrong"}).status_code == 401
    assert client.get(f"{closed}/static/style.css").status_code == 200
    assert client.get(f"{closed}/static/../app.py").status_code in (401, 404)


def test_the_token_opens(closed: str, client: httpx.Client) -> None:
    """In the address once, then as a cookie that scripts cannot read; for programs as a header."""
    welcome = client.get(f"{closed}//pages?kind=toc&token={TOKEN}")
    assert (welcome.status_code, welcome.headers["location"]) == (303, "/pages?kind=toc")
    cookie = welcome.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert client.get(f"{closed}/pages").status_code == 200
    client.cookies.clear()
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert client.get(f"{closed}/api/site", headers=bearer).status_code == 200
    assert client.get(closed, headers={**bearer, "Host": "corpus.example"}).status_code == 200
    assert client.get(closed, headers={**bearer, "Host": "other.example"}).status_code == 421


def test_the_token_can_be_typed(closed: str, visit: Visit) -> None:
    """The page that asks for it has a field; afterwards the address does not show it."""
    page = visit(closed)
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("lantern.example")
    assert page.url.rstrip("/?") == closed


@pytest.mark.parametrize(
    "path",
    [
        "/static/../library.py",
        "/static/%2e%2e/library.py",
        "/static/..%2flibrary.py",
        "/static//etc/passwd",
        "/site=..%2f..",
        "/site=../",
        "/%00",
    ],
)
def test_paths_lead_nowhere_else(path: str, demo: str, client: httpx.Client) -> None:
    """Neither out of the folder nor to our own files."""
    assert client.get(demo + path).status_code == 404


def test_a_body_has_an_end(client: httpx.Client) -> None:
    """More than the limit is refused, whether its length was told before or not."""

    async def taken(request: Request) -> Response:
        return Response(str(len(await request.body())))

    app = Starlette(routes=[Route("/", taken, methods=["POST"])], middleware=[Middleware(Guard)])
    with running(app) as url:
        pieces = (b"x" * 2**20 for _ in range((MAX_BODY >> 20) + 1))
        assert client.post(url, content=pieces).status_code == 413
        assert client.post(url, content=b"x" * 2**20).text == str(2**20)


def test_loopback() -> None:
    """What only this machine can reach needs no token."""
    hosts = ("127.0.0.1", "localhost", "::1", "[::1]", "127.8.8.8")
    assert all(map(is_loopback, hosts))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.5", "example.org", "")))


def test_addresses_are_for_a_browser() -> None:
    """An address that means any of this machine's is shown as one that leads here."""
    with listen("0.0.0.0", 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, "t") == f"http://127.0.0.1:{port}/?token=t"
