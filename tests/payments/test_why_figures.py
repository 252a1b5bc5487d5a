"""What the pictures of lies show, read back from the axes."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from incentives_book.payments.small_worlds import INITIALS, grid, mean, share_truthful, trained
from incentives_book.payments.why_payments.why_figures import (
    draw_gains,
    draw_groups,
    draw_reachable,
    draw_scales,
    who_gains,
)

from .axes_read_back import by_name


def test_gains_with_tangents(ax):
    lies = np.array([-1.0, -0.2, 0.0, 0.2, 1.0])
    draw_gains(lies, {"a": lies**2, "b": 2 * lies}, {"a": 0.0, "b": 2.0}, ax=ax, x="lie")
    lines = by_name(ax)
    assert lines["a"][:, 1].tolist() == (lies**2).tolist()
    assert lines["truth"].tolist() == [[0, 0]]
    tangents = [line.get_xydata() for line in ax.get_lines() if len(line.get_xdata()) == 3]
    assert [t[:, 1].tolist() for t in tangents] == [[0, 0, 0], [-0.4, 0, 0.4]]
    assert ax.get_xlabel() == "lie"


def test_reachable_models_are_points_of_the_triangle(ax):
    draw_reachable([[1, 0, 0], [0, 1, 0]], ax=ax, name="reach")
    assert by_name(ax)["reach"].tolist() == [[0, 0], [1, 0]]


def test_groups_stand_where_they_are_drawn_towards(ax):
    """Two corners of the hexagon, and a group between them that gains."""
    groups = [[1, 0, 0], [1, 1, 0], [1, Fraction(1, 2), 0]]
    draw_groups(groups, [False, False, True], ax=ax, named=True)
    lines = by_name(ax)
    first, second = lines["truthful"]
    assert np.allclose([np.hypot(*first), np.hypot(*second)], 1 / np.sqrt(3))
    assert np.allclose(lines["gains by a lie"], [(first + second) / 2])
    assert [text.get_text() for text in ax.texts] == ["1 0 0", "1 1 0", "1 1/2 0", "1 of 3"]


@pytest.mark.parametrize("how", ["max", "sum"])
@pytest.mark.parametrize("levels", [1, 2, 3, 4])
def test_who_gains_is_whoever_has_a_better_report(how, levels):
    """By trying reports: of a fine grid, and a small step from the truth within the domain."""
    start, others = INITIALS[1], [Fraction(0), Fraction(1, 16), Fraction(1, 8)]

    def near(r):
        """Truth and a neighbour of each kind, both in the domain."""
        for x, y in permutations(range(3), 2):
            for step in (Fraction(1, 64), Fraction(-1, 64)):
                told = list(r)
                told[x] += step
                told[y] -= step if how == "sum" else 0
                if min(told) >= 0 and (sum(told) == 1 if how == "sum" else max(told) == 1):
                    yield told

    groups, gain = who_gains(how, levels, start)
    assert len(groups) == {"max": 6, "sum": 3}[how] * levels
    for r, gains in zip(groups, gain, strict=True):
        worth = [mean(trained(told, others, start, penalty=4), r) for told in [r, *near(r), *grid(how, 3, 8)]]
        assert (max(worth) > worth[0]) == gains


def test_the_counts_of_the_figure():
    from matplotlib import pyplot as plt

    _, axes = plt.subplots(2, 4, layout="constrained")
    draw_scales({1: "yes or no", 2: "2", 4: "4", 12: "12"}, INITIALS[1], axes=axes)
    told = [[ax.texts[-1 - (ax is row[0])].get_text() for ax in row] for row in axes]
    assert told == [["0 of 6", "6 of 12", "16 of 24", "62 of 72"], ["0 of 3", "3 of 6", "9 of 12", "33 of 36"]]
    for levels in (1, 2, 4, 12):
        groups, gain = who_gains("max", levels, INITIALS[1])
        assert Fraction(sum(gain), len(groups)) == 1 - share_truthful(levels, INITIALS[1])
    assert [ax.get_title() for ax in axes[0]] == ["yes or no", "2", "4", "12"]
