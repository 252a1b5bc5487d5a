"""What checks of several exercises share."""

from fractions import Fraction as F

import pytest

from incentives_book.exercises.properties import close, exactly, first, formula, numbers


def test_fractions_are_compared_exactly_and_decimals_nearly():
    assert close(F(1, 3), F(1, 3))
    assert not close(F(333333, 1000000), F(1, 3), within=1e-3)
    assert close(0.3333, F(1, 3), within=1e-3)
    assert not close(float("nan"), 1)
    assert not close(1, 0, within=1e-3)


def test_a_formula_is_tried_at_every_argument():
    judge = formula(lambda a, b: a * b, "a b", (2, 2), (2, 3))
    assert judge(lambda a, b: b * a) == ""
    assert judge(lambda a, b: a + b) == "At a = 2, b = 3 it is not 5."
    with pytest.raises(TypeError):
        judge(6)


def test_some_numbers_are_judged_in_order_and_all_of_them():
    judge = numbers(lambda: [1, F(1, 2)], "The size", "The share")
    assert judge((1, 0.5)) == ""
    assert judge((1, 2)) == "The share is not 2."
    with pytest.raises(ValueError, match="shorter"):
        judge((1,))


def test_the_first_number_is_neither_too_small_nor_too_large():
    judge = first(lambda n: n * n >= 10, "The square of {} is too small.", most=9)
    assert judge(4) == ""
    assert judge(3) == "The square of 3 is too small."
    assert judge(5) == "A smaller number will do."
    assert judge(3.5) == judge(10) == judge(0) == "A whole number from 1 to 9 is asked for."


def test_a_set_holds_all_with_the_property_and_no_others():
    judge = exactly(lambda: range(10), lambda n: n % 3 == 0, "{} is no multiple.")
    assert judge([0, 3, 6, 9]) == ""
    assert judge([0, 3, 4]) == "4 is no multiple."
    assert judge([0, 3]) == "There are more than these 2."
    assert judge([0, 12]) == "The exercise does not ask about 12."
