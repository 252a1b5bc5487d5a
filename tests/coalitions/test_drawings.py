"""What the pictures show, read back from the axes."""

import matplotlib.pyplot as plt
import pytest
from matplotlib.patches import Circle, FancyBboxPatch

from incentives import coalitions as co, deviations
from incentives_book.coalitions import drawings

PARTITION = co.Partition([[0], [1, 2]])


def discs(ax):
    return [patch for patch in ax.patches if isinstance(patch, Circle)]


def boxes(ax):
    return [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]


def test_one_disc_per_player_one_box_per_coalition():
    ax = drawings.draw_partition(PARTITION, [5, 5, 25])
    assert (len(discs(ax)), len(boxes(ax))) == (3, 2)
    assert [text.get_text() for text in ax.texts] == ["5", "0", "5", "1", "25", "2"]


def test_a_larger_player_has_a_larger_disc():
    small, _, large = discs(drawings.draw_partition(PARTITION, [5, 5, 25]))
    assert large.get_radius() > small.get_radius()


def test_a_blocking_coalition_gets_a_dashed_box_with_its_members():
    game = co.Game([5, 5, 25], noise=10, spread=1)
    move = co.blocking_coalition(game, PARTITION)
    ax = drawings.draw_partition(PARTITION, [5, 5, 25], move=move, names="abc")
    dashed = [box for box in boxes(ax) if box.get_linestyle() == "--"]
    hollow = [disc for disc in discs(ax) if disc.get_facecolor()[3] == 0]
    assert len(dashed) == 1
    assert len(hollow) == len(move.who) == 2
    below = [text.get_text() for text in ax.texts if text.get_position()[1] < -1.5 and text.get_text() in "abc"]
    assert sorted(below) == ["a", "b"]


def test_a_joiner_is_drawn_with_the_coalition_it_joins():
    move = deviations.Deviation(who={0}, instead={0, 1, 2}, gains={0: 1})
    ax = drawings.draw_partition(PARTITION, [5, 5, 25], move=move)
    below = [disc for disc in discs(ax) if disc.center[1] < -1]
    assert len(below) == 3
    # One arrow, for the one who moves: annotations are texts without words.
    assert sum(text.get_text() == "" for text in ax.texts) == 1


def test_a_move_in_words_shows_the_movers_on_their_own():
    move = deviations.Deviation(who={2}, instead="goes alone", gains={2: 1})
    ax = drawings.draw_partition(PARTITION, [5, 5, 25], move=move)
    assert len([disc for disc in discs(ax) if disc.center[1] < -1]) == 1


def test_drawing_on_given_axes_returns_them():
    _, ax = plt.subplots()
    assert drawings.draw_partition(PARTITION, [5, 5, 25], ax=ax, title="t") is ax
    assert ax.get_title() == "t"


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: drawings.draw_partition(PARTITION, [5, 5]), "sizes must hold one size per player, 3"),
        (lambda: drawings.draw_partition(PARTITION, [5, 5, 25], names="ab"), "names must hold one name per player, 3"),
    ],
)
def test_wrong_lengths(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
