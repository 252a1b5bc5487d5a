import matplotlib

matplotlib.use("Agg")
import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments import drawing


def test_where_models_lie_in_the_triangle():
    assert drawing.triangle_points(np.eye(3)).tolist() == [[0, 0], [1, 0], [0.5, np.sqrt(3) / 2]]
    assert drawing.triangle_points([1 / 3] * 3) == pytest.approx([0.5, np.sqrt(3) / 6])
    with pytest.raises(ValueError, match="three outcomes"):
        drawing.triangle_points([0.5, 0.5])


def test_a_triangle_with_models(ax):
    drawing.draw_triangle(["a", "b", "c"], ax=ax)
    before = len(ax.lines)
    drawing.draw_level_lines([1, 0.25, 0], ax=ax, levels=4)
    assert len(ax.lines) == before + 4
    drawing.draw_policy([0.2, 0.3, 0.5], ax=ax, name="model", path=[[1, 0, 0], [0.2, 0.3, 0.5]])
    assert [text.get_text() for text in ax.texts] == ["a", "b", "c"]
    assert ax.get_legend_handles_labels()[1] == ["model"]


def test_a_constant_reward_has_no_level_lines(ax):
    drawing.draw_level_lines([1, 1, 1], ax=ax)
    assert len(ax.lines) == 0


def test_curves_show_three_lines(ax):
    rule = pay.AffineMaximizer([0.5, 0.5])
    curve = pay.size_curve(rule, [[1, 0], [0, 1]], who=0, factors=[0, 1, 2])
    drawing.draw_curve(curve, ax=ax, x="factor")
    assert ax.get_legend_handles_labels()[1] == ["valuation", "payment", "utility"]
    utility = ax.lines[2].get_ydata()
    assert utility == pytest.approx(ax.lines[0].get_ydata() - ax.lines[1].get_ydata())
    assert ax.get_xlabel() == "factor"


def test_the_gap_is_the_payment(ax):
    q, others, own = np.array([0.5, 0.5]), np.array([0.0, 1.0]), np.array([2.0, 0.0])
    outcome = pay.AffineMaximizer(q)([own, others])
    drawing.draw_payment_as_gap(lambda t: pay.value(others + t * own, q), outcome.policy @ own, ax=ax)
    low, high = ax.lines[2].get_ydata()
    assert high - low == pytest.approx(outcome.payments[0])
    assert (ax.lines[0].get_ydata() >= ax.lines[1].get_ydata() - 1e-12).all()
