"""Pictures of what lies gain when nothing is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from incentives_book.figures import COLOURS, INK, LINES
from incentives_book.payments.drawing import triangle_points
from incentives_book.payments.small_worlds import grid, mean


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


def who_gains(how: str, levels: int, q: Sequence[Fraction]) -> tuple[list[list[Fraction]], list[bool]]:
    """All groups of a scale with least reward 0, and which of them gain by some lie under interior chi-squared.

    Args:
        how: `"max"` or `"sum"`, how rewards are normalised.
        levels: steps of the scale.
        q: the initial model.

    >>> third = [Fraction(1, 3)] * 3
    >>> [(len(gain), sum(gain)) for _, gain in (who_gains("max", levels, third) for levels in (1, 2, 3))]
    [(6, 0), (12, 0), (18, 12)]
    """
    groups = [r for r in grid(how, len(q), levels) if min(r) == 0]
    if how == "max":
        return groups, [any(x not in (0, 1) and x != mean(q, r) for x in r) for r in groups]
    slopes = [[a * (x - mean(q, r)) for x, a in zip(r, q, strict=True)] for r in groups]
    return groups, [
        any(x > 0 and s < max(t) for x, s in zip(r, t, strict=True)) for r, t in zip(groups, slopes, strict=True)
    ]


def draw_groups(groups: Sequence[Sequence[Any]], gain: Sequence[bool], *, ax: Axes, named: bool = False) -> Axes:
    """Groups that rate three answers, each where its rewards pull: towards the corners of the answers that it likes.

    Under maximum normalisation with least reward 0 they lie on the sides of a hexagon, under normalisation by the sum
    on those of a triangle. Whoever gains by a lie is a small round dot, whoever is truthful a square; how many of how
    many gain stands in the middle.

    Args:
        groups: rewards, shape (groups, 3).
        gain: whether each gains by some lie.
        ax: where to draw.
        named: whether the rewards stand beside the groups.
    """
    where = triangle_points(groups) - np.sum(groups, axis=1, dtype=float)[:, None] * triangle_points([1 / 3] * 3)
    turn = np.argsort(np.arctan2(where[:, 1], where[:, 0]))
    ring = where[np.append(turn, turn[0])]
    ax.plot(ring[:, 0], ring[:, 1], color=INK, linestyle="-", linewidth=0.8, zorder=1)
    lies = np.asarray(gain, dtype=bool)
    for chosen, marker, size, colour, name in (
        (lies, "o", 3.5, COLOURS[1], "gains by a lie"),
        (~lies, "s", 6.5, COLOURS[0], "truthful"),
    ):
        x, y = where[chosen].T
        ax.plot(x, y, linestyle="none", marker=marker, markersize=size, color=colour, label=name)
    if named:
        for place, rewards in zip(where, groups, strict=True):
            aside = (18, 14) * place / np.hypot(*place)
            text = " ".join(str(r) for r in rewards)
            ax.annotate(text, place, aside, textcoords="offset points", ha="center", va="center", fontsize=8, color=INK)
    ax.text(0, -0.14, f"{lies.sum()} of {len(lies)}", ha="center", va="center")
    ax.set(aspect="equal", xlim=(-0.72, 0.72), ylim=(-0.7, 0.7))
    ax.set_axis_off()
    return ax


def draw_scales(scales: Mapping[int, str], q: Sequence[Fraction], *, axes: Any) -> Any:
    """The groups of several scales, one column each, with rewards by maximum above and by the sum below.

    Args:
        scales: the name of each number of steps.
        q: the initial model.
        axes: shape (2, scales).
    """
    for row, how, name in zip(axes, ("max", "sum"), ("by maximum", "by the sum"), strict=True):
        for number, (ax, levels) in enumerate(zip(row, scales, strict=True)):
            draw_groups(*who_gains(how, levels, q), ax=ax, named=number == 0)
        row[0].text(-1.3, 0, name, rotation=90, ha="center", va="center")
    for ax, said in zip(axes[0], scales.values(), strict=True):
        ax.set_title(said, pad=16)
    figure = axes[0][0].figure
    figure.get_layout_engine().set(hspace=0.2)
    figure.legend(*axes[0][1].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return axes
