"""What of a mined site is polled"""

from __future__ import annotations

from types import SimpleNamespace as Some
from typing import Any

from sitegist.watch.plan import _ranked


def blog(pages: int, each: int) -> Any:
    """A blog whose newest posts stand on its first page, and an archive of all of them."""
    dates = {f"post-{n:03}": f"2026-01-01T{n // 60:02}:{n % 60:02}" for n in range(pages * each)}
    newest = sorted(dates, reverse=True)
    links = [Some(source=f"page-{n // each:02}", target=url) for n, url in enumerate(newest)]
    links += [Some(source="all", target=url) for url in newest]
    names = [*(f"page-{n:02}" for n in reversed(range(pages))), "all"]
    return Some(
        structure=Some(
            toc=[Some(url=name) for name in names],
            articles=[Some(url=url) for url in dates],
            links=links,
        ),
        site=Some(entry=lambda url: Some(url=url, metadata={"date": {"value": dates[url]}})),
    )


def test_where_the_newest_stand_comes_first() -> None:
    """Pages that list as many articles follow each other by how new these are."""
    best = _ranked(blog(30, 5))
    assert best[:4] == ["all", "page-00", "page-01", "page-02"]
    # what lists none of the hundred newest keeps its rank
    assert best[21:] == [f"page-{n}" for n in reversed(range(20, 30))]
