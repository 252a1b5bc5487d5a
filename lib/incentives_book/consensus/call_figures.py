"""Pictures of how many consensus calls a mechanism needs: against clients, and against liars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from incentives_book.figures import COLOURS, INK, LINES, MARKERS, label

Runs = Mapping[int, Sequence[int]]  # clients -> calls of single runs


def _means_and_ranges(runs: Mapping[int, Sequence[int]]) -> tuple[list[float], list[list[float]]]:
    """For each entry in order the mean, and how far below and above it runs reach."""
    rows = [runs[key] for key in sorted(runs)]
    means = [sum(row) / len(row) for row in rows]
    down = [m - min(row) for m, row in zip(means, rows, strict=True)]
    up = [max(row) - m for m, row in zip(means, rows, strict=True)]
    return means, [down, up]


def draw_calls(runs: Mapping[str, Runs], *, bounds: Mapping[str, int] | None = None, ax: Axes | None = None) -> Axes:
    """Calls against clients: mean and range of the runs of each kind, bounds, and one call per client.

    Args:
        runs: for each kind of world the calls of single runs, by number of clients.
        bounds: for some of them the proved bound for many clients, drawn as min(clients, bound).
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: no runs, or a bound for a kind that has none.

    >>> ax = draw_calls({"d = 2": {5: [1, 3], 10: [2, 4]}}, bounds={"d = 2": 4})
    >>> [float(y) for y in ax.lines[1].get_ydata()]
    [2.0, 3.0]
    >>> plt.close(ax.figure)
    """
    bounds = bounds or {}
    if not runs or not all(runs.values()) or not set(bounds) <= set(runs):
        raise ValueError(f"runs must hold calls for every kind that has a bound, got {list(runs)}, {list(bounds)}")
    if ax is None:
        ax = plt.figure(figsize=(6.4, 3.8)).add_subplot()
    clients = sorted({m for kind in runs.values() for m in kind})
    ax.plot(clients, clients, color=INK, linestyle=":", linewidth=1)
    ax.annotate("one call per client", (clients[-1], clients[-1]), textcoords="offset points", xytext=(-4, 3), ha="right", va="bottom", color=INK)  # fmt: skip  # noqa: E501
    for i, (kind, by_clients) in enumerate(runs.items()):
        at = sorted(by_clients)
        mean, ends = _means_and_ranges(by_clients)
        style = {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)]}
        # A little to the side of each other, so that ranges do not cover one another.
        beside = [m * (1 + 0.03 * (i - (len(runs) - 1) / 2)) for m in at]
        ax.errorbar(beside, mean, yerr=ends, capsize=3, linestyle=LINES[i % len(LINES)], label=kind, **style)
        if kind in bounds:
            ax.step(at, [min(m, bounds[kind]) for m in at], where="mid", color=style["color"], alpha=0.35)
    ax.set(xscale="log", yscale="log", xticks=clients, xticklabels=clients)
    ax.minorticks_off()
    ax.set_yticks([1, 2, 5, 10, 20, 50], [1, 2, 5, 10, 20, 50])
    return label(ax, x="clients $M$", y="consensus calls", title="The calls stay far below one per client")


def draw_search(
    found: Mapping[int, Sequence[int]],
    *,
    bound: Mapping[int, int],
    coalitions: Mapping[int, int],
    ax: Axes | None = None,
) -> Axes:
    """Calls of the coalition search against the number of liars, its bound and the number of coalitions.

    Args:
        found: calls of single runs, by number of liars.
        bound: the proved bound, by number of liars.
        coalitions: how many coalitions there are, by number of liars.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: the three do not speak of the same numbers of liars.

    >>> ax = draw_search({1: [2, 4], 2: [3, 9]}, bound={1: 4, 2: 13}, coalitions={1: 20, 2: 190})
    >>> [text.get_text() for text in ax.texts]
    ['one run per coalition', 'bound of the search', 'search, mean and range']
    >>> plt.close(ax.figure)
    """
    at = sorted(found)
    if not at or set(bound) != set(at) or set(coalitions) != set(at):
        raise ValueError(f"found, bound and coalitions must name the same numbers of liars, got {at}")
    if ax is None:
        ax = plt.figure(figsize=(6.0, 3.6)).add_subplot()
    ax.plot(at, [coalitions[c] for c in at], color=COLOURS[1], marker=MARKERS[1], linestyle=LINES[1])  # fmt: skip
    ax.plot(at, [bound[c] for c in at], color=INK, marker="", linestyle=LINES[3])
    mean, ends = _means_and_ranges(found)
    ax.errorbar(at, mean, yerr=ends, capsize=3, color=COLOURS[0], marker=MARKERS[0], linestyle=LINES[0])  # fmt: skip
    named = (("one run per coalition", coalitions[at[-1]], COLOURS[1]), ("bound of the search", bound[at[-1]], INK), ("search, mean and range", mean[-1], COLOURS[0]))  # fmt: skip  # noqa: E501
    for name, height, colour in named:
        ax.annotate(name, (at[-1], height), xytext=(8, 0), textcoords="offset points", va="center", color=colour)
    ax.set(yscale="log", xticks=at, xlim=(at[0] - 0.2, at[-1] + 0.55 * len(at)))
    return label(ax, x="liars $c$", y="consensus calls", title="Coalitions multiply, the search does not")
