"""One view, one module; to add one, add it here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from starlette.routing import BaseRoute

from sitegist.app.frame import Entry
from sitegist.app.views import attempt, compare, map, page, reader, search, site


class View(Protocol):
    """What a view's module offers."""

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """Pages and what they need, and below ``/api/`` the same for programs."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Where it stands in the navigation."""

    @property
    def api(self) -> dict[str, dict[str, Any]]:
        """The OpenAPI description of each path below ``/api/``."""


VIEWS: tuple[View, ...] = (
    site,
    map,
    reader,
    search,
    page,
    attempt,
    compare,
)
"""In the order of the navigation."""
