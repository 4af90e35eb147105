"""Listening: on loopback, unless somebody says otherwise; then a token is asked for."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING

from sitegist.errors import MissingExtra, OptionError

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

LOOPBACK = "127.0.0.1"
PORT = 8765


def is_loopback(host: str) -> bool:
    """Whether only this machine can ask there."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def new_token() -> str:
    """One that nobody guesses."""
    return secrets.token_urlsafe(24)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; 0 for any port that is free."""
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except (OSError, OverflowError, UnicodeError) as error:
        # what Python appends to it says the same again
        reason = str(getattr(error, "strerror", None) or error).partition(" (")[0]
        raise OptionError(f"cannot listen on {host}, port {port}: {reason}; see --port") from None


def address_of(listening: socket.socket, token: str | None = None) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host)
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def open_browser(address: str) -> None:
    """Open a browser that has a window; one for the terminal would take it away from us."""
    if sys.platform in ("win32", "darwin") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        import webbrowser

        webbrowser.open(address)


def run(app: Starlette, listening: socket.socket) -> None:
    """Answer until somebody presses Ctrl-C."""
    with listening, suppress(KeyboardInterrupt):
        _prepare(app)
        _server(app).run(sockets=[listening])


def _prepare(app: Starlette) -> None:
    """What the first answers would have to wait for: templates, and tables of characters."""
    from sitegist.page import read

    for name in app.state.templates.list_templates():
        app.state.templates.get_template(name)
    page = read("<p>word")
    _ = page.words, page.terms


@contextmanager
def running(app: Starlette) -> Iterator[str]:
    """Answers in a thread, on a free port of loopback; gives the address without a last slash."""
    with listen(LOOPBACK, 0) as listening:
        server = _server(app)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield address_of(listening).rstrip("/")
        finally:
            server.should_exit = True
            thread.join()


def _server(app: Starlette) -> uvicorn.Server:
    try:
        import uvicorn
    except ModuleNotFoundError:
        raise MissingExtra("uvicorn", "app") from None
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="off",
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
