import math

import pytest
from hypothesis import given, strategies as st

from incentives import consensus as cs
from incentives.consensus import verification

SETS = [cs.FiniteSet({0, 1}), cs.FiniteSet({0, 2}), cs.FiniteSet({0})]
LOSSES = [cs.TableLoss({0: 1, 1: 0, 2: 3}), cs.TableLoss({0: 5, 1: 7, 2: 5})]


def test_trusted():
    assert [sorted(cs.Trusted(SETS)(x)) for x in range(3)] == [[], [1, 2], [0, 2]]
    assert [sorted(cs.Trusted.of(LOSSES, 1)(x)) for x in range(3)] == [[], [1], [0]]


def test_reported_answers_replace_the_truth():
    test = verification.Reported(SETS, {0: lambda x: x == 2, 2: lambda x: True})
    assert [sorted(test(x)) for x in range(3)] == [[0], [0, 1], []]
    assert all(isinstance(test(x), frozenset) for x in range(3))
    with pytest.raises(ValueError, match=r"answers must name clients 0\.\.2"):
        verification.Reported(SETS, {3: lambda x: True})


def test_relative_uses_the_candidates_only():
    assert sorted(cs.Relative(LOSSES, 1, candidates=[0, 2])(2)) == [0]
    assert sorted(cs.Relative(LOSSES, 1, candidates=[None, 2])(2)) == []
    assert sorted(cs.Relative(LOSSES, 1, candidates=[0, 1])(1)) == [1]
    with pytest.raises(ValueError, match="at least one point"):
        cs.Relative(LOSSES, 1, candidates=[None])
    with pytest.raises(ValueError, match="epsilon must be at least 0"):
        cs.Relative(LOSSES, -1, candidates=[0])


def test_comparisons_by_hand():
    # Client 0 finds its own candidate 1 best; client 1 finds its own candidate 0 no worse than 1.
    assert verification.chosen_by_comparison(LOSSES, [1, 0]) == {0, 1}
    # Candidate 2 is the worst for client 0, candidate 1 the worst for client 1: all are kept.
    assert verification.chosen_by_comparison(LOSSES, [2, 1]) == {0, 1}
    assert verification.chosen_by_comparison(LOSSES, [2, 0]) == {1}
    assert verification.chosen_by_comparison(LOSSES, [None, 0]) == {1}
    with pytest.raises(ValueError, match="one entry per client"):
        verification.chosen_by_comparison(LOSSES, [0])
    with pytest.raises(ValueError, match="at least one point"):
        verification.chosen_by_comparison(LOSSES, [None, None])


@given(st.integers(1, 500), st.floats(0.01, 0.5), st.floats(0.001, 0.9), st.floats(0.1, 5))
def test_the_sample_size_is_the_least(events, margin, failure, width):
    n = verification.sample_size(events, width=width, margin=margin, failure=failure)
    chance = lambda k: events * math.exp(-2 * k * margin**2 / width**2)  # noqa: E731
    assert chance(n) <= failure * (1 + 1e-9)
    assert n == 0 or chance(n - 1) >= failure * (1 - 1e-9)


@pytest.mark.parametrize(
    ("events", "how", "message"),
    [
        (0, {}, "events must be a whole number"),
        (1.5, {}, "events must be a whole number"),
        (2, {"margin": 0}, "margin must be greater than 0"),
        (2, {"width": -1}, "width must be greater than 0"),
        (2, {"failure": 1}, "failure must be less than 1"),
    ],
)
def test_bad_sample_sizes(events, how, message):
    with pytest.raises(ValueError, match=message):
        verification.sample_size(events, **{"width": 1, "margin": 0.1, "failure": 0.1, **how})
