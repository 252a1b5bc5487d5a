"""What the practice pages draw shows the numbers it was given."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives_book.figures import COLOURS
from incentives_book.rewards.practice_figures import draw_against_rate, draw_widths_by_strength


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_strong_and_weak_clients_have_lines_of_their_own():
    history = [[1.0, 1.0, 1.0, 1.0], [0.25, 0.5, 0.75, 1.0]]
    ax = draw_widths_by_strength(history, [0.9, 0.1, 0.5, 0.4])
    ends = {line.get_color(): [] for line in ax.lines}
    for line in ax.lines:
        ends[line.get_color()].append(line.get_ydata()[-1])
        assert list(line.get_xdata()) == [1, 2]
    # Client 0 is the strongest and client 1 the weakest alone.
    assert ends[COLOURS[0]] == [0.25]
    assert ends[COLOURS[2]] == [0.5]
    assert sorted(ends[COLOURS[1]]) == [0.75, 1.0]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "strongest third alone",
        "between",
        "weakest third alone",
    ]


def test_two_clients_have_no_thirds():
    ax = draw_widths_by_strength([[1.0, 0.5]], [0.2, 0.1])
    assert len(ax.lines) == 2
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["between"]


def test_against_a_rate_marks_are_means_and_bars_reach_both_ends():
    _, mine = plt.subplots()
    ax = draw_against_rate([0.5, 1.0], {"a": [[0.2, 0.6], [0.4, 0.8]], "b": [[0.5, 0.5]]}, ax=mine)
    assert ax is mine
    first, second = ax.containers
    assert first.get_label() == "a"
    assert np.allclose(first.lines[0].get_ydata(), [0.3, 0.7])
    bars = first.lines[2][0].get_segments()
    assert np.allclose([bar[:, 1] for bar in bars], [[0.2, 0.4], [0.6, 0.8]])
    # Side by side, around the rate.
    places = [c.lines[0].get_xdata() for c in (first, second)]
    assert (places[0] < [0.5, 1.0]).all()
    assert (places[1] > [0.5, 1.0]).all()
    assert np.allclose((places[0] + places[1]) / 2, [0.5, 1.0])


def test_one_rate_for_all_is_drawn_where_it_is():
    ax = draw_against_rate([0.5, 0.5], {"a": [[0.2, 0.6]]})
    assert np.allclose(ax.containers[0].lines[0].get_xdata(), 0.5)
