"""Pictures of what noise does: utilities of reports, gains against their bounds, and gains against samples."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from incentives_book.figures import COLOURS, INK, LINES, MARKERS, label


def draw_report_utilities(reports: ArrayLike, utilities: Mapping[str, ArrayLike], *, truth: float, ax: Axes) -> Axes:
    """Expected utility of each report, one step curve per kind of noise, with the truth marked.

    Args:
        reports: the reported reward of one outcome, increasing, shape (reports,).
        utilities: name of the noise to expected utilities, shape (reports,).
        truth: the true reward; must be one of the reports.
        ax: where to draw.

    Raises:
        ValueError: `truth` is not among the reports.
    """
    x = np.asarray(reports, dtype=float)
    at = np.flatnonzero(np.isclose(x, truth))
    if at.size != 1:
        raise ValueError(f"truth must be one of the reports, got {truth!r}")
    for number, (name, values) in enumerate(utilities.items()):
        y = np.asarray(values, dtype=float)
        ax.step(x, y, where="post", color=COLOURS[number], linestyle=LINES[number], label=name)
        ax.plot(truth, y[at[0]], linestyle="", marker=MARKERS[number], color=COLOURS[number])
    ax.axvline(truth, color=INK, linestyle=":", linewidth=1)
    return label(ax, x="reported reward of outcome 1 (dots: the truth)", y="expected utility")


def draw_gain_bounds(
    errors: ArrayLike, gains: Mapping[str, ArrayLike], bounds: Mapping[str, ArrayLike], *, ax: Axes
) -> Axes:
    """Largest gains found against the size of the noise, with bounds; both axes logarithmic.

    Args:
        errors: w epsilon, positive, shape (errors,).
        gains: name to largest gains found, shape (errors,); drawn as points.
        bounds: name to bounds, shape (errors,); drawn as lines.
        ax: where to draw.
    """
    x = np.asarray(errors, dtype=float)
    for number, (name, values) in enumerate(bounds.items()):
        ax.plot(x, values, color=COLOURS[number], linestyle=LINES[number], label=name)
    for number, (name, values) in enumerate(gains.items()):
        ax.plot(x, values, linestyle="", marker=MARKERS[number], color=COLOURS[number], label=name)
    ax.set(xscale="log", yscale="log")
    return label(ax, x="size of the group times epsilon", y="gain of the best lie found")


def draw_gains_by_samples(
    samples: ArrayLike,
    gains: Mapping[str, ArrayLike],
    *,
    spread: ArrayLike,
    bound: ArrayLike,
    ax: Axes,
) -> Axes:
    """Exact gain of the best lie against the number of samples, one curve per game; both axes logarithmic.

    Args:
        samples: per model, shape (counts,).
        gains: name of the game to gains, shape (counts,); zeros and below 1e-4 are not drawn.
        spread: expected spread of the errors, which bounds the gains, shape (counts,).
        bound: the bound that needs no knowledge of the models, shape (counts,).
        ax: where to draw.
    """
    m = np.asarray(samples, dtype=float)
    ax.plot(m, bound, color=INK, linestyle=LINES[4], label="bound without knowing the models")
    ax.plot(m, spread, color=INK, linestyle=LINES[5], label="expected spread of the errors")
    for number, (name, values) in enumerate(gains.items()):
        y = np.asarray(values, dtype=float)
        ax.plot(m, np.where(y >= 1e-4, y, np.nan), color=COLOURS[number], linestyle=LINES[number], label=name)
    ax.set(xscale="log", yscale="log", ylim=(1e-4, 2))
    return label(ax, x="samples per model", y="gain of the best lie")
