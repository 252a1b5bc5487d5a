"""Runs of polyhedra that are started warm, against the same systems solved from nothing."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from incentives import consensus as cs
from incentives.consensus import half_spaces
from incentives.consensus.half_spaces import RunsWithout, point_or_refutation


def loose(rng, rows, centre):
    """Half-spaces around a point, and two of them that clash."""
    sets = [cs.HalfSpaces([row], [dot(row, centre) + int(rng.integers(0, 9))]) for row in rows]
    return [*sets, cs.HalfSpaces([[-v for v in rows[0]]], [-sets[0].bounds[0] - 1])]


def anyhow(rng, rows, centre):
    """Bounds without a common point in mind: often there is none, also without any one client."""
    return [cs.HalfSpaces([row], [int(rng.integers(-3, 4))]) for row in rows]


def tied(rng, rows, centre):
    """All borders pass through one point, which the last client excludes by little; every report is given twice."""
    sets = [cs.HalfSpaces([row], [dot(row, centre)]) for row in rows]
    last = cs.HalfSpaces([rows[0]], [dot(rows[0], centre) - Fraction(1, 10**20)])
    return [*sets, *sets, last]


def several(rng, rows, centre):
    """Clients with several rows each, among them rows of zeros and whole lines."""
    line = [rows[0], [-v for v in rows[0]]]
    own = [[row, rows[i - 1], [0] * len(row)] for i, row in enumerate(rows)]
    sets = [cs.HalfSpaces(some, [dot(row, centre) + int(rng.integers(0, 3)) for row in some]) for some in own]
    return [*sets, *(cs.HalfSpaces(line, [dot(rows[0], centre) + k, -dot(rows[0], centre) - k]) for k in (0, 1))]


def dot(row, point):
    return sum(a * b for a, b in zip(row, point, strict=True))


def drawn(kind, seed, clients=9):
    rng = np.random.default_rng(seed)
    rows = rng.integers(-3, 4, (clients, int(rng.integers(1, 5)))).tolist()
    rows = [row for row in rows if any(row)]
    return kind(rng, rows, rng.integers(-4, 5, len(rows[0])).tolist())


def cold(told, left_out):
    return point_or_refutation(*half_spaces._system([s for j, s in enumerate(told) if j not in left_out]))[0]


@pytest.mark.parametrize("at_once", [10, 60])
@pytest.mark.parametrize("kind", [loose, anyhow, tied, several])
def test_warm_runs_decide_as_cold_ones_and_their_points_serve(monkeypatch, kind, at_once):
    """Each client left out, then pairs of the clash, in both orders, so that runs begin from others; cold runs begin
    with all rows or with a few.
    """
    monkeypatch.setattr(half_spaces, "AT_ONCE", at_once)
    seen = set()
    for seed in range(8):
        told = drawn(kind, seed)
        clash = told[0].point_or_clash(told[1:])[1]
        if clash is None:
            continue
        groups = [{j} for j in range(len(told))] + [set(pair) for pair in combinations(sorted(clash), 2)]
        known = [(group, cold(told, group) is None) for group in groups]
        for order in (known, known[::-1]):
            runs = RunsWithout(told, clash)
            for group, nothing in order:
                point = runs.point(group)
                assert (point is None) == nothing, (seed, group)
                assert point is None or all(point in s for j, s in enumerate(told) if j not in group)
                seen.add((bool(clash & group), point is None))
    assert seen >= {(False, True), (True, False), (True, True)}


def test_what_refuted_a_run_has_no_point_and_later_runs_begin_with_it():
    told = drawn(tied, 3)
    clash = told[0].point_or_clash(told[1:])[1]
    runs, known = RunsWithout(told, clash), []
    for left_out in sorted(clash):
        if runs.point({left_out}) is None:
            staying = [j for j in runs._first if j != left_out]  # one row for each client
            assert cold(told, set(range(len(told))) - set(staying)) is None
        known.append(list(runs._first))
    assert len(known[0]) > len(clash), "the twin stands in for who is left out"
    assert known == sorted(known, key=len)


@pytest.mark.parametrize(("dimension", "removed"), [(1, 1), (2, 1), (5, 1), (1, 2), (2, 2)])
def test_the_mechanism_starts_warm_where_there_are_many_rows(monkeypatch, dimension, removed):
    """Empty runs are those that are empty when solved from nothing, and each point serves its run."""
    rng = np.random.default_rng(dimension)
    rows = [row for row in rng.integers(-9, 10, (70, dimension)).tolist() if any(row)]
    told = loose(rng, rows, rng.integers(-9, 10, dimension).tolist())
    clash = told[0].point_or_clash(told[1:])[1]
    monkeypatch.setattr(cs.HalfSpaces, "common_point", None)
    mechanism = cs.LeaveOneOut(removed=removed)
    found = mechanism.candidates(told)
    solved = {True: 0, False: 0}
    for group, point in zip(mechanism.groups(len(told)), found, strict=True):
        if not group & clash:
            assert point is None
        elif removed == 1 or point is not None or sum(group) % 9 == 0:
            solved[point is None] += 1
            assert (point is None) == (cold(told, group) is None)
            assert point is None or all(point in s for j, s in enumerate(told) if j not in group)
    assert all(solved.values())


def test_boxes_among_many_polyhedra_start_warm_as_well():
    told = [cs.Box([(k % 3, 9), (0, 9)]) for k in range(20)] + [cs.HalfSpaces([(1, 1)], [1])]
    found = cs.LeaveOneOut().candidates(told)
    assert found[:-1] == (None,) * 20
    assert all(found[-1] in box for box in told[:-1])
