"""How ContentExtractor grows with the pages of a cluster, as a Markdown table.

    python benchmarks/content_extractor.py SITE... [--pages 100 300 1000 3000] [--naive 300]

The pages of one site, or of several taken for one, are compared: with the index, and up to
``--naive`` pages every block with every other one, as algorithm 1 of paper 002 is written. Both
find the same numbers of pages for every block, or this fails. Seconds are of one processor. Where
there are fewer pages than asked for, they are repeated with every word marked by the round, so
that no text is the same twice, but for the blocks that every page of the site has.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from time import process_time

import numpy as np
from scipy import sparse

from sitegist.judge.datasets import load
from sitegist.methods.content_extractor import pages_with_like
from sitegist.methods.vectors import Index, Vectors, block_vectors, concatenate
from sitegist.page import segment
from sitegist.site.build import build_site
from sitegist.site.site import Site


@dataclass(frozen=True)
class Cluster:
    """The block vectors of some pages."""

    vectors: Vectors
    page: np.ndarray[tuple[int], np.dtype[np.int64]]
    """Of each vector."""

    @property
    def pages(self) -> int:
        """How many there are."""
        return int(self.page.max()) + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sites", nargs="+", metavar="SITE")
    parser.add_argument("--pages", nargs="+", type=int, default=[100, 300, 1000, 3000])
    parser.add_argument("--naive", type=int, default=300, metavar="N")
    parser.add_argument("--segmenter", default="partition")
    options = parser.parse_args()
    sites = [
        build_site(page.document for page in load(place).pages if page.kind == "article")
        for place in options.sites
    ]
    print("| pages | blocks | distinct | index | every pair | peak memory |")
    print("|---:|---:|---:|---:|---:|---:|")
    for pages in options.pages:
        cluster = gathered(sites, pages, options.segmenter)
        found, seconds, distinct = indexed(cluster)
        naive = "–"
        if pages <= options.naive:
            expected, took = compared(cluster)
            if not np.array_equal(found, expected):
                sys.exit(f"{pages} pages: the index gives other numbers than comparing every pair")
            naive = f"{took:,.1f} s"
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        print(
            f"| {cluster.pages:,} | {len(cluster.vectors):,} | {distinct:,} | {seconds:.1f} s |"
            f" {naive} | {peak:,.0f} MB |",
            flush=True,
        )


def gathered(sites: Sequence[Site], pages: int, segmenter: str) -> Cluster:
    """The vectors of so many pages."""
    parts, owner = [], []
    for number, vectors in enumerate(islice(_endless(sites, segmenter), pages)):
        parts.append(vectors)
        owner.extend([number] * len(vectors))
    return Cluster(concatenate(parts), np.array(owner, np.int64))


def _endless(sites: Sequence[Site], segmenter: str) -> Iterator[Vectors]:
    """The vectors of all pages, and then of the same with rare terms that are new each round."""
    for turn in count():
        for site in sites:
            frequent = site.sums_of().terms
            known = frequent.keys[2 * frequent.columns[:, 1] > site.size()]
            for page in site:
                found = block_vectors(segment(page, segmenter), site.terms(page))
                rare = ~np.isin(found.key, known)
                # tags stay what they are: only terms are in the sums
                rare &= np.isin(found.key, frequent.keys)
                key = np.where(
                    rare, found.key + np.uint64(turn * 0x9E3779B97F4A7C15 % 2**64), found.key
                )
                yield _sorted(Vectors(found.start, key, found.value))


def _sorted(vectors: Vectors) -> Vectors:
    """The same, with the components of each in order."""
    row = np.repeat(np.arange(len(vectors)), np.diff(vectors.start))
    order = np.lexsort((vectors.key, row))
    return Vectors(vectors.start, vectors.key[order], vectors.value[order])


def indexed(cluster: Cluster) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], float, int]:
    """On how many pages each block has its like, by the index."""
    begin = process_time()
    _, first, distinct = np.unique(cluster.vectors.hash, return_index=True, return_inverse=True)
    index = Index(cluster.vectors.take(first))
    ones = np.ones(len(distinct), np.int32)
    holds = sparse.csr_array((ones, (distinct, cluster.page)), shape=(len(first), cluster.pages))
    found = pages_with_like(index, index.vectors, holds)[distinct]
    return found, process_time() - begin, len(first)


def compared(cluster: Cluster) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], float]:
    """The same by comparing every block with every other one (algorithm 1)."""
    begin = process_time()
    vectors = cluster.vectors
    bounds = zip(vectors.start[:-1].tolist(), vectors.start[1:].tolist())
    key, value, page = vectors.key.tolist(), vectors.value.tolist(), cluster.page.tolist()
    blocks = [dict(zip(key[a:b], value[a:b])) for a, b in bounds]
    squares = [sum(one * one for one in block.values()) for block in blocks]
    found = np.zeros(len(blocks), np.int64)
    for i, block in enumerate(blocks):
        like = set()
        for j, other in enumerate(blocks):
            if page[j] not in like:
                small, large = (block, other) if len(block) < len(other) else (other, block)
                dot = sum(one * large[term] for term, one in small.items() if term in large)
                if dot and 100 * dot * dot > 81 * squares[i] * squares[j]:
                    like.add(page[j])
        found[i] = len(like)
    return found, process_time() - begin


if __name__ == "__main__":
    main()
