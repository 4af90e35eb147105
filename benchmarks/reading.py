"""How far it is to the main content in the reader, and in the original, as a Markdown table.

    python benchmarks/reading.py DIR... [--pages 100]

`DIR` are mined sites. Pages are spread evenly over the articles and over the tables of contents of
each; docs/application.md says how screens are estimated. *None* are pages of which nothing is
informative, or of which no part has half of what is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from sitegist.app.reading import Way, read_page
from sitegist.mined import Mined
from sitegist.store import open_mined


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="DIR")
    parser.add_argument("--pages", type=int, default=100, metavar="N")
    options = parser.parse_args()
    print("| site | kind | pages | none | taps | screens above | in the original | its length |")
    print("|---|---|---|---|---|---|---|---|")
    for folder in options.folders:
        mined = open_mined(folder)
        for kind, listed in (("article", mined.articles), ("toc", mined.toc)):
            urls = [page.url for page in listed]
            chosen = urls[:: max(len(urls) // options.pages, 1)][: options.pages]
            if chosen:
                print(row(Path(folder).name, kind, mined, chosen), flush=True)


def row(name: str, kind: str, mined: Mined, urls: Sequence[str]) -> str:
    """Means over pages of one kind."""
    readings = [read_page(mined, url, lambda address: (address, True)) for url in urls]
    ways = [reading.way for reading in readings]
    known = [way for way in ways if way is not None]
    means = np.mean(known or [Way(0, 0.0, 0.0)], axis=0)
    length = np.mean([reading.screens for reading in readings])
    return (
        f"| {name} | {kind} | {len(ways)} | {len(ways) - len(known)} | {means[0]:.2f} |"
        f" {means[1]:.2f} | {means[2]:.2f} | {length:.1f} |"
    )


if __name__ == "__main__":
    main()
