"""What all pages of the application have around them, and how templates are filled in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from sitegist.hierarchy.headlines import shortened
from sitegist.page.links import resolve

TEMPLATES = Path(__file__).parent / "templates"


class Entry(NamedTuple):
    """An entry of the navigation."""

    label: str
    path: str
    """Below the site."""
    also: tuple[str, ...] = ()
    """Further paths that belong to it."""


def environment(navigation: Sequence[Entry]) -> Environment:
    """Templates that escape all that they are given."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["navigation"] = navigation
    made.filters |= {"number": number, "percent": percent, "size": size, "outward": outward}
    made.filters |= {"shortly": shortly, "line": line}
    return made


def render(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page from a template, which can also use what `around` gives."""
    found = request.app.state.templates.get_template(template)
    text = found.render(**around(request), **context)
    # a lone surrogate, which JSON can hold, is no reason to show nothing
    return HTMLResponse(text.encode("utf-8", "replace"), status)


def around(request: Request) -> dict[str, Any]:
    """What every template may use.

    ``link(path, name=value ...)`` is an address below the site, ``top(path)`` one below the
    application; ``here`` is the path below the site, ``site_name`` what the site is called.
    """
    root = request.scope.get("app_root_path", request.scope.get("root_path", ""))
    below = request.scope.get("root_path", "")

    def link(path: str, **query: object) -> str:
        wanted = {name: value for name, value in query.items() if value not in (None, "")}
        return quote(below) + path + ("?" + urlencode(wanted, errors="replace") if wanted else "")

    def top(path: str) -> str:
        return quote(root) + path

    library = request.app.state.library
    name = request.path_params.get("site") if "path_params" in request.scope else None
    known = name in library
    return {
        "link": link,
        "top": top,
        "here": request.scope["path"].removeprefix(below) or "/",
        "several": bool(library.names),
        "site_name": library.called(name) if known else None,
    }


def number(value: float) -> str:
    """With commas.

    >>> number(1234567)
    '1,234,567'
    """
    return f"{value:,.0f}"


def percent(part: float, digits: int = 0) -> str:
    """A part of one.

    >>> percent(0.256)
    '26 %'
    """
    return f"{100 * part:.{digits}f} %"


def size(value: int) -> str:
    """Bytes as people read them.

    >>> size(900), size(1_250_000)
    ('900 bytes', '1.2 MB')
    """
    if value < 1000:
        return f"{value} bytes"
    for unit, scale in (("KB", 1e3), ("MB", 1e6)):
        if value < 1000 * scale:
            return f"{value / scale:.{1 if value < 10 * scale else 0}f} {unit}"
    return f"{value / 1e9:.1f} GB"


def shortly(url: str, most: int = 90) -> str:
    """An address to read: without what every address has, its letters as they are meant.

    >>> shortly("https://www.example.org/news%20%E6%B8%AF/1.html")
    'www.example.org/news%20港/1.html'
    >>> shortly("https://www.example.org/%E2%80%AE%FF")
    'www.example.org/%E2%80%AE%FF'
    """
    bare = _LETTERS.sub(_letters, url.partition("://")[2] or url)
    return bare if len(bare) <= most else bare[: most - 1] + "…"


def line(text: str, columns: int = 160) -> str:
    """A title that may be of any length, as a line or two.

    >>> line("word " * 4, 10)
    'word word…'
    """
    return shortened([text], columns)


# Escaped bytes beyond ASCII; an escaped slash or space has to stay what it is.
_LETTERS = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")


def _letters(escaped: re.Match[str]) -> str:
    found = unquote(escaped[0], errors="replace")
    return found if found.isprintable() and "\ufffd" not in found else escaped[0]


def outward(url: str | None) -> str | None:
    """An address that may be linked to: of the web, and of nothing else.

    >>> outward("javascript:alert(1)"), outward("https://example.org/")
    (None, 'https://example.org/')
    """
    found = resolve(url, None) if url else None
    return found if found and found.startswith(("http://", "https://")) else None
