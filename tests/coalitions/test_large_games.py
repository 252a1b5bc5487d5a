"""The check of one partition by total sizes, against listing all coalitions."""

import random
from fractions import Fraction

import definitions
import pytest
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co

RULES = ["uniform", "coarse", Fraction(0), Fraction(1, 3)]


def federation(rule):
    return rule if isinstance(rule, str) else co.Coarse(rule)


@given(
    players=st.lists(st.tuples(st.integers(1, 15), st.integers(0, 3)), min_size=1, max_size=5),
    noise=st.fractions(min_value=1, max_value=30, max_denominator=3),
    spread=st.sampled_from([1, 2, Fraction(1, 3)]),
    rule=st.sampled_from(RULES),
    unit=st.sampled_from([1, 6, Fraction(1, 2)]),
)
@settings(max_examples=200)
@pytest.mark.backs("coalitions/new-subset-sum-check")
def test_same_verdict_as_listing_all_coalitions(players, noise, spread, rule, unit):
    sizes, labels = [n * unit for n, _ in players], [label for _, label in players]
    partition = co.Partition([[k for k, other in enumerate(labels) if other == label] for label in set(labels)])
    cost = definitions.cost_table(sizes, noise, spread, rule)
    blocking = [c for c in definitions.coalitions(len(sizes)) if definitions.blocks_core(cost, frozenset(partition), c)]
    leaving = co.check_large(sizes, partition, noise=noise, spread=spread, federation=federation(rule))
    assert (leaving is None) == (not blocking)
    if leaving:
        assert leaving.who in blocking
        assert leaving.gains == {j: cost(j, partition.block_of(j)) - cost(j, leaving.who) for j in leaving.who}


@pytest.mark.parametrize("rule", ["uniform", "coarse"])
@pytest.mark.backs("coalitions/new-subset-sum-check")
def test_same_verdict_as_ranking_all_coalitions_of_ten_players(rule):
    rng = random.Random(2)
    verdicts = set()
    for _ in range(40):
        sizes = [rng.randint(1, 25) for _ in range(10)]
        game = co.Game(sizes, noise=rng.randint(4, 40), spread=1, federation=rule)
        labels = [rng.randrange(rng.randint(1, 3)) for _ in sizes]
        random_one = co.Partition([[k for k, other in enumerate(labels) if other == label] for label in set(labels)])
        # Random partitions are nearly always blocked; stable ones are found by the other method.
        for partition in [random_one, *co.stable_partitions(game)[:2]]:
            leaving = co.check_large(sizes, partition, noise=game.noise, spread=1, federation=rule)
            assert (leaving is None) == co.is_stable(game, partition)
            verdicts.add(leaving is None)
    assert verdicts == {True, False}


def test_forty_players():
    """All sizes at most noise / spread: together is stable. One player far above it leaves, and takes others along."""
    rng = random.Random(40)
    sizes = [rng.randint(1, 44) for _ in range(40)]
    everybody = co.Partition.grand(40)
    assert co.check_large(sizes, everybody, noise=max(sizes), spread=1) is None
    leaving = co.check_large(sizes, everybody, noise=Fraction(max(sizes), 3), spread=1)
    game = co.Game(sizes, noise=Fraction(max(sizes), 3), spread=1)
    before, after = game.error_table(everybody), game.errors(leaving.who)
    assert all(leaving.gains[j] == before[j] - after[j] > 0 for j in leaving.who)


def test_one_weight_for_all_data_leaves_nothing_to_gain():
    partition = co.Partition.parse("0,1 | 2")
    assert co.check_large([3, 5, 9], partition, noise=10, spread=1, federation=co.Coarse(1)) is None


def test_bad_input_is_refused():
    grand = co.Partition.grand(2)
    with pytest.raises(ValueError, match=r"partition must be a Partition of the players 0\.\.2"):
        co.check_large([5, 5, 5], grand, noise=10, spread=1)
    with pytest.raises(ValueError, match="sizes must be counts >= 1"):
        co.check_large([5, 0], grand, noise=10, spread=1)
    with pytest.raises(ValueError, match=r"federation must be 'uniform', 'coarse' or Coarse\(weight\); got 'fine'"):
        co.check_large([5, 5], grand, noise=10, spread=1, federation="fine")
    with pytest.raises(ValueError, match=r"must be at most 10000000000; got 2 \* 1000001\*\*2"):
        co.check_large([10**6, 1], grand, noise=10, spread=1)
