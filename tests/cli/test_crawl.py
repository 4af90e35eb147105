"""sitegist crawl, and sitegist mine of a URL"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitegist.crawl.crawling import crawl
from sitegist.demo.serving import serve
from sitegist.sources import open as open_source
from tests.cli.conftest import Run
from tests.cli.test_mine import same
from tests.crawl.server import Answer, Asked, Routes, Server, page


@pytest.fixture(scope="module")
def lantern() -> Iterator[str]:
    """The small demonstration site, on the network."""
    with serve(pages=40) as url:
        yield url


@pytest.fixture(scope="module")
def everything(lantern: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The pages of an undisturbed crawl."""
    file = tmp_path_factory.mktemp("lantern") / "site.warc.gz"
    crawl([lantern], file, delay=0.0)
    return sorted(document.url or "" for document in open_source(file))


def test_a_site_becomes_a_file(lantern: str, tmp_path: Path, run: Run) -> None:
    """The summary as a line, or as JSON; started again it says the same."""
    file = tmp_path / "site.warc.gz"
    done = run("crawl", lantern, "-o", file, "--delay", 0, "--depth", 2, "--depth-of", "/en/shop=1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("127.0.0.1: ")
    words = ("--depth", 2, "--depth-of", "/en/shop=1", "--json", "--delay", 0)
    told = json.loads(run("crawl", lantern, "-o", file, *words).stdout)
    assert f"{told['pages']} pages" in done.stdout
    assert told["queued"] == told["failed"] == 0
    again = run("crawl", lantern, "-o", file)
    assert again.returncode == 2
    assert "other options (depth, depth_of)" in again.stderr


def test_exit_codes(tmp_path: Path, run: Run) -> None:
    """1 if something failed, 2 for a wrong option, 3 without a page, 5 where nothing can be put."""
    routes: Routes = {"/": page("<a href=/bad>b</a>"), "/bad": Answer(b"", 500)}
    with Server(routes) as server:
        done = run("crawl", server.url, "-o", tmp_path / "a.warc", "--delay", 0)
        assert done.returncode == 1
        assert "/bad: the server answers 500" in done.stderr
        missing = tmp_path / "none" / "a.warc"
        done = run("crawl", server.url, "-o", missing)
        assert (done.returncode, "no such folder" in done.stderr) == (5, True)
        server.routes["/robots.txt"] = Answer(b"", 503)
        done = run("crawl", server.url, "-o", tmp_path / "b.warc", "--delay", 0)
        assert done.returncode == 3
        assert "nothing is fetched without it" in done.stderr
    done = run("crawl", server.url, "-o", tmp_path / "c.warc", "--delay", 0)
    assert done.returncode == 3
    assert run("crawl", "example.org", "-o", tmp_path / "d.warc").returncode == 2
    done = run("crawl", "http://x.org", "-o", tmp_path / "d.warc", "--depth-of", "tag=x")
    assert done.returncode == 2
    assert run("mine", tmp_path, "-o", tmp_path / "m", "--pages", 3).returncode == 2
    assert not (tmp_path / "d.warc").exists()


def test_ctrl_c(tmp_path: Path) -> None:
    """Exit code 130, no traceback, and everything that was fetched is safe."""
    reached = threading.Event()

    def answer(asked: Asked) -> Answer:
        number = int(asked.path.strip("/") or 0)
        if number == 20:
            reached.set()
        return page(f"<a href=/{number + 1}>next</a>page {number}")

    file = tmp_path / "site.warc.gz"
    command = [sys.executable, "-m", "sitegist", "crawl"]
    with Server({"/robots.txt": Answer(b"", 404)}, answer) as server:
        command += [server.url, "-o", str(file), "--delay", "0", "--no-traps"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
        assert reached.wait(60)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 130
        assert b"Traceback" not in said
        crawled = crawl([server.url], file, delay=0.0, traps=False, pages=1)
        assert crawled.pages >= 20


@pytest.mark.parametrize("moment", ["crawling", "mining"])
def test_mine_of_a_url_goes_on_where_it_was_killed(
    moment: str, lantern: str, everything: list[str], tmp_path: Path, run: Run
) -> None:
    """kill -9 in the crawl or after it, and the same command ends with the files of one run."""
    folder = tmp_path / "mined"
    words = ["mine", lantern, "-o", str(folder), "--delay", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "sitegist", *words], stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    wanted = folder / ("crawl.warc.gz" if moment == "crawling" else ".work/work.db")
    while process.poll() is None and not wanted.exists():
        threading.Event().wait(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    done = run(*words)
    assert done.returncode == 0, done.stderr
    undisturbed = tmp_path / "undisturbed"
    shutil.copytree(folder, undisturbed)
    assert run(*words).stdout == done.stdout
    assert same(folder, undisturbed)
    pages = (document.url or "" for document in open_source(folder / "crawl.warc.gz"))
    assert sorted(pages) == everything
