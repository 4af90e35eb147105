"""Pages that every newspaper has: about, contact, forms; a redirect; a page made by a script."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sitegist.demo.blocks import Block, Items, Paragraph, Subhead
from sitegist.demo.catalogue import HOST, Catalogue
from sitegist.demo.furniture import fixed_pages
from sitegist.demo.material import LANGUAGES, FixedPage
from sitegist.demo.sheet import Sheet

REDIRECT = "en/latest.html"
BROWSER_ONLY = "en/live.html"
_TABLES = ("contact", "imprint")


def fixed_sheets(site: Catalogue) -> Iterator[Sheet]:
    """About, contact, imprint, privacy, search and subscription of each edition."""
    for code in LANGUAGES:
        for number, page in enumerate(fixed_pages(site, code)):
            old = page.name in _TABLES
            yield Sheet(
                f"{code}/{page.name}.html",
                code,
                "other",
                page.title,
                tables=old,
                legacy=old and number % 2 == 1,
                blocks=_prose(page),
            )
        if site.plan.scopes[code].fixed:
            yield _search(site, code)
            yield _subscribe(site, code)


def _prose(page: FixedPage) -> list[Block]:
    """Blocks of the page's lines; list items that follow each other are one list."""
    blocks: list[Block] = []
    for key, value in page.lines:
        last = blocks[-1] if blocks else None
        if key == "li" and isinstance(last, Items):
            blocks[-1] = Items((*last.items, value))
        elif key == "li":
            blocks.append(Items((value,)))
        else:
            blocks.append(Subhead(value) if key == "h" else Paragraph(value))
    return blocks


def _search(site: Catalogue, code: str) -> Sheet:
    ui = site.languages[code].ui
    form = (
        f'<form class="search" action="search.html"><label>{ui["search_hint"]} '
        f'<input name="q" type="search"></label> <button>{ui["search_button"]}</button></form>'
    )
    return Sheet(f"{code}/search.html", code, "other", ui["search"], form=form)


def _subscribe(site: Catalogue, code: str) -> Sheet:
    ui = site.languages[code].ui
    choices = "".join(
        f'<p><label><input type="radio" name="plan"> {plan.replace("|", ": ")}</label></p>\n'
        for plan in site.languages[code].plans
    )
    form = (
        f'<form class="subscribe">\n{choices}<input type="email" placeholder="{ui["mail"]}"> '
        f"<button>{ui['order']}</button></form>"
    )
    return Sheet(f"{code}/subscribe.html", code, "other", ui["subscribe"], form=form)


def redirect_page(site: Catalogue) -> str:
    """A stub that sends the reader on to the front page."""
    text = site.languages["en"].ui["redirect"]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="refresh" content="0; url=index.html">\n'
        f'<link rel="canonical" href="{HOST}en/index.html">\n<title>{text}</title>\n</head>\n'
        f'<body><p><a href="index.html">{text}</a></p></body>\n</html>\n'
    )


def live_text(site: Catalogue) -> list[str]:
    """What the script of the browser-only page writes."""
    voice = site.voice("en", "live")
    return [
        voice.say("{5-9}:{10-58} am, {place}: water {20-310} cm, [rising|falling|slack].")
        for _ in range(6)
    ]


def live_page(site: Catalogue) -> str:
    """A page that is empty until a browser has run its script."""
    ui = site.languages["en"].ui
    lines = json.dumps(live_text(site))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{ui['live']} | {ui['site']}</title>\n"
        f'<link rel="canonical" href="{HOST}{BROWSER_ONLY}">\n</head>\n<body>\n'
        '<div id="app"></div>\n'
        f"<noscript><p>{ui['noscript']}</p></noscript>\n<script>\n"
        f"const lines = {lines};\nconst app = document.getElementById('app');\n"
        "for (const line of lines) {\n  const p = document.createElement('p');\n"
        "  p.textContent = line;\n  app.append(p);\n}\n</script>\n</body>\n</html>\n"
    )
