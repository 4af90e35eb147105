"""Take the pictures of docs/images anew: the application on the demonstration site, in Chromium.

    python examples/screenshots.py
    python examples/screenshots.py --mined DIR --all --to FOLDER

``--mined`` shows another site, and ``--all`` takes every view wide and narrow, light and dark, with
scripts and without; this is how to look at the application as it is on a site.
"""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from sitegist.app import create, report_of
from sitegist.app.server import running
from sitegist.demo import build
from sitegist.mining import mine_to

_LONG = 5  # letters; shorter words say little
IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
COLOURS = 128
"""Of a picture: enough for letters and lines, and a third of its size."""
OTHER = "beacon.example"
"""Another newspaper, so that there are several sites."""


class View(NamedTuple):
    """A view, or a state of one, and how to get there."""

    name: str
    address: str
    ready: Callable[[Page], None]
    """Called with the page when it is there; goes on to the state, and waits for it."""


class Look(NamedTuple):
    """How a view is looked at."""

    phone: bool
    dark: bool
    script: bool

    @property
    def name(self) -> str:
        """To put behind the name of a view."""
        words = ("phone" if self.phone else "", "dark" if self.dark else "")
        return "".join(f"-{word}" for word in (*words, "" if self.script else "plain") if word)


LOOKS = tuple(
    Look(phone, dark, script)
    for phone in (False, True)
    for dark, script in ((False, True), (True, True), (False, False))
)
SHOWN = {
    "site": Look(phone=False, dark=False, script=True),
    "map": Look(phone=False, dark=False, script=True),
    "map-informative": Look(phone=False, dark=True, script=True),
    "page-why": Look(phone=False, dark=False, script=True),
    "page-two": Look(phone=False, dark=False, script=True),
    "reader": Look(phone=True, dark=False, script=True),
    "reader-open": Look(phone=True, dark=True, script=True),
    "search": Look(phone=False, dark=False, script=True),
    "compare": Look(phone=False, dark=False, script=True),
    "attempt": Look(phone=False, dark=False, script=True),
    "report": Look(phone=False, dark=False, script=True),
}
"""The views that docs/application.md shows, and how."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mined", type=Path, metavar="DIR", help="another site than our own")
    parser.add_argument("--all", action="store_true", help="every view in every way, whole pages")
    parser.add_argument("--only", nargs="*", metavar="VIEW", help="only these")
    parser.add_argument("--to", type=Path, default=IMAGES, metavar="FOLDER")
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(TemporaryDirectory(prefix="sitegist-screenshots-")))
        address = stack.enter_context(running(create(given.mined or demonstration(scratch))))
        base = address if given.mined else f"{address}/site=lantern.example"
        report = scratch / "report.html"
        source = given.mined or scratch / "site=lantern.example"
        report.write_text(report_of(source, pages=3), encoding="utf-8")
        browser = stack.enter_context(chromium())
        listed = list(views(base, "" if given.mined else f"{address}/", report.as_uri()))
        for view in (view for view in listed if not given.only or view.name in given.only):
            looks = LOOKS if given.all else [SHOWN[view.name]] if view.name in SHOWN else []
            for look in looks:
                take(browser, view, look, given.to, whole=given.all)


def demonstration(folder: Path) -> Path:
    """Two newspapers of ours, mined."""
    for seed, pages, host in ((1, 400, "lantern.example"), (2, 60, OTHER)):
        documents = (
            (page.url.replace("lantern.example", host), page.html) for page in build(seed, pages)
        )
        mine_to(documents, folder / f"site={host}")
    return folder


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise SystemExit("no Chromium; install it (apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def take(browser: Browser, view: View, look: Look, folder: Path, whole: bool) -> None:
    """One picture."""
    context = browser.new_context(
        viewport=PHONE if look.phone else DESKTOP,
        java_script_enabled=look.script,
        color_scheme="dark" if look.dark else "light",
        device_scale_factor=2 if look.phone and not whole else 1,
    )
    page = context.new_page()
    page.goto(view.address)
    view.ready(page)
    path = folder / f"{view.name}{look.name if whole else ''}.png"
    page.screenshot(path=path, full_page=whole)
    with Image.open(path) as image:
        image.convert("RGB").quantize(
            COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        ).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size / 1000:.0f} KB", flush=True)
    context.close()


def views(base: str, sites: str, report: str) -> Iterator[View]:
    """Every view of the site that is shown at ``base``; ``sites`` and ``report`` may be empty."""
    with httpx.Client(trust_env=False, timeout=60) as client:
        ask = Ask(client, base)
        article = ask.page("article")
        contents = ask.page("toc")
        block = ask.block(article)
        compared = ask.compared()
        word = ask.word()
    if sites:
        yield View("sites", sites, nothing)
    yield View("site", f"{base}/", nothing)
    yield View("pages", f"{base}/pages?kind=article", nothing)
    yield View("map", f"{base}/map", drawn)
    yield View("map-informative", f"{base}/map?listed=1", drawn)
    yield View("page", f"{base}/page?url={article}", framed)
    yield View("page-why", f"{base}/page?url={article}&block={block}", framed)
    yield View("page-two", f"{base}/page?url={article}&second_method=info-discoverer", framed)
    yield View("reader-begin", f"{base}/reader", nothing)
    yield View("reader", f"{base}/reader?url={contents}", nothing)
    yield View("reader-open", f"{base}/reader?url={article}", opened)
    yield View("search-empty", f"{base}/search", nothing)
    yield View("search", f"{base}/search?{urlencode({'q': word})}", nothing)
    yield View("try", f"{base}/try?url={article}", nothing)
    yield View("attempt", f"{base}/try?url={article}", judged)
    yield View("compare-empty", f"{base}/compare", nothing)
    yield View("compare", compared, nothing)
    yield View("nothing", f"{base}/page?url=https%3A%2F%2Fnowhere.example%2F", nothing)
    if report:
        yield View("report", report, drawn)


class Ask:
    """What of the site is shown, as its own interface for programs tells it."""

    def __init__(self, client: httpx.Client, base: str) -> None:
        self.client, self.base = client, base
        self.titles: list[str] = []

    def get(self, path: str) -> Any:
        """Some answer."""
        return self.client.get(f"{self.base}/api/{path}").json()

    def page(self, kind: str) -> str:
        """The page of a kind that says most, in English if there is one, to be put into a query."""
        asked = (f"kind={kind}&language=en", f"kind={kind}", "")
        pages = next(filter(None, (self.get(f"pages?n=1000&{one}")["pages"] for one in asked)))
        chosen = max(pages, key=lambda page: (page["kept_words"], page["url"]))
        self.titles.append(chosen["title"])
        return quote(chosen["url"], safe="")

    def word(self) -> str:
        """Of the titles of these pages the word that stands in furniture most often."""
        words = sorted({word for title in self.titles for word in title.split() if word.isalpha()})
        words = [word for word in words if len(word) >= _LONG] or words
        return max(words or ["a"], key=self._vanished)

    def _vanished(self, word: str) -> int:
        found = self.get(f"search?{urlencode({'q': word, 'n': 1})}")
        return int(found.get("vanished", 0))

    def block(self, page: str) -> int:
        """A block of a page that stays, and has words."""
        blocks = self.get(f"page?url={page}")["blocks"]
        kept = [block["block"] for block in blocks if block["kept"]]
        return int((kept or [blocks[0]["block"]])[0])

    def compared(self) -> str:
        """The address of a comparison that is finished."""
        query = "second_method=info-discoverer"
        while not self.get(f"compare?{query}")["finished"]:
            time.sleep(0.2)
        return f"{self.base}/compare?{query}"


def nothing(page: Page) -> None:
    """It is there at once."""


def drawn(page: Page) -> None:
    """The map is drawn, where scripts run."""
    if page.locator("[data-map-stage]").is_visible():
        page.locator("[data-map][data-ready]").wait_for()


def framed(page: Page) -> None:
    """The original is there with its marks."""
    page.frame_locator(".frame").locator(".sg-mark").first.wait_for()


def opened(page: Page) -> None:
    """Taps lead down to the main content."""
    for _ in range(9):
        closed = page.locator(".part.main:not([open]) > summary").filter(visible=True)
        if not closed.count():
            break
        closed.first.click()


def judged(page: Page) -> None:
    """The form is sent."""
    page.get_by_role("button", name="Judge it").click()
    page.wait_for_url("**/try/*")
    framed(page)


if __name__ == "__main__":
    main()
