"""What the page on two sizes tries, against arrangements of named players and errors from first principles."""

from fractions import Fraction
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives.coalitions import Game, Partition, is_stable
from incentives_book.coalitions import together_or_apart as page
from incentives_book.exercises.refutations.coalitions import THEOREM_6_5


def least_error(own, others, noise):
    """The lowest point of the parabola in the weight on the own model, from three of its values."""
    total, pull = own + sum(others), sum(m**2 for m in others) + sum(others) ** 2

    def error(w):
        return noise * (w**2 * Fraction(1, own) + (1 - w**2) * Fraction(1, total)) + (1 - w) ** 2 * Fraction(
            pull, total**2
        )

    a, b = 2 * (error(1) + error(0) - 2 * error(Fraction(1, 2))), error(0)
    slope = error(1) - b - a
    return b - slope**2 / (4 * a)


@pytest.mark.backs("coalitions/lemma-d-1", "coalitions/lemma-d-4")
def test_neighbouring_counts_change_the_error_as_a_parabola_says():
    noise, small, large = 5, 2, 7
    steps = {(step.lemma, step.s, step.l): step.change for step in page.neighbours(small, large, noise)}
    assert len(steps) == 4 * 6 + 5 * 5 + 4
    for s, ell in [(1, 1), (2, 3), (4, 5)]:
        before = least_error(small, [small] * (s - 1) + [large] * ell, noise)
        after = least_error(small, [small] * s + [large] * ell, noise)
        assert steps["D.1", s, ell] == after - before < 0
    for s, ell in [(0, 2), (3, 1)]:
        before = least_error(large, [small] * s + [large] * (ell - 1), noise)
        after = least_error(large, [small] * (s + 1) + [large] * (ell - 1), noise)
        assert steps["D.4", s, ell] == after - before < 0


@pytest.mark.parametrize("noise", [10, 15, 16])
def test_the_printed_rule_fails_for_named_players_exactly_at_the_tie(noise):
    game = Game([30, 30, 30, 300], noise=noise, spread=1, federation="coarse")
    named = Partition.parse("0,1,2 | 3") if noise <= 15 else Partition.grand(4)
    as_printed = THEOREM_6_5.printed(small=30, large=300, smalls=3, larges=1, noise=noise)
    assert is_stable(game, named, concept="strict-core") == as_printed == (noise != 15)


def test_the_grid_holds_ties_and_games_on_both_sides_of_them():
    games = page.games_around_the_tie(3)
    signs = [np.sign(g.small_error(g.smalls, g.larges) - g.small_error(g.smalls, 0)) for g in games]
    assert set(signs) == {-1, 0, 1}
    assert [page.indifferent(g) for g in games] == [sign == 0 for sign in signs]
    assert page.noises(1, 2, 1, 1) == (1, 10)


def test_small_games_are_all_of_their_kind():
    games = list(page.small_games(3))
    assert len(games) == 2 * 15
    assert len({(tuple(map(int, g.sizes)), int(g.noise)) for g in games}) == len(games)


def test_favourites_are_those_of_a_named_small_player():
    two = page.two_sizes(2, 9, 3, 2, 4)
    sizes = [2, 2, 2, 9, 9]
    errors = {}
    for count in range(5):
        for others in combinations(range(1, 5), count):
            block = (1 + sum(i < 3 for i in others), sum(i >= 3 for i in others))
            errors[block] = least_error(2, [sizes[i] for i in others], 4) if others else Fraction(4, 2)
    assert page.small_favourites(two) == {block for block, error in errors.items() if error == min(errors.values())}


def test_the_pictures_name_their_curves_and_turning_points():
    ax = page.draw_map(plt.figure().add_subplot(), small=30, large=300, smalls=(10, 20))
    words = [text.get_text() for text in ax.texts]
    assert {"10 small", "20 small", "together", "apart"} <= set(words)
    axes = page.draw_turns(plt.figure().subplots(1, 2), smalls=100, small=30, large=300, noise=10, spread=1)
    assert [ax.texts[0].get_text().strip() for ax in axes] == ["turns at 7.3", "turns at 8.4"]
    assert min(axes[0].lines[0].get_ydata()) == 0
