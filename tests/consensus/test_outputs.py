"""Outputs by the definition, clusters, worlds and pairs of bad points: against brute force and counting."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial

import numpy as np
import pytest

from incentives import consensus as cs
from incentives_book.consensus.one_shot_personalization import outputs
from incentives_book.consensus.types_of_points import types_in

F = Fraction


def S(*points):
    return cs.FiniteSet(frozenset(points))


def test_partitions_are_counted_by_bell_numbers_and_cover_everybody_once():
    assert [sum(1 for _ in outputs.partitions(range(M))) for M in range(7)] == [1, 1, 2, 5, 15, 52, 203]
    for split in outputs.partitions(range(4)):
        assert sorted(m for cluster in split for m in cluster) == [0, 1, 2, 3]


def test_the_definition_is_gone_through_to_the_end():
    """Two clients, three points: written down by hand."""
    found = outputs.by_definition([{0, 1}, {1, 2}], range(3))
    assert found == {frozenset({(frozenset({0, 1}), 1)})}
    apart = outputs.by_definition([{0}, {1, 2}], range(3))
    assert apart == {frozenset({(frozenset({0}), 0), (frozenset({1}), x)}) for x in (1, 2)}


def test_fewest_by_trying_and_clusterings_agree_on_random_sets():
    rng = np.random.default_rng(2)
    for _ in range(60):
        sets = tuple(S(*rng.choice(5, rng.integers(1, 4), replace=False).tolist()) for _ in range(5))
        assert outputs.fewest_by_trying(sets) == {frozenset(split) for split in outputs.clusterings(sets)}


def test_outliers_of_the_three_clients_of_the_page():
    trio = (S(0, 1), S(0), S(1))
    found = {o.client: (o.is_forced, o.meets_somebody) for o in outputs.outliers(trio)}
    assert found == {1: (False, True), 2: (False, True)}
    lonely = (S(0, 1), S(0), S(2))
    assert [(o.client, o.is_forced, o.meets_somebody) for o in outputs.outliers(lonely)] == [(2, True, False)]
    assert list(outputs.outliers((S(0), S(0)))) == []


def test_well_separated_means_every_pair_across():
    trio = (S(0, 1), S(0), S(1))
    assert not outputs.well_separated(trio, (frozenset({0, 1}), frozenset({2})))
    assert outputs.well_separated((S(0), S(0, 1), S(2)), (frozenset({0, 1}), frozenset({2})))


def test_spared_worlds_by_removing_clients_by_hand():
    everything = [S(*c) for n in (1, 2, 3) for c in combinations(range(3), n)]
    for M in (2, 3):
        known = set()
        for sets in product(everything, repeat=M):
            W = frozenset.intersection(*(s.points for s in sets))
            without = [frozenset.intersection(*(s.points for j, s in enumerate(sets) if j != n)) for n in range(M)]
            if W and all(w == W for w in without):
                known.add(frozenset((s, sets.count(s)) for s in sets))
        found = [frozenset((s, sets.count(s)) for s in sets) for sets in outputs.spared(M)]
        assert len(found) == len(set(found))
        assert set(found) == known


def test_lies_change_one_report_only():
    truths = (S(0), S(0, 1))
    told = list(outputs.lies(truths))
    assert len(told) == 2 * 7
    assert all(sum(a != b for a, b in zip(t.truths, t.reports, strict=True)) <= 1 for t in told)


def test_the_smallest_spoiled_world():
    liar, report, output = outputs.spoiled((S(0), S(0, 1), S(0, 2)))
    assert (liar, report) == (0, S(1))
    assert 0 not in output.models
    assert outputs.spoiled((S(0), S(0), S(0, 2))) is None


def test_pairs_of_bad_types_are_counted():
    """Types of at most M - 2 clients, unordered pairs with repetition."""
    for M in (3, 4, 5):
        kinds = sum(comb(M, n) for n in range(M - 1))
        pairs = outputs.bad_pairs(M, fewest=M)
        assert len(pairs) == kinds * (kinds + 1) // 2
        assert all(max(len(p.one), len(p.two)) <= M - 2 for p in pairs)


def test_a_bad_cut_of_a_pair_is_one_of_the_world_that_realises_it():
    for pair in outputs.bad_pairs(4):
        M = pair.clients
        world = [
            frozenset({"w"} | ({"x"} if m in pair.one else set()) | ({"y"} if m in pair.two else set()))
            for m in range(M)
        ]

        def met(group, world=world):
            return frozenset.intersection(*(world[m] for m in group)) == {"w"}

        bad = False
        for m in range(M):
            others = [j for j in range(M) if j != m]
            for n in range(1, len(others)):
                for A in combinations(others, n):
                    bad |= not met(A) and not met([j for j in others if j not in A])
        assert pair.has_bad_cut == bad
        assert pair.fail_together == sum(not ({"x", "y"} & s) for s in world)


def test_worlds_of_ranks_keep_the_order_of_ends():
    world = outputs.world_of_ranks([(0, 2, 1), (1, 0, 2)], copies=2)
    assert [str(box) for box in world[::2]] == ["[-1, 2]", "[-3, 1]", "[-2, 3]"]
    assert world[::2] == world[1::2]
    assert len(outputs.orders_of_ends(3, 1)) == factorial(3) ** 2


def test_the_share_that_can_be_spoiled_by_who_is_tightest():
    """A world is safe exactly if one archetype has rank 0 in every direction."""
    for kinds, d in ((2, 1), (3, 1), (2, 2)):
        orders = outputs.orders_of_ends(kinds, d)
        safe = sum(len({order.index(0) for order in ranks}) == 1 for ranks in orders)
        assert outputs.share_spoiled(kinds, d) == 1 - F(safe, len(orders))
    assert [outputs.safe_by_types(k, 4) for k in (1, 2, 3)] == [1, 2, 3]


def test_random_worlds_are_spoiled_about_half_of_the_time_with_two_archetypes():
    assert outputs.share_of_random(2, 400, rng=np.random.default_rng(3)) == pytest.approx(0.5, abs=0.1)


def test_simplex_worlds_fit_their_reports():
    reports, worlds = outputs.simplex_worlds(4)
    for a, world in enumerate(worlds):
        assert [m for m in range(4) if world[m] != reports[m]] == [a]
        assert types_in(world) >= {frozenset(range(4))}
        assert cs.intersection(world) == S(a)
