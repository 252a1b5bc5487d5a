"""One partition at a time: every verdict and every witness against the definitions, ties included."""

import random
from fractions import Fraction

import definitions
import pytest
from federation_names import federation
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions import stability

RULES = ["local", "uniform", "coarse", "fine", Fraction(1, 3)]


# Small whole numbers: equal players, and errors that tie exactly, in many of the games.
SIZES = st.lists(st.integers(1, 12), min_size=1, max_size=4)


def check_every_partition(game, cost):
    """Compare all witnesses of all partitions; return how many verdicts were 'stable' and 'not stable'."""
    players, verdicts = game.players, {True: 0, False: 0}
    for partition in co.partitions(players):
        blocks = frozenset(partition)
        for concept, blocking in [("core", definitions.blocks_core), ("strict-core", definitions.blocks_strict_core)]:
            expected = [c for c in definitions.coalitions(players) if blocking(cost, blocks, c)]
            found = stability.blocking_coalitions(game, partition, concept=concept)
            assert set(found) == set(expected)
            assert len(found) == len(expected)
            witness = co.blocking_coalition(game, partition, concept=concept)
            assert (witness is None) == (not expected) == co.is_stable(game, partition, concept=concept)
            verdicts[witness is None] += 1
            if witness:
                assert witness.who == witness.instead == min(expected, key=lambda c: (len(c), sorted(c)))
                assert witness.gains == {
                    j: cost(j, definitions.own_block(blocks, j)) - cost(j, witness.who) for j in witness.who
                }
        for concept in ("individual", "nash"):
            expected = definitions.moves(cost, blocks, players, ask=concept == "individual")
            first = co.improving_move(game, partition, concept=concept)
            assert (first is None) == (not expected)
            assert co.is_stable(game, partition, concept=concept) == (not expected)
            verdicts[first is None] += 1
            if first:
                assert (*first.who, first.instead) in expected
                assert min(first.who) == min(player for player, _ in expected)
                assert first.gains == {
                    j: cost(j, definitions.own_block(blocks, j)) - cost(j, first.instead) for j in first.instead
                }
    return verdicts


@given(sizes=SIZES, noise=st.integers(1, 24), spread=st.integers(1, 3), rule=st.sampled_from(RULES))
@settings(max_examples=60)
def test_every_verdict_and_witness_follows_the_definitions(sizes, noise, spread, rule):
    game = co.Game(sizes, noise=noise, spread=spread, federation=federation(rule))
    check_every_partition(game, definitions.cost_table(sizes, noise, spread, rule))


@pytest.mark.parametrize("levels", [2, 3, 100])
def test_any_hedonic_game(levels):
    rng = random.Random(levels)
    seen = {True: 0, False: 0}
    for _ in range(20):
        table = {(j, c): rng.randrange(levels) for c in definitions.coalitions(4) for j in sorted(c)}
        game = co.HedonicGame(4, lambda j, c, table=table: table[j, c])
        for verdict, times in check_every_partition(game, lambda j, c, table=table: table[j, c]).items():
            seen[verdict] += times
    assert min(seen.values()) > 0


@pytest.mark.backs("coalitions/new-absolute-tolerance")
def test_a_gain_of_less_than_a_ten_thousandth_is_a_gain():
    """Together, only the largest of these players would rather be alone, by 1/20088; nobody else wants to leave."""
    game, everybody = co.Game([1, 3, 3, 3, 62], noise=11, spread=1), co.Partition.grand(5)
    cost = definitions.cost_table([1, 3, 3, 3, 62], 11, 1, "uniform")
    assert cost(4, frozenset(range(5))) - cost(4, frozenset({4})) == Fraction(1, 20088)
    assert co.blocking_coalition(game, everybody).gains == {4: Fraction(1, 20088)}
    for leaving in stability.blocking_coalitions(game, everybody):
        gains = [cost(j, frozenset(range(5))) - cost(j, leaving) for j in leaving]
        assert 0 < min(gains) <= Fraction(1, 10**4)


def test_the_unit_of_the_errors_does_not_matter():
    """In a small unit all gains are tiny; a tolerance of 1e-4 would call every partition stable."""
    game = co.Game([5, 5, 5], noise=Fraction(10, 10**6), spread=Fraction(1, 10**6))
    leaving = co.blocking_coalition(game, co.Partition.singles(3))
    assert max(leaving.gains.values()) < Fraction(1, 10**4)
    assert co.stable_partitions(game) == [co.Partition.grand(3)]


def test_exact_ties_are_no_gains():
    """Two players of size 10 with noise 10: together or alone, each expects exactly 1."""
    game = co.Game([10, 10], noise=10, spread=1)
    for partition in co.partitions(2):
        assert game.error_table(partition) == (1, 1)
        assert all(co.is_stable(game, partition, concept=concept) for concept in stability.CONCEPTS)


def test_a_weak_gain_blocks_only_the_strict_core():
    """Player 0 ties between partners 1 and 2; only 1 would rather have 0."""
    cost = {(0, frozenset({0, 1})): 1, (0, frozenset({0, 2})): 1, (1, frozenset({0, 1})): 1, (2, frozenset({0, 2})): 1}
    game = co.HedonicGame(3, lambda j, c: cost.get((j, c), 2 if len(c) == 1 else 3))
    partition = co.Partition.parse("0,2 | 1")
    assert co.blocking_coalition(game, partition) is None
    witness = co.blocking_coalition(game, partition, concept="strict-core")
    assert (witness.who, witness.gains) == ({0, 1}, {0: 0, 1: 1})
    # Leaving 2 behind is no business of 2: the move counts for individual stability if 0 gained, but 0 only ties.
    assert co.improving_move(game, partition) is None


def test_going_alone_counts_as_a_move():
    game = co.Game([30, 50, 80], noise=10, spread=1)
    move = co.improving_move(game, co.Partition.grand(3), concept="nash")
    assert move.who == move.instead == {0}


@pytest.mark.parametrize("call", [co.is_stable, co.stable_partitions])
def test_unknown_concepts_are_refused(call):
    game = co.Game([5, 7], noise=10, spread=1)
    arguments = [game] if call is co.stable_partitions else [game, co.Partition.grand(2)]
    with pytest.raises(ValueError, match="concept must be one of core, strict-core, individual, nash; got 'stable'"):
        call(*arguments, concept="stable")


def test_group_and_single_concepts_are_told_apart():
    game, grand = co.Game([5, 7], noise=10, spread=1), co.Partition.grand(2)
    with pytest.raises(ValueError, match="concept must be one of core, strict-core; got 'nash'"):
        co.blocking_coalition(game, grand, concept="nash")
    with pytest.raises(ValueError, match="concept must be one of individual, nash; got 'core'"):
        co.improving_move(game, grand, concept="core")


@pytest.mark.parametrize("check", [co.is_stable, co.blocking_coalition, co.improving_move])
def test_partitions_of_other_players_are_refused(check):
    with pytest.raises(ValueError, match=r"partition must be a Partition of the players 0\.\.1"):
        check(co.Game([5, 7], noise=10, spread=1), co.Partition.grand(3))


def test_everybody_together_is_judged_by_one_look_at_each_player():
    """Any number of players, against the inequality on the largest of them; just above and at its tie."""
    chance = random.Random(3)
    for _ in range(10):
        sizes = [chance.randint(1, 900) for _ in range(40)]
        total, squares, largest = sum(sizes), sum(n * n for n in sizes), max(sizes)
        tie = Fraction(largest * (total**2 - 2 * total * largest + squares), total * (total - largest))
        together = co.Partition.grand(40)
        at_tie, below = (co.Game(sizes, noise=noise, spread=1) for noise in (tie, tie - Fraction(1, 1000)))
        assert co.blocking_coalition(at_tie, together) is None
        assert co.is_stable(at_tie, together)
        leaving = co.blocking_coalition(below, together)
        assert [sizes[j] for j in leaving.who] == [largest]
        assert not co.is_stable(below, together)


@given(
    sizes=st.lists(st.integers(1, 12), min_size=1, max_size=5),
    labels=st.lists(st.integers(0, 2), min_size=5, max_size=5),
    noise=st.integers(1, 24),
    rule=st.sampled_from(RULES),
)
@settings(max_examples=100)
def test_the_core_beyond_twenty_players_is_judged_as_listing_all_coalitions_would(sizes, labels, noise, rule):
    """What more than 20 players get, in games that are small enough to list."""
    labels = labels[: len(sizes)]
    partition = co.Partition([[k for k, other in enumerate(labels) if other == label] for label in set(labels)])
    game = co.Game(sizes, noise=noise, spread=1, federation=federation(rule))
    blocking = stability.blocking_coalitions(game, partition)
    found = stability.leaving_by_totals(game, partition)
    assert (found is None) == (not blocking)
    assert found is None or found.who in blocking


def test_forty_players_have_an_answer_in_the_core_and_none_in_the_strict_core():
    game, alone = co.Game([5] * 40, noise=10, spread=1), co.Partition.singles(40)
    assert not co.is_stable(game, alone)
    assert co.blocking_coalition(game, alone).gains == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    tied = co.Game([10] * 40, noise=10, spread=1)  # every coalition is as good as any other
    assert co.is_stable(tied, alone)
    assert co.blocking_coalition(tied, alone) is None
    assert co.is_stable(co.Game([5] * 40, noise=10, spread=1, federation="local"), alone)
    for call in (co.is_stable, co.blocking_coalition):
        with pytest.raises(ValueError, match="comparing all coalitions needs at most 20 players; got 40"):
            call(game, alone, concept="strict-core")
