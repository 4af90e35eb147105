"""A report of a mined site in one file: at a glance, its map, and sample pages with verdicts."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from sitegist import __version__
from sitegist.app.frame import environment
from sitegist.app.library import Shown
from sitegist.app.linkmap import LinkMap, page_title
from sitegist.app.original import verdicts, with_source
from sitegist.app.overview import kept_part, newest, pages_of, templates_of
from sitegist.app.views.map import BINS, PRESETS, Asked, map_of
from sitegist.errors import OptionError
from sitegist.overlay import render

_STATIC = Path(__file__).parent / "static"
_STYLES = ("style.css", "map.css", "report.css")
_SCRIPTS = ("theme.js", "map-graph.js", "map-paint.js", "map.js")
_FEW = 10


class Sample(NamedTuple):
    """A page as it was found, with the verdicts on its blocks."""

    url: str
    title: str
    kind: str
    words: int
    kept_words: int
    confidence: float
    overlay: str
    text: str


def report(folder: str | os.PathLike[str], pages: int, most_bytes: int) -> str:
    """The file, with so many sample pages at most, and no larger than that.

    What does not fit is left out, and the report says so: sample pages first, then the links of
    the map that say least.
    """
    shown = Shown(Path(folder))
    found = map_of(shown)
    links = len(found.source)
    bare = _written(shown, found, links, [], 0)
    while len(bare.encode()) > most_bytes and links:
        room = most_bytes - len(_written(shown, found, 0, [], 0).encode())
        links = int(links * min(max(room, 0) / max(len(_links(found, links)), 1), 0.99))
        bare = _written(shown, found, links, [], 0)
    if len(bare.encode()) > most_bytes:
        raise OptionError(f"a report of this site takes {len(bare.encode()):,} bytes at least")
    wanted = sample_pages(shown, pages)
    chosen: list[Sample] = []
    written = bare
    for number, url in enumerate(wanted, 1):
        tried = [*chosen, _sample(shown, url)]
        longer = _written(shown, found, links, tried, number - len(tried))
        if len(longer.encode()) <= most_bytes:
            chosen, written = tried, longer
    missing = len(wanted) - len(chosen)
    return _written(shown, found, links, chosen, missing) if missing else written


def sample_pages(shown: Shown, most: int) -> list[str]:
    """Pages of every template, the largest first, tables of contents among them."""

    def candidates() -> Iterator[str]:
        known = pages_of(shown)
        templates = templates_of(known)
        of_template = {page.url: page.template for page in known}
        for template in templates:
            yield template.example.url
            best = (toc.url for toc in shown.mined.toc if of_template[toc.url] == template.number)
            yield from list(best)[:1]
        yield from (page.url for page in newest(known, most))

    return list(dict.fromkeys(candidates()))[:most]


def _sample(shown: Shown, url: str) -> Sample:
    page = shown.mined[url]
    found = page.extraction
    marks = verdicts(found, None, lambda block: f"#block-{block}", None)
    words = found.blocks.words
    return Sample(
        url,
        page_title(shown.mined, url),
        page.kind,
        int(words.sum()),
        int(words[found.kept].sum()),
        found.confidence,
        render(with_source(shown, page.page), marks),
        found.text,
    )


def _written(shown: Shown, found: LinkMap, links: int, samples: list[Sample], missing: int) -> str:
    known = pages_of(shown)
    titles = {page.url: page.title for page in known}
    scripts = [(_STATIC / name).read_text("utf-8") for name in _SCRIPTS]
    kept = found.kept(1.0)
    context: dict[str, Any] = {
        "version": __version__,
        "site_name": shown.store.name,
        "styles": Markup("\n".join((_STATIC / name).read_text("utf-8") for name in _STYLES)),
        "scripts": [Markup(script) for script in scripts],
        "policy": policy(scripts),
        "summary": shown.summary,
        "kept_words": kept_part(known),
        "templates": templates_of(known),
        "tocs": [(toc, titles[toc.url]) for toc in shown.mined.toc[:_FEW]],
        "newest": newest(known, _FEW),
        "map": found,
        "asked": Asked(1.0, False),
        "presets": PRESETS,
        "counts": found.counts(kept),
        "histogram": found.histogram(BINS),
        "data": Markup(_island(found.as_dict(links))),
        "left_out": len(found.source) - links,
        "samples": samples,
        "missing": missing,
    }
    text = environment([]).get_template("report.html").render(context)
    return text.encode("utf-8", "replace").decode("utf-8")


def policy(scripts: list[str]) -> str:
    """What the file may do: run these scripts, and load nothing at all."""
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _island(value: Any) -> str:
    """JSON that may stand in a script element: nothing in it can end that, or begin a comment."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _links(found: LinkMap, links: int) -> str:
    return _island(found.as_dict(links)["links"])
