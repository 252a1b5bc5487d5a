"""Moments of gains, small worlds of allocations, and the pictures of equal gains and of their price."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

import numpy as np
from IPython.display import Markdown

from incentives import rewards as rw
from incentives_book import figures

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _typeset(entry: Any) -> str:
    """The text of an entry, with a minus sign and not a hyphen before a negative number.

    >>> _typeset("0.16 (-0.08)"), _typeset("dense 20-32-2")
    ('0.16 (−0.08)', 'dense 20-32-2')
    """
    return re.sub(r"(?<![\w.])-(?=\d)", "−", str(entry))


def table(header: Sequence[Any], rows: Sequence[Sequence[Any]]) -> Markdown:
    """A table of texts, with minus signs before negative numbers."""
    lines = [header, ["---"] * len(header), *(map(_typeset, row) for row in rows)]
    return Markdown("\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines))


def moments(total: Any, squares: Any, count: Any) -> tuple[Any, Any]:
    """Mean and variance of so many gains, from their sum and the sum of their squares.

    >>> moments(6, 20, 2)
    (3.0, 1.0)
    """
    return total / count, squares / count - (total / count) ** 2


def cov(x: Sequence[Any], y: Sequence[Any]) -> Any:
    """Covariance of two rows, of numbers or of symbols; with itself, the variance.

    >>> cov([1, 3], [1, 3])
    1.0
    """
    return sum(a * b for a, b in zip(x, y, strict=True)) / len(x) - sum(x) * sum(y) / len(x) ** 2


def optima(c: Sequence[Any], menu: Sequence[Any], cost: rw.Cost) -> list[tuple[Any, ...]]:
    """All individually rational allocations of least cost, by trying every one.

    >>> optima([50, 52], [52, 54, 55], rw.Cost("ratio", points=1))
    [(52, 54)]
    """
    allowed = [a for a in product(menu, repeat=len(c)) if all(x >= y for x, y in zip(a, c, strict=True))]
    values = [cost([x - y for x, y in zip(a, c, strict=True)]) for a in allowed]
    return [a for a, value in zip(allowed, values, strict=True) if value == min(values)]


def worlds(clients: int, levels: int, top: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Contributions and menus of whole numbers up to `top`, contributions in rising order and within the menu.

    >>> len(list(worlds(1, 2, 2)))
    8
    """
    for menu in combinations(range(top + 1), levels):
        for c in combinations_with_replacement(range(menu[-1] + 1), clients):
            yield c, menu


def draw_equal_gains(contributions: Sequence[int], *, best: int, floor: int) -> Sequence[Axes]:
    """Accuracy given against contribution: equal gains, and beside them the least variance above a floor.

    Args:
        contributions: in rising order, in points.
        best: accuracy of the best model.
        floor: accuracy of the narrowest one, on the right.
    """
    import matplotlib.pyplot as plt

    _fig, axes = plt.subplots(1, 2, figsize=(7.3, 3.8), sharey=True)
    fine = np.linspace(contributions[0], contributions[-1], 241)
    for ax, least in zip(axes, (None, floor), strict=True):
        given = rw.allocate_continuous(list(contributions), best=best, floor=least, cost="anchor")
        levels = [float(a) for a in given.levels]
        gains = [a - c for a, c in zip(levels, contributions, strict=True)]
        shift = best - contributions[-1] if least is None else float(given.shift)
        line = np.clip(fine + shift, least or 0, best)
        ax.plot(fine, line, color=figures.COLOURS[0])
        ax.plot(contributions, levels, "o", color=figures.COLOURS[0])
        ax.plot(fine, fine, color=figures.INK, linestyle=(0, (1, 2)), linewidth=1)
        for c, a, g in zip(contributions, levels, gains, strict=True):
            ax.plot([c, c], [c, a], color=figures.INK, linewidth=0.6)
            ax.annotate(f"+{g:.0f}", (c, a), textcoords="offset points", xytext=(0, 6), ha="center")
        ax.axhline(best, color=figures.INK, linewidth=0.6)
        ax.set_ylim(contributions[0] - 2, best + 6)
        ax.set_xlim(contributions[0] - 2.5, contributions[-1] + 2)
    axes[0].text(contributions[0], best + 1, f"best model {best}")
    axes[0].text(contributions[2], contributions[2] - 6, "alone")
    axes[1].axhline(floor, color=figures.COLOURS[1], linewidth=0.8, linestyle="--")
    axes[1].text(contributions[-1], floor - 4, f"narrowest model {floor}", ha="right")
    figures.label(axes[0], x="contribution (points)", y="accuracy given (points)", title="all gain the same")
    figures.label(axes[1], x="contribution (points)", y="", title="a floor: the weak gain most")
    return axes


def draw_price(contributions: Sequence[int], *, best: int, ax: Axes | None = None) -> Axes:
    """Least spread of the gains for every mean gain, with the price of equal gains as a bracket."""
    import matplotlib.pyplot as plt

    ax = plt.subplots()[1] if ax is None else ax
    c = np.array(contributions)
    gains = np.array([np.minimum(c + t, best) - c for t in np.linspace(0, best - c.min(), 400)])
    equal, largest = best - c.max(), best - c.mean()
    ax.plot(gains.mean(axis=1), gains.std(axis=1), color=figures.COLOURS[0])
    ax.plot([equal, largest], [0, gains[-1].std()], "o", color=figures.COLOURS[0])
    ax.annotate("", (largest, -0.6), (equal, -0.6), arrowprops={"arrowstyle": "<->", "color": figures.INK})
    ax.text((equal + largest) / 2, -0.5, f"price of equal gains {largest - equal:.1f}", ha="center", va="bottom")
    ax.text(equal, 0.5, "equal gains ", ha="right")
    ax.text(largest - 0.5, gains[-1].std(), "the best model for all", ha="right", va="center")
    ax.set_ylim(-1.2, gains[-1].std() + 0.8)
    return figures.label(ax, x="mean gain (points)", y="spread of gains (points)")
