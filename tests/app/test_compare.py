"""The Compare view: where two methods disagree over a whole site."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from sitegist.app import comparison
from sitegist.app.agreement import Agreement, agreement
from sitegist.app.comparison import sample
from sitegist.methods import create
from sitegist.store import open_mined
from tests.app.conftest import Visit

PAIR = "method=container&second_method=info-discoverer"


def finished(client: httpx.Client, address: str) -> dict[str, Any]:
    """What a comparison says when it is finished."""
    for _ in range(600):
        told: dict[str, Any] = client.get(address).json()
        if told["finished"]:
            return told
        time.sleep(0.1)
    raise AssertionError("it does not end")


def test_the_worst_come_first_and_the_numbers_are_right(
    demo: str, demo_mined: Path, client: httpx.Client
) -> None:
    """As comparing page by page says."""
    told = finished(client, f"{demo}/api/compare?{PAIR}&n=1000")
    mined = open_mined(demo_mined)
    second = create("info-discoverer", segmenter="leaves").fit(mined.site)
    assert told["compared"] == told["pages"] == len(told["worst"]) == len(mined)
    shares = [page["apart"] for page in told["worst"]]
    assert shares == sorted(shares, reverse=True)
    for page in told["worst"][:5] + told["worst"][-5:]:
        at = mined[page["url"]].page
        by_hand = agreement(mined.method.extract(at), second.extract(at))
        assert page["words"] == by_hand._asdict()
    whole = Agreement.total(Agreement(**page["words"]) for page in told["worst"])
    assert told["words"] == whole._asdict()


def test_a_method_agrees_with_itself(demo: str, client: httpx.Client) -> None:
    """On every word."""
    told = finished(client, f"{demo}/api/compare?method=container&second_method=container")
    assert told["apart"] == 0
    assert told["words"]["first"] == told["words"]["second"] == 0


def test_from_the_form_to_the_page(demo: str, visit: Visit, client: httpx.Client) -> None:
    """With scripts the numbers come in; each page leads to both verdicts on it."""
    page = visit(f"{demo}/compare")
    page.get_by_label("Compared with").select_option("content-extractor")
    page.locator(".worst").wait_for()
    finished(client, f"{demo}/api/compare?second_method=content-extractor")
    page.locator("[data-learning]").wait_for(state="detached")
    page.locator(".worst a.head").first.click()
    page.wait_for_url("**/page?url=*")
    assert "differ on" in page.locator(".finding").inner_text()


def test_without_a_script(demo: str, visit: Visit, client: httpx.Client) -> None:
    """The form is sent, and what is done so far is shown."""
    finished(client, f"{demo}/api/compare?{PAIR}")
    page = visit(f"{demo}/compare", script=False)
    page.get_by_label("Compared with").select_option("info-discoverer")
    page.get_by_role("button", name="Compare").click()
    assert "differ on" in page.locator(".finding").inner_text()
    page.get_by_role("link", name="More").click()
    expect(page.locator(".worst")).to_have_attribute("start", "31")


def test_hostile_titles_are_text(evil: str, visit: Visit, client: httpx.Client) -> None:
    """In the list of pages, too."""
    finished(client, f"{evil}/api/compare?second_method=k-feature-extractor")
    page = visit(f"{evil}/compare?second_method=k-feature-extractor")
    assert page.evaluate("window.owned") is None
    assert page.locator("main script, main [onload], main [onmouseover]").count() == 0


def test_wrong_parameters_are_named(demo: str, client: httpx.Client) -> None:
    """Also that there is no second method."""
    for query in ("", "second_method=x", f"{PAIR}&page=0", f"{PAIR}&second_segmenter=x"):
        assert client.get(f"{demo}/api/compare?{query}").status_code == 400


def test_of_a_very_large_site_the_same_sample_is_taken(
    demo_mined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deterministic, in the order of the addresses, and no larger than it may be."""
    entries = open_mined(demo_mined).site.entries
    assert sample(entries) is entries
    monkeypatch.setattr(comparison, "MOST_PAGES", 7)
    some = sample(entries)
    assert len(some) == 7
    assert list(some) == list(sample(entries)) == sorted(some)
