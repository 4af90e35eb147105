"""make demo: build the demonstration site and extract pages of it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sitegist
from examples.demo_site import build
from sitegist.page import Page


def main() -> None:
    """Show one page of each language and template, and what was left out of it."""
    shown: set[tuple[object, object]] = set()
    for made in build(pages=40):
        look = (made.gold["lang"], made.gold["template"])
        if made.gold["kind"] != "article" or look in shown:
            continue
        shown.add(look)
        found = sitegist.extract(made.html, made.url)
        print(f"\n{'=' * 78}\n{made.url}  ({made.gold['lang']}, {made.gold['template']})")
        _show_metadata(found.page)
        print(f"{'-' * 78}\n{found.markdown}")
        kept = sum(len(verdict.block.text) for verdict in found if verdict.kept)
        total = len(found.page.text)
        print(f"{'-' * 78}\nkept {kept:,} of {total:,} characters; among what went:")
        gone = [verdict for verdict in found if not verdict.kept and verdict.block.text]
        for verdict in gone[:4]:
            print(f"  {verdict.block.text[:48]!r}: {verdict.reason}")


def _show_metadata(page: Page) -> None:
    for name, field in page.metadata.as_dict().items():
        print(f"  {name:14} {str(field['value'])[:90]}  ({field['source']})")


if __name__ == "__main__":
    main()
