"""What the pictures of lies and models show, read back from the axes."""

from fractions import Fraction as F

import matplotlib.pyplot as plt
import pytest
from matplotlib.patches import Rectangle

from incentives import consensus as cs
from incentives.consensus import personalization
from incentives_book.consensus import drawing

LINE = [cs.Interval(-2, 1), cs.Interval(-1, 2), cs.Interval(-1, 1)]
TOLD = [*LINE[:2], cs.Interval(F(-9, 4), F(-5, 4))]
STRIPS = [cs.Box([(-1, 1), (None, None)]), cs.Box([(None, None), (-1, 1)])]


def dashed(ax):
    return [line for line in ax.lines if line.get_linestyle() == "--"]


def test_one_bar_per_client_and_a_dashed_one_for_the_lie():
    ax = drawing.draw_line(LINE, TOLD, names="abc")
    solid = [list(line.get_xdata()) for line in ax.lines if line.get_linestyle() == "-"]
    assert solid == [[-2, 1], [-1, 2], [-1, 1]]
    assert [list(line.get_xdata()) for line in dashed(ax)] == [[-2.25, -1.25]]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b", "c"]
    assert not dashed(drawing.draw_line(LINE, LINE))


def test_everything_on_the_line_carries_its_name():
    output = personalization.fooling_output(TOLD, cs.Trusted(LINE))
    ax = drawing.draw_line(LINE, TOLD, output=output)
    assert sorted(text.get_text() for text in ax.texts) == ["$W$", "model", "model", "reported", "truth"]
    assert [text.xy for text in ax.texts if text.get_text() == "reported"] == [(-1.75, 2.5)]
    assert ax.get_legend() is None


def test_models_stand_in_the_rows_of_their_clients():
    output = personalization.fooling_output(TOLD, cs.Trusted(LINE))
    ax = drawing.draw_line(LINE, TOLD, output=output)
    diamonds = [line for line in ax.lines if line.get_marker() == "D"]
    rows = {float(line.get_xdata()[0]): list(line.get_ydata()) for line in diamonds}
    assert rows == {-2.0: [0, 2], 2.0: [1]}


def test_the_plane_shades_each_set_once_and_outlines_lies():
    lie = cs.Box([(-1, 1), (9, 11)])
    _, ax = plt.subplots()
    output = personalization.Personalization(({0, 1}, {2}), ((0, 10), (5, 0)))
    drawn = drawing.draw_plane(
        [STRIPS[0]] * 2 + STRIPS[1:], [lie, *STRIPS], window=(-4, 15, -4, 13), output=output, ax=ax
    )
    assert drawn is ax
    boxes = [p for p in ax.patches if isinstance(p, Rectangle)]
    assert [(p.get_width(), p.get_height()) for p in boxes] == [(2, 17), (19, 2), (2, 2)]
    assert [p.get_linestyle() for p in boxes].count("--") == 1
    assert sorted(text.get_text() for text in ax.texts) == ["for 0, 1", "for 2"]


def test_quadratics_are_drawn_by_their_boundary():
    disc = cs.Quadratic([[2, 0], [0, 2]], [0, 0], 1)
    ax = drawing.draw_plane([disc], [cs.Quadratic([[2, 0], [0, 2]], [1, 1], 1)], window=(-3, 3, -3, 3))
    assert len(ax.collections) == 2


def test_depth_is_drawn_in_exact_steps():
    ax = drawing.draw_depth(
        [LINE, [*LINE[:2], cs.Interval(0, 0)]],
        at_least=2,
        labels=["truth", "lie"],
        window=(-3, 3),
        agreed=LINE[2],
    )
    truth, lie = (line for line in ax.lines if line.get_label() in ("truth", "lie"))
    assert list(truth.get_xdata()) == [-3, -2, -2, -1, -1, 1, 1, 2, 2, 3]
    assert list(truth.get_ydata()) == [0, 0, 1, 1, 3, 3, 1, 1, 0, 0]
    assert max(lie.get_ydata()) == 2
    points = [(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in ax.lines if line.get_marker() == "s"]
    assert points == [(0.0, 3.0)]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: drawing.draw_line(LINE, LINE[:2]), "one set per client, 3 of them"),
        (lambda: drawing.draw_line(LINE, LINE, names="ab"), "one name per client, 3"),
        (lambda: drawing.draw_line([cs.Interval(0, None)], [cs.Interval(0, 1)]), "bounded intervals"),
        (lambda: drawing.draw_plane(STRIPS, STRIPS, window=(1, 0, 0, 1)), "window must be"),
        (lambda: drawing.draw_plane(LINE, LINE, window=(0, 1, 0, 1)), "boxes or quadratics in the plane"),
        (lambda: drawing.draw_depth([LINE], at_least=1, labels=[], window=(0, 1)), "each of the 1 curves"),
        (lambda: drawing.draw_depth([LINE], at_least=1, labels=["a"], window=(1, 1)), "window must be"),
    ],
)
def test_bad_input_is_refused(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
