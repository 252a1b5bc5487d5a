"""Means over seeds, and numbers of a witness, by hand."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")

from incentives_book.rewards.practice_tables import furthest, hundredths, means


def test_a_mean_is_over_the_seeds_of_one_cell_and_counts_what_is_undefined_as_zero():
    def run(data, seed, correlation):
        return SimpleNamespace(data=data, partition="iid", name="Aequa", seed=seed, correlation=correlation)

    found = means([run("a", 0, 0.5), run("a", 1, None), run("b", 0, 0.25)], "correlation")
    assert found == {("a", "iid", "Aequa"): 0.25, ("b", "iid", "Aequa"): 0.25}


def test_a_witness_is_rounded_to_hundredths_and_rows_are_as_far_apart_as_their_furthest_pair():
    assert hundredths(0.6349) == Fraction(63, 100)
    assert hundredths(-0.006) == Fraction(-1, 100)
    assert furthest([1, 5, 2], [1, 2, 3]) == 3
