"""The tables of contents: front pages, sections, archives, tags, authors, shop shelves."""

from __future__ import annotations

from collections.abc import Iterator

from sitegist.demo.blocks import plain
from sitegist.demo.catalogue import Article, Catalogue, Product
from sitegist.demo.material import HREFLANG, LANGUAGES
from sitegist.demo.plan import LAST_TABLE_YEAR
from sitegist.demo.sheet import Entry, Group, Sheet


def index_sheets(site: Catalogue) -> Iterator[Sheet]:
    """Every table of contents of the site."""
    yield _landing(site)
    for code in LANGUAGES:
        yield _front(site, code)
        for section in site.sections(code):
            yield from _section(site, code, section)
        yield from _archive(site, code)
        yield from _tags(site, code)
        yield from _authors(site, code)
    yield from _shop(site)


def _entry(site: Catalogue, article: Article, teaser: bool = False) -> Entry:
    date = site.languages[article.seat.lang].date(article.day)
    lead = plain(article.lead) if teaser else ""
    return Entry(article.title, article.path, date, lead)


def _entries(site: Catalogue, articles: list[Article], teaser: bool = False) -> tuple[Entry, ...]:
    return tuple(_entry(site, one, teaser) for one in articles)


def _alternates() -> list[tuple[str, str]]:
    pairs = [(HREFLANG[code], f"{code}/index.html") for code in LANGUAGES]
    return [*pairs, ("x-default", "index.html")]


def _landing(site: Catalogue) -> Sheet:
    groups = [
        Group(site.languages[code].ui["site"], _entries(site, site.articles[code][:3]))
        for code in LANGUAGES
    ]
    fronts = tuple(
        Entry(site.languages[code].ui["language"], f"{code}/index.html") for code in LANGUAGES
    )
    title = " / ".join(site.languages[code].ui["site"] for code in LANGUAGES)
    groups.insert(0, Group("", fronts))
    return Sheet("index.html", "en", "toc", title, groups=groups, alternates=_alternates())


def _front(site: Catalogue, code: str) -> Sheet:
    language = site.languages[code]
    articles = site.articles[code]
    groups = [Group("", _entries(site, articles[:8], teaser=True))]
    for section in site.sections(code):
        newest = site.in_section(code, section)[:4]
        groups.append(Group(language.sections[section], _entries(site, newest)))
    path, title = f"{code}/index.html", language.ui["tagline"]
    return Sheet(path, code, "toc", title, groups=groups, alternates=_alternates())


def _section(site: Catalogue, code: str, section: str) -> Iterator[Sheet]:
    language = site.languages[code]
    articles, size = site.in_section(code, section), site.plan.page_size
    paths = [f"{code}/{section}/index.html"]
    paths += [f"{code}/{section}/page-{n}.html" for n in range(2, -(-len(articles) // size) + 1)]
    for at, path in enumerate(paths):
        title = language.sections[section]
        if at:
            title += " – " + language.ui["page"].format(n=at + 1)
        pager = [(language.ui["newer"], paths[at - 1])] if at else []
        pager += [(str(n), other) for n, other in enumerate(paths, 1) if n != at + 1]
        if at + 1 < len(paths):
            pager.append((language.ui["older"], paths[at + 1]))
        entries = _entries(site, articles[at * size : (at + 1) * size], teaser=True)
        groups = [Group("", entries)]
        yield Sheet(path, code, "toc", title, groups=groups, pager=pager, section=section)


def _archive(site: Catalogue, code: str) -> Iterator[Sheet]:
    """The years, the old ones still in the layout of their time."""
    ui, years = site.languages[code].ui, site.years(code)
    if not years:
        return
    names = tuple(
        Entry(ui["archive_of"].format(year=year), f"{code}/archive/{year}.html") for year in years
    )
    yield Sheet(f"{code}/archive/index.html", code, "toc", ui["archive"], groups=[Group("", names)])
    for year in years:
        articles = [one for one in site.articles[code] if one.seat.year == year]
        old = year <= LAST_TABLE_YEAR
        yield Sheet(
            f"{code}/archive/{year}.html",
            code,
            "toc",
            ui["archive_of"].format(year=year),
            tables=old,
            legacy=old and year % 2 == 0,
            groups=[Group("", _entries(site, articles))],
        )


def _tags(site: Catalogue, code: str) -> Iterator[Sheet]:
    ui = site.languages[code].ui
    for tag, path in site.tags[code].items():
        articles = [one for one in site.articles[code] if tag in one.story.tags]
        groups = [Group("", _entries(site, articles))]
        yield Sheet(path, code, "toc", ui["tag_page"].format(tag=tag), groups=groups)


def _authors(site: Catalogue, code: str) -> Iterator[Sheet]:
    ui = site.languages[code].ui
    for name, path in site.authors[code].items():
        articles = [one for one in site.articles[code] if one.author == name]
        title = ui["author_page"].format(name=name)
        since = min((one.seat.year for one in articles), default=LAST_TABLE_YEAR)
        note = ui["author_note"].format(name=name, year=since)
        groups = [Group(note, _entries(site, articles, teaser=True))]
        yield Sheet(path, code, "toc", title, groups=groups)


def _product_entry(product: Product) -> Entry:
    return Entry(product.title, product.path, product.price)


def _shop(site: Catalogue) -> Iterator[Sheet]:
    title = site.languages["en"].ui["shop"]
    shelves = [
        Group(name, tuple(_product_entry(one) for one in site.products if one.category == key)[:4])
        for key, name in site.categories
    ]
    doors = tuple(Entry(name, f"en/shop/{key}/index.html") for key, name in site.categories)
    groups = [Group("", doors), *shelves]
    yield Sheet("en/shop/index.html", "en", "toc", title, groups=groups, shop=True)
    for key, name in site.categories:
        entries = tuple(_product_entry(one) for one in site.products if one.category == key)
        path = f"en/shop/{key}/index.html"
        yield Sheet(path, "en", "toc", name, groups=[Group("", entries)], shop=True)
