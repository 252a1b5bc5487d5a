"""The picture of one member's dial, for the page weighing-the-global-model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions.errors import coarse_errors, optimal_coarse_weights
from incentives_book import figures


def dial_curve(
    sizes: Sequence[int], *, member: int, noise: Any, spread: Any, points: int = 201
) -> tuple[np.ndarray, np.ndarray]:
    """Expected squared error of one member at weights from 0 (pooled model only) to 1 (own model only).

    Returns:
        The weights and the errors, shape (points,) each.

    >>> weights, errors = dial_curve([5, 5], member=0, noise=10, spread=1, points=3)
    >>> weights.tolist(), errors.round(3).tolist()
    ([0.0, 0.5, 1.0], [1.5, 1.375, 2.0])
    """
    weights = np.linspace(0, 1, points)
    at = [coarse_errors(np.asarray(sizes, dtype=float), noise=noise, spread=spread, weights=w)[member] for w in weights]
    return weights, np.array(at)


def draw_dial(ax: Axes, sizes: Sequence[int], *, member: int, name: str, noise: Any, spread: Any) -> Axes:
    """The curve of `dial_curve` with its lowest point and the error alone; the title says the best weight."""
    weights, errors = dial_curve(sizes, member=member, noise=noise, spread=spread)
    best = float(optimal_coarse_weights(sizes, noise=noise, spread=spread)[member])
    lowest = coarse_errors(np.asarray(sizes, dtype=float), noise=noise, spread=spread, weights=best)[member]
    colour = figures.LARGE if sizes[member] == max(sizes) else figures.SMALL
    ax.plot(weights, errors, color=colour)
    ax.plot(best, lowest, "o", color=colour)
    figures.threshold(ax, errors[-1], "alone", along="y")
    title = f"{name}:\nbest with {100 * best:.0f} % of its own"
    return figures.label(ax, x="weight $w$ on the own model", y="expected squared error", title=title)
