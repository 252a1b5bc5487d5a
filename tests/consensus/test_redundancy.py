from itertools import combinations, product

import pytest

from incentives import consensus as cs
from incentives.consensus import redundancy
from incentives.consensus.redundancy import splits

SETS = [frozenset(s) for size in (1, 2, 3) for s in combinations(range(3), size)]


def meet(sets):
    return frozenset.intersection(*sets)


def test_every_family_of_three_on_three_points():
    for family in product(SETS, repeat=3):
        sets, W = [cs.FiniteSet(s) for s in family], meet(family)
        for removed in (0, 1, 2):
            groups = [
                g for g in combinations(range(3), removed)
                if meet([s for j, s in enumerate(family) if j not in g]) != W
            ]  # fmt: skip
            first = redundancy.enlarging_removal(sets, removed)
            assert first == (frozenset(groups[0]) if groups else None)
            assert cs.is_redundant(sets, removed) == (not groups)
        for size in (1, 2, 3):
            for members in combinations(range(3), size):
                assert redundancy.identifies(sets, members) == (meet([family[j] for j in members]) == W)


def test_unguarded_splits_of_every_family():
    for family in product(SETS[:4], SETS[3:], SETS[3:], SETS[3:]):
        sets, W = [cs.FiniteSet(s) for s in family], meet(family)
        found = redundancy.unguarded_split(sets)
        bad = set()
        for m in range(4):
            rest = [j for j in range(4) if j != m]
            for size in (1, 2):
                for half in combinations(rest, size):
                    other = [j for j in rest if j not in half]
                    if meet([family[j] for j in half]) != W != meet([family[j] for j in other]):
                        bad.add((m, frozenset(half)))
        assert (found is None) == (not bad)
        if found is not None:
            m, half, other = found
            assert half | other == set(range(4)) - {m}
            assert {(m, half), (m, other)} <= bad


def test_splits_are_all_ways_once():
    for size in (2, 3, 4, 5):
        ways = list(splits(list(range(size))))
        assert len(ways) == len({frozenset(way) for way in ways}) == 2 ** (size - 1) - 1


def test_other_worlds():
    assert cs.is_redundant([cs.Interval(0, 2), cs.Interval(0, 3), cs.Interval(-1, 2)])
    strips = [cs.Box([(-1, 1), (None, None)])] * 2 + [cs.Box([(None, None), (-1, 1)])] * 2
    assert cs.is_redundant(strips)
    assert cs.is_redundant([s.half_spaces() for s in strips])
    assert redundancy.enlarging_removal([s.half_spaces() for s in strips], 2) == {0, 1}
    assert cs.is_redundant([cs.Quadratic([[1]], [0], 3)] * 2)  # equal sets need no test


@pytest.mark.parametrize("removed", [-1, 2, True, 0.5])
def test_bad_number_of_removals(removed):
    with pytest.raises(ValueError, match="removed must be a whole number"):
        cs.is_redundant([cs.FiniteSet({0})] * 2, removed)


@pytest.mark.parametrize("members", [(), (2,), (-1,)])
def test_bad_members(members):
    with pytest.raises(ValueError, match="members must be some of the clients"):
        redundancy.identifies([cs.FiniteSet({0})] * 2, members)
