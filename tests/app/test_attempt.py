"""The Try view: pages of anybody's, judged with and without the site."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from sitegist.app.attempts import MAX_BYTES, Attempts, read_version
from sitegist.pipeline import extract
from sitegist.store import Store, open_mined
from tests.app.conftest import Look, Visit, picture
from tests.app.hostile import BREAKOUT, NOWHERE, SCRIPT
from tests.overlay.test_render import ATTACKS

NEW = "A paragraph that nobody has seen before, of some words."


@pytest.fixture(scope="module")
def address(demo_mined: Path) -> str:
    """The address of an article of the demonstration site."""
    return open_mined(demo_mined).articles[0].url


@pytest.fixture(scope="module")
def source(demo_mined: Path, address: str) -> str:
    """Its source."""
    shelf = open_mined(demo_mined).site.shelf
    assert isinstance(shelf, Store)
    document = shelf.original(address)
    assert document is not None
    return document.data.decode()


def change(source: str) -> str:
    """Another version of a page: its longest paragraph is another."""
    return source.replace(max(re.findall("<p>([^<>]+)</p>", source), key=len), NEW)


@pytest.mark.parametrize("script", [False, True])
def test_two_versions_are_judged_twice(
    script: bool, demo: str, address: str, source: str, visit: Visit, look: Look
) -> None:
    """A page of the site and a pasted one, with scripts and without."""
    page = visit(f"{demo}/try?url={address}", phone=True, script=script)
    page.locator("#second_html").fill(change(source))
    page.get_by_role("button", name="Judge it").click()
    page.wait_for_url("**/try/*")
    page.get_by_role("link", name="Version 2").click()
    page.wait_for_url("**version=2**")
    assert "Knowing the site changes" in page.locator(".finding").inner_text()
    new = page.locator(".blocks li", has_text=NEW)
    assert "only in this version" in new.inner_text()
    if script:
        page.frame_locator(".frame").locator(".sg-mark").first.wait_for()
        look(page)
        picture(page, "attempt-versions")
    new.locator("a").click()
    assert NEW[:30] in page.locator(".why .excerpt").inner_text()


def test_what_programs_are_told_is_what_the_library_says(
    demo: str, demo_mined: Path, address: str, source: str, client: httpx.Client
) -> None:
    """Verdicts with and without the site, and what has changed between the two versions."""
    mined = open_mined(demo_mined)
    sent = {"page": address, "second_html": change(source), "second_url": address}
    first, second = client.post(f"{demo}/api/try", data=sent).json()["versions"]
    assert first["known"]["text"] == mined[address].text
    assert first["alone"]["text"] == extract(source, address).text
    assert (
        second["known"]["text"]
        == mined.method.extract(read_version("", change(source), address).page).text
    )
    assert first["likeness"] == 1
    assert sum(first["words"].values()) > 0
    new = [block for block in second["blocks"] if block["elsewhere"] is None]
    assert [NEW in block["text"] for block in new] == [True]
    gone = [block for block in first["blocks"] if block["elsewhere"] is None]
    assert len(gone) == 1
    for block in first["blocks"]:
        assert block["differs"] == (block["alone"] != block["known"])
    upload = client.post(f"{demo}/api/try", files={"file": ("a.html", source.encode())})
    assert upload.json()["versions"][0]["name"] == "a.html"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 400),
        ({"html": "  "}, 400),
        ({"page": "https://lantern.example/nothing"}, 404),
        ({"html": "<p>a", "url": "javascript:alert(1)"}, 400),
        ({"html": "x" * (MAX_BYTES + 2)}, 400),
    ],
)
def test_what_cannot_be_tried_is_said(
    sent: dict[str, str], status: int, demo: str, client: httpx.Client
) -> None:
    """In words, to people and to programs."""
    answer = client.post(f"{demo}/api/try", data=sent)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert client.post(f"{demo}/try", data=sent).status_code == status


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"%PDF-1.7 x", 422), (b"\x89PNG\r\n\x1a\n", 422), (b"x" * (MAX_BYTES + 1), 413)],
)
def test_files_that_are_no_pages_or_too_large_are_refused(
    data: bytes, status: int, demo: str, client: httpx.Client
) -> None:
    """By what they hold, whatever their name."""
    answer = client.post(f"{demo}/api/try", files={"file": ("a.html", data)})
    assert answer.status_code == status
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {
            "sec-fetch-site": "cross-site",
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "document",
        },
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
    ],
)
def test_other_sites_cannot_send_pages(
    headers: dict[str, str], demo: str, client: httpx.Client
) -> None:
    """Neither by a form nor by a script, in browsers that say who asks and in older ones."""
    assert client.post(f"{demo}/try", data={"html": "<p>a"}, headers=headers).status_code == 403


def test_a_program_and_a_form_of_ours_can(demo: str, client: httpx.Client) -> None:
    """With no origin, or with our own."""
    for headers in ({}, {"origin": demo}, {"sec-fetch-site": "same-origin", "origin": "null"}):
        sent = client.post(f"{demo}/try", data={"html": "<p>a"}, headers=headers)
        assert sent.status_code == 303
        assert client.get(demo + sent.headers["location"]).status_code == 200


def test_hostile_pages_do_nothing(demo: str, visit: Visit) -> None:
    """All attacks in one page, its title among them, with scripts allowed."""
    some = (html for name, html in ATTACKS.items() if name not in ("plaintext", "half a tag"))
    everything = f"<title>{BREAKOUT}</title>" + "".join(f"<div>{html}</div>" for html in some)
    page = visit(f"{demo}/try")
    everything += f"<img src={NOWHERE}/x>{SCRIPT}"
    page.locator("#html").fill(everything.replace("\0", "").encode("utf-8", "ignore").decode())
    page.get_by_role("button", name="Judge it").click()
    page.wait_for_url("**/try/*")
    page.frame_locator(".frame").locator(".sg-mark").first.wait_for()
    page.wait_for_timeout(200)
    assert page.evaluate("window.owned") is None
    assert page.locator("main script, main [onload], main [onerror]").count() == 0


def test_attempts_are_forgotten_one_after_the_other(demo: str, client: httpx.Client) -> None:
    """The oldest goes; what is not kept is said."""
    attempts = Attempts()
    version = (read_version("a", "<p>a", None),)
    names = [attempts.add(version) for _ in range(40)]
    assert attempts.get(names[0]) is None
    assert attempts.get(names[-1]) is version
    answer = client.get(f"{demo}/try/nothing")
    assert answer.status_code == 404
    assert "not kept any more" in answer.text
