"""Make docs/images/explain.svg: `sitegist explain` on a page of the demonstration site."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np
from rich.console import Console

import sitegist
from sitegist.cli.explain import show
from sitegist.demo import build
from sitegist.extraction import Extraction

# Long lists of links would fill the picture; it shows the first blocks and the last.
_FIRST, _LAST = 9, 4


def main() -> None:
    """Mine the site and draw one of its articles."""
    made = list(build(pages=400))
    mined = sitegist.mine([(page.url, page.html) for page in made])
    article = next(
        page.gold["path"] for page in made
        if page.gold["lang"] == "en" and page.gold["template"] == "html5"
        and page.gold["kind"] == "article" and "shop" not in page.url
    )  # fmt: skip
    page = next(page for page in made if page.path == article)
    found = mined.profile.extract(page.html, page.url)
    console = Console(record=True, width=118, file=io.StringIO(), highlight=False)
    show(_shortened(found), console)
    target = ROOT / "docs" / "images" / "explain.svg"
    target.parent.mkdir(exist_ok=True)
    target.write_text(console.export_svg(title=f"sitegist explain {page.path}", unique_id="x"))
    print(target.relative_to(ROOT))


def _shortened(found: Extraction) -> Extraction:
    """Without the blocks in the middle, but with all that stay."""
    with_text = [index for index, text in enumerate(found.blocks.texts) if text]
    shown = {*with_text[:_FIRST], *with_text[-_LAST:]}
    stays = [index for index in with_text if found.kept[index]]
    shown.update(stays[:5], range(stays[-1], stays[-1] + 4))
    hidden = np.isin(found.blocks.owner, [i for i in range(len(found)) if i not in shown])
    owner = np.where(hidden, -1, found.blocks.owner).astype(np.int32)
    return replace(found, blocks=replace(found.blocks, owner=owner))


if __name__ == "__main__":
    main()
