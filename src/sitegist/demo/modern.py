"""The template of the years after 2011: HTML5, with everything that today's pages carry."""

from __future__ import annotations

from html import escape

from sitegist.demo import head
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
from sitegist.demo.catalogue import Catalogue
from sitegist.demo.furniture import Furniture, Link, furnish
from sitegist.demo.sheet import Entry, Labels, Sheet


def render(site: Catalogue, sheet: Sheet, labels: Labels) -> str:
    """The whole page."""
    around = furnish(site, sheet)
    language = site.languages[sheet.lang]
    body = [
        _top(site, sheet, around, labels),
        '<div class="page">',
        _main(site, sheet, around, labels),
        _aside(site, sheet, around, labels),
        "</div>",
        _footer(site, sheet, around, labels),
    ]
    return "\n".join([head.head(site, sheet, language), *body, "</body>\n</html>\n"])


def block_html(block: Block, up: str, quotes: tuple[str, str]) -> str:
    """One block of the main content."""
    match block:
        case Paragraph(text):
            return f"<p>{inline(text, up)}</p>"
        case Subhead(text):
            return f"<h2>{inline(text, up)}</h2>"
        case Items(items):
            lines = "".join(f"<li>{inline(item, up)}</li>\n" for item in items)
            return f"<ul>\n{lines}</ul>"
        case Quote(text, speaker):
            words = inline(text, up)
            return f"<blockquote>\n<p>{words}</p>\n<cite>{escape(speaker)}</cite>\n</blockquote>"
        case Table(caption, titles, rows):
            top = "".join(f"<th>{escape(cell)}</th>" for cell in titles)
            lines = "".join(
                f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows
            )
            return (
                f"<table>\n<caption>{escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>\n"
                f"<tbody>\n{lines}</tbody>\n</table>"
            )
        case Figure(image, caption):
            return (
                f'<figure>\n<img src="{up}{image}" width="640" height="300" alt="" '
                f'loading="lazy">\n<figcaption>{inline(caption, up)}</figcaption>\n</figure>'
            )
        case Code(text):
            return f'<pre><code class="language-python">{escape(text, quote=False)}</code></pre>'
        case Fields(pairs):
            lines = "".join(
                f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>\n" for label, value in pairs
            )
            return f'<dl class="fields">\n{lines}</dl>'
        case Review(author, stars, text):
            return (
                '<div class="review" itemprop="review" itemscope '
                'itemtype="https://schema.org/Review">\n'
                f'<span class="who" itemprop="author">{escape(author)}</span>\n'
                f'<span class="stars">{stars}</span>\n'
                f'<p itemprop="reviewBody">{inline(text, up)}</p>\n</div>'
            )


def _link_list(links: list[Link], up: str) -> str:
    lines = "".join(f'<li><a href="{up}{path}">{escape(text)}</a></li>\n' for text, path in links)
    return f"<ul>\n{lines}</ul>"


def _top(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    ui, up = site.languages[sheet.lang].ui, sheet.up
    editions = " ".join(
        f'<a href="{up}{path}" hreflang="{code}">{name}</a>'
        for code, name, path in around.editions
        if code != sheet.lang
    )
    cookie = (
        f'<div class="cookie-banner" role="dialog">\n<p>{ui["cookie"]}</p>\n'
        f"<button>{ui['cookie_yes']}</button> <button>{ui['cookie_no']}</button>\n</div>"
    )
    banner = (
        f'<header class="site-header">\n<a class="skip" href="#main">{ui["skip"]}</a>\n'
        f'<a class="logo" href="{up}{sheet.lang}/index.html">{ui["site"]}</a>\n'
        f'<p class="tagline">{ui["tagline"]}</p>\n<div class="editions">{editions}</div>\n</header>'
    )
    nav = f'<nav class="main-nav" aria-label="{ui["menu"]}">\n{_link_list(around.nav, up)}\n</nav>'
    crumbs = [(ui["home"], f"{sheet.lang}/index.html")]
    if sheet.section:
        name = site.languages[sheet.lang].sections[sheet.section]
        crumbs.append((name, f"{sheet.lang}/{sheet.section}/index.html"))
    if sheet.shop:
        crumbs.append((ui["shop"], "en/shop/index.html"))
    trail = " › ".join(f'<a href="{up}{path}">{escape(text)}</a>' for text, path in crumbs)
    return "\n".join(
        [
            labels.mark("furniture", "cookie banner", cookie),
            labels.mark("furniture", "banner", banner),
            labels.mark("furniture", "navigation", nav),
            labels.mark(
                "furniture", "breadcrumbs", f'<p class="crumbs">{ui["you_are_here"]}: {trail}</p>'
            ),
        ]
    )


def _main(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    title = labels.mark("title", "title", f"<h1>{escape(sheet.title, quote=False)}</h1>")
    if sheet.article is not None or (sheet.shop and sheet.blocks):
        return f'<main id="main">\n{_article(site, sheet, around, labels, title)}\n</main>'
    quotes = site.languages[sheet.lang].quotes
    parts = [title]
    parts += [labels.content(one, block_html(one, sheet.up, quotes)) for one in sheet.blocks]
    if sheet.form:
        parts.append(labels.mark("furniture", "form", sheet.form))
    for group in sheet.groups:
        parts.append(
            labels.mark("index", "entries", _group(site, sheet, group.heading, group.entries))
        )
    if sheet.pager:
        links = " ".join(
            f'<a href="{sheet.up}{path}">{escape(text)}</a>' for text, path in sheet.pager
        )
        parts.append(
            labels.mark("furniture", "pagination", f'<nav class="pagination">{links}</nav>')
        )
    return '<main id="main">\n' + "\n".join(parts) + "\n</main>"


def _group(site: Catalogue, sheet: Sheet, heading: str, entries: tuple[Entry, ...]) -> str:
    ui, up = site.languages[sheet.lang].ui, sheet.up
    lines = [f"<h2>{escape(heading)}</h2>"] if heading else []
    short = not any(entry.teaser for entry in entries)
    for entry in entries:
        link = f'<a href="{up}{entry.path}">{escape(entry.title, quote=False)}</a>'
        date = f"<time>{escape(entry.date)}</time>" if entry.date else ""
        if short:
            lines.append(f"<li>{link} {date}</li>")
        else:
            more = f'<a class="more" href="{up}{entry.path}">{ui["more"]}</a>'
            teaser = inline(entry.teaser, up)
            lines.append(
                f'<article class="teaser">\n<h3>{link}</h3>\n{date}\n'
                f"<p>{teaser} {more}</p>\n</article>"
            )
    inner = "\n".join(lines)
    return f'<section class="{"headlines" if short else "teasers"}">\n{inner}\n</section>'


def _article(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels, title: str) -> str:
    language, ui = site.languages[sheet.lang], site.languages[sheet.lang].ui
    article = sheet.article
    micro = head.uses_microdata(sheet)
    kind = "Product" if article is None else "NewsArticle"
    scope = f' itemscope itemtype="https://schema.org/{kind}"' if micro or article is None else ""
    parts = [f'<article class="story"{scope}>', title]
    if article is not None:
        year, month, day = article.day
        place = site.authors[sheet.lang].get(article.author)
        name = escape(article.author)
        who = f'<a rel="author" href="{sheet.up}{place}">{name}</a>' if place else name
        date = f'<time datetime="{year}-{month:02}-{day:02}">{language.date(article.day)}</time>'
        byline = f'<p class="byline">{ui["by"].format(name=who)}, {date}</p>'
        parts.append(labels.mark("meta", "byline", byline))
        parts.append(labels.mark("furniture", "share buttons", _share(language.share_links, ui)))
    else:
        parts.append(f'<img src="{sheet.up}{sheet.image}" width="240" height="240" alt="">')
    body = ' itemprop="articleBody"' if scope and article is not None else ""
    parts.append(f'<div class="body"{body}>')
    middle = len(sheet.blocks) // 2
    for at, block in enumerate(sheet.blocks):
        if at == middle and article is not None:
            parts.append(_ad(around.ads[0], ui, labels))
        parts.append(labels.content(block, block_html(block, sheet.up, language.quotes)))
        if isinstance(block, Fields):
            button = '<form class="basket"><button>Add to basket</button></form>'
            parts.append(labels.mark("furniture", "button", button))
    parts.append("</div>")
    if article is not None:
        parts.append(_after(site, sheet, around, labels))
    return "\n".join([*parts, "</article>"])


def _share(names: tuple[str, ...], ui: dict[str, str]) -> str:
    buttons = "".join(f"<li><button>{name}</button></li>" for name in names)
    return f'<div class="share"><span>{ui["share"]}</span><ul>{buttons}</ul></div>'


def _ad(advert: tuple[str, str], ui: dict[str, str], labels: Labels) -> str:
    name, claim = advert
    return labels.mark(
        "furniture",
        "advertisement",
        f'<aside class="ad"><span>{ui["ad"]}</span> '
        f'<a href="https://ads.example/" rel="sponsored"><b>{escape(name)}</b> {claim}</a></aside>',
    )


def _after(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    """What follows the text within an article: tags, related news, comments."""
    ui, up = site.languages[sheet.lang].ui, sheet.up
    assert sheet.article is not None
    tags = site.tags[sheet.lang]
    links = ", ".join(
        f'<a rel="tag" href="{up}{tags[tag]}">{tag}</a>' if tag in tags else tag
        for tag in sheet.article.story.tags
    )
    parts = [labels.mark("meta", "tags", f'<p class="tags">{ui["tags"]}: {links}</p>')]
    related = _link_list(around.related, up)
    parts.append(
        labels.mark(
            "furniture",
            "related news",
            f'<section class="related"><h2>{ui["related"]}</h2>\n{related}</section>',
        )
    )
    if around.comments:
        lines = "".join(
            f"<li><b>{escape(one.name)}</b> <time>{one.date}</time><p>{escape(one.text)}</p></li>\n"
            for one in around.comments
        )
        comments = (
            f'<section class="comments"><h2>{ui["comments"]}</h2>\n<ol>\n{lines}</ol>\n'
            f"<p>{ui['comment_note']}</p></section>"
        )
        parts.append(labels.mark("furniture", "comments", comments))
    return "\n".join(parts)


def _aside(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    ui, up = site.languages[sheet.lang].ui, sheet.up
    boxes = [
        ("most read", f"<h2>{ui['most_read']}</h2>\n{_link_list(around.most_read, up)}"),
        (
            "newsletter",
            f"<h2>{ui['newsletter']}</h2>\n<p>{ui['newsletter_text']}</p>\n"
            f'<form><input type="email" placeholder="{ui["mail"]}"> '
            f"<button>{ui['newsletter_button']}</button></form>",
        ),
        ("weather", f"<h2>{ui['weather']}</h2>\n<p>{ui['weather_text']}</p>"),
    ]
    if around.cloud:
        cloud = " ".join(
            f'<a class="size-{size}" href="{up}{path}">{tag}</a>'
            for tag, path, size in around.cloud
        )
        boxes.insert(1, ("tag cloud", f'<h2>{ui["tag_cloud"]}</h2>\n<p class="cloud">{cloud}</p>'))
    if sheet.kind != "toc":
        boxes.append(("latest", f"<h2>{ui['latest']}</h2>\n{_link_list(around.latest, up)}"))
    parts = ['<aside class="sidebar">']
    for at, (role, inner) in enumerate(boxes):
        css = role.replace(" ", "-")
        parts.append(
            labels.mark("furniture", role, f'<section class="box {css}">\n{inner}\n</section>')
        )
        if at + 1 < len(around.ads) and at < 2:
            parts.append(_ad(around.ads[at + 1], ui, labels))
    return "\n".join([*parts, "</aside>"])


def _footer(site: Catalogue, sheet: Sheet, around: Furniture, labels: Labels) -> str:
    ui = site.languages[sheet.lang].ui
    footer = (
        f'<footer class="site-footer">\n{_link_list(around.footer, sheet.up)}\n'
        f"<p>{ui['footer']}</p>\n"
        f"<p>© {ui['site']}. {ui['rights']}.</p>\n</footer>"
    )
    return labels.mark("furniture", "footer", footer)
