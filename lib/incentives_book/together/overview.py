"""The picture of the page that opens the part together: what each of four clinics pays alone, together, and billed."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from incentives.together import Federation
from incentives_book.figures import COLOURS


def draw_bills(federation: Federation, *, ax: Axes) -> Axes:
    """The payment of each member: alone at its own best size, in the federation before money moves, and by its bill.

    Args:
        federation: efficient sizes and their costs, as floats.
        ax: where to draw.
    """
    alone = 2 * np.sqrt(float(federation.noise) * np.asarray(federation.costs, dtype=float))
    rows = [("alone", alone), ("together, no money moved", federation.spending), ("bill", federation.bills)]
    places = np.arange(len(alone))
    for k, ((name, values), colour) in enumerate(zip(rows, (COLOURS[3], COLOURS[4], COLOURS[2]), strict=True)):
        ax.bar(places + 0.27 * (k - 1), values, width=0.25, color=colour, label=name)
    ax.set_xticks(places, [f"{'abcdefgh'[i]}: {size:.0f} records" for i, size in enumerate(federation.sizes)])
    ax.set(ylabel="error and money", title="Every bill is below the cost of being alone")
    ax.legend()
    return ax
