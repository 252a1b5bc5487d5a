from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

from incentives.numbers import as_array, as_count, as_decimal, as_number, as_row, is_exact
from incentives.reading import as_distribution, require


def test_what_counts_as_exact():
    assert is_exact(1, [F(1, 2), (3, 4)], np.array([F(1, 3)], dtype=object))
    for other in (0.5, True, [1, 0.5], np.array([1.0]), np.array([F(1), 0.5], dtype=object), "1", None, np.arange(3)):
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
        ([0.5, 0.6], "add up to 1, got the sum 1.1"),
        ([0.5, -0.5, 1.0], "greater than 0, got -0.5"),
        ([[0.5, 0.5]], "one row"),
        ([], "a row"),
        ([np.nan, 1.0], "greater than 0"),
        ([np.inf, 1.0], "finite"),
    ],
)
def test_what_is_no_initial_model(bad, says):
    with pytest.raises(ValueError, match=says):
        as_distribution("reference", bad, exact=False)


def test_exact_distributions_add_up_exactly():
    assert as_distribution("q", [F(1, 3), F(2, 3)], exact=True).sum() == 1
    with pytest.raises(ValueError, match="add up to 1"):
        as_distribution("q", [F(1, 3), F(2, 3) + F(1, 10**12)], exact=True)


@pytest.mark.parametrize("bad", [True, 1.0, -1, 4, "2", None, F(3, 2)])
def test_what_is_no_count(bad):
    with pytest.raises(ValueError, match="rounds must be a whole number from 0 to 3"):
        as_count("rounds", bad, most=3)


def test_a_float_stands_for_the_decimal_that_it_prints_as():
    assert as_decimal("noise", 0.1) == F(1, 10)
    assert as_decimal("noise", np.float64(0.55)) == F(55, 100)
    for bad in (np.nan, np.inf, "1", None, True):
        with pytest.raises(ValueError, match="noise must be"):
            as_decimal("noise", bad)


def test_symbols_count_as_exact_only_where_formulas_are_meant():
    x = sp.Symbol("x")
    assert is_exact([x, 1], symbols=True)
    assert not is_exact([x, 1])
    assert not is_exact(sp.Float(0.5), symbols=True)
    assert is_exact(sp.Rational(1, 3))


def test_a_row_names_the_place_of_what_is_not_finite():
    assert as_row("levels", [1, F(1, 2)], exact=True) == (1, F(1, 2))
    with pytest.raises(ValueError, match="got nan for level 1"):
        as_row("levels", [1.0, np.nan], exact=False, of="level")


def test_a_symbol_of_unknown_sign_is_let_through():
    x, p = sp.Symbol("x"), sp.Symbol("p", positive=True)
    require("sizes", np.array([x, p, F(1)], dtype=object), above=0)
    with pytest.raises(ValueError, match="sizes must be greater than 0, got -p"):
        require("sizes", np.array([-p], dtype=object), above=0)
