"""A mined site's articles as a feed, the newest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from sitegist.errors import InputError, OptionError
from sitegist.mined import Mined
from sitegist.outputs.feed import UNDATED, Feed, Item
from sitegist.outputs.html import html_body
from sitegist.page.links import resolve
from sitegist.site.site import Entry

# A summary has at most this many characters, and at least this many if it ends with a whole word.
_SUMMARY, _SHORTEST = 300, 200


def feed_of(
    mined: Mined,
    *,
    full: bool = False,
    newest: int | None = None,
    title: str | None = None,
    address: str | None = None,
) -> Feed:
    """The feed of a mined site; its items are made when they are asked for.

    With ``full`` they have the whole informative text, with ``newest`` there are so many at most.
    ``address`` is where the feed will be found. The same site gives the same feed: its time is the
    newest article's.
    """
    if address is not None and _web_address(address) is None:
        raise OptionError(f"{address!r} is no address of a feed: give it with http:// or https://")
    homes = Counter(_origin(entry.url) for entry in mined.site.entries)
    home = _most_frequent(homes)
    if home is None:
        raise InputError("the pages have no addresses; say with --base where they stand")
    entries = _articles(mined)
    ordered = sorted(entries.items(), key=lambda item: (_backwards(item[1]), item[0]))
    listed = dict(ordered[:newest])
    names = Counter(_known(entry, "site_name") for entry in entries.values())
    languages = Counter(_known(entry, "language") for entry in listed.values())
    return Feed(
        title or _most_frequent(names) or home.split("/")[2],
        home,
        _items(mined, listed, full),
        max((date for entry in listed.values() if (date := rfc_date(entry))), default=UNDATED),
        _most_frequent(languages),
        address,
    )


def rfc_date(entry: Entry) -> str | None:
    """When a page was published, in UTC: where no time is known, the day's first second.

    A time without a zone is taken as UTC, too.
    """
    known = entry.metadata.get("date")
    if known is None:
        return None
    moment = datetime.fromisoformat(known.get("time", known["value"]))
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def summary(text: str) -> str:
    """How a text begins, on one line.

    >>> summary("One line.\\nAnother.")
    'One line. Another.'
    """
    line = " ".join(text.split())
    if len(line) <= _SUMMARY:
        return line
    cut = line.rfind(" ", _SHORTEST, _SUMMARY)
    return line[: cut if cut > 0 else _SUMMARY - 1].rstrip() + "…"


def _articles(mined: Mined) -> dict[str, Entry]:
    """The articles by their addresses; those without one and near duplicates are left out."""
    found: dict[str, Entry] = {}
    for url in sorted(article.url for article in mined.structure.articles):
        entry, address = mined.site.entry(url), _web_address(url)
        if address is not None and entry.same_as is None:
            found.setdefault(address, entry)
    return found


def _web_address(url: str | None) -> str | None:
    found = resolve(url, None) if url else None
    return found if found is not None and found.startswith(("http://", "https://")) else None


def _origin(url: str) -> str:
    """The address of the host's first page; nothing for what is no web address."""
    address = _web_address(url)
    return "/".join(address.split("/")[:3]) + "/" if address else ""


def _backwards(entry: Entry) -> float:
    """Sorts the newest first, and what has no date last."""
    date = rfc_date(entry)
    return -datetime.fromisoformat(date).timestamp() if date else float("inf")


def _known(entry: Entry, name: str) -> str:
    return str(entry.metadata.get(name, {}).get("value", ""))


def _most_frequent(counts: Mapping[str, int]) -> str | None:
    """Of equals the first by name; what is empty does not count."""
    return min((name for name in counts if name), key=lambda n: (-counts[n], n), default=None)


def _items(mined: Mined, entries: Mapping[str, Entry], full: bool) -> Iterator[Item]:
    said = Counter(_known(entry, "description") for entry in entries.values())
    for url, entry in entries.items():
        description = _known(entry, "description")
        # a description that several articles share is the site's
        own = description if said[description] == 1 else ""
        extraction = mined[entry.url].extraction if full or not own else None
        text = extraction.text if extraction else ""
        yield Item(
            url,
            _known(entry, "title") or summary(text) or url,
            summary(own or text),
            rfc_date(entry),
            tuple(name for name in _known(entry, "author").split("; ") if name),
            _known(entry, "language") or None,
            _known(entry, "image") or None,
            text if full else None,
            html_body(extraction) if full and extraction else None,
        )
