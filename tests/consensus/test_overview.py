"""The opening pictures: the curves are the proved numbers, and the lie of the picture is one."""

import matplotlib.pyplot as plt
import pytest

from incentives_book.consensus import overview


def test_the_curves_are_the_proved_numbers():
    ax = plt.subplots()[1]
    overview.draw_calls_needed(ax, most=20)
    curves = [line.get_ydata().tolist() for line in ax.get_lines()]
    clients = list(range(3, 21))
    assert curves[0] == clients
    assert curves[1] == [min(m, 12) for m in clients]
    assert curves[2] == [min(m, 4) for m in clients]
    assert [t.get_text() for t in ax.texts][-1] == "one shot: not safe"
    with pytest.raises(ValueError, match="most must be at least 3"):
        overview.draw_calls_needed(ax, most=2)


def test_the_picture_of_the_lie_shows_models_outside_the_band():
    ax = plt.subplots()[1]
    overview.draw_one_lie(ax)
    assert ax.get_title() == "One lie: neither model\nsuits everybody"
    assert [overview.one_shot_calls(m) for m in (2, 4, 8, 16)] == [4, 6, 8, 10]
