"""The worked example of paper 002, section 5.1: the feature values of a block."""

from __future__ import annotations

import numpy as np

from sitegist.methods.feature_extractor import FeatureExtractor
from sitegist.methods.features import FEATURES, feature_counts, shares
from sitegist.page import read
from tests.methods.test_feature_extractor import div


def features_of(html: str, index: int) -> dict[str, float]:
    """The feature values of one block, without the zeros."""
    counts = feature_counts(FeatureExtractor().segment(read(html)))
    values = dict(zip(FEATURES, shares(counts)[:, index].tolist()))
    return {name: value for name, value in values.items() if value}


def test_feature_values_of_the_paper() -> None:
    """Section 5.1: 1,000 words, 2 images, 3 links and an applet are 0.5, 0.5, 0.06 and 0.333."""
    counts = np.array([[1000, 2000], [2, 4], [3, 50], [1, 3]])
    assert shares(counts)[:, 0].round(3).tolist() == [0.5, 0.5, 0.06, 0.333]


def test_feature_values_of_the_paper_on_a_page() -> None:
    """The same example, counted in blocks that a page really has."""
    html = div(1000, img=2, a=3, applet=1) + div(2000, img=4) + div(0, a=50, applet=3)
    found = features_of(html, 1)
    assert {name: round(value, 3) for name, value in found.items()} == {
        "text": 0.5,
        "image": 0.5,
        "link": 0.06,
        "applet": 0.333,
    }
    extraction = FeatureExtractor().extract(read(html))
    assert extraction.evidence["desired"][1] == 0.5
    assert extraction.evidence["rest"][1].round(3) == 0.893
    assert not extraction.kept[1]
