"""The opening picture: its bars are the library's numbers, and show what its title says."""

import matplotlib.pyplot as plt
import numpy as np

from incentives.together import Federation, blocking_coalition
from incentives_book.together.overview import draw_bills


def test_every_bill_is_below_alone_and_the_cheap_clinic_would_leave_without_money():
    federation = Federation.efficient([0.05, 0.15, 0.15, 0.15], noise=10, spread=0.3)
    _, ax = plt.subplots()
    draw_bills(federation, ax=ax)
    alone, spending, bills = ([bar.get_height() for bar in group] for group in ax.containers)
    assert all(b < a for a, b in zip(alone, bills, strict=True))
    assert np.isclose(sum(bills), sum(spending))
    assert spending[0] > alone[0]
    assert 0 in blocking_coalition(federation.spending, federation.coalition_costs(own_sizes=True)).who
