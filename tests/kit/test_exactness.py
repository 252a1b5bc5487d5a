"""Witnesses are exact, and fit the symbols of what they refute."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from claimbook.exactness import admissible, refuse_floats
from incentives.coalitions import Partition

from .rows import CHECK, W, X, Y


@pytest.mark.parametrize(
    "value",
    [
        0.5,
        np.float64(1),
        sp.Float(2),
        X * 0.5,
        (1, 0.5),
        {"a": [0.1]},
        frozenset([1.0]),
        np.array([0.5]),
        1j,
        object(),
    ],
)
def test_witnesses_hold_no_floats_however_deep(value):
    with pytest.raises(ValueError, match="witness"):
        CHECK.counterexample(lambda x: x is None, {"x": value})


@pytest.mark.parametrize(
    "value",
    [
        1,
        Fraction(1, 3),
        sp.sqrt(2),
        (1, (2, Fraction(3))),
        np.array([1, 2]),
        Partition([[0, 1], [2]]),
        "grand",
        None,
    ],
)
def test_exact_witnesses_of_any_shape_are_taken(value):
    assert refuse_floats(value, "witness") is None


@pytest.mark.parametrize(
    ("witness", "message"),
    [
        ({X: 3}, "exactly the symbols"),
        ({X: 3, Y: 5, W: 1}, "exactly the symbols"),
        ({X: -3, Y: 5}, "not admissible"),
        ({X: 0, Y: 5}, "not admissible"),
        ({}, "must be a dict"),
        ([3, 5], "must be a dict"),
    ],
)
def test_a_witness_fits_the_symbols_of_the_statement(witness, message):
    with pytest.raises(ValueError, match=message):
        CHECK.counterexample(sp.Lt(X**2, Y), witness)


def test_integers_stay_integers():
    count = sp.Symbol("count", integer=True, positive=True)
    assert admissible(count < 3, {count: 4}) == {count: 4}
    with pytest.raises(ValueError, match="not admissible"):
        admissible(count < 3, {count: Fraction(7, 2)})
