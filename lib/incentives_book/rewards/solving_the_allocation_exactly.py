"""Small worlds enumerated without shifts, allocations as points of a plane, and walks beside the exact optimum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incentives import rewards as rw
from incentives.rewards import frontier

if TYPE_CHECKING:
    from matplotlib.axes import Axes

F = Fraction
Levels = tuple[Any, ...]

SIZES = ((5, 11), (10, 21), (20, 41), (50, 51), (100, 81), (200, 101))  # clients and levels
WALKS = (("shifted", 10_000), ("random", 10_000), ("random", 100_000))  # start and steps


def every_optimum(contributions: Sequence[Any], menu: Sequence[Any], cost: Callable[..., Any]) -> set[Levels]:
    """All allocations of least cost, by trying every one.

    >>> every_optimum([1, 2], [2, 3], lambda gains: max(gains) - min(gains))
    {(2, 3)}
    """
    choices = [[a for a in menu if a >= c] for c in contributions]
    value = {chosen: cost([a - c for a, c in zip(chosen, contributions, strict=True)]) for chosen in product(*choices)}
    least = min(value.values())
    return {chosen for chosen, v in value.items() if v == least}


def worlds(clients: int, levels: int, grid: int) -> Iterator[tuple[list[Fraction], list[Fraction]]]:
    """Contributions and menus of whole numbers up to `grid`, of at most so many clients and levels, that somebody can
    serve.

    >>> len(list(worlds(2, 2, 2)))
    27
    """
    for n, k in product(range(1, clients + 1), range(1, levels + 1)):
        for c, menu in product(combinations_with_replacement(range(grid), n), combinations(range(grid + 1), k)):
            if menu[-1] >= c[-1]:
                yield [F(x) for x in c], [F(x) for x in menu]


def nearest_levels(contributions: Sequence[Any], menu: Sequence[Any], shift: Any) -> Levels:
    """Each client's feasible level that is nearest to its contribution plus the shift.

    >>> nearest_levels([1, 2], [2, 3, 5], 2.5)
    (3, 5)
    """
    return tuple(min((a for a in menu if a >= c), key=lambda a, c=c: abs(a - c - shift)) for c in contributions)


def two_sums(contributions: Sequence[Any], chosen: Sequence[Any]) -> tuple[Any, Any]:
    """The sum of the gains and the sum of their squares.

    >>> two_sums([1, 2], [3, 5])
    (5, 13)
    """
    gains = [a - c for a, c in zip(chosen, contributions, strict=True)]
    return sum(gains), sum(u * u for u in gains)


def moments(contributions: Sequence[Any], chosen: Sequence[Any]) -> tuple[Any, Any]:
    """Mean and variance of the gains, from their deviations.

    >>> moments([Fraction(1), Fraction(2)], [3, 5])
    (Fraction(5, 2), Fraction(1, 4))
    """
    gains = [a - c for a, c in zip(chosen, contributions, strict=True)]
    mean = sum(gains) / len(gains)
    return mean, sum((u - mean) ** 2 for u in gains) / len(gains)


def draw_plane(contributions: Sequence[Fraction], menu: Sequence[Fraction], ax: Axes) -> Axes:
    """All allocations as points (sum of gains, sum of squared gains), the corners that a shift visits, and three
    optima.
    """
    from incentives_book import figures

    choices = [[a for a in menu if a >= c] for c in contributions]
    cloud = [two_sums(contributions, chosen) for chosen in product(*choices)]
    shifts = [t + F(1, 1000) for t in range(-20, 80)]
    corners = list(dict.fromkeys(two_sums(contributions, nearest_levels(contributions, menu, t)) for t in shifts))
    ax.plot(*np.array(cloud, float).T, ".", color=figures.INK, alpha=0.4, markersize=4, label="an allocation")
    ax.plot(*np.array(corners, float).T, "o-", markersize=5, label="corners: nearest levels to $c_i+t$")
    reach = np.linspace(0, float(max(s for s, _ in cloud)), 100)
    even = reach**2 / len(contributions)
    ax.plot(reach, even, "--", color=figures.COLOURS[2], label="equal gains, $V=0$")
    picks: dict[tuple[float, ...], list[str]] = {}
    for cost, marker in (("ratio", "s"), ("growth", "^"), ("linear", "D")):
        best = rw.allocate(contributions, menu, cost=rw.Cost(cost, epsilon=1, weight=8))
        point = tuple(float(v) for v in two_sums(contributions, best.levels))
        ax.plot(*point, marker, markersize=9, fillstyle="none", linestyle="none", label=f'optimum of "{cost}"')
        picks.setdefault(point, []).append(cost)
    far, high = reach[-1], even[-1]
    ax.text(0.28 * far, 0.62 * high, "a dot:\nan allocation", ha="center", color=figures.INK)
    ax.text(0.64 * far, 0.31 * high, "corners: nearest levels to $c_i+t$", color=figures.COLOURS[0])
    ax.text(0.34 * far, 0.01 * high, "equal gains, $V=0$", color=figures.COLOURS[2])
    _name_picks(picks, ax)
    ax.set_xlim(right=1.2 * far)
    figures.label(ax, x="sum of gains $S$, points", y="sum of squared gains $Q$, points²").get_legend().remove()
    return ax


def _name_picks(picks: Mapping[tuple[float, ...], Sequence[str]], ax: Axes) -> None:
    """Beside each marked point the costs whose optimum it is."""
    from incentives_book.figures import INK

    for point, costs in picks.items():
        names = " and ".join([", ".join(costs[:-1]), costs[-1]] if costs[1:] else costs)
        ax.annotate(f"optimum of {names}", point, xytext=(12, -10), textcoords="offset points", color=INK)


def draw_frontier(contributions: Sequence[Fraction], menu: Sequence[Fraction], ax: Axes) -> Axes:
    """The least deviation of the gains for each mean gain, the choices that none beats in both, and what four readings
    pick.
    """
    from incentives_book import figures

    def place(point: Any) -> tuple[float, float]:
        return float(point.mean_gain), float(point.variance) ** 0.5

    every_mean = frontier.least_variance_by_mean(contributions, menu)
    ax.plot(
        *zip(*map(place, every_mean), strict=True),
        ".",
        color=figures.INK,
        markersize=2,
        label="least deviation for each mean",
    )
    efficient = rw.pareto_frontier(contributions, menu)
    ax.plot(*zip(*map(place, efficient), strict=True), drawstyle="steps-pre", label="beaten by none in both")
    picks: dict[tuple[float, ...], list[str]] = {}
    for name, marker in (("ratio", "s"), ("sharpe", "^"), ("linear", "D"), ("anchor", "o")):
        pick = rw.allocate(contributions, menu, cost=rw.Cost(name, weight=4))
        ax.plot(*place(pick), marker, markersize=9, fillstyle="none", linestyle="none", label=f'"{name}"')
        picks.setdefault(place(pick), []).append(name)
    top = place(efficient[-1])
    ax.text(0.92 * top[0], 0.9 * top[1], "beaten by none in both", ha="right", color=figures.COLOURS[0])
    start = place(every_mean[0])
    ax.annotate("least deviation for each mean", start, xytext=(12, 6), textcoords="offset points", color=figures.INK)
    _name_picks(picks, ax)
    ax.set_ylim(bottom=-0.06 * top[1])
    figures.label(ax, x="mean gain, points", y="deviation of the gains, points").get_legend().remove()
    return ax


class Walk(NamedTuple):
    """One run of annealing beside the exact optimum of the same problem."""

    cost: str
    clients: int
    levels: int
    start: str  # "shifted" or "random"
    steps: int
    excess: float  # over the exact cost, relative
    slower: float  # seconds over those of the exact solver
    spread: float  # standard deviation of the gains, points
    exact_spread: float  # of the exact optimum, points


def annealing_runs(seeds: int) -> list[Walk]:
    """Walks on random problems of every size in `SIZES`, for two readings; the long walk for two problems per size."""
    runs = []
    for name, (clients, count), seed in product(("ratio", "sharpe"), SIZES, range(seeds)):
        rng = np.random.default_rng([seed, clients])
        own = rng.uniform(0.3, 0.7, clients)
        offers = np.append(np.sort(rng.uniform(0.35, 0.9, count - 1)), 0.9)
        at_random = [rng.choice(offers[offers >= c]) for c in own]
        clock = perf_counter()
        exact = rw.allocate(own, offers, cost=name)
        exact_time = perf_counter() - clock
        for start, steps in WALKS[: 3 if seed < 2 else 2]:
            clock = perf_counter()
            walk = rw.anneal(
                own, offers, cost=name, steps=steps, rng=rng, start=at_random if start == "random" else None
            )
            slower = (perf_counter() - clock) / exact_time
            excess = (walk.cost - exact.cost) / abs(exact.cost)
            spreads = 100 * np.std(walk.gains), 100 * np.std(exact.gains)
            runs.append(Walk(name, clients, count, start, steps, excess, slower, *spreads))
    return runs


def optima_found(runs: Sequence[Walk]) -> list[list[str]]:
    """For each cost and kind of walk, by the number of clients: how often the optimum was found, and the median excess.

    >>> optima_found([Walk("ratio", 5, 4, "random", 10, excess, 1, 1, 1) for excess in (0, 0.2, 0.5)])
    [['ratio, random, 10', '1 of 3, 20%']]
    """
    kinds: dict[tuple[str, str, int], dict[int, list[float]]] = {}
    for run in runs:
        kinds.setdefault((run.cost, run.start, run.steps), {}).setdefault(run.clients, []).append(run.excess)
    rows = []
    for (cost, start, steps), by_clients in sorted(kinds.items()):
        cells = [
            f"{sum(excess < 1e-9 for excess in row)} of {len(row)}, {100 * float(np.median(row)):,.0f}%"
            for row in by_clients.values()
        ]
        rows.append([f"{cost}, {start}, {steps:,}", *cells])
    return rows


def draw_annealing_gap(runs: Sequence[Walk], name: str, ax: Axes) -> Axes:
    """The spread of gains that each kind of walk ends with, against the number of clients: instances, and medians as
    lines.
    """
    from incentives_book import figures

    clients = [n for n, _ in SIZES]

    def middle(mine: Sequence[Walk], quantity: str) -> list[float]:
        return [float(np.median([getattr(run, quantity) for run in mine if run.clients == n])) for n in clients]

    for (start, steps), marker in zip(WALKS, figures.MARKERS, strict=False):
        mine = [run for run in runs if (run.cost, run.start, run.steps) == (name, start, steps)]
        (line,) = ax.plot(clients, middle(mine, "spread"), label=f"{start}, {steps:,} steps")
        dots = [run.clients for run in mine], [run.spread for run in mine]
        ax.plot(*dots, marker, color=line.get_color(), markersize=4, linestyle="none")
    exact = middle([run for run in runs if run.cost == name], "exact_spread")
    ax.plot(clients, exact, color=figures.INK, linestyle="-", linewidth=2.5, alpha=0.6, label="exact")
    ax.set(xscale="log", yscale="log")
    return figures.label(
        ax, x="clients", y="spread of gains (points)" if name == "ratio" else "", title=f"cost: {name}"
    )
