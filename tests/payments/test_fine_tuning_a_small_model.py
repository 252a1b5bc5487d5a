"""Figures of fine-tuned models show what they are given."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives.payments.affine_maximizer import AffineMaximizer
from incentives.payments.report_curves import mixture_curve, size_curve
from incentives_book.payments.fine_tuning_a_small_model import (
    draw_charges,
    draw_families,
    draw_misreports,
    lost_by,
    made_from_its_name,
)
from incentives_book.study.fine_tuning import Setting, train


@pytest.fixture
def axes():
    _, found = plt.subplots(1, 3)
    return found


def test_a_family_s_bar_ends_at_its_value_and_its_dark_part_at_what_is_left(axes):
    draw_families({"soups": (7.0, 3.0), "sentences": (6.0, 5.0)}, best=5.1, initial=4.0, ax=axes[0])
    assert [bar.get_width() for bar in axes[0].patches] == [7.0, 3.0, 6.0, 5.0]
    assert [line.get_xdata()[0] for line in axes[0].lines] == [5.1, 4.0]
    assert [tick.get_text() for tick in axes[0].get_yticklabels()] == ["soups", "sentences"]


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


def test_bars_of_a_larger_claim_are_the_rises_from_the_truth(axes):
    rule, truth = AffineMaximizer([0.5, 0.5]), [[1, 0], [0, 1]]
    games = {
        name: size_curve(rule, truth, sizes, who=0, factors=[0.0, 1.0, 2.0])
        for name, sizes in (("3 and 7", [3, 7]), ("5 and 5", [5, 5]))
    }
    draw_charges(games, ax=axes[0])
    first = games["3 and 7"]
    rises = [first.valuations[2] - first.valuations[1], first.payments[2] - first.payments[1]]
    widths = [bar.get_width() for bar in axes[0].patches]
    assert np.allclose([widths[0], widths[2]], rises)
    assert all(value < bill for value, bill in zip(widths[:2], widths[2:], strict=True))
    assert [tick.get_text() for tick in axes[0].get_yticklabels()] == list(games)


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


def test_what_a_misreport_loses_is_read_off_its_record():
    curve = {"parameters": [0.0, 1.0, 2.0], "utilities": [1.0, 3.0, 1.5]}
    record = {"games": [{"sizes": [5, 5], "curves": {"alpha": curve, "beta": curve}}]}
    assert [lost_by(record, (5, 5), "beta", at) for at in (0, 1, 2)] == [2.0, 0.0, 1.5]
    for wrong in ({"sizes": (3, 7)}, {"report": 9}):
        given = {"sizes": (5, 5), "kind": "alpha", "report": 2} | wrong
        with pytest.raises(ValueError, match="sizes and report must be those of the record"):
            lost_by(record, **given)
