"""Games: exact errors, exact ranks, clear refusals."""

import math
import random
from fractions import Fraction

import definitions
import numpy as np
import pytest
import sympy
from federation_names import federation

from incentives import coalitions as co

RULES = ["local", "uniform", "coarse", "fine", Fraction(1, 3)]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_errors_agree_with_the_definitions(rule):
    sizes, noise, spread = [3, 5, 5, Fraction(25, 2)], Fraction(21, 2), Fraction(2, 3)
    game = co.Game(sizes, noise=noise, spread=spread, federation=federation(rule))
    cost = definitions.cost_table(sizes, noise, spread, rule)
    for coalition in definitions.coalitions(4):
        assert game.errors(coalition) == {j: cost(j, coalition) for j in coalition}


def test_a_function_is_a_federation():
    def halfway(sizes, *, noise, spread):
        pairs = zip(
            co.local_errors(sizes, noise=noise), co.uniform_errors(sizes, noise=noise, spread=spread), strict=True
        )
        return [(a + b) / 2 for a, b in pairs]

    game = co.Game([5, 5, 25], noise=10, spread=1, federation=halfway)
    assert game.errors([0, 1]) == {0: Fraction(7, 4), 1: Fraction(7, 4)}
    # Half local, half uniform errors rank coalitions like uniform errors.
    assert co.stable_partitions(game) == co.stable_partitions(co.Game([5, 5, 25], noise=10, spread=1))


def test_number_types_that_are_exact_are_taken_as_they_are():
    wanted = co.Game([5, 25], noise=10, spread=Fraction(1, 2))
    assert co.Game(np.array([5, 25]), noise=np.int64(10), spread=sympy.Rational(1, 2)) == wanted
    assert hash(co.Game((5, 25), noise=10, spread=0.5)) == hash(wanted)
    # A float is read as the decimal that it prints as, so 0.1 ties with 1/10.
    assert co.Game([5], noise=0.1, spread=np.float64(0.3)) == co.Game(
        [5], noise=Fraction(1, 10), spread=Fraction(3, 10)
    )


def test_error_table_is_in_the_order_of_the_players():
    game = co.Game([25, 5, 5], noise=10, spread=1)
    assert game.error_table(co.Partition.parse("0,2 | 1")) == (Fraction(7, 18), 2, Fraction(31, 18))


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([], "sizes must name at least one player; got none"),
        ([5, 0], "sizes must be counts >= 1 .*; got 0"),
        ([5, -3], "sizes must be counts >= 1 .*; got -3"),
        ([5, 2.5], "sizes must be counts >= 1 .*; got 2.5"),
        ([5, 5.0], "sizes must be counts >= 1 .*; got 5.0"),
        ([5, math.nan], "sizes must be counts >= 1 .*; got nan"),
        ([5, math.inf], "sizes must be counts >= 1 .*; got inf"),
        ([5, True], "sizes must be counts >= 1 .*; got True"),
        ([5, "7"], "sizes must be counts >= 1 .*; got '7'"),
        ([5, Fraction(-1, 2)], "sizes must be counts >= 1"),
        (5, "sizes must be a list of counts, one for each player; got 5"),
        ({5, 7}, "sizes must be a list of counts, one for each player"),
        ("57", "sizes must be a list of counts, one for each player; got '57'"),
    ],
)
def test_bad_sizes_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        co.Game(sizes, noise=10, spread=1)


@pytest.mark.parametrize("name", ["noise", "spread"])
@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, -0.5, True, "10", None, Fraction(0), 1j])
def test_bad_variances_are_refused_by_name(name, value):
    arguments = {"noise": 10, "spread": 1} | {name: value}
    with pytest.raises(ValueError, match=rf"^{name} must be"):
        co.Game([5, 7], **arguments)


@pytest.mark.parametrize("rule", ["uniforme", "", None, 3])
def test_unknown_federations_are_refused(rule):
    with pytest.raises(ValueError, match=r"federation must be one of \['coarse', 'fine', 'local', 'uniform'\]"):
        co.Game([5, 7], noise=10, spread=1, federation=rule)


def test_a_fixed_weight_must_be_an_exact_share():
    for weight, message in [(Fraction(3, 2), "between 0 and 1"), (0.5, "must be exact")]:
        with pytest.raises(ValueError, match=message):
            co.Game([5, 7], noise=10, spread=1, federation=co.Coarse(weight))


@pytest.mark.parametrize("coalition", [[], [0, 0], [3], [-1], [0, 1.0], [True]])
def test_what_is_no_coalition_is_refused(coalition):
    with pytest.raises(ValueError, match=r"coalition must name different players among 0\.\.2, at least one"):
        co.Game([5, 5, 25], noise=10, spread=1).errors(coalition)


def test_partitions_of_other_players_are_refused():
    game = co.Game([5, 5, 25], noise=10, spread=1)
    with pytest.raises(ValueError, match=r"partition must be a Partition of the players 0\.\.2; got Partition"):
        game.error_table(co.Partition.grand(2))
    with pytest.raises(ValueError, match=r"such as Partition\(\[\[0, 2\], \[1\]\]\) is one of 0\.\.2; got \[\[0, 1, 2"):
        game.error_table([[0, 1, 2]])


def test_a_message_about_a_large_game_stays_short():
    game = co.Game(range(5, 105), noise=10, spread=1, federation="fine")
    with pytest.raises(ValueError, match="federation is 'uniform'") as told:
        co.find_stable(game)
    assert len(str(told.value)) < 250


def test_federations_that_answer_badly_are_refused():
    with pytest.raises(ValueError, match="federation must give one error for each of 2 members; got 1"):
        co.Game([5, 7], noise=10, spread=1, federation=lambda sizes, **_: [1]).errors([0, 1])
    with pytest.raises(ValueError, match=r"errors from the federation must be exact, an int or a Fraction; got 0\.5"):
        co.Game([5, 7], noise=10, spread=1, federation=lambda sizes, **_: [0.5 for _ in sizes]).errors([0, 1])


def test_too_many_players_are_refused_before_any_work():
    with pytest.raises(ValueError, match=r"at most 20 players; got 21\. find_stable"):
        _ = co.Game([5] * 21, noise=10, spread=1).preferences
    with pytest.raises(ValueError, match="at most 14 players; got 15"):
        _ = co.HedonicGame(15, lambda player, coalition: 0).preferences
    with pytest.raises(ValueError, match="players must be a count >= 1; got 0"):
        co.HedonicGame(0, lambda player, coalition: 0)


def test_any_hedonic_game_can_be_written_as_costs():
    rng = random.Random(4)
    table = {(j, c): rng.randint(0, 5) for c in definitions.coalitions(4) for j in sorted(c)}
    game = co.HedonicGame(4, lambda player, coalition: table[player, coalition])
    for player in range(4):
        mine = [c for c in definitions.coalitions(4) if player in c]
        places = sorted({table[player, c] for c in mine})
        ranks = [game.preferences.ranks[player, game.preferences.mask(c)] for c in mine]
        assert ranks == [places.index(table[player, c]) for c in mine]
