"""Figures of what sampling leaves open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from incentives.payments.sampled_mechanism import PaymentInterval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_intervals(
    found: Mapping[tuple[int, ...], Sequence[PaymentInterval]],
    again: Mapping[tuple[int, ...], Sequence[float]],
    *,
    ax: Axes,
) -> Axes:
    """Payments with intervals, one group of points per choice of sizes.

    Args:
        found: one interval per group for each choice of sizes.
        again: the same payments by another sample.
        ax: where to draw.
    """
    from incentives_book import figures

    for place, (sizes, intervals) in enumerate(found.items()):
        for who, interval in enumerate(intervals):
            at, colour = place + 0.3 * who - 0.15, figures.COLOURS[who]
            reach = [[interval.payment - interval.low], [interval.high - interval.payment]]
            ax.errorbar(
                at,
                interval.payment,
                yerr=reach,
                fmt=figures.MARKERS[who],
                color=colour,
                capsize=3,
                label=f"group {who + 1}" if place == 0 else None,
            )
            ax.plot(
                at + 0.07,
                again[sizes][who],
                "x",
                color=figures.INK,
                label="second sample" if place == who == 0 else None,
            )
    ax.set_xticks(range(len(found)), [" and ".join(map(str, sizes)) for sizes in found])
    ax.set_ylim(bottom=0)
    return figures.label(ax, x="sizes", y="payment")
