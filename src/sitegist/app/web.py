"""The application, put together."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from sitegist.app.api import answer, described
from sitegist.app.frame import environment, render
from sitegist.app.library import Library
from sitegist.app.problems import HANDLERS, CatchAll
from sitegist.app.security import Guard
from sitegist.app.views import VIEWS

_STATIC = Path(__file__).parent / "static"


def assemble(folder: str | os.PathLike[str], token: str | None, names: Iterable[str]) -> Starlette:
    """The application for what is in a folder; an `InputError` if that is nothing."""
    library = Library(folder)
    below: list[BaseRoute] = [route for view in VIEWS for route in view.routes]
    below.append(Route("/api/openapi.json", openapi))
    routes: list[BaseRoute] = [Mount("/static", StaticFiles(directory=_STATIC))]
    if library.names:
        routes += [Route("/", sites), Mount("/site={site}", routes=below)]
    else:
        routes += below
    guards = [Middleware(Guard, token=token, names=tuple(names)), Middleware(CatchAll)]
    app = Starlette(routes=routes, middleware=guards, exception_handlers=HANDLERS)
    app.state.library = library
    app.state.templates = environment([entry for view in VIEWS for entry in view.entries])
    return app


def sites(request: Request) -> Response:
    """The sites of the folder, the largest first."""
    library: Library = request.app.state.library
    found = [(name, library.summary(name)) for name in library.names]
    found.sort(key=lambda item: (-(item[1] or {"pages": 0})["pages"], item[0]))
    return render(request, "sites.html", sites=found)


def openapi(request: Request) -> Response:
    """The description of the API."""
    return answer(described((view.api for view in VIEWS), request.scope.get("root_path", "")))
