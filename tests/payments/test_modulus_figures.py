"""What the pictures of moduli show, read back from the axes."""

import numpy as np

from incentives import payments as pay
from incentives_book.payments.how_continuous_is_training import moduli
from incentives_book.payments.how_continuous_is_training.modulus_figures import (
    draw_losses,
    draw_moves,
    draw_printed_region,
    draw_switch,
)

from .axes_read_back import by_name


def test_moves_lie_under_both_bounds(ax):
    modulus = moduli.chi_squared_modulus(0.25)
    draw_moves(modulus, [0.2, 0.6], [0.1, 0.3], extremal={0.5: 0.5}, ax=ax, title="chi-squared")
    lines = by_name(ax)
    assert lines["random pairs"].tolist() == [[0.2, 0.1], [0.6, 0.3]]
    assert lines["extremal"].tolist() == [[0.5, 0.5]]
    x, y = lines["sharp"].T
    np.testing.assert_allclose(y, x)
    assert (lines["printed"][:, 1] >= y).all()
    assert ax.get_title() == "chi-squared"


def test_rarer_outcomes_switch_more_sharply_under_reverse_kl(ax):
    draw_switch(pay.reverse_kl(), [0.1, 0.001], gap=2, width=0.1, ax=ax)
    lines = by_name(ax)
    steepest = {name: np.diff(data[:, 1]).max() for name, data in lines.items()}
    assert steepest["q = 0.001"] > 5 * steepest["q = 0.1"]


def test_losses_are_bounded_and_zeros_left_out(ax):
    draw_losses(moduli.KLModulus(0.5), [0.1, 0.2, 0.4], [0.001, 0.0, 0.02], ax=ax, title="losses")
    lines = by_name(ax)
    assert np.isnan(lines["random pairs"][1, 1])
    assert (lines["exact supremum"][:, 1] <= lines["D² / (2λ)"][:, 1]).all()
    assert (lines["exact supremum"][:, 1] <= lines["2 D (any set of models)"][:, 1]).all()
    assert ax.get_xscale() == ax.get_yscale() == "log"


def test_the_printed_bound_fails_inside_the_lens(ax):
    draw_printed_region(ax=ax, witnesses=[(0.5, 0.4)])
    upper, lower = (line.get_xydata() for line in ax.lines[:2])
    for (fall, rise), (_, low) in zip(upper[20::40], lower[20::40], strict=True):
        assert fall == rise
        a, b, rare = np.exp((rise + low) / 2), np.exp(-fall), 1e-9
        left = a / (rare * a + (1 - rare) * b) - 1
        assert left > max(a**2 - 1, 1 - b**2)
        assert np.isclose(low, max(np.log(2 * b - b**3), 0)) or 2 * b - b**3 < 1
