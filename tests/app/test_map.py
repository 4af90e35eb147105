"""The Map view, drawn and as a table."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page

from tests.app.conftest import Visit, picture

READY = "[data-map][data-ready]"
# How many pixels of each canvas are not empty, right after it was painted.
INKED = """() => {
  const map = document.querySelector("[data-map]").linkMap;
  map.paint();
  const { width, height } = map.below;
  const gl = map.painter.gl;
  let links = new Uint8Array(4 * width * height);
  if (gl) gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, links);
  else links = map.below.getContext("2d").getImageData(0, 0, width, height).data;
  const pages = map.canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const inked = (data) => data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 8), 0);
  return [Boolean(gl), inked(links), inked(pages)];
}"""


def counts(page: Page) -> list[int]:
    """Pages and links that are said to be kept."""
    found = page.locator("[data-map-page-count], [data-map-link-count]").all_inner_texts()
    return [int(text.replace(",", "")) for text in found]


def test_the_slider_takes_links_away(demo: str, visit: Visit, client: httpx.Client) -> None:
    """Live: less is drawn, the counts follow, and so do the address and the table."""
    page = visit(f"{demo}/map")
    page.wait_for_selector(READY)
    is_gl, all_links, all_pages = page.evaluate(INKED)
    assert is_gl
    assert all_links > 5_000
    assert all_pages > 1_000
    whole = client.get(f"{demo}/api/map/kept").json()
    assert counts(page) == [whole["pages"], whole["links"]]
    page.get_by_role("slider").fill("0.5")
    kept = client.get(f"{demo}/api/map/kept?t=0.5").json()
    assert counts(page) == [kept["pages"], kept["links"]]
    assert 0 < kept["links"] < whole["links"] / 2
    assert page.evaluate(INKED)[1] < all_links
    page.get_by_role("slider").dispatch_event("change")
    page.wait_for_url("**/map?t=0.50")
    page.get_by_text("entropy of at most 0.50").wait_for()
    page.get_by_role("button", name="Informative").click()
    listed = client.get(f"{demo}/api/map/kept?listed=1").json()
    assert counts(page) == [listed["pages"], listed["links"]]
    page.wait_for_url("**/map?listed=1")


def test_without_webgl_it_is_drawn_all_the_same(demo: str, visit: Visit) -> None:
    """On a plain canvas."""
    page = visit(f"{demo}/map")
    page.add_init_script(
        "const real = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...more) {"
        " return kind === 'webgl2' ? null : real.call(this, kind, ...more); };"
    )
    page.reload()
    page.wait_for_selector(READY)
    is_gl, links, pages = page.evaluate(INKED)
    assert not is_gl
    assert links > 5_000
    assert pages > 1_000


def test_the_keyboard_reaches_every_page(demo: str, visit: Visit, client: httpx.Client) -> None:
    """By rank, each is said; arrows and signs move and zoom; Enter opens; Tab goes on."""
    known = client.get(f"{demo}/api/map").json()["pages"]
    page = visit(f"{demo}/map")
    page.wait_for_selector(READY)
    canvas = page.get_by_role("application")
    canvas.focus()
    live = page.locator("[data-map-live]")
    for key, number in (("n", 0), ("n", 1), ("n", 2), ("p", 1), ("End", -1), ("Home", 0)):
        page.keyboard.press(key)
        assert live.inner_text().startswith(known["title"][number])
    view = "JSON.stringify(document.querySelector('[data-map]').linkMap.view)"
    before = page.evaluate(view)
    for key in ("ArrowLeft", "ArrowDown", "+", "-", "0"):
        page.keyboard.press(key)
        after = page.evaluate(view)
        assert after != before, key
        before = after
    page.wait_for_timeout(50)
    picture(page, "map-keyboard")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "+"
    canvas.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/page?url=*")
    assert parse_qs(urlsplit(page.url).query)["url"] == [known["url"][0]]


def test_the_mouse_shows_a_card_and_opens(demo: str, visit: Visit) -> None:
    """Over a page it has a name; dragging and the wheel move the map and open nothing."""
    page = visit(f"{demo}/map")
    page.wait_for_selector(READY)
    box = page.locator("[data-map-pages]").bounding_box()
    assert box is not None
    x, y = page.evaluate("document.querySelector('[data-map]').linkMap.at(0)")
    page.mouse.move(box["x"] + x, box["y"] + y)
    card = page.locator("[data-map-card]")
    card.wait_for(state="visible")
    assert "Table of contents" in card.inner_text()
    page.wait_for_timeout(50)
    picture(page, "map-card")
    page.mouse.wheel(0, -200)
    page.mouse.down()
    page.mouse.move(box["x"] + x + 80, box["y"] + y + 40)
    page.mouse.up()
    assert urlsplit(page.url).path == "/map"
    x, y = page.evaluate("document.querySelector('[data-map]').linkMap.at(0)")
    page.mouse.click(box["x"] + x, box["y"] + y)
    page.wait_for_url("**/page?url=*")


def test_without_javascript_it_is_a_table(demo: str, visit: Visit) -> None:
    """The form asks for a threshold; tables of contents stand there with their links."""
    page = visit(f"{demo}/map", script=False, phone=True)
    assert page.locator("[data-map-stage]").is_hidden()
    page.get_by_label("Only from tables of contents to articles").check()
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**listed=1**")
    page.get_by_role("region", name="As a table").locator("summary").first.click()
    picture(page, "map-table")
    page.locator("details[open] a").first.click()
    page.wait_for_url("**/page?url=*")


@pytest.mark.parametrize("query", ["t=x", "t=2", "t=-1", "t=nan", "t=inf", "listed=x", "page=0"])
def test_wrong_parameters_are_named(query: str, demo: str, client: httpx.Client) -> None:
    """With status 400."""
    answer = client.get(f"{demo}/map?{query}")
    assert answer.status_code == 400
    assert f"{query.partition('=')[0]}: has to be" in answer.text


def test_hostile_titles_are_text(evil: str, visit: Visit) -> None:
    """In the table, on the canvas, in the card, and spoken."""
    page = visit(f"{evil}/map")
    page.wait_for_selector(READY)
    page.get_by_role("application").focus()
    for _ in range(6):
        page.keyboard.press("n")
    assert page.locator("[data-map-live]").inner_text()
    assert page.evaluate("window.owned") is None
    assert page.locator("main svg[onload], main script, main [onmouseover]").count() == 0
    assert page.locator("main a[href^='javascript'], main a[href^='data']").count() == 0
