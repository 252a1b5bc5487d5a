"""Which coalitions can occur in a stable partition: the filters against asking every subset."""

import random
from fractions import Fraction

import definitions
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions.candidates import rational_coalitions, whole_coalitions

GROUPS = {"core": definitions.blocks_core, "strict-core": definitions.blocks_strict_core}


def make(sizes, noise, spread, rule):
    return co.Game(sizes, noise=noise, spread=spread, federation=rule if isinstance(rule, str) else co.Coarse(rule))


def broken(cost, coalition, blocking):
    inside = [c for c in definitions.coalitions(max(coalition) + 1) if c < coalition]
    return any(blocking(cost, frozenset({coalition}), c) for c in inside)


@given(
    sizes=st.lists(st.integers(1, 12), min_size=1, max_size=5),
    noise=st.integers(1, 24),
    rule=st.sampled_from(["uniform", "coarse", Fraction(1, 3)]),
    concept=st.sampled_from(list(GROUPS)),
)
@settings(max_examples=80)
@pytest.mark.backs("coalitions/new-smallest-member-leads", "coalitions/new-whole-coalitions")
def test_whole_coalitions_are_those_that_no_members_leave(sizes, noise, rule, concept):
    """The fast filter looks at smallest members only; here every subset is asked in full."""
    cost = definitions.cost_table(sizes, noise, 1, rule)
    preferences = make(sizes, noise, 1, rule).preferences
    found = {preferences.coalition(mask) for mask in whole_coalitions(preferences, concept=concept).tolist()}
    assert found == {c for c in definitions.coalitions(len(sizes)) if not broken(cost, c, GROUPS[concept])}


@pytest.mark.parametrize("sizes", [(10, 10, 10), (10, 10, 10, 30), (10, 10, 4, 4)])
@pytest.mark.parametrize("concept", list(GROUPS))
def test_deserters_of_one_size_who_tie_break_nothing(sizes, concept):
    """At size = noise / spread equal players are indifferent between being alone and together."""
    cost = definitions.cost_table(sizes, 10, 1, "uniform")
    preferences = make(sizes, 10, 1, "uniform").preferences
    found = {preferences.coalition(mask) for mask in whole_coalitions(preferences, concept=concept).tolist()}
    assert found == {c for c in definitions.coalitions(len(sizes)) if not broken(cost, c, GROUPS[concept])}
    assert frozenset({k for k, size in enumerate(sizes) if size == 10}) in found


@pytest.mark.parametrize("concept", list(GROUPS))
def test_both_filters_agree_on_larger_games(concept):
    """The filter for any game against the one for games in which larger members gain more from shrinking."""
    rng = random.Random(11)
    for largest in (4, 12, 100):
        game = co.Game([rng.randint(1, largest) for _ in range(9)], noise=20, spread=1)
        quick = game.preferences
        slow = type(quick)(quick.ranks, quick.players, quick.sizes, larger_gain_more=False)
        assert np.array_equal(whole_coalitions(quick, concept=concept), whole_coalitions(slow, concept=concept))


@given(sizes=st.lists(st.integers(1, 12), min_size=1, max_size=5), noise=st.integers(1, 24))
@settings(max_examples=40)
def test_rational_coalitions_are_those_where_nobody_would_rather_be_alone(sizes, noise):
    cost = definitions.cost_table(sizes, noise, 1, "uniform")
    preferences = make(sizes, noise, 1, "uniform").preferences
    found = {preferences.coalition(mask) for mask in rational_coalitions(preferences).tolist()}
    assert found == {
        c for c in definitions.coalitions(len(sizes)) if all(cost(j, c) <= cost(j, frozenset({j})) for j in c)
    }
