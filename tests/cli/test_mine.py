"""sitegist mine, explain and profile"""

from __future__ import annotations

import filecmp
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sitegist.store import Store
from sitegist.work import alone
from tests.cli.conftest import Run
from tests.sources.make import DAY, Warc

FILES = {"blocks.parquet", "links.parquet", "markdown", "pages.parquet", "site.db", "site.gist",
         "structure.json", "summary.json"}  # fmt: skip


@pytest.fixture(scope="module")
def mined(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demonstration site, mined."""
    folder = tmp_path_factory.mktemp("mined")
    command = [sys.executable, "-m", "sitegist", "mine", str(demo), "-o", str(folder), "--markdown"]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder


def same(one: Path, other: Path) -> bool:
    """Whether two folders hold the same files with the same bytes."""
    names = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    others = sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())
    return names == others and not any(
        filecmp.cmpfiles(one, other, map(str, names), shallow=False)[1:]
    )


def test_the_files_are_there(mined: Path) -> None:
    """Tables, store, profile, summary and texts, and no trace of the work."""
    assert {path.name for path in mined.iterdir()} == FILES
    summary = json.loads((mined / "summary.json").read_text())
    assert summary["site"] == "lantern.example"
    assert summary["redirects"] == 1
    pages = pq.read_table(mined / "pages.parquet").to_pylist()
    assert len(pages) == summary["pages"]
    assert [page["url"] for page in pages] == sorted(page["url"] for page in pages)
    assert sum(page["kept_words"] for page in pages) == summary["informative_words"]
    blocks = pq.read_table(mined / "blocks.parquet")
    assert set(blocks.column("url").to_pylist()) == {page["url"] for page in pages}
    links = pq.read_table(mined / "links.parquet").to_pylist()
    assert all(link["target"].startswith("http") for link in links)


def test_the_sums_come_back_from_the_store(mined: Path) -> None:
    """The sums in site.db are whole: as many pages as there are, less near duplicates."""
    store = Store.open(mined / "site.db")
    sums = store.sums()
    summary = json.loads((mined / "summary.json").read_text())
    assert sums.over(sums).pages == summary["pages"] - summary["near_duplicates"]
    store.close()


def test_two_processes_give_the_same_files(
    demo: Path, mined: Path, tmp_path: Path, run: Run
) -> None:
    """--parallel changes no byte."""
    done = run("mine", demo, "-o", tmp_path / "two", "--markdown", "--parallel", 2)
    assert done.returncode == 0, done.stderr
    assert same(mined, tmp_path / "two")


@pytest.mark.parametrize("moment", [0.6, 1.2, 2.0])
def test_killed_and_started_again_it_ends_the_same(
    moment: float, demo: Path, mined: Path, tmp_path: Path, run: Run
) -> None:
    """kill -9 at some moment, then the same command: the files of an undisturbed run."""
    target = tmp_path / "killed"
    command = [sys.executable, "-m", "sitegist", "mine", str(demo), "-o", str(target), "--markdown"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(moment)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert run("mine", demo, "-o", target, "--markdown").returncode == 0
    assert same(mined, target)


def test_only_one_process_mines_into_a_folder(demo: Path, tmp_path: Path, run: Run) -> None:
    """A second one is told; it neither waits nor takes the first one's files away."""
    with alone(tmp_path / ".work"):
        done = run("mine", demo, "-o", tmp_path)
        assert done.returncode == 3
        assert "another process is mining into it" in done.stderr
    assert run("mine", demo, "-o", tmp_path).returncode == 0


def test_a_profile_extracts_and_can_be_corrected(
    demo: Path, mined: Path, tmp_path: Path, run: Run
) -> None:
    """profile prints what was learned; what it is told to drop stays out of the text."""
    profile = mined / "site.gist"
    printed = run("profile", profile).stdout
    assert "content in html > body" in printed
    gold = map(json.loads, (demo / "gold.jsonl").read_text().splitlines())
    page = demo / "html" / next(row["path"] for row in gold if row["kind"] == "article")
    before = run("extract", "--profile", profile, page)
    assert "the profile fits" in before.stderr
    assert json.loads(run("extract", "--profile", profile, page, "--json").stdout)["fit"] > 0.9
    lines = run("extract", "--profile", profile, page, demo / "html/index.html").stdout.splitlines()
    assert [0 <= json.loads(line)["fit"] <= 1 for line in lines] == [True, True]
    corrected = tmp_path / "corrected.gist"
    learned = json.loads(run("profile", profile, "--json").stdout)
    names = [template["container_name"] for template in learned["templates"].values()]
    drops = [word for name in names for word in ("--drop", name)]
    assert run("profile", profile, *drops, "-o", corrected).returncode == 0
    assert "corrected: drop" in run("profile", corrected).stdout
    assert run("extract", "--profile", corrected, page).stdout.strip() == ""
    undone = [word for name in names for word in ("--undo", name)]
    assert run("profile", corrected, *undone).returncode == 0
    assert corrected.read_bytes() == profile.read_bytes()


@pytest.mark.parametrize("words", [("--keep", ""), ("--drop", "div.ad"), ("--undo", "html > body")])
def test_corrections_that_correct_nothing_are_refused(
    words: tuple[str, str], mined: Path, tmp_path: Path, run: Run
) -> None:
    """A path that no page can have, and a correction that was never made: exit code 2."""
    done = run("profile", mined / "site.gist", *words, "-o", tmp_path / "new.gist")
    assert done.returncode == 2
    assert words[1] in done.stderr
    assert not (tmp_path / "new.gist").exists()


def test_damaged_profiles_are_refused(mined: Path, tmp_path: Path, run: Run) -> None:
    """Each with a message that says what is wrong, and exit code 3."""
    whole = (mined / "site.gist").read_bytes()
    broken = {
        "none": b"hello",
        "damaged": whole[:-3] + b"xyz",
        "version": whole.replace(b"SITEGIST 1 ", b"SITEGIST 9 ", 1),
        "empty": b"",
    }
    for name, data in broken.items():
        (tmp_path / name).write_bytes(data)
        done = run("profile", tmp_path / name)
        assert done.returncode == 3, name
        assert "Traceback" not in done.stderr
    assert run("profile", tmp_path / "missing").returncode == 3


def test_explain_gives_every_block_with_its_numbers(demo: Path, mined: Path, run: Run) -> None:
    """In reading order, as text and as JSON."""
    page = demo / "html/index.html"
    shown = run("explain", page, "--profile", mined / "site.gist")
    assert shown.returncode == 0
    assert "pages of its template" in shown.stdout
    blocks = json.loads(run("explain", page, "--json").stdout)["blocks"]
    assert all(
        {"text", "path", "kept", "score", "reason", "desired", "rest"} <= set(b) for b in blocks
    )


def test_explain_judges_a_mined_page_by_any_method(demo: Path, mined: Path, run: Run) -> None:
    """With --site by the method that mined it, as `mine` did, or by one that learns from it."""
    row = pq.read_table(mined / "pages.parquet").to_pylist()[5]
    own = json.loads(run("explain", row["url"], "--site", mined, "--json").stdout)
    kept = sum(block["words"] for block in own["blocks"] if block["kept"])
    assert (own["url"], own["method"], kept) == (row["url"], "container", row["kept_words"])
    other = run("explain", row["url"], "--site", mined, "-m", "style-tree", "--json")
    assert json.loads(other.stdout)["method"] == "style-tree"
    assert "over" in json.loads(other.stdout)["blocks"][1]["reason"]
    for words in (("--site", mined), ("-m", "rtdm")):
        refused = run("explain", row["url"], "--profile", mined / "site.gist", *words)
        assert refused.returncode == 2


def test_one_page_of_a_collection(tmp_path: Path, run: Run) -> None:
    """--url says which; without it nothing is guessed."""
    archive = Warc().add("https://x.org/a", b"<p>One").add("https://x.org/b", b"<p>Two")
    (tmp_path / "two.warc.gz").write_bytes(archive.data)
    assert "Two" in run("explain", tmp_path / "two.warc.gz", "--url", "https://x.org/b").stdout
    for words in ((), ("--url", "https://x.org/c")):
        done = run("explain", tmp_path / "two.warc.gz", *words)
        assert (done.returncode, done.stdout) == (3, "")


def test_a_source_without_pages_is_exit_code_3(tmp_path: Path, run: Run) -> None:
    """Nothing is left behind that a later run would trip over."""
    (tmp_path / "in").mkdir()
    done = run("mine", tmp_path / "in", "-o", tmp_path / "out")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_what_is_in_a_source_without_pages_is_named(tmp_path: Path, run: Run) -> None:
    """Damaged lines by name, the first five of them; documents of other types by number."""
    (tmp_path / "bad.jsonl").write_text("{\n" * 7)
    done = run("mine", tmp_path / "bad.jsonl", "-o", tmp_path / "out")
    assert done.returncode == 3
    assert "bad.jsonl:5: no JSON" in done.stderr
    assert "bad.jsonl:6" not in done.stderr
    assert "and 2 more that could not be read" in done.stderr
    archive = Warc().add("https://x.org/a.png", b"\x89PNG", headers=[("Content-Type", "image/png")])
    (tmp_path / "bad.warc.gz").write_bytes(archive.data)
    done = run("mine", tmp_path / "bad.warc.gz", "-o", tmp_path / "out")
    assert done.returncode == 3
    assert "left out, 1: not a web page but image/png" in done.stderr


def test_older_captures_are_counted(tmp_path: Path, run: Run) -> None:
    """What was readable but not wanted is told, and is no failure."""
    (tmp_path / "twice.warc.gz").write_bytes(
        Warc()
        .add("https://x.org/", b"<p>Old")
        .add("https://x.org/", b"<p>New", date=DAY.format(2))
        .data
    )
    done = run("mine", tmp_path / "twice.warc.gz", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "left out, 1: older capture" in done.stderr
    done = run("mine", tmp_path / "twice.warc.gz", "-o", tmp_path / "out", "--every-capture")
    assert "left out" not in done.stderr
