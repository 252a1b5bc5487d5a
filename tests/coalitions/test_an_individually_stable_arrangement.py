"""The printed recipe against the library's, and the greedy arrangement by hand."""

from fractions import Fraction
from itertools import product

import definitions
import matplotlib.pyplot as plt
import pytest

from incentives import coalitions as co
from incentives_book.coalitions import an_individually_stable_arrangement as page
from incentives_book.coalitions.an_individually_stable_arrangement import (
    core_by_pretending,
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


def test_pretending_that_fewer_large_players_exist():
    game = two(18, 53, 5, 2, 47)
    assert greedy_arrangement(game, guests=0)[0] == ((5, 0), (0, 1), (0, 1))
    assert core_by_pretending(game) == (((5, 1), (0, 1)), 1)
    assert core_by_pretending(two(18, 53, 5, 3, 47)) == (((4, 2), (1, 1)), 3)
    assert game.blocking(greedy_arrangement(game, guests=2)[0]) is not None
    assert core_by_pretending(two(11, 106, 70, 7, 100)) == (((68, 4), (2, 2), (0, 1)), 7)


@pytest.mark.thorough
def test_pretending_finds_a_core_arrangement_in_a_wider_range():
    wide = [
        *page.unequal_games(11, product(range(1, 9), range(1, 6))),
        *(
            two(a, b, s, ell, 47)
            for a in range(15, 23)
            for b in range(50, 58)
            for s in range(4, 9)
            for ell in range(2, 6)
        ),
    ]
    found = [core_by_pretending(game) for game in wide]
    assert len(found) == 41_680
    assert None not in found
    assert sum(one[1] < game.larges for one, game in zip(found, wide, strict=True)) == 6


def test_no_arrangement_is_claimed_where_all_of_them_are_blocked(monkeypatch):
    monkeypatch.setattr(co.TwoSizes, "blocking", lambda *_: "somebody")
    assert core_by_pretending(two(18, 53, 5, 2, 47)) is None


def coalitions_of_two_sizes(game):
    """Plain Fractions: the error of a small and a large member of every (small, large)."""

    def error(own, s, ell):
        sizes = [game.small] * s + [game.large] * ell
        return definitions.mixed_error(sizes, game.noise, 1, 0 if own == "small" else s, Fraction(0))

    return error


def test_all_games_lie_where_they_should():
    games = list(page.all_games(3, above=1, smalls=(1, 2), larges=(1,)))
    assert {(g.small, g.large, g.noise) for g in games} == {
        (a, b, m) for m in (2, 3) for a in range(1, m + 3) for b in range(max(a + 1, m + 1), 3 * m)
    }
    assert {(g.smalls, g.larges) for g in games} == {(1, 1), (2, 1)}
    anywhere = list(page.all_games(3, above=None, smalls=(1,), larges=(1,)))
    assert min(g.large for g in anywhere) == 2
    unequal = list(page.unequal_games(2, [(2, 2)]))
    assert {(g.small, g.large) for g in unequal} == {(a, b) for a in (1, 2) for b in range(3, 7)}


def test_some_of_the_games_around_the_example_are_blocked():
    around = page.games_around_the_example()
    assert len(around) == 8 * 8 * 12
    assert any(g.blocking(g.individually_stable()) for g in around)
    assert (18, 53) in {(g.small, g.large) for g in around}


def test_lemma_c_5_fails_as_printed_and_with_unwilling_small_players():
    assert not page.not_both_prefer_the_first(8, 16, 10, first=(3, 1), second=(1, 2))
    assert not page.not_both_prefer_fewer(22, 34, 23, more=(6, 3), fewer=(5, 1))
    assert page.not_both_prefer_fewer(8, 16, 10, more=(3, 1), fewer=(1, 2))


def test_not_both_leave_agrees_with_the_errors_one_by_one():
    game = co.TwoSizes(small=3, large=7, smalls=3, larges=3, noise=5, spread=1)
    error = coalitions_of_two_sizes(game)
    happy = [ell for ell in (1, 2, 3) if error("small", 3, ell) <= error("small", 3, 0)]
    both = [
        (s, other)
        for ell in happy
        for s in (1, 2)
        for other in (1, 2, 3)
        if error("small", s, other) < error("small", 3, ell) and error("large", s, other) < error("large", 3, ell)
    ]
    assert page.not_both_leave_for_fewer(game) is (not both)


def test_who_blocks_is_noticed_when_the_arrangement_is_another():
    """In place of the recipe's arrangement everybody alone: then all small players together block it."""

    class Alone(co.TwoSizes):
        def individually_stable(self):
            return ((self.smalls, self.larges),)  # all guests, though a second one would rather leave

    sizes = {"small": 18, "large": 53, "smalls": 5, "larges": 3, "noise": 47, "spread": 1}
    assert page.only_such_coalitions_block(co.TwoSizes(**sizes))
    assert not page.only_such_coalitions_block(Alone(**sizes))


def test_the_drawings_show_the_guests_the_stars_and_the_regions():
    game = co.TwoSizes(small=18, large=53, smalls=5, larges=3, noise=47, spread=1)
    _, axes = plt.subplots(1, 2)
    page.draw_guests(axes, game)
    assert [float(ax.lines[1].get_xdata()[0]) for ax in axes] == [1, 1]
    large = axes[0].lines[0].get_ydata()
    assert large[0] < 47 / 53 < large[1]
    _, axes = plt.subplots(1, 2)
    page.draw_seventy(axes)
    star, now = axes[0].lines[1].get_ydata()[0], axes[0].lines[2].get_ydata()[0]
    assert star < now
    _, ax = plt.subplots()
    page.draw_where_blocked(ax, steps=4)
    assert {"one guest", "two guests", "blocked"} <= {text.get_text() for text in ax.texts}
