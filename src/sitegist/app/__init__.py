"""The web application: all that was mined of a site, to be seen."""

from __future__ import annotations

import os
from collections.abc import Iterable
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
    try:
        from sitegist.app.web import assemble
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sitegist"):
            raise
        raise MissingExtra(error.name or "starlette", "app") from None
    return assemble(folder, token, names)
