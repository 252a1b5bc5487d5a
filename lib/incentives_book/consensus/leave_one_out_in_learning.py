"""Pictures of leave-one-out consensus by training: who passes, whom the dual weights accuse, what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from incentives.methods.consensus_by_training import LearnedConsensus
from incentives_book.figures import COLOURS, INK, LARGE, MARKERS, SMALL, label


def draw_candidates(found: Mapping[str, LearnedConsensus], *, ax: Axes | None = None) -> Axes:
    """Accuracy of every candidate under every lie: filled where it passes, hollow where not; a cross for everybody.

    Args:
        found: for each lie the trained consensus.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: nothing was found.
    """
    if not found:
        raise ValueError("found must hold at least one trained consensus, got none")
    if ax is None:
        ax = plt.figure(figsize=(6.4, 3.6)).add_subplot()
    for row, learned in enumerate(found.values()):
        accuracies = learned.accuracies.tolist()
        clients = len(accuracies) - 1
        places = row + np.linspace(-0.28, 0.28, clients)
        for n in range(clients):
            good = n in learned.suspects
            ax.plot(
                places[n],
                accuracies[n],
                marker=MARKERS[0],
                color=SMALL,
                markerfacecolor=SMALL if good else "none",
                linestyle="",
                label="passes" if good else "refused",
            )
        ax.plot(row, accuracies[-1], marker="x", color=LARGE, linestyle="", label="everybody")
    ax.set(xticks=range(len(found)), xticklabels=list(found), ylim=(0, 1))
    label(ax, x="what client 1 does", y="accuracy on the test sample")
    # One entry per kind of point, not one per point.
    handles, names = ax.get_legend_handles_labels()
    one_each = dict(zip(names, handles, strict=True))
    ax.legend(one_each.values(), one_each.keys(), loc="lower left")
    return ax


def draw_weights(weights: Mapping[str, Sequence[float]], *, ax: Axes | None = None) -> Axes:
    """Dual weights of the clients under each lie, as groups of bars.

    Args:
        weights: for each lie one weight per client.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: no lie, or several numbers of clients.

    >>> ax = draw_weights({"flip": [0.5, 0.5], "bias": [0.2, 0.8]})
    >>> [round(float(bar.get_height()), 1) for bar in ax.patches]
    [0.5, 0.5, 0.2, 0.8]
    >>> plt.close(ax.figure)
    """
    if len({len(row) for row in weights.values()}) != 1:
        raise ValueError(f"weights must hold lies with one number of clients, got {list(weights)}")
    if ax is None:
        ax = plt.figure(figsize=(6.4, 3.4)).add_subplot()
    width = 0.8 / len(weights)
    for k, (name, row) in enumerate(weights.items()):
        places = np.arange(len(row)) + (k - (len(weights) - 1) / 2) * width
        ax.bar(places, row, width=width, color=COLOURS[k % len(COLOURS)], label=name)
    ax.set(xticks=range(len(row)), ylim=(0, 1))
    ax.legend()
    return label(ax, x="client", y="dual weight")


def draw_cost(seconds: Mapping[str, Mapping[str, float]], *, ax: Axes | None = None) -> Axes:
    """Time of several ways to train, in units of the first, one group of bars per problem.

    Args:
        seconds: for each problem the time of each way, the same ways in the same order.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: no problem, or other ways for different problems.

    >>> ax = draw_cost({"linear": {"one run": 2.0, "all runs": 5.0}})
    >>> [float(bar.get_height()) for bar in ax.patches]
    [1.0, 2.5]
    >>> plt.close(ax.figure)
    """
    if len({tuple(row) for row in seconds.values()}) != 1:
        raise ValueError(f"seconds must hold the same ways for every problem, got {dict(seconds)}")
    if ax is None:
        ax = plt.figure(figsize=(6.4, 3.4)).add_subplot()
    ways = list(next(iter(seconds.values())))
    width = 0.8 / len(ways)
    for k, way in enumerate(ways):
        ratios = [row[way] / row[ways[0]] for row in seconds.values()]
        places = np.arange(len(seconds)) + (k - (len(ways) - 1) / 2) * width
        ax.bar(places, ratios, width=width, color=COLOURS[k % len(COLOURS)], label=way)
        for x, ratio in zip(places, ratios, strict=True):
            ax.annotate(f"{ratio:.1f}", (x, ratio), ha="center", va="bottom", color=INK)
    ax.set(xticks=range(len(seconds)), xticklabels=list(seconds))
    ax.legend()
    return label(ax, x="problem", y="time, in single runs")
