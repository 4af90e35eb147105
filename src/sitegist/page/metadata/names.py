"""Names of authors: taken out of what stands around them, and told from what is no name."""

from __future__ import annotations

import re

from sitegist.page.metadata import dates
from sitegist.page.metadata.text import clean, words
from sitegist.page.metadata.vocabulary import NOBODY, PARTICLES, ROLES, SAYS_BY

MAX_NAME = 80
MAX_WORDS = 6
MAX_PLAIN_WORDS = 1  # without capitals

BYLINE = re.compile(
    # a style sheet may have parted "By" from the name
    rf"(?i:{SAYS_BY})\s*[:：/／]?\s*(?:$|(?<=[\s:：/／]))"
    r"|[Bb]y(?=[A-Z][a-z])|(?:Written|Posted) [Bb]y"
)
"""What stands before an author's name."""
_LATER = re.compile(r".*?\b(?:Written|Posted) [Bb]y\s")
_AT_START = re.compile(rf"(?:{BYLINE.pattern})+")
_CUT = re.compile(r"\s[–—-]\s|\s?[|•·⋅»⎪│~]\s?|\n")
_CUT_STYLED = re.compile(
    rf"{_CUT.pattern}"
    r"|(?i:\s?(?:posted|published|updated|reviewed|edited|last updated|view|follow|contributor)\b)"
    rf"|\s(?i:{'|'.join(dates.MONTHS)})\.? \d"
)
_CUT_SPOKEN = re.compile(rf"{_CUT_STYLED.pattern}|\s(?:on|in|at|for|last|with)\s")
PARTED = re.compile(r"\s[|•·⋅»⎪│]\s|^[|•·⋅»⎪│]\s")
"""What stands between a byline, a date and the like on one line."""
_EDGE = " ,:;-–—/|@&•·⋅»"
_MARKS = re.compile(r"\(.*?\)|\[.*?\]|https?://\S+|\S+@\S+\.\S+")
_AND = re.compile(r"\s+(?:and|und|et|y|e|и|&|＆|with)\s+|\s*[;、，]\s*", re.IGNORECASE)
_CREDENTIAL = re.compile(r"[A-Z][A-Za-z]{0,2}\.?(?:[A-Z]+\.?)*|(?:[A-Z]\.){2,}")


def without_byline(value: str) -> str:
    """What follows "By", "Written by", "Von" or the like."""
    match = _AT_START.match(value) or _LATER.match(value)
    return value[match.end() :] if match else value


ANY, SHORT, NAME = 0, 1, 2
"""What a name must look like: declared as one, styled as one, or anything after "By"."""


def turned(value: str) -> str:
    """A library's "Ek, Bo" as "Bo Ek"; other values as they are.

    >>> turned("Ek, Bo")
    'Bo Ek'
    """
    last, *first = (part.strip() for part in value.split(","))
    if len(first) != 1 or not first[0] or len(last.split()) > 2:
        return value
    return f"{first[0]} {last}"


def people(value: str, *, shape: int = ANY) -> list[str]:
    """The names in one value; none if it cannot be one.

    The less the markup tells, the more a name must look like one: see ``ANY`` and its kin.

    >>> people("By Ann Lee and Bo Ek, Senior Editor | May 3, 2024")
    ['Ann Lee', 'Bo Ek']
    """
    value = clean(_MARKS.sub(" ", value[:500]))
    value = without_byline(value)
    found = dates.find(value)
    if found:
        value = value[: found[0].start]
    cut = (_CUT, _CUT_STYLED, _CUT_SPOKEN)[shape]
    value = cut.split(value.strip(_EDGE), maxsplit=1)[0].strip(_EDGE)
    names = [name for part in _joined(value) for name in _without_roles(part)]
    good = [name for name in names if _is_name(name, shape)]
    return list(dict.fromkeys(good))


def _joined(value: str) -> list[str]:
    """What "and" joins, unless it is part of one name: "Morgan & Morgan", "Ann and Bo Ek"."""
    several = [part.strip(_EDGE) for part in _AND.split(value)]
    return several if all(" " in part for part in several) else [value]


def _without_roles(value: str) -> list[str]:
    """The names among what commas part: "Ann Lee, MD, Editor" is one, "Ann Lee, Bo Ek" two."""
    first, *others = (part.strip() for part in value.split(","))
    names = [first]
    for part in others:
        if part.lower().startswith("and "):
            part = part[4:]
        is_role = not ROLES.isdisjoint(words(part)) or _CREDENTIAL.fullmatch(part)
        # a lone word after a comma is a credential, a town or "Jr."
        if not is_role and " " in part:
            names.append(part)
    return list(map(_without_role_behind, names))


def _without_role_behind(name: str) -> str:
    """ "Ann Lee Senior Editor" without what follows the two words that a name has."""
    if name.startswith("The "):
        return name
    parts = name.split()
    for place, part in enumerate(parts[2:], 2):
        if part.strip(",").lower() in ROLES and part[:1].isupper():
            return " ".join(parts[:place])
    return name


def _is_name(value: str, shape: int) -> bool:
    if not 1 < len(value) <= MAX_NAME or value.casefold() in NOBODY or "://" in value:
        return False
    if value.startswith(("Updated by", "Reviewed by", "Edited by")):
        return False
    if not any(map(str.isalpha, value)) or value.startswith(("www.", "@", "#", "{", "$")):
        return False
    parts = value.split()
    if shape == ANY:
        return len(parts) <= 2 * MAX_WORDS
    if len(parts) > MAX_WORDS or value.endswith(("?", "!", ":", "…")) or "," in value:
        return False
    if shape == SHORT and len(parts) <= MAX_PLAIN_WORDS:
        return True
    return all(map(_is_name_part, parts)) and not parts[0][0].isdigit()


def _is_name_part(part: str) -> bool:
    """Capital first, a particle, or a script that has no capitals."""
    letter = part.strip("\"'“”‘’(.")[:1]
    return not letter.islower() or part.lower() in PARTICLES
