"""The Page view: verdicts, reasons, methods; and pages that attack whoever shows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from urllib.parse import quote

import httpx
import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Page, expect

from sitegist.app import create
from sitegist.app.judges import Judges, offered
from sitegist.app.server import running
from sitegist.methods import METHODS
from sitegist.methods.feature_extractor import FeatureExtractor
from sitegist.mining import mine_to
from sitegist.store import open_mined
from tests.app.conftest import Visit
from tests.overlay.test_render import ATTACKS


@pytest.fixture(scope="module")
def article(demo_mined: Path) -> str:
    """The address of an article of the demonstration site, ready to stand in a query."""
    return quote(open_mined(demo_mined).articles[0].url, safe="")


@pytest.fixture(scope="module")
def seen(demo: str, article: str) -> tuple[int, int]:
    """A block of it that stays, so that it stands where people look, and the next in the list."""
    with httpx.Client(trust_env=False, timeout=60) as client:
        blocks = client.get(f"{demo}/api/page?url={article}").json()["blocks"]
    place = next(place for place, block in enumerate(blocks) if block["kept"])
    return blocks[place]["block"], blocks[place + 1]["block"]


@pytest.fixture(scope="module")
def attacks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The pages of all attacks as a site."""
    folder = tmp_path_factory.mktemp("attacks")
    pages = [
        (f"https://evil.test/{place}", f"<p>Page {place}</p>{html}".encode("utf-8", "replace"))
        for place, html in enumerate(ATTACKS.values())
    ]
    mine_to(pages, folder)
    with running(create(folder)) as url:
        yield url


def click(page: Page, block: int) -> None:
    """On the text of a block in the frame; its reasons are shown."""
    mark = f"#block-{block}"
    page.frame_locator(".frame").locator(f"{mark} .sg-text, {mark} .sg-link").first.click()
    expect(page.locator("#why-title")).to_contain_text(f"Block {block} ")
    assert f"block={block}" in page.url


def test_a_click_on_a_block_tells_why_without_a_script(
    demo: str, article: str, seen: tuple[int, int], visit: Visit
) -> None:
    """Text in the frame and entries of the list lead to the same reasons."""
    block, after = seen
    page = visit(f"{demo}/page?url={article}", script=False)
    click(page, block)
    assert page.locator(".why .terms tbody tr").count() > 0
    page.get_by_role("link", name="After").click()
    expect(page.locator("#why-title")).to_contain_text(f"Block {after} ")
    page.get_by_label("Method").select_option("info-discoverer")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".finding")).to_contain_text("info-discoverer on leaves keeps")


def test_methods_are_switched_in_place(demo: str, article: str, visit: Visit) -> None:
    """With scripts the page stays, its verdicts change, and the address with them."""
    page = visit(f"{demo}/page?url={article}")
    before = page.locator(".finding").inner_text()
    page.evaluate("window.stayed = true")
    page.get_by_label("Method").select_option("content-extractor")
    page.locator(".finding", has_text="content-ex").wait_for()
    assert page.evaluate("window.stayed") is True
    assert "method=content-extractor" in page.url
    page.get_by_label("Blocks", exact=True).select_option("partition")
    page.locator(".finding", has_text="on partition").wait_for()
    page.get_by_label("Compared with").select_option("shingling")
    page.locator(".finding", has_text="differ on").wait_for()
    for _ in range(3):
        page.go_back()
    page.locator(".finding", has_text=before).wait_for()


def test_the_frame_is_sandboxed(demo: str, article: str, client: httpx.Client) -> None:
    """No scripts, no origin, nothing from elsewhere, whoever opens it."""
    headers = client.get(f"{demo}/page/original?url={article}").headers
    policy = headers["content-security-policy"]
    assert policy.startswith("sandbox allow-top-navigation-by-user-activation; default-src 'none';")
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert "frame-ancestors 'self'" in policy
    shown = client.get(f"{demo}/page?url={article}").text
    assert 'sandbox="allow-top-navigation-by-user-activation"' in shown


def test_pages_of_an_attacker_do_nothing(attacks: str, visit: Visit, client: httpx.Client) -> None:
    """No dialog, no request to elsewhere, no other page; with scripts allowed everywhere else."""
    urls = [page["url"] for page in client.get(f"{attacks}/api/pages?n=1000").json()["pages"]]
    assert len(urls) > 40
    page = visit(attacks)
    for url in urls:
        address = f"{attacks}/page/original?url={quote(url, safe='')}"
        page.goto(address)
        assert page.url == address
    page.wait_for_timeout(200)


def test_hostile_titles_texts_and_addresses_are_text(
    evil: str, visit: Visit, client: httpx.Client
) -> None:
    """In the page, in its frame, in the reasons of each block."""
    for listed in client.get(f"{evil}/api/pages?n=3").json()["pages"]:
        url = quote(listed["url"], safe="")
        page = visit(f"{evil}/page?url={url}&block=1")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.owned") is None
        assert page.locator("main script, main [onload], main [onmouseover]").count() == 0
        assert page.locator("a[href^='javascript'], a[href^='data']").count() == 0


def test_the_numbers_are_those_of_the_library(
    demo: str, demo_mined: Path, article: str, client: httpx.Client
) -> None:
    """Verdicts as the method gives them, pages of a block as ``blocks.parquet`` has them."""
    mined = open_mined(demo_mined)
    page = mined[mined.articles[0].url]
    told = client.get(f"{demo}/api/page?url={article}").json()
    assert told["text"] == page.text
    assert told["markdown"] == page.markdown
    kept = {block["block"]: block["kept"] for block in told["blocks"]}
    assert kept == {block: bool(page.extraction.kept[block]) for block in kept}
    rows = pq.read_table(demo_mined / "blocks.parquet").to_pylist()
    for block in list(kept)[:12]:
        why = client.get(f"{demo}/api/block?url={article}&block={block}").json()
        text = " ".join(why["text"].split())
        there = sorted({row["url"] for row in rows if " ".join(row["text"].split()) == text})
        assert why["pages"] == there
        assert why["standing_on"] == len(there)
        for term in why["terms"]:
            assert term["written"] in why["text"]
            assert term["pages"] <= why["other_pages"]
            assert (term["entropy"] > 0) <= (term["pages"] > 1)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("block=99999", 404),
        ("block=x", 400),
        ("method=nothing&block=0", 400),
        ("method=l-extractor&block=0", 400),
        ("method=container&segmenter=tables&block=0", 400),
        ("segmenter=x&block=0", 400),
        ("", 400),
    ],
)
def test_wrong_parameters_are_named(
    query: str, status: int, demo: str, article: str, client: httpx.Client
) -> None:
    """With the status that fits."""
    answer = client.get(f"{demo}/api/block?url={article}&{query}")
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_segmenter_that_does_not_fit_is_replaced_and_said(
    demo: str, article: str, client: httpx.Client
) -> None:
    """People get verdicts all the same."""
    text = client.get(f"{demo}/page?url={article}&method=container&segmenter=tables").text
    assert "container does not work on tables; these are its verdicts on leaves." in text


def test_every_method_that_a_site_is_enough_for_is_offered(
    demo: str, article: str, client: httpx.Client
) -> None:
    """And each of them judges."""
    listed = client.get(f"{demo}/api/methods").json()["methods"]
    assert {each["method"] for each in listed} == {
        name for name, method in METHODS.items() if not method.needs_labels
    }
    for each in listed:
        told = client.get(f"{demo}/api/page?url={article}&method={each['method']}")
        assert told.json()["method"] == each["method"]


def test_a_method_that_learns_for_long_is_waited_for_elsewhere(
    demo_mined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's answer hangs on it, it learns once, and its failure is told."""
    go, times = Event(), []

    class Slow(FeatureExtractor):
        name = "slow"

        def fit(self, site: object, labels: object = None) -> Slow:
            times.append(1)
            go.wait(30)
            return self

    class Broken(FeatureExtractor):
        name = "broken"

        def fit(self, site: object, labels: object = None) -> Broken:
            raise ValueError("no")

    monkeypatch.setitem(METHODS, "slow", Slow)
    monkeypatch.setitem(METHODS, "broken", Broken)
    assert "slow" in offered()
    judges = Judges(open_mined(demo_mined))
    assert judges.ask("slow", "leaves", 0.01) is None
    assert judges.ask("slow", "leaves", 0.01) is None
    assert judges.since("slow", "leaves") > 0
    go.set()
    judge = judges.ask("slow", "leaves", 30)
    assert judge is not None
    assert isinstance(judge.method, Slow)
    assert times == [1]
    with pytest.raises(ValueError, match="no"):
        judges.ask("broken", "leaves", 30)


def test_a_click_in_the_frame_is_known_by_its_cookie(
    demo_mined: Path, seen: tuple[int, int], visit: Visit
) -> None:
    """The frame is of no origin; its links are followed where a token is asked for, too."""
    url = quote(open_mined(demo_mined).articles[0].url, safe="")
    with running(create(demo_mined, token="open-sesame")) as closed:
        page = visit(f"{closed}/page?url={url}&token=open-sesame")
        click(page, seen[0])
