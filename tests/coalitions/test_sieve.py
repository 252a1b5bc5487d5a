"""Options that are discarded before they are placed: the lists of stable partitions are the same with and without."""

import random
import tracemalloc
from fractions import Fraction

import definitions
import numpy as np
import pytest

from incentives import coalitions as co
from incentives.coalitions import search_rules, sieve
from incentives.coalitions.candidates import whole_coalitions

KINDS = {
    "uniform": lambda rng, players: [rng.randint(1, 1000) for _ in range(players)],
    "log-uniform": lambda rng, players: [round(10 ** rng.uniform(0, 3)) for _ in range(players)],
    "near": lambda rng, players: [rng.randint(950, 1050) for _ in range(players)],
    "few": lambda rng, players: [rng.choice([3, 7, 20, 50, 110]) for _ in range(players)],
    "powers": lambda rng, players: [2**k for k in range(players)],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("factor", [Fraction(1, 2), Fraction(17, 20), 1, Fraction(6, 5), 2])
def test_the_same_lists_with_and_without(kind, factor, monkeypatch):
    """Nine players, with noise about the largest size, where most options are left; the sieve is asked even for few."""
    sizes = KINDS[kind](random.Random(f"{kind} {factor}"), 9)
    lists = []
    for worth, many in ((1, 2), (10**9, 0), (1, 0), (10**9, 2)):
        monkeypatch.setattr(sieve, "WORTH", worth)
        monkeypatch.setattr(sieve, "MANY", many)
        lists.append(co.stable_partitions(co.Game(sizes, noise=factor * max(sizes), spread=1)))
    assert lists[0] == lists[1] == lists[2] == lists[3]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("factor", [Fraction(17, 20), Fraction(3, 2)])
@pytest.mark.parametrize("concept", ["core", "strict-core"])
def test_the_same_lists_in_pieces_and_without_copies(kind, factor, concept, monkeypatch):
    """As with many players, whose tables are not copied: options are asked a few at a time, and masks take 32 bits."""
    sizes = KINDS[kind](random.Random(f"{kind} {factor}"), 8)
    lists = []
    for piece, copied in ((1 << 18, 1 << 22), (50, 0), (1 << 18, 400)):
        monkeypatch.setattr(sieve, "PIECE", piece)
        monkeypatch.setattr(search_rules.GroupRules, "COPIED", copied)
        lists.append(co.stable_partitions(co.Game(sizes, noise=factor * max(sizes), spread=1), concept=concept))
    assert lists[0] == lists[1] == lists[2]


def test_pieces_keep_what_all_options_at_once_keep(monkeypatch):
    """Seven of ten players are free, so that their bits are not the places in the tables."""
    sizes = KINDS["uniform"](random.Random(2), 10)
    ranks = co.Game(sizes, noise=max(sizes), spread=1).preferences.ranks
    free = [0, 2, 3, 5, 6, 8, 9]
    candidates = np.array([mask for mask in range(1, 1 << 10) if not mask & ~sum(1 << bit for bit in free)])
    kept = sieve.unblocked(ranks, free, candidates, candidates)
    assert 0 < len(kept) < len(candidates)
    monkeypatch.setattr(sieve, "PIECE", 10)
    assert np.array_equal(sieve.unblocked(ranks, free, candidates, candidates), kept)
    assert np.array_equal(sieve.unblocked(ranks, free, candidates.astype(np.int32), candidates), kept)
    assert not len(sieve.unblocked(ranks, free, candidates, candidates[:0]))


def test_sixteen_players_of_whom_all_coalitions_are_candidates_need_little_memory(monkeypatch):
    """What the search holds beside the ranks: before it worked in pieces it was 16 MB, and now it is 6."""
    game = co.Game(KINDS["near"](random.Random(4), 16), noise=1600, spread=1)
    assert game.preferences.ranks.nbytes == 16 * 2**16 * 4
    # In the same proportion as for twenty players.
    monkeypatch.setattr(sieve, "PIECE", 1 << 14)
    monkeypatch.setattr(search_rules.GroupRules, "COPIED", 1 << 18)
    tracemalloc.start()
    try:
        assert co.stable_partitions(game) == [co.Partition.grand(16)]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 7e6, f"{peak / 1e6:.1f} MB"


def test_what_is_discarded_stands_in_no_stable_partition():
    """All candidates of five players as options, against all partitions and coalitions by the definition."""
    rng, discarded, later = random.Random(8), 0, 0
    for _ in range(40):
        sizes = sorted(rng.sample(range(1, 60), 5))
        noise = rng.randint(5, 70)
        cost = definitions.cost_table(sizes, noise, 1, "uniform")
        stable = [p for p in definitions.all_partitions(5) if definitions.is_stable(cost, p, 5, "core")]
        preferences = co.Game(sizes, noise=noise, spread=1).preferences
        candidates = whole_coalitions(preferences, concept="core")
        kept = sieve.unblocked(preferences.ranks, list(range(5)), candidates, candidates)
        last = sieve.lasting(preferences.ranks, list(range(5)), candidates)
        gone = {preferences.coalition(int(mask)) for mask in np.setdiff1d(candidates, last)}
        assert not any(gone & partition for partition in stable)
        assert set(last) <= set(kept)
        discarded += len(candidates) - len(kept)
        later += len(kept) - len(last)
    assert discarded > 40
    assert later > 10


def test_only_the_core_of_a_common_model_is_sifted():
    game = co.Game([5, 7, 25], noise=10, spread=1)
    fine = co.Game([5, 7, 25], noise=10, spread=1, federation="fine")
    assert search_rules.GroupRules(game.preferences, "core").sifted
    assert not search_rules.GroupRules(game.preferences, "strict-core").sifted
    assert not search_rules.GroupRules(fine.preferences, "core").sifted
