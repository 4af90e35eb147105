"""The one page that a command is about."""

from __future__ import annotations

from itertools import chain, islice

from sitegist import sources
from sitegist.errors import InputError, NotHtml
from sitegist.mined import Mined
from sitegist.page import Page, read
from sitegist.page.sniff import HTML
from sitegist.sources import Document


def page_of(mined: Mined, name: str, url: str | None) -> Page:
    """A page of a mined site by its address, or any other as `read_page` finds it."""
    return mined[name].page if name in mined.site else read_page(name, url)


def read_page(name: str, url: str | None) -> Page:
    """The page in a file, at a URL, or on standard input for ``-``.

    Of a collection, the one with the address ``url``.
    """
    source = sources.open(name, url)
    documents = iter(source)
    first = list(islice(documents, 2))
    if not first:
        reason = source.problems[0].reason if source.problems else "no page"
        raise InputError(f"{name}: {reason}")
    if len(first) == 1:
        document: Document | None = first[0]
    else:
        document = next((one for one in chain(first, documents) if one.url == url), None)
    if document is None:
        has = f"no page is {url}" if url else "this is more than one page; say which with --url"
        raise InputError(f"{name}: {has}")
    page = read(document.data, url or document.url, document.content_type)
    if page.media_type != HTML:
        raise NotHtml(page.media_type)
    return page
