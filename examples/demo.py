"""make demo: crawl the demonstration site, mine it, and show what that teaches."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sitegist
from examples.demo_site import DemoPage, build
from examples.demo_site.server import serve
from sitegist.crawl.crawling import crawl
from sitegist.extraction import Extraction
from sitegist.judge.metrics import overlap, words

PAGES = 400


def main() -> None:
    """The site's structure; an article of each language and template; then all of them."""
    made = list(build(pages=PAGES))
    with serve(pages=PAGES) as url, TemporaryDirectory() as folder:
        print(f"crawling {url}, a newspaper in three languages, and its shop ...")
        crawled = crawl([url], Path(folder, "site.warc.gz"), delay=0.0)
        print(f"mining {crawled.pages} of its {len(made)} pages ...")
        mined = sitegist.mine(Path(folder, "site.warc.gz"))
    _structure(mined, url)
    print(mined.profile.describe())
    articles = [page for page in made if page.gold["kind"] == "article"]
    shown: set[tuple[object, object]] = set()
    for page in articles:
        look = (page.gold["lang"], page.gold["template"])
        if look not in shown:
            shown.add(look)
            _show(page, mined.profile.extract(page.html, page.url))
    print(f"\n{'=' * 78}\n{len(articles)} articles against their gold text, mean word F1:")
    profile = mined.profile
    print(f"  a page by itself    {_mean((sitegist.extract(p.html, p.url), p) for p in articles)}")
    print(f"  with its site       {_mean((profile.extract(p.html, p.url), p) for p in articles)}")


def _structure(mined: sitegist.Mined, url: str) -> None:
    """The best tables of contents, and the kinds of all pages."""
    structure = mined.structure
    print(f"\n{'hub':>7} {'articles':>9}  tables of contents")
    for toc in mined.toc[:12]:
        print(f"{toc.hub:7.4f} {toc.articles:9}  /{toc.url.removeprefix(url)}")
    print(
        f"{'':18} ... {len(mined.toc)} in all, which lead to {len(mined.articles)} articles; ",
        end="",
    )
    print(f"{len(structure.other)} pages are neither\n")


def _show(made: DemoPage, found: Extraction) -> None:
    print(f"\n{'=' * 78}\n{made.url}  ({made.gold['lang']}, {made.gold['template']})")
    for name, field in found.page.metadata.as_dict().items():
        print(f"  {name:14} {str(field['value'])[:90]}  ({field['source']})")
    print(f"{'-' * 78}\n{found.markdown}\n{'-' * 78}")
    print(f"kept {len(found.text):,} of {len(found.page.text):,} characters; among what went:")
    gone = [verdict for verdict in found if not verdict.kept and verdict.block.text]
    for verdict in gone[1:24:6]:
        print(f"  {' '.join(verdict.block.text.split())[:48]!r}: {verdict.reason}")


def _mean(pairs: Iterable[tuple[Extraction, DemoPage]]) -> str:
    scores = [overlap(words(found.text), words(str(made.gold["text"]))) for found, made in pairs]
    return f"{sum(score.f1 for score in scores) / len(scores):.3f}"


if __name__ == "__main__":
    main()
