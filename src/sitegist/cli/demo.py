"""sitegist demo"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import ProxyHandler, build_opener

import click

import sitegist
from sitegist.cli.crawling import follow
from sitegist.cli.progress import track
from sitegist.demo import DemoPage, build, write
from sitegist.demo.serving import serve
from sitegist.mined import Mined
from sitegist.mining import mine_to
from sitegist.store import open_mined

_SMALLEST = 40
# Of the tables of contents so many are named.
_NAMED = 5
_WARC = "crawl.warc.gz"


@click.command()
@click.option("--once", is_flag=True, help="Do all of it, and do not stay.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--pages", type=click.IntRange(_SMALLEST), default=400, show_default=True, metavar="N",
    help="About so many pages.",
)  # fmt: skip
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="N",
    help="Another seed, another newspaper.",
)  # fmt: skip
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N",
    help="The application's port.  [default: any that is free]",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Where to crawl and mine to.  [default: a folder that goes in the end]",
)  # fmt: skip
@click.option(
    "--write", "written", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Only write the site there, with the truth about its pages.",
)  # fmt: skip
def command(
    once: bool,
    no_browser: bool,
    pages: int,
    seed: int,
    port: int,
    output: Path | None,
    written: Path | None,
) -> None:
    """Serve the demonstration site, crawl it, mine it, judge it, and show it in a browser.

    The site is a newspaper in three languages with a shop, written by a program which knows what
    each page is about. Nothing leaves this machine.

    \b
    Examples:
      sitegist demo
      sitegist demo --once
      sitegist demo --write site --pages 40
    """
    if written is not None:
        count = write(written, seed, pages)
        click.echo(f"{count} pages in {written}")
        return
    with ExitStack() as stack:
        folder = output or Path(stack.enter_context(TemporaryDirectory(prefix="sitegist-demo-")))
        folder.mkdir(parents=True, exist_ok=True)
        made = list(build(seed, pages))
        home = stack.enter_context(serve(seed, pages))
        click.echo(f"The Harbour Lantern, {len(made)} pages, is served at {home}")
        crawled = follow([home], folder / _WARC, anew=True, delay=0.0, per_host=4)
        click.echo(f"crawled   {crawled.pages} pages, {crawled.bytes:,} bytes")
        summary = mine_to(folder / _WARC, folder, track=track)
        click.echo(f"mined     {summary['pages']} pages of {len(summary['templates'])} templates")
        mined = open_mined(folder)
        for line in structure(mined, home):
            click.echo(f"found     {line}")
        for line in judged(mined, home, made):
            click.echo(f"judged    {line}")
        if once:
            click.echo(f"shown     {_looked_at(folder)} pages of the application")
        else:
            _stay(folder, port, not no_browser)


def structure(mined: Mined, home: str) -> list[str]:
    """What the site is made of, and its best tables of contents."""
    tocs, links = mined.toc, mined.structure.links
    others = len(mined) - len(tocs) - len(mined.articles)
    lines = [
        f"{len(tocs)} tables of contents, {len(mined.articles)} articles, {others} other pages,"
        f" {len(links)} informative links; first of the tables of contents:"
    ]
    for place, toc in enumerate(tocs[:_NAMED], 1):
        where = toc.url.removeprefix(home)
        lines.append(f"{place}. {where} (hub {toc.hub:.3f}, {toc.articles} articles)")
    return lines


def judged(mined: Mined, home: str, made: Iterable[DemoPage]) -> list[str]:
    """What was found beside the truth."""
    known = {_path(entry.url.removeprefix(home)): entry for entry in mined.site.entries}
    both = [(page, known[path]) for page in made if (path := _path(page.path)) in known]
    right = sum(entry.kind == page.gold["kind"] for page, entry in both)
    lines = [f"{right} of {len(both)} kinds of pages are right ({right / len(both):.1%})"]
    articles = [(page, entry.url) for page, entry in both if page.gold["kind"] == "article"]
    ways: dict[str, Callable[[DemoPage, str], str]] = {
        "everything on the page": lambda page, url: mined.site.page(url).text,
        "a page by itself": lambda page, url: sitegist.extract(page.html, url).text,
        "with its site": lambda page, url: mined[url].text,
    }
    for name, text in ways.items():
        scores = [_agreement(text(page, url), page.gold) for page, url in articles]
        mean = sum(scores) / max(len(scores), 1)
        lines.append(f"text of {len(articles)} articles, {name}: word F1 {mean:.3f}")
    return lines


def _path(path: str) -> str:
    """A page goes by its folder as well."""
    return path.removesuffix("index.html")


def _agreement(text: str, gold: Mapping[str, object]) -> float:
    from sitegist.judge.metrics import overlap, words

    return overlap(words(text), words(str(gold["text"]))).f1


def _looked_at(folder: Path) -> int:
    """Every view that the navigation names, asked once; how many there are."""
    from sitegist.app import create
    from sitegist.app.server import running
    from sitegist.app.views import VIEWS

    paths = [entry.path for view in VIEWS for entry in view.entries]
    opener = build_opener(ProxyHandler({}))
    with running(create(folder)) as address:
        for path in paths:
            with opener.open(address + path, timeout=300) as answer:
                answer.read()
    return len(paths)


def _stay(folder: Path, port: int, browser: bool) -> None:
    """Show the application until Ctrl-C; the site is served beside it, so links to it work."""
    from sitegist.app import create
    from sitegist.app.server import LOOPBACK, address_of, listen, open_browser, run

    app, listening = create(folder), listen(LOOPBACK, port)
    address = address_of(listening)
    click.echo(f"shown at  {address}  (Ctrl-C stops it)")
    if browser:
        open_browser(address)
    run(app, listening)
