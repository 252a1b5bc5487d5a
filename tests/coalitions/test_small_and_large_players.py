"""The curves and the map of the page on two sizes, against the expanded list of players."""

from fractions import Fraction
from itertools import pairwise

import definitions
import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives_book.coalitions import small_and_large_players as page


@pytest.mark.parametrize("large", [25, 8])
@pytest.mark.parametrize(("own", "joins"), [(each.own, each.joins) for each in page.FOUR])
def test_a_curve_is_the_error_of_one_member_among_all(own, joins, large):
    smalls, larges = (3, page.LARGES) if joins == "small" else (page.SMALLS, 3)
    sizes = [5] * smalls + [large] * larges
    who = 0 if own == "small" else smalls
    assert page.curve(own, joins, large, [3]) == [definitions.mixed_error(sizes, 10, 1, who, Fraction(0))]


@pytest.mark.parametrize("each", page.FOUR, ids=lambda each: f"{each.own}-{each.joins}")
def test_a_curve_turns_where_it_says_and_nowhere_else(each):
    for large, turn in each.turns.items():
        errors = page.curve(each.own, each.joins, large, range(1, 61 if turn == 25 else 21))
        steps = np.sign([b - a for a, b in pairwise(errors)])
        if turn is None:
            assert len(set(steps)) == 1
        else:
            first = int(np.argmax(steps != steps[0]))  # the curve turns between the counts first + 1 and first + 2
            assert abs(first + 1 - turn) <= 1
            assert len(set(steps[first:])) == 1


def test_the_map_knows_the_two_simple_regions():
    small, large, field = page.seated(12)
    for row, b in enumerate(large):
        for column, a in enumerate(small):
            if a >= b:
                assert np.isnan(field[row, column])
            elif a > 1:
                assert field[row, column] == -1
            elif b <= 1:
                assert field[row, column] == 3


def test_games_below_the_ratio_are_all_there():
    games = list(page.games_below(3, smalls=2, larges=2))
    assert len(games) == 3 * 4
    assert {(g.small, g.large) for g in games} == {(1, 2), (1, 3), (2, 3)}


def test_the_drawings_name_their_curves_and_regions():
    _, axes = plt.subplots(2, 2)
    page.draw_four_curves(axes.flat)
    assert [ax.texts[0].get_text().split(",")[0] for ax in axes.flat] == ["large: 25"] * 4
    _, ax = plt.subplots()
    page.draw_map(ax, steps=6)
    assert {"all together", "alone", "with two large"} <= {text.get_text() for text in ax.texts}
