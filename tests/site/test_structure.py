"""What a site's structure says of its pages."""

from __future__ import annotations

import json

from sitegist.site.structure import (
    ArticlePage,
    InformativeLink,
    OtherPage,
    Structure,
    TocPage,
)

STRUCTURE = Structure(
    (TocPage("https://x.org/", 0.75, 0.1, 2, 0.9),),
    (ArticlePage("https://x.org/a", "https://x.org/", 1 / 3),),
    (OtherPage("https://x.org/about", 0.5),),
    (InformativeLink("https://x.org/", "https://x.org/a", "A", 0.2, 4),),
)


def test_pages_by_kind() -> None:
    """Each page has one kind, and what is not known is neither."""
    kinds = [STRUCTURE.kind_of(f"https://x.org/{name}") for name in ("", "a", "about", "new")]
    assert kinds == ["toc", "article", "other", "other"]


def test_plain_data() -> None:
    """Numbers have six digits, and names are those of the fields."""
    assert STRUCTURE.as_dict()["articles"] == [
        {"url": "https://x.org/a", "toc": "https://x.org/", "confidence": 0.333333}
    ]
    assert list(STRUCTURE.as_dict()) == ["toc", "articles", "other"]


def test_a_dump_gives_the_structure_back() -> None:
    """What was written as JSON is the same structure again."""
    assert Structure.restored(json.loads(json.dumps(STRUCTURE.dump()))) == STRUCTURE
