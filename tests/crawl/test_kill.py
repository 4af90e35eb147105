"""Killed at any moment, a crawl loses no record and writes none twice"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.crawl.server import Answer, Asked, Server, moved, page
from tests.crawl.support import is_sound, records

PAGES = 60


def site(asked: Asked) -> Answer:
    """A tree of pages that all link to each other's children; every seventh is a redirect."""
    number = int(asked.path.strip("/") or 0)
    if number % 7 == 6:
        return moved(f"/{number + 1}")
    links = "".join(f"<a href=/{n}>{n}</a>" for n in range(2 * number + 1, 2 * number + 4))
    words = f"<p>Page number {number} says {random.Random(number).getrandbits(3000):x}"
    return page(links * (2 * number < PAGES) + words) if number <= 2 * PAGES else Answer(b"", 404)


def command(url: str, output: Path) -> list[str]:
    """A crawl as a user starts it."""
    return [sys.executable, "-m", "sitegist", "crawl", url, "-o", str(output), "--delay", "0"]


def run(words: list[str], *, kill: threading.Event | None = None) -> int:
    """Run a command in a group of its own, and kill that as soon as we are told."""
    process = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    if kill is not None:
        while not kill.wait(0.05) and process.poll() is None:
            pass
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.wait(120)


def test_kill_9_again_and_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Killed after some requests, or some time after them, until nothing is left to be killed."""
    dice = random.Random(4)
    kill = threading.Event()
    left = [-10]

    def answer(asked: Asked) -> Answer:
        left[0] -= 1
        if left[0] == 0:
            threading.Timer(dice.choice([0, 0, 0.02, 0.3, 0.6]), kill.set).start()
        if left[0] == -5:  # no crawl is over before it is killed
            kill.wait(60)
        return site(asked)

    with Server({"/robots.txt": Answer(b"", 404)}, answer) as server:
        whole = tmp_path / "whole.warc.gz"
        assert run(command(server.url, whole)) == 0
        killed = tmp_path / "killed.warc.gz"
        kills = 0
        for _ in range(6):
            kill.clear()
            left[0] = dice.randrange(3, 20)
            kills += run(command(server.url, killed), kill=kill) == -signal.SIGKILL
        left[0] = -10
        server.asked.clear()
        assert run(command(server.url, killed)) == 0
        again = len(server.asked)
    assert kills > 3
    expected = Counter(records(whole))
    assert len(expected) > 100
    assert set(expected.values()) == {1}
    assert Counter(records(killed)) == expected
    assert is_sound(killed, capsys)
    # how much was done before depends on the moment of each kill
    assert again < len(expected) * 3 // 4
