"""Weights of lies, shortest paths, the path of the proof and the line integral, against slower second ways."""

from fractions import Fraction as F
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.integrate import quad

from incentives import payments as pay
from incentives.payments import equivalence

CORNERS = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [F(1, 3)] * 3]


def table(costs):
    return pay.AffineMaximizer(models=pay.FiniteModels(CORNERS, costs))


def exact_rows(rng, *shape):
    return np.array(
        [[F(int(v), 6) for v in row] for row in rng.integers(0, 7, size=shape)],
        dtype=object,
    )


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_shortest_paths_by_brute_force(seed):
    rng = np.random.default_rng(seed)
    types = exact_rows(rng, 5, 3)
    policies, _ = table([0, F(1, 2), F(1, 3), 0]).offers([[0, 1, 1]] * 2, who=0, reports=types)
    weights = equivalence.lie_weights(types, policies)
    V = equivalence.shortest_paths(weights)
    for a, b in permutations(range(5), 2):
        assert weights[a, b] == policies[b] @ types[b] - policies[a] @ types[b]
        inner = [k for k in range(5) if k not in (a, b)]
        ways = [w for m in range(4) for chosen in combinations(inner, m) for w in permutations(chosen)]
        sums = [sum(weights[s, t] for s, t in zip((a, *w), (*w, b), strict=True)) for w in ways]
        assert V[a, b] == min(sums)
    assert (np.diag(V) == 0).all()


def test_floats_agree_with_fractions():
    rng = np.random.default_rng(3)
    types = exact_rows(rng, 7, 3)
    policies, _ = table([0, F(1, 2), F(1, 3), 0]).offers([[0, 1, 1]] * 2, who=0, reports=types)
    exact = equivalence.shortest_paths(equivalence.lie_weights(types, policies))
    approximate = equivalence.shortest_paths(equivalence.lie_weights(types.astype(float), policies.astype(float)))
    np.testing.assert_allclose(approximate, exact.astype(float), atol=1e-12)


def test_cycles_below_zero_are_found():
    types = [[1, 0], [0, 1], [F(1, 2), F(1, 2)]]
    right, wrong = [[1, 0], [0, 1], [0, 1]], [[0, 1], [1, 0], [0, 1]]
    assert pay.is_cycle_monotone(types, right)
    assert not pay.is_cycle_monotone(types, wrong)
    # Three types, each pair fine, the cycle of all three not: a rotation of the plane.
    turned = np.array([[1, 0], [F(-1, 2), F(7, 8)], [F(-1, 2), F(-7, 8)]], dtype=object)
    models = turned[[1, 2, 0]] - turned[[2, 0, 1]] + F(1, 10) * turned
    pairs = [(a, b) for a in range(3) for b in range(a)]
    assert all(((models[a] - models[b]) * (turned[a] - turned[b])).sum() > 0 for a, b in pairs)
    # As distributions: smaller and moved, which scales the weights, and the rest on an outcome that pays nothing.
    first_two = models / 10 + F(1, 3)
    policies = np.column_stack([first_two, 1 - first_two.sum(axis=1)])
    types = np.column_stack([turned, [F(0)] * 3])
    assert not pay.is_cycle_monotone(types, policies)
    for who in range(3):  # and each pair is fine by itself
        rest = [k for k in range(3) if k != who]
        assert pay.is_cycle_monotone(types[rest], policies[rest])


def test_infinite_weights_mean_no_step():
    V = equivalence.shortest_paths([[0.0, 1.0, np.inf], [np.inf, 0.0, 2.0], [np.inf, np.inf, 0.0]])
    assert V[0, 2] == 3
    assert V[2, 0] == np.inf


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_interval_holds_the_affine_price_and_its_ends_are_prices(seed):
    rng = np.random.default_rng(seed)
    types = exact_rows(rng, 6, 3)
    rule = table([0, F(1, 2), F(-1, 3), F(1, 7)])
    policies, payments = rule.offers([[0, 1, 1]] * 2, who=0, reports=types)
    found = pay.price_interval(types, policies, start=0, end=1)
    assert found.low <= payments[1] - payments[0] <= found.high
    assert found.width == found.high - found.low
    back = pay.price_interval(types, policies, start=1, end=0)
    assert (back.low, back.high) == (-found.high, -found.low)


def test_the_path_has_the_reports_of_the_proof():
    path = equivalence.path_through(([1, F(1, 3), 0], 2), ([0, 1, F(1, 2)], 5), meeting=[1, 1, 1], steps=4)
    assert path.steps == 4
    assert path.types.shape == (10, 3)
    assert path.sizes.tolist() == [2] * 5 + [5] * 5
    for j in range(5):
        assert path.rewards[j].tolist() == [1, F(1, 3) + F(2, 3) * F(j, 4), F(j, 4)]
        assert path.rewards[5 + j].tolist() == [1 - F(j, 4), 1, 1 - F(1, 2) * F(j, 4)]
    loose = equivalence.path_through(([1.0, 0.5], 1), ([0.2, 1.0], 1), meeting=[1, 1], steps=2)
    assert loose.rewards.dtype == float


def test_round_trip_is_both_ways():
    rng = np.random.default_rng(5)
    types, policies = rng.uniform(size=(6, 3)), rng.dirichlet(np.ones(3), size=6)
    weights = equivalence.lie_weights(types, policies)
    both = np.diag(weights, 1) + np.diag(weights, -1)
    np.testing.assert_allclose(equivalence.round_trip(types, policies), both)


@given(seed=st.integers(0, 10**6), size=st.integers(1, 4))
@settings(max_examples=25)
def test_the_integral_recovers_affine_payments_exactly(seed, size):
    rng = np.random.default_rng(seed)
    costs = [F(int(v), 7) for v in rng.integers(-5, 6, size=4)]
    rule = table(costs)
    rewards = exact_rows(rng, 3, 3).tolist()
    paid = rule(rewards, [2, size, 1]).payments[1]
    for constant in (1, F(1, 3), 0, 5):
        found = equivalence.payment_from_training(rule, rewards, [2, size, 1], who=1, constant=constant)
        assert found == paid


@pytest.mark.parametrize("divergence", [pay.KL(), pay.ChiSquared(), pay.jensen_shannon(), pay.reverse_kl()])
def test_the_integral_by_quadrature_and_by_scipy(divergence):
    rule = pay.AffineMaximizer([0.2, 0.5, 0.3], penalty=0.4, divergence=divergence)
    rewards, sizes = [[1, 0.25, 0], [0.2, 1, 0.5]], [2, 1]

    def g(s):
        return equivalence.pull(rule, rewards, sizes, who=0, start=1, at=[s])[0][0]

    slow = g(1.0) - quad(g, 0, 1, limit=200, epsabs=1e-11)[0]
    found = equivalence.payment_from_training(rule, rewards, sizes, who=0)
    assert found == pytest.approx(slow, abs=1e-6)
    assert found == pytest.approx(rule(rewards, sizes).payments[0], abs=1e-6)


def test_only_the_training_is_looked_at():
    rule = table([0, F(1, 2), 0, F(1, 4)])
    profile = [[1, 0, F(1, 2)], [0, 1, 0]], [3, 2]
    free = equivalence.payment_from_training(pay.WithoutPayments(pay.AffineMaximizer([0.5, 0.3, 0.2])), *profile, who=0)
    paid = equivalence.payment_from_training(pay.AffineMaximizer([0.5, 0.3, 0.2]), *profile, who=0)
    assert free == paid
    loose = equivalence.payment_from_training(rule, [[1, 0, 0.5], [0, 1, 0]], [3, 2], who=0)
    assert loose == pytest.approx(float(equivalence.payment_from_training(rule, *profile, who=0)))


def test_jumps_are_where_the_choice_changes():
    rule = table([0, F(1, 5), F(2, 5), F(-1, 5)])
    profile = [[1, 0, F(1, 2)], [0, 1, 0]], [3, 2]
    cuts = equivalence.jumps(rule, *profile, who=0)
    assert cuts[0] == 0
    assert cuts[-1] == 1
    for low, high in pairwise(cuts):
        inside = [low + (high - low) * F(k, 8) for k in range(1, 8)]
        models = equivalence.pull(rule, *profile, who=0, start=1, at=inside)[1]
        assert (models == models[0]).all()


def test_bad_questions():
    rule = table([0, 0, 0, 0])
    with pytest.raises(ValueError, match="one shape"):
        equivalence.lie_weights([[1, 0]], [[1, 0], [0, 1]])
    for policies in ([[-1, 2], [1, 0]], [[1, 1], [1, 0]]):
        for call in (pay.is_cycle_monotone, equivalence.lie_weights, equivalence.round_trip):
            with pytest.raises(ValueError, match="policies must hold probabilities that add up to 1, got"):
                call([[1, 0], [0, 1]], policies)
    with pytest.raises(ValueError, match="shape"):
        equivalence.shortest_paths([[0, 1]])
    with pytest.raises(ValueError, match="NaN"):
        equivalence.shortest_paths([[0.0, np.nan], [0.0, 0.0]])
    with pytest.raises(ValueError, match="cycle below zero"):
        equivalence.shortest_paths([[0, -2], [1, 0]])
    with pytest.raises(ValueError, match="end must be"):
        pay.price_interval([[1, 0]], [[1, 0]], start=0, end=1)
    with pytest.raises(ValueError, match="steps"):
        equivalence.path_through(([1, 0], 1), ([0, 1], 1), meeting=[1, 1], steps=0)
    with pytest.raises(ValueError, match="one shape"):
        equivalence.path_through(([1, 0], 1), ([0, 1], 1), meeting=[1, 1, 1], steps=1)
    with pytest.raises(ValueError, match="at least 2"):
        equivalence.round_trip([[1, 0]], [[1, 0]])
    with pytest.raises(ValueError, match="who must be"):
        equivalence.pull(rule, [[1, 0, 0]], who=1, start=1, at=[0])
    with pytest.raises(ValueError, match="start must"):
        equivalence.pull(rule, [[1, 0, 0]], who=0, start=[1, 1], at=[0])
    with pytest.raises(ValueError, match="FiniteModels"):
        equivalence.jumps(pay.AffineMaximizer([0.5, 0.5]), [[1, 0]], who=0)
    with pytest.raises(ValueError, match="pieces"):
        equivalence.payment_from_training(pay.AffineMaximizer([0.5, 0.5]), [[1, 0]], who=0, pieces=0)
