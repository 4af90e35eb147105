"""Style sheets and ``style`` attributes without what loads, runs or covers.

A frame's policy forbids loading anyway; this is for whoever shows a page without one.
"""

from __future__ import annotations

import re

_PROPERTY = re.compile(
    r"(?:background|border|color|column|display|flex|float|clear|font|gap|grid|align|justify|height"
    r"|width|max|min|letter-spacing|line-height|list-style|margin|order|padding|row-gap|table-layout"
    r"|text|vertical-align|visibility|white-space|word|direction|writing-mode|caption-side)"
    r"(?:-[a-z-]+)?"
)
_VALUE = re.compile(r"""[\w\s#%.,()'"+*/!-]*""")
_FUNCTION = re.compile(r"([\w-]+)\s*\(")
_HARMLESS = frozenset(
    "rgb rgba hsl hsla hwb lab lch oklab oklch calc min max clamp repeat minmax fit-content"
    " linear-gradient radial-gradient".split()
)
_STRING = r"""(?P<string>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')"""
# What may stand between the letters of a word, and hide it; first, so that no word is left hidden.
_HIDING = re.compile(
    rf"(?P<comment>/\*.*?(?:\*/|\Z)) | {_STRING} | (?P<escape>\\)", re.VERBOSE | re.DOTALL
)
_TOKEN = re.compile(
    _STRING
    + r"""
    | (?P<loads>(?:url|src|[\w-]*image(?:-set)?|element|expression|cross-fade|paint)\s*\()
    | (?P<import>@(?:import|namespace|charset))
    | (?P<covers>position\s*:\s*(?:fixed|sticky|-webkit-sticky))
    | (?P<binds>-moz-binding|behaviou?r\s*:)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_INSTEAD = {
    "comment": " ",
    "escape": "",
    "loads": "none(",
    "import": "@none",
    "covers": "position:static",
    "binds": "none:",
}
_TAG = re.compile(r"<(?=[/!?A-Za-z])")


def declarations(style: str) -> str:
    """A ``style`` attribute, reduced to what shapes and colours the element itself.

    >>> declarations("color: red; background: url(x); position: fixed; width: expression(1)")
    'color: red'
    """
    kept = []
    for declaration in style[:10_000].split(";"):
        name, colon, value = (part.strip() for part in declaration.partition(":"))
        if colon and _PROPERTY.fullmatch(name.lower()) and _VALUE.fullmatch(value):
            functions = map(str.lower, _FUNCTION.findall(value))
            if _HARMLESS.issuperset(functions):
                kept.append(f"{name.lower()}: {value}")
    return "; ".join(kept)


def sheet(css: str) -> str:
    r"""A style sheet that loads nothing and cannot end the element that it stands in.

    >>> sheet("@import 'x'; p { background: url(x) } /* </style> */ q { content: '</style>' }")
    "@none 'x'; p { background: none(x) }   q { content: '\\3c /style>' }"
    """
    for tokens in (_HIDING, _TOKEN):
        css = tokens.sub(lambda found: _INSTEAD.get(found.lastgroup or "", found[0]), css)
    return _TAG.sub(r"\\3c ", css)
