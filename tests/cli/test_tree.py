"""sitegist tree"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitegist
from sitegist.cli.tree import command
from tests.cli.conftest import Run

PAGE = """<title>News</title><div><a href=/>Home</a> <a href=/b>All the news</a></div>
<div><h1>Harbour opens</h1><p>The harbour is open again.</p></div>"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page in a file."""
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return path


def test_the_outline_is_indented_and_says_what_it_rests_on(run: Run, page: Path) -> None:
    """Headline, scales and size of each cluster on standard output, the rest beside it."""
    done = run("tree", page)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "News  (a 0.67, h 1.00) 11 words, 2 links"
    assert lines[1] == "  Home · All the news  (a 0.00, h 1.00) 4 words, 2 links"
    assert "    Home  (a 0.00, h 1.00) 1 word, 1 link" in lines
    assert "nothing is known of the page's site" in done.stderr


def test_level_and_order(page: Path) -> None:
    """A level beyond the highest is the highest; min is the paper's order."""
    outline = CliRunner().invoke(command, [str(page), "--level", "99"])
    assert outline.stdout.splitlines() == ["News  (a 0.67, h 1.00) 11 words, 2 links"]
    assert "level 2 of 2, 1 cluster;" in outline.stderr
    assert len(CliRunner().invoke(command, [str(page), "--level", "1"]).stdout.splitlines()) == 3
    found = CliRunner().invoke(command, [str(page), "--order", "min", "--json"])
    assert json.loads(found.stdout)["order"] == "min"


def test_json_has_all_numbers(page: Path) -> None:
    """Levels, gradients and every cluster, each with the one around it."""
    found = json.loads(CliRunner().invoke(command, [str(page), "--json"]).stdout)
    assert found["origin"] == "page"
    assert found["levels"] == [4, 2, 1]
    assert [cluster["inside"] for cluster in found["clusters"]] == [None, 0, 1, 1, 0, 4, 4]
    assert set(found["clusters"][0]) == {
        *("inside", "headline", "level", "a", "h", "words", "links", "path"),
    }


def test_with_what_the_site_taught(run: Run, demo: Path, tmp_path: Path) -> None:
    """With a profile, or with the mined site, by address or as a file."""
    sitegist.mine_to(demo, tmp_path / "mined")
    mined = sitegist.open_mined(tmp_path / "mined")
    url = mined.site.entries[5].url
    by_address = run("tree", "--site", tmp_path / "mined", url, "--json")
    assert json.loads(by_address.stdout) == mined[url].hierarchy.as_dict()
    some = next(demo.rglob("*.html"))
    assert (
        "from the profile"
        in run("tree", "--profile", tmp_path / "mined" / "site.gist", some).stderr
    )
    assert "other pages of the site" in run("tree", "--site", tmp_path / "mined", some).stderr


def test_mistakes_are_one_line(run: Run, page: Path, tmp_path: Path) -> None:
    """Both sources of knowledge at once, no site, no page, no HTML."""
    both = run("tree", page, "--profile", "a", "--site", "b")
    assert (both.returncode, "not both" in both.stderr) == (2, True)
    (tmp_path / "page.pdf").write_bytes(b"%PDF-1.4")
    for name in ("none.html", "page.pdf"):
        assert run("tree", tmp_path / name).returncode == 3
    for words in ((page, "--site", tmp_path), (page, "--profile", page)):
        done = run("tree", *words)
        assert done.returncode != 0
        assert "Traceback" not in done.stderr
