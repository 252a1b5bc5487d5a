"""Identities: proved, refuted by a point, refused."""

from fractions import Fraction

import pytest
import sympy as sp

from claimbook.certificates import (
    SLOW,
    STEPS,
    Unproved,
    difference_witness,
    is_rational_function,
    prove_identity,
)
from claimbook.inequalities import prove_sign
from claimbook.slacks import gap

N_S, N_L, MU, V, S, L = sp.symbols("n_s n_l mu sigma2 s l", positive=True)


X, Y = sp.symbols("x y", positive=True)


R = sp.Symbol("r", real=True)


i, k = sp.symbols("i k", positive=True, integer=True)


SAME = {
    "polynomials": ((X + Y) ** 3, X**3 + 3 * X**2 * Y + 3 * X * Y**2 + Y**3),
    "fractions": (1 / X - 1 / (X + Y), Y / (X * (X + Y))),
    "derivatives": (sp.Derivative(X**3, X), 3 * X**2),
    "integrals": (sp.Integral(X**2, (X, 0, Y)), Y**3 / 3),
    "sums": (sp.Sum(i, (i, 1, k)), k * (k + 1) / 2),
    "roots": (sp.sqrt(5 + 2 * sp.sqrt(6)), sp.sqrt(2) + sp.sqrt(3)),
    "roots of symbols": (1 / (sp.sqrt(X) + sp.sqrt(Y)) * (X - Y), sp.sqrt(X) - sp.sqrt(Y)),
    "factorials": (sp.factorial(k + 1) / sp.factorial(k), k + 1),
    "matrices": (sp.Matrix([[X, 1], [1, X]]) ** 2, sp.Matrix([[X**2 + 1, 2 * X], [2 * X, X**2 + 1]])),
    "lists": ([X + X, (Y,)][:1], [2 * X]),
    "numbers": (Fraction(1, 3) + Fraction(1, 6), sp.Rational(1, 2)),
}


@pytest.mark.parametrize("name", SAME)
def test_equal_expressions_are_proved_equal(name):
    assert all(prove_identity(*SAME[name]).steps)


@pytest.mark.parametrize("name", SAME)
def test_equal_expressions_moved_apart_are_refuted(name):
    left, right = SAME[name]
    moved = (
        right + sp.ones(*right.shape)
        if isinstance(right, sp.MatrixBase)
        else [right[0] + 1]
        if isinstance(right, list)
        else right + 1
    )
    with pytest.raises(Unproved, match="left - right is -1") as failure:
        prove_identity(left, moved)
    assert failure.value.refuted


def test_one_point_refutes_what_is_not_rational_before_simplifying_is_tried(monkeypatch):
    def too_slow(difference):
        raise AssertionError("the slow step is for what may be true")

    monkeypatch.setitem(STEPS, SLOW, too_slow)
    with pytest.raises(Unproved, match=r"for example -?\d\S* at x = ") as failure:
        prove_identity(sp.log(X + 1) * sp.exp(X), sp.log(X + 2) * sp.exp(X))
    assert failure.value.refuted


def test_a_zero_is_never_taken_for_a_difference():
    # Zero at every point, which no number of digits shows.
    assert difference_witness(sp.log(X**2 * sp.exp(X)) - 2 * sp.log(X) - X) is None
    assert difference_witness(sp.sqrt(X + 2 * sp.sqrt(X) + 1) - sp.sqrt(X) - 1) is None
    # Not zero, but too small to be told apart.
    assert difference_witness(sp.Pow(10, -40) * sp.log(X + 1)) is None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((X + Y) ** 2, X**2 - 2 * X * Y + Y**2),  # sign
        ((X + Y) ** 2, X**2 + 3 * X * Y + Y**2),  # coefficient
        ((X + Y) ** 2, X**2 + 2 * X * X + Y**2),  # index
        ([X, Y], [Y, X]),
        (sp.Matrix([[X, Y]]), sp.Matrix([[X, X]])),
        (sp.sqrt(2), sp.Rational(99, 70)),  # so close that only exact arithmetic tells
    ],
)
def test_different_expressions_are_refused(left, right):
    with pytest.raises(Unproved):
        prove_identity(left, right)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: prove_identity(0.5, X), "left must be exact"),
        (lambda: prove_identity(X * 0.5, X), "left must be exact"),
        (lambda: prove_identity("x", X), "left must be an exact number"),
        (lambda: prove_identity([X, Y], [X]), "one shape"),
        (lambda: prove_identity([], []), "not be empty"),
        (lambda: prove_identity([[X], [X, Y]], [X]), "one length"),
        (lambda: prove_identity(X, sp.Symbol("x")), "different symbols of one name"),
        (lambda: prove_sign(X, "positive"), "relation must be one of"),
        (lambda: prove_sign(sp.sqrt(X), ">0"), "quotient of polynomials"),
        (lambda: prove_sign(sp.exp(X), ">0"), "quotient of polynomials"),
        (lambda: prove_sign(X * 0.5, ">0"), "must be exact"),
        (lambda: prove_sign(sp.Symbol("c"), ">0"), "must be declared real"),
        (lambda: prove_sign(X, ">0", [sp.Eq(X, Y)]), "given must hold relations"),
        (lambda: prove_sign(X, ">0", [sp.false]), "contradicts"),
        (lambda: prove_sign(X, ">0", {"x": Y}), "must map symbols"),
        (lambda: prove_sign(X, ">0", [X < Y, Y < X]), "satisfiable"),
        (lambda: prove_sign(X, ">0", [X < 1, X > 2]), "satisfiable"),
        (lambda: gap(sp.Ne(X, Y)), "given must hold relations"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "expression", [sp.pi * X, sp.sqrt(2), X**Y, sp.I, sp.zoo, sp.Abs(R), 0.5 * X, sp.Sum(X, (X, 1, 3))]
)
def test_what_is_not_a_rational_function_with_rational_coefficients(expression):
    assert not is_rational_function(expression)


def test_a_denominator_that_is_zero_has_no_sign():
    zero = sp.Add(X**2, -((X + 1) * (X - 1)), -1, evaluate=False)
    with pytest.raises(Unproved):
        prove_sign(1 / zero, ">0")
    with pytest.raises(Unproved):
        prove_sign(1 / (N_L - N_S), ">0", {N_L: N_S})
