"""The figure shows every payment once, inside its interval."""

import matplotlib

matplotlib.use("Agg")

from incentives.payments.sampled_mechanism import PaymentInterval
from incentives_book.payments.fine_tuning_by_sampling.sampling_figures import draw_intervals


def test_intervals_are_drawn():
    from matplotlib import pyplot as plt

    fig, ax = plt.subplots()
    found = {(3, 7): [PaymentInterval(0.2, 0.1, 0.4), PaymentInterval(0.5, 0.4, 0.6)]}
    draw_intervals(found, {(3, 7): [0.25, 0.45]}, ax=ax)
    assert [bar.get_width() for bar in ax.patches] == [0.2, 0.5]
    assert [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "x"] == [0.25, 0.45]
    assert [text.get_text().split(":")[0] for text in ax.texts] == ["group 1", "group 2"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["3 and 7", ""]
    plt.close(fig)
