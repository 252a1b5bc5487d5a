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


def every_run(told, removed):
    """The candidates as the mechanism is stated: one problem for each group."""
    groups = map(set, combinations(range(len(told)), removed))
    return [cs.common_point([r for j, r in enumerate(told) if j not in group]) for group in groups]


def seven_half_planes(seed):
    """Random ones, of which some have no common point."""
    rng = np.random.default_rng(seed)
    rows = [row for row in rng.integers(-4, 5, (7, 2)).tolist() if any(row)]
    return [cs.HalfSpaces([row], [int(rng.integers(-2, 12))]) for row in rows]


@pytest.mark.parametrize("removed", [1, 2])
def test_where_polyhedra_may_answer_otherwise_they_answer_as_well(removed):
    """Empty runs must agree. Where all meet, candidates may be other points, but of all reports of their run."""
    meet = set()
    for seed in range(12):
        told = seven_half_planes(seed)
        meet.add(cs.common_point(told) is not None)
        found, plain = cs.LeaveOneOut(removed=removed).candidates(told), every_run(told, removed)
        assert [point is None for point in found] == [point is None for point in plain]
        if cs.common_point(told) is None:
            assert list(found) == plain
            continue
        for group, point in zip(combinations(range(len(told)), removed), found, strict=True):
            assert all(point in report for j, report in enumerate(told) if j not in group)
    assert meet == {True, False}


@pytest.mark.parametrize(
    "told",
    [
        [cs.Interval(k, 20 - 2 * k) for k in range(6)],
        [cs.Box([(-k, 3), (k, 9)]) for k in range(6)],
    ],
)
def test_boxes_and_intervals_that_meet_keep_the_middle_of_each_run(told):
    plain = every_run(told, 1)
    assert list(cs.LeaveOneOut().candidates(told)) == plain
    assert len(set(plain)) > 1


def test_polyhedra_that_meet_take_one_problem(monkeypatch):
    truths = half_planes(20, 3, seed=4)[0]
    solved: list[int] = []
    monkeypatch.setattr(cs.HalfSpaces, "common_point", counted(cs.HalfSpaces.common_point, solved))
    test, asked = cs.Trusted(truths), []
    outcome = cs.LeaveOneOut()(truths, lambda point: (asked.append(point), test(point))[1])
    assert not solved
    assert len(asked) == 1, "and one test"
    assert outcome.calls == len(outcome.passed) == 40
    assert outcome.suspects == frozenset()


def test_a_box_among_polyhedra_is_met_as_a_polyhedron():
    told = [cs.Box([(0, 4), (0, 4)]), cs.HalfSpaces([(1, 1)], [3]), cs.Box([(1, 9), (-9, 9)])]
    for n, point in enumerate(cs.LeaveOneOut().candidates(told)):
        assert all(point in report for k, report in enumerate(told) if k != n)


def test_a_lie_that_still_meets_the_others_moves_nobody_out_of_what_all_accept():
    """Each of the four sides of the square is held twice, so that any client can be spared; one claims a larger set."""
    sides = [cs.HalfSpaces([row], [1]) for row in ((1, 0), (-1, 0), (0, 1), (0, -1)) for _ in range(2)]
    for liar in range(8):
        told = [cs.HalfSpaces(own.rows, [9]) if j == liar else own for j, own in enumerate(sides)]
        outcome = cs.LeaveOneOut()(told, cs.Trusted(sides))
        assert outcome.point is not None
        assert all(outcome.point in own for own in sides)
