"""Pages as the system's own Chromium shows them, by way of scrapy-playwright."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from typing import Any

from playwright.async_api import Error, Page
from scrapy import Request
from scrapy.http import Response
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler
from scrapy_playwright.page import PageMethod

from sitegist.crawl.plan import Plan
from sitegist.errors import MissingExtra

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Nobody sees them, and they are most of what a page loads.
_UNSEEN = frozenset({"image", "media", "font"})
# How long a page may go on loading after it says that it has loaded, in seconds.
_SETTLE = 5.0
_CLOSING = 10.0


def find_chromium() -> str:
    """Where the browser is; a `MissingExtra` if there is none."""
    for name in _NAMES:
        if (path := shutil.which(name)) is not None:
            return path
    raise MissingExtra("Chromium", "render", "apt-get install chromium")


def settings_for(plan: Plan) -> dict[str, Any]:
    """What Scrapy has to know."""
    return {
        "DOWNLOAD_HANDLERS": {"http": Browser, "https": Browser},
        "PLAYWRIGHT_LAUNCH_OPTIONS": {
            "executable_path": find_chromium(),
            "args": ["--disable-gpu", "--disable-background-networking", "--no-first-run"],
        },
        "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT": plan.deadline * 1000,
        "PLAYWRIGHT_ABORT_REQUEST": _is_unseen,
    }


def meta() -> dict[str, Any]:
    """What a request for a page carries."""
    return {"playwright": True, "playwright_page_methods": [PageMethod(_settle)]}


def _is_unseen(request: Any) -> bool:
    return request.resource_type in _UNSEEN


async def _settle(page: Page) -> None:
    """Wait until scripts have fetched what they show; some never stop to."""
    with suppress(Error):
        await page.wait_for_load_state("networkidle", timeout=_SETTLE * 1000)


class Browser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]
    """Gives up on a page whose scripts do not let it be read."""

    async def download_request(self, request: Request) -> Response:
        """The page, or a `TimeoutError`."""
        limit = self._crawler.settings.getfloat("DOWNLOAD_TIMEOUT") + _SETTLE + _CLOSING
        return await asyncio.wait_for(super().download_request(request), limit)
