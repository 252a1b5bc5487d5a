"""Moduli against brute force over two-point worlds, extremal reports against the solvers, refused input."""

from fractions import Fraction
from math import inf, log

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from incentives import payments as pay
from incentives.payments import preferences
from incentives_book.payments.how_continuous_is_training import moduli, recession

F = Fraction


def logistic(x):
    return 1 / (1 + np.exp(-x))


@pytest.mark.parametrize("penalty", [0.2, 1, 3])
@pytest.mark.parametrize("distance", [0.01, 0.5, 2.0])
def test_kl_move_is_the_largest_over_all_odds(penalty, distance):
    odds = np.linspace(-20, 20, 400_001)
    moves = logistic(odds + 2 * distance / penalty) - logistic(odds)
    assert moduli.KLModulus(penalty).move(distance) == pytest.approx(moves.max(), rel=1e-8)


@pytest.mark.parametrize("z", [1e-4, 0.05, 0.0999, 0.1001, 0.5, 2, 9])
def test_kl_loss_is_the_largest_over_all_two_point_laws(z):
    """lambda KL(p_hat || p) for log-odds that differ by 2 z."""
    odds = np.linspace(-3 - 2 * z, 3, 200_001)
    hat = logistic(odds)
    divergence = hat * (-2 * z) + np.logaddexp(0, odds + 2 * z) - np.logaddexp(0, odds)
    assert moduli.KLModulus(2).loss(2 * z) == pytest.approx(2 * divergence.max(), rel=1e-6)


def test_kl_loss_is_smooth_where_series_and_formula_meet_and_does_not_overflow():
    below, above = moduli.KLModulus().loss(np.array([0.1 - 1e-9, 0.1 + 1e-9]))
    assert above - below == pytest.approx(2e-9 * 0.1, rel=1e-2)
    exact = [float(moduli.KLModulus(1).loss(sp.Rational(k, 100)).evalf(30)) for k in (1, 9, 11, 300)]
    np.testing.assert_allclose(moduli.KLModulus(1).loss(np.array([0.01, 0.09, 0.11, 3.0])), exact, rtol=1e-11)
    assert moduli.KLModulus(1).loss(5000.0) == pytest.approx(2 * 5000 - 1 - log(2 * 5000), rel=1e-12)


@settings(max_examples=60)
@given(st.floats(1e-6, 1 - 1e-6), st.floats(0.05, 20))
def test_deltas_invert_their_moves(epsilon, size):
    kl, slow = moduli.KLModulus(size), moduli.StronglyConvexModulus(size)
    assert kl.move(kl.delta(epsilon)) == pytest.approx(epsilon, rel=1e-9)
    assert slow.move(slow.delta(epsilon)) == pytest.approx(epsilon)
    assert kl.printed_move(kl.printed_delta(epsilon)) == pytest.approx(epsilon, rel=1e-9)
    assert slow.printed_move(slow.printed_delta(epsilon)) == pytest.approx(epsilon)
    assert kl.delta(epsilon) > 3.999999 * kl.printed_delta(epsilon)


def test_fractions_stay_fractions_and_symbols_symbols():
    slow = moduli.chi_squared_modulus(F(1, 3))
    assert (slow.move(F(1, 2)), slow.delta(F(1, 2)), slow.loss(F(1, 2))) == (F(3, 8), F(2, 3), F(3, 16))
    assert slow.move(F(1, 2), at=F(1, 4)) == F(9, 32)
    x = sp.Symbol("x", positive=True)
    assert moduli.KLModulus(x).move(x) == sp.tanh(sp.Rational(1, 2))
    assert moduli.KLModulus(x).printed_delta(sp.Rational(1, 2)) == x / 2 * sp.log(sp.Rational(3, 2))
    assert moduli.KLModulus(x).printed_move(x) == sp.exp(2) - 1


@pytest.mark.parametrize("normalised", ["max", "sum"])
@pytest.mark.parametrize("distance", [F(1, 20), F(1, 2), F(1)])
def test_extremal_reports_reach_the_bounds(distance, normalised):
    for outcomes in (2,) if normalised == "sum" else (2, 4):
        found = moduli.extremal_profiles(distance, outcomes=outcomes, normalised=normalised)
        assert found.distance == distance
        assert found.before.normalised == found.after.normalised == normalised
        for penalty in (F(1, 4), F(2)):
            totals = [found.before.total, found.after.total]
            first, second = pay.best_policy(totals, found.reference, penalty=penalty)
            assert abs(second - first).max() == pytest.approx(moduli.KLModulus(penalty).move(distance))
            options = {"penalty": penalty, "divergence": pay.ChiSquared()}
            first, second = pay.best_policy(totals, found.reference, **options)
            assert max(abs(second - first)) == moduli.chi_squared_modulus(penalty).move(distance)


def test_interior_threshold_against_the_solver():
    rng = np.random.default_rng(5)
    for _ in range(50):
        q, R = rng.dirichlet(np.ones(4)), rng.uniform(0, 3, size=4)
        at = moduli.interior_threshold(R, q)
        above, below = (pay.best_policy(R, q, penalty=at * k, divergence=pay.ChiSquared()).min() for k in (1.01, 0.99))
        assert above > 0 == below


def test_no_random_profile_needs_more_than_the_worst_threshold():
    rng = np.random.default_rng(6)
    q = rng.dirichlet(np.ones(5))
    for how in ("max", "sum"):
        worst = moduli.worst_interior_threshold(q, total_size=4, normalised=how)
        for _ in range(200):
            group = preferences.random_preferences(2, 5, rng=rng, normalised=how).rewards
            assert moduli.interior_threshold(3 * group[0] + group[1], q) <= worst
    best = np.eye(5)[q.argmax()]
    assert moduli.interior_threshold(4 * best, q) == pytest.approx(worst)
    others = 1 - np.eye(5)[q.argmin()]
    assert moduli.interior_threshold(4 * others, q) == pytest.approx(
        moduli.worst_interior_threshold(q, total_size=4, normalised="max")
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: moduli.KLModulus(0), "penalty must be greater than 0"),
        (lambda: moduli.KLModulus(sp.Integer(-1)), "penalty must be greater than 0"),
        (lambda: moduli.StronglyConvexModulus(-1), "convexity must be greater than 0"),
        (lambda: moduli.chi_squared_modulus(0), "penalty must be greater than 0"),
        (lambda: moduli.KLModulus(1).delta(1), "epsilon must lie strictly between 0 and 1"),
        (lambda: moduli.KLModulus(1).printed_delta(0), "epsilon must lie"),
        (lambda: moduli.StronglyConvexModulus(1).delta(2), "epsilon must lie"),
        (lambda: moduli.StronglyConvexModulus(1).move(1, at=0), "at must lie"),
        (lambda: moduli.extremal_profiles(0.5), "distance must be an int or Fraction"),
        (lambda: moduli.extremal_profiles(F(3, 2)), "distance must be"),
        (lambda: moduli.extremal_profiles(1, outcomes=1), "outcomes must be at least 2"),
        (
            lambda: moduli.extremal_profiles(1, outcomes=3, normalised="sum"),
            "outcomes must be at least 2, and 2",
        ),
        (lambda: moduli.extremal_profiles(1, normalised="mean"), "normalised must be"),
        (lambda: moduli.interior_threshold([1, 2, 3], [F(1, 2), F(1, 2)]), "one entry per outcome"),
        (lambda: moduli.worst_interior_threshold([1], total_size=1, normalised="max"), "at least 2 outcomes"),
        (lambda: moduli.worst_interior_threshold([0.5, 0.5], total_size=0, normalised="max"), "total_size"),
        (lambda: moduli.worst_interior_threshold([0.5, 0.5], total_size=1, normalised=None), "normalised"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_infinite_room_for_superlinear_penalties():
    assert recession.reward_room(pay.ChiSquared()) == recession.reward_room(pay.KL()) == inf
