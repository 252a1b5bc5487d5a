"""The picture of the page that opens the rewards part: train, allocate, and who would rather contribute less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from incentives_book import figures
from incentives_book.rewards.who_would_contribute_less import EqualGains

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Five clients as on the page about equal gains, in points, and the best model.
FIVE, BEST = (52, 58, 63, 69, 74), 86


def one_run(
    records: Sequence[Mapping[str, Any]], *, partition: str = "dirichlet-0.5", seed: int = 0
) -> dict[str, Mapping[str, Any]]:
    """The records of one cell and seed of Fashion-MNIST by method; empty where there are none.

    >>> one_run([])
    {}
    """
    return {
        r["settings"]["method"]: r
        for r in records
        if (r["settings"]["data"], r["settings"]["partition"], r["settings"]["seed"])
        == ("fashion_mnist", partition, seed)
    }


def level_by_contribution(points: Sequence[int]) -> list[float]:
    """The level of the strongest of the five clients when it contributes so much, under equal gains, in points.

    >>> level_by_contribution([74, 69, 63])
    [86.0, 86.0, 80.0]
    """
    rule = EqualGains(Fraction(BEST, 100))
    return [100 * float(rule([Fraction(c, 100) for c in (*FIVE[:-1], told)])[-1]) for told in points]


def draw_three_steps(run: Mapping[str, Mapping[str, Any]], axes: Sequence[Axes]) -> None:
    """Accuracy by width; what each client gets of it beside what it has alone; what the strongest gets for less.

    Args:
        run: from `one_run`; without records the first two panels stay empty.
        axes: three.
    """
    train, allocate, less = axes
    if run:
        aequa, alone = run["aequa"]["extra"], [100 * a for a in run["stand-alone"]["test"]]
        train.plot(aequa["widths"], [100 * a for a in aequa["test_curve"]], color=figures.COLOURS[0])
        for level in alone:
            train.plot([0.25, 0.28], [level, level], color=figures.COLOURS[1], linestyle="-")
        train.text(0.3, min(alone), "clients alone", color=figures.COLOURS[1], va="center")
        order, given = np.argsort(alone), [100 * a for a in aequa["anchor"]["test"]]
        places = np.arange(len(order))
        allocate.bar(places, np.array(alone)[order], color=figures.COLOURS[1], alpha=0.5)
        allocate.plot(places, np.array(given)[order], "o", color=figures.COLOURS[0])
        allocate.text(0, 0.85 * max(given), "received", color=figures.COLOURS[0])
        allocate.set_xticks(places, [str(k + 1) for k in places])
    points = list(range(52, 75))
    less.plot(points, level_by_contribution(points), color=figures.COLOURS[0])
    less.plot([74], [86], "o", color=figures.COLOURS[0])
    less.axvline(69, color=figures.INK, linewidth=0.8, linestyle=":")
    less.text(68.5, 70, "second best", ha="right", color=figures.INK)
    figures.label(train, x="width", y="accuracy (points)", title="train once,\ncut anywhere")
    figures.label(allocate, x="client", y="", title="give more to\nwho brings more")
    figures.label(less, x="the strongest brings", y="", title="who is strongest\nmay hold back")
