"""Pages as parts that open, and how long pages are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from sitegist.app.reading import Part, Reading, read_page
from sitegist.app.screens import HEIGHT, depths
from sitegist.mined import Mined
from sitegist.mining import mine
from sitegist.page import read
from sitegist.store import open_mined


@pytest.fixture(scope="module")
def mined(demo_mined: Path) -> Mined:
    """The demonstration site."""
    return open_mined(demo_mined)


def reading(mined: Mined, url: str) -> Reading:
    """A page, every link of which leads to its own address."""
    return read_page(mined, url, lambda address: (address, True))


def every(parts: tuple[Part, ...]) -> Iterator[Part]:
    """All parts, in reading order."""
    for part in parts:
        yield part
        yield from every(part.parts)


def test_parts_hold_the_page_in_order_and_nothing_twice(mined: Mined) -> None:
    """What is informative is in one of the texts; lists are short where the hierarchy is."""
    for page in mined:
        found = reading(mined, page.url)
        texts = [part for part in every(found.parts) if not part.parts]
        assert all(one.last <= other.first for one, other in pairwise(texts))
        keys = [part.key for part in every(found.parts)]
        assert len(keys) == len(set(keys))
        assert sum(part.kept for part in found.parts) == pytest.approx(1 if found.kept[-1] else 0)
        short = [level for level in page.hierarchy if 1 < len(level) <= 9]
        assert not short or len(found.parts) <= 9


def test_the_main_content_is_near(mined: Mined) -> None:
    """On articles a tap or two, and no farther down than in the original."""
    ways = [reading(mined, article.url).way for article in mined.articles]
    known = [way for way in ways if way is not None]
    assert len(known) > 0.9 * len(ways)
    assert np.median([way.taps for way in known]) <= 2
    assert np.median([way.screens for way in known]) <= 2


def test_the_way_leads_to_the_text(mined: Mined) -> None:
    """The parts of it lie in each other, and the last holds most of what was extracted."""
    found = reading(mined, mined.articles[0].url)
    for outer, inner in pairwise(found.main):
        assert inner in outer.parts
    assert found.find(found.main[-1].key) == found.main
    words = found.mined.text.split()
    shown = found.text(found.main[-1])
    assert sum(word in shown for word in words) > 0.9 * len(words)
    assert found.find("nothing") == []


@pytest.mark.parametrize("html", ["<title>x</title>", "<p>", "<p>One word", "<img alt=x src=y>"])
def test_small_pages_are_read(html: str) -> None:
    """Without parts, or with one text."""
    found = reading(site_of(html), "https://x.example/")
    assert len(found.parts) <= 1
    assert all(found.html(part) for part in found.parts)


def site_of(html: str) -> Mined:
    """A site of this page."""
    return mine([("https://x.example/", html)])


def test_links_lead_where_they_may() -> None:
    """No script, no data, no images; code and tables can be scrolled by themselves."""
    mined = site_of(
        "<h3>Top</h3><p>Text <a href='javascript:alert(1)'>script</a>"
        " <a href='data:text/html,x'>d</a>"
        " <a href='/in'>in</a> <a href='https://other.example/'>out</a>"
        " <img src='/x.png' alt='<b>A picture'></p><h6>Low</h6><pre>harbour &lt; ferry</pre>"
        "<table><tr><th>One<th>Two<tr><td>Three<td>Four</table>"
    )

    def link(address: str) -> tuple[str, bool] | None:
        is_ours = address.startswith("https://x.example/")
        return (f"/reader?{address}", True) if is_ours else (address, False)

    found = read_page(mined, "https://x.example/", link)
    html = "".join(found.html(part) for part in every(found.parts) if not part.parts)
    assert "javascript" not in html
    assert "data:" not in html
    assert "<img" not in html
    assert "&lt;b&gt;A picture" in html
    assert 'href="/reader?https://x.example/in"' in html
    assert 'class="away" rel="noreferrer noopener nofollow"' in html
    assert '<pre tabindex="0"><code>harbour &lt; ferry' in html
    assert html.count('<div class="scroll" tabindex="0"') == html.count("</table>\n</div>") == 1
    assert "<h2>Top</h2>" in html
    assert "h6>" not in html


def test_length_follows_text_and_images() -> None:
    """Lines break at the width of a phone; wide signs take two places; images keep their shape."""
    line = "<p>" + "x" * 41
    cases = {
        line: 32,
        line + "x": 56,
        "<p>" + "汉" * 21: 56,
        line * 10: 320,
        "<pre>one\ntwo\nthree</pre>": 68,
        "<p style='display:none'>x": 0,
        "<img src=x width=656 height=200>": 100,
        "<img src=x width=16 height=16>": 0,
        "<img src=x width=100%>": 218,
    }
    for html, pixels in cases.items():
        assert depths(read(html))[-1] == pixels, html
    long = depths(read(line * 100))
    assert (np.diff(long) >= 0).all()
    assert long[-1] > 4 * HEIGHT
