import math
from fractions import Fraction

import pytest

from incentives import consensus as cs
from incentives.consensus import agreement
from incentives.consensus.agreement import lottery

F = Fraction
TRUTHS = [cs.FiniteSet({0, 1}), cs.FiniteSet({0})]
LIKES = [{0: 0, 1: 5}.get, {0: 0, 1: -1}.get]


def breach(rule, **how):
    how = {"utilities": LIKES, "agreed": {0}, "nothing": -math.inf, **how}
    return agreement.breach(rule, TRUTHS, **how)


def first(reports):
    return max(reports[0])


def test_gain_and_harm_are_both_needed():
    lie = lambda reports: 1 if reports[0].points == {1} else 0  # noqa: E731
    assert str(breach(lie)) == "0 reports {1} instead of {0, 1}; gains: 0: 5"
    assert breach(lie, agreed={0, 1}) is None  # a gain, no harm
    assert breach(lie, utilities=[{0: 0, 1: 0}.get, LIKES[1]]) is None  # harm, no gain
    assert breach(lie, reports=[cs.FiniteSet({0})]) is None
    assert breach(first) is None  # truth already gives 1


def test_nothing_counts_as_leaving_the_set():
    silent = lambda reports: None if reports[1].points == {1} else 0  # noqa: E731
    assert breach(silent) is None
    assert breach(silent, nothing=1).who == {1}


def test_lotteries():
    risky = lambda reports: {0: F(9, 10), 1: F(1, 10)} if reports[0].points == {1} else 0  # noqa: E731
    assert breach(risky).gains[0] == F(1, 2)
    assert breach(risky, agreed={0, 1}) is None
    assert agreement.expected(LIKES[0], {0: F(1, 2), None: F(1, 2)}, nothing=-4) == -2
    assert agreement.expected(LIKES[0], {0: F(1, 2), None: F(1, 2)}, nothing=-math.inf) == -math.inf
    assert lottery({0: F(1), 1: F(0)}) == {0: 1}


@pytest.mark.parametrize("bad", [{0: F(1, 2)}, {0: F(3, 2), 1: F(-1, 2)}])
def test_bad_lotteries(bad):
    with pytest.raises(ValueError, match="probabilities"):
        lottery(bad)
