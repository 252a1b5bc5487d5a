"""Curves of reports: they meet the truth, stay exact, and collusion is a loop over calls."""

from fractions import Fraction as F

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments import report_curves

RULE = pay.AffineMaximizer([0.5, 0.25, 0.25], penalty=0.5)
TRUTH = np.array([[1.0, 0.4, 0.0], [0.0, 0.3, 1.0]])


def test_curves_meet_the_truth():
    honest = RULE(TRUTH, [2, 1])
    size = pay.size_curve(RULE, TRUTH, [2, 1], who=0, factors=[0.5, 1, 2])
    mixture = pay.mixture_curve(RULE, TRUTH, [2, 1], who=0, other=1, shares=[0, 1])
    for curve in (size, mixture):
        assert curve.utilities[1] == pytest.approx(honest.utilities(TRUTH, [2, 1])[0])
        assert curve.payments[1] == pytest.approx(honest.payments[0])
    assert np.argmax(size.utilities) == 1
    assert mixture.policies[0] == pytest.approx(RULE([TRUTH[1], TRUTH[1]], [2, 1]).policy)


def test_exact_curves_stay_exact():
    models = pay.FiniteModels([[1, 0], [0, 1]], [0, F(1, 3)])
    curve = pay.size_curve(pay.AffineMaximizer(models=models), [[0, 1], [1, 0]], [1, 2], who=0, factors=[1, 4])
    assert curve.payments.tolist() == [0, F(7, 3)]
    assert curve.utilities.tolist() == [0, F(-4, 3)]


def test_collusion_is_a_loop_over_calls():
    rule = pay.AffineMaximizer([0.5, 0.5])
    rewards, sizes = [[1, 0], [0.5, 1], [0, 1]], [1, 2, 3]
    curve = report_curves.collusion_curve(rule, rewards, sizes, allies=[2, 0], factors=[1, 3])
    lied = rule(rewards, [3, 2, 9])
    assert curve.payments[1] == pytest.approx(lied.payments[[0, 2]].sum())
    assert curve.utilities[1] == pytest.approx(lied.utilities(rewards, sizes)[[0, 2]].sum())
    assert curve.utilities[0] == pytest.approx(rule(rewards, sizes).utilities(rewards, sizes)[[0, 2]].sum())
    with pytest.raises(ValueError, match="allies"):
        report_curves.collusion_curve(rule, rewards, sizes, allies=[3], factors=[1])
