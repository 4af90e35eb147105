"""Methods that judge finer than blocks, in formats that show text runs."""

from __future__ import annotations

import numpy as np

from sitegist.extraction import Extraction
from sitegist.methods import create
from sitegist.page import read, segment


def test_rich_formats_show_the_runs_that_are_mostly_kept() -> None:
    """Text cuts where the method does; Markdown shows a run if more than half of it is kept."""
    page = read("<p>one two three</p><p>four five six</p><p>seven</p>")
    text = page.text
    own = ((0, text.index("three")), (text.index("six"), text.index("\nseven")))
    kept = np.array([True, False, False])
    method = create("gibson-text")
    found = Extraction(method, segment(page), kept, np.zeros(3), 1.0, {}, own)
    assert found.text == "one two\nsix" or found.text.split() == ["one", "two", "six"]
    assert found.markdown == "one two three"
