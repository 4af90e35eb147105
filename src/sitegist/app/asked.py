"""What a request asks for; what makes no sense is answered with 400, what is not there with 404."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.requests import Request

from sitegist.app.library import Library, Shown
from sitegist.mined import MinedPage

# Longer than any address or question that somebody means.
_LONGEST = 4_000


def site_of(request: Request) -> Shown:
    """The site that the address names."""
    library: Library = request.app.state.library
    name = request.path_params.get("site")
    if name not in library:
        raise HTTPException(404, "There is no such site.")
    return library.site(name)


def text_of(request: Request, name: str, default: str = "") -> str:
    """A parameter as it is."""
    value = request.query_params.get(name, default)
    if len(value) > _LONGEST:
        raise HTTPException(400, f"{name}: longer than {_LONGEST:,} characters.")
    return value


def number_of(request: Request, name: str, default: int, least: int = 0, most: int = 10**6) -> int:
    """A parameter as a whole number."""
    value = request.query_params.get(name, "")
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and least <= int(value[:12]) <= most):
        raise HTTPException(400, f"{name}: has to be a whole number from {least} to {most}.")
    return int(value)


def choice_of(request: Request, name: str, known: Iterable[str], default: str = "") -> str:
    """A parameter that is one of a few words; left out or empty it is ``default``."""
    value = request.query_params.get(name, "")
    words = list(known)
    if value and value not in words:
        raise HTTPException(400, f"{name}: has to be one of {', '.join(words) or 'none'}.")
    return value or default


def page_of(request: Request, name: str = "url") -> MinedPage:
    """The page with the address that a parameter names; that of a redirect is where it leads."""
    shown, url = site_of(request), text_of(request, name)
    if not url:
        raise HTTPException(400, f"{name}: say which page is meant.")
    site = shown.mined.site
    url = url if url in site else site.aliases.get(url, url)
    if url not in site:
        raise HTTPException(404, "The site has no page with this address.")
    return shown.mined[url]
