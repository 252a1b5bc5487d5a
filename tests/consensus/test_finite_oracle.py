"""Finite oracles: every answer against the definition, every choice played once, bad input."""

from itertools import combinations, product

import numpy as np
import pytest

from incentives import consensus as cs
from incentives.consensus import finite_oracle, oracles
from incentives.consensus.finite_oracle import Choosing


def meet(sets):
    common = set(sets[0])
    for s in sets:
        common &= s
    return common


@pytest.mark.parametrize(("witnesses", "size"), [("minimal", None), ("any", None), ("any", 3), (None, None)])
def test_answers_are_all_that_the_definition_allows(witnesses, size):
    for reports in product([{0}, {1}, {0, 1}, {1, 2}, set()], repeat=4):
        oracle = finite_oracle.FiniteOracle(reports, witnesses, size)
        for n in range(1, 5):
            for some in combinations(range(4), n):
                common = meet([reports[j] for j in some])
                told = oracle.options(some)
                if common:
                    assert [a.point for a in told] == sorted(common)
                    continue
                bad = [
                    frozenset(f)
                    for k in range(1, n + 1)
                    for f in combinations(some, k)
                    if not meet([reports[j] for j in f])
                ]
                if witnesses is None:
                    assert told == [oracles.Answer()]
                elif witnesses == "minimal":
                    assert {a.witness for a in told} == {f for f in bad if not any(g < f for g in bad)}
                else:
                    assert {a.witness for a in told} == {f for f in bad if len(f) <= (size or 4)}


def test_called_it_answers_the_first_option():
    oracle = finite_oracle.FiniteOracle([cs.FiniteSet({2, 1}), {1, 2}])
    assert oracle({0, 1}).point == 1
    assert Choosing(oracle, lambda options: options[-1])({0, 1}).point == 2


def test_every_run_plays_every_script_once():
    oracle = finite_oracle.FiniteOracle([{0, 1, 2}, {1, 2}, {5}])
    runs = list(finite_oracle.every_run(oracle, lambda ask: (ask({0}).point, ask({1}).point, ask({0, 2}).witness)))
    assert runs == [(a, b, {0, 2}) for a in (0, 1, 2) for b in (1, 2)]


def test_runs_may_have_different_lengths():
    oracle = finite_oracle.FiniteOracle([{0, 1}, {3, 4}])
    play = lambda ask: (x := ask({0}).point, ask({1}).point if x else None)  # noqa: E731
    assert list(finite_oracle.every_run(oracle, play)) == [(0, None), (1, 3), (1, 4)]


@pytest.mark.parametrize(("points", "clients", "redundancy"), [(2, 3, 1), (3, 3, 1), (2, 4, 2), (2, 3, 0)])
def test_set_systems_by_trying_all(points, clients, redundancy):
    subsets = [frozenset(s) for n in range(1, points + 1) for s in combinations(range(points), n)]
    expected = {
        sets
        for sets in product(subsets, repeat=clients)
        if meet(sets) and all(meet(stay) == meet(sets) for stay in combinations(sets, clients - redundancy))
    }
    found = list(finite_oracle.set_systems(points, clients, redundancy=redundancy))
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: finite_oracle.FiniteOracle([]), "reports must hold 1 to 12 sets"),
        (lambda: finite_oracle.FiniteOracle([{0}] * 13), "reports must hold 1 to 12 sets"),
        (lambda: finite_oracle.FiniteOracle([{0}], "some"), 'witnesses must be "minimal", "any" or None'),
        (lambda: finite_oracle.FiniteOracle([{0}], "minimal", 2), "size belongs to witnesses"),
        (lambda: finite_oracle.FiniteOracle([{0}, {1}], "any", 1)({0, 1}), "size must allow some witness"),
        (
            lambda: finite_oracle.FiniteOracle([{0}, [float("nan")]]),
            "reports, each a collection of points, must be numbers",
        ),
        (lambda: finite_oracle.FiniteOracle([{0}, {None}]), "reports, each a collection of points, must be numbers"),
        (lambda: finite_oracle.FiniteOracle([{0}])({1}), "members must name some of the clients"),
        (lambda: list(finite_oracle.set_systems(0, 2)), "points and clients must be at least 1"),
        (lambda: list(finite_oracle.set_systems(2, 2, redundancy=2)), "redundancy below clients"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_points_of_single_precision_are_those_of_the_same_text():
    for told in ({np.float32(0.1)}, cs.FiniteSet([np.float32(0.1)])):
        assert finite_oracle.FiniteOracle([{0.1}, told])({0, 1}).point == 0.1
