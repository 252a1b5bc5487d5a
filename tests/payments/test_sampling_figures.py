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
    texts = {text.get_text() for text in ax.get_legend().get_texts()}
    assert texts == {"group 1", "group 2", "second sample"}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["3 and 7"]
    plt.close(fig)
