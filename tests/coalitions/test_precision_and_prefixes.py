"""The module on precisions against the module on errors, and its bad input."""

from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

from incentives.coalitions import optimal_coarse_errors, optimal_fine_errors
from incentives_book.coalitions.precision_and_prefixes import (
    draw_two_parts,
    error_beside,
    favourite_coalitions,
    indifference_noise,
    pooled_error,
    two_parts,
)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6), st.integers(1, 40), st.integers(1, 9))
def test_two_derivations_of_one_error(sizes, noise, spread):
    for federation, errors in (("coarse", optimal_coarse_errors), ("fine", optimal_fine_errors)):
        expected = errors(sizes, noise=noise, spread=spread)
        for j, own in enumerate(sizes):
            others = sizes[:j] + sizes[j + 1 :]
            found = error_beside(own, others, noise=noise, spread=spread, federation=federation)
            assert found == expected[j]


def test_symbols_and_floats_take_the_same_path():
    n, k, mu, s2 = sp.symbols("n k mu s2", positive=True)
    assert (
        sp.simplify(pooled_error([n, k], noise=mu, spread=s2) - mu / (n + k) - s2 * (n**2 + k**2) / (n + k) ** 2) == 0
    )
    assert pooled_error(np.array([5.0, 5.0]), noise=10, spread=1) == pytest.approx(1.5)
    assert error_beside(5.0, [], noise=10, spread=1) == pytest.approx(2.0)


@given(st.lists(st.integers(1, 30), min_size=2, max_size=6), st.integers(1, 20), st.integers(2, 5))
def test_favourites_do_not_depend_on_the_unit_of_size_or_the_order(sizes, noise, factor):
    here = favourite_coalitions(sizes, 0, noise=noise, spread=1)
    scaled = favourite_coalitions([factor * n for n in sizes], 0, noise=factor * noise, spread=1)
    assert here == scaled
    turned = favourite_coalitions(sizes[::-1], len(sizes) - 1, noise=noise, spread=1)
    assert [sorted(len(sizes) - 1 - k for k in c) for c in turned] == [sorted(c) for c in here]


def test_somebody_alone_has_one_coalition():
    assert favourite_coalitions([7], 0, noise=1, spread=1) == (frozenset({0}),)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pooled_error([], noise=1, spread=1), "sizes must name at least one"),
        (lambda: pooled_error([1, -2], noise=1, spread=1), "sizes must be greater than 0"),
        (lambda: pooled_error([1], noise=0, spread=1), "noise must be greater than 0"),
        (lambda: pooled_error(np.ones((2, 2)), noise=1, spread=1), "one row"),
        (lambda: pooled_error([1], noise=1, spread=1, federation="uniform"), 'federation must be "coarse" or "fine"'),
        (lambda: error_beside(0, [1], noise=1, spread=1), "greater than 0"),
        (lambda: favourite_coalitions([1, 2], 2, noise=1, spread=1), r"player must be a whole number from 0 to 1"),
        (lambda: favourite_coalitions([1, 2.5], 0, noise=1, spread=1), "ties count"),
        (lambda: favourite_coalitions([], 0, noise=1, spread=1), "at least one"),
        (
            lambda: indifference_noise(small=3, large=3, smalls=2, larges=1, spread=1),
            "large - small must be greater than 0",
        ),
        (lambda: indifference_noise(small=3, large=4, smalls=1, larges=1, spread=1), "smalls must be at least 2"),
        (lambda: indifference_noise(small=3, large=4, smalls=2, larges=0, spread=1), "larges must be greater than 0"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_indifference_noise_may_be_negative():
    assert indifference_noise(small=5, large=6, smalls=2, larges=1, spread=1) == Fraction(-50, 11)


def test_the_two_parts_of_b_add_up_to_it_and_the_lowest_bar_is_named():
    company = [[30], [30, 30], [30, 30, 30], [300], [30, 300], [30, 30, 300]]
    parts = [two_parts(others, noise=10, spread=1) for others in company]
    by_hand = [4 / 3, 2 / 3, 4 / 9, 31 / 30, 90900 / 108900 + 1 / 33, 91800 / 129600 + 1 / 36]
    assert [sum(part) for part in parts] == pytest.approx(by_hand)
    ax = draw_two_parts(plt.figure().add_subplot(), company, noise=10, spread=1)
    named = next(text for text in ax.texts if text.get_text() == "best company")
    assert named.xy == (2, pytest.approx(1 / 3 + 1 / 9))
