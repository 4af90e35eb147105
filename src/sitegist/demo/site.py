"""The whole demonstration site: every page as bytes, with its gold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sitegist.demo import modern, tables
from sitegist.demo.blocks import gold_text
from sitegist.demo.catalogue import HOST, Article, Catalogue, catalogue
from sitegist.demo.extras import extra_files
from sitegist.demo.fixed import (
    BROWSER_ONLY,
    REDIRECT,
    fixed_sheets,
    live_page,
    live_text,
    redirect_page,
)
from sitegist.demo.indexes import index_sheets
from sitegist.demo.sheet import Labels, Sheet
from sitegist.demo.shop import product_sheets
from sitegist.demo.writer import write_article


@dataclass(frozen=True)
class DemoPage:
    """One page: its path below `html/`, its address, the bytes as served, and the truth."""

    path: str
    url: str
    html: bytes
    gold: dict[str, object]


def build(seed: int = 1, pages: int = 400) -> Iterator[DemoPage]:
    """The pages in path order; the same arguments give the same bytes everywhere."""
    return _pages(catalogue(seed, pages))


def extras(seed: int = 1, pages: int = 400) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of robots.txt, sitemap.xml, feed.xml and the pictures."""
    site = catalogue(seed, pages)
    return extra_files(site, sorted(_makers(site)))


def write(folder: Path, seed: int = 1, pages: int = 400) -> int:
    """Write the site in the layout of the archives; returns the number of pages."""
    site = catalogue(seed, pages)
    rows: list[str] = []
    size = 0
    for page in _pages(site):
        _put(folder / "html" / page.path, page.html)
        rows.append(json.dumps(page.gold, ensure_ascii=False) + "\n")
        size += len(page.html)
    for path, content in extra_files(site, sorted(_makers(site))):
        _put(folder / "html" / path, content)
    _put(folder / "gold.jsonl", "".join(rows).encode())
    origin = {
        "name": "demo-en-de-zh",
        "made_by": "sitegist demo",
        "seed": seed,
        "files": len(rows),
        "bytes": size,
    }
    _put(folder / "origin.json", (json.dumps(origin) + "\n").encode())
    return len(rows)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _pages(site: Catalogue) -> Iterator[DemoPage]:
    for _, make in sorted(_makers(site).items()):
        yield make()


def _makers(site: Catalogue) -> dict[str, Callable[[], DemoPage]]:
    """What makes each page, by path; an article is written only when its page is asked for."""
    makers: dict[str, Callable[[], DemoPage]] = {
        REDIRECT: partial(_redirect, site),
        BROWSER_ONLY: partial(_browser_only, site),
    }
    for articles in site.articles.values():
        for article in articles:
            makers[article.path] = partial(_article, site, article)
    for sheets in (index_sheets, fixed_sheets, product_sheets):
        for sheet in sheets(site):
            makers[sheet.path] = partial(_page, site, sheet)
    return makers


def _article(site: Catalogue, article: Article) -> DemoPage:
    seat = article.seat
    sheet = Sheet(
        article.path,
        seat.lang,
        "article",
        article.title,
        tables=seat.tables,
        legacy=seat.legacy,
        blocks=write_article(site, article),
        section=seat.section,
        article=article,
    )
    return _page(site, sheet)


def _page(site: Catalogue, sheet: Sheet) -> DemoPage:
    labels = Labels()
    template = tables if sheet.tables else modern
    markup = template.render(site, sheet, labels)
    gold: dict[str, object] = {
        "path": sheet.path,
        "url": HOST + sheet.path,
        "kind": sheet.kind,
        "text": gold_text(sheet.blocks) or None,
        "title": sheet.title,
    }
    if sheet.article is not None:
        year, month, day = sheet.article.day
        gold["author"] = sheet.article.author
        gold["date"] = f"{year}-{month:02}-{day:02}"
        gold["section"] = site.languages[sheet.lang].sections[sheet.article.seat.section]
    elif sheet.shop:
        gold["section"] = site.languages["en"].ui["shop"]
    gold["lang"] = sheet.lang
    gold["template"] = "tables" if sheet.tables else "html5"
    gold["charset"] = sheet.charset
    gold["labels"] = labels.rows
    content = markup.encode(sheet.charset, "xmlcharrefreplace")
    return DemoPage(sheet.path, HOST + sheet.path, content, gold)


def _bare(path: str, title: str, markup: str, **more: object) -> DemoPage:
    gold: dict[str, object] = {
        "path": path,
        "url": HOST + path,
        "kind": "other",
        "text": None,
        "title": title,
        "lang": "en",
        "template": "html5",
        "charset": "utf-8",
        **more,
    }
    return DemoPage(path, HOST + path, markup.encode(), gold)


def _redirect(site: Catalogue) -> DemoPage:
    title = site.languages["en"].ui["redirect"]
    return _bare(REDIRECT, title, redirect_page(site), redirect=True)


def _browser_only(site: Catalogue) -> DemoPage:
    title = site.languages["en"].ui["live"]
    text = "\n".join(live_text(site))
    return _bare(BROWSER_ONLY, title, live_page(site), browser_text=text)
