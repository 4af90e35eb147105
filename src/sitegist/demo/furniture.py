"""What stands around the main content: chosen here, laid out by the templates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sitegist.demo.catalogue import Article, Catalogue
from sitegist.demo.chance import Dice
from sitegist.demo.material import LANGUAGES, FixedPage
from sitegist.demo.sheet import Sheet

Link = tuple[str, str]


@dataclass(frozen=True)
class Comment:
    """What a reader wrote below an article."""

    name: str
    date: str
    text: str


@dataclass(frozen=True)
class Furniture:
    """Link lists, advertisements and comments of one page."""

    nav: list[Link]
    footer: list[Link]
    editions: list[tuple[str, str, str]]
    latest: list[Link]
    most_read: list[Link]
    related: list[Link]
    cloud: list[tuple[str, str, int]]
    ads: list[tuple[str, str]]
    comments: list[Comment]


def furnish(site: Catalogue, sheet: Sheet) -> Furniture:
    """Choose the furniture of a page; it depends on the seed and on the page's path only."""
    code = sheet.lang
    dice = Dice(site.seed, "furniture", sheet.path)
    language = site.languages[code]
    articles = site.articles[code]
    popular = Dice(site.seed, "popular", code).sample(articles, 5)
    return Furniture(
        nav=_nav(site, code),
        footer=_footer(site, code),
        editions=[(c, site.languages[c].ui["language"], f"{c}/index.html") for c in LANGUAGES],
        latest=_links(articles[:5]),
        most_read=_links(popular),
        related=_links(_related(sheet.article, articles, dice)),
        cloud=_cloud(site, code),
        ads=dice.sample(language.ads, dice.between(2, 4)),
        comments=_comments(site, sheet),
    )


def _links(articles: list[Article]) -> list[Link]:
    return [(one.title, one.path) for one in articles]


def _nav(site: Catalogue, code: str) -> list[Link]:
    language = site.languages[code]
    links = [(language.ui["home"], f"{code}/index.html")]
    links += [
        (language.sections[section], f"{code}/{section}/index.html")
        for section in site.sections(code)
    ]
    if site.years(code):
        links.append((language.ui["archive"], f"{code}/archive/index.html"))
    links.append((language.ui["shop"], "en/shop/index.html"))
    return links


def _footer(site: Catalogue, code: str) -> list[Link]:
    every = ("lantern.example", "index.html")
    if not site.plan.scopes[code].fixed:
        return [every]
    ui = site.languages[code].ui
    links = [(page.title, f"{code}/{page.name}.html") for page in fixed_pages(site, code)]
    links += [(ui["search"], f"{code}/search.html"), (ui["subscribe"], f"{code}/subscribe.html")]
    links.append(every)
    if code == "en":
        links.append((ui["live"], "en/live.html"))
    return links


def fixed_pages(site: Catalogue, code: str) -> tuple[FixedPage, ...]:
    """The edition's fixed pages (about, contact ...)."""
    return site.languages[code].pages if site.plan.scopes[code].fixed else ()


def _related(article: Article | None, articles: list[Article], dice: Dice) -> list[Article]:
    if article is None:
        return []
    others = [one for one in articles if one is not article]
    near = [one for one in others if set(one.story.tags) & set(article.story.tags)]
    chosen = dice.sample(near, 3)
    rest = [one for one in others if one not in chosen]
    return chosen + dice.sample(rest, dice.between(1, 3))


def _cloud(site: Catalogue, code: str) -> list[tuple[str, str, int]]:
    """Tag, address and size from 1 to 5."""
    counts = Counter(tag for one in site.articles[code] for tag in one.story.tags)
    top = max(counts.values(), default=1)
    return [(tag, path, -(-5 * counts[tag] // top)) for tag, path in site.tags[code].items()]


def _comments(site: Catalogue, sheet: Sheet) -> list[Comment]:
    article = sheet.article
    dice = Dice(site.seed, "comments", sheet.path)
    if article is None or sheet.tables or not dice.chance(0.3):
        return []
    year, month, day = article.day
    voice = site.voice(sheet.lang, "comment", sheet.path, today=year)
    return [
        Comment(
            voice.say(voice.lists["commenter"][0]),
            site.languages[sheet.lang].date((year, month, min(28, day + dice.below(4)))),
            voice.say(template),
        )
        for template in dice.sample(voice.lists["comment"], dice.between(1, 4))
    ]
