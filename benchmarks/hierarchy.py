"""How long the information hierarchy of a page takes, by the page's size, as a Markdown table.

    python benchmarks/hierarchy.py DIR... [--pages 40]

`DIR` are mined sites. Pages are read beforehand; *nodes* are elements and texts. What is known of a
page's terms and links (*scales*) is measured apart from the hierarchy (tree, adsorption,
compaction). Time is that of the processor; each page takes its best of three turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, get_args

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sitegist.hierarchy import ORDERS, Hierarchy, Order, tree
from sitegist.hierarchy.scales import Scales
from sitegist.mined import Mined
from sitegist.page import Page
from sitegist.store import open_mined

SIZES = (0, 300, 1_000, 2_000, 4_000, 10_000, sys.maxsize)
TURNS = 3


class Given(NamedTuple):
    """Tells what was worked out before."""

    told: Scales

    def scales(self, page: Page) -> Scales:
        """The same, whatever the page."""
        return self.told


class Times(NamedTuple):
    """Of one page, in milliseconds."""

    nodes: int
    scales: float
    orders: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="DIR")
    parser.add_argument("--pages", type=int, default=40, metavar="N", help="of each size and site")
    options = parser.parse_args()
    times = [one for folder in options.folders for one in measured(folder, options.pages)]
    print(
        "| nodes | pages | mean nodes | scales | " + " | ".join(f"order {o}" for o in ORDERS) + " |"
    )
    print("|---|---|---|---|" + "---|" * len(ORDERS))
    for least, limit in pairwise(SIZES):
        of = [one for one in times if least <= one.nodes < limit]
        if of:
            print(row(least, limit, of))


def measured(folder: str, most: int) -> Iterator[Times]:
    """Pages of all sizes of a site, the same number of each if there are so many."""
    mined = open_mined(folder)
    left = dict.fromkeys(SIZES, most)
    for entry in mined.site.entries:
        page = mined.site.page(entry.url)
        size = max(size for size in SIZES if size <= len(page.rows))
        if left[size]:
            left[size] -= 1
            yield timed(mined, page)


def timed(mined: Mined, page: Page) -> Times:
    """One page, with all that is worked out once for a site or a page done before."""
    known = mined.knowledge
    given = Given(known.scales(page))
    orders = [best(partial(tree, page, known=given, order=order)) for order in get_args(Order)]
    return Times(len(page.rows), best(partial(known.scales, page)), orders)


def best(work: Callable[[], Hierarchy | Scales]) -> float:
    """The least of some turns."""
    return min(turn(work) for _ in range(TURNS))


def turn(work: Callable[[], Hierarchy | Scales]) -> float:
    """One, in milliseconds."""
    begin = time.process_time()
    work()
    return 1000 * (time.process_time() - begin)


def row(least: int, limit: int, times: list[Times]) -> str:
    """Means over pages of one size."""
    size = f"{least:,} and more" if limit == sys.maxsize else f"{least:,} to {limit - 1:,}"
    cells = [fmean(one.scales for one in times)]
    cells += [fmean(one.orders[place] for one in times) for place in range(len(ORDERS))]
    nodes = fmean(one.nodes for one in times)
    return (
        f"| {size} | {len(times)} | {nodes:,.0f} | "
        + " | ".join(f"{t:.1f} ms" for t in cells)
        + " |"
    )


if __name__ == "__main__":
    main()
