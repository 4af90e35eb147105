"""The loop: rows, means, failures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sitegist.errors import OptionError, SegmenterError
from sitegist.judge import peers
from sitegist.judge.contenders import Contender, our_contenders, peer_contenders, runnable
from sitegist.judge.peers import Metadata, Tool
from sitegist.judge.run import Options, Row, judge, judge_one, mean_rows
from sitegist.sources.document import Document
from tests.judge.data import NAV, body, put, write_site, write_wcxb


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Peers that are always there: one that knows the answers, and one that breaks."""

    def oracle() -> Tool:
        def extract(document: Document) -> str:
            return body(int("".join(filter(str.isdigit, document.name)) or 0))

        return Tool(extract, lambda page: Metadata("Title number 1", None, None))

    def breaker() -> Tool:
        def extract(document: Document) -> str:
            if "a1" in document.name:
                raise RuntimeError("cannot\nread this")
            return body(0)

        return Tool(extract)

    def unborn() -> Tool:
        raise ValueError("never starts")

    toys = {"oracle": oracle, "breaker": breaker, "unborn": unborn}
    monkeypatch.setattr(peers, "PEERS", toys)
    monkeypatch.setattr(peers, "NAMES", (*toys, *peers.SITE_PEERS))
    monkeypatch.setattr(peers, "_MODULES", dict.fromkeys(toys, "sitegist"))


def row_of(place: Path, *names: str, **options: Any) -> Row:
    """The row of one peer."""
    judged = judge_one(str(place), Options(tuple(peer_contenders(",".join(names))), **options))
    return judged.rows[0]


def timeless(rows: list[Row]) -> list[Row]:
    """Rows without their times."""
    return [{name: row[name] for name in row if "seconds" not in name} for row in rows]


def test_perfect_answer(tmp_path: Path) -> None:
    """Who gives the gold has 1 everywhere; a title that fits one page of six counts its words."""
    row = row_of(write_site(tmp_path / "site"), "oracle")
    for name in ("precision", "recall", "f1", "shingle_f1", "raw_f1", "feature_recall"):
        assert row[name] == 1.0
    assert row["title"] == pytest.approx((5 * 2 / 3 + 1) / 6, abs=1e-6)
    assert row["b_f"] is row["author"] is row["date"] is None
    assert (row["data"], row["pages"], row["failures"]) == ("site", 6, 0)


def test_failures_are_empty_answers(tmp_path: Path) -> None:
    """A contender that raises gets 0 for the page, is counted, and a note says what happened."""
    site = write_site(tmp_path / "site", articles=2)
    judged = judge_one(str(site), Options(tuple(peer_contenders("breaker"))))
    (row,) = judged.rows
    assert (row["f1"], row["failures"]) == (0.5, 1)
    (note,) = judged.notes
    assert note == "breaker failed on 1 pages, first on a1/index.html: RuntimeError: cannot"


def test_a_contender_that_cannot_learn_fails_everywhere(tmp_path: Path) -> None:
    """It stays in the table, with 0."""
    row = row_of(write_site(tmp_path / "site"), "unborn")
    assert (row["f1"], row["failures"], row["pages"]) == (0.0, 6, 6)


def test_ours(tmp_path: Path) -> None:
    """Our methods have block figures too; the navigation is left out, the text is found."""
    contenders = tuple(our_contenders("default"))
    (row,) = judge_one(str(write_site(tmp_path / "site")), Options(contenders)).rows
    assert row["f1"] > 0.9
    assert 0.0 < row["b_f"] <= 1.0
    assert row["title"] == 1.0


def test_index_pages_have_an_answer_set(tmp_path: Path) -> None:
    """SNC: links to articles count, those in what stands on every page do not; peers have none."""
    site = write_site(tmp_path / "site", articles=30)
    links = "".join(f'<p><a href="/a{number}/">Title number {number}</a></p>' for number in (3, 4))
    put(site, {"html/index.html": f'{NAV}{links}<p><a href="/other/">Elsewhere</a></p>'})
    rows = site / "gold.jsonl"
    rows.write_text(rows.read_text().replace('"other"', '"toc"'))
    everybody = (*our_contenders("gibson-text:leaves"), *peer_contenders("oracle"))
    ours, peer = judge_one(str(site), Options(everybody)).rows
    assert (ours["pages"], ours["indexes"], ours["by_type"]["toc"]["pages"]) == (30, 1, 1)
    assert (ours["snc_precision"], ours["snc_recall"]) == (0.4, 1.0)
    assert (peer["indexes"], peer["snc_f"]) == (0, None)


def test_headlines_count_in_raw_figures_only(tmp_path: Path) -> None:
    """Gold with title and byline, an answer without: no loss but in the raw figures."""
    put(
        tmp_path / "ctf",
        {
            "html/a0.html": "<title>The headline of it</title><p>Text</p>",
            "gold.jsonl": '{"path": "a0.html", "kind": "article", "text": '
            f'"The headline of it\\nBy Ann Lee\\n{body(0)}"}}'.replace("\nIt has", "\\nIt has"),
        },
    )
    row = row_of(tmp_path / "ctf", "oracle")
    assert row["f1"] == 1.0
    assert row["raw_recall"] == pytest.approx(27 / 34, abs=1e-6)


def test_single_pages(tmp_path: Path) -> None:
    """Who learns from a site is skipped on single pages with a word; types have means."""
    place = write_wcxb(tmp_path / "wcxb")
    options = Options((*peer_contenders("oracle,deboiler"),))
    judged = judge_one(str(place), options)
    assert [row["method"] for row in judged.rows] == ["oracle"]
    assert any("deboiler is skipped" in note for note in judged.notes)
    assert {kind: row["pages"] for kind, row in judged.rows[0]["by_type"].items()} == {
        "article": 1,
        "forum": 1,
    }


def test_missing_peer() -> None:
    """A peer that is not installed is told by name, with how to install it."""
    ghost = Contender("ghost-of-a-peer", is_peer=True)
    able, notes = runnable([ghost])
    assert not able
    assert "pip install 'sitegist[peers]'" in notes[0]


def test_unknown_names() -> None:
    """Unknown methods, segmenters and peers are errors, not silence."""
    with pytest.raises(OptionError, match="nonesuch"):
        our_contenders("nonesuch")
    with pytest.raises(OptionError, match="nonesuch"):
        peer_contenders("nonesuch")
    with pytest.raises(SegmenterError):
        our_contenders("k-feature-extractor:nonesuch")


def test_no_gold(tmp_path: Path) -> None:
    """A site without gold text is passed over with a word."""
    put(tmp_path / "bare", {"html/a.html": "<p>x</p>", "gold.jsonl": '{"path": "a.html"}'})
    judged = judge_one(str(tmp_path / "bare"), Options(tuple(peer_contenders("oracle"))))
    assert not judged.rows
    assert judged.notes == ["no page has gold text; nothing to score"]


def test_unreadable_data_does_not_stop_the_others(tmp_path: Path) -> None:
    """It is reported as a problem."""
    judged = judge_one(str(tmp_path / "nothing"), Options(tuple(peer_contenders("oracle"))))
    assert judged.problem is not None
    assert not judged.rows


def test_same_input_same_output(tmp_path: Path) -> None:
    """Two runs differ in nothing but their times, and a seed chooses other pages."""
    place = str(write_site(tmp_path / "site", articles=20))
    options = Options(tuple(our_contenders("default")), sample=5, per_page=True)
    runs = [timeless(judge_one(place, options).rows) for _ in range(2)]
    for run in runs:
        for row in run:
            row["per_page"] = timeless(row["per_page"])
    assert runs[0] == runs[1]
    assert len(runs[0][0]["per_page"]) == 5


def test_parallel(tmp_path: Path) -> None:
    """Several processes give the same rows, in the order of the data."""
    places = [str(write_site(tmp_path / name, articles=3)) for name in ("b", "a")]
    options = Options(tuple(our_contenders("default")))
    alone, together = (
        [row for judged in judge(places, options, processes) for row in judged.rows]
        for processes in (1, 2)
    )
    assert [row["data"] for row in together] == ["b", "a"]
    assert timeless(alone) == timeless(together)


def test_mean_rows(tmp_path: Path) -> None:
    """Each data set counts the same, whatever its size; nothing known stays unknown."""
    base = row_of(write_site(tmp_path / "site", articles=2), "oracle")
    other = {**base, "data": "other", "f1": 0.5, "pages": 10, "failures": 3}
    (mean,) = mean_rows([base, other])
    assert (mean["data"], mean["f1"], mean["pages"]) == ("mean", 0.75, 12)
    assert (mean["data_sets"], mean["failures"], mean["b_f"]) == (2, 3, None)


def test_methods_learn_from_the_site_and_from_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``needs_site`` gets the whole site, ``needs_labels`` gold texts of unscored pages by URL."""
    from sitegist.methods.feature_extractor import KFeatureExtractor

    seen: dict[str, Any] = {}

    def fit(self: KFeatureExtractor, site: Any, labels: Any = None) -> KFeatureExtractor:
        seen.update(site=site, labels=labels)
        return self

    monkeypatch.setattr(KFeatureExtractor, "needs_site", True, raising=False)
    monkeypatch.setattr(KFeatureExtractor, "needs_labels", True, raising=False)
    monkeypatch.setattr(KFeatureExtractor, "fit", fit)
    contenders = tuple(our_contenders("k-feature-extractor:leaves"))
    judged = judge_one(str(write_site(tmp_path / "site")), Options(contenders, sample=4))
    assert judged.rows[0]["failures"] == 0
    assert len(seen["site"]) == 7
    assert len(seen["labels"]) == 2
    assert all(url.startswith("https://example.org/a") for url in seen["labels"])
    with pytest.raises(OptionError, match=r"container\+labels"):
        our_contenders("container+labels")
    (labelled,) = our_contenders("style-tree+labels")
    assert labelled.label == "style-tree+labels:segments"
    # with one gold page there is nothing to learn from
    judged = judge_one(str(write_site(tmp_path / "one", articles=1)), Options(contenders))
    assert not judged.rows
    assert "learns from labels" in judged.notes[0]


def test_where_every_gold_page_is_scored_labels_are_those_of_other_folds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page is judged by what the other four fifths teach, so there is a row for each site."""
    from sitegist.methods.feature_extractor import KFeatureExtractor
    from sitegist.page import Page

    learnt_from: dict[str, set[str]] = {}
    extract = KFeatureExtractor.extract

    def fit(self: KFeatureExtractor, site: Any, labels: Any = None) -> KFeatureExtractor:
        self.labels = set(labels)  # type: ignore[attr-defined]
        return self

    def noting(self: KFeatureExtractor, page: Page) -> Any:
        learnt_from[page.url or ""] = self.labels  # type: ignore[attr-defined]
        return extract(self, page)

    monkeypatch.setattr(KFeatureExtractor, "needs_labels", True)
    monkeypatch.setattr(KFeatureExtractor, "fit", fit)
    monkeypatch.setattr(KFeatureExtractor, "extract", noting)
    contenders = tuple(our_contenders("k-feature-extractor:leaves"))
    site = write_site(tmp_path / "site", articles=12)
    (row,) = judge_one(str(site), Options(contenders, sample=0)).rows
    assert (row["pages"], row["failures"]) == (12, 0)
    assert len(learnt_from) == 12
    for url, others in learnt_from.items():
        assert url not in others
        assert len(others) in (9, 10)


def test_l_extractor_is_trained_on_the_pages_that_are_not_scored(tmp_path: Path) -> None:
    """It learns from labels of a site that it does not ask for otherwise."""
    pytest.importorskip("sklearn")
    site = write_site(tmp_path / "site", articles=30)
    contenders = tuple(our_contenders("l-extractor:leaves"))
    (row,) = judge_one(str(site), Options(contenders, sample=5)).rows
    assert row["failures"] == 0
    assert row["f1"] > 0.9
