"""Each field of the metadata: where to look, in which order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from sitegist.page.language import code_of, knows
from sitegist.page.links import base_url, resolve
from sitegist.page.metadata import dates, names, titles, visible
from sitegist.page.metadata.declared import Declared, declared
from sitegist.page.metadata.jsonld import Thing
from sitegist.page.metadata.text import clean, same, words
from sitegist.page.metadata.things import Things, kind
from sitegist.page.metadata.vocabulary import KINDS, META, NAMES_TURNED, OPEN_GRAPH

if TYPE_CHECKING:
    from sitegist.page.page import Page

FIELDS = (
    "title",
    "author",
    "date",
    "description",
    "language",
    "site_name",
    "canonical_url",
    "page_type",
    "image",
)
Found: TypeAlias = tuple[str, str]
"""A source and what it says."""

_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9_-]{1,20})?(?:[,;.].*)?")
# So many words have to be in another language than the page declares to be believed.
_ENOUGH_WORDS = 50
_DESCRIBED = ("description", "abstract")
_DRAWN = ("image", "thumbnailUrl", "primaryImageOfPage")


@dataclass(frozen=True)
class Metadata:
    """What a page says of itself; ``sources`` tells where each field came from.

    Sources are ``json-ld``, ``open-graph``, ``meta``, ``microdata``, ``html`` (title, lang, link
    relations), ``page`` (headings, bylines, visible dates), ``url`` and, for the language,
    ``detected``.
    """

    title: str | None = None
    """The headline, without the site's name."""
    author: str | None = None
    """All authors, parted by semicolons."""
    date: str | None = None
    """Day of publication, ``YYYY-MM-DD``; of the last change where only that is known."""
    description: str | None = None
    language: str | None = None
    """ISO 639-1 code."""
    site_name: str | None = None
    canonical_url: str | None = None
    page_type: str | None = None
    """``article``, ``product``, ``forum``, ``listing``, ``website`` and so on."""
    image: str | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None
    """``date`` with its time in ISO 8601, if the source has one."""
    sources: Mapping[str, str] = field(default_factory=dict)

    def as_dict(self) -> dict[str, dict[str, str]]:
        """The known fields in a fixed order, each with its value and source, a date with its time.

        The time is left out where the page does not tell it.
        """
        known = {
            name: {"value": getattr(self, name), "source": self.sources[name]}
            for name in FIELDS
            if name in self.sources
        }
        if self.published is not None and self.published != self.date:
            known["date"]["time"] = self.published
        return known


def find_metadata(page: Page) -> Metadata:
    """Read a page's metadata; whatever stands there, it never fails."""
    finder = _Finder(page)
    found = {name: next(getattr(finder, name)(), None) for name in FIELDS if name != "date"}
    dated = next(finder.dates(), None)
    if dated is not None:
        found["date"] = (dated[0], dated[1])
    known = {name: value for name in FIELDS if (value := found.get(name)) is not None}
    authors = tuple(known["author"][1].split("; ")) if "author" in known else ()
    return Metadata(
        **{name: value for name, (_, value) in known.items()},
        authors=authors,
        published=dated[2] if dated is not None else None,
        sources={name: source for name, (source, _) in known.items()},
    )


class _Finder:
    """The candidates for each field of one page, the best first."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.declared: Declared = declared(page)
        self.json_ld = Things("json-ld", self.declared.json_ld, self.declared.by_id)
        self.microdata = Things("microdata", self.declared.microdata)

    # what fields share

    @cached_property
    def _base(self) -> str | None:
        return base_url(self.page)

    def _meta(self, name: str, tables: tuple[str, ...] = ("open-graph", "meta")) -> Iterator[Found]:
        for source, table in (("open-graph", OPEN_GRAPH), ("meta", META)):
            for key in table.get(name, ()) if source in tables else ():
                for written in self.declared.meta.get(key, ()):
                    if value := clean(written):
                        yield source, value

    @cached_property
    def _declared_titles(self) -> list[Found]:
        found = [*self._meta("title", ("open-graph",))]
        if self.page.title:
            found.append(("html", clean(self.page.title)))
        return [*found, *self._meta("title", ("meta",))]

    @cached_property
    def _titles(self) -> list[str]:
        return [value for _, value in self._declared_titles]

    @cached_property
    def _main(self) -> list[tuple[Things, Thing]]:
        """What the page is about by JSON-LD and by microdata."""
        both = ((things, things.main(self._titles)) for things in (self.json_ld, self.microdata))
        return [(things, thing) for things, thing in both if thing is not None]

    def _schema(self, *properties: str) -> Iterator[Found]:
        for things, thing in self._main:
            for value in things.said(thing, *properties):
                yield things.source, value

    def _loose(self, *properties: str) -> Iterator[Found]:
        """Microdata outside of any item."""
        for thing in self.declared.microdata:
            if not thing.get("@type"):
                for value in self.microdata.said(thing, *properties):
                    yield "microdata", value

    def _urls(self, found: Iterator[Found]) -> Iterator[Found]:
        for source, value in found:
            is_whole = value.startswith(("http://", "https://"))
            url = resolve(value, None if is_whole else self._base)
            if url is not None and url.startswith(("http://", "https://")):
                yield source, url

    @cached_property
    def _site_names(self) -> list[str]:
        """Everything that may be the site's name in a title."""
        found = [value for _, value in self.site_names_said()]
        found += filter(None, [titles.site_part(clean(self.page.title), self._titles)])
        found += visible.headings_home(self.page, self._base)
        url = next(self.canonical_url(), ("", self.page.url or ""))[1]
        host = url.split("://", 1)[-1].split("/", 1)[0].removeprefix("www.")
        labels = host.split(".")
        return [*found, host, *(label for label in labels[:-1] if len(label) > 3)]

    @cached_property
    def headline(self) -> int | None:
        """The row of the heading that is the page's headline."""
        said = [*self._titles, *(value for _, value in self._schema("headline"))]
        first = visible.headings(self.page, ("h1",))
        found = titles.best_headline(first, said, self._site_names)
        if found is not None and self._covers(found, said):
            return found
        short = [titles.without_site(one, self._site_names, bold=True) for one in said]
        for row, text in visible.headings(self.page, ("h2", "h3", "h4")):
            if any(same(text, one) for one in short):
                return row
        if found is not None:
            return found
        pieces = (piece for one in said for piece in titles.pieces(one, self._site_names))
        return visible.row_of_line(self.page, [*short, *pieces])

    def _covers(self, row: int, said: list[str]) -> bool:
        """Whether a headline has most of what the declared titles say."""
        text = clean(self.page.inner_text(row))
        return not said or titles.coverage(text, said, self._site_names) >= titles.MIN_COVERED

    # the fields

    def title(self) -> Iterator[Found]:
        """The headline where the declared titles agree with it, else those, stripped."""
        if self.headline is not None:
            text = clean(self.page.inner_text(self.headline)).rstrip(" ¶#")
            if not self._titles or titles.shared(text, self._titles) >= titles.MIN_SHARED:
                yield "page", titles.without_site(text, self._site_names, bold=True)
        for source, value in (*self._schema("headline"), *self._declared_titles):
            short = titles.without_site(value, self._site_names, bold=True)
            if short and not any(same(short, site) for site in self._site_names):
                yield source, short
        if self.headline is not None:
            yield "page", clean(self.page.inner_text(self.headline))
        yield from self._declared_titles

    def author(self) -> Iterator[Found]:
        """Authors of the first source that names any, joined; the site itself at the very last."""
        sites = {words(site) for site in self._site_names}
        ours: list[tuple[str, list[str]]] = []
        for source, found in self._author_lists():
            fit = [name for name in found if words(name) not in sites]
            if fit:
                yield source, "; ".join(dict.fromkeys(fit))
            elif found:
                ours.append((source, found))
        for source, found in ours:
            yield source, "; ".join(dict.fromkeys(found))

    def _author_lists(self) -> Iterator[tuple[str, list[str]]]:
        for things, thing in self._main:
            for name in ("author", "creator"):
                yield things.source, self._people(things.said(thing, name))
        for source in ("open-graph", "meta"):
            table = OPEN_GRAPH if source == "open-graph" else META
            for key in table["author"]:
                values = self.declared.meta.get(key, [])
                turned = map(names.turned, values) if key in NAMES_TURNED else values
                yield source, self._people(iter(turned))
        yield "microdata", self._people(value for _, value in self._loose("author", "creator"))
        for row in self.declared.by_author[:20]:
            yield "html", names.people(self.page.inner_text(row), shape=names.SHORT)
        for found in visible.bylines(self.page, self.headline):
            yield "page", found

    def _people(self, values: Iterator[str]) -> list[str]:
        return [name for value in values for name in names.people(value)]

    @cached_property
    def month_first(self) -> bool:
        """Whether 3/4/2024 is in March here: the American way."""
        tags = [self.page.rows.attr(row, "lang") or "" for row in self.page.rows.attrs["lang"]]
        tags.extend(value for _, value in self._meta("language"))
        tag = (tags or ["en"])[0].lower().replace("_", "-")
        return tag in ("en", "en-us", "")

    def dates(self) -> Iterator[tuple[str, str, str]]:
        """Source, day, and day with time."""
        for source, value in self._dates_written():
            day = dates.parse(value, month_first=self.month_first)
            if day is not None:
                yield self._dated_by_hand(day[0]) or (source, *day)

    def _dated_by_hand(self, declared: str) -> tuple[str, str, str] | None:
        """An earlier date right under the headline: templates often declare the last build's."""
        day = visible.day_at_headline(self.page, self.headline, month_first=self.month_first)
        return ("page", day, day) if day is not None and day < declared else None

    def _dates_written(self) -> Iterator[Found]:
        yield from self._schema("datePublished", "uploadDate", "datePosted")
        yield from self._meta("published")
        yield from self._loose("datePublished")
        for value in visible.times(self.page, self.declared.times, self.headline):
            yield "html", value
        for day in visible.days(self.page, self.headline, month_first=self.month_first):
            yield "page", day
        yield from self._schema("dateCreated")
        for url in (self.page.url or "", *(value for _, value in self.canonical_url())):
            for day in dates.in_path(url):
                yield "url", day
        for value in list(self.declared.times.values())[:1]:
            yield "html", value
        for found in dates.find(titles.parts(clean(self.page.title))[-1])[:1]:
            yield "html", found.day
        for value in dates.in_scripts(self.page.html):
            yield "html", value
        yield from self._schema("dateModified")
        yield from self._meta("modified")

    def description(self) -> Iterator[Found]:
        yield from self._meta("description")
        yield from self._schema(*_DESCRIBED)
        yield from self._loose(*_DESCRIBED)

    def language(self) -> Iterator[Found]:
        """The declared language, unless the text is in another: templates are copied."""
        declared = next(self._languages_declared(), None)
        detected = self._detected()
        if declared is not None:
            told = declared[1]
            agrees = detected in (None, code_of(told)) or not knows(told)
            if agrees or self.page.words.sum() < _ENOUGH_WORDS:
                yield declared
        if detected is not None:
            yield "detected", detected

    def _languages_declared(self) -> Iterator[Found]:
        written = [("html", value) for value in self.page.rows.attrs["lang"].values()]
        for source, value in (*written, *self._meta("language"), *self._schema("inLanguage")):
            match = _LANGUAGE.fullmatch(value.strip()[:100])
            if match:
                yield source, match.group(1).lower()

    def _detected(self) -> str | None:
        try:
            return self.page.language
        except ImportError:
            return None

    def site_names_said(self) -> Iterator[Found]:
        """Names that the markup gives the site."""
        yield from self._meta("site_name", ("open-graph",))
        for things in (self.json_ld, self.microdata):
            for thing in things.of_type("website"):
                for value in things.said(thing, "name"):
                    yield things.source, value
        yield from self._schema("publisher")
        yield from self._meta("site_name", ("meta",))

    def site_name(self) -> Iterator[Found]:
        for source, value in self.site_names_said():
            if "://" not in value and len(value) <= 100:
                yield source, value
        if found := self._title_suffix():
            yield "html", found

    def _title_suffix(self) -> str | None:
        """What the title element has after the headline."""
        whole = clean(self.page.title)
        pieces = titles.parts(whole)
        short = next(self.title(), ("", ""))[1]
        if len(pieces) > 2 and words(short) and words("".join(pieces[:-2])) == words(short):
            return pieces[-1].strip() or None
        return None

    def canonical_url(self) -> Iterator[Found]:
        written = (("html", href) for href in self.declared.links.get("canonical", ()) if href)
        yield from self._urls(iter(written))
        yield from self._urls(self._meta("canonical_url"))

    def page_type(self) -> Iterator[Found]:
        """The most telling type: Open Graph calls nearly everything website or article."""
        said = [(things.source, kind(thing)) for things, thing in self._main]
        said += [
            (source, KINDS.get(value.lower().replace(":", ".")))
            for source, value in self._meta("page_type")
        ]
        known = [(source, value) for source, value in said if value is not None]
        yield from (one for one in known if one[1] != "website")
        yield from known

    def image(self) -> Iterator[Found]:
        yield from self._urls(self._meta("image", ("open-graph",)))
        yield from self._urls(self._schema(*_DRAWN))
        yield from self._urls(self._meta("image", ("meta",)))
        yield from self._urls(self._loose(*_DRAWN))
        links = (("html", href) for href in self.declared.links.get("image_src", ()) if href)
        yield from self._urls(iter(links))
