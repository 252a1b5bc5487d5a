"""Payments read off one policy: against the mechanism, against loops over the others, and over prompts."""

from itertools import pairwise

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments.final_policy import _on_a_cache_line


def test_payments_from_samples_estimate_the_same():
    rng = np.random.default_rng(1)
    rule = pay.AffineMaximizer(np.full(6, 1 / 6))
    r = rng.uniform(size=(2, 6))
    outcome = rule(r, [2, 1])
    draws = rng.choice(6, size=200_000, p=outcome.policy)
    equal = np.full(200_000, 1 / 200_000)
    estimate = pay.payments_from_policy(equal, r[:, draws], [2, 1], optimal=True)
    assert estimate == pytest.approx(outcome.payments, abs=5e-3)
    ratio = (1 / 6) / outcome.policy[draws]
    repaired = pay.payments_from_policy(equal, r[:, draws], [2, 1], reference=equal * ratio)
    assert repaired == pytest.approx(outcome.payments, abs=5e-3)


def test_payments_of_any_policy_are_what_the_others_lose():
    rng = np.random.default_rng(9)
    q, p = rng.dirichlet(np.ones(5)), rng.dirichlet(np.ones(5))
    p[2] = 0
    p /= p.sum()
    r, w = rng.uniform(size=(3, 5)), np.array([2.0, 1.0, 3.0])
    found = pay.payments_from_policy(p, r, w, reference=q, penalty=0.7)
    for i in range(3):
        others = sum(w[j] * r[j] for j in range(3) if j != i)
        best = 0.7 * np.log(sum(b * np.exp(x / 0.7) for b, x in zip(q, others, strict=True)))
        away = sum(a * np.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)
        assert found[i] == pytest.approx(best - (p @ others - 0.7 * away), abs=1e-12)
        assert found[i] >= 0


@pytest.mark.parametrize("columns", [1, 5, 8, 17])
def test_room_for_payments_starts_on_a_cache_line(columns):
    room = _on_a_cache_line(3, columns)
    assert room.shape == (3, columns)
    assert room.__array_interface__["data"][0] % 64 == 0


@pytest.mark.parametrize(
    ("rewards", "first_pays"),
    [
        # The second outcome has no float probability, but counts when the first group is away.
        ([[350.0, -390.0], [0.0, -5.0]], np.log1p(np.exp(-5.0))),
        # Without harm nobody pays, also where exp(-R) has only a few digits left.
        ([[740.0, 740.0], [0.0, 1.0]], 0.0),
    ],
)
def test_far_reaching_rewards_are_paid_for_exactly(rewards, first_pays):
    rule = pay.AffineMaximizer([0.5, 0.5])
    assert rule(rewards).payments[0] == pytest.approx(first_pays, rel=1e-9, abs=1e-9)


def test_a_sample_over_two_prompts_charges_nothing_where_nothing_can_be_won():
    """Rewards always 0 for one prompt and always 2 for the other: no model is better than another."""
    prompts = np.array(["a", "b"] * 50)
    likes = 2.0 * (prompts == "b")
    equal = np.full(100, 0.01)
    given = (equal, [likes, np.zeros(100)])
    assert pay.payments_from_policy(*given, reference=equal, prompts=prompts) == pytest.approx([0, 0], abs=1e-12)
    assert pay.payments_from_policy(*given, optimal=True, prompts=prompts) == pytest.approx([0, 0], abs=1e-12)
    pooled = pay.payments_from_policy(*given, reference=equal)
    assert pooled[1] == pytest.approx(np.log(np.cosh(1)), abs=1e-12)  # the optimum would choose its prompts


def test_payments_over_prompts_are_the_mean_of_those_for_each():
    rng = np.random.default_rng(0)
    often, q = np.array([0.3, 0.7]), rng.dirichlet(np.ones(4), size=2)
    r, w = rng.uniform(size=(3, 2, 4)), [2.0, 1.0, 0.5]
    tilted = q * np.exp(np.tensordot(w, r, 1))
    p = tilted / tilted.sum(axis=1, keepdims=True)
    labels = np.repeat([0, 1], 4)
    joint = (often[:, None] * p).ravel(), r.reshape(3, 8), w
    expected = sum(often[k] * pay.AffineMaximizer(q[k])(r[:, k], w).payments for k in range(2))
    reference = (often[:, None] * q).ravel()
    assert pay.payments_from_policy(*joint, reference=reference, prompts=labels) == pytest.approx(expected)
    assert pay.payments_from_policy(*joint, optimal=True, prompts=labels) == pytest.approx(expected)
    with pytest.raises(ValueError, match="prompts and reference must have shape"):
        pay.payments_from_policy(*joint, optimal=True, prompts=labels[:-1])


def test_what_is_no_policy_or_reference_is_refused():
    with pytest.raises(ValueError, match="neither of them 0"):
        pay.payments_from_policy([], np.empty((2, 0)), optimal=True)
    with pytest.raises(ValueError, match="policy must have shape"):
        pay.payments_from_policy([0.5, 0.5], [[1, 0, 0]], optimal=True)
    with pytest.raises(ValueError, match="policy must be finite"):
        pay.payments_from_policy([0.5, np.nan], [[1, 0]], optimal=True)
    with pytest.raises(ValueError, match="rewards must be finite"):
        pay.payments_from_policy([0.5, 0.5], [[np.inf, 0]], optimal=True)
    with pytest.raises(ValueError, match="reference must be the initial model"):
        pay.payments_from_policy([0.5, 0.5], [[1, 0]])
    with pytest.raises(ValueError, match="reference must be positive"):
        pay.payments_from_policy([0.5, 0.5], [[1, 0]], reference=[1.0, 0.0])


def test_payments_beside_an_initial_model_that_hardly_gives_an_outcome_are_finite():
    told = [[1.0, 0.0, 0.5], [0.0, 1.0, 0.2]], [2, 1]
    p, steps = [0.5, 0.3, 0.2], [1e-200, 1e-300, 5e-324]
    paid = [pay.payments_from_policy(p, *told, reference=[tiny, 0.6, 0.4]) for tiny in steps]
    # KL grows by 0.5 for each unit of the logarithm of the initial chance of an outcome that is given half the time.
    for (one, before), (other, after) in pairwise(zip(steps, paid, strict=True)):
        assert after - before == pytest.approx(0.5 * (np.log(one) - np.log(other)))
    # Nothing but the first outcome is good without the second group, at a penalty that leaves floats no mass of it.
    only = pay.payments_from_policy([1.0, 0.0], [[0.0, 0.0], [1.0, 0.0]], reference=[1e-300, 1.0], penalty=1e-3)
    assert only == pytest.approx([0.0, 1e-3 * 300 * np.log(10)], abs=1e-12)
