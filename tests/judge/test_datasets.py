"""Data sets: sites as folders and archives, WCXB, and Scrapinghub's benchmark."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from sitegist.errors import InputError
from sitegist.judge.classes import class_of
from sitegist.judge.datasets import load
from tests.judge.data import body, pack, put, write_site, write_wcxb


def test_site_folder(tmp_path: Path) -> None:
    """All pages of a site are there to learn from, and those with gold text to score."""
    data = load(str(write_site(tmp_path / "site", articles=6)))
    assert data.is_site
    assert len(data.pages) == 7
    assert [page.name for page in data.scored(None, 1)] == [f"a{n}/index.html" for n in range(6)]
    first = data.pages[0]
    assert first.url == "https://example.org/a0/"
    assert (first.title, first.text, first.label) == ("Title number 0", body(0), "even")


def test_archive_is_the_folder(tmp_path: Path) -> None:
    """NAME.tar.xz gives what the folder NAME gives."""
    folder = write_site(tmp_path / "site")
    archive = pack(folder, tmp_path / "site.tar.xz")
    assert load(str(archive)) == load(str(folder))


def test_addresses(tmp_path: Path) -> None:
    """A page without an address has its path on the host that most pages name."""
    folder = write_site(tmp_path / "site")
    put(folder, {"html/b c/x.html": "<p>Unlisted</p>"})
    urls = {page.name: page.url for page in load(str(folder)).pages}
    assert urls["index.html"] == "https://example.org/"
    assert urls["b c/x.html"] == "https://example.org/b%20c/x.html"


def test_unknown_host(tmp_path: Path) -> None:
    """Where no page has an address, the host is one that cannot exist."""
    put(tmp_path / "old", {"html/a/index.html": "<p>x</p>", "gold.jsonl": '{"path": "x"}'})
    assert load(str(tmp_path / "old")).pages[0].url == "https://old.invalid/a/"


def test_sample_is_seeded(tmp_path: Path) -> None:
    """The same seed gives the same pages, in their order; 0 is all."""
    data = load(str(write_site(tmp_path / "site", articles=50)))
    assert len(data.scored(None, 1)) == 40
    assert len(data.scored(0, 1)) == 50
    names = [page.name for page in data.scored(5, 1)]
    assert names == [page.name for page in data.scored(5, 1)]
    assert names == [page.name for page in data.pages if page.name in names]
    assert names != [page.name for page in data.scored(5, 2)]


def test_labels_are_of_other_pages(tmp_path: Path) -> None:
    """What methods may learn from is never what they are scored on."""
    data = load(str(write_site(tmp_path / "site", articles=6)))
    scored = data.scored(2, 1)
    labels = data.labels(scored)
    assert len(labels) == 4
    assert not {page.name for page in scored} & set(labels)


def test_wcxb(tmp_path: Path) -> None:
    """Single pages with types; pages may be gzipped, as published."""
    folder = write_wcxb(tmp_path / "wcxb")
    page = folder / "html" / "0002.html"
    page.with_suffix(".html.gz").write_bytes(gzip.compress(page.read_bytes()))
    page.unlink()
    data = load(str(folder))
    assert not data.is_site
    assert [page.page_type for page in data.pages] == ["article", "forum"]
    assert data.pages[1].data.startswith(b"<title>")
    assert data.pages[0].date == "2020-01-02"


def test_pages_that_claim_one_address_are_told_apart(tmp_path: Path) -> None:
    """A relative or borrowed canonical address would make one page of the whole site."""
    rows = [{"path": f"{name}.html", "url": "index.html", "kind": "article"} for name in "ab"]
    put(tmp_path / "site", {"gold.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    put(tmp_path / "site", {f"html/{name}.html": "<p>x" for name in "ab"})
    urls = [page.url for page in load(str(tmp_path / "site")).pages]
    assert urls == ["https://site.invalid/a.html", "https://site.invalid/b.html"]


def test_scrapinghub(tmp_path: Path) -> None:
    """One JSON file for all pages."""
    gold = {"ab12": {"articleBody": "Some text", "url": "https://x.org/"}}
    put(tmp_path / "aeb", {"ground-truth.json": json.dumps(gold)})
    (tmp_path / "aeb/html").mkdir()
    (tmp_path / "aeb/html/ab12.html.gz").write_bytes(gzip.compress(b"<p>Some text</p>"))
    (page,) = load(str(tmp_path / "aeb")).pages
    assert (page.name, page.data, page.text) == ("ab12", b"<p>Some text</p>", "Some text")


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("gold.jsonl", '{"path": "a.html"}\n{"path":\n', r"gold.jsonl:2: no JSON"),
        ("gold.jsonl", '{"kind": "article"}', "gold.jsonl:1: path: a string is expected"),
        ("gold.jsonl", '{"path": "a.html", "text": 5}', "text: a string is expected, not 5"),
        ("gold.jsonl", "[" * 100_000, "gold.jsonl:1: no JSON"),
        ("ground-truth/1.json", "[1]", r"1.json: an object is expected, not \[1\]"),
        ("ground-truth/1.json", '{"url": "x"}', "ground_truth: an object is expected, not null"),
        ("ground-truth/1.json", '{"ground_truth": {"title": 7}}', "title: a string is expected"),
        ("ground-truth.json", "[1, 2]", "ground-truth.json: an object is expected"),
        ("ground-truth.json", '{"a": "text"}', "a: an object is expected"),
        ("ground-truth.json", '{"a": {"articleBody": null}}', "articleBody: a string is expected"),
    ],
)
def test_broken_gold(tmp_path: Path, file: str, text: str, reason: str) -> None:
    """Gold that is no JSON, or not of the form that was published, is an error that says where."""
    put(tmp_path / "data", {file: text, "html/a.html": "<p>x", "html/1.html": "<p>x"})
    with pytest.raises(InputError, match=reason):
        load(str(tmp_path / "data"))


def test_pages_that_are_not_there(tmp_path: Path) -> None:
    """Gold of pages that are missing is counted; the pages that are there are judged."""
    site, wcxb = write_site(tmp_path / "site"), write_wcxb(tmp_path / "wcxb")
    (site / "html/a1/index.html").unlink()
    (wcxb / "html/0001.html").unlink()
    for folder, left in ((site, 6), (wcxb, 1)):
        data = load(str(folder))
        assert len(data.pages) == left
        assert data.notes == ("1 page of the gold cannot be found in html/",)


@pytest.mark.parametrize("name", ["empty", "missing", "broken.tar.xz"])
def test_no_data(tmp_path: Path, name: str) -> None:
    """What is no data set is an error that says what was looked for."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.tar.xz").write_bytes(b"not an archive")
    with pytest.raises(InputError, match=name):
        load(str(tmp_path / name))


@pytest.mark.parametrize(
    ("site", "path", "label"),
    [
        ("apisix-blog-en-zh", "blog/2021/06/30/x/index.html", "blog"),
        ("apisix-blog-en-zh", "zh/blog/2021/06/30/x/index.html", "zh/blog"),
        ("wz2100-multi", "de/news/x/index.html", "de/news"),
        ("wz2100-multi", "de/support/index.html", None),
        ("magazine-webdesign-fr", "conseils/guides/x/index.html", "conseils/guides"),
        ("magazine-webdesign-fr", "flat-design/index.html", None),
        ("another", "a/b/c.html", None),
    ],
)
def test_classes_by_path(site: str, path: str, label: str | None) -> None:
    """The three sites whose addresses tell language and section."""
    assert class_of(site, path, {"kind": "article"}) == label
    assert class_of(site, path, {"kind": "toc"}) is None


def test_classes_by_gold() -> None:
    """The demonstration site says the section of each article."""
    assert class_of("demo", "x", {"kind": "article", "lang": "en", "section": "City"}) == "en/City"
