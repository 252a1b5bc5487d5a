"""What the pictures of noise show, read back from the axes."""

import numpy as np
import pytest

from incentives_book.payments.noisy_rewards.noise_figures import (
    draw_gain_bounds,
    draw_gains_by_samples,
    draw_report_utilities,
)

from .axes_read_back import by_name


def test_the_truth_is_marked_on_every_curve(ax):
    draw_report_utilities([0, 0.5, 1], {"a": [3, 2, 1], "b": [3, 3, 2]}, truth=0.5, ax=ax)
    dots = [line.get_xydata().tolist() for line in ax.get_lines() if line.get_linestyle() == "None"]
    assert dots == [[[0.5, 2.0]], [[0.5, 3.0]]]
    assert by_name(ax)["a"][:, 1].tolist() == [3, 2, 1]


def test_a_truth_that_was_not_computed_is_refused(ax):
    with pytest.raises(ValueError, match="truth must be one of the reports"):
        draw_report_utilities([0, 1], {"a": [1, 2]}, truth=0.5, ax=ax)


def test_bounds_are_lines_and_gains_points(ax):
    draw_gain_bounds([0.1, 1.0], {"found": [0.01, 0.1]}, {"bound": [0.2, 2.0]}, ax=ax)
    styles = {line.get_label(): line.get_linestyle() for line in ax.get_lines()}
    assert styles["found"] == "None" != styles["bound"]
    assert ax.get_xscale() == ax.get_yscale() == "log"


def test_vanishing_gains_are_left_out(ax):
    draw_gains_by_samples([1, 2], {"g": [0.1, 1e-7]}, spread=[0.5, 0.4], bound=[1.0, 0.7], ax=ax)
    gains = by_name(ax)["g"][:, 1]
    assert gains[0] == 0.1
    assert np.isnan(gains[1])
