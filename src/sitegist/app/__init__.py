"""The web application: all that was mined of a site, to be seen."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sitegist.errors import MissingExtra

if TYPE_CHECKING:
    from starlette.applications import Starlette


def create(
    folder: str | os.PathLike[str], *, token: str | None = None, names: Iterable[str] = ()
) -> Starlette:
    """The application for a mined folder, or for a folder with several sites.

    With a ``token`` nobody is answered who does not know it. ``names`` are those that the server
    goes by beside ``localhost`` and the addresses of this machine.
    """
    with _extra():
        from sitegist.app.web import assemble
    return assemble(folder, token, names)


def report_of(
    folder: str | os.PathLike[str], *, pages: int = 6, most_bytes: int = 10_000_000
) -> str:
    """A mined site in one HTML file: at a glance, its map, and so many sample pages.

    What does not fit into ``most_bytes`` is left out, and the report says so.
    """
    with _extra():
        from sitegist.app.report import report
    return report(folder, pages, most_bytes)


@contextmanager
def _extra() -> Iterator[None]:
    """Where a library is missing, the error says how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sitegist"):
            raise
        raise MissingExtra(error.name or "starlette", "app") from None
