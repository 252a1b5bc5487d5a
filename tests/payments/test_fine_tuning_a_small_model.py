"""Figures of fine-tuned models show what they are given."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives.payments.affine_maximizer import AffineMaximizer
from incentives.payments.report_curves import mixture_curve, size_curve
from incentives_book.payments.fine_tuning_a_small_model import (
    draw_gains,
    draw_games,
    draw_hybrids,
    draw_losses,
    draw_misreports,
    made_from_its_name,
)
from incentives_book.study.fine_tuning import Setting, train


@pytest.fixture
def axes():
    figure, found = plt.subplots(1, 3)
    yield found
    plt.close(figure)


def test_hybrids_lie_where_their_valuations_are(axes):
    points = {"soups": [[0.1, 0.9], [0.2, 0.7]], "decoding": [[0.3, 0.4]]}
    draw_hybrids(points, initial=[0, 0], frontier=[[0, 1], [1, 0]], groups=["a", "b"], ax=axes[0])
    line, soups, decoding, start = axes[0].lines
    assert line.get_xydata().tolist() == [[0, 1], [1, 0]]
    assert soups.get_xydata().tolist() == points["soups"]
    assert decoding.get_xydata().tolist() == points["decoding"]
    assert start.get_xydata().tolist() == [[0, 0]]
    assert axes[0].get_xlabel() == "value to one a member"


def test_gains_are_lines_over_shares(axes):
    draw_gains([0, 1], {"soups": [0.2, 0.4]}, ax=axes[0])
    assert axes[0].lines[0].get_xydata().tolist() == [[0, 0.2], [1, 0.4]]


def test_misreports_fill_three_panels(axes):
    rule, truth = AffineMaximizer([0.5, 0.5]), [[1, 0], [0, 1]]
    curves = {
        "alpha": size_curve(rule, truth, [1, 1], who=0, factors=[0.0, 1.0]),
        "beta": mixture_curve(rule, truth, [1, 1], who=0, other=1, shares=[0.5, 1.0]),
    }
    draw_misreports(curves, curves, axes=axes)
    for ax, name in zip(axes, ("valuations", "payments", "utilities"), strict=True):
        assert np.allclose(ax.lines[1].get_ydata(), getattr(curves["alpha"], name))
        assert np.allclose(ax.lines[3].get_ydata(), getattr(curves["beta"], name))
    with pytest.raises(ValueError, match="axes must be three"):
        draw_misreports(curves, curves, axes=axes[:2])


def test_games_fill_four_panels_and_utilities_are_zero_at_the_truth():
    rule, truth = AffineMaximizer([0.5, 0.5]), [[1, 0], [0, 1]]
    games = {
        name: {
            "alpha": size_curve(rule, truth, sizes, who=0, factors=[0.0, 1.0, 2.0]),
            "beta": mixture_curve(rule, truth, sizes, who=0, other=1, shares=[0.5, 1.0]),
        }
        for name, sizes in (("3 and 7", [3, 7]), ("5 and 5", [5, 5]))
    }
    figure, panels = plt.subplots(1, 4)
    draw_games(games, axes=panels)
    first = games["3 and 7"]
    assert np.allclose(panels[0].lines[0].get_ydata(), first["alpha"].valuations)
    assert np.allclose(panels[2].lines[0].get_ydata(), first["beta"].payments)
    assert np.allclose(panels[3].lines[0].get_ydata(), first["alpha"].utilities - first["alpha"].utilities[1])
    assert panels[3].lines[1].get_ydata()[-1] == 0
    assert [text.get_text() for text in panels[1].texts] == list(games)
    with pytest.raises(ValueError, match="axes must be four; got 3"):
        draw_games(games, axes=panels[:3])
    plt.close(figure)


def test_hybrids_made_from_their_names_differ_where_they_should_and_meet_at_the_ends():
    trained = train(
        Setting("conflicting", longest=2, width=8, layers=1, corpus=50, fit_steps=3, tune_steps=3, shares=3)
    )
    made = {name: made_from_its_name(name, trained) for name in trained.hybrids.names}
    assert np.allclose(made["soups: 1"], trained.tuned.log_policies[0].exp())
    assert np.allclose(made["decoding: 0"], trained.tuned.log_policies[1].exp())
    assert np.allclose(made["initial"], trained.reference)
    assert all(abs(law.sum() - 1) < 1e-9 for law in made.values())
    assert abs(made["soups: 0.5"] - made["soups halfway: 0.5"]).max() > 1e-6


def test_losses_are_zero_at_the_truth(axes):
    def record(best):
        curve = {"parameters": [0.0, 1.0, 2.0], "utilities": [1.0, best, 1.5]}
        return {"games": [{"sizes": [5, 5], "curves": {"alpha": curve, "beta": curve}}]}

    draw_losses([record(2.0), record(4.0)], sizes=(5, 5), ax=axes[0])
    assert axes[0].lines[0].get_ydata().tolist() == [-2.0, 0.0, -1.5]
    with pytest.raises(ValueError, match="at least one run"):
        draw_losses([], sizes=(5, 5), ax=axes[0])
