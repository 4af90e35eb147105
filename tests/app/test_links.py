"""Every link of the application leads somewhere."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urldefrag, urljoin

import httpx
import pytest

# Of the addresses of one view so many are followed: its pages are alike.
_EACH = 12
_LINK = re.compile(r'\b(?:href|src)="([^"]*)"')


@pytest.mark.parametrize("site", ["demo", "evil"])
def test_links_lead_somewhere(
    site: str, request: pytest.FixtureRequest, client: httpx.Client
) -> None:
    """From the first page on, to all views, with whatever titles and addresses pages have."""
    base = request.getfixturevalue(site)
    waiting, met, counts = [f"{base}/"], {f"{base}/"}, dict[str, int]()
    while waiting:
        address = waiting.pop()
        view = httpx.URL(address).path
        counts[view] = counts.get(view, 0) + 1
        if counts[view] > _EACH:
            continue
        answer = client.get(address)
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        if "sandbox" in answer.headers["content-security-policy"]:
            continue  # a page of others, whose links are its own
        for link in map(unescape, _LINK.findall(answer.text)):
            target = urldefrag(urljoin(address, link))[0]
            if target.startswith(f"{base}/") and target not in met:
                met.add(target)
                waiting.append(target)
    assert {"/", "/pages", "/search", "/static/style.css"} <= counts.keys()
