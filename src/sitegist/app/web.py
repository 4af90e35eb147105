"""The application, put together."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from sitegist.app.api import answer, described
from sitegist.app.frame import environment
from sitegist.app.library import Library
from sitegist.app.problems import HANDLERS, CatchAll
from sitegist.app.security import Guard
from sitegist.app.views import VIEWS, sites

_STATIC = Path(__file__).parent / "static"


def assemble(folder: str | os.PathLike[str], token: str | None, names: Iterable[str]) -> Starlette:
    """The application for what is in a folder; an `InputError` if that is nothing."""
    library = Library(folder)
    below: list[BaseRoute] = [route for view in VIEWS for route in view.routes]
    below.append(_description(*(view.api for view in VIEWS)))
    routes: list[BaseRoute] = [Mount("/static", StaticFiles(directory=_STATIC))]
    if library.names:
        routes += [*sites.routes, _description(sites.api), Mount("/site={site}", routes=below)]
    else:
        routes += below
    guards = [Middleware(Guard, token=token, names=tuple(names)), Middleware(CatchAll)]
    app = Starlette(routes=routes, middleware=guards, exception_handlers=HANDLERS)
    app.state.library = library
    app.state.templates = environment([entry for view in VIEWS for entry in view.entries])
    return app


def _description(*parts: Mapping[str, Any]) -> Route:
    """The description of an API, as part of it."""

    def openapi(request: Request) -> Response:
        return answer(described(parts, request.scope.get("root_path", "")))

    return Route("/api/openapi.json", openapi)
