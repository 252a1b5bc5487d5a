"""What is drawn of a comparison are its numbers, on axes that are given or new."""

import pytest

plt = pytest.importorskip("matplotlib.pyplot")
pytest.importorskip("torch")

from incentives.colours import INK
from incentives.methods.comparison_pictures import draw_rewards, draw_rounds

REWARDS = {"stand-alone": (0.5, 0.8), "median": (0.1, 0.1), "fedavg": (0.7, 0.7), "cgsv": (0.6, 0.9)}
LOSSES = {"stand-alone": (3.0, 2.0, 1.5), "fedavg": (3.0, 2.0, 2.5), "cgsv": (3.0, 2.0, 3.5)}


def of_rewards(ax=None):
    return draw_rewards(REWARDS, diverged={"median": "diverged in round 1"}, ax=ax)


def of_rounds(ax=None):
    return draw_rounds(LOSSES, methods=REWARDS, unsettled=["cgsv"], ax=ax)


@pytest.mark.parametrize("draw", [of_rewards, of_rounds])
def test_given_axes_are_drawn_on(draw):
    _, ax = plt.subplots()
    assert draw(ax) is ax
    assert draw() is not ax


def test_rewards_stand_over_what_is_reached_alone_and_what_diverged_is_left_out():
    ax = of_rewards()
    drawn = {line.get_label(): (list(line.get_xdata()), list(line.get_ydata())) for line in ax.lines}
    assert drawn["fedavg"] == ([0.5, 0.8], [0.7, 0.7])
    assert "median" not in drawn
    assert ax.get_title() == "1 of 4 rewards are worse than staying alone"
    with pytest.raises(ValueError, match="nothing can be drawn: training alone diverged in round 2"):
        draw_rewards(REWARDS, diverged={"stand-alone": "diverged in round 2"})


def test_losses_stand_over_rounds_and_who_has_not_settled_is_dashed():
    lines = {line.get_label(): line for line in of_rounds().lines}
    assert {name: tuple(line.get_ydata()) for name, line in lines.items()} == LOSSES
    assert {name: line.get_linestyle() for name, line in lines.items()} == {
        "stand-alone": "-",
        "fedavg": "-",
        "cgsv": "--",
    }
    with pytest.raises(ValueError, match="losses must hold at least one method, got"):
        draw_rounds({}, methods=REWARDS, unsettled=[])


def test_a_method_has_one_colour_in_both_pictures_whatever_diverged():
    of_both = [{line.get_label(): line.get_color() for line in draw().lines} for draw in (of_rewards, of_rounds)]
    assert all(of_both[0][method] == of_both[1][method] for method in ("fedavg", "cgsv"))
    assert of_both[1]["stand-alone"] == INK
    assert len(set(of_both[1].values())) == 3
