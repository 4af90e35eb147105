"""Files, folders, patterns, archives, streams and iterables."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sitegist import sources
from sitegist.errors import InputError, OptionError
from sitegist.sources import Document, site_of
from tests.sources.make import address, numbers, page, read, warc


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small site, with what else may lie about."""
    for name in ("index.html", "a/index.html", "a/b c.htm", "x.html/y.html", "bare"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"<p>" + name.encode())
    (tmp_path / "a" / "packed.html.gz").write_bytes(gzip.compress(b"<p>packed"))
    (tmp_path / "a" / "style.css").write_text("p {}")
    (tmp_path / "download.jsonl").write_text("{}\n")
    return tmp_path


def test_folder(folder: Path) -> None:
    """A folder of pages gives its pages, and their addresses on a base."""
    found, problems = read(folder, base="https://e.org/docs")
    assert problems == []
    assert [document.url for document in found] == [
        "https://e.org/docs/bare",
        "https://e.org/docs/",
        "https://e.org/docs/a/b%20c.htm",
        "https://e.org/docs/a/",
        "https://e.org/docs/a/packed.html.gz",
        "https://e.org/docs/x.html/y.html",
    ]
    assert found[4].data == b"<p>packed"
    assert {document.url for document in read(str(folder))[0]} == {None}
    pattern = read(str(folder / "**" / "*.htm*"), base="https://e.org/")[0]
    assert "https://e.org/a/b%20c.htm" in [document.url for document in pattern]
    assert len(pattern) == 5


def test_single_file(folder: Path) -> None:
    """A page gets the address that it is given; a name that stands for nothing fails at once."""
    [document], _ = read([str(folder / "index.html")], url="https://e.org/x")
    assert document == Document(str(folder / "index.html"), "https://e.org/x", b"<p>index.html")
    with pytest.raises(InputError, match="no such file"):
        sources.open([str(folder / "nothing")])
    assert read(str(folder / "nothing*")) == ([], [])


def test_restart(folder: Path) -> None:
    """Iterating again starts anew, problems included."""
    (folder / "z.html").write_bytes(b"%PDF-1.7")
    source = sources.open(folder)
    assert list(source) == list(source)
    assert [problem.reason for problem in source.problems] == ["not a web page but application/pdf"]


def test_hostile_files(folder: Path) -> None:
    """What is no readable page of bounded size is named, and nothing hangs."""
    os.mkfifo(folder / "a" / "pipe.html")
    (folder / "a" / "empty.html").touch()
    (folder / "a" / "binary.html").write_bytes(bytes(range(32)) * 10)
    (folder / "a" / "large.html").write_bytes(b"<p>" * 1000)
    (folder / "a" / "bomb.html.gz").write_bytes(gzip.compress(bytes(20_000_000)))
    (folder / "a" / "cut.html.gz").write_bytes(gzip.compress(b"<p>" * 100)[:20])
    (folder / "a" / "loop").symlink_to(folder)
    (folder / "a" / "loop.html").symlink_to("loop.html")
    (folder / "a" / "passwd.html").symlink_to("/etc/passwd")
    (folder / "a" / "inside.html").symlink_to("b c.htm")
    source = sources.open(folder, max_bytes=1000)
    found = [document.name for document in source]
    assert len(found) == 7
    named = {Path(name).name: reason for name, reason in source.problems}
    assert sorted(named) == [
        *("binary.html", "bomb.html.gz", "cut.html.gz", "empty.html", "large.html"),
        *("loop.html", "passwd.html", "pipe.html"),
    ]
    assert named["pipe.html"] == "not a regular file"
    assert "1,000 bytes" in named["bomb.html.gz"]
    assert named["binary.html"] == "not a web page but application/octet-stream"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names of characters")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    """A name of any bytes is read, can be printed and makes an address."""
    with open(os.fsencode(tmp_path) + b"/\xff.html", "wb") as file:
        file.write(b"<p>")
    [document], _ = read(tmp_path, base="https://e.org")
    assert document.name.endswith("\\xff.html")
    assert document.url == "https://e.org/%FF.html"


def site(folder: Path, rows: list[tuple[str, str | None]]) -> Path:
    """An archive with a page at each path, and the gold's address of it."""
    lines = []
    for path, url in rows:
        file = folder / "html" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<p>{path}")
        lines.append(json.dumps({"path": path, "url": url}))
    (folder / "origin.json").write_text("{}")
    (folder / "gold.jsonl").write_text("\n".join(lines))
    return folder


ROWS = [
    ("404.html", None),
    ("a/index.html", "https://e.org/blog/a/"),
    ("a/old.html", "https://e.org/blog/a/"),
    ("b.html", "/b.html"),
    ("c.html", "https://e.org/blog/c.html"),
    ("d.html", "https://other.example/d2"),
    ("index.html", None),
    ("page/1/index.html", "https://e.org/blog/"),
]
ADDRESSES = [
    "https://e.org/blog/404.html",
    "https://e.org/blog/a/",
    "https://e.org/blog/a/old.html",
    "https://e.org/blog/b.html",
    "https://e.org/blog/c.html",
    "https://other.example/d2",
    "https://e.org/blog/",
    "https://e.org/blog/page/1/",
]


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".bz2"])
def test_archives(suffix: str, tmp_path: Path) -> None:
    """Packed or not, pages have the gold's addresses, or those on the gold's base; none twice."""
    folder = site(tmp_path / "NAME", ROWS)
    packed = tmp_path / "packed" / f"NAME.tar{suffix}"
    packed.parent.mkdir()
    mode: Any = f"w:{suffix[1:]}"
    with tarfile.open(packed, mode) as archive:
        archive.add(folder, "NAME")
    for name in (folder, packed):
        found, problems = read(name)
        assert sorted(document.url or "" for document in found) == sorted(ADDRESSES)
        assert problems == []
        assert len(read(name.parent)[0]) == len(ROWS) * (1 + (name == folder))
    data = packed.read_bytes()
    for cut in range(1, 20):
        packed.write_bytes(data[: len(data) * cut // 20])
        found, problems = read(packed)
        assert len(found) <= len(ROWS)


def test_archive_without_addresses(tmp_path: Path) -> None:
    """A site whose gold has no address gets one that cannot exist."""
    found, _ = read(site(tmp_path / "My_Site", [("x/index.html", None)]))
    assert found[0].url == "https://my-site.invalid/x/"


def test_damaged_tar(tmp_path: Path) -> None:
    """After a damaged header the next one is found; names that lead elsewhere are only names."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for number in range(4):
            info = tarfile.TarInfo(f"../../etc/{number}.html")
            info.size = len(page(number))
            archive.addfile(info, io.BytesIO(page(number)))
    data = bytearray(file.getvalue())
    data[data.index(b"../../etc/1.html")] = 0x41
    found, problems = read(io.BytesIO(bytes(data)), base="http://a.example/")
    assert [document.data for document in found] == [page(0), page(2), page(3)]
    assert len(problems) == 1
    assert not (tmp_path.parent / "etc").exists()


def test_iterables() -> None:
    """Pairs, rows and documents may be mixed; what is none of them is named."""
    items: list[object] = [
        ("http://a.example/1", "<p>é"),
        (None, b"<p>2", "text/html; charset=latin-1", "20200101000000"),
        {"url": "http://a.example/3", "html": "<p>3"},
        Document("mine", "http://a.example/4", b"<p>4"),
        5,
        ("http://a.example/6",),
        ("http://a.example/1", "<p>newer"),
    ]
    found, problems = read(items)
    assert [document.data for document in found] == [b"<p>2", b"<p>3", b"<p>4", b"<p>newer"]
    assert found[0].time == "2020-01-01T00:00:00Z"
    assert found[0].content_type == "text/html; charset=latin-1"
    assert found[1].content_type == "text/html; charset=utf-8"
    assert len(problems) == 2
    assert read(iter(items)) == (found, problems)
    assert read([]) == ([], [])
    for wrong in (b"<p>", 3):
        with pytest.raises(InputError):
            sources.open(wrong)  # type: ignore[arg-type]


def test_generators() -> None:
    """A generator can be read again, unless every capture was asked for: then it streams."""

    def endless() -> Iterator[tuple[str, str]]:
        number = 0
        while True:
            yield address(number), "<p>"
            number += 1

    source = sources.open((address(i), page(i)) for i in range(3))
    assert numbers(source) == numbers(source) == [0, 1, 2]
    source = sources.open(endless(), every_capture=True)
    assert next(iter(source)).url == address(0)
    with pytest.raises(InputError, match="only once"):
        list(source)


@pytest.mark.parametrize("data", [warc().data, warc(gzip=False).data])
def test_standard_input(data: bytes) -> None:
    """Standard input is a page or a collection by its first bytes, and can be read twice."""
    code = (
        "from sitegist import sources; s = sources.open('-', 'http://e.org'); "
        "print([d.url for d in s] == [d.url for d in s], *[d.url for d in s])"
    )
    for given, expected in ((data, list(map(address, range(6)))), (b"<p>a", ["http://e.org"])):
        done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True)
        assert done.stdout.decode().split() == ["True", *expected], done.stderr.decode()


def test_light_import() -> None:
    """Importing the package loads nothing heavy."""
    code = (
        "import sys, sitegist.sources; "
        "heavy = {'numpy', 'pyarrow', 'tldextract', 'turbohtml', 'urllib.request', 'tempfile'}; "
        "print(heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"set()"


@pytest.mark.parametrize(
    ("url", "domain", "host"),
    [
        ("https://News.BBC.co.uk:8080/x", "bbc.co.uk", "news.bbc.co.uk"),
        ("http://user:pw@www.e.org./", "e.org", "www.e.org"),
        ("https://me.github.io/blog", "me.github.io", "me.github.io"),
        ("https://github.io/", "github.io", "github.io"),
        ("http://127.0.0.1:8000/", "127.0.0.1", "127.0.0.1"),
        ("http://[::1]/", "[::1]", "[::1]"),
        ("http://localhost:3000", "localhost", "localhost"),
        ("https://bücher.example.de/", "example.de", "xn--bcher-kva.example.de"),
        ("https://www.食狮.公司.cn/", "xn--85x722f.xn--55qx5d.cn", "www.xn--85x722f.xn--55qx5d.cn"),
        (None, "unknown", "unknown"),
        ("", "unknown", "unknown"),
        ("no address", "unknown", "unknown"),
        ("urn:x:y", "unknown", "unknown"),
        ("http://[", "unknown", "unknown"),
    ],
)
def test_sites(url: str | None, domain: str, host: str) -> None:
    """Sites are registrable domains or hosts; what has neither is unknown."""
    assert site_of(url) == domain
    assert site_of(url, by="host") == host


def test_unknown_grouping() -> None:
    """There are two ways of grouping."""
    with pytest.raises(OptionError):
        site_of("http://e.org", by="tld")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("**/*.html", ["a.html", "one/b.html", "one/two/c.html"]),
        ("one/**", ["one/b.html", "one/two/c.html"]),
        ("**.html", ["a.html"]),
        ("*.html", ["a.html"]),
    ],
)
def test_patterns_do_not_go_round_in_circles(
    tmp_path: Path, pattern: str, found: list[str]
) -> None:
    """Links to folders are not followed, and hidden files are asked for or left alone."""
    for name in ("a", "one/b", "one/two/c", ".hidden/d", "one/.e"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.html").write_text("<p>Some text.")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "one" / "up").symlink_to("..")
    names = [document.name for document in sources.open(str(tmp_path / pattern))]
    assert names == [str(tmp_path / name) for name in found]
