"""The add-on in a Scrapy project as people have them"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitegist.demo import build
from sitegist.demo.serving import serve
from sitegist.judge.metrics import overlap, words
from sitegist.mining import mine_to
from sitegist.sources import open as open_source

FILES = {
    "scrapy.cfg": "[settings]\ndefault = lantern.settings\n",
    "lantern/__init__.py": "",
    "lantern/settings.py": """
BOT_NAME = "lantern"
SPIDER_MODULES = ["lantern.spiders"]
ADDONS = {"sitegist.scrapy.Addon": 100}
""",
    "lantern/spiders/__init__.py": "",
    "lantern/spiders/news.py": """
from scrapy.spiders import CrawlSpider, Rule
from sitegist.scrapy import Article, InformativeLinkExtractor


class News(CrawlSpider):
    name = "news"

    def __init__(self, url, mined, **options):
        self.start_urls = [url + "en/index.html", url + "de/index.html"]
        self.rules = [Rule(InformativeLinkExtractor(mined, deny="/shop/"), callback="page")]
        super().__init__(**options)

    def page(self, response):
        yield Article.of(response)
""",
    "lantern/spiders/plain.py": """
import scrapy


class Plain(scrapy.Spider):
    name = "plain"

    def __init__(self, url, **options):
        self.start_urls = [url, url + "img/scene-1.svg", url + "no-such-page"]
        super().__init__(**options)

    def parse(self, response):
        yield {"url": response.url, "html": getattr(response, "text", "no"), "title": "mine"}
        yield {"number": 7}
""",
}


@pytest.fixture(scope="module")
def lantern() -> Iterator[str]:
    """The small demonstration site, on the network."""
    with serve(pages=40) as url:
        yield url


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What its pages teach."""
    folder = tmp_path_factory.mktemp("mined")
    mine_to([(page.url, page.html) for page in build(pages=40)], folder)
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files of a project."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def scrapy(project: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a command of the project."""
    paths = [str(Path(__file__).parents[1] / "src"), os.environ.get("PYTHONPATH", "")]
    return subprocess.run(
        [sys.executable, "-m", "scrapy", *map(str, words)],
        cwd=project,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def items(file: Path) -> list[dict[str, object]]:
    """What was exported."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_articles_with_what_the_site_taught(project: Path, mined: Path, lantern: str) -> None:
    """A spider that follows informative links gets articles, their texts, and a WARC."""
    done = scrapy(
        project, "crawl", "news", "-a", f"url={lantern}", "-a", f"mined={mined}",
        "-s", f"SITEGIST_PROFILE={mined}", "-s", "SITEGIST_WARC=%(name)s.warc.gz",
        "-o", "out.jsonl",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    gold = {page.path: page.gold for page in build(pages=40)}
    found = {str(item["url"]).removeprefix(lantern): item for item in items(project / "out.jsonl")}
    kinds = [gold[path]["kind"] for path in found]
    assert len(kinds) > 5, done.stderr
    assert kinds.count("article") > 0.9 * len(kinds)
    scores = [
        overlap(words(str(item["text"])), words(str(gold[path]["text"]))).f1
        for path, item in found.items()
        if gold[path]["kind"] == "article"
    ]
    assert sum(scores) / len(scores) > 0.9
    for item in found.values():
        assert item["title"]
        assert item["html"] is None
        assert float(str(item["fit"])) > 0.5
    recorded = {
        (document.url or "").removeprefix(lantern)
        for document in open_source(project / "news.warc.gz")
    }
    assert recorded == {*found, "en/index.html", "de/index.html"}


def test_one_line_of_settings_is_enough(project: Path, lantern: str) -> None:
    """Items with a source get a text; what they say themselves, and what is no page, stays."""
    done = scrapy(project, "crawl", "plain", "-a", f"url={lantern}", "-o", "out.jsonl",
                  "-s", "SITEGIST_FORMAT=markdown")  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = items(project / "out.jsonl")
    assert found, done.stderr
    texts = {
        str(item["url"]).removeprefix(lantern): item["text"] for item in found if "url" in item
    }
    assert set(texts) == {"", "img/scene-1.svg"}
    assert texts["img/scene-1.svg"] in ("no", "")
    assert len(str(texts[""])) > 20
    assert all(item["title"] == "mine" for item in found if "url" in item)
    assert {"number": 7} in found
    assert not list(project.glob("*.warc*"))


def test_what_is_wrong_is_said(project: Path, lantern: str) -> None:
    """A profile that is none, a format that is none, a file that is there."""
    (project / "there.warc.gz").write_bytes(b"mine")
    for setting, message in {
        "SITEGIST_PROFILE=scrapy.cfg": "this is no profile",
        "SITEGIST_FORMAT=word": "unknown format in SITEGIST_FORMAT",
        "SITEGIST_WARC=there.warc.gz": "is there",
    }.items():
        done = scrapy(project, "crawl", "plain", "-a", f"url={lantern}", "-s", setting)
        assert message in done.stderr, setting
    assert (project / "there.warc.gz").read_bytes() == b"mine"
