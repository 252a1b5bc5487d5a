"""Games from tables of trained errors, and what is wrong with a table."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from incentives import coalitions as co
from incentives.coalitions.error_tables import read_table

GAME = co.Game([5, 5, 25], noise=10, spread=1)
COALITIONS = [c for size in range(1, 4) for c in combinations(range(3), size)]
TABLE = {c: list(GAME.errors(c).values()) for c in COALITIONS}


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        {c[::-1]: errors[::-1] for c, errors in TABLE.items()},
        {c: GAME.errors(c) for c in COALITIONS},
        {frozenset(c): GAME.errors(c) for c in COALITIONS},
    ],
)
def test_a_table_of_its_errors_is_the_game(table):
    game = co.HedonicGame.from_table(table)
    assert game.players == 3
    assert all(game.errors(c) == GAME.errors(c) for c in COALITIONS)
    assert co.stable_partitions(game) == co.stable_partitions(GAME)


def test_floats_stand_for_the_decimals_that_they_print_as_or_are_refused():
    table = {(0,): np.array([0.3]), (1,): np.array([0.2]), (0, 1): np.array([0.3, 0.1])}
    game = co.HedonicGame.from_table(table, decimal=True)
    assert game.errors({0, 1}) == {0: Fraction(3, 10), 1: Fraction(1, 10)}
    assert {str(p) for p in co.stable_partitions(game)} == {"0 | 1", "0,1"}  # 0 is indifferent
    with pytest.raises(ValueError, match=r"error of 0 in .* must be exact"):
        co.HedonicGame.from_table(table)
    with pytest.raises(ValueError, match="decimal must be True or False"):
        co.HedonicGame.from_table(table, decimal="yes")


def test_a_frame_has_a_column_for_each_player_and_nothing_where_it_is_not():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([{f"clinic {j}": float(e) for j, e in GAME.errors(c).items()} for c in COALITIONS])
    game = co.HedonicGame.from_table(frame, decimal=True)
    assert all(game.errors(c) == pytest.approx(GAME.errors(c)) for c in COALITIONS)
    with pytest.raises(ValueError, match="a row without errors"):
        read_table(pandas.DataFrame([[None, None]]), decimal=True)
    with pytest.raises(ValueError, match="each coalition once"):
        read_table(pandas.DataFrame([[1, None], [2, None]]), decimal=True)


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ({}, "1 to 14 players, numbered from 0; got 0"),
        ([1, 2], "table must be {coalition: errors} or a data frame"),
        ({(0,): [1], (0, 1): [1, 1]}, "all 3 coalitions of 2 players; \\[1\\] is missing"),
        ({(0,): [1], (1,): [1], (0, 1): [1, 1], (1, 0): [1, 1]}, "each coalition once; got \\(1, 0\\) again"),
        ({(0,): [1, 2]}, "a list with one for each member"),
        ({(0,): "1"}, "a list with one for each member"),
        ({(0,): 1}, "a list with one for each member"),
        ({(0,): {1: 1}}, "must be of its members"),
        ({frozenset({0}): [1]}, "a set, must be a mapping"),
        ({0: [1]}, "different players, from 0; got 0"),
        ({(): []}, "different players, from 0"),
        ({(0, 0): [1, 1]}, "different players, from 0"),
        ({(-1,): [1]}, "different players, from 0"),
        ({(True,): [1]}, "different players, from 0"),
        ({("a",): [1]}, "different players, from 0"),
        ({(14,): [1]}, "1 to 14 players, numbered from 0; got 15"),
        ({(0,): ["1"]}, "error of 0 in \\(0,\\) must be exact"),
        ({(0,): [float("nan")]}, "error of 0 in \\(0,\\) must be a finite number"),
    ],
)
def test_what_is_wrong_with_a_table_is_named(table, word):
    with pytest.raises(ValueError, match=word.replace("{", "\\{").replace("}", "\\}")):
        read_table(table, decimal=True)
