"""The reasons why a function has a sign."""

import pytest
import sympy as sp

from claimbook.signs import Reason, coefficient_sign, recheck

X, Y = sp.symbols("x y", positive=True)


Z = sp.Symbol("z", nonnegative=True)


R = sp.Symbol("r", real=True)


@pytest.mark.parametrize(
    "reason",
    [
        Reason(X - Y, 1, True, "coefficients"),
        Reason(Z + X * Z, 1, True, "coefficients"),  # vanishes at z = 0
        Reason(R + 1, 1, True, "coefficients"),  # r may be negative
        Reason((X - Y) * X, 1, True, "factors", (Reason(X, 1, True, "coefficients"),), (1,)),
        Reason(X - Y, 1, True, "factors", (Reason(X - Y, 0, False, "unknown"),), (1,)),
        Reason((X - Y) ** -2, 1, False, "factors", (Reason(X - Y, 0, False, "unknown"),), (-2,)),
        Reason(X - Y, 0, False, "no such method"),
        Reason(X - 1, 1, True, "constant"),
    ],
)
def test_an_unsound_reason_is_refused(reason):
    assert not recheck(reason)


@pytest.mark.parametrize(
    ("polynomial", "expected"),
    [(X + Z, (1, True)), (Z, (1, False)), (-(R**2), (-1, False)), (R, None), (sp.Integer(0), (0, False))],
)
def test_signs_seen_from_coefficients(polynomial, expected):
    assert coefficient_sign(polynomial) == expected
