"""Drawings of landscapes that annealing walks on, and of where it stays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from incentives_book.rewards.does_annealing_find_the_best import MetropolisChain, stationary_law


def draw_two_witnesses() -> list[Any]:
    """The valley and the two passes, each climb with its height."""
    import matplotlib.pyplot as plt

    from incentives_book.figures import COLOURS, label

    _fig, axes = plt.subplots(1, 2, figsize=(7.3, 3.2), sharey=True)
    worlds = (
        ("a climb of 3, a depth of 2", (1, 3, 0), "ABG", ((0, 1), (2, 1))),
        ("climbs that add up to 2", (1, 2, 1.5, 2.5, 0), "abcdg", ((0, 1), (2, 3))),
    )
    for ax, (title, costs, names, climbs) in zip(axes, worlds, strict=True):
        ax.plot(range(len(costs)), costs, marker="o", color=COLOURS[0])
        for x, (level, name) in enumerate(zip(costs, names, strict=True)):
            ax.annotate(
                name, (x, level), textcoords="offset points", xytext=(0, -15 if level < 1.6 else 7), ha="center"
            )
        for low, top in climbs:
            ax.annotate("", (low, costs[top]), (low, costs[low]), arrowprops={"arrowstyle": "->", "color": COLOURS[1]})
            ax.text(low + 0.05, (costs[low] + costs[top]) / 2, f"+{costs[top] - costs[low]:g}", color=COLOURS[1])
        ax.set(xticks=[], yticks=range(4), ylim=(-0.7, 3.6), xlim=(-0.4, len(costs) - 0.5))
        label(ax, x="", y="cost", title=title)
    axes[1].set_ylabel("")
    return list(axes)


def draw_landscape(ax: Any, costs: Sequence[float], names: str, *, depth: float, title: str) -> Any:
    """A path of states as points joined by lines, with an arrow from the first state up to its lowest pass."""
    from incentives_book import figures

    ax.plot(range(len(costs)), costs, marker="o", color=figures.COLOURS[0])
    for x, (level, name) in enumerate(zip(costs, names, strict=True)):
        on_top = level > max(costs[max(x - 1, 0)], costs[min(x + 1, len(costs) - 1)]) - 0.01
        below = (0, 6 if on_top else -15)
        ax.annotate(name, (x, level), textcoords="offset points", xytext=below, ha="center", color=figures.INK)
    arrow = {"arrowstyle": "->", "color": figures.COLOURS[1], "lw": 1.8}
    ax.annotate("", (0, costs[0] + depth), (0, costs[0]), arrowprops=arrow)
    ax.text(0, costs[0] + depth + 0.08, f"$d^*={depth}$", ha="center", color=figures.COLOURS[1])
    ax.set(xlim=(-0.9, len(costs) - 0.5), ylim=(-0.6, 3.7), xticks=[], yticks=range(4))
    return figures.label(ax, x="", y="cost", title=title)


def draw_stationary(chain: MetropolisChain, ax: Any, *, coldest: int = 1000) -> Any:
    """Stationary probability of each state against the odds of a climb by one, from warm to cold, named at the line."""
    from incentives_book import figures

    odds = [Fraction(1, round(coldest ** (j / 12))) for j in range(13)]
    laws = np.array([[float(v) for v in stationary_law(chain, each)] for each in odds])
    for state, cost in enumerate(chain.costs):
        line = figures.LINES[state]
        ax.plot([float(v) for v in odds], laws[:, state], color=figures.COLOURS[state], linestyle=line)
        lift = 0.07 if laws[-1, state] < 0.5 and laws[-2, state] >= np.sort(laws[-2])[-2] else 0.0
        ax.text(0.8 / coldest, laws[-1, state] + lift, f"cost {cost}", color=figures.COLOURS[state], va="center")
    ax.set(xscale="log", xlim=(1, 1 / coldest), ylim=(-0.03, 1.05))
    return figures.label(ax, x="odds $z$ of a climb by one (colder to the right)", y="stationary probability")
