"""Metrics by hand, against NumPy, and with bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from incentives import rewards as rw
from incentives.rewards import metrics, surds

F = Fraction
rows = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=2, max_size=8)


def test_balanced_accuracy_weighs_classes_equally():
    labels, predictions = np.array([0] * 90 + [1] * 10), np.zeros(100, dtype=int)
    assert rw.balanced_accuracy(labels, predictions) == 0.5
    assert rw.balanced_accuracy(["a", "b", "b", "c"], ["a", "b", "a", "b"]) == 0.5
    assert rw.balanced_accuracy([1, 2], [7, 7]) == 0
    recalls = [np.mean(np.array([2, 0, 2, 1])[np.array([2, 2, 2, 1]) == k] == k) for k in (1, 2)]
    assert rw.balanced_accuracy([2, 2, 2, 1], [2, 0, 2, 1]) == pytest.approx(np.mean(recalls))


@given(rows)
def test_exact_metrics_are_numpys(pairs):
    a, c = (list(row) for row in zip(*pairs, strict=True))
    x, y = np.array(a, dtype=float), np.array(c, dtype=float)
    assert float(rw.mean_collaboration_gain(a, c)) == pytest.approx(np.mean(x - y))
    assert rw.mean_collaboration_gain(x, y) == pytest.approx(np.mean(x - y))
    assert float(rw.collaboration_gain_spread(a, c)) == pytest.approx(np.std(x - y))
    assert rw.collaboration_gain_spread(x, y) == pytest.approx(np.std(x - y))
    assert rw.incentivised_participation_rate(a, c) == F(int((x >= y).sum()), len(a))
    assert rw.incentivised_participation_rate(x, y) == pytest.approx((x >= y).mean())
    if len(set(a)) > 1 and len(set(c)) > 1:
        expected = np.corrcoef(x, y)[0, 1]
        assert float(rw.pearson(a, c)) == pytest.approx(expected, abs=1e-12)
        assert rw.pearson(x, y) == pytest.approx(expected, abs=1e-12)
        assert -1 <= rw.pearson(a, c) <= 1


def test_a_common_gain_gives_exactly_one():
    c = [F(1, 3), F(2, 7), F(5, 11)]
    assert rw.pearson([x + F(1, 9) for x in c], c) == 1
    assert rw.pearson([-x for x in c], c) == -1
    assert rw.pearson([1, 2, 4], [1, 2, 3]) < 1


def test_what_is_undefined_is_refused():
    with pytest.raises(ValueError, match=r"levels must not be constant.*got 9/10 for everybody"):
        rw.pearson([F(9, 10)] * 3, [F(1, 2), F(3, 5), F(7, 10)])
    with pytest.raises(ValueError, match="contributions must not be constant"):
        rw.pearson([0.6, 0.7], [0.5, 0.5])
    with pytest.raises(ValueError, match="levels and contributions must have one length, got 2 and 3"):
        rw.mean_collaboration_gain([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="contributions must be finite numbers, got nan for client 1"):
        rw.collaboration_gain_spread([0.5, 0.6], [0.1, np.nan])
    with pytest.raises(ValueError, match="labels and predictions must be rows of one length"):
        rw.balanced_accuracy([1, 2], [1])
    with pytest.raises(ValueError, match="gap must be at least 0, got -1"):
        metrics.pearson_rounding_bound([1, 2], -1)
    with pytest.raises(ValueError, match="contributions must not be constant; got 1"):
        metrics.pearson_rounding_bound([1, 1], 1)


def test_the_bound_by_hand():
    assert metrics.pearson_rounding_bound([0, 2], F(6, 5)) == F(4, 5)  # sd 1, half a gap 3/5
    assert metrics.pearson_rounding_bound([0.0, 2.0], 1.2) == pytest.approx(0.8)
    assert metrics.pearson_rounding_bound([0, 2], 0) == 1
    assert metrics.pearson_rounding_bound([0, 2], 2) == 0
    assert metrics.pearson_rounding_bound([0.0, 2.0], 3.0) == 0
    assert metrics.pearson_rounding_bound([0, 2], 1) == surds.surd(0, F(1, 2), 3)


@pytest.mark.parametrize("unit", [1e-200, 1e-160, 1.0, 1e160, 1e200])
def test_the_correlation_does_not_depend_on_the_unit(unit):
    levels = [value * unit for value in (1.0, 2.0, 5.0)]
    assert metrics.pearson(levels, [1.0, 2.0, 3.0]) == pytest.approx(
        metrics.pearson([1, 2, 5.0], [1.0, 2.0, 3.0]), abs=1e-12
    )


def test_masked_classes_are_refused():
    masked = np.ma.array([0, 1, 1], mask=[0, 0, 1])
    with pytest.raises(ValueError, match=r"labels must be numbers.*masked"):
        metrics.balanced_accuracy(masked, [0, 1, 1])
