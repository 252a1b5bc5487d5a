"""Pictures of what lies gain when nothing is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from incentives_book.figures import COLOURS, INK, LINES, label
from incentives_book.payments.drawing import triangle_points


def draw_gains(
    lies: ArrayLike, gains: Mapping[str, ArrayLike], slopes: Mapping[str, float], *, ax: Axes, x: str
) -> Axes:
    """Gain against the size of a lie, one curve per name, each with its tangent at the truth in grey over it.

    Names stand beside the right ends of the curves, in their colours.

    Args:
        lies: sizes of the lie, 0 is the truth, shape (lies,).
        gains: by name, shape (lies,).
        slopes: the derivative at 0, by name.
        ax: where to draw.
        x: what is varied.
    """
    at = np.asarray(lies, dtype=float)
    ax.axhline(0, color=INK, linewidth=0.8, linestyle="-")
    for number, (name, values) in enumerate(gains.items()):
        found = np.asarray(values, dtype=float)
        ax.plot(at, found, color=COLOURS[number], linestyle=LINES[number], linewidth=2.2, label=name)
        near = np.abs(at) <= 0.7 * np.abs(at).max()
        ax.plot(at[near], float(slopes[name]) * at[near], color=INK, linewidth=1.1, linestyle=(0, (4, 3)), zorder=3)
        end, ink = (at[-1], found[-1]), COLOURS[number]
        ax.annotate(name, end, (-44, 0), textcoords="offset points", ha="right", va="center", color=ink)
    ax.plot([0], [0], marker="o", color=INK, linestyle="none", zorder=4, label="truth")
    ax.annotate("truth", (0, 0), (0, 18), textcoords="offset points", ha="center", color=INK)
    ax.set(xlabel=x, ylabel="gain of one member")  # the names stand on the curves, so there is no legend
    return ax


def draw_reachable(policies: ArrayLike, *, ax: Axes, name: str = "models it can bring about") -> Axes:
    """All models that one group can bring about, as dots in a triangle; policies have shape (reports, 3)."""
    x, y = triangle_points(policies).T
    ax.plot(x, y, linestyle="none", marker=".", markersize=2.5, color=COLOURS[5], label=name)
    return ax


def draw_shares(names: Sequence[Any], shares: Mapping[str, Sequence[Any]], *, ax: Axes, x: str, y: str) -> Axes:
    """Shares of profiles, one bar per name over each of an ordered row of settings; names stand beside bars.

    Args:
        names: the settings, in order.
        shares: by name, one number in [0, 1] per setting.
        ax: where to draw.
        x: what the settings are.
        y: what the shares are shares of.
    """
    at, wide = np.arange(len(names)), 0.8 / len(shares)
    for number, (name, values) in enumerate(shares.items()):
        places = at + (number - (len(shares) - 1) / 2) * wide
        heights = [float(v) for v in values]
        ax.bar(places, heights, width=0.9 * wide, color=COLOURS[number])
        # The first name at the left of its second bar, where the row is still low; the others over their last bars.
        where, aside, side = (min(1, len(at) - 1), (-16, -8), "right") if number == 0 else (-1, (0, 4), "center")
        end = (float(places[where]), heights[where])
        ax.annotate(name, end, aside, textcoords="offset points", ha=side, color=COLOURS[number])
    ax.set_xticks(at, [str(v) for v in names])
    ax.set_ylim(0, 1.12)
    ax.grid(visible=False, axis="x")
    return label(ax, x=x, y=y)
