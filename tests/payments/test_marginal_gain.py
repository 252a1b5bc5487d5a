"""Small lies: weights, t, slopes, directions, the printed hypotheses and stretching."""

from fractions import Fraction

import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments.why_payments import marginal_gain

from .policy_slopes import policy_slopes

F = Fraction


def test_weights_are_the_diagonal_of_the_hessian_before_centring():
    q, p = np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.3, 0.2])
    for f in (pay.KL(), pay.ChiSquared(), pay.reverse_kl(), pay.jensen_shannon()):
        a = marginal_gain.response_weights(p, q, penalty=0.7, divergence=f)
        # the total reward whose best policy is p
        full = policy_slopes(0.7 * f.derivative(p / q), q, penalty=0.7, divergence=f)
        assert full == pytest.approx(np.diag(a) - np.outer(a, a) / a.sum(), abs=1e-8)
        r = np.array([1, 0.4, 0.1])
        assert marginal_gain.valuation_slopes(r, p, q, size=3, penalty=0.7, divergence=f) == pytest.approx(
            3 * full @ r, abs=1e-8
        )


def test_fractions_stay_fractions():
    p, q = [F(1, 2), F(1, 2)], [F(1, 4), F(3, 4)]
    assert marginal_gain.response_weights(p, q, penalty=2).tolist() == [F(1, 4), F(1, 4)]
    assert marginal_gain.response_weights(p, q, divergence=pay.ChiSquared()).tolist() == [F(1, 8), F(3, 8)]
    t = marginal_gain.marginal_gain([1, F(1, 3)], p, q, divergence=pay.ChiSquared())
    assert t.tolist() == [F(1, 4), F(-1, 12)]
    assert all(
        isinstance(x, F) for x in marginal_gain.valuation_slopes([1, F(1, 3)], p, q, divergence=pay.ChiSquared())
    )


def test_t_vanishes_on_average():
    p = np.array([0.1, 0.2, 0.7])
    t = marginal_gain.marginal_gain([0.3, 1, 0.5], p, [0.2, 0.3, 0.5])
    assert p @ t == pytest.approx(0)


def test_small_lies_stay_in_the_domain():
    assert marginal_gain.small_lie([1, 0.5], [0.1, 0.2]) == marginal_gain.SmallLie(1, None, 0.2)
    assert marginal_gain.small_lie([1, 0.5], [0.1, -0.2]) == marginal_gain.SmallLie(None, 1, 0.2)
    # 1 cannot be raised, 0 cannot be lowered, one best outcome has to stay at 1
    assert marginal_gain.small_lie([1, 0], [0.5, -0.5]) is None
    assert marginal_gain.small_lie([1, 1, 0], [-0.2, 0.1, 0]) == marginal_gain.SmallLie(None, 0, 0.2)
    assert marginal_gain.small_lie([F(1, 2), F(1, 2), 0], [1, 1, -2], normalised="sum") is None
    assert marginal_gain.small_lie([F(1, 2), F(1, 2), 0], [1, 2, -2], normalised="sum") == marginal_gain.SmallLie(
        1, 0, 1
    )
    assert marginal_gain.small_lie([1, 0], [-1, 2], normalised="sum") == marginal_gain.SmallLie(1, 0, 3)


def test_printed_cases():
    even = [F(1, 3)] * 3
    assert marginal_gain.printed_cases([1, F(1, 2), 0], even, normalised="max") == frozenset()  # t = 0
    assert marginal_gain.printed_cases([1, F(1, 4), 0], even, normalised="max") == {1}
    assert marginal_gain.printed_cases([1, F(1, 2), F(1, 4)], even, normalised="max") == frozenset()
    assert marginal_gain.printed_cases([F(4, 5), F(1, 5), 0], even, normalised="sum") == {2}
    assert marginal_gain.printed_cases([F(1, 2), F(1, 2), 0], [F(1, 2), F(1, 4), F(1, 4)], normalised="sum") == {3}
    assert marginal_gain.printed_cases([F(1, 2), F(1, 2), 0], even, normalised="sum") == frozenset()
    assert marginal_gain.printed_cases([F(4, 5), F(1, 5), 0], [3, 2, 1], normalised="sum") == {2, 3}


def test_stretching():
    report, factor = marginal_gain.stretched_report([F(1), F(1, 2), F(1, 4)])
    assert report.tolist() == [1, F(1, 3), 0]
    assert factor == F(4, 3)
    assert marginal_gain.stretched_report([1, 0])[1] == 1
    assert marginal_gain.stretched_report([0.5, 0.3, 0.2], "sum")[0] == pytest.approx([0.75, 0.25, 0])


def test_refusals():
    with pytest.raises(ValueError, match="policy must be positive"):
        marginal_gain.response_weights([1.0, 0.0], [0.5, 0.5])
    with pytest.raises(ValueError, match="curvature"):
        marginal_gain.response_weights([0.5, 0.5], [0.5, 0.5], divergence=pay.TotalVariation())
    with pytest.raises(ValueError, match="penalty"):
        marginal_gain.response_weights([0.5, 0.5], [0.5, 0.5], penalty=0)
    with pytest.raises(ValueError, match="reward must have shape"):
        marginal_gain.marginal_gain([1, 0, 0], [0.5, 0.5], [0.5, 0.5])
    with pytest.raises(ValueError, match="slopes"):
        marginal_gain.small_lie([1, 0], [1])
    with pytest.raises(ValueError, match="normalised"):
        marginal_gain.small_lie([1, 0], [1, 0], normalised=None)
    with pytest.raises(ValueError, match="normalised"):
        marginal_gain.stretched_report([1, 0], None)
    with pytest.raises(ValueError, match="two different"):
        marginal_gain.stretched_report([1, 1])
