"""The differentiated first-order condition, against differences of models found by a formula of their own."""

import numpy as np
import sympy as sp

from incentives_book.payments.why_payments import first_order


def test_the_slope_is_that_of_the_exponential_tilt():
    reward, base, size, h = np.array([0.3, 0.9, 0.1, 0.6]), np.array([0.1, 0.4, 0.3, 0.2]), 1.7, 1e-6

    def model(told):
        weights = base * np.exp(size * told)
        return weights / weights.sum()

    p = model(reward)
    numbers = dict(zip(first_order.REWARDS, reward, strict=True)) | dict(zip(first_order.WEIGHTS, p, strict=True))
    for outcome in range(4):
        step = h * np.eye(4)[outcome]
        measured = (model(reward + step) - model(reward - step)) @ reward / (2 * h)
        assert abs(float(first_order.slope_at(outcome).subs(numbers | {first_order.SIZE: size})) - measured) < 1e-6


def test_t_is_what_it_is_set_to_up_to_the_other_weights():
    at = first_order.where_t_is(2, sp.Integer(3))
    rest = sum(w for k, w in enumerate(first_order.WEIGHTS) if k != 2)
    assert sp.simplify(first_order.marginal_gain_at(2).subs(at) - 3 * rest) == 0
