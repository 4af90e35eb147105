"""The one page that a command is about."""

from __future__ import annotations

from sitegist import sources
from sitegist.errors import InputError, NotHtml
from sitegist.page import Page, read
from sitegist.page.sniff import HTML


def read_page(name: str, url: str | None) -> Page:
    """The page in a file, at a URL, or on standard input for ``-``."""
    source = sources.open(name, url)
    document = next(iter(source), None)
    if document is None:
        reason = source.problems[0].reason if source.problems else "no page"
        raise InputError(f"{name}: {reason}")
    page = read(document.data, url or document.url, document.content_type)
    if page.media_type != HTML:
        raise NotHtml(page.media_type)
    return page
