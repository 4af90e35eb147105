"""How long a ranking takes on a graph of a million links, for every published variant.

python benchmarks/ranking.py [LINKS]
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from sitegist.methods.lamis import RANKINGS, TOLERANCE, ranking
from sitegist.site.links import LinkGraph

LINKS_PER_PAGE = 20


def site(links: int, seed: int = 1) -> LinkGraph:
    """Links to pages of which some are far more popular than others, five to a block."""
    random = np.random.default_rng(seed)
    pages = max(links // LINKS_PER_PAGE, 2)
    source = np.sort(random.integers(0, pages, links))
    target = (pages * random.random(links) ** 3).astype(np.int64)
    other = source != target
    source, target = source[other], target[other]
    number = np.arange(len(source))
    return LinkGraph(
        tuple(f"https://example.org/{page}" for page in range(pages)),
        source,
        target,
        number,
        number,
        (number // 5).astype(np.uint64),
        ("",) * len(source),
        random.integers(0, 12, len(source)),
        random.random(len(source)),
        0,
    )


def main() -> None:
    """Print seconds and iterations, converged and with the paper's ten."""
    graph = site(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
    print(f"{len(graph.urls):,} pages, {len(graph):,} links, tolerance {TOLERANCE:g}")
    print("| ranking | converged | iterations | ten iterations |\n|---|---|---|---|")
    for name in RANKINGS:
        begin = perf_counter()
        found = ranking(graph, name)
        middle = perf_counter()
        ranking(graph, name, iterations=10)
        end = perf_counter()
        print(f"| {name} | {middle - begin:.2f} s | {found.iterations} | {end - middle:.2f} s |")


if __name__ == "__main__":
    main()
