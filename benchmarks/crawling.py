"""A whole site crawled and mined by one command, as a Markdown table; killed on the way, too.

    python -m benchmarks.crawling [--pages 2000 20000] [--kills 5] [--seed 1]

The demonstration site is served on 127.0.0.1, and `sitegist mine URL -o FOLDER --delay 0` is run in
a process of its own: once undisturbed, once killed with `kill -9` at so many random moments of its
time and started again. It is an error if a page of the site is not in the WARC once, if `warcio
check` or `fastwarc check` finds anything, or if the killed run ends with another site than the
undisturbed one. Memory is that of the process and all its children. Needs Linux.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType

from benchmarks.mining import resident
from sitegist.crawl.robots import Robots
from sitegist.crawled import FILE
from sitegist.demo import build
from sitegist.demo.serving import serve
from sitegist.demo.site import extras

_EVERY = 0.05
_CHECKS = ("warcio", "fastwarc")
# What mining writes that is the same whenever it was done.
_SAME = ("structure.json", "summary.json")


class Run:
    """The command, run until it ends or its time is over."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder, self.warc = url, folder, folder / FILE
        self.crawling = self.seconds = 0.0
        """Until the crawl was over, and in all."""
        self.peak = 0
        self.kills = 0

    def go(self, limit: float = float("inf")) -> bool:
        """Whether it came to its end; it is killed after ``limit`` seconds."""
        words = ["mine", self.url, "-o", str(self.folder), "--delay", "0"]
        begun, log = time.monotonic(), self.folder.with_suffix(".log")
        process = subprocess.Popen(
            [sys.executable, "-m", "sitegist", *words],
            stdout=subprocess.DEVNULL,
            stderr=log.open("wb"),
        )
        while process.poll() is None and time.monotonic() < begun + limit:
            self.peak = max(self.peak, resident(process.pid))
            if not log.stat().st_size:  # it says when the crawl is over
                self.crawling = self.seconds + time.monotonic() - begun
            time.sleep(_EVERY)
        process.kill()
        process.wait()
        self.seconds += time.monotonic() - begun
        self.kills += process.returncode < 0
        if process.returncode > 0:
            sys.exit(f"{' '.join(words)}: exit code {process.returncode}\n{log.read_text()}")
        return process.returncode == 0

    def check(self, wanted: set[str]) -> None:
        """Every page of the site is in the WARC, once, and the WARC is sound."""
        with self.warc.open("rb") as file:
            found = Counter(
                str(record.headers["WARC-Target-URI"])
                for record in ArchiveIterator(file, WarcRecordType.response)
                if record.http_headers.status_code == 200
            )
        if missing := wanted - found.keys():
            sys.exit(f"{len(missing)} pages are not in {self.warc}, among them {min(missing)}")
        if twice := [url for url, times in found.items() if times > 1]:
            sys.exit(f"{len(twice)} pages are in {self.warc} twice, among them {min(twice)}")
        for name in _CHECKS:
            subprocess.run(
                [sys.executable, "-m", f"{name}.cli", "check", self.warc],
                check=True,
                capture_output=True,
            )

    def row(self, pages: int) -> str:
        """What it cost."""
        return (
            f"| {pages:,} | {self.kills} | {self.crawling:,.0f} s | {self.seconds:,.0f} s "
            f"| {self.peak / 1e6:,.0f} MB | {self.warc.stat().st_size / 1e6:,.1f} MB |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", nargs="+", type=int, default=[2000], metavar="N")
    parser.add_argument("--kills", type=int, default=5, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args()
    print("| pages | kills | crawled after | mined after | peak memory | WARC |")
    print("|---|---|---|---|---|---|")
    for pages in options.pages:
        for row in rows(pages, options.kills, random.Random(options.seed)):
            print(row, flush=True)


def rows(pages: int, kills: int, dice: random.Random) -> Iterator[str]:
    """The undisturbed run, and the one that is killed on the way."""
    made = list(build(1, pages))
    with tempfile.TemporaryDirectory(prefix="sitegist-") as scratch, serve(1, pages) as url:
        robots = Robots.of(200, dict(extras(1, pages))["robots.txt"])
        addresses = {f"{url}{page.path}" for page in made} - {f"{url}index.html"} | {url}
        wanted = set(filter(robots.allows, addresses))
        whole, killed = (Run(url, Path(scratch, name)) for name in ("whole", "killed"))
        whole.go()
        whole.check(wanted)
        yield whole.row(len(made))
        if not kills:
            return
        # each attempt has so much time that the last one is killed near the end
        share = whole.seconds / (kills + 1)
        while killed.kills < kills and not killed.go(dice.uniform(0.5, 1.5) * share):
            pass
        killed.go()
        killed.check(wanted)
        for name in _SAME:
            if (whole.folder / name).read_bytes() != (killed.folder / name).read_bytes():
                sys.exit(f"{name} is another one after {killed.kills} kills")
        yield killed.row(len(made))


if __name__ == "__main__":
    main()
