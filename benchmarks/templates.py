"""Whether page clusters are what templates make: sites whose paths tell the year of each page.

python benchmarks/templates.py ctf-*.tar.xz

A template lasts for some years, so pages of one cluster should be of one year where a site holds
years that are far apart.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sitegist.judge.datasets import load
from sitegist.judge.structure import read_site
from sitegist.site.site import FEW_PAGES

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def years(place: str) -> dict[int, Counter[str]]:
    """The pages of each cluster by the first year in their path."""
    site = read_site(load(place))
    found: dict[int, Counter[str]] = {}
    for entry in site.entries:
        year = _YEAR.search(entry.name)
        of_cluster = found.setdefault(site.clusters.of_key[entry.shape], Counter())
        of_cluster[year[0] if year else "?"] += 1
    return found


def main() -> None:
    """Print the clusters of each site, and the share of pages that are of their cluster's year."""
    print("| site | pages | clusters of five pages and more | pages of their cluster's year |")
    print("|---|--:|---|--:|")
    for place in sys.argv[1:]:
        clusters = years(place)
        pages = sum(counts.total() for counts in clusters.values())
        alike = sum(max(counts.values()) for counts in clusters.values())
        shown = (
            " + ".join(f"{count} of {year}" for year, count in sorted(counts.items()))
            for _, counts in sorted(clusters.items())
            if counts.total() >= FEW_PAGES
        )
        name = Path(place).name.split(".")[0]
        print(f"| {name} | {pages} | {'; '.join(shown)} | {alike / pages:.1%} |", flush=True)


if __name__ == "__main__":
    main()
