"""Expectations over every outcome, against sums worked out by hand."""

from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
import sympy as sp

from incentives_book.coalitions import what_a_coalition_can_expect as page
from incentives_book.coalitions.what_a_coalition_can_expect import expected

HALF = Fraction(1, 2)
OWNERS = [(HALF, -1, 1), (HALF, 1, 3)]
COIN = [(HALF, 1), (HALF, -1)]


def test_moments_of_one_member():
    world = {"members": 1, "owners": OWNERS, "disturbances": COIN}
    assert expected(lambda means, errors: 1, **world) == 1
    assert expected(lambda means, errors: means[0] ** 2, **world) == 1
    assert expected(lambda means, errors: errors[0] ** 2, **world) == 5
    assert expected(lambda means, errors: means[0] * errors[0] ** 2, **world) == 4


def test_with_disturbances_off_centre_the_products_do_not_vanish():
    """The mean decides the scale, so a disturbance of mean 1/2 ties the errors to the means."""
    world = {"members": 2, "owners": OWNERS, "disturbances": [(HALF, 0), (HALF, 1)]}
    assert expected(lambda means, errors: means[0] * errors[0], **world) == HALF
    assert expected(lambda means, errors: errors[0] * errors[1], **world) == 1


def test_the_symbolic_error_is_estimate_minus_truth():
    mu, s2 = sp.symbols("mu s2")
    member = page.member_of(3, mu, s2)
    v2, v3 = sp.symbols("v_2 v_3")
    a1, a2, a3, e1, e2, e3 = sp.symbols("a_1:4 e_1:4")
    assert sp.expand(member.error - (v2 * (a2 - a1) + v3 * (a3 - a1) + (1 - v2 - v3) * e1 + v2 * e2 + v3 * e3)) == 0
    n1 = sp.Symbol("n_1", positive=True)
    assert member.variances[a1] == s2
    assert member.variances[e1] == mu / n1


@pytest.mark.parametrize("sizes", [(1,), (5, 5), (1, 10, 10), (2, 3, 5, 7)])
def test_the_bias_is_the_square_of_what_others_pull(sizes):
    """Their deviations one by one, and the member's own against their sum."""
    total = sum(sizes)
    pull = [Fraction(n, total) for n in sizes[1:]]
    assert page.bias(sizes, 0) == sum(p * p for p in pull) + sum(pull) ** 2


@pytest.mark.parametrize("name", page.FOUR_WORLDS)
def test_each_world_has_noise_10_and_spread_1(name):
    means, noise = page.FOUR_WORLDS[name](np.random.default_rng(3), (400_000,))
    assert means.var() == pytest.approx(1, rel=0.02)
    assert noise.mean() == pytest.approx(10, rel=0.02)


def test_four_worlds_are_played_from_four_streams():
    errors, standard = page.play_four_worlds(np.eye(3), rounds=4000, seed=1)
    assert errors.shape == standard.shape == (4, 3)
    assert np.allclose(errors, [2, 2, 0.4], rtol=0.25)  # everybody stays local
    assert len({round(float(error), 9) for error in errors[:, 0]}) == 4


def test_the_drawings_mark_what_their_titles_say():
    _, axes = plt.subplots(1, 2)
    page.draw_two_parts(axes)
    partner, error = axes[0].lines[0].get_data()
    assert partner[error.argmin()] == pytest.approx(5, rel=0.05)
    assert (error < 2).all()
    large = axes[1].lines[0].get_ydata()
    assert 0 < (large < 0.4).mean() < 0.5
    _, axes = plt.subplots(1, 2)
    page.draw_best_weights(axes)
    for ax in axes:
        (x,), (y,) = ax.lines[1].get_data()
        assert y <= ax.lines[0].get_ydata().min() + 1e-12
        assert 0 < x < 1
