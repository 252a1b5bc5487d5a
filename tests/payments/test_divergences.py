from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

from incentives import payments as pay

SMOOTH = [pay.KL(), pay.ChiSquared(), pay.reverse_kl(), pay.jensen_shannon()]
ALL = [*SMOOTH, pay.TotalVariation()]
NAMES = [f.name for f in ALL]
x = sp.Symbol("x", positive=True)
FORMULAS = {
    "KL": x * sp.log(x),
    "chi-squared": (x - 1) ** 2,
    "reverse KL": -sp.log(x),
    "Jensen-Shannon": (x * sp.log(x) - (x + 1) * sp.log((x + 1) / 2)) / 2,
}


@pytest.mark.parametrize("f", SMOOTH, ids=NAMES[:4])
def test_derivatives_and_inverse_against_sympy(f):
    at = np.array([0.1, 0.7, 1.0, 2.5, 30.0])
    formula = FORMULAS[f.name]
    for ours, theirs in (
        (f.f, formula),
        (f.derivative, sp.diff(formula, x)),
        (f.curvature, sp.diff(formula, x, 2)),
    ):
        assert np.allclose(ours(at), [float(theirs.subs(x, v)) for v in at])
    assert np.allclose(f.inverse(f.derivative(at)), at)
    limits = [float(sp.limit(sp.diff(formula, x), x, end)) for end in (0, sp.oo)]
    assert (f.slope_at_zero, f.slope_at_infinity) == pytest.approx(limits)
    assert f.value_at_zero == pytest.approx(float(sp.limit(formula, x, 0)))


@pytest.mark.parametrize("f", ALL, ids=NAMES)
def test_zero_at_equality_and_positive_elsewhere(f):
    rng = np.random.default_rng(1)
    q = rng.dirichlet(np.ones(5))
    assert f.between(q, q) == pytest.approx(0, abs=1e-15)
    assert (f.between(rng.dirichlet(np.ones(5), size=20), q) > 0).all()


def test_well_known_identities():
    rng = np.random.default_rng(2)
    p, q = rng.dirichlet(np.ones(4), size=2)
    kl = pay.KL()
    assert pay.reverse_kl().between(p, q) == pytest.approx(kl.between(q, p))
    m = (p + q) / 2
    assert pay.jensen_shannon().between(p, q) == pytest.approx((kl.between(p, m) + kl.between(q, m)) / 2)
    assert pay.ChiSquared().between(p, q) == pytest.approx((p**2 / q).sum() - 1)
    assert pay.TotalVariation().between(p, q) == pytest.approx(np.maximum(p - q, 0).sum())


def test_a_policy_may_leave_outcomes_out():
    p, q = [1.0, 0.0], [0.25, 0.75]
    assert pay.KL().between(p, q) == pytest.approx(np.log(4))
    assert pay.reverse_kl().between(p, q) == np.inf
    assert pay.ChiSquared().between(p, q) == pytest.approx(3)


def test_exact_values():
    p, q = [F(1, 2), F(1, 2)], [F(1, 5), F(4, 5)]
    assert pay.ChiSquared().between(p, q) == F(9, 100) * 5 + F(9, 100) * F(5, 4)
    assert pay.TotalVariation().between(p, q) == F(3, 10)


@pytest.mark.parametrize(
    ("f", "derivative", "says"),
    [
        (lambda x: -((x - 1) ** 2), lambda x: -2 * (x - 1), "convex"),
        (lambda x: np.sin(x - 1), lambda x: np.cos(x - 1), "convex"),
        (lambda x: (x - 1) ** 2, lambda x: x - 1, "convex, with `derivative` its slope"),
        (lambda x: x**2, lambda x: 2 * x, r"0 at 1, got f\(1\) = 1"),
        (lambda x: np.log(x - 1), lambda x: 1 / (x - 1), "0 at 1"),
    ],
)
def test_what_is_no_divergence(f, derivative, says):
    with pytest.raises(ValueError, match=says):
        pay.Divergence("bad", f, derivative)


def test_the_built_in_ones_pass_the_same_examination():
    for f in ALL:
        pay.Divergence("copy", f.f, f.derivative)


@pytest.mark.parametrize("f", ALL, ids=NAMES)
def test_ratios_without_an_inverse_are_found_by_bisection(f):
    copy = pay.Divergence(
        "copy",
        f.f,
        f.derivative,
        slope_at_zero=f.slope_at_zero,
        slope_at_infinity=f.slope_at_infinity,
        value_at_zero=f.value_at_zero,
    )
    slopes = np.array([-0.4, -0.1, 0.1, 0.3])
    expected = [1.0] * 4 if f.name == "total variation" else f.ratio(slopes, largest=50.0)
    assert np.allclose(copy.ratio(slopes, largest=50.0), expected)


def test_slopes_beyond_the_range_give_the_ends():
    js = pay.jensen_shannon()
    assert js.ratio(np.array([1.0]), largest=7.0).tolist() == [7.0]
    assert pay.ChiSquared().ratio(np.array([-3.0]), largest=7.0).tolist() == [0.0]


def test_equal_divergences_compare_equal():
    assert pay.KL() == pay.KL() != pay.ChiSquared()


def test_at_the_ends_of_floats_a_divergence_is_what_logarithms_say():
    p, q = [0.2, 0.2, 0.6], [5e-324, 0.6, 0.4]
    by_hand = 0.2 * (np.log(0.2) - np.log(5e-324)) + 0.2 * np.log(1 / 3) + 0.6 * np.log(1.5)
    assert pay.KL().between(p, q) == pytest.approx(by_hand, rel=1e-14)
    assert pay.reverse_kl().between(q, p) == pytest.approx(by_hand, rel=1e-14)
    # What is next to 0 counts as 0 where the limit is finite.
    assert pay.reverse_kl().between(p, q) == pytest.approx(pay.KL().between([0, 0.6, 0.4], p), rel=1e-14)
    assert pay.jensen_shannon().between(p, q) == pytest.approx(pay.jensen_shannon().between(q, p), rel=1e-14)
    assert pay.KL().between(p, [0, 0.6, 0.4]) == np.inf
    with pytest.raises(ValueError, match="reference must be numbers for which floats hold their divergence"):
        pay.ChiSquared().between(p, q)


def test_what_is_too_large_for_floats_is_refused_whatever_else_is_zero():
    """A probability of 0 excuses an infinity where f is infinite there, and in its own row only."""
    chi, log = pay.ChiSquared(), pay.reverse_kl()
    too_small = [0.2, 5e-324, 0.8]
    for p in ([0, 0.5, 0.5], [[0, 0.5, 0.5], [0, 0.5, 0.5]]):
        with pytest.raises(ValueError, match=r"for which floats hold their divergence, got .*inf"):
            chi.between(p, too_small)
    half, calm = [0.2, 0.2, 0.6], [0.25, 0.25, 0.5]
    with pytest.raises(ValueError, match="for which floats hold their divergence"):
        chi.between([half, half], [[0, 0.5, 0.5], too_small])  # the first is infinite, the second too large
    assert chi.between([half, half], [[0, 0.5, 0.5], calm]).tolist() == [np.inf, pytest.approx(chi.between(half, calm))]
    assert log.between([[0, 0.5, 0.5], calm], half).tolist() == [np.inf, pytest.approx(log.between(calm, half))]
