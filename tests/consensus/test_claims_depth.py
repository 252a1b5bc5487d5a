"""The depth rule and what trust is worth, by counting acceptances in rows of zeros and ones."""

from fractions import Fraction as F
from itertools import combinations, combinations_with_replacement, product
from math import comb

import numpy as np
import pytest

from incentives import consensus as cs


def rows(points):
    """Sets as tuples of 0 and 1, one per point; the empty one first."""
    return list(product((0, 1), repeat=points))


def agreed(world):
    return tuple(int(all(column)) for column in zip(*world, strict=True))


def spare(world, removed):
    """Whether every `len - removed` of the rows have the same common points."""
    kept = len(world) - removed
    return all(agreed(some) == agreed(world) for some in combinations(world, kept)) if kept > 0 else False


def worlds(points, clients, removed):
    for world in combinations_with_replacement(rows(points)[1:], clients):
        if any(agreed(world)) and spare(world, removed):
            yield list(world)


def depths(world):
    return [sum(column) for column in zip(*world, strict=True)]


def joint(world, c, points):
    for liars in combinations(range(len(world)), c):
        for told in product(rows(points), repeat=c):
            reports = list(world)
            for m, lie in zip(liars, told, strict=True):
                reports[m] = lie
            yield liars, reports


SMALL = [(3, 3, 1), (3, 4, 1), (3, 5, 1), (2, 5, 2), (2, 6, 2)]


@pytest.mark.backs("consensus/new-depth-rule", "consensus/new-depth-equilibrium", "consensus/new-deepest-is-steerable")
@pytest.mark.parametrize(("points", "clients", "c"), SMALL)
def test_deep_points_are_the_agreed_ones_for_every_joint_report(points, clients, c):
    seen = steered = 0
    for world in worlds(points, clients, 2 * c):
        for _, reports in joint(world, c, points):
            deep = depths(reports)
            assert tuple(int(d >= clients - c) for d in deep) == agreed(world)
            deepest = [x for x in range(points) if deep[x] == max(deep)]
            assert all(agreed(world)[x] for x in deepest)
            steered += len(deepest) < sum(agreed(world))
            seen += 1
    assert (
        seen == {(3, 3, 1): 168, (3, 4, 1): 704, (3, 5, 1): 2080, (2, 5, 2): 480, (2, 6, 2): 1200}[points, clients, c]
    )
    assert steered > 0


@pytest.mark.backs("consensus/new-depth-equilibrium")
def test_contradictory_answers_change_nothing():
    """A liar that answers anew about every point is a set of its own for every point."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        world = np.array([[1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 0, 1]] * 3)
        answers = world.copy()
        answers[rng.integers(9)] = rng.integers(0, 2, size=4)
        assert ((answers.sum(axis=0) >= 8) == (world.sum(axis=0) == 9)).all()


@pytest.mark.backs("consensus/new-depth-threshold")
@pytest.mark.parametrize(("clients", "c"), [(3, 1), (4, 1), (5, 1), (5, 2), (6, 2), (7, 3)])
def test_two_worlds_exclude_all_other_thresholds(clients, c):
    # clients without 1 are just enough that any 2c can be spared
    world = [(1, 1)] * (clients - 2 * c - 1) + [(1, 0)] * (2 * c + 1)
    assert spare(world, 2 * c)
    lifted = [*world[:-c], *[(1, 1)] * c]
    emptied = [*world[:-c], *[(0, 0)] * c]
    right = {
        t
        for t in range(1, clients + 1)
        if all([d >= t for d in depths(reports)] == [True, False] for reports in (lifted, emptied))
    }
    assert right == {clients - c}


HOSPITALS = [(-1, 2)] * 3 + [(-1, 1)] * 3


def excess(m, x):
    return x**2 if m >= 3 else max(0, -x, x - 1) ** 2


def utility(m, x):
    """Minus the own excess; at zero excess, a sixth of g/(1+g) for each other client."""
    own = excess(m, x)
    return -own if own else sum(F(1, 6) * excess(j, x) / (1 + excess(j, x)) for j in range(6) if j != m)


@pytest.mark.backs("consensus/prose-redundancy-ensures-truthfulness", "consensus/prose-title")
def test_a_hospital_that_steers_inside_W():
    reports = [HOSPITALS[0], (F(1), F(1)), *HOSPITALS[2:]]
    for told, expected in ((HOSPITALS, 0), (reports, 1)):
        low, high = max(a for a, _ in told[1:]), min(b for _, b in told[1:])
        x = F(low + high) / 2
        assert x == expected
        assert all(a <= x <= b for a, b in HOSPITALS)
    assert utility(1, F(1)) - utility(1, F(0)) == F(1, 4)
    # the one-shot mechanism finds the only common point of the same reports
    assert max(a for a, _ in reports) == min(b for _, b in reports) == 1


@pytest.mark.backs("consensus/new-deepest-is-steerable", "consensus/new-depth-equilibrium")
def test_hospitals_under_counting():
    places = [F(n, 4) for n in range(-8, 13)]

    def counted(told):
        return {x: sum(a <= x <= b for a, b in told) for x in places}

    for m, (a, b) in product(range(6), combinations_with_replacement(places, 2)):
        told = [(a, b) if j == m else s for j, s in enumerate(HOSPITALS)]
        assert [x for x, d in counted(told).items() if d >= 5] == [x for x in places if -1 <= x <= 1]
    told = [(F(1), F(1)), *HOSPITALS[1:]]
    assert max(counted(told), key=counted(told).get) == 1


@pytest.mark.backs("consensus/new-depth-union")
def test_leaving_out_and_counting_are_the_same():
    rng = np.random.default_rng(4)
    for _ in range(500):
        clients = int(rng.integers(3, 8))
        c = int(rng.integers(1, clients))
        world = rng.integers(0, 2, size=(clients, 6))
        left = [world[list(kept)].all(axis=0) for kept in combinations(range(clients), clients - c)]
        assert len(left) == comb(clients, c)
        assert (np.any(left, axis=0) == (world.sum(axis=0) >= clients - c)).all()


@pytest.mark.backs("consensus/new-verified-groups")
@pytest.mark.parametrize(("points", "clients", "c"), [(3, 3, 1), (3, 4, 1), (2, 4, 2), (2, 5, 2), (3, 4, 2)])
def test_one_run_leaves_the_liars_out(points, clients, c):
    for world in worlds(points, clients, c):
        for liars, reports in joint(world, c, points):
            runs = [agreed([reports[j] for j in kept]) for kept in combinations(range(clients), clients - c)]
            honest = agreed([reports[j] for j in range(clients) if j not in liars])
            assert honest == agreed(world)
            assert honest in runs
            # whatever a run offers and everybody truly accepts lies in W
            assert all(agreed([run, *world]) == agreed([run, agreed(world)]) for run in runs)


@pytest.mark.backs("consensus/new-trust-threshold")
@pytest.mark.parametrize(("points", "clients", "c"), [(2, 3, 1), (3, 3, 1), (3, 4, 1), (2, 5, 2), (3, 5, 2)])
def test_without_verification_two_worlds_look_alike(points, clients, c):
    pairs = 0
    for world in worlds(points, clients, c):
        if spare(world, 2 * c):
            continue
        group = next(
            g
            for g in combinations(range(clients), min(2 * c, clients - 1))
            if agreed([world[j] for j in range(clients) if j not in g]) != agreed(world)
        )
        outside = [world[j] for j in range(clients) if j not in group]
        y = next(x for x in range(points) if agreed(outside)[x] and not agreed(world)[x])
        only_y = tuple(int(x == y) for x in range(points))
        first, second = group[:c], group[c:]
        other = [only_y if j in group else s for j, s in enumerate(world)]
        reports = [only_y if j in first else s for j, s in enumerate(world)]
        assert {j for j in range(clients) if reports[j] != world[j]} <= set(first)
        assert {j for j in range(clients) if reports[j] != other[j]} <= set(second)
        assert len(second) <= c < len(group)
        assert spare(other, c)
        assert agreed(other) == only_y
        pairs += 1
    assert pairs > 0


@pytest.mark.backs("consensus/new-copies-for-depth", "consensus/new-counting-copies")
@pytest.mark.parametrize("c", [1, 2])
def test_copies(c):
    kinds = [(1, 1, 0), (1, 0, 1)]
    for copies in range(1, 2 * c + 3):
        world = [k for k in kinds for _ in range(copies)]
        for removed in range(1, min(2 * c + 1, len(world))):
            assert spare(world, removed) == (copies > removed)
    world = [k for k in kinds for _ in range(2 * c + 1)]
    for _, reports in joint(world, c, 3):
        assert {r for r in reports if reports.count(r) > c} == set(kinds)
    # with 2c copies, c liars and c truthful clients of a kind cannot be told apart
    world = [k for k in kinds for _ in range(2 * c)]
    reports = [*[(0, 1, 0)] * c, *world[c:]]
    assert {r for r in reports if reports.count(r) >= c} == {(0, 1, 0), *kinds}


@pytest.mark.backs("consensus/new-depth-not-dominant")
def test_two_withdrawals_move_what_one_does_not():
    def lowest(world):
        return next((x for x, d in enumerate(depths(world)) if d >= len(world) - 1), None)

    both = [(1, 1)] * 5
    assert lowest(both) == 0
    assert {lowest(reports) for _, reports in joint(both, 1, 2)} == {0}
    assert lowest([(0, 1), (0, 1), *both[2:]]) == 1


@pytest.mark.backs("consensus/new-depth-sandwich")
def test_between_W_and_what_most_truthful_agree_on():
    rng = np.random.default_rng(6)
    for _ in range(800):
        c = int(rng.integers(1, 3))
        clients = int(rng.integers(2 * c + 1, 2 * c + 4))
        world = rng.integers(0, 3, size=(clients, 5)) > 0
        reports = world.copy()
        reports[rng.choice(clients, c, replace=False)] = rng.integers(0, 2, size=(c, 5))
        deep = reports.sum(axis=0) >= clients - c
        assert (deep >= world.all(axis=0)).all()
        assert (deep <= (world.sum(axis=0) >= clients - 2 * c)).all()


@pytest.mark.backs("consensus/new-depth-sandwich")
def test_low_ends_on_the_line():
    rng = np.random.default_rng(7)
    for _ in range(400):
        c = int(rng.integers(1, 3))
        clients = int(rng.integers(2 * c + 1, 2 * c + 4))
        lows, highs = -rng.integers(1, 9, size=clients), rng.integers(1, 9, size=clients)
        told = [cs.Interval(int(a), int(b)) for a, b in zip(lows, highs, strict=True)]
        for m in rng.choice(clients, c, replace=False):
            a, b = sorted(rng.integers(-12, 13, size=2))
            told[m] = cs.Interval(int(a), int(b))
        low = cs.DepthRule(resists=c, select="lowest")(told)
        ordered = sorted(lows)[::-1]
        assert ordered[2 * c] <= low <= ordered[0]
