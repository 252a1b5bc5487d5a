"""Pictures of calls: what is drawn is what was given."""

import matplotlib.pyplot as plt
import pytest

from incentives_book.consensus import call_figures

RUNS = {"$d=2$": {10: [1, 3], 20: [2, 2]}, "$d=5$": {10: [4, 4], 20: [1, 7]}}


def test_calls_show_mean_range_bound_and_one_call_per_client():
    ax = call_figures.draw_calls(RUNS, bounds={"$d=2$": 4})
    diagonal, mean, *_ = ax.lines
    assert list(diagonal.get_xdata()) == list(diagonal.get_ydata()) == [10, 20]
    assert list(mean.get_ydata()) == [2.0, 2.0]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["$d=2$", "$d=5$"]
    ranges = [segment[:, 1].tolist() for segment in ax.containers[1][2][0].get_segments()]
    assert ranges == [[4.0, 4.0], [1.0, 7.0]]
    steps = [line for line in ax.lines if line.get_drawstyle() == "steps-mid"]
    assert [list(line.get_ydata()) for line in steps] == [[4, 4]]


def test_the_search_is_drawn_between_bound_and_coalitions():
    ax = call_figures.draw_search({1: [2, 4], 2: [3, 9]}, bound={1: 4, 2: 13}, coalitions={1: 20, 2: 190})
    drawn = [list(line.get_ydata()) for line in ax.lines[:2]]
    assert drawn == [[20, 190], [4, 13]]
    assert ax.get_yscale() == "log"


def test_an_axes_may_be_given():
    _, ax = plt.subplots()
    assert call_figures.draw_calls(RUNS, ax=ax) is ax
    assert call_figures.draw_search({1: [2]}, bound={1: 4}, coalitions={1: 20}, ax=ax) is ax


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: call_figures.draw_calls({}), "runs must hold calls"),
        (lambda: call_figures.draw_calls({"a": {}}), "runs must hold calls"),
        (
            lambda: call_figures.draw_calls(RUNS, bounds={"d": 1}),
            "runs must hold calls for every kind that has a bound",
        ),
        (
            lambda: call_figures.draw_search({1: [2]}, bound={2: 4}, coalitions={1: 20}),
            "must name the same numbers of liars",
        ),
        (lambda: call_figures.draw_search({}, bound={}, coalitions={}), "must name the same numbers of liars"),
    ],
)
def test_bad_input_is_refused(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
