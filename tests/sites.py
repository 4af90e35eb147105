"""Small sites made for a test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sitegist.site import Site
from sitegist.site.build import build_site
from sitegist.sources.document import Document


def site_of(pages: Sequence[str], order: Iterable[int] | None = None) -> Site:
    """Pages at http://x.org/0 and on, read in some order."""
    return build_site(document(place, pages[place]) for place in order or range(len(pages)))


def document(place: int, html: str) -> Document:
    """A page as a source gives it."""
    return Document(f"{place}.html", f"http://x.org/{place}", html.encode())
