"""What is looked at before it is cast to floats."""

import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from incentives.floats import (
    as_came,
    as_printed,
    as_real_array,
    held_by_floats,
    is_frame,
    is_tensor,
    product,
    shown,
    slack_of,
)
from incentives.numbers import as_array, as_number, as_row, is_rational

REFUSED = {
    "masked": (np.ma.array([0.5, 0.9], mask=[0, 1]), "masked array, fill it"),
    "complex": (np.array([0.5 + 1j]), "numbers of complex128"),
    "complex in a list": ([0.5, 1j], "numbers of complex128"),
    "text": (["0.5"], "<U3"),
    "bytes": (np.array([b"0.5"]), "|S3"),
    "dates": (np.array(["2020-01-01"], dtype="M8[D]"), "datetime64"),
    "spans of time": (np.array([5], dtype="m8[D]"), "timedelta64"),
    "fields": (np.array([(1.0, 2.0)], dtype=[("a", float), ("b", float)]), "got .*a"),
    "booleans": (np.array([True, False]), "got bool"),
    "a boolean in a list": ([0.5, True], "True or False"),
    "a boolean in a row": ([[0.5, 1.0], [0.5, np.True_]], "True or False"),
    "too large": ([10**400], "that a float can hold"),
    "a generator": ((x for x in [0.5]), "a generator, make it a list"),
    "a set": ({0.5}, "a set"),
    "a dict": ({0: 0.5}, "a dict"),
    "nothing": ([0.5, None], "NoneType among them"),
    "ragged": ([[0.5], [0.5, 1.0]], "in rows of one length"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_number_is_refused_and_not_cast(name):
    value, words = REFUSED[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=f"(?s)rewards must be numbers.*{words}"):
            as_array("rewards", value, exact=False)


@pytest.mark.parametrize(
    "value",
    [[0.5, 2], (0.5, 2), np.array([0.5, 2], dtype=">f4"), np.array([0.5, 2], dtype=np.longdouble), np.ma.array([0.5, 2]),  # noqa: E501
     [Fraction(1, 2), 2.0], [Decimal("0.5"), 2], np.array([2, 0.5])[::-1], [np.float16(0.5), np.int8(2)]],
)  # fmt: skip
def test_numbers_of_any_kind_are_doubles(value):
    found, _ = as_real_array("rewards", value)
    assert found.dtype == float
    assert found.tolist() == [0.5, 2.0]


def test_the_rounding_is_that_of_the_type_that_came():
    assert as_came("x", np.ones(2, dtype=np.float32))[1] == 2.0**-23
    assert as_came("x", [1, 2])[1] == 0
    assert slack_of(2.0**-23, 50) == 50 * 2.0**-23
    assert slack_of(2.0**-7, 50) == 0.01


def test_tensors_are_read_without_a_gradient_only():
    torch = pytest.importorskip("torch")
    half = torch.tensor([0.5, 2.0], dtype=torch.bfloat16)
    assert as_came("x", half)[0].tolist() == [0.5, 2.0]
    assert as_came("x", half)[1] == 2.0**-7
    assert is_tensor(half)
    with pytest.raises(ValueError, match=r"x must be numbers without a gradient, call \.detach\(\) first"):
        as_came("x", torch.ones(2, requires_grad=True))
    for wrong in (torch.ones(2) > 0, torch.ones(2) + 1j):
        with pytest.raises(ValueError, match="x must be numbers"):
            as_came("x", wrong)


def test_messages_are_short_whatever_came():
    assert len(shown([1.5] * 10**4)) == 120
    assert shown(10**5000) == "int"
    assert not is_frame([1])


def test_one_number_and_one_row():
    assert not is_rational(np.timedelta64(3, "D"))
    for wrong in (True, np.True_, 10**400, 1j, "1"):
        with pytest.raises(ValueError, match="penalty must be"):
            as_number("penalty", wrong, exact=False)
    with pytest.raises(ValueError, match="row must be one row of numbers"):
        as_row("row", [[1, 2], [3, 4]], exact=True)


@pytest.mark.parametrize(
    "compute",
    [
        lambda: np.square(np.array([1e200])),
        lambda: np.array([0.0]) / 0.0,
        lambda: np.array([Fraction(10**400)], dtype=object).astype(float),
    ],
)
def test_what_overflows_names_the_argument_that_made_it(compute):
    words = "reports must be numbers for which floats can hold every result, got 7"
    with pytest.raises(ValueError, match=words), held_by_floats("reports", 7):
        compute()


def test_what_becomes_zero_may_do_so_or_not():
    with held_by_floats("reports", 7):
        assert np.square(np.array([1e-200])) == 0
    with pytest.raises(ValueError, match="got 7"), held_by_floats("reports", 7, tiny=False):
        np.square(np.array([1e-200]))


def test_a_product_that_floats_cannot_hold_is_told_from_one_that_they_can():
    assert product(np.array([1e200]), np.array([1e100])) == 1e300
    with pytest.raises(FloatingPointError):
        product(np.array([1e200]), np.array([1e200]))
    with pytest.raises(ValueError, match="got 7"), held_by_floats("reports", 7):
        product(np.array([1e200]), np.array([1e200]))


def test_numbers_of_a_narrow_type_that_are_not_finite_stay_and_are_refused_by_their_place():
    torch = pytest.importorskip("torch")
    for odd in ("inf", "-inf", "nan"):
        values = torch.tensor([0.1, float(odd)], dtype=torch.bfloat16)
        assert str(as_printed("x", values).tolist()) == f"[0.1, {odd}]"
        with pytest.raises(ValueError, match=f"x must be finite numbers, got {odd} for client 1"):
            as_row("x", values, exact=False)
