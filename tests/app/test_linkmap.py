"""The map's data: every link of the site once, and what a threshold keeps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sitegist.app.linkmap import LinkMap, own_titles, read_map
from sitegist.errors import StoreError
from sitegist.store import open_mined


@pytest.fixture(scope="module")
def demo_map(demo_mined: Path) -> LinkMap:
    """The map of the demonstration site."""
    return read_map(open_mined(demo_mined), demo_mined)


def test_links_are_those_of_the_graph(demo_map: LinkMap, demo_mined: Path) -> None:
    """Of several between two pages the most informative; pages are ranked as the structure is."""
    mined = open_mined(demo_mined)
    graph, structure = mined.graph, mined.structure
    wanted: dict[tuple[str, str], float] = {}
    for source, target, entropy in zip(graph.source, graph.target, graph.entropy):
        link = graph.urls[source], graph.urls[target]
        wanted[link] = min(wanted.get(link, 1.0), round(float(entropy), 6))
    urls = [page.url for page in demo_map.pages]
    links = [(urls[s], urls[t]) for s, t in zip(demo_map.source, demo_map.target)]
    assert dict(zip(links, demo_map.entropy.tolist())) == wanted
    assert len(links) == len(wanted)
    assert urls == [
        *(page.url for page in structure.toc),
        *(page.url for page in structure.articles),
        *(page.url for page in structure.other),
    ]
    listed = {link for link, is_listed in zip(links, demo_map.listed) if is_listed}
    assert listed == {(link.source, link.target) for link in structure.links}


def test_a_threshold_keeps_links_and_the_pages_that_they_join(demo_map: LinkMap) -> None:
    """Fewer the lower it is; with all links nothing is left out."""
    assert demo_map.counts(demo_map.kept(1.0)).links == len(demo_map.source)
    before = demo_map.counts(demo_map.kept(1.0))
    for threshold in (0.8, 0.4, 0.0):
        links = demo_map.kept(threshold)
        assert (demo_map.entropy[links] <= threshold + 1e-4).all()
        counts = demo_map.counts(links)
        ends = {*demo_map.source[links].tolist(), *demo_map.target[links].tolist()}
        assert counts.pages == len(ends) <= before.pages
        assert counts.links < before.links
        before = counts


def test_tables_of_contents_hold_their_links(demo_map: LinkMap) -> None:
    """Each its own, the most informative first, and all of the informative ones somewhere."""
    links = demo_map.kept(1.0, only_listed=True)
    tables = demo_map.tables_of_contents(links)
    assert sorted(np.concatenate([toc.links for toc in tables]).tolist()) == links.tolist()
    for toc in tables:
        assert demo_map.pages[toc.number].kind == "toc"
        assert (demo_map.source[toc.links] == toc.number).all()
        assert (np.diff(demo_map.entropy[toc.links]) >= 0).all()


def test_a_folder_without_links_is_told(demo_mined: Path, tmp_path: Path) -> None:
    """By an error that says what to do."""
    (tmp_path / "links.parquet").write_bytes(b"no parquet")
    with pytest.raises(StoreError, match="mine the site anew"):
        read_map(open_mined(demo_mined), tmp_path)


def test_titles_lose_what_many_share() -> None:
    """The site's name, and not the end of a title that is its own."""
    titles = ["A | Site", "B | Site", "C - D", "| Site"]
    assert own_titles(titles) == ["A", "B", "C - D", "| Site"]
    assert own_titles([]) == []
