"""Games by counts against named players: errors, blocking, moves and cores by the definitions, one coalition at a
time.
"""

import re
from fractions import Fraction
from itertools import product

import definitions
import pytest
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions import arrangements
from incentives.coalitions.arrangements import as_arrangement

GAMES = [
    # small, large, smalls, larges, noise, spread: three regimes, a tie at each threshold, a spread other than 1
    (5, 25, 2, 1, 10, 1),
    (1, 8, 2, 2, 10, 1),
    (5, 20, 2, 1, 10, 1),
    (10, 14, 2, 2, 10, 1),
    (3, 10, 2, 2, 10, 1),
    (20, 30, 2, 2, 10, 1),
    (3, 8, 3, 1, 10, 2),
    (4, 9, 1, 3, Fraction(15, 2), Fraction(3, 2)),
]


def named(game):
    """Sizes and number of players; the small ones come first."""
    small, large, smalls, larges = game[:4]
    sizes = [small] * smalls + [large] * larges
    return sizes, smalls + larges


def counted(partition, smalls):
    blocks = [(sum(j < smalls for j in block), sum(j >= smalls for j in block)) for block in partition]
    return tuple(sorted(blocks, reverse=True))


def two(game, rule="uniform"):
    small, large, smalls, larges, noise, spread = game
    return co.TwoSizes(
        small=small, large=large, smalls=smalls, larges=larges, noise=noise, spread=spread, federation=rule
    )


@pytest.mark.parametrize("rule", ["uniform", "coarse"])
@pytest.mark.parametrize("game", GAMES)
def test_errors_are_those_of_named_players(game, rule):
    sizes, players = named(game)
    counts = two(game, rule)
    for coalition in definitions.coalitions(players):
        s = sum(j < game[2] for j in coalition)
        for j in coalition:
            error = counts.small_error if j < game[2] else counts.large_error
            assert error(s, len(coalition) - s) == definitions.error(sizes, *game[4:], rule, j, coalition)


@pytest.mark.backs("coalitions/new-counting-is-naming")
@pytest.mark.parametrize("rule", ["uniform", "coarse"])
@pytest.mark.parametrize("game", GAMES)
def test_stability_agrees_with_every_named_partition(game, rule):
    sizes, players = named(game)
    cost = definitions.cost_table(sizes, *game[4:], rule)
    counts = two(game, rule)
    cores = {"core": set(), "strict-core": set()}
    for partition in definitions.all_partitions(players):
        arrangement = counted(partition, game[2])
        for concept in ("core", "strict-core", "individual", "nash"):
            search = counts.blocking if concept in cores else counts.improving_move
            stable = search(arrangement, concept=concept) is None
            assert stable == definitions.is_stable(cost, partition, players, concept), (arrangement, concept)
            if stable and concept in cores:
                cores[concept].add(arrangement)
    for concept, found in cores.items():
        assert set(counts.core_arrangements(concept=concept)) == found


@pytest.mark.parametrize("game", GAMES)
def test_what_is_reported_is_a_real_gain(game):
    counts = two(game)
    for arrangement in arrangements.arrangements(game[2], game[3]):
        for move in (counts.blocking(arrangement), counts.improving_move(arrangement, concept="nash")):
            if move is not None:
                assert len(move.small_gains) == move.smalls
                assert len(move.large_gains) == move.larges
                assert min(move.small_gains + move.large_gains) > 0
                assert move.smalls <= move.into[0]
                assert move.larges <= move.into[1]


@pytest.mark.parametrize("noise", [4, 7])
def test_the_recipe_is_individually_stable_for_all_sizes(noise):
    for a, b in product(range(1, noise + 3), range(2, 3 * noise)):
        for S, L in product((1, 3), (1, 3)):
            if a < b:
                game = two((a, b, S, L, noise, 1))
                assert game.improving_move(game.individually_stable()) is None


def test_a_coarse_tie_stays_together():
    # By hand: the others' mean errs 15/60 + 1/2 = 3/4 without the large player, 15/360 + (2*30**2 + 300**2)/360**2 =
    # 3/4 with it.
    game = two((30, 300, 3, 1, 15, 1), "coarse")
    assert game.small_error(3, 1) == game.small_error(3, 0)
    assert game.strictly_core_stable() == ((3, 1),)
    assert game.blocking(game.strictly_core_stable(), concept="strict-core") is None
    assert game.blocking(((3, 0), (0, 1)), concept="strict-core") is not None


def test_a_large_player_that_is_indifferent_comes():
    """A pair of 3 and 6 at ratio 4, the harmonic mean, errs as either alone; with two large ones a second would
    lose.
    """
    for larges, arrangement in ((1, ((1, 1),)), (2, ((1, 1), (0, 1)))):
        game = co.TwoSizes(small=3, large=6, smalls=1, larges=larges, noise=4, spread=1)
        assert game.large_error(1, 1) == Fraction(4, 6)
        assert game.individually_stable() == arrangement


@pytest.mark.parametrize("noise", [5, 10, 14, 16, 40])
def test_coarse_construction_is_strictly_core_stable(noise):
    for S, L in product((0, 1, 3), (0, 1, 2)):
        if S + L:
            game = two((30, 300, S, L, noise, 1), "coarse")
            assert game.blocking(game.strictly_core_stable(), concept="strict-core") is None


@settings(max_examples=60)
@given(
    st.integers(1, 12), st.integers(1, 12), st.integers(0, 4), st.integers(1, 3), st.integers(1, 20), st.integers(1, 5)
)
def test_only_ratios_matter(small, more, smalls, larges, noise, factor):
    game = two((small, small + more, smalls, larges, noise, 1))
    scaled = two((small, small + more, smalls, larges, noise * factor, factor))
    rescaled = two((small * factor, (small + more) * factor, smalls, larges, noise * factor, 1))
    assert game.individually_stable() == scaled.individually_stable() == rescaled.individually_stable()
    for arrangement in arrangements.arrangements(smalls, larges):
        answers = {g.blocking(arrangement) is None for g in (game, scaled, rescaled)}
        assert len(answers) == 1


def test_seventy_players_are_checked_at_once():
    game = two((11, 106, 70, 7, 100, 1))
    assert str(game.blocking(game.individually_stable())).startswith("67 small and 4 large form π(67,4)")
    assert game.blocking([(68, 4), (2, 2), (0, 1)]) is None


GOOD = {"small": 5, "large": 25, "smalls": 2, "larges": 1, "noise": 10, "spread": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"small": 0}, "small must be a positive int or Fraction, got 0"),
        ({"small": 5.0}, "small must be a positive int or Fraction, got 5.0"),
        ({"noise": float("nan")}, "noise must be a positive int or Fraction, got nan"),
        ({"spread": -1}, "spread must be a positive int or Fraction, got -1"),
        ({"large": True}, "large must be a positive int or Fraction, got True"),
        ({"large": 5}, "small must be less than large, got 5 and 5"),
        ({"smalls": 1.5}, "smalls must be a count, at least 0; got 1.5"),
        ({"larges": -1}, "larges must be a count, at least 0; got -1"),
        ({"smalls": 0, "larges": 0}, "smalls and larges are both 0"),
        ({"federation": "fine"}, 'federation must be "uniform" or "coarse", got \'fine\''),
    ],
)
def test_bad_games_are_refused(change, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        co.TwoSizes(**{**GOOD, **change})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda g: g.small_error(0, 1), "no small player sits in π(0,1)"),
        (lambda g: g.large_error(1, 2), "no large player sits in π(1,2)"),
        (lambda g: g.blocking([(2, 0)]), "seats 2 small and 1 large players; got (2, 0)"),
        (lambda g: g.blocking([(2, 1), (0, 0)]), "not both zero; got (0, 0)"),
        (lambda g: g.blocking([(2, 1)], concept="nash"), 'concept must be "core" or "strict-core", got \'nash\''),
        (lambda g: g.improving_move([(2, 1)], concept="core"), 'concept must be "individual" or "nash", got \'core\''),
        (lambda g: g.strictly_core_stable(), "Theorem 6.5 is about coarse federation; this game's is 'uniform'"),
        (lambda g: as_arrangement([(2, -1), (0, 2)], smalls=2, larges=1), "got (2, -1)"),
        (lambda g: list(arrangements.arrangements(-1, 2)), "smalls must be a count, at least 0; got -1"),
    ],
)
def test_bad_questions_are_refused(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call(co.TwoSizes(**GOOD))


def test_theorem_5_5_is_about_uniform_federation():
    with pytest.raises(ValueError, match="uniform federation; this game's is 'coarse'"):
        co.TwoSizes(**GOOD, federation="coarse").individually_stable()
