"""Every view, wide and narrow, light and dark, with scripts and without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route

from examples.screenshots import IMAGES, OTHER, SHOWN, View, views
from sitegist.app import create, report_of
from sitegist.app.server import running
from sitegist.app.views import VIEWS
from sitegist.demo import build
from sitegist.mining import mine_to
from tests.app.conftest import Look, Visit, fits, picture

NAMES = (
    *("sites", "site", "pages", "map", "map-informative", "page", "page-why", "page-two"),
    *("reader-begin", "reader", "reader-open", "search-empty", "search", "try", "attempt"),
    *("compare-empty", "compare", "nothing", "report"),
)


@pytest.fixture(scope="module")
def several(demo_mined: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an application that shows two sites."""
    folder = tmp_path_factory.mktemp("several")
    (folder / "site=lantern.example").symlink_to(demo_mined)
    mine_to(
        ((page.url.replace("lantern.example", OTHER), page.html) for page in build(2, 40)),
        folder / f"site={OTHER}",
    )
    with running(create(folder)) as url:
        yield url


@pytest.fixture(scope="module")
def listed(
    demo: str, demo_mined: Path, several: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, View]:
    """All views by name."""
    report = tmp_path_factory.mktemp("report") / "report.html"
    report.write_text(report_of(demo_mined, pages=2), encoding="utf-8")
    return {view.name: view for view in views(demo, f"{several}/", report.as_uri())}


def test_none_is_forgotten(listed: dict[str, View], demo: str) -> None:
    """Each page of each view is in the list, and the list is what is looked at here."""
    assert tuple(listed) == NAMES
    shown = {view.address.removeprefix(demo).partition("?")[0] for view in listed.values()}
    paths = {
        route.path
        for view in VIEWS
        for route in view.routes
        if isinstance(route, Route) and not route.path.startswith("/api/")
    }
    # an attempt is reached by sending the form, originals stand in a frame of their pages
    assert {path for path in paths if "{" not in path and "original" not in path} <= shown


@pytest.mark.parametrize("name", SHOWN)
def test_the_documentation_shows_it(name: str) -> None:
    """Each picture that is taken for it is there, is small, and is shown."""
    assert name in NAMES
    image = IMAGES / f"{name}.png"
    assert image.stat().st_size < 250_000
    assert f"images/{image.name}" in (IMAGES.parent / "application.md").read_text("utf-8")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_kept_out(
    name: str, phone: bool, listed: dict[str, View], visit: Visit, look: Look
) -> None:
    """Nothing for axe to complain about, light and dark, and no scrolling sideways."""
    page = visit(listed[name].address, phone=phone)
    listed[name].ready(page)
    look(page)
    picture(page, f"{name}-{phone=}")
    # no colour is still on its way from one to the other
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    look(page, colours=True)
    picture(page, f"{name}-{phone=}-dark")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "narrow"])
def test_without_scripts_everything_is_there(
    phone: bool, listed: dict[str, View], visit: Visit
) -> None:
    """The same headings and as many links, and no scrolling sideways; axe itself is a script."""
    for view in listed.values():
        page = visit(view.address, phone=phone, script=False)
        view.ready(page)
        fits(page)
        assert page.locator("h1:visible").count() == 1
        assert page.locator("main a[href]:visible, main button:visible").count() > 0
        picture(page, f"{view.name}-{phone=}-plain")
        page.context.close()
