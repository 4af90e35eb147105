"""Whole crawls, over a network that misbehaves"""

from __future__ import annotations

import gzip
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import brotli
import pytest
from warcio.archiveiterator import ArchiveIterator

from sitegist.crawl.crawling import Crawled, Progress, crawl
from sitegist.sources import open as open_source
from tests.crawl.server import Answer, Asked, Routes, Server, drip, in_turn, moved, page, raw
from tests.crawl.support import is_sound

WORDS = "<p>Words that stand here for their own sake, and for nobody else's.</p>"


def links(*paths: str) -> Answer:
    """A page of links."""
    return page("".join(f"<a href='{path}'>{path}</a>" for path in paths) + WORDS)


def whoami(asked: Asked) -> Answer:
    """Shows the request, and sets a cookie."""
    told = page(f"<pre>{dict(asked.headers)}")
    return Answer(told.body, headers={"Set-Cookie": "seen=1"})


def squeezed(html: str, times: int = 1) -> Answer:
    """A packed page."""
    body = gzip.compress(html.encode() * times)
    return Answer(body, headers={"Content-Encoding": "gzip"})


def squeezed_unasked(asked: Asked) -> Answer:
    """A coding that nobody said to know."""
    assert "br" not in asked.headers["accept-encoding"]
    body = brotli.compress(b"<p>words for few")
    return Answer(body, headers={"Content-Encoding": "br"})


def garbage(asked: Asked) -> Answer:
    """A header beyond ASCII, and pieces."""
    return Answer(iter([b"<p>one ", b"piece ", b"after another"]), headers={"X-Name": "caf\xe9"})


ROUTES: Routes = {
    "/robots.txt": Answer(b"User-agent: *\nDisallow: /private\n", content_type="text/plain"),
    "/": links("/who", "/private/x", "/slow", "/bomb", "/packed", "/large", "/long", "/pieces",
               "/pdf", "/brotli", "/shaky", "/down", "/gone", "/old", "/self", "/cut", "/zip",
               "/empty", "/chunk", "/closed", "/noise", "/lengths", "/header"),
    "/who": whoami,
    "/slow": drip(every=0.05),
    "/bomb": squeezed("<p>0</p>" * 1000, 2000),
    "/packed": squeezed("<p>packed words <a href=/inside>inside</a>"),
    "/brotli": squeezed_unasked,
    "/inside": page(WORDS),
    "/large": page("x" * 3_000_000),
    "/long": drip(b"<p>" + b"x" * 200_000, every=0.001),
    "/pieces": garbage,
    "/pdf": Answer(b"%PDF-1.7 " * 10_000, content_type="application/pdf"),
    "/shaky": in_turn(Answer(b"", 500), page(WORDS)),
    "/down": Answer(b"<p>down", 503),
    "/old": moved("/new"),
    "/new": page(WORDS),
    "/self": moved("/self"),
    "/cut": raw(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<p>short"),
    "/chunk": raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nwhat?"),
    "/closed": raw(b""),
    "/noise": raw(b"\xff\xfe noise\r\n\r\n"),
    "/lengths": raw(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n<p>123"),
    "/header": raw(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000 + b"\r\n\r\n<p>words"),
    "/zip": Answer(b"PK\x03\x04 nothing", content_type=None),
    "/empty": Answer(b""),
}  # fmt: skip


class Done(NamedTuple):
    """A crawl that is over."""

    server: Server
    output: Path
    crawled: Crawled
    progress: list[Progress]

    @property
    def read(self) -> dict[str, bytes]:
        """Its pages, as whoever reads the file finds them."""
        source = open_source(self.output)
        found = {document.url or "": document.data for document in source}
        assert source.skipped == 0
        return {url.removeprefix(self.server.url): data for url, data in found.items()}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Done]:
    """The crawl of a server that does everything wrong."""
    output = tmp_path_factory.mktemp("crawl") / "site.warc.gz"
    progress: list[Progress] = []
    with Server(dict(ROUTES)) as server:
        crawled = crawl(
            [server.url],
            output,
            delay=0.0,
            deadline=1.0,
            max_bytes=2_000_000,
            progress=progress.append,
        )
        yield Done(server, output, crawled, progress)


def test_what_can_be_had_is_there(done: Done) -> None:
    """In the file, once, and the rest is told."""
    assert set(done.read) == {
        "/",
        "/who",
        "/packed",
        "/brotli",
        "/inside",
        "/pieces",
        "/shaky",
        "/new",
    }
    assert done.read["/pieces"] == b"<p>one piece after another"
    assert b"packed words" in done.read["/packed"]
    assert done.crawled.pages == len(done.read) + 1  # the empty one
    reasons = {url.removeprefix(done.server.url): why for url, why in done.crawled.problems}
    assert reasons == {
        "/slow": "no whole answer within 1 seconds",
        "/bomb": "unpacks to more than 2,000,000 bytes",
        "/large": "more than 2,000,000 bytes",
        "/long": "more than 2,000,000 bytes",
        "/down": "the server answers 503",
        "/self": "redirects more than 10 times",
        "/cut": "the answer is not whole",
        "/chunk": "the answer is not as HTTP has it",
        "/closed": "the answer is not whole",
        "/noise": "the answer is not as HTTP has it",
        "/lengths": "the answer is not as HTTP has it",
        "/header": "the answer is not whole",
    }
    assert done.crawled.queued == 0
    assert done.crawled.left_out == {
        "not a web page but application/pdf": 1,
        "not a web page but application/zip": 1,
        "robots.txt does not allow it": 1,
    }


def test_what_was_asked(done: Done) -> None:
    """robots.txt first; nothing that is forbidden; what fails three times; by our own name."""
    paths = done.server.paths
    assert paths[:3] == ["/robots.txt", "/", "/who"]
    assert "/private/x" not in paths
    counted = Counter(paths)
    assert [counted[path] for path in ("/slow", "/down", "/cut", "/shaky", "/large", "/self")] == [
        3,
        3,
        3,
        2,
        1,
        11,
    ]
    assert all("sitegist/" in asked.headers["user-agent"] for asked in done.server.asked)
    assert any("seen=1" in asked.headers.get("cookie", "") for asked in done.server.asked)


def test_the_records(done: Done, capsys: pytest.CaptureFixture[str]) -> None:
    """WARC 1.1: what was sent, for each request its answer, with the bytes of the network."""
    with done.output.open("rb") as file:
        records = [
            (record.rec_type, record.rec_headers, record.http_headers, record.raw_stream.read())
            for record in ArchiveIterator(file)
        ]
    kinds = Counter(kind for kind, *_ in records)
    assert kinds == {"warcinfo": 1, "response": kinds["request"], "request": kinds["request"]}
    assert b"software: sitegist/" in records[0][3]
    assert is_sound(done.output, capsys)
    answers = {headers["WARC-Record-ID"]: headers for kind, headers, *_ in records
               if kind == "response"}  # fmt: skip
    for kind, headers, http, _ in records:
        assert headers.protocol == "WARC/1.1"
        if kind == "request":
            answer = answers.pop(headers["WARC-Concurrent-To"])
            assert answer["WARC-Target-URI"] == headers["WARC-Target-URI"]
            assert http["Host"] == f"127.0.0.1:{done.server.port}"
            assert "sitegist/" in http["User-Agent"]
    by_path = {headers["WARC-Target-URI"].removeprefix(done.server.url): (http, body)
               for kind, headers, http, body in records if kind == "response"}  # fmt: skip
    assert by_path["/packed"][0]["Content-Encoding"] == "gzip"
    assert gzip.decompress(by_path["/packed"][1]).startswith(b"<p>packed")
    assert by_path["/brotli"][1] == b"<p>words for few"
    assert by_path["/brotli"][0]["X-Orig-Content-Encoding"] == "br"
    assert by_path["/old"][0].statusline == "302 Found"
    assert by_path["/gone"][0].statusline == "404 Not Found"
    assert by_path["/down"][0].statusline == "503 Service Unavailable"


def test_progress_is_told(done: Done) -> None:
    """Pages, queue, failures, bytes; what is said has happened."""
    assert done.progress
    assert done.progress[-1].pages <= done.crawled.pages
    assert [progress.pages for progress in done.progress] == sorted(p.pages for p in done.progress)


def test_a_finished_crawl_stays_as_it_is(done: Done) -> None:
    """Nothing is asked; anew, everything is."""
    before, asked = done.output.read_bytes(), len(done.server.asked)
    options: dict[str, Any] = {"delay": 0.0, "deadline": 1.0, "max_bytes": 2_000_000}
    assert crawl([done.server.url], done.output, **options) == done.crawled
    assert done.output.read_bytes() == before
    assert len(done.server.asked) == asked
    crawl([done.server.url], done.output, anew=True, pages=1, **options)
    assert done.server.paths[asked:] == ["/robots.txt", "/"]


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no Chromium on the path")
def test_rendered_pages(tmp_path: Path) -> None:
    """A browser's document after its scripts, redirects of scripts, and scripts without end."""
    routes: Routes = {
        "/": page("<div id=a></div><script>a.innerHTML = '<a href=/late>l</a><a href=/jump>j</a>"
                  "<a href=/loop>e</a><a href=/pdf>p</a><img src=/picture.png>'</script>"),
        "/late": page("<script>fetch('/data.json').then(r => r.json())"
                      ".then(d => document.body.append(d.said))</script>"),
        "/data.json": Answer(b'{"said": "words that were fetched"}', 200, "application/json"),
        "/jump": page("<script>location = '/landed'</script>"),
        "/landed": page(WORDS),
        "/loop": page("<script>while (true);</script>"),
        "/pdf": Answer(b"%PDF-1.7 ", content_type="application/pdf"),
    }  # fmt: skip
    output = tmp_path / "site.warc.gz"
    with Server(routes) as server:
        crawled = crawl([server.url], output, delay=0.0, deadline=4.0, render=True)
        done = Done(server, output, crawled, [])
        assert set(done.read) == {"/", "/late", "/landed"}
        assert b"words that were fetched" in done.read["/late"]
        assert "/picture.png" not in server.paths
        assert [url for url, _ in crawled.problems] == [server.url + "/loop"]
    with output.open("rb") as file:
        answers = [record for record in ArchiveIterator(file) if record.rec_type == "response"]
    assert all(answer.rec_headers["X-Sitegist-Rendered"] == "true" for answer in answers)
