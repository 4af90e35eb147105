"""Draw pages for judging, or compare judgements with the rules of the gold.

python -m benchmarks.kinds draw SITE          compact views, and the paths in a second file
python -m benchmarks.kinds agree SITE...      a confusion table of each site that was judged
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.kinds.views import draw, views
from sitegist.judge.datasets import ARTICLE, OTHER, TOC, load

FOLDER = Path(__file__).parent
KINDS = (ARTICLE, TOC, OTHER)


def judged(site: str) -> dict[str, tuple[str, str]]:
    """Kind and remark of each page of a site that was judged, by its path."""
    lines = (FOLDER / f"{site}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {path: (kind, remark) for path, kind, remark in rows}


def _draw(places: list[str]) -> None:
    for place in places:
        drawn = draw(place)
        name = load(place).name
        Path(f"{name}.views").write_text("\n".join(views(drawn)) + "\n", encoding="utf-8")
        Path(f"{name}.paths").write_text("\n".join(page.name for page in drawn), encoding="utf-8")
        print(f"read {name}.views; line n of {name}.paths is page #n, from 0")


def _agree(places: list[str]) -> None:
    for data in map(load, places):
        mine = judged(data.name)
        pairs = Counter((page.kind, mine[page.name][0]) for page in data.pages if page.name in mine)
        print(f"\n| {data.name}: rule | {' | '.join(f'judged {kind}' for kind in KINDS)} |")
        print("|---|" + "---|" * len(KINDS))
        for rule in KINDS:
            print(f"| {rule} | {' | '.join(str(pairs[rule, kind]) for kind in KINDS)} |")


def main() -> None:
    """Draw, or compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("draw", "agree"))
    parser.add_argument("site", nargs="+")
    given = parser.parse_args()
    (_draw if given.what == "draw" else _agree)(given.site)


if __name__ == "__main__":
    main()
