from fractions import Fraction as F

import numpy as np
import pytest

from incentives.payments.exact_numbers import as_array, as_distribution, as_number, is_exact


def test_what_counts_as_exact():
    assert is_exact(1, [F(1, 2), (3, 4)], np.array([F(1, 3)], dtype=object), np.arange(3))
    for other in (0.5, True, [1, 0.5], np.array([1.0]), np.array([F(1), 0.5], dtype=object), "1", None):
        assert not is_exact(1, other)


def test_exact_arrays_hold_fractions_and_leave_the_original_alone():
    original = np.array([1, F(1, 2)], dtype=object)
    array = as_array("x", original, exact=True)
    assert all(isinstance(v, F) for v in array)
    assert isinstance(original[0], int)
    assert as_array("x", [[1, 2]], exact=True).shape == (1, 2)


@pytest.mark.parametrize("bad", [[1.0, np.nan], [np.inf], "ab", {1, 2}, [[1], [1, 2]], None])
def test_what_is_no_array_of_numbers(bad):
    with pytest.raises(ValueError, match="x must be"):
        as_array("x", bad, exact=False)


def test_a_sum_may_overflow_without_an_infinity():
    assert as_array("x", [1e308, 1e308], exact=False).tolist() == [1e308, 1e308]


def test_one_number():
    assert as_number("x", 2, exact=False, above=0) == 2.0
    assert as_number("x", F(1, 2), exact=True) == F(1, 2)
    for bad in (0, -1, np.nan, np.inf, [1, 2]):
        with pytest.raises(ValueError, match="x must be"):
            as_number("x", bad, exact=False, above=0)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ([0.5, 0.5, 0.0], "greater than 0, got 0"),
        ([0.5, 0.6], "add up to 1, got 1.1"),
        ([0.5, -0.5, 1.0], "greater than 0, got -0.5"),
        ([[0.5, 0.5]], "one row"),
        ([], "one row"),
        ([np.nan, 1.0], "greater than 0"),
        ([np.inf, 1.0], "add up to 1"),
    ],
)
def test_what_is_no_initial_model(bad, says):
    with pytest.raises(ValueError, match=says):
        as_distribution("reference", bad, exact=False)


def test_exact_distributions_add_up_exactly():
    assert as_distribution("q", [F(1, 3), F(2, 3)], exact=True).sum() == 1
    with pytest.raises(ValueError, match="add up to 1"):
        as_distribution("q", [F(1, 3), F(2, 3) + F(1, 10**12)], exact=True)
