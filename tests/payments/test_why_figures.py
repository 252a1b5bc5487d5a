"""What the pictures of lies show, read back from the axes."""

import numpy as np

from incentives_book.payments.why_payments.why_figures import draw_gains, draw_reachable, draw_shares

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


def test_shares(ax):
    draw_shares([1, 12], {"gain": [0, 0.5], "other": [0.1, 0.7]}, ax=ax, x="steps", y="share")
    assert [bar.get_height() for bar in ax.patches] == [0, 0.5, 0.1, 0.7]
    assert [text.get_text() for text in ax.texts] == ["gain", "other"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "12"]
