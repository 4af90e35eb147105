"""L-Extractor: what it learns, what a model holds, and what it says."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sitegist.errors import InputError, OptionError, SegmenterError
from sitegist.methods.l_extractor import LExtractor, Model, load_model, tag_counts
from sitegist.methods.l_training import (
    Example,
    Tally,
    cross_validate,
    example,
    feature_names,
    learning_curve,
    split,
    train,
)
from sitegist.page import read, segment
from sitegist.site.build import build_site
from sitegist.site.site import Site
from sitegist.sources.document import Document

WORDS = (
    *("amber", "birch", "cedar", "delta", "ember", "fjord", "grove"),
    *("heron", "iris", "juniper", "kelp", "lotus", "maple"),
)


def gold(number: int) -> str:
    """The text of a page, another one on each."""
    return " ".join(WORDS[(number * 3 + k * (number + 2)) % len(WORDS)] for k in range(14))


def html(number: int) -> str:
    """A navigation with links, a paragraph to be read with emphasis, and a list with links."""
    words = gold(number).split()
    text = " ".join([*words[:5], f"<em>{words[5]}</em>", *words[6:]])
    links = "".join(f"<li><a href=/{k}>menu {k}</a>" for k in range(4))
    return (
        f"<title>Page {number}</title><ul>{links}</ul><div><p>{text}</p></div><img src=a>"
        f"<ul><li><a href=/x>more</a><li><a href=/y>imprint</a></ul>"
    )


def site(count: int = 8) -> tuple[Site, dict[str, str]]:
    """A site of such pages, and its gold texts by URL."""
    urls = {f"https://a.example/{number}": number for number in range(count)}
    documents = [Document(url, url, html(number).encode()) for url, number in urls.items()]
    return build_site(documents), {url: gold(number) for url, number in urls.items()}


def examples(count: int = 10, name: str = "a") -> list[Example]:
    """What such pages teach."""
    pages = ((number, segment(read(html(number)), "partition")) for number in range(count))
    return [example(blocks, gold(number), name, f"{number:02}") for number, blocks in pages]


def test_it_learns_from_the_labelled_pages_of_a_site() -> None:
    """Blocks like those that the gold text has are kept on a page that it never saw."""
    known, labels = site()
    method = LExtractor().fit(known, labels)
    extraction = method.extract(read(html(77)))
    assert extraction.text == gold(77)
    assert 0.5 < extraction.confidence <= 1


def test_without_labels_it_learns_nothing() -> None:
    """A site alone changes no model, and without any the error says how to get one."""
    known, labels = site()
    method = LExtractor()
    for given in (None, {}, {"https://elsewhere.example/": "text"}):
        if given:
            with pytest.raises(InputError, match="nothing to learn from"):
                method.fit(known, given)
        else:
            assert method.fit(known, given).model is None
    with pytest.raises(OptionError, match="train it first: sitegist train"):
        method.extract(read(html(0)))
    trained = LExtractor().fit(known, labels)
    assert trained.fit(known).model is trained.model is not None


def test_features_are_words_and_all_tags_but_those_that_partition() -> None:
    """Counts per block; comments, text runs and SVG's <text> are no tags."""
    page = read(
        "<div>one <b>two</b> <b>three</b><!-- c --></div><p>x<i>y</i><svg><text>z</text></svg>"
    )
    blocks = segment(page, "partition")
    names, counts = tag_counts(blocks)
    assert names[0] == "text"
    assert names.count("text") == 1
    assert {"b", "i", "svg"} <= set(names)
    assert not {"div", "p", "span", "ul", "table"} & set(names)
    by_text = {text: place for place, text in enumerate(blocks.texts)}
    first = by_text["one two three"]
    assert counts[names.index("b"), first] == 2
    assert counts[0].tolist() == blocks.words.tolist()


def test_a_rare_tag_is_no_feature() -> None:
    """A tag on one page only teaches nothing, and a tag unknown to the model adds nothing."""
    pages = examples(4)
    blocks = segment(read("<p>odd <blink>words</blink></p>"), "partition")
    features = feature_names([*pages, example(blocks, "odd", "a", "odd")])
    assert features[0] == "text"
    assert "blink" not in features
    model = train(pages, "partition")
    plain = segment(read("<p>odd words</p>"), "partition")
    assert sum(model.contributions(blocks).values()).tolist() == (  # type: ignore[union-attr]
        sum(model.contributions(plain).values()).tolist()  # type: ignore[union-attr]
    )


def test_blocks_without_words_are_not_learned_from() -> None:
    """Gold text says nothing of an image; the title is no block of the text either."""
    blocks = segment(read(html(1)), "partition")
    found = example(blocks, gold(1), "a", "1")
    worded = (blocks.words > 0) & ~blocks.is_title
    assert len(found.labels) == int(worded.sum()) < len(blocks)
    assert found.values.shape == (len(found.names), len(found.labels))


def test_training_does_not_depend_on_the_order_of_pages() -> None:
    """To the bit."""
    pages = examples()
    assert train(pages, "partition").as_dict() == train(pages[::-1], "partition").as_dict()


def test_one_site_is_split_by_pages() -> None:
    """All blocks of a page are in one fold, every page in exactly one."""
    folds = split(examples(11), 5, seed=1)
    assert sorted(map(len, folds.values())) == [2, 2, 2, 2, 3]
    assert sorted(page.page for fold in folds.values() for page in fold) == [
        f"{number:02}" for number in range(11)
    ]
    assert split(examples(1), 5, seed=1) == {}


def test_of_several_sites_whole_ones_are_held_out() -> None:
    """No page of a site teaches what another page of it is judged by."""
    pages = [page for name in "abcdefg" for page in examples(2, name)]
    folds = split(pages, 5, seed=1)
    held = [{page.site for page in fold} for fold in folds.values()]
    assert len(folds) == 5
    assert sum(map(len, held)) == len(set.union(*held)) == 7
    assert {tally.held_out for tally in cross_validate(pages)} == set(folds)


def test_cross_validation_counts_every_block_once() -> None:
    """Accuracy, precision, recall and F of each fold; these pages are easy."""
    pages = examples()
    found = cross_validate(pages)
    total = Tally.total(found)
    assert len(found) == 5
    assert total.blocks == sum(len(page.labels) for page in pages)
    assert total.accuracy == total.precision == total.recall == total.f == 1.0
    assert total.baseline == 2 / 3


def test_the_rates_of_a_tally() -> None:
    """By hand, and of nothing."""
    tally = Tally("x", hits=6, false=2, missed=3, rejected=9)
    assert (tally.blocks, tally.accuracy, tally.baseline) == (20, 0.75, 11 / 20)
    assert (tally.precision, tally.recall) == (0.75, 6 / 9)
    assert math.isclose(tally.f, 12 / 17)
    assert Tally("none").accuracy == Tally("none").f == Tally("none").precision == 0


def test_the_learning_curve_grows_to_all_pages() -> None:
    """Each point judges the same blocks; the last has all that a fold leaves."""
    pages = examples(15)
    points = list(learning_curve(pages))
    assert [size for size, _ in points] == [5, 10, 12]
    assert len({tally.blocks for _, tally in points}) == 1
    assert list(learning_curve(examples(1))) == []


def test_pages_of_one_class_teach_a_constant() -> None:
    """Where nothing is informative, or everything, there is nothing to part."""
    blocks = segment(read("<p>one two three</p>"), "partition")
    for text, kept in (("one two three", True), ("else", False)):
        model = train([example(blocks, text, "a", "1")], "partition")
        assert LExtractor(model=model).extract(read("<p>words</p>")).kept.all() == kept


def test_a_model_survives_its_file(tmp_path: Path) -> None:
    """The same scores to the bit, from a file, a dictionary and the model itself."""
    pages = examples()
    model = train(pages, "partition", cross_validate(pages))
    model.save(tmp_path / "model.json")
    data = json.loads((tmp_path / "model.json").read_text("utf-8"))
    page = read(html(5))
    expected = LExtractor(model=model).extract(page).scores.tobytes()
    for given in (tmp_path / "model.json", str(tmp_path / "model.json"), data):
        assert LExtractor(model=given).extract(page).scores.tobytes() == expected
    assert data["version"] == 1
    assert len(data["features"]) == len(data["weights"])
    assert data["trained_on"] == {"a": 10}
    assert [fold["accuracy"] for fold in data["folds"]] == [1.0] * 5


def test_a_model_needs_no_scikit_learn(tmp_path: Path) -> None:
    """Loading and judging import neither it nor the training."""
    train(examples(), "partition").save(tmp_path / "model.json")
    code = (
        "import sys\nsys.modules['sklearn'] = None\n"
        "from sitegist.methods.l_extractor import LExtractor\nfrom sitegist.page import read\n"
        f"method = LExtractor(model={str(tmp_path / 'model.json')!r})\n"
        f"print(method.extract(read({html(3)!r})).text)\n"
        "assert 'sitegist.methods.l_training' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == gold(3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "this is no model"),
        ({"version": 2}, "version 2"),
        ({"weights": [1.0]}, "damaged"),
        ({"weights": None}, "damaged"),
        ({"intercept": "x"}, "damaged"),
        ({"intercept": math.nan}, "damaged"),
        ({"trained_on": []}, "damaged"),
    ],
)
def test_a_damaged_model_is_an_input_error(change: dict[str, object], message: str) -> None:
    """It says what is wrong."""
    data = {**train(examples(3), "partition").as_dict(), **change}
    with pytest.raises(InputError, match=message):
        Model.from_dict(data)


def test_a_file_that_is_no_model_is_an_input_error(tmp_path: Path) -> None:
    """Missing, no JSON, no object, nested without end."""
    with pytest.raises(InputError, match="No such file"):
        load_model(tmp_path / "none.json")
    for content in ("", "[]", "\udcff", "[" * 100_000):
        (tmp_path / "x.json").write_bytes(content.encode("utf-8", "surrogateescape"))
        with pytest.raises(InputError, match="no model"):
            load_model(tmp_path / "x.json")


def test_the_segmenter_is_the_models() -> None:
    """A model brings its own; another one, or one that does not exist, is refused."""
    pages = [example(segment(read(html(n)), "leaves"), gold(n), "a", str(n)) for n in range(4)]
    model = train(pages, "leaves")
    assert LExtractor(model=model).segmenter == "leaves"
    with pytest.raises(OptionError, match="trained on blocks of 'leaves'"):
        LExtractor("partition", model)
    with pytest.raises(SegmenterError, match="vips"):
        LExtractor(model={**model.as_dict(), "segmenter": "vips"})


def test_the_evidence_adds_up_to_the_score() -> None:
    """One number for each feature of the page and the intercept; the reason names the largest."""
    known, labels = site()
    method = LExtractor().fit(known, labels)
    extraction = method.extract(read(html(4)))
    assert {"text", "<a>", "<em>", "intercept"} <= set(extraction.evidence)
    total = np.sum(list(extraction.evidence.values()), axis=0)
    assert np.allclose(total, extraction.scores)
    for verdict in extraction:
        assert verdict.reason.startswith(("score ", "the title"))
        if verdict.block.text == gold(4):
            assert verdict.kept
            assert "text" in verdict.reason
        if verdict.block.text.startswith("menu"):
            assert not verdict.kept
            assert "<a>" in verdict.reason or "<li>" in verdict.reason
