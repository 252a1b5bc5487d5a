"""Who leaves: against the coalitions part without money, and by sums over coalitions with money."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest

from incentives import coalitions as co
from incentives.together import Federation, blocking_coalition


def errors_of_coalitions(sizes, federation):
    members = range(len(sizes))
    return {
        frozenset(who): co.expected_errors([sizes[i] for i in who], noise=10, spread=1, federation=federation)
        for count in range(1, len(sizes) + 1)
        for who in combinations(members, count)
    }


@pytest.mark.parametrize("sizes", [[5, 5, 25], [5, 5, 5], [25, 25, 25], [30, 30, 30, 300], [1, 7, 20]])
@pytest.mark.parametrize("federation", ["uniform", "coarse", "fine"])
def test_without_money_it_is_the_verdict_of_the_coalitions_part(sizes, federation):
    costs = errors_of_coalitions(sizes, federation)
    grand = co.Partition.grand(len(sizes))
    game = co.Game(sizes, noise=10, spread=1, federation=federation)
    move = blocking_coalition(costs[frozenset(range(len(sizes)))], costs, money=False)
    assert (move is None) == co.is_stable(game, grand, concept="core")
    if move is not None:
        pays = costs[frozenset(range(len(sizes)))]
        assert all(pays[i] - move.gains[i] == costs[move.who][sorted(move.who).index(i)] for i in move.who)


def test_a_tie_is_no_gain():
    apart = {frozenset({0}): [F(1, 3)], frozenset({1}): [F(2, 3)], frozenset({0, 1}): [F(1, 2), F(1, 2)]}
    assert blocking_coalition([F(1, 3), F(2, 3)], apart) is None
    assert blocking_coalition([F(1, 3) + F(1, 10**30), F(2, 3)], apart).who == {0}


@pytest.mark.parametrize("seed", range(6))
def test_nobody_leaves_the_bills_with_lindahls_lump_sums(seed):
    rng = np.random.default_rng(seed)
    costs = 0.05 * 10.0 ** rng.uniform(-0.3, 0.3, 4)
    federation = Federation.efficient(costs, noise=10, spread=0.5)
    apart = federation.coalition_costs(own_sizes=True)
    assert blocking_coalition(federation.bills, apart) is None
    slack = [sum(apart[who]) - sum(federation.bills[sorted(who)]) for who in apart if len(who) < 4]
    assert min(slack) > 0


def test_without_the_lump_sums_somebody_leaves_where_costs_differ():
    federation = Federation.efficient([0.05, 0.15, 0.15, 0.15], noise=10, spread=0.3)
    apart = federation.coalition_costs(own_sizes=True)
    move = blocking_coalition(federation.spending, apart)
    assert move is not None
    assert 0 in move.who
    assert blocking_coalition(federation.bills, apart) is None


@pytest.mark.parametrize(
    ("bills", "costs", "message"),
    [
        ([1], {}, "costs must map every coalition"),
        ([1], {(0,): [1]}, "costs must have a frozenset of members for each key"),
        ([1, 1], {frozenset({0}): [1], frozenset({1}): [1]}, "costs must name every coalition"),
        ([1], {frozenset({0}): [1, 2]}, r"costs must have one number for each of \[0\]"),
        ([1, 2], {frozenset({0}): [1]}, "bills must be one for each of 1 members"),
        ([1e308], {frozenset({0}): [-1e308]}, "bills less costs must be numbers for which floats can hold"),
    ],
)
def test_bad_input_is_named(bills, costs, message):
    with pytest.raises(ValueError, match=message):
        blocking_coalition(bills, costs)


def test_money_is_true_or_false():
    with pytest.raises(ValueError, match="money must be True or False, got 1"):
        blocking_coalition([1], {frozenset({0}): [1]}, money=1)
