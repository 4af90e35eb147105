"""Dates as machines and people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple
from urllib.parse import unquote

FIRST_YEAR, LAST_YEAR = 1900, 2100
"""What can be the date of a page; outside is a mistake."""
FIRST_VISIBLE_YEAR = 1990
_EPOCH = "1970-01-01"  # what a clock says that was never set

_NAMES = (
    "january jan januar jänner janvier janv enero ene janeiro gennaio gen januari"
    " января янв январь stycznia يناير",
    "february feb februar février févr fév febrero fevereiro fev febbraio februari"
    " февраля фев февраль lutego فبراير",
    "march mar märz mär mrz mars marzo março maart марта мар март marca مارس",
    "april apr avril avr abril abr aprile апреля апр апрель kwietnia أبريل ابريل",
    "may mai mayo maio maggio mag mei мая май maja مايو",
    "june jun juni juin junio junho giugno giu июня июн июнь czerwca يونيو",
    "july jul juli juillet juil julio julho luglio lug июля июл июль lipca يوليو",
    "august aug août aou agosto ago augustus augusti августа авг август sierpnia أغسطس اغسطس",
    "september sep sept septembre septiembre setembro set settembre"
    " сентября сен сентябрь września سبتمبر",
    "october oct oktober okt octobre octubre outubro out ottobre ott"
    " октября окт октябрь października أكتوبر اكتوبر",
    "november nov novembre noviembre novembro ноября ноя ноябрь listopada نوفمبر",
    "december dec dezember dez décembre déc diciembre dic dezembro dicembre"
    " декабря дек декабрь grudnia ديسمبر",
)
MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}

_YEAR = r"(?P<y>(?:19|20)\d\d)"
_WORD = r"(?P<m>[^\W\d_]{3,12})"
_DAY = r"(?P<d>\d{1,2})"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<!\d){_YEAR}(?P<sep>[-/.])[ ]?(?P<m>\d{{1,2}})(?P=sep)[ ]?{_DAY}(?!\d)",
        rf"(?<!\d){_YEAR}[ ]?[年년][ ]?(?P<m>\d{{1,2}})[ ]?[月월][ ]?{_DAY}[ ]?[日일]",
        rf"(?<!\d){_DAY}(?:st|nd|rd|th|er|º|°|\.)?[ ,-]{{0,2}}(?:of |de |d’|d')?{_WORD}"
        rf"[.,]{{0,2}}[ -]?(?:de |del |of )?{_YEAR}(?!\d)",
        rf"(?<![^\W\d_]){_WORD}\.?[ ]{_DAY}(?:st|nd|rd|th)?,?[ ]{{0,2}}(?:at )?{_YEAR}(?!\d)",
        rf"(?<![\d/.])(?P<a>\d{{1,2}})(?P<sep>[-/.])(?P<b>\d{{1,2}})(?P=sep){_YEAR}(?!\d)",
    )
)
_ANY_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_REACH = 30  # characters that a date may have before and after its year
_ISO = re.compile(r"\s*\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S{0,30})?")
_COMPACT = re.compile(r"\s*((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")
_SECONDS = re.compile(r"\s*(\d{10})(?:\d{3})?\s*")
_IN_PATH = re.compile(r"/((?:19|20)\d\d)[/-](\d\d?)[/-](\d\d?)(?!\d)")
# a section may stand between year and month
_IN_PATH_PARTED = re.compile(r"/((?:19|20)\d\d)/[A-Za-z][\w.]*(?:/[A-Za-z][\w.]*)?/(\d\d)/(\d\d)/")
_IN_SCRIPT = re.compile(
    r"(?:publi(?:sh|c)\w{0,4}_?(?:[Dd]ate|[Aa]t|[Tt]ime)|date_?[Pp]ublished|created-timestamp)"
    r"(?:\\*(?:\"|&quot;)|[\s:=]){2,8}(\d{4}-\d\d-\d\d[\dT:.+Z-]{0,30})"
)
# One of these is in all that the pattern matches, at most so far from its beginning; `str.find`
# is a hundred times as fast.
_HINTS, _LEAD = ("ubli", "created-timestamp"), len("date_P")
_IN_PATH_COMPACT = re.compile(r"/((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")


# Arabic, Persian, Devanagari, Bengali, Thai and full-width digits; spaces that do not break.
_ZEROS = "٠۰०০๐０"
_ASCII = {ord(zero) + digit: str(digit) for zero in _ZEROS for digit in range(10)}
_ASCII |= {ord("\xa0"): " ", ord("\u202f"): " "}


class Found(NamedTuple):
    """A date in a text, and where it stands."""

    start: int
    end: int
    day: str


def from_parts(year: str | int, month: str | int, day: str | int) -> str | None:
    """``YYYY-MM-DD``, or ``None`` where there is no such day or it cannot be a page's."""
    try:
        found = date(int(year), int(month), int(day)).isoformat()
    except (ValueError, OverflowError):
        return None
    return found if FIRST_YEAR <= int(year) <= LAST_YEAR and found != _EPOCH else None


def parse(value: str, *, month_first: bool = True) -> tuple[str, str] | None:
    """The day, and the time in ISO 8601 where there is one, else the day again.

    >>> parse("2024-05-12T10:30:00Z")
    ('2024-05-12', '2024-05-12T10:30:00+00:00')
    >>> parse("Sun, 12 May 2024 10:30:00 GMT")
    ('2024-05-12', '2024-05-12')
    """
    value = value[:100]
    iso = _ISO.match(value)
    if iso:
        return _from_iso(iso.group().strip())
    seconds = _SECONDS.fullmatch(value)
    if seconds:
        when = datetime.fromtimestamp(int(seconds.group(1)), UTC)
        return _with_time(when)
    compact = _COMPACT.match(value)
    if compact:
        day = from_parts(*compact.groups())
    else:
        day = next((found.day for found in find(value, month_first=month_first)), None)
    return (day, day) if day else None


def _from_iso(value: str) -> tuple[str, str] | None:
    day = from_parts(value[:4], value[5:7], value[8:10])
    if day is None:
        return None
    try:
        return _with_time(datetime.fromisoformat(value)) if len(value) > 10 else (day, day)
    except ValueError:
        return day, day


def _with_time(when: datetime) -> tuple[str, str] | None:
    day = from_parts(when.year, when.month, when.day)
    return (day, when.isoformat(timespec="seconds")) if day else None


def find(text: str, *, month_first: bool = True) -> list[Found]:
    """All dates in a text, in order; with ``month_first`` 3/4/2024 is the fourth of March."""
    if not text.isascii():
        text = text.translate(_ASCII)
    found = set()
    # no date is without a year, and most texts have none
    for year in _ANY_YEAR.finditer(text):
        begin, end = max(0, year.start() - _REACH), year.end() + _REACH
        for pattern in _PATTERNS:
            for match in pattern.finditer(text, begin, end):
                day = _day(match, month_first)
                if day is not None:
                    found.add(Found(match.start(), match.end(), day))
    return sorted(found)


def _day(match: re.Match[str], month_first: bool) -> str | None:
    part = match.groupdict()
    if "a" in part:
        first, second = part["a"], part["b"]
        # dots are European, and no month has a number above 12
        is_american = month_first and part["sep"] == "/"
        if (is_american or int(second) > 12) and int(first) <= 12:
            return from_parts(part["y"], first, second)
        return from_parts(part["y"], second, first)
    month = part["m"]
    number = month if month.isdigit() else MONTHS.get(month.casefold(), 0)
    return from_parts(part["y"], number, part["d"])


def in_path(url: str) -> Iterator[str]:
    """Whole dates in the path of a URL."""
    for pattern in (_IN_PATH, _IN_PATH_PARTED, _IN_PATH_COMPACT):
        for match in pattern.finditer(unquote(url[:2_000])):
            day = from_parts(*match.groups())
            if day:
                yield day


def in_scripts(html: str) -> Iterator[str]:
    """What the data of scripts and attributes call the date of publication.

    >>> list(in_scripts('<script>x = {"publishDate":"2024-05-12"}</script>'))
    ['2024-05-12']
    """
    done = 0
    for hint in sorted(place for word in _HINTS for place in _places(word, html)):
        starts = range(max(done, hint - _LEAD), hint + 1)
        found = next(filter(None, (_IN_SCRIPT.match(html, start) for start in starts)), None)
        if found is not None:
            done = found.end()
            yield found[1]


def _places(word: str, text: str) -> Iterator[int]:
    """Where a word begins in a text."""
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)
