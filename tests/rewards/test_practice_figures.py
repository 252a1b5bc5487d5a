"""What the practice pages draw shows the numbers it was given."""

import matplotlib.pyplot as plt
import numpy as np

from incentives_book.rewards.practice_figures import draw_against_rate, draw_width_groups, draw_worse_off, width_groups


def during(seed, alone, history, method="aequa-cgsv"):
    told = {"partition": "homogeneous", "seed": seed}
    return [
        {"settings": {**told, "method": method}, "extra": {"history": history}},
        {"settings": {**told, "method": "stand-alone"}, "test": alone},
    ]


def test_strong_and_weak_clients_are_told_apart_by_what_they_reach_alone():
    history = [[1.0, 1.0, 1.0], [0.25, 0.5, 0.75]]
    records = [*during(0, [0.9, 0.1, 0.5], history), *during(1, [0.1, 0.9, 0.5], history)]
    groups = width_groups(records, "homogeneous", "aequa-cgsv")
    # The strongest is client 0 in one seed and client 1 in the other, the weakest the other way round.
    assert groups["strongest third"].tolist() == groups["weakest third"].tolist() == [1.0, 0.375]
    assert width_groups(records[:2], "homogeneous", "aequa-cgsv")["strongest third"].tolist() == [1.0, 0.25]
    assert width_groups(records, "label-skew", "aequa-cgsv") == {}


def test_the_two_ways_of_assessing_have_lines_of_their_own():
    history = [[1.0, 1.0, 1.0], [0.25, 0.5, 0.75]]
    records = [*during(0, [0.9, 0.1, 0.5], history), *during(0, [0.9, 0.1, 0.5], history, "aequa-shapfed")]
    ax = draw_width_groups(records, "homogeneous")
    assert [line.get_linestyle() for line in ax.lines] == ["-", "-", "--", "--", "--", "--"]
    assert [text.get_text().strip() for text in ax.texts] == ["strongest third", "weakest third"]
    # A corridor is as wide as what is held: the weakest third is client 1, which holds all and then half.
    (corridor,) = ax.collections
    upper = {(x, y) for x, y in corridor.get_paths()[0].vertices.tolist() if y > 0}
    assert upper == {(1.0, 0.5), (2.0, 0.25)}


def test_a_square_is_filled_where_a_client_would_be_better_off_alone():
    """Two seeds of three clients: in the first the strongest loses, in the second the two weakest."""
    _, mine = plt.subplots()
    alone, levels = [[0.9, 0.1, 0.5], [0.2, 0.8, 0.3]], [[0.8, 0.1, 0.6], [0.1, 0.8, 0.2]]
    ax = draw_worse_off("a", alone, levels, ax=mine)
    assert ax.get_title() == "a\n3 of 6"
    filled = {(int(square.get_x()), int(square.get_y())) for square in ax.patches if square.get_facecolor()[3] > 0}
    assert filled == {(0, 0), (1, 1), (1, 2)}
    assert len(ax.patches) == 6


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
