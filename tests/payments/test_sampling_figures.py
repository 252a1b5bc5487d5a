"""The figure shows every payment once, inside its interval."""

import matplotlib

matplotlib.use("Agg")

from incentives.payments.sampled_mechanism import PaymentInterval
from incentives_book.payments.fine_tuning_by_sampling.sampling_figures import draw_intervals


def test_intervals_are_drawn():
    from matplotlib import pyplot as plt

    _, ax = plt.subplots()
    found = {(3, 7): [PaymentInterval(0.25, 0.125, 0.5), PaymentInterval(0.5, 0.375, 0.75)]}
    draw_intervals(found, {(3, 7): [0.3, 0.45]}, ax=ax)
    reach = [(bar.get_x(), bar.get_x() + bar.get_width(), bar.get_hatch() is not None) for bar in ax.patches]
    assert reach == [(0, 0.125, False), (0.125, 0.5, True), (0, 0.375, False), (0.375, 0.75, True)]
    shown = [line for line in ax.lines if len(line.get_xdata())]
    assert [line.get_xdata()[0] for line in shown if line.get_marker() == "x"] == [0.3, 0.45]
    assert [line.get_xdata()[0] for line in shown if line.get_linestyle() == "-"] == [0.25, 0.5]
    members = [line for line in shown if line.get_marker() == "o"]
    assert [len(line.get_xdata()) for line in members] == [3, 7]
    assert all(max(line.get_xdata()) < 0 and min(line.get_xdata()) > ax.get_xlim()[0] for line in members)
    assert [text.get_text() for text in ax.texts] == ["group 1", "group 2", "members"]
    assert min(ax.get_xticks()) == 0
