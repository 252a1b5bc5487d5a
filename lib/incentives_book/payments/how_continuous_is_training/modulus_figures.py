"""Pictures of how far a trained model moves, and of what the wrong model costs, against the change of the rewards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from incentives.payments.divergences import Divergence
from incentives.payments.policies import best_policy
from incentives_book.figures import ALONE, COLOURS, INK, LARGE, LINES, MARKERS, label
from incentives_book.payments.how_continuous_is_training.moduli import KLModulus, StronglyConvexModulus


def draw_moves(
    modulus: KLModulus | StronglyConvexModulus,
    distances: ArrayLike,
    moves: ArrayLike,
    *,
    extremal: Mapping[float, float],
    ax: Axes,
    title: str = "",
) -> Axes:
    """Observed moves of a probability under the sharp and the printed bound.

    Args:
        modulus: gives both bounds.
        distances: D of each observed pair of reports, shape (pairs,).
        moves: largest change of a probability, shape (pairs,).
        extremal: moves of the extremal instances, by D.
        ax: where to draw.
        title: of the panel.
    """
    seen, found = np.asarray(distances, dtype=float), np.asarray(moves, dtype=float)
    grid = np.linspace(0, max(seen.max(), *extremal), 201)
    ax.plot(seen, found, linestyle="", marker=".", markersize=2.5, color=COLOURS[5], label="random pairs")
    ax.plot(
        grid,
        np.minimum(modulus.printed_move(grid), 1.2),
        color=COLOURS[1],
        linestyle=LINES[1],
        label="printed",
    )
    ax.plot(grid, np.minimum(modulus.move(grid), 1.0), color=COLOURS[0], linestyle=LINES[0], label="sharp")
    ax.plot(
        list(extremal),
        list(extremal.values()),
        linestyle="",
        marker=MARKERS[2],
        color=COLOURS[0],
        label="extremal",
    )
    ax.set(xlim=(0, grid[-1]), ylim=(0, 1.02))
    return label(ax, x="D, largest change of the total reward", y="move of a probability", title=title)


def draw_switch(
    divergence: Divergence,
    rare: ArrayLike,
    *,
    gap: float,
    width: float,
    ax: Axes,
    title: str = "",
) -> Axes:
    """The share of one of two rare, wanted outcomes against the difference of their total rewards.

    Args:
        divergence: of the training rule.
        rare: initial probabilities of each of the two outcomes, one curve per entry, below 1/2.
        gap: total reward of the more wanted outcome above the third one.
        width: differences from -width to width are drawn.
        ax: where to draw.
        title: of the panel.
    """
    difference = np.linspace(-width, width, 401)
    rewards = np.stack(
        [
            np.where(difference < 0, gap + difference, gap),
            np.where(difference < 0, gap, gap - difference),
            np.zeros_like(difference),
        ],
        axis=-1,
    )
    for number, s in enumerate(np.asarray(rare, dtype=float)):
        reference = np.array([s, s, 1 - 2 * s])
        shares = best_policy(rewards, reference, divergence=divergence)[:, 0]
        ax.plot(difference, shares, color=COLOURS[number], linestyle=LINES[number], label=f"q = {s:g}")
    ax.set(xlim=(-width, width), ylim=(0, 1), xticks=[-2 * width / 3, 0, 2 * width / 3])
    return label(ax, x="total reward of outcome 1 minus that of outcome 2", y="probability of outcome 1", title=title)


def draw_losses(modulus: KLModulus, distances: ArrayLike, losses: ArrayLike, *, ax: Axes, **names: Any) -> Axes:
    """Welfare lost by training with the wrong rewards, and three bounds named on their lines; both axes logarithmic.

    Args:
        modulus: of the training rule; its loss is drawn with D^2 / (2 penalty) and 2 D.
        distances: D of observed pairs, shape (pairs,).
        losses: welfare lost, shape (pairs,).
        ax: where to draw.
        names: further settings of the axes, such as a title.
    """
    seen, found = np.asarray(distances, dtype=float), np.asarray(losses, dtype=float)
    grid = np.geomspace(seen.min(), seen.max(), 101)
    found = np.where(found > 0, found, np.nan)  # a constant change loses nothing, and has no logarithm
    ax.plot(
        seen,
        found,
        linestyle="",
        marker=".",
        markersize=2.5,
        color=COLOURS[5],
        rasterized=True,
        label="random pairs",
    )
    parabola = grid**2 / (2 * float(modulus.penalty))
    ax.plot(grid, 2 * grid, color=COLOURS[1], linestyle=LINES[1], label="2 D (any set of models)")
    ax.plot(grid, parabola, color=COLOURS[2], linestyle=LINES[2], label="D² / (2λ)")
    ax.plot(grid, modulus.loss(grid), color=COLOURS[0], linestyle=LINES[0], label="exact supremum")
    ax.set(xscale="log", yscale="log", xlim=(grid[0], grid[-1]))
    ax.set_ylim(bottom=modulus.loss(grid[0]) / 1e3)
    for at, height, name, colour in (
        (50, 2 * grid[50], "2 D, any set of models", COLOURS[1]),
        (90, parabola[90], "D² / (2λ)", COLOURS[2]),
        (26, modulus.loss(grid[26]), "exact supremum", COLOURS[0]),
    ):
        ax.annotate(name, (grid[at], height), (-6, 6), textcoords="offset points", ha="right", color=colour)
    ax.xaxis.set_minor_formatter("")
    ticks = [tick for tick in (0.01, 0.03, 0.1, 0.3, 1, 3) if grid[0] <= tick <= grid[-1]]
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.set(xlabel="D, largest error of the total reward", ylabel="welfare lost", **names)
    return ax  # the names stand on the lines, so there is no legend


def draw_printed_region(*, ax: Axes, witnesses: Sequence[tuple[float, float]]) -> Axes:
    """Where the printed bound of the relative change under KL fails for rare answers, over falls and rises of the
    rewards.

    Args:
        ax: where to draw.
        witnesses: pairs (largest fall, largest rise) at which it was seen to fail, in units of the penalty.
    """
    falls = np.linspace(0.001, 1, 300)
    b = np.exp(-falls)
    lower = np.log(np.maximum(2 * b - b**3, 1))
    ax.fill_between(falls, lower, falls, color=LARGE, alpha=0.3, linewidth=0)
    ax.plot(falls, falls, color=INK, linestyle="-")
    ax.plot(falls, lower, color=INK, linestyle="--")
    ax.text(0.28, 0.75, "holds: the rise is larger", ha="center", color=INK)
    ax.text(0.8, 0.45, "fails for\nrare answers", ha="center", color=INK)
    for fall, rise in witnesses:
        ax.plot([fall], [rise], marker="x", color=ALONE, linestyle="none", markersize=8, markeredgewidth=2)
    ax.set(xlim=(0, 1), ylim=(-0.02, 1))
    return label(ax, x="largest fall of a reward", y="largest rise of a reward")
