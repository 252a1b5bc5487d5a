"""Adversaries and their worlds: each answer against its world, strategies counted, mechanisms played."""

from itertools import combinations
from math import ceil, comb

import pytest

from incentives import consensus as cs
from incentives.consensus import oracles
from incentives_book.consensus import adversaries, fewer_calls as page
from incentives_book.consensus.adversaries import World

ALL_PLAYERS = [
    adversaries.SparseAdversary(4),
    adversaries.SparseAdversary(5, 2),
    adversaries.SparseAdversary(5, 2, 2),
    page.ConvexAdversary(4, 1),
    page.ConvexAdversary(5, 2),
    page.ConvexAdversary(6, 3, 2),
    page.LineAdversary(5),
]


@pytest.mark.parametrize("adversary", ALL_PLAYERS, ids=repr)
def test_every_world_explains_every_answer(adversary):
    """All sequences of two calls: worlds explain them, are redundant, and hold the liars they say."""
    redundancy = getattr(adversary, "redundancy", 1)
    for end in list(adversaries.every_strategy(adversary, 2))[:: 1 if adversary.clients < 5 else 9]:
        for world in end.worlds():
            assert world.explains(end.exchanges, end.failing)
            assert world.is_redundant(redundancy)
            misreported = {j for j, (t, r) in enumerate(zip(world.truths, world.reports, strict=True)) if t != r}
            assert misreported <= world.liars


def test_a_world_notices_wrong_answers():
    truths = (frozenset({0, 1}), frozenset({0}), frozenset({0}))
    world = World(truths, (frozenset({1}), *truths[1:]), frozenset({0}))
    fails = lambda x: frozenset(j for j, s in enumerate(truths) if x not in s)  # noqa: E731
    right = [(frozenset({0, 1}), oracles.Answer(witness={0, 1})), (frozenset({0}), oracles.Answer(point=1))]
    assert world.explains(right, fails)
    assert not world.explains([(frozenset({1, 2}), oracles.Answer(witness={1, 2}))], fails)  # feasible
    assert not world.explains([(frozenset({0}), oracles.Answer(point=0))], fails)  # not reported
    assert not world.explains([(frozenset({0}), oracles.Answer(witness={0, 1}))], fails)  # nobody asked client 1
    assert not world.explains(right, lambda x: frozenset())  # another verification
    assert not World(truths, world.reports, frozenset({1})).explains(right, fails)  # client 0 lies as well


def test_worlds_of_intervals_and_of_points():
    interval = cs.Interval
    line = World((interval(0, 2), interval(1, 3)), (interval(0, 2), interval(4, 5)), frozenset({1}))
    assert line.agreement == interval(1, 2)
    assert line.common(line.reports, frozenset({0, 1})) is None
    assert not line.is_redundant(1)
    assert World((interval(0, 2),) * 2, (interval(0, 2),) * 2, frozenset()).is_redundant(1)
    apart = World((frozenset({0}), frozenset({1})), (frozenset({0}), frozenset({1})), frozenset())
    assert not apart.is_redundant(0)


def test_survival_needs_two_separate_worlds_and_nothing_seen():
    foe = adversaries.SparseAdversary(3)
    for without in (0, 1):
        foe = foe.answer(frozenset(range(3)) - {without})[1]
        assert adversaries.survives(foe)
    answer, foe = foe.answer(frozenset({0, 1}))
    assert answer.point == "w"
    assert not adversaries.survives(foe)


def test_strategies_are_all_sequences_of_families():
    assert sum(1 for _ in adversaries.every_strategy(adversaries.SparseAdversary(3), 3)) == 7**3
    assert [end.exchanges for end in adversaries.every_strategy(adversaries.SparseAdversary(3), 0)] == [()]


@pytest.mark.parametrize(("clients", "redundancy"), [(3, 1), (5, 1), (7, 2), (8, 5)])
def test_the_sparse_adversary_lasts_exactly(clients, redundancy):
    foe = adversaries.AdversaryOracle(adversaries.SparseAdversary(clients, redundancy))
    out = cs.mechanism_h(foe, foe.failing, redundancy=redundancy, joint_first=False)
    assert len(out.calls) == ceil(clients / redundancy)
    assert out.point == "w"


def test_a_call_refutes_at_most_one_coalition():
    foe = adversaries.SparseAdversary(6, 3, 3)
    for without in list(combinations(range(6), 3))[:10]:
        before = len(foe.suspects)
        foe = foe.answer(frozenset(range(6)) - set(without))[1]
        assert before - len(foe.suspects) <= 1
    assert len(foe.suspects) == comb(6, 3) - 10


@pytest.mark.parametrize("sizes", [(2,), (3, 2), (4, 1, 2), (4, 0)])
def test_impossible_sizes_are_refused(sizes):
    with pytest.raises(ValueError, match="liars, redundancy and clients must satisfy"):
        adversaries.SparseAdversary(*sizes)
