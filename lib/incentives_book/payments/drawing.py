"""Figures of this part: models as points of a triangle, utilities over reports, payments as gaps under a curve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from incentives.payments.report_curves import ReportCurve

# Corners of the triangle: first outcome bottom left, second bottom right, third on top.
_CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])


def triangle_points(policies: ArrayLike) -> np.ndarray:
    """Where distributions over three outcomes lie in the triangle, shape (..., 2).

    >>> triangle_points([0.0, 1.0, 0.0])
    array([1., 0.])
    """
    p = np.asarray(policies, dtype=float)
    if p.shape[-1:] != (3,):
        raise ValueError(f"policies must be over three outcomes, got shape {p.shape}")
    return p @ _CORNERS


def draw_triangle(names: Sequence[str], *, ax: Axes, title: str = "") -> Axes:
    """The empty simplex of three outcomes with its corners named."""
    from incentives_book import figures

    ring = _CORNERS[[0, 1, 2, 0]]
    ax.plot(ring[:, 0], ring[:, 1], color=figures.INK, linestyle="-", linewidth=1)
    for (x, y), name, side in zip(_CORNERS, names, ("left", "right", "center"), strict=True):
        above = side == "center"
        x, y = (x, y + 0.03) if above else (-0.06 if side == "left" else 1.06, -0.04)
        ax.text(x, y, name, ha=side, va="bottom" if above else "top")
    ax.set(xlim=(-0.08, 1.08), ylim=(-0.14, 0.98), title=title, aspect="equal")
    ax.set_axis_off()
    return ax


def draw_level_lines(reward: ArrayLike, *, ax: Axes, levels: int = 5) -> Axes:
    """Lines on which a reward has the same expectation, as thin grey lines across the triangle."""
    from incentives_book import figures

    r = np.asarray(reward, dtype=float)
    for level in np.linspace(r.min(), r.max(), levels + 2)[1:-1]:
        ends = []
        for a, b in ((0, 1), (1, 2), (2, 0)):
            if min(r[a], r[b]) <= level < max(r[a], r[b]):
                t = (level - r[a]) / (r[b] - r[a])
                ends.append((1 - t) * _CORNERS[a] + t * _CORNERS[b])
        if len(ends) == 2:
            line = np.array(ends)
            ax.plot(line[:, 0], line[:, 1], color=figures.INK, linestyle="-", linewidth=0.5, alpha=0.6)
    return ax


def draw_policy(policy: ArrayLike, *, ax: Axes, number: int = 0, name: str = "", path: ArrayLike | None = None) -> Axes:
    """One model as a marker in the triangle, and if given the path of models that leads to it.

    Args:
        policy: shape (3,).
        ax: with a triangle.
        number: picks colour and marker.
        name: for the legend.
        path: models along the way, shape (steps, 3).
    """
    from incentives_book import figures

    colour = figures.COLOURS[number % len(figures.COLOURS)]
    marker = figures.MARKERS[number % len(figures.MARKERS)]
    if path is not None:
        way = triangle_points(path)
        ax.plot(way[:, 0], way[:, 1], color=colour, linestyle=figures.LINES[number % len(figures.LINES)])
    x, y = triangle_points(policy)
    ax.plot([x], [y], color=colour, marker=marker, markersize=8, linestyle="none", label=name or None)
    return ax


def draw_curve(curve: ReportCurve, *, ax: Axes, x: str = "") -> Axes:
    """Valuation, payment and utility of one group over a row of reports; the truth, at 1, is marked.

    Args:
        curve: from `size_curve`, `mixture_curve` or `report_curve`.
        ax: where to draw.
        x: what the parameter means.
    """
    from incentives_book import figures

    at = curve.parameters.astype(float)
    rows = [
        ("valuation", curve.valuations, figures.LARGE, "--"),
        ("payment", curve.payments, figures.ALONE, ":"),
        ("utility", curve.utilities, figures.SMALL, "-"),
    ]
    for name, values, colour, line in rows:
        ax.plot(at, values.astype(float), color=colour, linestyle=line, label=name)
    figures.label(ax, x=x, y="reward of the whole group")
    figures.threshold(ax, 1.0, "truth")
    return ax


def draw_payment_as_gap(welfare: Callable[[float], Any], slope: float, *, ax: Axes) -> Axes:
    """The payment as a Bregman distance: best welfare along the report, and its tangent at the report.

    Args:
        welfare: best welfare when the group's report counts with this share, V(R_-i + t R_i).
        slope: <p, R_i>, the derivative at t = 1.
        ax: where to draw.
    """
    from incentives_book import figures

    t = np.linspace(-0.15, 1.25, 141)
    values = np.array([float(welfare(s)) for s in t])
    alone, full = float(welfare(0.0)), float(welfare(1.0))
    ax.plot(t, values, color=figures.SMALL, linestyle="-", label="best welfare of all, $V$")
    ax.plot(t, full + slope * (t - 1), color=figures.LARGE, linestyle="--", label="tangent at the report")
    ax.plot([0, 0], [full - slope, alone], color=figures.ALONE, linestyle=":", linewidth=3, label="payment")
    ax.plot([0, 1], [alone, full], color=figures.INK, marker="o", linestyle="none")
    return figures.label(ax, x="share $t$ of the report that counts", y="welfare")
