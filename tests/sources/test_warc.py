"""WARC: every whole record of any file, whatever else is in it."""

from __future__ import annotations

import gzip
import io
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegist import sources
from tests.sources.make import DAY, Warc, address, numbers, page, read, warc, zstd, zstd_warc

ALL = list(range(6))


def stream(data: bytes) -> io.BytesIO:
    return io.BytesIO(data)


@pytest.mark.parametrize(
    "data",
    [
        warc().data,
        warc(gzip=False).data,
        gzip.compress(warc(gzip=False).data),
        zstd_warc(warc(gzip=False)),
        zstd_warc(warc(gzip=False), "plain"),
        zstd_warc(warc(gzip=False), "packed"),
        b"\r\n\r\n" + warc(gzip=False).data,
    ],
    ids=["gzip", "plain", "one member", "zstd", "dictionary", "packed dictionary", "lines"],
)
def test_containers(data: bytes) -> None:
    """All compressions give the same pages, and no problems."""
    found, problems = read(stream(data))
    assert numbers(found) == ALL
    assert problems == []
    assert {document.time for document in found} == {DAY.format(1)}
    assert {document.content_type for document in found} == {"text/html"}
    assert len({document.name for document in found}) == 6


def test_members_that_split_records() -> None:
    """Members may begin anywhere, as bgzip and parallel compressors write them."""
    plain = warc(gzip=False).data
    data = b"".join(gzip.compress(plain[at : at + 333]) for at in range(0, len(plain), 333))
    assert numbers(read(stream(data))[0]) == ALL


@pytest.mark.parametrize("kind", ["gzip", "plain", "zstd"])
def test_truncated(kind: str) -> None:
    """Of a file cut anywhere, every record before the cut is read, and one problem is named."""
    made = warc(gzip=kind == "gzip")
    parts = made.parts if kind != "zstd" else list(map(zstd.compress, made.parts))
    data = b"".join(parts)
    ends = list(accumulate(map(len, parts)))
    spare = 4 if kind == "plain" else 0
    for twentieth in range(1, 20):
        cut = len(data) * twentieth // 20
        found, problems = read(stream(data[:cut]))
        whole = numbers(found)
        assert whole == ALL[: len(whole)]
        assert len(whole) == sum(end - spare <= cut for end in ends)
        assert len(problems) == (not any(end - spare <= cut <= end for end in ends))


@pytest.mark.parametrize("compressed", [True, False])
def test_damage_in_the_middle(compressed: bool) -> None:
    """A damaged record is skipped and named with its offset, and all others are read."""
    made = warc(gzip=compressed)
    begin, end = made.offsets[2], made.offsets[3]
    for twentieth in range(20):
        data = bytearray(made.data)
        at = begin + (end - begin) * twentieth // 20
        data[at : at + 3] = bytes(byte ^ 0xA5 for byte in data[at : at + 3])
        source = sources.open(stream(bytes(data)))
        found = numbers(source)
        assert [number for number in found if number != 2] == [0, 1, 3, 4, 5], at
        if 2 not in found:
            assert source.problems or source.left_out
            assert not source.problems or source.problems[0].name.endswith(f"@{begin}")


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("garbage", [b"garbage!!\n" * 5, b"\0" * 700, b"WARC/1.0\r\nhalf a"])
def test_garbage_between_records(compressed: bool, garbage: bytes) -> None:
    """Bytes between two records cost neither."""
    parts = warc(gzip=compressed).parts
    found, problems = read(stream(b"".join([*parts[:3], garbage, *parts[3:]])))
    assert numbers(found) == ALL
    assert problems


@pytest.mark.parametrize("compressed", [True, False])
def test_missing_piece(compressed: bool) -> None:
    """A record that ends too early does not swallow the next one."""
    parts = warc(gzip=compressed).parts
    found, problems = read(stream(b"".join([*parts[:2], parts[2][:150], *parts[3:]])))
    assert numbers(found) == [0, 1, 3, 4, 5]
    assert len(problems) == 1


@pytest.mark.parametrize("length", [b"3", b"99999", b"10000000000", b"-1", b"x", b"9" * 4000])
@pytest.mark.parametrize("packing", ["plain", "member", "one member"])
def test_wrong_content_length(length: bytes, packing: str) -> None:
    """A record whose length is wrong is skipped, with any length and in any packing."""
    parts = warc(gzip=False).parts
    before, _, after = parts[2].partition(b"Content-Length: ")
    parts[2] = before + b"Content-Length: " + length + after[after.index(b"\r\n") :]
    if packing == "member":
        parts = list(map(gzip.compress, parts))
    data = b"".join(parts)
    found, problems = read(stream(gzip.compress(data) if packing == "one member" else data))
    assert numbers(found) == [0, 1, 3, 4, 5]
    assert len(problems) == 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4000), st.binary(max_size=40)), max_size=4), st.booleans())
def test_any_damage(edits: list[tuple[int, bytes]], compressed: bool) -> None:
    """Whatever is overwritten, reading ends, and what is read of undamaged pages is right."""
    data = bytearray(warc(gzip=compressed).data)
    for at, piece in edits:
        data[at : at + len(piece)] = piece
    for document in sources.open(stream(b"WARC/" + bytes(data)), every_capture=True):
        assert document.data


def test_many_false_beginnings() -> None:
    """Bytes that look like members by the thousand do not hang the search."""
    false = b"\x1f\x8b\x08\x00" * 20_000
    parts = warc().parts
    found, _ = read(stream(b"".join([*parts[:3], false, *parts[3:]])))
    assert numbers(found) == ALL


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # warcio's
def test_what_is_left_out() -> None:
    """Other record types, states, media types and addresses are counted, not problems."""
    made = Warc()
    made.add("http://a.example/1", b"x", status="404 Not Found")
    made.add("http://a.example/2", b"\x89PNG", headers=[("Content-Type", "image/png")])
    made.add("http://a.example/3", b"", kind="revisit")
    made.add("http://a.example/4", b"GET", kind="request")
    made.add("dns:a.example", b"x")
    made.add("http://a.example/6", b"")
    made.add("http://a.example/7", b"%PDF-1.7")
    made.add("http://a.example/8", page(8), headers=[])
    source = sources.open(stream(made.data))
    assert numbers(source) == [8]
    assert source.problems == []
    assert source.left_out == {
        "status 404": 1,
        "not a web page but image/png": 1,
        "revisit": 1,
        "no web address": 1,
        "empty": 1,
        "not a web page but application/pdf": 1,
    }
    everything = [document.url for document in sources.open(stream(made.data), html_only=False)]
    assert everything == [f"http://a.example/{number}" for number in (2, 6, 7, 8)]


def test_many_damaged_records() -> None:
    """Thousands of damaged records are each named, in one pass over the file."""
    broken = b"WARC/1.0\r\nA: b\r\n\r\n" * 20_000
    made = warc(gzip=False)
    source = sources.open(stream(made.data + broken + made.parts[0]), every_capture=True)
    assert numbers(source) == [*ALL, 0]
    assert source.skipped == 20_000
    assert source.problems[1].name == f"stream@{len(made.data) + 18}"


def test_size_limit() -> None:
    """A page above the limit is a problem, whether its record or only what it unpacks to is."""
    made = Warc()
    made.add(address(0), b"<p>" * 1000)
    bomb = gzip.compress(b"<p>" * 10_000_000)
    made.add(address(1), bomb, headers=[("Content-Encoding", "gzip")])
    made.add(address(2), page(2), headers=[("Content-Type", "text/html")])
    found, problems = read(stream(made.data), max_bytes=1000)
    assert numbers(found) == [2]
    assert all("1,000 bytes" in problem for problem in problems)
    assert len(problems) == 2


def test_newest_capture() -> None:
    """Of several captures the newest page is taken, across files and not by their order."""
    first, second = Warc(), Warc()
    first.add("http://a.example/x", b"<p>3", date=DAY.format(3))
    first.add("http://a.example/x", b"<p>1", date=DAY.format(1))
    second.add("http://a.example/x#f", b"<p>2", date=DAY.format(2))
    second.add("http://a.example/x", b"<p>9", date=DAY.format(9), status="500 Oops")
    second.add("http://a.example/y", b"<p>y", date=DAY.format(1))
    for data in (first.data + second.data, second.data + first.data):
        source = sources.open(stream(data))
        assert sorted(document.data for document in source) == [b"<p>3", b"<p>y"]
        assert source.left_out["older capture"] == 2
        every = sources.open(stream(data), every_capture=True)
        assert len(list(every)) == 4
        assert len(list(every)) == 4


def test_same_second(tmp_path: Path) -> None:
    """Which of two captures of one second is taken does not depend on the order of files."""
    for number in range(2):
        made = Warc().add("http://a.example/x", b"<p>%d" % number)
        (tmp_path / f"{number}.warc.gz").write_bytes(made.data)
    names = [tmp_path / "0.warc.gz", tmp_path / "1.warc.gz"]
    assert read(names)[0] == read(names[::-1])[0]


def test_folder_and_pattern(tmp_path: Path) -> None:
    """A folder of WARCs is read as WARCs, and so is a pattern; other files there are not pages."""
    (tmp_path / "sub").mkdir()
    for number, part in enumerate(warc(2).parts):
        (tmp_path / "sub" / f"{number}.warc.gz").write_bytes(part)
    (tmp_path / "README").write_text("words")
    (tmp_path / "notes.txt").write_text("words")
    for name in (tmp_path, tmp_path / "*" / "*.gz", tmp_path / "**" / "*.gz", tmp_path / "*"):
        if name.name != "*":
            assert numbers(read(str(name))[0]) == [0, 1]
    assert numbers(read([tmp_path / "sub"])[0]) == [0, 1]
