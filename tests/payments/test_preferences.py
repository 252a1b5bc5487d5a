from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, strategies as st

from incentives import payments as pay
from incentives.payments import preferences
from incentives.payments.preferences import read_reports


def test_weighted_rewards_and_valuations_by_hand():
    groups = pay.Preferences([[1, 0], [F(1, 2), 1]], [2, 3])
    assert groups.weighted.tolist() == [[2, 0], [F(3, 2), 3]]
    assert groups.total.tolist() == [F(7, 2), 3]
    assert groups.valuations([F(1, 3), F(2, 3)]).tolist() == [F(1, 3), F(5, 6)]


def test_replacing_one_group_leaves_the_others():
    groups = pay.Preferences([[1, 0], [0, 1]], [2, 3])
    other = groups.replace(1, reward=[1, F(1, 2)], size=5)
    assert other.rewards.tolist() == [[1, 0], [1, F(1, 2)]]
    assert other.sizes.tolist() == [2, 5]
    assert groups.sizes.tolist() == [2, 3]
    with pytest.raises(ValueError, match="largest entry"):
        groups.replace(0, reward=[2, 0])
    with pytest.raises(ValueError, match="who, a group, must be a whole number"):
        groups.replace(2, size=1)


def test_a_profile_cannot_be_changed():
    groups = pay.Preferences([[1.0, 0.0]], [1])
    with pytest.raises(ValueError, match="read-only"):
        groups.rewards[0, 0] = 5


@pytest.mark.parametrize(
    ("rewards", "sizes", "how", "says"),
    [
        ([[1, -0.5]], [1], "max", "at least 0, got -0.5"),
        ([[0.9, 0]], [1], "max", "largest entry 1, got 0.9"),
        ([[F(1, 2), F(1, 3)]], [1], "sum", "sum 1, got 5/6"),
        ([[1, 0]], [0], "max", "whole numbers of at least 1, got 0"),
        ([[1, 0]], [1.5], "max", "whole numbers of at least 1, got 1.5"),
        ([[1, 0]], [2.0], "max", "whole numbers"),
        ([[1, 0]], [True], "max", "whole numbers"),
        ([[1, 0]], [1, 2], "max", "shape"),
        ([1, 0], [1], "max", "shape"),
        ([[]], [1], "max", "shape"),
        ([[1, 0]], [1], "mean", "normalised must be"),
        ([[np.nan, 1]], [1], "max", "finite"),
    ],
)
def test_what_is_no_preference(rewards, sizes, how, says):
    with pytest.raises(ValueError, match=says):
        pay.Preferences(rewards, sizes, how)


def test_unnormalised_rewards_are_welcome_where_asked_for():
    assert pay.Preferences([[3, 0]], [1], None).rewards.tolist() == [[3, 0]]


@given(st.integers(0, 10**6), st.sampled_from(["max", "sum"]))
def test_generated_profiles_are_in_the_domain(seed, how):
    rng = np.random.default_rng(seed)
    groups = preferences.random_preferences(3, 4, rng=rng, normalised=how, largest_size=7)
    scale = groups.rewards.max(axis=1) if how == "max" else groups.rewards.sum(axis=1)
    assert np.allclose(scale, 1)
    assert groups.sizes.min() >= 1
    assert groups.sizes.max() <= 7


def test_normalising():
    assert pay.normalise([[2, 1], [0, 4]], "max").tolist() == [[1, F(1, 2)], [0, 1]]
    assert pay.normalise([2.0, 2.0], "sum").tolist() == [0.5, 0.5]
    with pytest.raises(ValueError, match="positive entry"):
        pay.normalise([[1, 1], [0, 0]], "sum")


def test_reports_are_read_without_judging_them():
    rewards, sizes = read_reports([[-1, 2]], [F(1, 2)])
    assert rewards.tolist() == [[-1, 2]]
    assert sizes.tolist() == [F(1, 2)]
    assert read_reports([[1, 2], [3, 4]])[1].tolist() == [1, 1]
    assert read_reports(pay.Preferences([[1, 0]], [4]))[1].tolist() == [4]
    with pytest.raises(ValueError, match="left out"):
        read_reports(pay.Preferences([[1, 0]], [4]), [1])
    with pytest.raises(ValueError, match="sizes must have shape"):
        read_reports([[1, 2]], [1, 2])


def test_nobody_has_a_negative_size():
    rewards, half = [[1, 0], [0, 1]], [0.5, 0.5]
    outcome = pay.AffineMaximizer(half)(rewards)
    for call in (
        lambda: read_reports(rewards, [1, -2]),
        lambda: outcome.utilities(rewards, [1, -2]),
        lambda: pay.payments_from_policy(half, rewards, [1, -2], reference=half),
        lambda: pay.best_response_without_payments(rewards, [1, -2], half, who=0),
    ):
        with pytest.raises(ValueError, match="sizes must be at least 0, got -2"):
            call()


def test_a_negative_factor_is_a_report_of_the_opposite_reward():
    rule, rewards = pay.AffineMaximizer([0.5, 0.5]), [[1, 0], [0, 1]]
    curve = pay.size_curve(rule, rewards, who=0, factors=[-1])
    assert curve.policies.tolist() == [rule([[-1, 0], [0, 1]]).policy.tolist()]


def test_rewards_that_are_no_numbers_get_no_offer():
    rule = pay.AffineMaximizer([0.5, 0.5])
    with pytest.raises(ValueError, match=r"rewards must be finite numbers, got \[\[nan, 0\]"):
        rule.offers([[float("nan"), 0], [0, 1]], who=0, reports=[[1, 0]])
