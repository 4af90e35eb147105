"""Addresses among what is to be mined: their sites are crawled first."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sitegist.sources.web import is_url

FILE = "crawl.warc.gz"
"""What a crawl is called in the folder that its site is mined to."""
Crawler = Callable[[Sequence[str], Path], object]


def crawl(urls: Sequence[str], output: Path) -> None:
    """Crawl politely, and everything that there is."""
    from sitegist.crawl.crawling import crawl

    crawl(urls, output)


def with_crawls(source: Any, folder: Path, crawler: Crawler = crawl) -> Any:
    """The source with a crawl's file in place of the addresses of sites, if it names any.

    The file stays in the folder, and a crawl that was interrupted goes on where it was.
    """
    names = [source] if isinstance(source, str | os.PathLike) else source
    if not isinstance(names, list | tuple):
        return source
    urls = [name for name in names if isinstance(name, str) and is_url(name)]
    if not urls:
        return source
    folder.mkdir(parents=True, exist_ok=True)
    crawler(urls, folder / FILE)
    return [*(name for name in names if name not in urls), folder / FILE]
