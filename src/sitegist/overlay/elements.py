"""Which elements and attributes of a page are shown; all others become plain boxes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from sitegist.overlay.styles import declarations

# None of them changes how a parser reads what follows, nor loads anything.
SAME = frozenset(
    "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup"
    " dd del details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6"
    " header hgroup hr i ins kbd legend li main mark menu nav ol p pre q rp rt ruby s samp search"
    " section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u"
    " ul var wbr".split()
)
VOID = frozenset(("br", "col", "hr", "wbr"))
AS_PRE = frozenset(("listing", "plaintext", "xmp"))
FRAMES = ("html", "head", "body", "frameset")
"""Their insides are shown, they themselves are those of the new document."""
TABLES = frozenset(("table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup"))
PICTURED = frozenset(
    ("img", "video", "audio", "iframe", "frame", "object", "embed", "applet", "canvas")
)
"""What a box with a name stands for."""

_COLOUR = re.compile(r"#?[0-9A-Za-z]{1,24}")
_LENGTH = re.compile(r"\d{1,5}(?:\.\d{1,4})?(?:px|%)?")
_NUMBER = re.compile(r"-?\d{1,9}")
_WORD = re.compile(r"[A-Za-z][A-Za-z-]{0,30}")
_ANY = re.compile(r"")
_ATTRIBUTES = {
    **dict.fromkeys(("align", "valign", "clear", "dir", "lang", "type"), _WORD),
    **dict.fromkeys(("bgcolor", "color", "text"), _COLOUR),
    **dict.fromkeys(("width", "height"), _LENGTH),
    **dict.fromkeys(("border", "cellpadding", "cellspacing", "colspan", "rowspan"), _NUMBER),
    **dict.fromkeys(("span", "start", "value", "size"), _NUMBER),
    **dict.fromkeys(("nowrap", "noshade", "reversed"), _ANY),
}
# A picture inside the page itself; SVG is left out, as it is a document of its own.
_INSIDE = re.compile(r"data:image/(?:png|gif|jpe?g|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]+\Z", re.I)
_LARGEST = 200_000
# Names that begin so are ours.
_OURS = ("sg-", "block-")


def attributes(attrs: Mapping[str, str]) -> dict[str, str]:
    """The attributes that an element keeps."""
    kept = {}
    for name, value in attrs.items():
        if name == "style":
            value = declarations(value)
        elif name == "class":
            value = " ".join(token for token in value.split() if not token.startswith(_OURS))
        elif name == "id":
            value = "" if value.startswith(_OURS) else value
        elif name not in _ATTRIBUTES:
            continue
        elif not (pattern := _ATTRIBUTES[name]).fullmatch(value.strip()):
            value = "" if pattern is _ANY else " "
        if value.strip() or (name in _ATTRIBUTES and value == ""):
            kept[name] = value
    return kept


def written(attrs: Mapping[str, str]) -> str:
    """Attributes as they stand in a tag."""
    return "".join(f' {name}="{escape(value)}"' for name, value in attrs.items())


def picture(source: str) -> str | None:
    """The address of a picture if it holds the picture itself."""
    source = source.strip()
    return source if len(source) <= _LARGEST and _INSIDE.match(source) else None
