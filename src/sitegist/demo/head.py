"""The `<head>` of the modern template: style, Open Graph, JSON-LD, alternates."""

from __future__ import annotations

import json
from functools import cache
from html import escape

from sitegist.demo.blocks import plain
from sitegist.demo.catalogue import HOST, Catalogue
from sitegist.demo.material import HREFLANG, TEXTS, Language
from sitegist.demo.sheet import Sheet


@cache
def _style() -> str:
    return (TEXTS / "style.css").read_text(encoding="utf-8").strip()


def uses_microdata(sheet: Sheet) -> bool:
    """Every third article says in attributes what the others say in JSON-LD."""
    return sheet.article is not None and sheet.article.seat.number % 3 == 1


def head(site: Catalogue, sheet: Sheet, language: Language) -> str:
    """From the doctype to the opened body."""
    name = language.ui["site"]
    image = f"{HOST}{sheet.image or 'img/scene-1.svg'}"
    kind = "article" if sheet.article else "product" if sheet.shop and sheet.blocks else "website"
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{HREFLANG[sheet.lang]}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(sheet.title, quote=False)} | {name}</title>",
        f'<link rel="canonical" href="{HOST}{sheet.path}">',
        f'<link rel="alternate" type="application/atom+xml" href="{HOST}feed.xml" title="{name}">',
        f'<meta property="og:type" content="{kind}">',
        f'<meta property="og:site_name" content="{name}">',
        f'<meta property="og:title" content="{escape(sheet.title)}">',
        f'<meta property="og:url" content="{HOST}{sheet.path}">',
        f'<meta property="og:image" content="{image}">',
    ]
    lines += [
        f'<link rel="alternate" hreflang="{code}" href="{HOST}{path}">'
        for code, path in sheet.alternates
    ]
    if sheet.article is not None:
        description = escape(plain(sheet.article.lead))
        lines.append(f'<meta name="description" content="{description}">')
        year, month, day = sheet.article.day
        date = f"{year}-{month:02}-{day:02}"
        lines.append(f'<meta property="article:published_time" content="{date}">')
        if not uses_microdata(sheet):
            lines.append(_json_ld(sheet, date, sheet.article.author, name))
    lines += [f"<style>\n{_style()}\n</style>", "</head>", "<body>"]
    return "\n".join(lines)


def _json_ld(sheet: Sheet, date: str, author: str, publisher: str) -> str:
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": sheet.title,
        "datePublished": date,
        "author": {"@type": "Person", "name": author},
        "publisher": {"@type": "Organization", "name": publisher},
        "mainEntityOfPage": HOST + sheet.path,
    }
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'
