"""Where pages stand on the map."""

from __future__ import annotations

import numpy as np
import pytest

from sitegist.app.layout import EXTENT, place


def two_stars(size: int = 30) -> tuple[np.ndarray, np.ndarray]:
    """Links of two hubs, each with pages of its own, and one link between the hubs."""
    source = np.repeat([0, size], size - 1)
    target = np.concatenate([np.arange(1, size), np.arange(size + 1, 2 * size)])
    return np.append(source, 0), np.append(target, size)


def test_linked_pages_stand_together_and_none_upon_another() -> None:
    """Two hubs with their pages are two crowds."""
    source, target = two_stars()
    at = place(60, source, target, np.ones(len(source))).astype(float)
    one, other = at[:30], at[30:]
    within = np.hypot(*(one - one.mean(axis=0)).T).mean()
    assert np.hypot(*(one.mean(axis=0) - other.mean(axis=0))) > 1.5 * within
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    assert (apart + EXTENT * np.eye(60)).min() > EXTENT / 100


def test_the_same_links_give_the_same_picture() -> None:
    """To the last digit."""
    source, target = two_stars()
    one, other = (place(60, source, target, np.ones(len(source))) for _ in range(2))
    assert np.array_equal(one, other)
    assert (one.min(), one.max()) == (0, EXTENT)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 25, 200])
def test_pages_without_links_have_a_place(count: int) -> None:
    """Within the map, and not all the same one."""
    none = np.zeros(0, np.int64)
    at = place(count, none, none, np.zeros(0))
    assert at.shape == (count, 2)
    assert ((at >= 0) & (at <= EXTENT)).all()
    assert len({tuple(row) for row in at.tolist()}) == count


def test_links_that_weigh_nothing_do_no_harm() -> None:
    """All weights 0, or a page linked from everywhere."""
    source = np.arange(1, 50)
    for weight in (np.zeros(49), np.full(49, 1e-300)):
        at = place(50, source, np.zeros(49, np.int64), weight)
        assert len({tuple(row) for row in at.tolist()}) == 50
