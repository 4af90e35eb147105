"""How long each view of the application takes on a mined site, as a Markdown table.

    python benchmarks/app.py DIR [--pages 40]

`sitegist serve` runs in a process of its own, started anew for each path: *first* is its very first
answer, with whatever is read of the site then; the others are over pages spread evenly over the
site, and for the search over words of their titles. Paths below `/api/` are what the views ask for
while they are looked at. Time is that of the server's processor, which other programs on the
machine disturb least; where nothing else runs an answer takes hardly longer. Needs Linux.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
from starlette.routing import Route

from sitegist.app.views import VIEWS

# What some paths have to be told besides a page.
MORE = {
    "/api/block": {"block": "0"},
    "/api/compare": {"second_method": "k-feature-extractor"},
    "/compare": {"second_method": "k-feature-extractor"},
}


class Times(NamedTuple):
    """Of one path, in milliseconds."""

    first: float
    others: list[float]
    size: int
    """Bytes of the largest answer."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--pages", type=int, default=40, metavar="N")
    options = parser.parse_args()
    with serving(options.folder) as (client, _):
        pages = client.get("/api/pages?n=1000").json()["pages"]
        told = client.get("/api/site").json()
        chosen = pages[:: max(len(pages) // options.pages, 1)][: options.pages]
        questions = list(asked(client, chosen))
    print(f"{told['site']}, {told['pages']:,} pages\n")
    print("| path | first | median | slowest | largest answer |\n|---|---|---|---|---|")
    for path, queries in questions:
        with serving(options.folder) as (client, server):
            times = measure(client, server, path, queries)
        print(
            f"| `{path}` | {times.first:.0f} ms | {statistics.median(times.others):.0f} ms |"
            f" {max(times.others):.0f} ms | {times.size / 1000:,.0f} KB |",
            flush=True,
        )


@contextmanager
def serving(folder: str) -> Iterator[tuple[httpx.Client, int]]:
    """Somebody who asks a server, and the number of its process."""
    command = [sys.executable, "-m", "sitegist", "serve", folder, "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline().strip()
        if not address.startswith("http://"):
            sys.exit(address or f"{folder}: not served")
        try:
            with httpx.Client(base_url=address, trust_env=False, timeout=300) as client:
                client.get("/static/style.css")  # it has started
                yield client, process.pid
        finally:
            process.terminate()


def asked(
    client: httpx.Client, pages: list[dict[str, str]]
) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Every path of every view, and what it is to be asked: a page, words, or nothing."""
    urls = [{"url": page["url"]} for page in pages]
    words = [{"q": max(page["title"].split() or ["a"], key=len)} for page in pages]
    for route in (route for view in VIEWS for route in view.routes):
        if not isinstance(route, Route) or "GET" not in (route.methods or ()):
            continue
        if route.path_regex.groups:
            continue  # an attempt, which would have to be made first
        more = MORE.get(route.path, {})
        if "search" in route.path:
            yield route.path, words
        elif client.get(route.path, params=urls[0]).text != client.get(route.path).text:
            yield route.path, [{**url, **more} for url in urls]
        else:
            yield route.path, [more] * len(pages)


def measure(client: httpx.Client, server: int, path: str, queries: list[dict[str, str]]) -> Times:
    """Ask a path for one thing after the other."""
    taken, size = [], 0
    for query in queries:
        begin = spent(server)
        answer = client.get(path, params=query)
        taken.append(spent(server) - begin)
        size = max(size, len(answer.content))
        if answer.status_code != 200:
            sys.exit(f"{answer.url}: {answer.status_code}")
    return Times(taken[0], taken[1:] or taken, size)


def spent(process: int) -> float:
    """Milliseconds that all threads of a process have run so far."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((one / "schedstat").read_text().split()[0]) for one in threads) / 1e6


if __name__ == "__main__":
    main()
