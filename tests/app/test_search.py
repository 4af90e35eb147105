"""The Search view."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.app.conftest import Visit


def test_side_by_side_without_script(demo: str, visit: Visit) -> None:
    """A question asked by form; hits that vanish are named, and can be had alone."""
    page = visit(f"{demo}/search", script=False)
    page.get_by_label("Words that have to be there").fill("cookies")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("furniture only").first).to_be_visible()
    expect(page.locator("mark").first).to_have_text("cookies", ignore_case=True)
    page.get_by_role("link", name="Only those that vanish").click()
    expect(page).to_have_url(re.compile("show=vanished"))
    everything = page.get_by_role("region", name="Everything")
    assert (
        everything.get_by_text("furniture only").count()
        == everything.get_by_role("listitem").count()
    )
    assert page.get_by_role("region", name="Informative text").get_by_role("listitem").count() == 0


def test_the_api_counts(demo: str, client: httpx.Client) -> None:
    """Both indexes, with what they find and what vanishes."""
    found = {
        index: client.get(f"{demo}/api/search", params={"q": "港", "in": index, "n": 500}).json()
        for index in ("informative", "everything")
    }
    assert len(found["everything"]["hits"]) == found["everything"]["found"] > 0
    gone = sum(hit["furniture_only"] for hit in found["everything"]["hits"])
    assert gone == found["informative"]["vanished"]
    assert found["informative"]["index_bytes"] < found["everything"]["index_bytes"]


@pytest.mark.parametrize(
    "query",
    ["***", '"', "-harbour", "a" * 3999, 'NEAR("a" b)', "title:x OR *", "\0", "{}^:()", "'"],
)
def test_hostile_questions(query: str, demo: str, client: httpx.Client) -> None:
    """Give results or say what is missing."""
    assert client.get(f"{demo}/search", params={"q": query}).status_code == 200
    answer = client.get(f"{demo}/api/search", params={"q": query})
    assert answer.status_code == 200 or "nothing to look for" in answer.json()["error"]
    assert client.get(f"{demo}/search", params={"q": "x" * 5000}).status_code == 400


def test_hostile_pages_are_text(evil: str, visit: Visit) -> None:
    """No script of theirs runs, in titles and excerpts neither."""
    page = visit(f"{evil}/search?q=script")
    assert page.locator("mark").count() > 0
    assert page.evaluate("window.owned") is None
    assert page.locator("main script, main svg").count() == 0
