"""Moves of one player by sums over blocks, against the definitions, and against ranks of all coalitions."""

from fractions import Fraction

import definitions
import numpy as np
import pytest
from federation_names import federation
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions import stability
from incentives.coalitions.single_moves import single_moves

RULES = ["local", "uniform", "coarse", "fine", Fraction(0), Fraction(1, 3), Fraction(1)]


@given(
    # Few different sizes, and noise equal to sums of them: many exact ties.
    players=st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), min_size=1, max_size=6),
    noise=st.integers(1, 20) | st.fractions(min_value=1, max_value=20, max_denominator=3),
    spread=st.sampled_from([1, 2, Fraction(1, 3)]),
    rule=st.sampled_from(RULES),
    concept=st.sampled_from(["individual", "nash"]),
)
@settings(max_examples=300)
def test_the_same_moves_as_by_ranks_and_by_the_definition(players, noise, spread, rule, concept):
    sizes, labels = [n for n, _ in players], [label for _, label in players]
    game = co.Game(sizes, noise=noise, spread=spread, federation=federation(rule))
    partition = co.Partition([[k for k, other in enumerate(labels) if other == label] for label in set(labels)])
    moves = list(single_moves(game, partition, concept))
    ranked = co.HedonicGame(len(sizes), lambda player, coalition: game.errors(coalition)[player])
    assert moves == list(stability._moves(ranked, partition, concept))
    cost = definitions.cost_table(sizes, noise, spread, rule)
    plain = definitions.moves(cost, frozenset(partition), len(sizes), ask=concept == "individual")
    assert set(moves) == set(plain)


def losers(sizes, newcomer, noise, rule):
    """The members of a block who lose when somebody joins."""
    game = co.Game([*sizes, newcomer], noise=noise, spread=1, federation=rule)
    before, after = game.errors(range(len(sizes))), game.errors(range(len(sizes) + 1))
    return {j for j in before if after[j] > before[j]}


def test_with_the_best_coarse_weights_neither_the_largest_nor_the_smallest_decides():
    assert losers([10, 10, 12], 2000, Fraction(21, 2), "coarse") == {0, 1}
    assert losers([1, 1, 10], 10, Fraction(1, 10), "coarse") == {2}


@pytest.mark.parametrize("rule", ["uniform", co.Coarse(Fraction(1, 3)), "coarse", "fine"])
def test_forty_players_are_not_too_many(rule):
    sizes = np.random.default_rng(40).integers(1, 1001, 40).tolist()
    game = co.Game(sizes, noise=500, spread=1, federation=rule)
    move = co.improving_move(game, co.Partition.singles(40))
    assert all(gain >= 0 for gain in move.gains.values())
    assert not co.is_stable(game, co.Partition.singles(40), concept="individual")


def test_only_everybody_together_is_individually_stable_with_the_best_fine_weights():
    game = co.Game(range(1, 31), noise=10, spread=1, federation="fine")
    assert co.is_stable(game, co.Partition.grand(30), concept="individual")
    assert not co.is_stable(game, co.Partition([range(29), [29]]), concept="individual")


def test_players_are_listed_in_the_order_that_is_asked_for():
    game = co.Game([5, 5, 25], noise=10, spread=1)
    moves = single_moves(game, co.Partition.singles(3), "nash", players=[2, 1])
    assert [player for player, _ in moves] == [2, 2, 1, 1]
