"""The Site view and the list of pages."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.app.conftest import Visit


def test_what_was_mined_is_told(demo: str, visit: Visit) -> None:
    """Without JavaScript: numbers, tables of contents, newest articles, templates, entropies."""
    page = visit(demo, script=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("lantern.example")
    for name in ("Tables of contents", "Newest articles", "Templates", "Term entropy"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    link = page.get_by_role("link", name=re.compile(r"^[\d,]+ articles$"))
    number = link.inner_text().split()[0]
    link.click()
    expect(page.get_by_label("Kind")).to_have_value("article")
    expect(page.get_by_role("status")).to_have_text(f"{number} pages")


def test_pages_are_filtered_and_parted(demo: str, client: httpx.Client) -> None:
    """By kind, language, template, and words; what is listed is what was asked for."""
    everything = client.get(f"{demo}/api/pages?n=1000").json()["pages"]
    chinese = client.get(f"{demo}/api/pages?language=zh&kind=article").json()
    assert chinese["found"] == sum(
        page["language"] == "zh" and page["kind"] == "article" for page in everything
    )
    assert 0 < chinese["found"] < len(everything)
    parts = [client.get(f"{demo}/api/pages?n=20&page={n}").json()["pages"] for n in (1, 2, 3)]
    assert [page for part in parts for page in part] == everything[:60]
    newest = client.get(f"{demo}/api/pages?order=newest&kind=article").json()["pages"]
    assert newest == sorted(newest, key=lambda page: page["date"], reverse=True)
    assert client.get(f"{demo}/api/pages?q=no+such+words").json() == {"found": 0, "pages": []}


@pytest.mark.parametrize("query", ["kind=x", "page=0", "page=-1", "n=9999", "page=²", "template=a"])
def test_wrong_parameters_are_named(query: str, demo: str, client: httpx.Client) -> None:
    """With status 400, on pages and in the API."""
    name = query.partition("=")[0]
    answers = [client.get(f"{demo}{path}?{query}") for path in ("/pages", "/api/pages")]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert f"{name}: has to be" in answers[0].text
    assert answers[1].json()["error"].startswith(f"{name}: has to be")


@pytest.mark.parametrize("path", ["/", "/pages", "/pages?q=%3Cscript%3E"])
def test_hostile_titles_and_addresses_are_text(path: str, evil: str, visit: Visit) -> None:
    """No script of theirs runs, and nothing is fetched."""
    page = visit(evil + path)
    assert page.evaluate("window.owned") is None
    assert page.locator("main svg[onload], main script, main [onmouseover]").count() == 0
