"""Payment equivalence: six reports of the path in symbols; pictures of the path, of the payment as an area, of
prices.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from incentives.payments.affine_maximizer import Mechanism
from incentives.payments.equivalence import ReportPath, pull
from incentives_book.figures import ALONE, COLOURS, INK, LARGE, LINES, SMALL, label


class SixReports(NamedTuple):
    """The path from one size to another with n = 2: symbols, and its weight there and back in three parts."""

    size: sp.Symbol
    other_size: sp.Symbol
    start: tuple[sp.Symbol, ...]  # rewards of three outcomes
    end: tuple[sp.Symbol, ...]
    meeting: tuple[sp.Symbol, ...]
    models: list[tuple[sp.Symbol, ...]]  # after each of the six reports
    part_a: sp.Expr  # towards the meeting point
    part_b: sp.Expr  # the change of size there
    part_c: sp.Expr  # away from it
    steps: list[sp.Expr]  # one inner product for each step


def six_reports() -> SixReports:
    """Two steps to the meeting point at one size, the change of size, two steps away at the other.

    >>> path = six_reports()
    >>> sp.expand(sum(path.steps) - path.part_a - path.part_b - path.part_c)
    0
    """
    n = 2
    w, w_ = sp.symbols("w w'", positive=True)
    start, end, meeting = (sp.symbols(f"{name}_1:4", nonnegative=True) for name in ("r", "r'", "r*"))
    reward = [[a + j * (b - a) / n for a, b in zip(start, meeting, strict=True)] for j in range(n + 1)]
    reward += [[b + j * (a - b) / n for a, b in zip(end, meeting, strict=True)] for j in range(n + 1)]
    models = [sp.symbols(f"p{j}_1:4", nonnegative=True) for j in range(2 * n + 2)]
    scaled = [[v * x for x in row] for v, row in zip([w] * (n + 1) + [w_] * (n + 1), reward, strict=True)]

    def along(j: int, rows: list[Any]) -> sp.Expr:
        pairs = zip(models[j], models[j + 1], rows[j], rows[j + 1], strict=True)
        return sum((q - p) * (y - x) for p, q, x, y in pairs)

    part_b = sum((q - p) * (w_ * x - w * x) for p, q, x in zip(models[n], models[n + 1], meeting, strict=True))
    return SixReports(
        w, w_, start, end, meeting, models,
        sum(w * along(j, reward) for j in range(n)),
        part_b,
        sum(w_ * along(j, reward) for j in range(n + 1, 2 * n + 1)),
        [along(j, scaled) for j in range(2 * n + 1)],
    )  # fmt: skip


def draw_report_path(path: ReportPath, *, normalised: str, ax: Axes, title: str = "") -> Axes:
    """The weighted rewards of two outcomes that each size allows, and a path between two of them.

    Args:
        path: over two outcomes.
        normalised: `"max"` or `"sum"`, the domain of the rewards.
        ax: where to draw.
        title: of the panel.

    Raises:
        ValueError: more than two outcomes, or another domain.
    """
    types = path.types.astype(float)
    if types.shape[1] != 2:
        raise ValueError(f"path must be over two outcomes, got {types.shape[1]}")
    if normalised not in ("max", "sum"):
        raise ValueError(f'normalised must be "max" or "sum", got {normalised!r}')
    corners = [[0, 1], [1, 1], [1, 0]] if normalised == "max" else [[0, 1], [1, 0]]
    for number, size in enumerate(sorted(set(path.sizes.astype(float).tolist()))):
        domain = size * np.array(corners)
        style = {"color": COLOURS[number], "linestyle": LINES[number], "linewidth": 1.4}
        ax.plot(domain[:, 0], domain[:, 1], label=f"types of size {size:g}", **style)
    half = len(types) // 2
    for part in (types[:half], types[half:]):
        ax.plot(part[:, 0], part[:, 1], color=ALONE, marker="o", markersize=4, linestyle="none")
    ax.plot(*types[half - 1 : half + 1].T, color=ALONE, linestyle=":", label="same model")
    ax.annotate("start", types[0], textcoords="offset points", xytext=(6, 5), color=INK)
    ax.annotate("end", types[-1], textcoords="offset points", xytext=(6, 5), color=INK)
    most = path.sizes.astype(float).max()
    ax.set(xlim=(-0.08 * most, 1.12 * most), ylim=(-0.08 * most, 1.12 * most), aspect="equal")
    return label(ax, x="$w\\,rm(x_1)$", y="$w\\,rm(x_2)$", title=title)


def draw_payment_as_area(
    rule: Mechanism,
    rewards: Any,
    sizes: Any = None,
    *,
    who: int,
    ax: Axes,
    constant: Any = 1,
    title: str = "",
    points: int = 801,
) -> Axes:
    """The pull of the model along the way from the constant report to the true one, and the area above it.

    Args:
        rule: as for `payment_from_training`.
        rewards, sizes, who, constant: likewise.
        ax: where to draw.
        title: of the panel.
        points: of the curve.
    """
    shares = np.linspace(0, 1, points)
    height = pull(rule, rewards, sizes, who=who, start=constant, at=shares)[0].astype(float)
    ax.plot(shares, height, color=SMALL, linestyle="-", label="pull $g(s)$")
    ax.plot([0, 1], [height[-1]] * 2, color=LARGE, linestyle="--", label="its value at the report")
    ax.fill_between(shares, height, height[-1], color=ALONE, alpha=0.25, linewidth=0, label="payment")
    return label(ax, x="share $s$ of the way to the report", y="reward of the group", title=title)


def draw_price_intervals(reach: ArrayLike, low: ArrayLike, high: ArrayLike, *, charged: float, ax: Axes) -> Axes:
    """The interval of possible price differences against how far the domain reaches towards the constant reward.

    Args:
        reach: 1 where the domain holds the constant reward, shape (domains,).
        low, high: ends of the intervals, same shape.
        charged: the difference of the affine maximizer payments.
        ax: where to draw.
    """
    x = np.asarray(reach, dtype=float)
    below, above = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    ax.fill_between(x, below, above, color=SMALL, alpha=0.2, linewidth=0, label="possible prices")
    ax.plot(x, above, color=SMALL, linestyle="-")
    ax.plot(x, below, color=SMALL, linestyle="-")
    ax.axhline(charged, color=LARGE, linestyle="--", label="affine maximizer")
    return label(ax, x="reach $b$ of the domain", y="$p(2)-p(1)$")
