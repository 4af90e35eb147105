"""Mined sites, the application serving them, and a browser that looks at it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from sitegist.app import create
from sitegist.app.server import running
from sitegist.demo import build
from sitegist.mining import mine_to
from tests.app import hostile

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]

Look = Callable[..., None]
Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def demo_mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demonstration site, mined."""
    folder = tmp_path_factory.mktemp("demo-mined")
    mine_to([(page.url, page.html) for page in build(pages=60)], folder)
    return folder


@pytest.fixture(scope="session")
def hostile_mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that attacks whoever shows it, mined."""
    folder = tmp_path_factory.mktemp("hostile-mined")
    mine_to(list(hostile.pages()), folder)
    return folder


@pytest.fixture(scope="session")
def demo(demo_mined: Path) -> Iterator[str]:
    """The address at which the demonstration site is shown, without a last slash."""
    with running(create(demo_mined)) as url:
        yield url


@pytest.fixture(scope="session")
def evil(hostile_mined: Path) -> Iterator[str]:
    """The address at which the hostile site is shown."""
    with running(create(hostile_mined)) as url:
        yield url


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    """Asks without a browser, and follows no redirect."""
    with httpx.Client(trust_env=False, timeout=60) as made:
        yield made


# not for the whole session: while it runs, nothing else in this thread may start an event loop
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        reason = "no Chromium; install it (apt-get install chromium), or run 'make test' as root"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield made
        made.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens an address: ``visit(url, phone=True, script=False, dark=True)``.

    The test fails if the page asked for anything that is not on this server, if a script ran that
    is not ours, or if the browser complained.
    """
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_it(
        url: str, *, phone: bool = False, script: bool = True, dark: bool = False, **more: Any
    ) -> Page:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            java_script_enabled=script,
            color_scheme="dark" if dark else "light",
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        home = urlsplit(url).netloc

        def asked(request: Request) -> None:
            address = urlsplit(request.url)
            if address.scheme not in ("data", "about", "blob") and address.netloc != home:
                troubles.append(f"asked for {request.url}")

        page.on("request", asked)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: troubles.append(f"dialog: {dialog.message}"))
        page.goto(url)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def look() -> Look:
    """Fails on what axe finds (WCAG A and AA, best practice), and if a page scrolls sideways.

    With ``colours=True`` only what depends on colours is looked at again.
    """

    def at(page: Page, *, colours: bool = False) -> None:
        fits(page)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        only = {"type": "rule", "values": COLOURS} if colours else {"type": "tag", "values": RULES}
        options = {"runOnly": only, "resultTypes": ["violations"]}
        found = page.evaluate("(options) => axe.run(options)", options)
        told = [
            f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:3]}"
            for one in found["violations"]
        ]
        assert told == [], f"{page.url}\n" + "\n".join(told)

    return at


def fits(page: Page) -> None:
    """Fails if a page scrolls sideways."""
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0, f"{page.url} scrolls sideways by {wide} pixels"


def picture(page: Page, name: str) -> None:
    """Keep a screenshot, if SITEGIST_PICTURES names a folder for them."""
    folder = os.environ.get("SITEGIST_PICTURES")
    if folder:
        safe = re.sub(r"[^\w.-]+", "-", name)
        page.screenshot(path=Path(folder) / f"{safe}.png", full_page=True)
