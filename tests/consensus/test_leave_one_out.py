from itertools import combinations

import numpy as np
import pytest

from incentives import consensus as cs

TRUTHS = [cs.FiniteSet({0, 1}), cs.FiniteSet({0, 2}), cs.FiniteSet({0})]
LIED = [*TRUTHS[:2], cs.FiniteSet({1})]


def test_what_is_returned_and_seen():
    outcome = cs.LeaveOneOut()(LIED, cs.Trusted(TRUTHS))
    assert outcome.point == 0
    assert outcome.candidates == (None, 1, 0)
    assert outcome.failing == (None, {1, 2}, frozenset())
    assert outcome.left_out == (frozenset({0}), frozenset({1}), frozenset({2}))
    assert outcome.suspects == {2}
    assert outcome.calls == 3
    assert str(outcome).splitlines()[0] == "without 0: no common point"


def test_points_of_the_plane_are_printed_as_fractions():
    half = cs.Box([(0, 1), (0, 1)])
    lines = str(cs.LeaveOneOut()([half] * 2, cs.Trusted([half] * 2))).splitlines()
    assert lines == ["without 0: (1/2, 1/2) passes", "without 1: (1/2, 1/2) passes", "output: (1/2, 1/2)"]


def test_nobody_is_suspect_when_all_pass():
    outcome = cs.LeaveOneOut()(TRUTHS, cs.Trusted(TRUTHS))
    assert len(outcome.passed) == 3
    assert outcome.suspects == frozenset()


def test_groups_and_coalitions():
    five = [cs.FiniteSet({0, 1})] * 5
    mechanism = cs.LeaveOneOut(removed=2)
    assert mechanism.groups(5) == tuple(map(frozenset, combinations(range(5), 2)))
    liars = [cs.FiniteSet({1}), cs.FiniteSet({1}), *[cs.FiniteSet({0})] * 3]
    outcome = mechanism(liars, cs.Trusted([cs.FiniteSet({0})] * 5))
    assert outcome.point == 0
    assert outcome.passed == (frozenset({0, 1}),)
    assert outcome.suspects == {0, 1}
    assert five[0] == five[4]


def test_the_oracle_is_asked_for_each_group_in_order():
    asked = []
    mechanism = cs.LeaveOneOut(consensus=lambda sets: asked.append(list(sets)) or 0)
    mechanism.candidates(TRUTHS)
    assert asked == [TRUTHS[1:], [TRUTHS[0], TRUTHS[2]], TRUTHS[:2]]


def test_the_first_that_passes_is_returned_and_nothing_if_none():
    mechanism = cs.LeaveOneOut()
    assert mechanism.choose([2, 0, 1], lambda x: frozenset() if x else {0}, clients=3).point == 2
    nothing = mechanism.choose([2, 0, 1], lambda x: frozenset({1}), clients=3)
    assert nothing.point is None
    assert nothing.suspects == frozenset()


@pytest.mark.parametrize("removed", [0, -1, True, 1.0])
def test_bad_number_removed(removed):
    with pytest.raises(ValueError, match="removed must be a whole number"):
        cs.LeaveOneOut(removed=removed)


@pytest.mark.parametrize("clients", [0, 1])
def test_too_few_clients(clients):
    with pytest.raises(ValueError, match="more than 1 clients"):
        cs.LeaveOneOut()(TRUTHS[:clients], cs.Trusted(TRUTHS))


def half_planes(pairs, dimension, seed):
    """Random half-spaces around the origin, each held by two clients; the first client reports the far side of its
    own.
    """
    rng = np.random.default_rng(seed)
    rows = [tuple(map(int, row)) for row in rng.integers(-9, 10, (pairs, dimension))]
    sets = [cs.HalfSpaces([row], [sum(map(abs, row))]) for row in rows for _ in range(2)]
    far = cs.HalfSpaces([tuple(-v for v in rows[0])], [-3 * sum(map(abs, rows[0]))])
    return sets, [far, *sets[1:]]


@pytest.mark.parametrize("kind", ["half-spaces", "boxes", "intervals"])
def test_runs_that_must_be_empty_are_not_solved(monkeypatch, kind):
    """The same candidates as all runs give, with at most one run for each member of the contradiction and the joint
    one.
    """
    told = {
        "half-spaces": half_planes(8, 2, seed=1)[1],
        "boxes": [cs.Box([(0, 2), (-k, 3)]) for k in range(8)] + [cs.Box([(0, 1), (7, 8)])],
        "intervals": [cs.Interval(k, 20) for k in range(8)] + [cs.Interval(-3, 1)],
    }[kind]
    everybody = range(len(told))
    plain = tuple(cs.common_point([r for j, r in enumerate(told) if j != n]) for n in everybody)
    solved: list[int] = []
    monkeypatch.setattr(type(told[0]), "common_point", counted(type(told[0]).common_point, solved))
    assert cs.LeaveOneOut().candidates(told) == plain
    assert len([n for n in solved if n == len(told) - 2]) <= told[0].dimension + 1
    assert any(point is None for point in plain)


def counted(method, calls):
    def asked(self, others):
        calls.append(len(others))
        return method(self, others)

    return asked


def test_two_hundred_clients_in_five_dimensions_make_few_runs():
    truths, told = half_planes(100, 5, seed=0)
    candidates = cs.LeaveOneOut().candidates(told)
    made = [n for n, point in enumerate(candidates) if point is not None]
    assert 0 in made
    assert len(made) <= 6  # a witness of at most d + 1 clients
    assert not cs.Trusted(truths)(candidates[0])
