"""Files beside the pages: robots.txt, sitemap.xml, feed.xml and the pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from sitegist.demo.blocks import plain
from sitegist.demo.catalogue import HOST, Catalogue
from sitegist.demo.chance import Dice
from sitegist.demo.shop import ITEMS
from sitegist.demo.writer import SCENES

_ROBOTS = (
    f"User-agent: *\nDisallow: /en/search.html\nCrawl-delay: 1\n\nSitemap: {HOST}sitemap.xml\n"
)
_SKIES = ("#f3d9a4", "#a9c8d8", "#d8b4a0", "#27405c", "#c7d8c2")
_SEAS = ("#0b4f6c", "#28666e", "#3a506b", "#14324a")


def extra_files(site: Catalogue, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of every file that is not a page."""
    yield "robots.txt", _ROBOTS.encode()
    yield "sitemap.xml", _sitemap(paths).encode()
    yield "feed.xml", _feed(site).encode()
    for number in range(1, SCENES + 1):
        yield f"img/scene-{number}.svg", _scene(Dice("scene", number), 640, 300).encode()
    for number in range(1, ITEMS + 1):
        yield f"img/item-{number}.svg", _scene(Dice("item", number), 240, 240).encode()


def _sitemap(paths: Iterable[str]) -> str:
    lines = "".join(f"<url><loc>{HOST}{path}</loc></url>\n" for path in paths)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{lines}</urlset>\n'


def _feed(site: Catalogue) -> str:
    newest = sorted(
        (one for articles in site.articles.values() for one in articles),
        key=lambda one: (one.day, one.path),
        reverse=True,
    )[:20]
    entries: list[str] = []
    for one in newest:
        date = "{}-{:02}-{:02}T06:00:00Z".format(*one.day)
        entries.append(
            f'<entry xml:lang="{one.seat.lang}">\n<title>{escape(one.title)}</title>\n'
            f'<id>{HOST}{one.path}</id>\n<link href="{HOST}{one.path}"/>\n'
            f"<updated>{date}</updated>\n<author><name>{escape(one.author)}</name></author>\n"
            f"<summary>{escape(plain(one.lead))}</summary>\n</entry>\n"
        )
    updated = "{}-{:02}-{:02}T06:00:00Z".format(*newest[0].day)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{site.languages['en'].ui['site']}</title>\n<id>{HOST}</id>\n"
        f'<link rel="self" href="{HOST}feed.xml"/>\n<updated>{updated}</updated>\n'
        + "".join(entries)
        + "</feed>\n"
    )


def _scene(dice: Dice, width: int, height: int) -> str:
    """Sky, sea, a lighthouse, a few boats."""
    horizon = height * dice.between(55, 70) // 100
    depth = height - horizon
    tower = width * dice.between(10, 85) // 100
    shapes = [
        f'<rect width="{width}" height="{height}" fill="{dice.pick(_SKIES)}"/>',
        f'<circle cx="{dice.below(width)}" cy="{horizon // 3}" r="{height // 12}" fill="#fff6d8"/>',
        f'<rect y="{horizon}" width="{width}" height="{depth}" fill="{dice.pick(_SEAS)}"/>',
        f'<path d="M{tower - 14} {horizon}l6-110h16l6 110z" fill="#f6f1e7"/>',
        f'<rect x="{tower - 10}" y="{horizon - 124}" width="20" height="14" fill="#e0a526"/>',
    ]
    for _ in range(dice.between(1, 4)):
        x, y = dice.below(width - 60), horizon + 10 + dice.below(depth - 20)
        shapes.append(f'<path d="M{x} {y}h48l-9 13h-30zM{x + 22} {y - 4}v-36l22 36z" fill="#fff"/>')
    inner = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}">\n{inner}\n</svg>\n'
    )
