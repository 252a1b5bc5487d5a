"""Ranks order coalitions exactly as the errors do, also where doubles cannot tell them apart."""

from fractions import Fraction

import definitions
import numpy as np
import pytest
from federation_names import federation
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions.preferences import dense_ranks, listed_preferences

RULES = ["local", "uniform", "coarse", "fine", Fraction(1, 3)]


@given(
    sizes=st.lists(st.integers(1, 9) | st.integers(1, 10**6), min_size=1, max_size=5),
    noise=st.fractions(min_value=Fraction(1, 100), max_value=10**6, max_denominator=100),
    spread=st.fractions(min_value=Fraction(1, 100), max_value=100, max_denominator=100),
    rule=st.sampled_from(RULES),
)
@settings(max_examples=150)
def test_ranks_order_coalitions_exactly_as_their_errors_do(sizes, noise, spread, rule):
    game = co.Game(sizes, noise=noise, spread=spread, federation=federation(rule))
    preferences = game.preferences
    for bit, player in enumerate(preferences.players):
        mine = [c for c in definitions.coalitions(len(sizes)) if player in c]
        errors = [game.errors(c)[player] for c in mine]
        places = {error: place for place, error in enumerate(sorted(set(errors)))}
        ranks = [int(preferences.ranks[bit, preferences.mask(c)]) for c in mine]
        order = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
        assert [order[rank] for rank in ranks] == [places[error] for error in errors]


@pytest.mark.parametrize("rule", ["uniform", "coarse", "fine"])
def test_ranks_survive_sizes_beyond_machine_integers(rule):
    sizes = [10**17 + 3, 10**17 + 1, 3 * 10**16, 10**17 + 1]
    game = co.Game(sizes, noise=10**17, spread=Fraction(1, 7), federation=rule)
    oracle = listed_preferences(4, game.errors)
    for bit, player in enumerate(game.preferences.players):
        for one in definitions.coalitions(4):
            for other in definitions.coalitions(4):
                if player in one & other:
                    a, b = (game.preferences.ranks[bit, game.preferences.mask(c)] for c in (one, other))
                    x, y = (oracle.ranks[player, oracle.mask(c)] for c in (one, other))
                    assert (a < b, a == b) == (x < y, x == y)


@given(st.lists(st.tuples(st.integers(-30, 30), st.integers(1, 12)), min_size=1, max_size=40))
def test_dense_ranks_are_the_places_of_the_quotients(pairs):
    ranks = dense_ranks(*(np.array(column) for column in zip(*pairs, strict=True)))
    quotients = [Fraction(a, b) for a, b in pairs]
    assert ranks.tolist() == [sorted(set(quotients)).index(quotient) for quotient in quotients]


def test_dense_ranks_tie_what_doubles_tell_apart():
    """Equal quotients of machine integers above 2**53, whose doubles are rounded before they are divided."""
    factors = np.arange(2**59 // 7 - 200, 2**59 // 7, dtype=np.int64)
    assert len(set((3 * factors / (7 * factors)).tolist())) > 1
    assert dense_ranks(3 * factors, 7 * factors).tolist() == [0] * 200


def test_dense_ranks_separate_what_doubles_cannot():
    big = 10**20
    numerators = np.array([big + 1, big, big + 2, big], dtype=object)
    assert dense_ranks(numerators, np.array([big] * 4, dtype=object)).tolist() == [1, 0, 2, 0]


def test_one_fixed_weight_is_uniform_with_more_noise():
    """w = 1/3 turns noise 10 into 10 (1 + w) / (1 - w) = 20: the same ranks for everybody."""
    weighted = co.Game([3, 5, 8, 25], noise=10, spread=1, federation=co.Coarse(Fraction(1, 3)))
    uniform = co.Game([3, 5, 8, 25], noise=20, spread=1)
    oracle = listed_preferences(4, weighted.errors)
    members = np.arange(16) >> np.arange(4)[:, None] & 1 == 1
    assert (weighted.preferences.ranks[members] == uniform.preferences.ranks[members]).all()
    assert (oracle.ranks[members] == uniform.preferences.ranks[members]).all()


@pytest.mark.parametrize("rule", ["uniform", "coarse", "fine"])
@pytest.mark.parametrize("variances", [(5e-324, 1), (1, 5e-324), (1e308, 1), (1e308, 5e-324)])
def test_ranks_survive_quotients_beyond_doubles(rule, variances):
    noise, spread = variances
    game = co.Game([5, 5, 25], noise=noise, spread=spread, federation=rule)
    error = definitions.cost_table([5, 5, 25], game.noise, game.spread, rule)
    for player, ranks in enumerate(game.preferences.ranks):
        mine = [mask for mask in range(1, 8) if mask >> player & 1]
        paid = {mask: error(player, frozenset(k for k in range(3) if mask >> k & 1)) for mask in mine}
        for one in mine:
            for other in mine:
                assert (ranks[one] < ranks[other]) == (paid[one] < paid[other])
