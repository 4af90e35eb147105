"""Judged kinds: what is drawn, and that the judgements are whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.kinds.__main__ import FOLDER, KINDS, judged
from benchmarks.kinds.views import draw, views
from tests.judge.data import write_site


@pytest.mark.parametrize("site", sorted(file.stem for file in FOLDER.glob("*.tsv")))
def test_a_hundred_pages_of_each_site_are_judged(site: str) -> None:
    """Each once, in the order of their paths, with one of the three kinds."""
    lines = (FOLDER / f"{site}.tsv").read_text(encoding="utf-8").splitlines()
    paths = [line.split("\t")[0] for line in lines[1:]]
    assert paths == sorted(set(paths))
    assert len(paths) == 100
    assert {kind for kind, _ in judged(site).values()} <= set(KINDS)


def test_as_many_of_each_kind_are_drawn_as_there_are(tmp_path: Path) -> None:
    """The same pages every time; what a kind lacks the others make up for."""
    site = str(write_site(tmp_path / "site", articles=12))
    drawn = draw(site, pages=8, seed=1)
    assert [page.name for page in drawn] == [page.name for page in draw(site, pages=8, seed=1)]
    assert Counter(page.kind for page in drawn) == {"article": 7, "other": 1}


def test_a_view_does_not_show_the_address(tmp_path: Path) -> None:
    """Neither path nor address of any page stands in what the judge reads."""
    drawn = draw(str(write_site(tmp_path / "site", articles=5)))
    shown = "\n".join(views(drawn))
    assert not [page.name for page in drawn if page.name in shown]
    assert not [page.url for page in drawn if page.url and page.url in shown]
