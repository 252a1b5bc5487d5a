"""The curve of a dial, against averages of averages that are drawn."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives_book.coalitions.weighing_the_global_model import dial_curve, draw_dial


def test_the_ends_of_the_dial_are_federating_and_being_alone():
    weights, errors = dial_curve([30, 30, 30, 300], member=3, noise=10, spread=1, points=11)
    assert (weights[0], weights[-1]) == (0, 1)
    assert errors[-1] == pytest.approx(10 / 300)
    pulled = (3 * 30**2 + 90**2) / 390**2
    assert errors[0] == pytest.approx(10 / 390 + pulled)


def test_the_curve_is_what_simulated_hospitals_experience():
    rng, sizes = np.random.default_rng(3), np.array([4, 9])
    means = rng.normal(size=(200_000, 2))
    averages = means + rng.normal(size=means.shape) * np.sqrt(6 / sizes)
    pooled = averages @ (sizes / sizes.sum())
    weights, errors = dial_curve(sizes, member=0, noise=6, spread=1, points=5)
    for w, error in zip(weights, errors, strict=True):
        drawn = (w * averages[:, 0] + (1 - w) * pooled - means[:, 0]) ** 2
        assert error == pytest.approx(drawn.mean(), abs=5 * drawn.std() / np.sqrt(len(drawn)))


def test_the_picture_says_the_best_weight():
    ax = draw_dial(plt.figure().add_subplot(), [30, 30, 30, 300], member=0, name="a small hospital", noise=10, spread=1)
    assert ax.get_title() == "a small hospital:\nbest with 83 % of its own"
    assert ax.lines[1].get_xdata()[0] == pytest.approx(0.826, abs=1e-3)
