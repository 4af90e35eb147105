"""The Reader view, at the size of a phone."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

import httpx
import pytest

from tests.app.conftest import Look, Visit, picture


def article(base: str, client: httpx.Client, query: str = "kind=article&n=1") -> str:
    """The reader's address of some page."""
    url = client.get(f"{base}/api/pages?{query}").json()["pages"][0]["url"]
    return f"{base}/reader?url={quote(url, safe='')}"


@pytest.mark.parametrize("query", ["kind=article&language=zh", "kind=toc&language=en", ""])
def test_accessible_when_all_is_open(
    query: str, demo: str, client: httpx.Client, visit: Visit, look: Look
) -> None:
    """On a phone, with every part unfolded."""
    page = visit(article(demo, client, query), phone=True)
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    look(page)
    picture(page, f"reader-{query}-open")


@pytest.mark.parametrize("script", [True, False])
def test_taps_lead_down_to_the_text(
    script: bool, demo: str, client: httpx.Client, visit: Visit
) -> None:
    """As many as it says; nothing scrolls sideways; a link of the text opens in the reader."""
    address = article(demo, client)
    told = client.get(address.replace("/reader", "/api/reader")).json()
    page = visit(address, phone=True, script=script)
    taps = 0
    for key in told["main"]:
        part = page.locator(f"#part-{key}")
        if part.count():
            part.locator("> summary").click()
            taps += 1
    assert taps == told["way"]["taps"] > 0
    text = next(part["text"] for part in told["parts"] if part["key"] == told["main"][-1])
    shown = page.locator("article").inner_text()
    assert " ".join(text.split())[-80:] in " ".join(shown.split())
    picture(page, f"reader-tapped-{script=}")
    link = page.locator("article a[href^='/reader?url=']").filter(visible=True).first
    to = f"{demo}{link.get_attribute('href')}"
    link.click()
    page.wait_for_url(to)


def test_back_forward_and_breadcrumb(demo: str, client: httpx.Client, visit: Visit) -> None:
    """What is open stands in the address; back closes what was opened last."""
    page = visit(article(demo, client, "kind=toc&language=en"), phone=True)
    deep = page.locator(".within details").first
    outer = page.locator("article > details", has=deep).first
    inner = outer.locator(".within > details").first
    outer.locator("> summary").click()
    page.wait_for_url("**open=*")
    inner.locator("> summary").click()
    page.wait_for_url("**open=*.*")
    assert len(parse_qs(urlsplit(page.url).query)["open"][0].split(".")) == 2
    assert page.locator("[data-crumbs] li").count() == 3
    page.go_back()
    inner.locator("> .text").first.wait_for(state="hidden")
    assert outer.evaluate("(part) => part.open")
    page.go_forward()
    inner.locator("> summary ~ *").first.wait_for(state="visible")
    reopened = visit(page.url, phone=True, script=False)
    assert reopened.locator("details[open]").count() == 2
    assert reopened.locator("[data-crumbs] li").count() == 3
    page.locator("[data-crumbs] a").nth(1).click()
    assert not inner.evaluate("(part) => part.open")
    page.get_by_role("link", name="Whole page").click()
    assert page.locator("details[open]").count() == 0


def test_the_keyboard_walks(demo: str, client: httpx.Client, visit: Visit) -> None:
    """Up and down between the parts, rightwards into one, leftwards out of it."""
    page = visit(article(demo, client, "kind=toc&language=en"), phone=True)
    outer = page.locator("article > details", has=page.locator(".within details")).first
    outer.locator("> summary").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.locator("details[open]").count() == 2
    assert page.evaluate("document.activeElement.closest('.within') !== null")
    for key in ("ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.locator("details[open]").count() == 0
    assert outer.locator("> summary").evaluate("(one) => one === document.activeElement")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")


def test_without_an_address_it_says_where_to_begin(demo: str, visit: Visit) -> None:
    """At tables of contents and new articles."""
    page = visit(f"{demo}/reader", phone=True)
    page.locator(".doors a").first.click()
    page.wait_for_url("**/reader?url=*")
    assert page.locator("article details").count() > 1


@pytest.mark.parametrize("query", ["url=https://nowhere.example/", "url=" + "x" * 5000])
def test_other_pages_are_not_read(query: str, demo: str, client: httpx.Client) -> None:
    """Nothing is fetched for anybody."""
    assert client.get(f"{demo}/reader?{query}").status_code in (400, 404)
    assert client.get(f"{demo}/api/reader?{query}").status_code in (400, 404)


def test_what_is_open_may_be_nonsense(demo: str, client: httpx.Client) -> None:
    """Of another version of the page, or of nothing."""
    for wanted in ("99999", "x", "..", "1.2.3", "%00", "-1", "1" * 3000):
        assert client.get(f"{article(demo, client)}&open={wanted}").status_code == 200


def test_hostile_pages_are_text(evil: str, client: httpx.Client, visit: Visit) -> None:
    """Every page of the hostile site, opened completely."""
    for known in client.get(f"{evil}/api/pages?n=100").json()["pages"][::6]:
        page = visit(f"{evil}/reader?url={quote(known['url'], safe='')}", phone=True)
        page.evaluate(
            "document.querySelectorAll('details').forEach((part) => { part.open = true })"
        )
        assert page.evaluate("window.owned") is None
        wrong = "main :is(script, img, iframe, form, svg[onload], [onmouseover], meta, style, base)"
        assert page.locator(wrong).count() == 0
        for link in page.locator("main a[href]").all():
            where = link.get_attribute("href") or ""
            assert where.startswith(("/", "https://")), where
