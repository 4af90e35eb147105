"""Measure everything and write docs/results.md: ``make results DATA=FOLDER``.

DATA is a folder with site archives (``sites/*.tar.xz``, ``*.tar.xz``), or such archives and
single-page benchmarks themselves. Results of each data set are held in the scratch folder, so
that an interrupted run goes on where it was; remove a file there to have it measured again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from benchmarks.results import document, extraction, hierarchy, learning, structure, yardstick
from benchmarks.results.work import Work, dated, find_data

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "results.md"
PARTS: dict[str, Callable[[Work], str]] = {
    "sites": extraction.sites,
    "single-pages": extraction.singles,
    "curve": learning.curve,
    "kinds": learning.kinds,
    "yardstick": yardstick.yardstick,
    "structure": structure.structure,
    "hierarchy": hierarchy.hierarchy,
}
"""What measures each part of the document, and gives it as Markdown; a part each."""


def main() -> None:
    """Measure the parts that are asked for, or all, and put them into the document."""
    parser = argparse.ArgumentParser("make results", description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="+")
    parser.add_argument("--only", action="append", choices=PARTS, help="may be repeated")
    parser.add_argument("--scratch", type=Path, default=Path("build/results"))
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    parser.add_argument("--sample", type=int, help="pages to score in each data set; 0 is all")
    parser.add_argument("--runs", type=int, default=Work.runs, help="of the yardstick's k-means")
    parser.add_argument("--parallel", type=int, default=1)
    given = parser.parse_args()
    data = find_data(given.data)
    work = Work(data, given.scratch, given.parallel, given.sample, given.runs)
    for name in given.only or PARTS:
        measured = {name: dated(PARTS[name](work))}
        # written part by part: what is measured is not lost
        text = document.fill(given.document.read_text(encoding="utf-8"), measured)
        given.document.write_text(text, encoding="utf-8")
        print(f"wrote {name}", flush=True)


if __name__ == "__main__":
    main()
