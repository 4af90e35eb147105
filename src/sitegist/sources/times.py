"""Times of capture in one form."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

_STAMP = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)")
# Numbers above are milliseconds: as seconds they would be in the year 5138.
_MILLISECONDS = 1e11


def iso_utc(value: object) -> str | None:
    """A time as ISO 8601 in UTC; None for what is no time. Without a zone it is taken as UTC.

    >>> iso_utc("2020-01-02T03:04:05+01:00"), iso_utc("20200102030405"), iso_utc(1577934245000)
    ('2020-01-02T02:04:05Z', '2020-01-02T03:04:05Z', '2020-01-02T03:04:05Z')
    """
    try:
        moment = _moment(value)
        if moment is None:
            return None
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.isoformat().replace("+00:00", "Z")


def _moment(value: object) -> datetime | None:
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return datetime.fromtimestamp(value / 1000 if abs(value) > _MILLISECONDS else value, UTC)
    if not isinstance(value, str):
        return None
    text = value.strip()
    if stamp := _STAMP.fullmatch(text):
        return datetime(*map(int, stamp.groups()))  # type: ignore[arg-type]
    return datetime.fromisoformat(text)
