"""What the tests of the watch share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sitegist.mining import mine_to
from tests.crawl.server import Answer, Asked, Server
from tests.watch.news import News
from tests.watch.support import Watch


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server whose site is `news`."""
    with Server({}) as running:
        yield running


@pytest.fixture(scope="module")
def mined(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The newspaper as it was when it was mined."""
    folder = tmp_path_factory.mktemp("mined")
    site = News()
    mine_to([(server.url + path, site.page(path)) for path in site.paths], folder)
    return folder


@pytest.fixture
def news(server: Server) -> News:
    """The newspaper, which the server shows from now on."""
    site = News()

    def answer(asked: Asked) -> Answer:
        found = site.routes.get(asked.path, site.routes.get(asked.path.partition("?")[0]))
        if found is None:
            return site.handle(asked)
        return found if isinstance(found, Answer) else found(asked)

    server.otherwise = answer
    server.asked.clear()
    return site


@pytest.fixture
def watch(mined: Path, news: News, server: Server, tmp_path: Path) -> Watch:
    """A watch that was not started yet."""
    return Watch(mined, tmp_path / "watch.db", server.url)
