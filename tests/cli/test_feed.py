"""sitegist feed"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.outputs.feeds import NAMES, atom_of, json_of


@pytest.fixture(scope="module")
def mined(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demonstration site, mined."""
    folder = tmp_path_factory.mktemp("mined")
    command = [sys.executable, "-m", "sitegist", "mine", str(demo), "-o", str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder


def test_a_mined_folder_and_its_source_give_the_same_feed(
    demo: Path, mined: Path, run: Run
) -> None:
    """Byte for byte, in both formats."""
    for form in ("atom", "json"):
        before, now = run("feed", mined, "-f", form), run("feed", demo, "-f", form)
        assert before.returncode == now.returncode == 0, now.stderr
        assert before.stdout == now.stdout


def test_options(mined: Path, tmp_path: Path, run: Run) -> None:
    """Number, title, address, full text, and a file instead of standard output."""
    address = "https://example.org/feed.json"
    done = run("feed", mined, "--json", "-n", 2, "--title", "Quay", "--self", address, "--full")
    feed = json_of(done.stdout)
    assert (feed["title"], feed["feed_url"], len(feed["items"])) == ("Quay", address, 2)
    assert all(item["content_html"] for item in feed["items"])
    file = tmp_path / "feed.xml"
    assert run("feed", mined, "--newest", 3, "-o", file).stdout == ""
    assert len(atom_of(file.read_text("utf-8")).findall("a:entry", NAMES)) == 3


def test_errors_name_the_fix(demo: Path, mined: Path, tmp_path: Path, run: Run) -> None:
    """Pages without addresses, and an address that is none; an older feed stays as it is."""
    pages = tmp_path / "pages"
    pages.mkdir()
    for number, page in enumerate(sorted((demo / "html").rglob("*.html"))[:6]):
        (pages / f"{number}.html").write_bytes(page.read_bytes())
    file = tmp_path / "feed.xml"
    file.write_text("older")
    done = run("feed", mined, "--self", "feed.xml", "-o", file)
    assert (done.returncode, file.read_text()) == (2, "older")
    assert "http" in done.stderr
    assert run("feed", tmp_path / "nothing").returncode == 3
    nowhere = tmp_path / "nowhere" / "feed.xml"
    assert f"{nowhere}: No such" in run("feed", mined, "-o", nowhere).stderr
    done = run("feed", "https://example.org/")
    assert (done.returncode, "sitegist mine https://example.org/ -o" in done.stderr) == (2, True)
