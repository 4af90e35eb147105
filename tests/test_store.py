"""A mined folder, opened again"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

import sitegist
from sitegist import fulltext
from sitegist.demo import build
from sitegist.mined import Mined
from sitegist.store import Store


@pytest.fixture(scope="module")
def documents() -> list[tuple[str, bytes]]:
    """A small part of the demonstration site."""
    return [(page.url, page.html) for page in build(pages=40)]


@pytest.fixture(scope="module")
def mined(documents: list[tuple[str, bytes]]) -> Mined:
    """The site as it is mined in memory."""
    return sitegist.mine(documents)


@pytest.fixture(scope="module")
def folder(documents: list[tuple[str, bytes]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is mined to disk."""
    folder = tmp_path_factory.mktemp("mined")
    sitegist.mine_to(documents, folder)
    return folder


def test_a_site_comes_back_whole(mined: Mined, folder: Path) -> None:
    """Entries, sums, clusters, languages and redirects are those that were mined."""
    site, back = mined.site, sitegist.open_mined(folder).site
    assert back.entries == site.entries
    assert back.sums == site.sums
    assert back.clusters.of_key == site.clusters.of_key
    assert back.clusters.alike == site.clusters.alike
    assert [shape.key for shape in back.clusters.leaders] == [
        shape.key for shape in site.clusters.leaders
    ]
    assert back.languages == site.languages
    assert back.aliases == site.aliases


def test_every_page_is_judged_as_it_was(mined: Mined, folder: Path) -> None:
    """What the opened site says of its pages is what was said when it was mined."""
    back = sitegist.open_mined(folder)
    store = Store.open(folder / "site.db")
    for page in mined:
        assert back[page.url].text == page.text == store.text(page.url)


@pytest.mark.parametrize("method", ["info-discoverer-classes", "k-feature-extractor"])
def test_other_methods_learn_anew(
    method: str, documents: list[tuple[str, bytes]], tmp_path: Path
) -> None:
    """A method that no profile holds gives the same verdicts on the opened site."""
    sitegist.mine_to(documents, tmp_path, method=method)
    back = sitegist.open_mined(tmp_path)
    store = Store.open(tmp_path / "site.db")
    assert back.method.name == method
    assert all(page.text == store.text(page.url) for page in back)


def test_one_cluster_stays_one(documents: list[tuple[str, bytes]], tmp_path: Path) -> None:
    """With --one-cluster any page, seen or not, is of the only cluster."""
    sitegist.mine_to(documents, tmp_path, one_cluster=True)
    clusters = sitegist.open_mined(tmp_path).site.clusters
    assert len(clusters) == 1
    assert (
        clusters.of(sitegist.mine([("https://x.example/", "<p>x")]).site.clusters.leaders[0]) == 0
    )


def test_originals_are_kept_to_the_byte(
    documents: list[tuple[str, bytes]], folder: Path, tmp_path: Path
) -> None:
    """Each page can be read again as it was; not where originals were not wanted."""
    store = Store.open(folder / "site.db")
    sources = dict(documents)
    for entry in store.site().entries:
        original = store.original(entry.url)
        assert original is not None
        assert original.url is not None
        assert original.data == sources[original.url]
    sitegist.mine_to(documents, tmp_path, originals=False)
    without = Store.open(tmp_path / "site.db")
    assert without.original(store.site().entries[0].url) is None
    assert without.path.stat().st_size < store.path.stat().st_size


def test_search_tells_text_from_furniture(tmp_path: Path) -> None:
    """What stands in the navigation of every page is found in everything, and only there."""
    pages = [
        (
            f"https://x.example/{n}",
            f"<nav class=menu><a href=/>Imprint Zebra</a></nav><div class=post><h1>Story {n}</h1>"
            f"<p>A long tale of the number {n * 7919} and of other things, told once.</p>"
            + ("<p>今日は東京駅で電車に乗りました。</p>" if n == 3 else "")
            + "</div>",
        )
        for n in range(30)
    ]
    sitegist.mine_to(pages, tmp_path)
    store = Store.open(tmp_path / "site.db")
    assert store.search("zebra") == []
    assert len(store.search("zebra", "everything")) == 30
    assert [url for url, _ in store.search("23757")] == ["https://x.example/3"]
    for query in ("東京", "東京駅", "駅", '"told once" 電車', "tale -number", "TALE 東京 -zebra"):
        found = [url for url, _ in store.search(query)]
        assert found == (["https://x.example/3"] if "number" not in query else []), query
    assert 0 < store.index_size("informative") < store.index_size("everything")


@pytest.mark.parametrize(
    "query",
    ["", " ", '"', '""', "*", "-", "NOT", "AND OR", "a NEAR b", "title:x", "(", "x*", "\0", "'; --",
     "^x", "{x}", "-x -y", "\ud800", "-" * 500, '"a' * 200],
)  # fmt: skip
def test_any_query_is_a_query(query: str, folder: Path) -> None:
    """Nothing that FTS5 would take for syntax is syntax."""
    store = Store.open(folder / "site.db")
    for index in fulltext.INDEXES:
        assert isinstance(store.search(query, index), list)


def test_what_is_no_mined_folder_is_said(folder: Path, tmp_path: Path) -> None:
    """Missing, of another version, cut off or overwritten: an error of ours that says which."""
    with pytest.raises(sitegist.StoreError, match="no mined site"):
        sitegist.open_mined(tmp_path)
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    whole = (copy / "site.db").read_bytes()
    for data, words in (
        (b"hello", "damaged"),
        (b"", "another version"),
        (whole[:8192], "damaged"),
        (whole[:4096] + b"\xff" * (len(whole) - 4096), "damaged"),
    ):
        (copy / "site.db").write_bytes(data)
        with pytest.raises(sitegist.StoreError, match=words):
            sitegist.open_mined(copy)
    (copy / "site.db").write_bytes(whole)
    with sqlite3.connect(copy / "site.db") as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(sitegist.StoreError, match="version 99"):
        sitegist.open_mined(copy)


def test_a_damaged_number_is_said(folder: Path, tmp_path: Path) -> None:
    """Sums and facts that are not what they should be are damage, not a traceback."""
    for damage in ("UPDATE sums SET terms = x'00'", "DELETE FROM facts WHERE name = 'alike'",
                   "UPDATE facts SET value = '{'", "UPDATE pages SET metadata = 'x'",
                   "UPDATE clusters SET leader = x'0102'"):  # fmt: skip
        copy = tmp_path / "copy"
        shutil.copytree(folder, copy)
        with sqlite3.connect(copy / "site.db") as db:
            db.execute(damage)
        with pytest.raises(sitegist.StoreError, match="damaged"):
            sitegist.open_mined(copy)
        shutil.rmtree(copy)


def test_several_sites_are_opened_one_by_one(tmp_path: Path) -> None:
    """A folder of several sites names them."""
    sitegist.mine_to([("https://a.example/", "<p>A"), ("https://b.example/", "<p>B")], tmp_path)
    with pytest.raises(sitegist.StoreError, match=r"site=a\.example"):
        sitegist.open_mined(tmp_path)
    assert len(sitegist.open_mined(tmp_path / "site=a.example")) == 1


def test_reading_leaves_no_trace(folder: Path) -> None:
    """A mined folder is only read: no file is added or changed."""
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    store = Store.open(folder / "site.db")
    store.search("harbour")
    _ = [page.text for page in sitegist.open_mined(folder)]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
