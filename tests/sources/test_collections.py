"""WACZ, JSON Lines and Parquet."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitegist import sources
from tests.sources.make import address, numbers, page, read, warc, zstd

PARTS = warc().parts


def wacz(method: int = zipfile.ZIP_STORED) -> bytes:
    parts = PARTS
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("datapackage.json", "{}")
        archive.writestr("archive/b.warc.gz", b"".join(parts[3:]))
        archive.writestr("archive/a.warc.gz", b"".join(parts[:3]))
        archive.writestr("archive/../../up.warc.gz", parts[0])
        archive.writestr("pages/pages.jsonl", "{}")
    return file.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_wacz(method: int, tmp_path: Path) -> None:
    """All WARCs of a collection are read in the order of their names, nothing else is."""
    (tmp_path / "a.wacz").write_bytes(wacz(method))
    found, problems = read(tmp_path / "a.wacz")
    assert numbers(found) == list(range(6))
    assert problems == []
    assert found[0].name.endswith("a.wacz:archive/a.warc.gz@0")
    assert numbers(read(io.BytesIO(wacz(method)))[0]) == list(range(6))


def test_wacz_without_directory(tmp_path: Path) -> None:
    """A truncated collection has no directory; its whole records are found all the same."""
    data = wacz()
    for cut in range(1, 20):
        kept = data[: len(data) * cut // 20]
        (tmp_path / "a.wacz").write_bytes(kept)
        found, problems = read(tmp_path / "a.wacz")
        assert sorted(numbers(found)) == [i for i, part in enumerate(PARTS) if part in kept]
        assert problems


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_wacz_damaged_member(method: int) -> None:
    """Damage in one member costs no page of another."""
    data = bytearray(wacz(method))
    at = data.index(b"archive/b.warc.gz") + 300
    data[at : at + 4] = b"\xff\0\xff\0"
    found, problems = read(io.BytesIO(bytes(data)))
    assert set(numbers(found)) >= {0, 1, 2}
    assert len(found) >= 5 or method == zipfile.ZIP_DEFLATED
    assert problems


def test_wacz_without_warcs() -> None:
    """A zip of other things is a problem."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("word/document.xml", "<x/>")
    assert read(io.BytesIO(file.getvalue())) == ([], ["has no WARC in archive/"])


LINES = b"".join(
    json.dumps({"url": address(i), "html": page(i).decode()}).encode() + b"\n" for i in range(6)
)


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [
        ("", bytes),
        (".gz", gzip.compress),
        (".zst", zstd.compress),
        (".bz2", bz2.compress),
        (".xz", lzma.compress),
    ],
)
def test_jsonl(suffix: str, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """JSON Lines is read plain and compressed, by its name and by its bytes."""
    file = tmp_path / f"a.jsonl{suffix}"
    file.write_bytes(pack(LINES))
    found, problems = read(file)
    assert numbers(found) == list(range(6))
    assert problems == []
    assert found[0].content_type == "text/html; charset=utf-8"
    assert found[1].name == f"{file}:2"
    assert numbers(read(io.BytesIO(pack(LINES)))[0]) == list(range(6))
    for cut in range(1, 20):
        file.write_bytes(pack(LINES)[: len(pack(LINES)) * cut // 20])
        found, problems = read(file)
        assert numbers(found) == list(range(len(found)))
        assert len(problems) <= 2


def test_jsonl_bad_lines() -> None:
    """Bad lines are skipped and named by their numbers."""
    lines = [
        b'{"url": "http://a.example/0", "html": "<p>"}',
        b"{",
        b"[1]",
        b"",
        b'{"url": 1, "html": "<p>"}',
        b'{"url": "http://a.example/1"}',
        b'{"url": "http://a.example/1", "html": null}',
        b'{"a": ' + b"[" * 100_000,
        b'{"html": "' + b"x" * 5_000_000 + b'"}',
        b'{"URL": "http://a.example/2", "Body": "\\ud800<p>", "date": "2020-01-01"}',
    ]
    source = sources.open(io.BytesIO(b"\n".join(lines)), max_bytes=1000)
    found = list(source)
    assert [document.url for document in found] == [address(0), address(2)]
    assert found[1].data == b"?<p>"
    assert found[1].time == "2020-01-01T00:00:00Z"
    assert [problem.name for problem in source.problems] == [
        f"stream:{number}" for number in (2, 3, 5, 6, 7, 8, 9)
    ]


def test_problems_are_bounded() -> None:
    """A million bad lines are counted, and the first ten thousand named."""
    source = sources.open(io.BytesIO(LINES + b"{\n" * 30_000))
    assert len(list(source)) == 6
    assert source.skipped == 30_000
    assert len(source.problems) == 10_000


def parquet(**options: Any) -> bytes:
    file = io.BytesIO()
    columns = {
        "url": [address(i) for i in range(6)],
        "content": [page(i) for i in range(6)],
        "timestamp": [datetime(2020, 1, 1 + i) for i in range(6)],
        "other": [1] * 6,
    }
    pq.write_table(pa.table(columns), file, row_group_size=2, **options)
    return file.getvalue()


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
def test_parquet(compression: str, tmp_path: Path) -> None:
    """Parquet is read in every compression, its own or around it."""
    file = tmp_path / "a.parquet"
    file.write_bytes(parquet(compression=compression))
    found, problems = read(file)
    assert numbers(found) == list(range(6))
    assert problems == []
    assert found[5].time == "2020-01-06T00:00:00Z"
    assert numbers(read(io.BytesIO(parquet()))[0]) == list(range(6))
    (tmp_path / "b.parquet.gz").write_bytes(gzip.compress(parquet()))
    assert numbers(read(tmp_path / "b.parquet.gz")[0]) == list(range(6))


def test_parquet_damaged() -> None:
    """A damaged row group is skipped, and the others are read; a cut file is one problem."""
    data = bytearray(parquet(compression="zstd"))
    at = pq.ParquetFile(io.BytesIO(bytes(data))).metadata.row_group(1).column(1)
    begin = at.dictionary_page_offset or at.data_page_offset
    data[begin : begin + 60] = b"\xff" * 60
    found, problems = read(io.BytesIO(bytes(data)))
    assert numbers(found) == [0, 1, 4, 5]
    assert len(problems) == 1
    for cut in range(1, 20):
        kept = parquet()[: len(parquet()) * cut // 20]
        found, problems = read(io.BytesIO(kept))
        assert (found, len(problems)) == ([], 1)


def test_parquet_other_columns() -> None:
    """Without a column for pages there are none; text columns and missing values are fine."""
    file = io.BytesIO()
    pq.write_table(pa.table({"text": ["a"]}), file)
    assert read(io.BytesIO(file.getvalue())) == ([], ["has no html"])
    file = io.BytesIO()
    pq.write_table(
        pa.table({"html": ["<p>a", None], "time": pa.array([1, 2], "timestamp[ns]")}), file
    )
    found, problems = read(io.BytesIO(file.getvalue()))
    assert [document.data for document in found] == [b"<p>a"]
    assert problems == ["has no html"]
