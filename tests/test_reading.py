"""Readers of what is no row of numbers."""

from fractions import Fraction

import numpy as np
import pytest

from incentives.reading import as_flag, as_generator, as_kind, as_probabilities, as_real, require

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("value", [NAN, INF, -INF, True, np.True_, "1", None, 1j, [1], 10**400])
def test_what_is_no_finite_number_is_refused_by_name(value):
    with pytest.raises(ValueError, match="rate must be a finite number, got"):
        as_real("rate", value)


def test_bounds_hold_or_are_told():
    assert as_real("x", Fraction(1, 2), above=0, below=1) == 0.5
    assert as_real("x", np.float32(1), least=1, most=1) == as_real("x", np.int8(1), least=1, most=1) == 1.0
    for wrong in (0, 1):
        with pytest.raises(ValueError, match=f"x must be a finite number above 0 and below 1, got {wrong}"):
            as_real("x", wrong, above=0, below=1)
    for wrong in (-0.5, 1.5):
        with pytest.raises(ValueError, match="of at least 0 and of at most 1"):
            as_real("x", wrong, least=0, most=1)


@pytest.mark.parametrize("value", [[0.5, 0.6], [-1.0, 2.0], [NAN, 1.0], [], 1.0, "ab", [[0.5, 0.5], [1.0, 1.0]]])
def test_what_are_no_probabilities_is_refused(value):
    with pytest.raises(ValueError, match="policy must"):
        as_probabilities("policy", value, exact=False)


def test_probabilities_may_be_rows_and_exact():
    assert as_probabilities("policy", [Fraction(1, 3), Fraction(2, 3), 0], exact=True).sum() == 1
    assert as_probabilities("policy", [[0.5, 0.5], [1.0, 0.0]], exact=False).shape == (2, 2)
    with pytest.raises(ValueError, match="add up to 1"):
        as_probabilities("policy", [Fraction(1, 3), Fraction(1, 3)], exact=True)


def test_a_row_may_be_off_by_its_rounding_and_not_by_more():
    assert as_probabilities("policy", [1.0000000000000002, 0.0], exact=False).sum() <= 1.0000000000000002
    assert as_probabilities("policy", np.full(3, 1 / 3, "f4"), exact=False).sum() == pytest.approx(1, abs=1e-15)
    for wrong in ([1 + 2e-9, 0.0], np.array([1.001, 0], "f4")):
        with pytest.raises(ValueError, match=r"policy must hold probabilities that add up to 1, got the sum 1\.0"):
            as_probabilities("policy", wrong, exact=False)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("value", "exact"), [([10**400, 0], True), ([-(10**400), 0], True), ([1e308] * 3, False), ([-1e308] * 3, False)]
)
def test_a_row_beyond_all_floats_is_refused_without_a_warning(value, exact):
    with pytest.raises(ValueError, match=r"policy must (hold probabilities that add up to 1|be finite numbers), got"):
        as_probabilities("policy", value, exact=exact)


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        (np.array([Fraction(-1), 2]), "-1"),
        (np.array([Fraction(-1, 3)]), "-1/3"),
        (np.array([1.0, 0.0]), "0.0"),
        (np.array([2, -7]), "-7"),
        (np.array([-0.5], "f4"), "-0.5"),
    ],
)
def test_a_number_out_of_range_is_told_without_its_type(entries, told):
    with pytest.raises(ValueError, match=rf"^sizes must be greater than 0, got {told}$"):
        require("sizes", entries, above=0)


def test_a_sum_of_fractions_is_told_without_their_type():
    with pytest.raises(ValueError, match=r"got the sum 2/3$"):
        as_probabilities("policy", [Fraction(1, 3), Fraction(1, 3)], exact=True)


def test_kinds_generators_and_flags():
    rng = np.random.default_rng(0)
    assert as_generator("rng", rng) is rng
    assert as_kind("order", rng, np.random.Generator) is rng
    assert as_flag("shared", np.False_) is False
    for call in (lambda: as_generator("rng", 0), lambda: as_kind("rng", 0, list), lambda: as_flag("rng", "no")):
        with pytest.raises(ValueError, match="rng must be"):
            call()
