"""Text and addresses as XML 1.0 may hold them."""

from __future__ import annotations

import re
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_URI = "%/?!$&'()*+,;=-._~"
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")


def xml_text(text: str) -> str:
    """Text between tags; the separators among what XML forbids still separate.

    >>> xml_text("a\\x00 < b\\x1fc")
    'a &lt; b c'
    """
    return escape(_allowed(text))


def xml_quoted(text: str) -> str:
    """The value of an attribute, with its quotes.

    >>> print(xml_quoted('a "<b>"'))
    'a "&lt;b&gt;"'
    """
    return quoteattr(_allowed(text))


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub(lambda found: " " if found[0].isspace() else "", text)


def uri(url: str) -> str:
    """An address with what no URI may hold encoded; it still has to be escaped.

    >>> uri("https://example.org/ä b?q=50%#ü")
    'https://example.org/%C3%A4%20b?q=50%25#%C3%BC'
    """
    is_absolute = url.startswith(("http:", "https:", "mailto:"))
    address, mark, fragment = _FORBIDDEN.sub("", url).partition("#")
    safe = _URI + ":@" if is_absolute else _URI
    encoded = (
        quote(address, safe, errors="replace")
        + mark
        + quote(fragment, _URI + ":@", errors="replace")
    )
    return _LONE_PERCENT.sub("%25", encoded)
