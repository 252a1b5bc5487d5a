"""Totals, best partitions and the price of stability, against listing all partitions."""

from fractions import Fraction

import definitions
import pytest
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions import stability, welfare

RULES = ["local", "uniform", "coarse", "fine", Fraction(1, 3)]


def total(cost, sizes, partition):
    return sum(sizes[j] * cost(j, block) for block in partition for j in block)


@given(
    sizes=st.lists(st.integers(1, 15), min_size=1, max_size=5),
    noise=st.integers(1, 30),
    rule=st.sampled_from(RULES),
    concept=st.sampled_from(stability.CONCEPTS),
)
@settings(max_examples=60)
@pytest.mark.backs("coalitions/new-best-partition")
def test_best_partition_and_price_agree_with_listing(sizes, noise, rule, concept):
    game = co.Game(sizes, noise=noise, spread=1, federation=rule if isinstance(rule, str) else co.Coarse(rule))
    cost = definitions.cost_table(sizes, noise, 1, rule)
    everything = definitions.all_partitions(len(sizes))
    totals = {p: total(cost, sizes, p) for p in everything}
    best = welfare.best_partition(game)
    assert totals[frozenset(best)] == welfare.total_error(game, best) == min(totals.values())
    stable = [p for p in everything if definitions.is_stable(cost, p, len(sizes), concept)]
    price = welfare.price_of_stability(game, concept=concept)
    assert price == (min(totals[p] for p in stable) / min(totals.values()) if stable else None)


@given(sizes=st.lists(st.integers(1, 30), min_size=1, max_size=6), noise=st.integers(1, 60))
@settings(max_examples=60)
@pytest.mark.backs("coalitions/new-best-partition")
def test_the_smallest_together_and_the_others_alone_is_best(sizes, noise):
    """Of all partitions one of the best has this form; a plain function as federation takes the general method."""
    cost = definitions.cost_table(sizes, noise, 1, "uniform")
    order = sorted(range(len(sizes)), key=lambda player: sizes[player])
    of_this_form = [
        frozenset({frozenset(order[:k]), *(frozenset({player}) for player in order[k:])})
        for k in range(1, len(sizes) + 1)
    ]
    least = min(total(cost, sizes, p) for p in definitions.all_partitions(len(sizes)))
    assert min(total(cost, sizes, p) for p in of_this_form) == least
    general = co.Game(sizes, noise=noise, spread=1, federation=co.uniform_errors)
    assert welfare.total_error(general, welfare.best_partition(general)) == least


@given(sizes=st.lists(st.integers(1, 50), min_size=1, max_size=6), noise=st.integers(1, 30), spread=st.integers(1, 5))
@pytest.mark.backs("coalitions/new-welfare")
def test_uniform_coalitions_pay_one_fee_and_their_differences(sizes, noise, spread):
    game = co.Game(sizes, noise=noise, spread=spread)
    N, S = sum(sizes), sum(n * n for n in sizes)
    assert welfare.total_error(game, co.Partition.grand(len(sizes))) == noise + spread * (N - Fraction(S, N))


def test_the_number_that_the_authors_print():
    """Their public notebook gives 21.777778 for {1, 8}, {15} with noise 10: 196/9."""
    game = co.Game([1, 8, 15], noise=10, spread=1)
    assert welfare.total_error(game, co.Partition.parse("0,1 | 2")) == Fraction(196, 9)
    assert round(float(Fraction(196, 9)), 6) == 21.777778


def test_equally_good_partitions_prefer_company():
    game = co.Game([10, 10], noise=10, spread=1)
    assert welfare.total_error(game, co.Partition.grand(2)) == welfare.total_error(game, co.Partition.singles(2))
    assert welfare.best_partition(game) == co.Partition.grand(2)


def test_without_a_stable_partition_there_is_no_price():
    assert welfare.price_of_stability(co.Game([1, 3, 3, 3, 62], noise=11, spread=1)) is None


def test_too_many_players_are_refused():
    with pytest.raises(
        ValueError, match="best_partition needs at most 14 players unless federation is uniform; got 15"
    ):
        welfare.best_partition(co.Game([5] * 15, noise=10, spread=1, federation="coarse"))
    assert welfare.best_partition(co.Game([5] * 15, noise=10, spread=1)) == co.Partition.grand(15)
