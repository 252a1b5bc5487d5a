"""Costs that can be paid in money: the Shapley value by all orders, the least core by another solver and by known
games.
"""

from fractions import Fraction
from itertools import combinations, permutations

import definitions
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import linprog

from incentives import coalitions as co
from incentives.coalitions.shares import least_core, shapley_value, share_costs
from incentives.coalitions.welfare import cheapest_splits, coalition_costs


def games(most):
    return st.integers(1, most).flatmap(
        lambda n: st.lists(st.fractions(-4, 9, max_denominator=6), min_size=2**n - 1, max_size=2**n - 1).map(
            lambda c: [Fraction(0), *c]
        )
    )


def excesses(costs, shares):
    players = len(shares)
    return [sum(shares[k] for k in range(players) if mask >> k & 1) - costs[mask] for mask in range(1, len(costs) - 1)]


@given(costs=games(4))
@settings(max_examples=40, deadline=None)
def test_the_shapley_value_is_the_mean_marginal_cost_over_all_orders(costs):
    players = len(costs).bit_length() - 1
    totals, orders = [Fraction(0)] * players, list(permutations(range(players)))
    for order in orders:
        there = 0
        for k in order:
            totals[k] += costs[there | 1 << k] - costs[there]
            there |= 1 << k
    assert shapley_value(costs) == tuple(total / len(orders) for total in totals)


@given(costs=games(5))
@settings(max_examples=60, deadline=None)
def test_the_least_core_is_what_another_solver_finds(costs):
    players = len(costs).bit_length() - 1
    shares, excess = least_core(costs)
    assert sum(shares) == costs[-1]
    if players == 1:
        return
    assert max(excesses(costs, shares)) == excess
    rows = [[mask >> k & 1 for k in range(players)] + [-1] for mask in range(1, len(costs) - 1)]
    other = linprog(
        [0] * players + [1], A_ub=rows, b_ub=[float(cost) for cost in costs[1:-1]],
        A_eq=[[1] * players + [0]], b_eq=[float(costs[-1])], bounds=[(None, None)] * (players + 1), method="highs",
    )  # fmt: skip
    assert float(excess) == pytest.approx(other.fun, abs=1e-8)


def test_games_with_known_answers():
    # The airport game: a runway as long as the longest needs; everybody shares each piece with those who need it too.
    lengths = [1, 3, 6]
    airport = [Fraction(max((lengths[k] for k in range(3) if mask >> k & 1), default=0)) for mask in range(8)]
    assert shapley_value(airport) == (Fraction(1, 3), Fraction(4, 3), Fraction(13, 3))
    assert least_core(airport)[1] < 0
    # Three who share 1 by majority: every pair loses a third of what it could have.
    majority = [Fraction(-1 if mask.bit_count() >= 2 else 0) for mask in range(8)]
    assert least_core(majority) == ((Fraction(-1, 3),) * 3, Fraction(1, 3))
    # Costs that add up: what each costs alone is the only share, and a tie for every coalition.
    adding = [Fraction(sum((1, 2, 5, 7)[k] for k in range(4) if mask >> k & 1)) for mask in range(16)]
    assert shapley_value(adding) == (1, 2, 5, 7)
    assert least_core(adding) == ((1, 2, 5, 7), 0)


def test_shares_of_a_federation_are_symmetric_and_exact():
    game = co.Game([5, 5, 25, 60], noise=10, spread=1)
    found = share_costs(game)
    assert found.shapley[0] == found.shapley[1]
    best = min(co.partitions(4), key=lambda p: sum(n * e for n, e in zip(game.sizes, game.error_table(p), strict=True)))
    assert sum(found.shapley) == sum(found.least_core) == found.total
    assert found.total == sum(n * e for n, e in zip(game.sizes, game.error_table(best), strict=True))
    assert max(excesses(cheapest_splits(coalition_costs(game))[0], found.least_core)) == found.excess


@pytest.mark.backs("coalitions/new-money-repairs")
def test_money_keeps_the_clinics_in_the_cheapest_partition_although_no_core_keeps_them_without():
    """The cost of everybody together exceeds it, so shares of *that* never satisfy everybody."""
    clinics, bills = (1, 3, 3, 3, 62), [Fraction(97, 50), *[Fraction(271, 50)] * 3, Fraction(11)]

    def cost(coalition):
        error = definitions.cost_table(clinics, 11, 1, "uniform")
        return sum(clinics[j] * error(j, coalition) for j in coalition)

    together = frozenset({0, 1, 2, 3})
    assert sum(bills[:4]) == cost(together)
    error = definitions.cost_table(clinics, 11, 1, "uniform")
    assert [bills[j] - clinics[j] * error(j, together) for j in range(4)] == [Fraction(-6, 25), *[Fraction(2, 25)] * 3]
    for size in range(1, 6):
        for coalition in map(frozenset, combinations(range(5), size)):
            assert sum(bills[j] for j in coalition) <= cost(coalition)
    assert cost(frozenset(range(5))) > sum(bills)
    game = co.Game(clinics, noise=11, spread=1)
    assert co.stable_partitions(game) == []
    found = share_costs(game)
    assert (found.total, found.excess) == (sum(bills), 0)
    assert least_core(coalition_costs(game))[1] > 0


def test_with_money_the_best_partition_of_the_second_example_stays_without_a_penny():
    found = share_costs(co.Game([5, 5, 25], noise=10, spread=1))
    assert (found.total, found.excess, found.least_core[2]) == (25, 0, 10)


def test_analyse_tells_shares_only_where_it_is_asked():
    game = co.Game([5, 5, 25], noise=10, spread=1)
    assert co.analyse(game).shares is None
    found = co.analyse(game, transferable=True, names=["a", "b", "c"])
    assert found.shares == share_costs(game)
    assert "Shapley value of 25, the smallest total: a: 7.778" in str(found)
    assert "with side payments the core is not empty" in str(found)
    # Three of whom two share 1: with money nothing keeps all three pairs out.
    majority = co.HedonicGame(3, lambda player, coalition: Fraction(-(len(coalition) > 1), len(coalition)))
    assert "with side payments the core is empty" in str(co.analyse(majority, transferable=True))
    with pytest.raises(ValueError, match="transferable must be True or False"):
        co.analyse(game, transferable="yes")
    with pytest.raises(ValueError, match="game must have at most 14 players"):
        co.analyse(co.Game([5] * 15, noise=10, spread=1), transferable=True)


def test_ten_players_with_many_ties_end():
    costs = [Fraction(-(-mask.bit_count() // 3)) for mask in range(2**10)]
    shares, excess = least_core(costs)
    assert max(excesses(costs, shares)) == excess
    assert np.isclose(float(sum(shares)), 4)
