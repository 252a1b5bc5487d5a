"""The worth and the risk of the price among equal members, for the page what-it-costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from incentives.together.federation import least_cost_sizes
from incentives_book.figures import COLOURS, INK, LINES


def error(size: float, members: int, *, noise: float, spread: float) -> float:
    """The error of each of some equal members with its best weights."""
    rest = (members - 1) * size / (spread * size + noise)
    return 1 / (size / noise + rest / (spread * rest + 1))


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses zero, by halving."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return (low + high) / 2


class Outcome(NamedTuple):
    """The collection and total payment of each of some equal members."""

    size: float
    total: float


def alone(*, noise: float, spread: float, cost: float) -> Outcome:
    """A member without company."""
    size = (noise / cost) ** 0.5
    return Outcome(size, noise / size + cost * size)


def without_money(members: int, *, noise: float, spread: float, cost: float) -> Outcome:
    """Everybody mixes at home and collects what is best for itself: until its error is the root of noise times cost."""
    wanted = (noise * cost) ** 0.5
    high = (noise / cost) ** 0.5
    size = root(lambda n: error(n, members, noise=noise, spread=spread) - wanted, 1e-12, high)
    return Outcome(size, wanted + cost * size)


def efficient(members: int, *, noise: float, spread: float, cost: float) -> Outcome:
    """The size with the least sum of errors and costs: where one more sample is worth to all what it costs."""

    def worth(n: float) -> float:
        step = 1e-6 * n
        fall = error(n - step, members, noise=noise, spread=spread) - error(
            n + step, members, noise=noise, spread=spread
        )
        return fall / (2 * step) - cost

    size = root(worth, 1e-9, (noise / cost) ** 0.5)
    return Outcome(size, error(size, members, noise=noise, spread=spread) + cost * size)


def ratio(members: int, *, noise: float, spread: float, cost: float) -> float:
    """Everybody's costs without money, over the least."""
    world = {"noise": noise, "spread": spread, "cost": cost}
    return without_money(members, **world).total / efficient(members, **world).total


def risk(members: int, *, noise: float, spread: float, cost: float) -> float:
    """The least standard deviation of a member's stakes at the efficient size, over what it pays in all."""
    size, total = efficient(members, noise=noise, spread=spread, cost=cost)
    variance = spread + noise / size
    reliance = noise / size / variance / members  # the weight on each other member
    staked = (members - 1) * reliance**2
    return 2**0.5 * staked * variance * members / (members - 1) / total


def misjudged(members: int, factor: float, *, noise: float, spread: float, cost: float) -> float:
    """The costs of equal members whose sizes and weights are best for `factor` times their spread, over the least.

    >>> misjudged(5, 1.0, noise=10, spread=0.3, cost=0.05)
    1.0...
    >>> misjudged(5, 4.0, noise=10, spread=0.3, cost=0.05)
    1.164...
    """
    least = efficient(members, noise=noise, spread=spread, cost=cost)
    size = efficient(members, noise=noise, spread=factor * spread, cost=cost).size
    other = noise / size / (factor * spread + noise / size) / members  # the weight on each other member
    own, others = 1 - (members - 1) * other, (members - 1) * other**2
    wrong = spread * ((1 - own) ** 2 + others) + noise / size * (own**2 + others)
    return (wrong + cost * size) / least.total


def contributors(choices: Sequence[float], members: int, *, noise: float, spread: float) -> Counter[int]:
    """For all ways to give members one of some costs, order apart, how many members collect where it costs least.

    >>> contributors([0.01, 1.0], 2, noise=10, spread=1)
    Counter({2: 2, 1: 1})
    """
    games = combinations_with_replacement(choices, members)
    return Counter(int(np.count_nonzero(least_cost_sizes(costs, noise=noise, spread=spread))) for costs in games)


def draw_worth(counts: Sequence[int], spreads: Sequence[float], *, noise: float, cost: float, ax: Axes) -> Axes:
    """The costs without money over the least, against how much members differ.

    Args:
        counts: numbers of members, a line for each.
        spreads: variances of the members' means.
        noise: variance of a sample.
        cost: of a sample.
        ax: where to draw.
    """
    for count, colour, line in zip(counts, COLOURS, LINES, strict=False):
        ratios = [ratio(count, noise=noise, spread=s, cost=cost) for s in spreads]
        ax.plot(spreads, ratios, color=colour, linestyle=line, label=f"{count} members")
    ax.axhline(1, color=INK, linewidth=0.8)
    ax.set(xlabel="variance of the members' means", ylabel="paid without money / least")
    ax.set_xscale("log")
    ax.set_title("Money is worth little where members differ")
    ax.legend()
    return ax


def draw_risk(counts: Sequence[int], *, noise: float, spread: float, cost: float, ax: Axes) -> Axes:
    """The risk of the stakes as a share of what a member pays, against the number of members."""
    shares = [100 * risk(count, noise=noise, spread=spread, cost=cost) for count in counts]
    ax.plot(counts, shares, "o-", color=COLOURS[1])
    ax.set(xlabel="members", ylabel="standard deviation, % of the bill")
    ax.set_xscale("log")
    ax.set_ylim(0)
    ax.set_title("Large federations risk little")
    return ax


def deviation(score: Callable[[np.ndarray], np.ndarray], *, nodes: int = 4001, far: float = 10.0) -> float:
    """Standard deviation of a payment for each unit of its reward, for a difference of variance one, by quadrature.

    Args:
        score: the payment as a function of the difference.
        nodes: of the grid.
        far: where the grid ends, in standard deviations.
    """
    z = np.linspace(-far, far, nodes)
    weight = np.exp(-(z**2) / 2)
    weight /= weight.sum()
    paid = score(z)
    slope = weight @ (paid * (z**2 - 1) / 2)
    return float(np.sqrt(weight @ paid**2 - (weight @ paid) ** 2) / abs(slope))
