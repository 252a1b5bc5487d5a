"""Solvers against SciPy, against each other, and against the conditions of optimality."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax

from incentives import payments as pay
from incentives.payments import policies

SMOOTH = [pay.KL(), pay.ChiSquared(), pay.reverse_kl(), pay.jensen_shannon()]
ALL = [*SMOOTH, pay.TotalVariation()]


def ids(f):
    return f.name


def without_shortcuts(f, **extra):
    return pay.Divergence(
        f.name + " again",
        f.f,
        f.derivative,
        slope_at_zero=f.slope_at_zero,
        slope_at_infinity=f.slope_at_infinity,
        value_at_zero=f.value_at_zero,
        **extra,
    )


def problem(seed, outcomes=6):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 4, outcomes), rng.dirichlet(np.ones(outcomes)), rng.uniform(0.3, 3)


@pytest.mark.parametrize("f", SMOOTH, ids=ids)
@pytest.mark.parametrize("seed", range(4))
def test_against_scipy(f, seed):
    R, q, penalty = problem(seed)

    def loss(p):
        return -(p @ R) + penalty * f.between(np.maximum(p, 1e-12), q)

    found = minimize(
        loss,
        q,
        method="SLSQP",
        bounds=[(1e-9, 1)] * 6,
        constraints={"type": "eq", "fun": lambda p: p.sum() - 1},
        options={"ftol": 1e-14, "maxiter": 500},
    )
    p, best = policies.best_policy_and_value(R, q, penalty=penalty, divergence=f)
    assert best >= -found.fun - 1e-9
    assert best == pytest.approx(-found.fun, abs=1e-5)
    assert np.abs(p - found.x).max() < 2e-3


@pytest.mark.parametrize("f", ALL, ids=ids)
@given(seed=st.integers(0, 10**6), outcomes=st.integers(1, 8))
@settings(max_examples=60)
def test_nothing_beats_the_best_policy(f, seed, outcomes):
    R, q, penalty = problem(seed, outcomes)
    p, best = policies.best_policy_and_value(R, q, penalty=penalty, divergence=f)
    assert p.sum() == pytest.approx(1, abs=1e-12)
    assert p.min() >= 0
    assert best == pytest.approx(p @ R - penalty * f.between(p, q), abs=1e-10)
    others = np.random.default_rng(seed).dirichlet(np.ones(outcomes), size=20)
    others = np.concatenate([others, 0.999 * p + 0.001 * others, [q]])
    assert (others @ R - penalty * f.between(others, q) <= best + 1e-9).all()


@pytest.mark.parametrize("f", ALL, ids=ids)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_the_general_solver_finds_the_same(f, seed):
    R, q, penalty = problem(seed, 7)
    best = pay.value(R, q, penalty=penalty, divergence=f)
    assert pay.value(R, q, penalty=penalty, divergence=without_shortcuts(f)) == pytest.approx(best, abs=1e-9)
    if f.curvature is not None:
        newton = without_shortcuts(f, curvature=f.curvature, inverse=f.inverse)
        p = pay.best_policy(R, q, penalty=penalty, divergence=newton)
        assert np.abs(p - pay.best_policy(R, q, penalty=penalty, divergence=f)).max() < 1e-10


@pytest.mark.parametrize("f", [pay.reverse_kl(), pay.jensen_shannon()], ids=ids)
def test_the_general_solver_needs_few_evaluations(f, monkeypatch):
    """Also where one outcome gets nearly everything: halving the bracket alone would take some forty."""
    seen = []
    evaluate = policies._mass_and_slope
    monkeypatch.setattr(policies, "_mass_and_slope", lambda *all: seen.append(1) or evaluate(*all))
    for seed in range(40):
        rng = np.random.default_rng(seed)
        q = np.maximum(rng.dirichlet(np.full(300, rng.choice([0.3, 1, 10]))), 1e-12)
        R, penalty = rng.uniform(size=300) * 10 ** rng.uniform(-1, 2), 10 ** rng.uniform(-2, 1)
        seen.clear()
        p = pay.best_policy(R, q / q.sum(), divergence=f, penalty=penalty)
        assert p.sum() == pytest.approx(1, abs=1e-12)
        assert len(seen) <= 14


@pytest.mark.parametrize("least", [1e-12, 1e-100, 1e-310, 5e-324])
@pytest.mark.parametrize("end", [np.nan, np.inf])
def test_the_general_solver_with_nearly_impossible_outcomes(least, end):
    """Ratios of p to q may lie anywhere below 1 / `least`, where f' need not have a value. For x^2 - 1 the answer is
    known.
    """
    square = pay.Divergence(
        "square",
        lambda x: x**2 - 1,
        lambda x: np.where(x > 1e50, end, 2 * x),
        slope_at_zero=0,
        value_at_zero=-1,
    )
    R, q = [3.0, 1, 0, 2], [0.5, 0.25, 0.25, least]
    expected = pay.best_policy(R, q, penalty=4, divergence=pay.ChiSquared())
    assert pay.best_policy(R, q, penalty=4, divergence=square) == pytest.approx(expected, abs=1e-11)


def test_the_general_solver_where_no_outcome_alone_gives_a_bound():
    square = pay.Divergence("square", lambda x: x**2 - 1, lambda x: 2 * x, slope_at_zero=0, value_at_zero=-1)
    object.__setattr__(square, "derivative", lambda x: np.where(x > 1.9, np.nan, 2 * x))
    R, q = [3.0, 1, 0], [0.5, 0.25, 0.25]
    expected = pay.best_policy(R, q, penalty=4, divergence=pay.ChiSquared())
    assert pay.best_policy(R, q, penalty=4, divergence=square) == pytest.approx(expected, abs=1e-11)


def test_slopes_that_end_where_no_float_lies():
    """f = 0.3 |x - 1|: mass moves if it gains more than 0.6 penalty, as under total variation with 0.6 of it."""
    wedge = pay.Divergence(
        "wedge",
        lambda x: 0.3 * np.abs(x - 1),
        lambda x: 0.3 * np.sign(x - 1),
        slope_at_zero=-0.3,
        slope_at_infinity=0.3,
        value_at_zero=0.3,
    )
    # With 587 and 1174 eleventh parts, penalty * 0.3 / penalty is less than 0.3 in floats.
    for penalty in (0.4, 1, 587 / 11, 1174 / 11):
        R, q = penalty * np.array([1.3, 0.9, 0.1]), [0.2, 0.5, 0.3]
        assert pay.best_policy(R, q, penalty=0.6 * penalty, divergence=pay.TotalVariation())[2] == 0
        p = pay.best_policy(R, q, penalty=penalty, divergence=wedge)
        assert p == pytest.approx(
            pay.best_policy(R, q, penalty=0.6 * penalty, divergence=pay.TotalVariation()), abs=1e-9
        )


@given(seed=st.integers(0, 10**6), power=st.floats(1.1, 9))
@settings(max_examples=40)
def test_newton_and_bisection_agree(seed, power):
    """f = x^power - 1, of which Newton's method may take steps that are too long."""
    told = {
        "f": lambda x: x**power - 1,
        "derivative": lambda x: power * x ** (power - 1),
        "slope_at_zero": 0.0,
        "value_at_zero": -1.0,
    }
    slow = pay.Divergence("power", **told)
    fast = pay.Divergence("power", **told, curvature=lambda x: power * (power - 1) * x ** (power - 2))
    R, q, penalty = problem(seed)
    p = pay.best_policy(R, q, penalty=penalty, divergence=fast)
    assert p == pytest.approx(pay.best_policy(R, q, penalty=penalty, divergence=slow), abs=1e-9)
    # Conditions of optimality: one price for what has mass, and no less for what has none.
    price = R - penalty * told["derivative"](p / q)
    assert np.ptp(price[p > 1e-6]) < 1e-6
    assert (price[p <= 1e-6] < price[p > 1e-6].max() + 1e-6).all()


def test_a_divergence_with_straight_pieces():
    """f = max(0, |x - 1| - 1/2): every policy with ratios between 1/2 and 3/2 is free of charge."""
    free = pay.Divergence(
        "dead zone",
        lambda x: np.maximum(0, np.abs(x - 1) - 0.5),
        lambda x: np.where(x < 0.5, -1.0, np.where(x > 1.5, 1.0, 0.0)),
        slope_at_zero=-1.0,
        slope_at_infinity=1.0,
        value_at_zero=0.5,
    )
    p, best = policies.best_policy_and_value([1.0, 0.0], [0.5, 0.5], divergence=free)
    assert p == pytest.approx([0.75, 0.25])
    assert best == pytest.approx(0.75)
    # three equal outcomes, and one that loses half of its mass to them
    p, best = policies.best_policy_and_value([1.0, 1.0, 1.0, 0.0], [0.25] * 4, divergence=free)
    assert best == pytest.approx(7 / 8)


# -- KL -----------------------------------------------------------------------------------------------------


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_kl_is_a_softmax(seed):
    R, q, penalty = problem(seed)
    p, best = policies.best_policy_and_value(R, q, penalty=penalty)
    assert p == pytest.approx(softmax(np.log(q) + R / penalty))
    assert best == pytest.approx(penalty * logsumexp(R / penalty, b=q))


@pytest.mark.parametrize("shift", [-1e6, -700, -1, 0, 50, 700, 1e6])
def test_kl_is_stable_for_rewards_of_any_size(shift):
    R, q, _ = problem(3)
    p, best = policies.best_policy_and_value(R + shift, q, penalty=0.7)
    assert p == pytest.approx(pay.best_policy(R, q, penalty=0.7), rel=1e-8)
    assert best == pytest.approx(shift + pay.value(R, q, penalty=0.7), abs=1e-9 * max(1, abs(shift)))


def test_kl_survives_tiny_penalties_and_unlikely_outcomes():
    p, best = policies.best_policy_and_value([0.0, 1.0], [1 - 1e-300, 1e-300], penalty=1e-4)
    assert p == pytest.approx([0.0, 1.0])
    assert best == pytest.approx(1 - 300 * np.log(10) * 1e-4)


def test_kl_in_blocks_equals_kl_at_once():
    rng = np.random.default_rng(0)
    n = 100_003  # several blocks, the last one short
    for spread in (3.0, 3000.0):
        R, q = rng.uniform(-spread, spread, n), rng.dirichlet(np.ones(n))
        p, best = policies.best_policy_and_value(R, q, penalty=2.0)
        assert np.allclose(p, softmax(np.log(q) + R / 2), rtol=1e-9, atol=1e-300)
        assert best == pytest.approx(2 * logsumexp(R / 2, b=q), rel=1e-12)
        assert pay.value(R, q, penalty=2.0) == pytest.approx(best, rel=1e-14)


# -- exact --------------------------------------------------------------------------------------------------


def grid_profiles():
    q = [F(1, 5), F(2, 5), F(2, 5)]
    for R in product([F(-1), F(0), F(1, 2), F(3)], repeat=3):
        for penalty in (F(1, 4), F(1), F(5, 2)):
            yield list(R), q, penalty


@pytest.mark.parametrize("f", [pay.ChiSquared(), pay.TotalVariation()], ids=ids)
def test_fractions_and_floats_agree(f):
    for R, q, penalty in grid_profiles():
        p, best = policies.best_policy_and_value(R, q, penalty=penalty, divergence=f)
        assert all(isinstance(v, F) for v in (*p, best))
        assert p.sum() == 1
        floats = pay.value([float(v) for v in R], [0.2, 0.4, 0.4], penalty=float(penalty), divergence=f)
        assert float(best) == pytest.approx(floats, abs=1e-12)


def test_chi_squared_meets_the_conditions_of_optimality_exactly():
    """R(x) - 2 penalty (p/q - 1) equals mu where p > 0 and is at most mu where p = 0."""
    zeros = 0
    for R, q, penalty in grid_profiles():
        p = pay.best_policy(R, q, penalty=penalty, divergence=pay.ChiSquared())
        slopes = [r - 2 * penalty * (a / b - 1) for r, a, b in zip(R, p, q, strict=True)]
        inside = [s for s, a in zip(slopes, p, strict=True) if a > 0]
        assert len(set(inside)) == 1
        assert all(s <= inside[0] for s in slopes)
        zeros += sum(a == 0 for a in p)
    assert zeros > 50


def test_total_variation_by_vertices():
    """A piecewise linear objective has its maximum at a vertex of one of its pieces; 12 per cell of the grid."""
    q = [F(1, 5), F(2, 5), F(2, 5)]
    grid = [(F(i, 5), F(j, 5), F(5 - i - j, 5)) for i in range(6) for j in range(6 - i)]
    for R, _, penalty in grid_profiles():
        best = pay.value(R, q, penalty=penalty, divergence=pay.TotalVariation())
        by_hand = max(
            sum(a * r for a, r in zip(p, R, strict=True))
            - penalty * sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2
            for p in grid
        )
        assert best == by_hand


def test_total_variation_keeps_the_initial_model_below_the_penalty():
    q = [F(1, 3), F(2, 3)]
    policy = pay.best_policy([1, 0], q, penalty=1, divergence=pay.TotalVariation())
    assert policy.tolist() == q
    assert pay.best_policy([F(3, 2), 0], q, penalty=1, divergence=pay.TotalVariation()).tolist() == [1, 0]


# -- batches, sensitivity, bad input ----------------------------------------------------------------------------


@pytest.mark.parametrize("f", ALL, ids=ids)
def test_a_batch_is_a_loop(f):
    rng = np.random.default_rng(5)
    R, q = rng.uniform(-1, 3, size=(4, 3, 5)), rng.dirichlet(np.ones(5))
    p, best = policies.best_policy_and_value(R, q, divergence=f)
    assert p.shape == (4, 3, 5)
    assert best.shape == (4, 3)
    for i, j in np.ndindex(4, 3):
        assert p[i, j] == pytest.approx(pay.best_policy(R[i, j], q, divergence=f), abs=1e-12)
        assert best[i, j] == pytest.approx(pay.value(R[i, j], q, divergence=f), abs=1e-12)


@pytest.mark.parametrize("f", [pay.KL(), pay.ChiSquared()], ids=ids)
def test_large_batches_are_cut_into_chunks(f):
    rng = np.random.default_rng(6)
    R, q = rng.uniform(0, 3, size=(150, 1000)), rng.dirichlet(np.ones(1000))
    p = pay.best_policy(R, q, divergence=f)
    for row in (0, 31, 32, 149):
        assert np.allclose(p[row], pay.best_policy(R[row], q, divergence=f), rtol=1e-10, atol=1e-18)


def test_minus_infinity_rules_an_outcome_out():
    q = [0.2, 0.3, 0.5]
    p, best = policies.best_policy_and_value([[0.0, -np.inf, 1.0], [-np.inf, 2000.0, -np.inf]], q)
    assert p[0] == pytest.approx(np.array([0.2, 0, 0.5 * np.e]) / (0.2 + 0.5 * np.e))
    assert p[1].tolist() == [0, 1, 0]
    assert best == pytest.approx([np.log(0.2 + 0.5 * np.e), 2000 + np.log(0.3)])
    with pytest.raises(ValueError, match="total_reward must be finite"):
        pay.best_policy([-np.inf] * 3, q)


@pytest.mark.parametrize(
    ("R", "q", "penalty", "says"),
    [
        ([1.0, 0.0], [1.0, 0.0], 1, "reference must give every outcome"),
        ([1.0, 0.0], [0.5, 0.4], 1, "reference must hold probabilities that add up to 1"),
        ([1.0, 0.0], [0.5, 0.5], 0, "penalty must be greater than 0"),
        ([1.0, 0.0], [0.5, 0.5], -1, "penalty must be greater than 0"),
        ([1.0, 0.0], [0.5, 0.5], np.nan, "penalty must be finite"),
        ([1.0, 0.0, 0.0], [0.5, 0.5], 1, "total_reward must end in the 2 outcomes"),
        ([np.nan, 0.0], [0.5, 0.5], 1, "total_reward must be finite"),
        ([np.inf, 0.0], [0.5, 0.5], 1, "total_reward must be finite"),
    ],
)
@pytest.mark.parametrize("f", ALL, ids=ids)
def test_bad_input(R, q, penalty, says, f):
    with pytest.raises(ValueError, match=says):
        pay.best_policy(R, q, penalty=penalty, divergence=f)


@pytest.mark.parametrize("divergence", [pay.reverse_kl(), pay.ChiSquared(), pay.jensen_shannon()], ids=repr)
def test_long_rows_are_summed_in_blocks_and_to_the_same_answer(divergence):
    """More outcomes than one block: the policy of pairs that are split in equal parts is that of the pairs, split."""
    rng = np.random.default_rng(0)
    q, r = rng.dirichlet(np.ones(500)), rng.uniform(size=(2, 500))
    split = 51
    few = pay.value(r, q, divergence=divergence)
    many = pay.value(np.repeat(r, split, axis=1), np.repeat(q, split) / split, divergence=divergence)
    assert many == pytest.approx(few, abs=1e-9)
    one = pay.best_policy(np.repeat(r[0], split), np.repeat(q, split) / split, divergence=divergence)
    assert one.reshape(500, split).sum(axis=1) == pytest.approx(
        pay.best_policy(r[0], q, divergence=divergence), abs=1e-9
    )
