"""Redirect stubs: pages that only send a browser on."""

from __future__ import annotations

import re

from sitegist.page import Page
from sitegist.page.links import base_url, resolve

_REFRESH = re.compile(r"\s*(\d+)?[.\d]*\s*[;,]?\s*(?:url\s*=\s*)?[\"']?\s*([^\"'\s][^\"']*)", re.I)
# A stub holds hardly more than "you are being redirected".
_FEW_WORDS = 40
_SOON = 10


def redirect_target(page: Page) -> str | None:
    """Where a meta refresh sends the reader of a page that has next to no text, else ``None``."""
    if "refresh" not in page.html[:100_000].lower() or int(page.words.sum()) > _FEW_WORDS:
        return None
    for row, source in page.sources.items():
        attrs = source.attrs
        if page.rows.tag(row) == "meta" and attrs.get("http-equiv", "").lower() == "refresh":
            found = _REFRESH.match(attrs.get("content", ""))
            if found and int(found[1] or 0) <= _SOON:
                return resolve(found[2].strip(), base_url(page)) or found[2].strip()
    return None
