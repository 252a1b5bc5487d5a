"""The searches on arrays against the exact sweep of one game and against the definitions."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
from definitions import all_partitions, cost_table, is_stable

from incentives_book.coalitions.can_the_core_be_empty.empty_core import all_sizes, has_gap, never_stable
from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import empty_ratios

CONCEPTS = ("core", "individual", "nash")


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_gap_is_where_the_exact_sweep_finds_one(players, concept):
    sizes = np.random.default_rng(players).integers(1, 30, (40, players))
    exact = [bool(empty_ratios(row, concept=concept)) for row in sizes.tolist()]
    assert has_gap(sizes, concept=concept).tolist() == exact


def test_some_of_those_games_have_gaps():
    sizes = np.concatenate(list(all_sizes(3, 8)))
    assert 0 < has_gap(sizes, concept="nash").sum() < len(sizes)


@pytest.mark.parametrize("change", [0, 1, -1, 2])
def test_five_players_with_and_without_a_gap(change):
    sizes = [1, 3, 5, 23 + change, 24 - change]
    for order in ([0, 1, 2, 3, 4], [4, 2, 0, 1, 3]):
        row = [sizes[i] for i in order]
        assert has_gap(np.array([row])).tolist() == [bool(empty_ratios(sizes))]


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("noise", [1, 4, 10])
def test_never_stable_is_what_the_definitions_say(noise, concept):
    sizes = np.array([*combinations_with_replacement((1, 3, 5, 7), 3), (1, 3, 4), (1, 2, 6)])
    splits = all_partitions(3)
    expected = []
    for row in sizes.tolist():
        cost = cost_table(row, noise, 1, "uniform")
        expected.append(not any(is_stable(cost, split, 3, concept) for split in splits))
    assert never_stable(sizes, noise, concept=concept).tolist() == expected


@pytest.mark.parametrize("noise", [10, 11, 12])
def test_one_noise_agrees_with_all_noises(noise):
    sizes = np.array([[1, 3, 3, 3, x] for x in range(50, 80)])
    inside = [any(Fraction(noise) in gap for gap in empty_ratios(row)) for row in sizes.tolist()]
    assert never_stable(sizes, noise).tolist() == inside


@pytest.mark.parametrize(("players", "largest"), [(1, 4), (3, 5), (4, 3)])
def test_all_sizes_are_all_multisets(players, largest):
    batches = list(all_sizes(players, largest, batch=7))
    assert all(len(batch) <= 7 for batch in batches)
    assert np.concatenate(batches).tolist() == [
        list(s) for s in combinations_with_replacement(range(1, largest + 1), players)
    ]


@pytest.mark.parametrize(
    "bad", [np.zeros((2, 3), dtype=int), np.ones((2, 3)), np.ones(3, dtype=int), np.ones((0, 3), dtype=int)]
)
def test_bad_sizes_are_refused(bad):
    for search in (has_gap, lambda sizes: never_stable(sizes, 3)):
        with pytest.raises(ValueError, match="sizes must be whole numbers >= 1 of shape"):
            search(bad)


def test_what_would_not_be_exact_is_refused():
    with pytest.raises(ValueError, match="do not order exactly as doubles"):
        has_gap(np.array([[1, 2, 1000]]))
    with pytest.raises(ValueError, match="do not compare exactly in 64 bits"):
        never_stable(np.array([[1, 2, 100_000]]), 5)
    with pytest.raises(ValueError, match="noise must be a whole number >= 1, got 0"):
        never_stable(np.array([[1, 2]]), 0)
    with pytest.raises(ValueError, match="concept must be core, individual or nash"):
        has_gap(np.array([[1, 2]]), concept="strict-core")
