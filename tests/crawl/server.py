"""A loopback web server whose answers a test writes, good ones and bad ones.

with Server({"/": page("<a href=/a>A</a>"), "/a": page("<p>words")}) as server:
    ...  # ask server.url
assert server.count("/a") == 1
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import NamedTuple
from urllib.parse import urlsplit

HTML = "text/html; charset=utf-8"


class Asked(NamedTuple):
    """A request as it came."""

    path: str
    """With the query."""
    headers: Mapping[str, str]
    """By their names in lower case."""
    server: Server


@dataclass(frozen=True)
class Answer:
    """What is sent back. A body of several pieces is sent in chunks, one after the other."""

    body: bytes | Iterable[bytes] = b""
    status: int = 200
    content_type: str | None = HTML
    headers: Mapping[str, str] = field(default_factory=dict)
    is_raw: bool = False
    """The body is all that is sent, whatever it is."""


Handler = Callable[[Asked], Answer]
# By path and query, or by path alone; ``Server.routes`` may be changed while it runs.
Routes = dict[str, Answer | Handler]


def page(html: str, title: str = "A page") -> Answer:
    """A web page."""
    return Answer(f"<!doctype html><title>{title}</title><body>{html}".encode())


def moved(to: str, status: int = 302, **headers: str) -> Answer:
    """A redirect."""
    return Answer(status=status, content_type=None, headers={"Location": to, **headers})


def missing(asked: Asked) -> Answer:
    """What is answered where there is no route."""
    return Answer(b"<title>Not found</title><p>There is no such page.", 404)


def drip(piece: bytes = b"<p>still more words", every: float = 0.05) -> Handler:
    """An answer that comes slowly and never ends, until the server does."""

    def handle(asked: Asked) -> Answer:
        def pieces() -> Iterable[bytes]:
            while not asked.server.closing.wait(every):
                yield piece

        return Answer(pieces())

    return handle


def raw(sent: bytes) -> Answer:
    """These bytes, and then the connection is closed."""
    return Answer(sent, is_raw=True)


def in_turn(*answers: Answer) -> Handler:
    """One answer after the other, the last one from then on: an error that goes away."""
    left = list(answers)
    return lambda asked: left.pop(0) if len(left) > 1 else left[0]


class Server:
    """Serves routes on a free port of 127.0.0.1 and remembers what it was asked."""

    def __init__(self, routes: Routes, otherwise: Handler = missing) -> None:
        self.routes, self.otherwise = routes, otherwise
        self.asked: list[Asked] = []
        self.closing = threading.Event()
        outer = self

        class Connection(_Connection):
            server_of = outer

        self._http = _Http(("127.0.0.1", 0), Connection)
        self.port = self._http.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def count(self, path: str) -> int:
        """How often a path was asked for, its query included."""
        return self.paths.count(path)

    @property
    def paths(self) -> list[str]:
        """All paths that were asked for, in order."""
        return [asked.path for asked in self.asked]

    def answer(self, asked: Asked) -> Answer:
        """The answer to a request."""
        self.asked.append(asked)
        path = urlsplit(asked.path).path
        found = self.routes.get(asked.path, self.routes.get(path, self.otherwise))
        return found if isinstance(found, Answer) else found(asked)

    def __enter__(self) -> Server:
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients may go whenever they like."""


class _Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of: Server

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.server_of.answer(Asked(self.path, headers, self.server_of))
        with suppress(OSError):
            self._send(answer)

    def _send(self, answer: Answer) -> None:
        if answer.is_raw:
            assert isinstance(answer.body, bytes)
            self.wfile.write(answer.body)
            self.close_connection = True
            return
        self.send_response(answer.status)
        if answer.content_type is not None:
            self.send_header("Content-Type", answer.content_type)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if isinstance(answer.body, bytes):
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in answer.body:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""
