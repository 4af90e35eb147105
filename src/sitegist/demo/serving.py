"""The site as a web server on a free port of 127.0.0.1 shows it.

with serve(pages=400) as url:
    ...  # crawl it
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from urllib.parse import urlsplit

from sitegist.demo.catalogue import HOST
from sitegist.demo.site import build, extras


@contextmanager
def serve(seed: int = 1, pages: int = 400, delay: bool = False) -> Iterator[str]:
    """The address of the running site; its robots.txt asks for a delay only with ``delay``."""
    answers = _answers(seed, pages, delay)

    class Connection(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            found = answers.get(path)
            body, kind = found or (b"<title>404</title><p>There is no such page.", "text/html")
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = _Server(("127.0.0.1", 0), Connection)
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    for path, (body, kind) in answers.items():
        # what the pages say of themselves is true here
        answers[path] = body.replace(HOST.encode(), url.encode()), kind
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield url
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients may go whenever they like."""


def _answers(seed: int, pages: int, delay: bool) -> dict[str, tuple[bytes, str]]:
    """Body and type by path."""
    answers = {}
    for page in build(seed, pages):
        path = "/" + page.path
        answers[path] = answers[path.removesuffix("index.html")] = page.html, "text/html"
    for path, body in extras(seed, pages):
        if path == "robots.txt" and not delay:
            body = b"\n".join(line for line in body.split(b"\n") if b"Crawl-delay" not in line)
        answers["/" + path] = body, guess_type(path)[0] or "application/octet-stream"
    return answers
