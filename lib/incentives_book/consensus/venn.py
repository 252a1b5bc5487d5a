"""The types of points of three clients as the cells of three circles, and which of them redundancy forbids."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from incentives_book.consensus.types_of_points import groups, types
from incentives_book.figures import COLOURS, INK

RADIUS, OFFSET = 1.0, 0.62  # of the circles, and how far their centres lie from the middle
ANGLES = np.radians([150, 30, 270])  # clients 0, 1, 2


def cell_place(accepted: frozenset[int]) -> tuple[float, float]:
    """A point in the cell of a type: inside the circles of `accepted` and outside the others.

    >>> cell_place(frozenset({0, 1, 2}))
    (0.0, 0.0)
    """
    if len(accepted) in (0, 3):
        return (0.0, 0.0) if accepted else (1.45, -1.2)
    angles = ANGLES[sorted(accepted)]
    x, y = np.cos(angles).sum(), np.sin(angles).sum()
    far = {1: 1.05, 2: 0.72}[len(accepted)] / np.hypot(x, y)
    return round(float(far * x), 6), round(float(far * y), 6)


def draw_types(redundancy: int, *, ax: Axes) -> Axes:
    """Three circles, W in green; a cross in each cell that may hold no point when any `redundancy` can be spared.

    The number in a cell is the number of clients who accept its points.
    """
    allowed = set(types(3, redundancy=redundancy))
    circles = [Circle((OFFSET * np.cos(a), OFFSET * np.sin(a)), RADIUS, fill=False, ec=INK, lw=1.4) for a in ANGLES]
    for client, (circle, angle) in enumerate(zip(circles, ANGLES, strict=True)):
        ax.add_patch(circle)
        ax.annotate(
            f"$S_{client}$",
            (1.85 * np.cos(angle), 1.85 * np.sin(angle)),
            ha="center",
            va="center",
            fontsize=11,
        )
    # W is what lies in all three: one filled disc, cut by the other two circles.
    grid = np.linspace(-0.8, 0.8, 400)
    x, y = np.meshgrid(grid, grid)
    inside = np.all([np.hypot(x - c.center[0], y - c.center[1]) <= RADIUS for c in circles], axis=0)
    ax.contourf(x, y, inside.astype(float), levels=[0.5, 1.5], colors=[COLOURS[2]], alpha=0.35)
    for cell in groups(range(3)):
        place = cell_place(cell)
        if cell in allowed:
            ax.annotate("W" if len(cell) == 3 else str(len(cell)), place, ha="center", va="center", fontsize=11)
        else:
            ax.plot(*place, "x", color=COLOURS[1], markersize=13, markeredgewidth=2.5)
    ax.set(xlim=(-2.1, 2.1), ylim=(-2.1, 1.6), aspect="equal")
    ax.axis("off")
    return ax
