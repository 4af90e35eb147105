"""Redirect stubs: pages that only send a browser on."""

from __future__ import annotations

import re

from sitegist.page import Page
from sitegist.page.links import base_url, resolve

# As the HTML standard reads it: seconds, a separator, an address, with or without its name.
_REFRESH = re.compile(
    r"[ \t\n\f\r]*(?=[0-9.])([0-9]*+)[0-9.]*+(?=[;, \t\n\f\r])"
    r"[ \t\n\f\r]*[;,]?[ \t\n\f\r]*(.*)",
    re.DOTALL,
)
_NAMED = re.compile(r"url[ \t\n\f\r]*=[ \t\n\f\r]*", re.IGNORECASE)
_NOWHERE = ("javascript:", "data:")
# A stub holds hardly more than "you are being redirected".
_FEW_WORDS = 40
_SOON = 10


def redirect_target(page: Page) -> str | None:
    """Where a meta refresh sends the reader of a page that has next to no text, else ``None``.

    A page that only loads itself again is no stub, and the first refresh that counts is what a
    browser follows.
    """
    if "refresh" not in page.html[:100_000].lower() or int(page.words.sum()) > _FEW_WORDS:
        return None
    for row, source in page.declarations.items():
        attrs = source.attrs
        if page.rows.tag(row) == "meta" and attrs.get("http-equiv", "").lower() == "refresh":
            target = _target(attrs.get("content", ""), page)
            if target is not None:
                return target
    return None


def _target(content: str, page: Page) -> str | None:
    """The address that a refresh leads to soon, if it is another page's."""
    found = _REFRESH.match(content)
    if found is None or _seconds(found[1]) > _SOON:
        return None
    written = found[2]
    named = _NAMED.match(written)
    written = written[named.end() :] if named else written
    if written[:1] in ("'", '"'):
        written = written[1:].partition(written[0])[0]
    written = written.strip()
    if not written or written.lower().startswith(_NOWHERE):
        return None
    target = resolve(written, base_url(page)) or written
    here = resolve(page.url, None) if page.url else None
    return None if target.partition("#")[0] == (here or "").partition("#")[0] else target


def _seconds(digits: str) -> int:
    """A whole number of any length; whatever has more than three digits is long."""
    return int((digits.lstrip("0") or "0")[:4])
