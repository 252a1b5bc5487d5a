"""The small worlds in which the depth rule is compared, against counting by hand."""

from itertools import product

import pytest

from incentives import consensus as cs
from incentives_book.consensus.depth_worlds import (
    by_depth,
    joint_lies,
    redundant_worlds,
    some_sets,
    union_of_runs,
)


def test_every_set_of_some_points_comes_once_and_none_is_empty():
    for number in range(1, 6):
        sets = [frozenset(s.points) for s in some_sets(range(number))]
        assert len(sets) == len(set(sets)) == 2**number - 1
        assert frozenset() not in sets


@pytest.mark.parametrize("removed", [1, 2])
def test_the_redundant_worlds_are_those_in_which_every_point_outside_fails_at_more_clients(removed):
    found = {tuple(frozenset(s.points) for s in world) for world in redundant_worlds(range(2), 3, removed)}
    subsets = [frozenset({0}), frozenset({1}), frozenset({0, 1})]
    for world in product(subsets, repeat=3):
        failing = {point: sum(point not in s for s in world) for point in (0, 1)}
        redundant = 0 in failing.values() and all(not count or count > removed for count in failing.values())
        assert any(sorted(map(sorted, world)) == sorted(map(sorted, other)) for other in found) == redundant


def test_joint_lies_change_only_liars_and_contain_each_combination():
    truths = [cs.FiniteSet({0})] * 3
    lies = list(joint_lies(truths, 2, range(2)))
    assert len(lies) == 3 * 4**2
    assert all(sum(report != truth for report, truth in zip(told, truths, strict=True)) <= 2 for told in lies)


def test_deep_points_are_those_of_some_run_and_both_are_counted_right():
    options = [None, *some_sets(range(2))]
    for told in product(options, repeat=3):
        if not any(told):
            continue
        for spared in (1, 2):
            deep = {p for p in (0, 1) if sum(s is not None and p in s.points for s in told) >= 3 - spared}
            assert by_depth(told, spared) == union_of_runs(told, spared) == deep
