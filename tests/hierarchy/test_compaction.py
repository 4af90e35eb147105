"""The compacted hierarchy: paper 001, section 3.3, and every small case by trying all ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.hierarchy.compaction import CHOICES, compact, gradient_entropy, gradients

# The five values that give the gradients which the paper prints; those it prints do not.
WORKED = np.array([0.1, 0.1, 0.3, 0.4, 0.6])
PRINTED = np.array([0.1, 0.2, 0.3, 0.4, 0.6])
ONE, OTHER = np.array([3, 4, 5]), np.array([1, 4, 5])


def test_the_worked_gradients_come_out() -> None:
    """{0.5/3, 0.7/3, 0.2} has 0.992 and {0.1, 0.5/3, 1/3} has 0.893."""
    assert gradients(WORKED, ONE) == pytest.approx([0.5 / 3, 0.7 / 3, 0.2])
    assert gradients(WORKED, OTHER) == pytest.approx([0.1, 0.5 / 3, 1 / 3])
    assert gradient_entropy(gradients(WORKED, ONE)) == pytest.approx(0.992, abs=5e-4)
    assert gradient_entropy(gradients(WORKED, OTHER)) == pytest.approx(0.893, abs=5e-4)


def test_other_values_with_the_same_gradients_come_out_as_well() -> None:
    """0.1, 0.2, 0.2, 0.4, 0.6 differ only inside a level."""
    values = np.array([0.1, 0.2, 0.2, 0.4, 0.6])
    assert gradients(values, ONE) == pytest.approx([0.5 / 3, 0.7 / 3, 0.2])


def test_the_printed_values_have_other_entropies() -> None:
    """With the values as printed the two hierarchies have 1.000 and 0.921."""
    assert gradient_entropy(gradients(PRINTED, ONE)) == pytest.approx(1.000, abs=5e-4)
    assert gradient_entropy(gradients(PRINTED, OTHER)) == pytest.approx(0.921, abs=5e-4)


def test_the_paper_s_hierarchy_is_chosen() -> None:
    """{L0, L3, L4, L5} it is, as the fourth point takes in the first, and the root all."""
    assert compact(WORKED, np.array([-1, -1, -1, 0, 3])).tolist() == [3, 4, 5]


def test_a_gradient_of_zero_adds_nothing() -> None:
    """Nor is there an entropy without gradient, or of one level."""
    assert gradient_entropy(np.array([0.0, 0.5, 0.5])) == pytest.approx(np.log(2) / np.log(3))
    assert gradient_entropy(np.zeros(3)) == gradient_entropy(np.array([0.4])) == 0


def test_without_steps_there_is_no_level() -> None:
    """A page of one element, or none, has nothing to adsorb."""
    assert compact(np.zeros(0), np.zeros(0, np.int64)).tolist() == []


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Rising diversities, and for each step the last one that it must not stand beside."""
    size = draw(st.integers(1, 9))
    diversity = sorted(draw(st.lists(st.integers(0, 5), min_size=size, max_size=size)))
    conflict = [draw(st.integers(-1, max(step - 1, -1))) for step in range(size)]
    conflict[-1] = size - 2
    return diversity, conflict


def ways(conflict: list[int]) -> Iterator[list[int]]:
    """Every way with the fewest levels."""
    size = len(conflict)
    for count in range(1, size + 1):
        found = False
        for cuts in combinations(range(1, size), count - 1):
            bounds = [0, *cuts, size]
            if all(max(conflict[a:b]) < a for a, b in pairwise(bounds)):
                found = True
                yield bounds[1:]
        if found:
            return


@given(cases())
def test_the_fewest_levels_and_of_those_the_largest_entropy(
    case: tuple[list[int], list[int]],
) -> None:
    """The dynamic programme finds what trying all ways finds."""
    diversity, conflict = np.array(case[0]) / 8, np.array(case[1])
    ends = compact(diversity, conflict)
    possible = list(ways(case[1]))
    assert ends.tolist() in possible
    best = max(gradient_entropy(gradients(diversity, np.array(way))) for way in possible)
    assert gradient_entropy(gradients(diversity, ends)) == pytest.approx(best)


def test_wide_choices_are_thinned() -> None:
    """Thousands of places for a level's end are tried at even distances only, and still fit."""
    size = 40 * CHOICES
    conflict = np.full(size, -1)
    conflict[size // 2], conflict[-1] = 0, size - 2
    ends = compact(np.arange(size) / size, conflict)
    assert len(ends) == 3
    assert 1 <= ends[0] <= size // 2 < ends[1] == size - 1
