"""The template of the years up to 2011: nested tables, fonts, and no other structure."""

from __future__ import annotations

from html import escape

from sitegist.demo.blocks import (
    Block,
    Code,
    Fields,
    Figure,
    Items,
    Paragraph,
    Quote,
    Review,
    Subhead,
    Table,
    inline,
)
from sitegist.demo.catalogue import HOST, Catalogue
from sitegist.demo.chance import Dice
from sitegist.demo.furniture import Furniture, Link, furnish
from sitegist.demo.sheet import Group, Labels, Sheet

_FONT = '<font face="Verdana, Arial" size="2">'
_SMALL = '<font face="Verdana, Arial" size="1">'


def render(site: Catalogue, sheet: Sheet, labels: Labels) -> str:
    """The whole page."""
    around = furnish(site, sheet)
    name = site.languages[sheet.lang].ui["site"]
    charset = sheet.charset
    lines = [
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
        "<html>\n<head>",
        f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">',
        f"<title>{name} - {escape(sheet.title, quote=False)}</title>",
        f'<link rel="canonical" href="{HOST}{sheet.path}">',
        "</head>",
        '<body bgcolor="#d9e2e8" text="#222222" link="#0b4f6c" vlink="#555588" topmargin="0">',
        '<table width="780" align="center" border="0" cellpadding="0" cellspacing="0"'
        ' bgcolor="#ffffff">',
        _top(site, sheet, around, labels),
        "<tr>",
        _left(site, sheet, around, labels),
        _middle(site, sheet, around, labels),
        _right(site, sheet, around, labels),
        "</tr>",
        _bottom(site, sheet, around, labels),
        "</table>\n</body>\n</html>\n",
    ]
    return "\n".join(lines)


def block_html(block: Block, up: str, quotes: tuple[str, str]) -> str:
    """One block of the main content."""
    match block:
        case Paragraph(text):
            return f"{inline(text, up, 'i')}<br><br>"
        case Subhead(text):
            return f"<b>{inline(text, up, 'i')}</b><br><br>"
        case Items(items):
            lines = "".join(f"<li>{inline(item, up, 'i')}\n" for item in items)
            return f"<ul>\n{lines}</ul>"
        case Quote(text, speaker):
            words = inline(text, up, "b")
            return f"<blockquote><i>{words}</i><br>{_SMALL}{escape(speaker)}</font></blockquote>"
        case Table(caption, titles, rows):
            top = "".join(f'<td bgcolor="#cfdbe2"><b>{escape(cell)}</b></td>' for cell in titles)
            lines = "".join(
                f"<tr>{''.join(f'<td>{_SMALL}{escape(cell)}</font></td>' for cell in row)}</tr>\n"
                for row in rows
            )
            return (
                f'<b>{escape(caption)}</b><br>\n<table border="1" cellpadding="3" cellspacing="0"'
                f' width="100%">\n<tr>{top}</tr>\n{lines}</table><br>'
            )
        case Figure(image, caption):
            return (
                '<table border="0" cellpadding="4" align="center"><tr><td>'
                f'<img src="{up}{image}" width="320" height="150" border="0" alt=""><br>'
                f"{_SMALL}{inline(caption, up, 'i')}</font></td></tr></table>"
            )
        case Code(text):
            return f"<pre>{escape(text, quote=False)}</pre>"
        case Fields(pairs):
            lines = "".join(
                f"<tr><td><b>{escape(label)}</b></td><td>{escape(value)}</td></tr>\n"
                for label, value in pairs
            )
            return f"<table>\n{lines}</table>"
        case Review(author, stars, text):
            words = inline(text, up, "i")
            return f"<b>{escape(author)}</b><br>{stars}<br>{words}<br><br>"


def _links(links: list[Link], up: str, bullet: str = "&raquo;") -> str:
    return "\n".join(
        f'{bullet}&nbsp;<a href="{up}{path}">{escape(text, quote=False)}</a><br>'
        for text, path in links
    )


def _box(title: str, inner: str, color: str) -> str:
    """A heading on colour and something below it: a table, as everything here."""
    return (
        '<table width="100%" border="0" cellpadding="4" cellspacing="1">\n'
        f'<tr><td bgcolor="{color}">{_SMALL}<b>{title}</b></font></td></tr>\n'
        f"<tr><td>{_SMALL}\n{inner}\n</font></td></tr>\n</table>"
    )


def _top(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    ui, up = site.languages[sheet.lang].ui, sheet.up
    editions = " | ".join(
        f'<a href="{up}{path}">{_SMALL}{name}</font></a>' for _, name, path in around.editions
    )
    banner = (
        '<tr><td colspan="3" bgcolor="#0b4f6c">\n<table width="100%" cellpadding="8"><tr>\n'
        f'<td><font face="Georgia" color="#ffffff" size="6"><b>{ui["site"]}</b></font><br>'
        f'<font color="#f0e0b0" size="1">{ui["tagline"]}</font></td>\n'
        f'<td align="right" bgcolor="#ffffff">{editions}</td>\n</tr></table>\n</td></tr>'
    )
    cells = "".join(
        f'<td bgcolor="#cfdbe2" align="center"><a href="{up}{path}">{_SMALL}{escape(text)}</font>'
        "</a></td>\n"
        for text, path in around.nav
    )
    nav = (
        '<tr><td colspan="3"><table width="100%" cellspacing="1" cellpadding="4"><tr>\n'
        f"{cells}</tr></table></td></tr>"
    )
    return "\n".join(
        [
            labels.mark("furniture", "banner", banner),
            labels.mark("furniture", "navigation", nav),
        ]
    )


def _left(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    ui, up = site.languages[sheet.lang].ui, sheet.up
    parts = [
        '<td width="150" valign="top" bgcolor="#eef3f6">',
        labels.mark(
            "furniture", "most read", _box(ui["most_read"], _links(around.most_read, up), "#e0a526")
        ),
        labels.mark("furniture", "advertisement", _advert(around.ads[0], ui)),
    ]
    if around.cloud:
        cloud = " ".join(
            f'<a href="{up}{path}"><font size="{min(size, 4)}">{tag}</font></a>'
            for tag, path, size in around.cloud
        )
        parts.append(labels.mark("furniture", "tag cloud", _box(ui["tag_cloud"], cloud, "#cfdbe2")))
    return "\n".join([*parts, "</td>"])


def _advert(advert: tuple[str, str], ui: dict[str, str]) -> str:
    name, claim = advert
    return (
        '<table width="100%" border="1" bordercolor="#e0a526" cellpadding="6" bgcolor="#fff8e0">'
        f'<tr><td align="center">{_SMALL}{ui["ad"]}<br><a href="https://ads.example/">'
        f"<b>{escape(name)}</b></a><br>{claim}</font></td></tr></table>"
    )


def _middle(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    language, ui, up = site.languages[sheet.lang], site.languages[sheet.lang].ui, sheet.up
    heading = f'<font face="Georgia" size="5"><b>{escape(sheet.title, quote=False)}</b></font><br>'
    parts = [
        '<td valign="top">\n<table width="100%" border="0" cellpadding="10"><tr><td>',
        labels.mark("title", "title", heading),
    ]
    if sheet.article is not None:
        place = site.authors[sheet.lang].get(sheet.article.author)
        name = escape(sheet.article.author)
        who = f'<a href="{up}{place}">{name}</a>' if place else name
        byline = (
            f'<font color="#667788" size="1">{ui["by"].format(name=who)} &middot; '
            f"{language.date(sheet.article.day)}</font><br><br>"
        )
        parts.append(labels.mark("meta", "byline", byline))
    parts.append(f'</td></tr><tr><td valign="top">{_FONT}')
    for at, block in enumerate(sheet.blocks):
        if at == 2 and sheet.article is not None and len(around.ads) > 2:
            advert = f'<table width="160" align="right"><tr><td>{_advert(around.ads[2], ui)}'
            parts.append(labels.mark("furniture", "advertisement", f"{advert}</td></tr></table>"))
        parts.append(labels.content(block, block_html(block, up, language.quotes)))
    parts += [labels.mark("index", "entries", _group(sheet, group)) for group in sheet.groups]
    parts.append("</font></td></tr>")
    if sheet.article is not None:
        tags = site.tags[sheet.lang]
        words = ", ".join(
            f'<a href="{up}{tags[tag]}">{tag}</a>' if tag in tags else tag
            for tag in sheet.article.story.tags
        )
        row = f"<tr><td>{_SMALL}{ui['tags']}: {words}</font></td></tr>"
        parts.append(labels.mark("meta", "tags", row))
        tools = f'<a href="#">{ui["print"]}</a> | <a href="mailto:?">{ui["send"]}</a>'
        row = (
            f'<tr><td align="right">{_SMALL}{tools} | <a href="#">{ui["top"]}</a></font></td></tr>'
        )
        parts.append(labels.mark("furniture", "tools", row))
    return "\n".join([*parts, "</table>\n</td>"])


def _group(sheet: Sheet, group: Group) -> str:
    lines = [f"<b>{escape(group.heading)}</b><br>"] if group.heading else []
    for entry in group.entries:
        link = f'<a href="{sheet.up}{entry.path}">{escape(entry.title, quote=False)}</a>'
        lines.append(f"<li>{link} {_SMALL}{entry.date}</font><br>")
        if entry.teaser:
            lines.append(f"{inline(entry.teaser, sheet.up, 'i')}<br><br>")
    return "<ul>\n" + "\n".join(lines) + "\n</ul>"


def _right(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    ui, up = site.languages[sheet.lang].ui, sheet.up
    parts = ['<td width="160" valign="top" bgcolor="#eef3f6">']
    if around.related:
        box = _box(ui["related"], _links(around.related, up, "&middot;"), "#cfdbe2")
        parts.append(labels.mark("furniture", "related news", box))
    today = list(around.latest)
    if sheet.lang == "en":  # an address that has moved since: see fixed.py
        today.append((ui["latest"], "en/latest.html"))
    box = _box(ui["today"], _links(today, up), "#e0a526")
    parts.append(labels.mark("furniture", "latest", box))
    box = _box(ui["weather"], ui["weather_text"], "#cfdbe2")
    parts.append(labels.mark("furniture", "weather", box))
    parts.append(labels.mark("furniture", "advertisement", _advert(around.ads[1], ui)))
    return "\n".join([*parts, "</td>"])


def _bottom(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    ui, up = site.languages[sheet.lang].ui, sheet.up
    links = " | ".join(f'<a href="{up}{path}">{escape(text)}</a>' for text, path in around.footer)
    visitor = Dice(site.seed, "visitor", sheet.path).between(10000, 99999)
    return labels.mark(
        "furniture",
        "footer",
        f'<tr><td colspan="3" align="center" bgcolor="#cfdbe2">{_SMALL}{links}<br>\n'
        f"{ui['best_viewed'].format(n=visitor)}<br>\n&copy; {ui['site']}, {ui['footer']}"
        "</font></td></tr>",
    )
