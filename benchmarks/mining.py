"""What mining whole sites costs: pages a second and memory, as a Markdown table.

    python benchmarks/mining.py SOURCE... [--parallel 1 2] [--methods container shingling]

Each source is mined by `sitegist mine` in a process of its own. Memory is the resident size of
that process and all its children together, looked at 20 times a second; pages that processes
share count for each of them, so the true peak is lower. Needs Linux.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

_PAGE = 4096
_EVERY = 0.05


class Cost(NamedTuple):
    """Of mining one source once."""

    pages: int
    seconds: float
    megabytes: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--parallel", nargs="+", type=int, default=[1, 2], metavar="N")
    parser.add_argument("--methods", nargs="+", default=["container"], metavar="NAME")
    options = parser.parse_args()
    print("| source | pages | method | processes | pages/s | peak memory |")
    print("|---|---|---|---|---|---|")
    for source in options.sources:
        for method in options.methods:
            for processes in options.parallel:
                cost = mine(source, method, processes)
                print(
                    f"| {Path(source).name} | {cost.pages:,} | `{method}` | {processes} |"
                    f" {cost.pages / cost.seconds:,.0f} | {cost.megabytes:,.0f} MB |",
                    flush=True,
                )


def mine(source: str, method: str, processes: int) -> Cost:
    """Mine a source and watch what it takes."""
    with tempfile.TemporaryDirectory(prefix="sitegist-") as folder:
        words = ["mine", source, "-o", folder, "--method", method, "--parallel", str(processes)]
        begin = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "sitegist", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        peak = 0
        while process.poll() is None:
            peak = max(peak, resident(process.pid))
            time.sleep(_EVERY)
        seconds = time.monotonic() - begin
        found = list(Path(folder).rglob("summary.json"))
        if not found:
            sys.exit(f"{source}: mining failed with exit code {process.returncode}")
        summaries = [json.loads(path.read_text("utf-8")) for path in found]
        pages = sum(summary.get("pages", 0) for summary in summaries)
    return Cost(pages, seconds, peak / 1e6)


def resident(root: int) -> int:
    """Resident bytes of a process and of all below it."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    sizes: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it is gone
            continue
        children[int(fields[1])].append(int(folder.name))
        sizes[int(folder.name)] = int(fields[21]) * _PAGE
    total, waiting = 0, [root]
    while waiting:
        process = waiting.pop()
        total += sizes.get(process, 0)
        waiting.extend(children[process])
    return total


if __name__ == "__main__":
    main()
