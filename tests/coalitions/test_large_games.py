"""The check of one partition by total sizes, against listing all coalitions."""

import random
from fractions import Fraction
from itertools import combinations
from math import ceil

import definitions
import numpy as np
import pytest
from federation_names import federation
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions import large_games

RULES = ["uniform", "coarse", "fine", Fraction(0), Fraction(1, 3)]


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
    with pytest.raises(ValueError, match=r"federation must be 'uniform', 'coarse', 'fine' or Coarse\(weight\); got 'l"):
        co.check_large([5, 5], grand, noise=10, spread=1, federation="local")
    with pytest.raises(ValueError, match=r"must be at most 10000000; got 2 \* 10000001"):
        co.check_large([10**7, 1], co.Partition.singles(2), noise=10, spread=1)
    with pytest.raises(ValueError, match=r"a blocking coalition may have must be at most 10000000000; got \d{11,}"):
        co.check_large(range(1000, 1040), co.Partition.singles(40), noise=20_000, spread=1)


def test_totals_that_nobody_could_fill_cost_nothing():
    """Only the total of the sizes was looked at before, and this was refused."""
    alone = co.Partition.singles(2)
    assert co.check_large([10**6, 1], alone, noise=1, spread=1) is None
    assert co.check_large([10**6, 1], alone, noise=10, spread=1).who == {0, 1}


@given(
    bound=st.tuples(
        *[st.fractions(min_value=-3, max_value=3, max_denominator=7)] * 2, st.integers(-9, 9).map(Fraction)
    ),
    most=st.sampled_from([10, 200, 3000]),
)
def test_bounds_are_those_of_exact_arithmetic(bound, most):
    a, b, c = bound
    found = large_games._largest_sums(bound, np.arange(1, most + 1))
    exact = [min(max(ceil(a * N * N + b * N + c) - 1, -1), N * N) for N in range(1, most + 1)]
    assert found.tolist() == exact


@pytest.mark.backs("coalitions/new-largest-decides")
@pytest.mark.parametrize("weight", [None, Fraction(1, 3)])
def test_everybody_together_is_blocked_by_the_largest_alone_or_by_nobody(weight):
    """Every coalition by the definition, close to the noise at which the largest is indifferent and exactly there."""
    chance, seen = random.Random(17), set()
    for _ in range(60):
        sizes = sorted(chance.choice((1, 2, 3, 5, 9, 20, 60)) for _ in range(chance.randint(2, 5)))
        total, squares, largest = sum(sizes), sum(n * n for n in sizes), sizes[-1]
        tie = Fraction(largest * (squares + total * (total - 2 * largest)), total * (total - largest))
        tie = tie if weight is None else tie * (1 - weight) / (1 + weight)
        noise = tie * chance.choice((Fraction(1), Fraction(99, 100), Fraction(101, 100), Fraction(3)))
        if noise <= 0:
            continue
        players, grand = len(sizes), frozenset(range(len(sizes)))

        def error(j, coalition, sizes=sizes, noise=noise):
            mine, members = sorted(coalition), [sizes[k] for k in sorted(coalition)]
            return definitions.mixed_error(members, noise, 1, mine.index(j), weight or 0)

        stable = not any(
            all(error(j, frozenset(c)) < error(j, grand) for j in c)
            for size in range(1, players)
            for c in combinations(range(players), size)
        )
        move = co.check_large(
            sizes,
            co.Partition.grand(players),
            noise=noise,
            spread=1,
            federation=co.Coarse(weight) if weight else "uniform",
        )
        assert (move is None) == stable
        assert move is None or (move.instead == move.who and sizes[min(move.who)] == largest and len(move.who) == 1)
        seen.add((stable, noise == tie))
    assert len(seen) > 2


def test_a_look_at_the_largest_is_enough_for_thousands_of_players_of_any_size():
    sizes = [10**6 + k for k in range(5_000)]
    assert co.check_large(sizes, co.Partition.grand(5_000), noise=10**7, spread=1) is None
    assert co.check_large(sizes, co.Partition.grand(5_000), noise=10**5, spread=1).who == {4_999}
