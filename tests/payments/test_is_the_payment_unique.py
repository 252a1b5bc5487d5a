"""What the pictures of payment equivalence show, read back from the axes."""

from fractions import Fraction

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments import equivalence
from incentives_book.payments.is_the_payment_unique import (
    draw_payment_as_area,
    draw_price_intervals,
    draw_report_path,
    six_reports,
)

from .axes_read_back import by_name


def test_the_path_jumps_between_the_corners(ax):
    path = equivalence.path_through(([1, 0], 1), ([0, 1], 2), meeting=[1, 1], steps=3)
    draw_report_path(path, normalised="max", ax=ax)
    lines = by_name(ax)
    assert lines["same model"].tolist() == [[1, 1], [2, 2]]
    assert lines["types of size 2"].tolist() == [[0, 2], [2, 2], [2, 0]]
    with pytest.raises(ValueError, match="normalised"):
        draw_report_path(path, normalised="none", ax=ax)
    wide = equivalence.path_through(([1, 0, 0], 1), ([0, 1, 0], 2), meeting=[1, 1, 1], steps=1)
    with pytest.raises(ValueError, match="two outcomes"):
        draw_report_path(wide, normalised="max", ax=ax)


def test_the_shaded_area_is_the_payment(ax):
    rule = pay.AffineMaximizer([0.5, 0.5], penalty=0.5)
    draw_payment_as_area(rule, [[1, 0.2], [0, 1]], [2, 1], who=0, ax=ax)
    s, height = by_name(ax)["pull $g(s)$"].T
    steps = np.diff(s) * (height[1:] + height[:-1]) / 2
    paid = rule([[1, 0.2], [0, 1]], [2, 1]).payments[0]
    assert height[-1] - steps.sum() == pytest.approx(paid, abs=1e-5)


def test_intervals_lie_around_the_charged_price(ax):
    draw_price_intervals([0, 1], [0.1, 0.2], [0.4, 0.2], charged=0.2, ax=ax)
    lines = ax.get_lines()
    assert lines[0].get_ydata().tolist() == [0.4, 0.2]
    assert lines[1].get_ydata().tolist() == [0.1, 0.2]
    assert by_name(ax)["affine maximizer"][:, 1].tolist() == [0.2, 0.2]


def test_the_six_reports_add_up_with_numbers():
    path = six_reports()
    numbers = {
        symbol: Fraction(k + 2, 7)
        for k, symbol in enumerate(sorted(set().union(*(s.free_symbols for s in path.steps)), key=str))
    }

    def value(expression):
        return expression.subs(numbers)

    n = 2
    rows = [[value(a + j * (b - a) / n) for a, b in zip(path.start, path.meeting, strict=True)] for j in range(3)]
    rows += [[value(b + j * (a - b) / n) for a, b in zip(path.end, path.meeting, strict=True)] for j in range(3)]
    sizes = [value(path.size)] * 3 + [value(path.other_size)] * 3
    models = [[value(x) for x in model] for model in path.models]
    there_and_back = sum(
        (q - p) * (sizes[j + 1] * y - sizes[j] * x)
        for j in range(5)
        for p, q, x, y in zip(models[j], models[j + 1], rows[j], rows[j + 1], strict=True)
    )
    assert value(path.part_a + path.part_b + path.part_c) == there_and_back
