"""sitegist watch"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

import pytest

from sitegist.cli import main
from tests.crawl.server import Server
from tests.watch.news import MINED, News

QUICK = ("--delay", "0", "--interval", "1", "--max-interval", "2")


@pytest.fixture
def folder(mined: Path, tmp_path: Path) -> Path:
    """A copy of the mined newspaper, for a watch of its own."""
    return Path(shutil.copytree(mined, tmp_path / "mined"))


class Done(NamedTuple):
    """What came of a call."""

    returncode: int
    stdout: str
    stderr: str


Call = Callable[..., Done]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Calls the command in this process."""

    def done(*words: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["sitegist", "watch", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        assert isinstance(ended.value.code, int)
        return Done(ended.value.code, *capfd.readouterr())

    return done


def told(lines: str, server: Server) -> list[str]:
    """The paths of the articles that were told."""
    return [json.loads(line)["url"].removeprefix(server.url) for line in lines.splitlines()]


def test_once_prints_what_is_new(folder: Path, news: News, server: Server, call: Call) -> None:
    """As JSON Lines on standard output, and nothing the next time."""
    first = call(folder, "--once", *QUICK)
    assert (first.returncode, first.stdout, first.stderr) == (0, "", "")
    new = news.publish(2)
    assert told(call(folder, "--once", *QUICK).stdout, server) == new
    assert call(folder, "--once", *QUICK).stdout == ""
    assert (folder / "watch.db").exists()


def begin(
    folder: Path, *words: str, stdout: int | IO[bytes] = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """A watch that goes on until it is stopped."""
    command = [sys.executable, "-m", "sitegist", "watch", str(folder), *QUICK, *words]
    return subprocess.Popen(command, stdout=stdout, stderr=subprocess.DEVNULL)


def test_killed_at_random_moments(
    folder: Path, news: News, server: Server, tmp_path: Path, call: Call
) -> None:
    """kill -9 again and again while articles appear: each is in the file exactly once."""
    file = tmp_path / "new.jsonl"
    chance = random.Random(7)
    for _ in range(6):
        watch = begin(folder, "-o", str(file))
        for _ in range(3):
            time.sleep(chance.uniform(0.1, 0.9))
            news.publish(1)
        os.kill(watch.pid, signal.SIGKILL)
        watch.wait()
    done = call(folder, "--once", "-o", file, *QUICK)
    assert done.returncode == 0, done.stderr
    lines = file.read_text("utf-8")
    assert sorted(told(lines, server)) == sorted(news.paths[3 + MINED :])
    numbers = [json.loads(line)["number"] for line in lines.splitlines()]
    assert numbers == sorted(set(numbers))


def test_killed_while_it_prints(folder: Path, news: News, server: Server, call: Call) -> None:
    """On standard output nothing is lost."""
    printed = ""
    for _ in range(3):
        news.publish(4)
        with begin(folder, stdout=subprocess.PIPE) as watch:
            assert watch.stdout is not None
            printed += watch.stdout.readline().decode()
            os.kill(watch.pid, signal.SIGKILL)
            printed += watch.stdout.read().decode()
    printed += call(folder, "--once", *QUICK).stdout
    assert sorted(set(told(printed, server))) == sorted(news.paths[3 + MINED :])


def test_a_second_watch_of_the_same_state_is_refused(
    folder: Path, news: News, tmp_path: Path, call: Call
) -> None:
    """With a message that says so; another state is another watch."""
    news.publish(1)
    with begin(folder, stdout=subprocess.PIPE) as watch:
        assert watch.stdout is not None
        watch.stdout.readline()  # now it has begun
        second = call(folder, "--once", *QUICK)
        other = call(folder, "--once", "--state", tmp_path / "other.db", *QUICK)
        watch.send_signal(signal.SIGINT)
        assert watch.wait(timeout=60) == 130
    assert second.returncode == 3
    assert "another watch" in second.stderr
    assert (other.returncode, len(other.stdout.splitlines())) == (0, 1)


def test_chosen_pages(folder: Path, news: News, server: Server, call: Call) -> None:
    """--toc says which pages to poll, --pages how many of the best."""
    server.asked.clear()
    assert call(folder, "--once", "--toc", f"{server.url}/town/", *QUICK).returncode == 0
    assert server.paths == ["/robots.txt", "/town/"]
    server.asked.clear()
    call(folder, "--once", "--pages", "1", *QUICK)
    assert len(server.paths) == 2


def test_a_new_template_is_learned_on_request(
    folder: Path, news: News, server: Server, call: Call
) -> None:
    """Until then the watch says that it has changed, and so does the exit code."""
    news.redesigned = True
    new = news.publish(2)
    done = call(folder, "--once", *QUICK)
    assert (done.returncode, done.stdout) == (3, "")
    assert "--remine" in done.stderr
    done = call(folder, "--once", "--remine", *QUICK)
    assert done.returncode == 0, done.stderr
    assert sorted(told(done.stdout, server)) == sorted(new)


def test_a_url_is_crawled_and_mined_first(
    news: News, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    """Into a folder of the site's name, once; then the watch is that of the folder."""
    monkeypatch.chdir(tmp_path)
    done = call(server.url, "--once", *QUICK)
    assert (done.returncode, done.stdout) == (0, "")
    assert "into the folder 127.0.0.1 first" in done.stderr
    new = news.publish(2)
    server.asked.clear()
    done = call(server.url, "--once", *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(told(done.stdout, server)) == sorted(new)
    assert call("127.0.0.1", "--once", *QUICK).returncode == 0
    assert server.paths.count(new[0]) == 1


def test_errors_name_the_fix(folder: Path, tmp_path: Path, call: Call) -> None:
    """Whatever is given as the site, its state or an option."""
    (tmp_path / "no.db").write_bytes(b"no database at all, but long enough to be looked at" * 20)
    cases: list[tuple[list[object], int, str]] = [
        ([tmp_path / "nothing"], 3, "sitegist mine SOURCE"),
        ([folder, "--state", tmp_path / "no.db"], 3, "not a database"),
        ([folder, "--toc", "https://example.org/"], 2, "no page of the mined site"),
        ([folder, "--interval", "2d"], 2, "longer"),
        ([folder, "-o", tmp_path], 5, "directory"),
    ]
    for words, code, said in cases:
        done = call("--once", *words)
        assert done.returncode == code, done.stderr
        assert said in done.stderr
