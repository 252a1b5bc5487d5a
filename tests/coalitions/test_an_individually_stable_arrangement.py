"""The printed recipe against the library's, and the greedy arrangement by hand."""

from fractions import Fraction

import pytest

from incentives import coalitions as co
from incentives_book.coalitions.an_individually_stable_arrangement import (
    greedy_arrangement,
    theorem_5_5_as_printed,
)


def two(small, large, smalls, larges, noise):
    return co.TwoSizes(small=small, large=large, smalls=smalls, larges=larges, noise=noise, spread=1)


@pytest.mark.parametrize("noise", [4, 7])
def test_between_the_thresholds_counting_finds_what_bisection_finds(noise):
    for small in range(1, noise + 1):
        for large in range(noise + 1, 3 * noise):
            for S, L in ((1, 1), (1, 3), (3, 1), (3, 3)):
                if small < noise or S == 1:
                    game = two(small, large, S, L, noise)
                    assert theorem_5_5_as_printed(game) == game.individually_stable()


def test_the_guests_of_seventy():
    for L in range(12):
        game = two(11, 106, 70, L, 100)
        assert theorem_5_5_as_printed(game) == game.individually_stable()
        assert game.individually_stable()[0] == (70, min(L, 3))


def test_the_printed_recipe_fails_above_the_ratio():
    game = two(20, 30, 2, 1, 10)
    assert theorem_5_5_as_printed(game) == ((2, 0), (0, 1))
    move = game.improving_move(((2, 0), (0, 1)))
    assert (move.smalls, move.into, move.small_gains) == (1, (1, 0), (Fraction(1, 4),))


def test_greedy_by_hand():
    assert greedy_arrangement(two(18, 53, 5, 3, 47)) == (((4, 2), (1, 1)), True)
    assert greedy_arrangement(two(18, 53, 5, 2, 47)) == (((4, 2), (1, 0)), False)
    assert greedy_arrangement(two(11, 106, 70, 7, 100)) == (((68, 4), (2, 2), (0, 1)), True)
