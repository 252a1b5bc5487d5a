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
    """One row per group: its members as dots, and the bill that they are sent.

    The bill is full up to the lower end of its interval and hatched from there to the upper end. A line stands at the
    estimate, and a cross at the same payment by another sample.

    Args:
        found: one interval per group for each choice of sizes.
        again: the same payments by another sample.
        ax: where to draw.
    """
    from matplotlib.patches import Patch

    from incentives_book import figures

    gap, row, rows = 0.05, -0.6, []
    for sizes, intervals in found.items():
        row += 0.6
        for who, (size, told) in enumerate(zip(sizes, intervals, strict=True)):
            colour = figures.COLOURS[who]
            ax.plot([-gap * (k + 1) for k in range(size)], [row] * size, "o", markersize=6.5, color=colour)
            ax.barh(row, told.low, height=0.62, color=colour)
            open_part = {"height": 0.62, "facecolor": "none", "edgecolor": colour, "hatch": "////", "linewidth": 1}
            ax.barh(row, told.high - told.low, left=told.low, alpha=0.55, **open_part)
            ax.plot([told.payment] * 2, [row - 0.46, row + 0.46], linestyle="-", color=figures.INK, linewidth=2)
            ax.plot(again[sizes][who], row, "x", color=figures.INK, markersize=8, markeredgewidth=2)
            if len(rows) < len(sizes):
                where = {"textcoords": "offset points", "va": "center", "color": colour}
                ax.annotate(f"group {who + 1}", (told.high, row), (8, 0), **where)
            rows.append(row)
            row += 1
    ax.set_xlim(-gap * (max(map(max, found)) + 0.8), None)
    ax.set_xticks([tick for tick in ax.get_xticks() if tick >= 0])
    ax.set_yticks([])
    ax.set_ylim(rows[-1] + 0.6, -0.6)
    ax.spines["left"].set_position(("data", 0))
    ax.spines["bottom"].set_bounds(0, ax.get_xlim()[1])
    ax.grid(visible=False, axis="y")
    ax.set_xlabel("payment")
    ax.text(-gap, rows[-1] + 0.7, "members", ha="right", va="top")
    handles = [
        Patch(color=figures.INK, label="at least this much"),
        Patch(facecolor="none", edgecolor=figures.INK, hatch="////", label="not settled"),
        *ax.plot([], [], "|", color=figures.INK, markersize=11, markeredgewidth=2, label="estimate"),
        *ax.plot([], [], "x", color=figures.INK, markersize=8, markeredgewidth=2, label="by a second sample"),
    ]
    place = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.17)}
    ax.legend(handles=handles, ncols=4, columnspacing=1, handlelength=1.4, **place)
    return ax
