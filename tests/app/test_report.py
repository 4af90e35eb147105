"""The report in one file."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitegist.app import report_of
from sitegist.cli import cli
from sitegist.errors import OptionError, StoreError
from tests.app.conftest import Visit
from tests.app.test_map import INKED, READY


@pytest.fixture(scope="module")
def demo_report(demo_mined: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the demonstration site, as the command line writes it."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    done = CliRunner().invoke(cli, ["report", str(demo_mined), "--pages", "3", "-o", str(path)])
    assert done.exit_code == 0, done.output
    return path


class Outside(HTMLParser):
    """What a document would load, and what it would run."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element asks for."""
        self.tags.append(tag)
        self.loaded += [f"{tag} {n}" for n, _ in attrs if n in ("src", "data", "background")]
        self.loaded += [f"{tag} {n}" for n, _ in attrs if n.startswith("on")]
        if tag in ("link", "base", "object", "embed"):
            self.loaded.append(tag)


def test_it_opens_from_a_file(demo_report: Path, visit: Visit) -> None:
    """Nothing is asked for, nothing complains, the map is drawn and follows its slider."""
    for phone in (False, True):
        page = visit(demo_report.as_uri(), phone=phone)
        page.wait_for_selector(READY)
        _, links, pages = page.evaluate(INKED)
        assert links > 2_000
        assert pages > 500
        page.get_by_role("button", name="Informative").click()
        assert page.evaluate(INKED)[1] < links
        frame = page.frame_locator("iframe").first
        frame.locator(".sg-kept").first.wait_for()
    assert page.locator("iframe").count() == 3
    assert all(
        box == ""
        for box in page.locator("iframe").evaluate_all(
            "(all) => all.map((one) => one.sandbox.value)"
        )
    )


def test_it_is_complete_without_javascript(demo_report: Path, visit: Visit) -> None:
    """But for the map, of which it says why it is not there."""
    page = visit(demo_report.as_uri(), script=False)
    assert page.get_by_text("scripts are switched off").is_visible()
    assert page.locator("[data-map-stage]").is_hidden()
    assert page.get_by_role("heading", name="Sample pages").is_visible()
    page.frame_locator("iframe").first.locator(".sg-kept").first.wait_for()


def test_it_loads_nothing_and_is_the_same_each_time(demo_report: Path, demo_mined: Path) -> None:
    """Byte for byte; no element of it has an address to load from."""
    text = demo_report.read_text("utf-8")
    assert text == report_of(demo_mined, pages=3)
    parser = Outside()
    parser.feed(text)
    assert parser.loaded == []
    assert parser.tags.count("script") == 5
    assert "default-src &#39;none&#39;" in text


def test_its_size_has_a_limit(demo_mined: Path) -> None:
    """Sample pages are left out first, then links; what remains says so."""
    whole = report_of(demo_mined, pages=3)
    bare = report_of(demo_mined, pages=0)
    limit = len(bare.encode()) + 40_000
    fewer = report_of(demo_mined, pages=3, most_bytes=limit)
    assert len(bare) < len(fewer.encode()) <= limit < len(whole.encode())
    assert "more are left out" in fewer or "more is left out" in fewer
    limit = len(bare.encode()) - 5_000
    less = report_of(demo_mined, pages=0, most_bytes=limit)
    assert len(less.encode()) <= limit
    assert "links are not drawn" in less
    with pytest.raises(OptionError, match="bytes at least"):
        report_of(demo_mined, pages=0, most_bytes=1_000)


def test_hostile_pages_are_shown_and_do_nothing(
    hostile_mined: Path, tmp_path: Path, visit: Visit
) -> None:
    """Script in titles, texts, addresses and JSON: no word of it runs, or ends an element."""
    path = tmp_path / "report.html"
    path.write_text(report_of(hostile_mined, pages=12), "utf-8")
    page = visit(path.as_uri())
    page.wait_for_selector(READY)
    assert page.evaluate("window.owned") is None
    assert page.locator("script").count() == 5
    assert (
        page.locator("svg[onload], [onmouseover], a[href^='javascript'], a[href^='data']").count()
        == 0
    )
    parser = Outside()
    parser.feed(path.read_text("utf-8"))
    assert parser.loaded == []


@pytest.mark.parametrize("size", ["", "x", "-5", "5XB"])
def test_sizes_are_understood_or_refused(size: str, demo_mined: Path) -> None:
    """With a word on how to write one."""
    done = CliRunner().invoke(cli, ["report", str(demo_mined), f"--max-size={size}"])
    assert done.exit_code == 2
    assert "500K or 2.5MB" in done.output


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """An error that says what makes one."""
    with pytest.raises(StoreError, match="sitegist mine"):
        report_of(tmp_path)
