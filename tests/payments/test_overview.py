"""The opening picture's numbers, in floats by closed forms and a plain search over mixtures."""

import matplotlib.pyplot as plt
import numpy as np

from incentives_book.payments import overview

LIKES, W = np.array(overview.LIKES, dtype=float), 10.0


def tilt(total):
    weights = np.exp(total)
    return weights / weights.sum()


def welfare(p, total):
    return p @ total - p @ np.log(3 * p)


def test_the_three_curves_are_the_closed_forms():
    for row in overview.kept_along_mixtures(7):
        b = float(row.share)
        told = b * LIKES[0] + (1 - b) * LIKES[1]
        p, others = tilt(5 * (told + LIKES[1])), 5 * LIKES[1]
        bill = welfare(tilt(others), others) - welfare(p, others)
        assert np.isclose(row.free, 5 * p @ LIKES[0])
        assert np.isclose(row.paid, row.free - bill)


def test_truth_is_on_top_with_payments_only():
    rows = overview.kept_along_mixtures(16)
    truth = next(row for row in rows if row.share == 1)
    assert truth.paid == max(row.paid for row in rows)
    assert truth.free < max(row.free for row in rows)
    assert truth.retrained < max(row.retrained for row in rows) - 1


def test_three_panels_are_drawn_and_the_truth_is_marked_in_each():
    _, axes = plt.subplots(1, 3)
    overview.draw_three_answers(axes, points=7)
    assert all("truth" in [text.get_text() for text in ax.texts] for ax in axes)
