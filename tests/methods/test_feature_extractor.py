"""FeatureExtractor and K-FeatureExtractor against paper 002, section 5."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitegist.errors import OptionError, SegmenterError
from sitegist.methods import create
from sitegist.methods.feature_extractor import FeatureExtractor, KFeatureExtractor, top_cluster
from sitegist.methods.features import FEATURES, feature_counts
from sitegist.page import read


def div(words: int = 0, **objects: int) -> str:
    """A block with so many words and empty elements."""
    elements = "".join(f"<{tag}></{tag}>" * count for tag, count in objects.items())
    return f"<div>{'word ' * words}{elements}</div>"


def judge(html: str, **options: Any) -> list[tuple[str, bool, float]]:
    """First word, verdict and score of the blocks that have text."""
    extraction = FeatureExtractor(**options).extract(read(html))
    return [
        (verdict.block.text.split()[0], verdict.kept, round(verdict.score, 3))
        for verdict in extraction
        if verdict.block.text
    ]


def test_what_is_counted() -> None:
    """Each kind of object is a feature of its own, hidden ones too; the text is drawn words."""
    html = (
        "<div>one <b>two</b> <i hidden>three</i><h2>four</h2><ul><li>x</ul><ol><li>y</ol>"
        "<a href=/>z</a><img><svg></svg><iframe></iframe><form><input></form>"
        "<script>not words</script><style></style><link><object></object><video></video></div>"
    )
    counts = feature_counts(FeatureExtractor(segmenter="tables").segment(read(html)))
    assert {name: count for name, count in zip(FEATURES, counts[:, 0].tolist()) if count} == {
        "text": 6,
        "text-tag": 3,
        "list": 2,
        "link": 1,
        "image": 2,
        "object": 2,
        "frame": 1,
        "form": 2,
        "script": 1,
        "style-sheet": 2,
    }


def test_the_basket_holds_what_has_more_desired_than_other_features() -> None:
    """A block whose other features sum to as much stays out."""
    more, equal, less = div(4) + div(4, img=1), div(4, img=2), div(4, img=1, a=1)
    extraction = FeatureExtractor().extract(read(more + equal + less))
    desired, rest = extraction.evidence["desired"][1:], extraction.evidence["rest"][1:]
    assert desired.tolist() == [1, 1, 1, 1]
    assert rest.tolist() == [0, 0.5, 1, 1.5]
    reasons = [verdict.reason for verdict in extraction][1:]
    assert ["does not exceed" in reason for reason in reasons] == [False, False, True, True]


def test_largest_values_are_taken_over_the_basket_anew() -> None:
    """A block that stays out is no measure of those that are in."""
    html = "<div>a b c d e f g h i j <img></div><div>k l m n o</div><div>p q r s</div>"
    assert judge(html) == [("a", False, 0.0), ("k", True, 1.0), ("p", False, 0.8)]


def test_by_value_and_by_share() -> None:
    """The most words win by value, the purest text wins by share."""
    html = "<div>a b c d e <img></div><div>f g h</div><div><img><img><img></div>"
    assert judge(html) == [("a", True, 1.0), ("f", False, 0.6)]
    assert judge(html, by="share") == [("a", False, 0.5), ("f", True, 1.0)]


def test_of_equal_blocks_the_first_wins() -> None:
    """FeatureExtractor has one winner, the earliest of several as good."""
    assert [kept for _, kept, _ in judge("<p>a b</p><p>c d</p><p>e</p>")] == [True, False, False]


GALLERY = """<title>Pictures and more</title>
<div>Some words about this and about that, more than a few, to be read by those who read.</div>
<div><img src=a><img src=b><img src=c></div>
<div><a href=1>one</a> <a href=2>two</a> <a href=3>three</a> <a href=4>four</a></div>
<div><form><input><input><select></select></form></div>
<section><ul><li>item<li>item</ul></section>
<section><table><tr><td>cell</table></section>"""


@pytest.mark.parametrize(
    ("feature", "tags"),
    [
        ("text", []),
        ("image", ["img"] * 3),
        ("link", ["a"] * 4),
        ("form", ["form", "input", "input", "select"]),
        ("list", ["ul"]),
        ("table", ["table"]),
    ],
)
def test_other_desired_features(feature: str, tags: list[str]) -> None:
    """The block with most of a feature wins, whatever feature is asked for."""
    page = read(GALLERY)
    extraction = FeatureExtractor(features=[feature]).extract(page)
    (winner,) = [verdict.block for verdict in extraction if verdict.kept]
    found = [page.rows.tag(row) for row in winner.rows.tolist()]
    counted = [tag for tag in found if tag in FEATURES[feature]]
    assert counted == tags
    assert feature != "text" or winner.text.startswith("Some words")


def test_several_desired_features() -> None:
    """They add up, and none of them counts against a block; naming one twice changes nothing."""
    html = div(5, img=2) + div(4)
    alone = FeatureExtractor(features=["text"]).extract(read(html))
    both = FeatureExtractor(features=["text", "image"]).extract(read(html))
    twice = FeatureExtractor(features=["text", "image", "text"]).extract(read(html))
    assert alone.kept.tolist() == [False, False, True]
    assert both.kept.tolist() == twice.kept.tolist() == [False, True, False]
    assert both.scores.tolist() == twice.scores.tolist() == [0.0, 2.0, 0.8]
    assert both.evidence["rest"].tolist() == twice.evidence["rest"].tolist()


@pytest.mark.parametrize("html", ["", "<title>Only a title of words</title>", "<p> </p>", "<img>"])
@pytest.mark.parametrize("method", [FeatureExtractor, KFeatureExtractor])
def test_pages_without_text(html: str, method: type[FeatureExtractor]) -> None:
    """Nothing wins where nothing is, and the title is no text."""
    for segmenter in method.segmenters:
        extraction = method(segmenter).extract(read(html))
        assert extraction.text == ""
        assert not extraction.kept.any()
        assert extraction.confidence == 0


def test_the_title_is_no_measure() -> None:
    """A long title neither wins nor makes the text look short."""
    html = "<title>a b c d e f g</title><p>h i</p><p>j</p>"
    assert judge(html) == [("a", False, 0.0), ("h", True, 1.0), ("j", False, 0.5)]


def test_options_that_do_not_exist_are_errors_of_ours() -> None:
    """Each names what there is instead."""
    with pytest.raises(OptionError, match=r"unknown feature 'prose'.*applet, form"):
        FeatureExtractor(features=["text", "prose"])
    with pytest.raises(SegmenterError, match=r"feature-extractor 'vips'.*leaves, partition"):
        FeatureExtractor(segmenter="vips")
    with pytest.raises(OptionError, match=r"unknown reading 'luck'.*share, value"):
        FeatureExtractor(by="luck")
    with pytest.raises(OptionError, match="k is 0"):
        KFeatureExtractor(k=0)
    with pytest.raises(OptionError, match="takes no k; it takes: segmenter, features, by"):
        create("feature-extractor", k=3)
    with pytest.raises(OptionError, match="unknown method 'magic'"):
        create("magic")


def test_feature_extractor_keeps_tables_whole() -> None:
    """Section 5.1 wants whole innermost tables, so TR does not part them."""
    html = "<table><tr><td>a b<tr><td>c d</table><div>e</div>"
    assert FeatureExtractor().extract(read(html)).text == "a b\nc d"


@pytest.mark.parametrize("segmenter", ["partition", "tables"])
def test_what_parts_the_page_is_no_feature(segmenter: str) -> None:
    """Section 3.1: a table's own tag does not count against it, but it does where it is wanted."""
    html = "<table><tr><td>" + "word " * 9 + "</table><a href=x>link</a><table><tr><td>x</table>"
    assert FeatureExtractor(segmenter).extract(read(html)).text.split() == ["word"] * 9
    wanted = FeatureExtractor(segmenter, features=["table"]).extract(read(html))
    assert wanted.evidence["desired"].max() == 1
    other = FeatureExtractor("leaves").extract(read("<table><caption>a b</caption></table>c"))
    assert other.evidence["rest"].tolist() == [1.0, 0.0]


def test_k_feature_extractor_keeps_a_cluster() -> None:
    """The blocks of the top cluster, in document order."""
    lengths = (9, 2, 10, 1, 5, 9)
    html = "".join(
        f"<p>{chr(97 + at)} {'w ' * (length - 1)}</p>" for at, length in enumerate(lengths)
    )
    extraction = KFeatureExtractor().extract(read(html))
    assert [line[0] for line in extraction.text.splitlines()] == ["a", "c", "f"]
    # the distance to the best block that went
    assert extraction.confidence == pytest.approx(1 - 5 / 9)
    assert [line[0] for line in KFeatureExtractor(k=1).extract(read(html)).text.split("\n")] == [
        *"abcdef"
    ]


@pytest.mark.parametrize(
    ("values", "k", "kept"),
    [
        ([], 3, []),
        ([0.5], 3, [0]),
        ([1, 1, 1], 3, [0, 1, 2]),
        ([1, 2, 2, 1], 3, [1, 2]),
        ([3, 1, 2], 3, [0]),
        ([1, 2, 3, 10], 1, [0, 1, 2, 3]),
        ([1, 2, 9, 10], 2, [2, 3]),
        ([10, 1, 9, 2, 5], 3, [0, 2]),
        # equal starting points are one cluster
        ([0, 0, 0, 0, 1, 2, 3], 3, [5, 6]),
        # half way between two clusters is in the higher one
        ([0, 0, 2, 4, 4], 2, [2, 3, 4]),
    ],
)
def test_top_cluster_by_example(values: list[float], k: int, kept: list[int]) -> None:
    """Section 5.2: k-means on numbers, fewer clusters if there are fewer distinct numbers."""
    assert np.flatnonzero(top_cluster(np.array(values, float), k)).tolist() == kept


def k_means(values: list[int], k: int) -> list[bool]:
    """Lloyd's algorithm, number by number; the top cluster that has members."""
    if len(set(values)) <= k:
        return [value == max(values) for value in values]
    ordered = sorted(values)
    places = [round(at * (len(values) - 1) / max(1, k - 1)) for at in range(k)]
    centroids = sorted({float(ordered[place]) for place in places})
    while True:
        members: list[list[int]] = [[] for _ in centroids]
        chosen = []
        for value in values:
            distances = [round(abs(value - centroid), 9) for centroid in centroids]
            nearest = len(distances) - 1 - distances[::-1].index(min(distances))
            chosen.append(nearest)
            members[nearest].append(value)
        moved = [sum(m) / len(m) if m else c for m, c in zip(members, centroids)]
        if moved == centroids:
            return [place == max(chosen) for place in chosen]
        centroids = moved


@given(st.lists(st.integers(0, 64), max_size=24), st.integers(1, 5))
@example([0, 1, 2, 50], 3)
@example([0, 0, 0, 1], 2)
def test_top_cluster_is_that_of_k_means(values: list[int], k: int) -> None:
    """The clusters on a line, cut at midpoints, are those that plain k-means finds."""
    found = top_cluster(np.array(values, float), k)
    assert found.tolist() == k_means(values, k)


@given(st.lists(st.floats(0, 4, allow_subnormal=False), min_size=1, max_size=40), st.integers(1, 6))
def test_top_cluster_is_an_upper_end(values: list[float], k: int) -> None:
    """It is never empty, has the largest number, and no number between its own is left out."""
    kept = top_cluster(np.array(values), k)
    inside = [value for value, keep in zip(values, kept.tolist()) if keep]
    outside = [value for value, keep in zip(values, kept.tolist()) if not keep]
    assert max(values) in inside
    assert not outside or max(outside) < min(inside)
