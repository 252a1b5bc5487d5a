"""The numbers of samples that members collect under plain averaging and under model rewards, for the page
who-brings-data.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions.errors import AnyFederation, expected_errors, local_errors, uniform_errors
from incentives_book.figures import COLOURS, INK


def equilibrium(members: int, *, noise: float, spread: float, cost: float) -> float:
    """The size at which no member of a plain average would rather collect another one, all members alike."""
    a, b, c = cost * members**2, -2 * spread * (members - 1), -noise
    return (-b + (b * b - 4 * a * c) ** 0.5) / (2 * a)


def efficient(members: int, *, noise: float, cost: float) -> float:
    """The size with the least sum of errors and costs in a plain average of equal members."""
    return (noise / (cost * members)) ** 0.5


def averaged(who_collects: Any, others: Any, members: int, *, noise: Any, spread: Any) -> Any:
    """The error of one member who collects `who_collects` samples while each other one collects `others`.

    >>> averaged(5, 25, 2, noise=10, spread=1)
    Fraction(31, 18)
    """
    return uniform_errors([who_collects] + [others] * (members - 1), noise=noise, spread=spread)[0]


def rewarded(mine: Any, others: Any, members: int, *, noise: Any, cost: Any) -> Any:
    """Error and cost of a member under equal gains, where members agree (spread 0) and the others collect alike.

    The best model has the error of all samples; everybody gains as much over its own data as the best-off member can.
    This is the limit of `common_gain` for sizes that need not be whole: the library's errors take no spread of 0.

    >>> rewarded(5, 5, 2, noise=10, cost=Fraction(1, 5))
    Fraction(2, 1)
    """
    best = Fraction(noise) / ((members - 1) * others + mine)
    gain = Fraction(noise) / max(mine, others) - best
    return Fraction(noise) / mine - gain + cost * mine


def gains(*sizes: int, noise: int, federation: AnyFederation = "coarse") -> list[Fraction]:
    """The gain of each member over being alone at spread 1, if all mix at home, or federate in another way.

    >>> gains(5, 5, noise=10), gains(5, 5, noise=10, federation="uniform")
    ([Fraction(2, 3), Fraction(2, 3)], [Fraction(1, 2), Fraction(1, 2)])
    """
    errors = expected_errors(sizes, noise=noise, spread=1, federation=federation)
    return [alone - error for alone, error in zip(local_errors(sizes, noise=noise), errors, strict=True)]


def common_gain(*sizes: int, noise: int, federation: AnyFederation = "coarse") -> Fraction:
    """The gain of each member under equal gains: as much as the one who gains least.

    >>> common_gain(5, 5, 25, noise=10)
    Fraction(8, 145)
    """
    return min(gains(*sizes, noise=noise, federation=federation))


def draw_pollutant(members: int, *, noise: float, spread: float, ax: Axes) -> Axes:
    """The sizes of members over the efficient ones, against the efficient size.

    Args:
        members: how many there are.
        noise: variance of a sample.
        spread: variance of the members' means.
        ax: where to draw.
    """
    best = np.geomspace(0.3, 60, 120)
    costs = noise / (members * best**2)
    ratios = [equilibrium(members, noise=noise, spread=spread, cost=c) / n for c, n in zip(costs, best, strict=True)]
    ax.plot(best, ratios, color=COLOURS[1], label=f"{members} members")
    ax.axhline(1, color=INK, linewidth=0.8)
    ax.axvline(noise / spread / 2, color=COLOURS[0], linestyle="--", label="half of the ratio of noise to spread")
    ax.set_xscale("log")
    ax.set(xlabel="efficient records each", ylabel="collected / efficient")
    ax.set_title("Below the line too few records, above it too many")
    ax.legend()
    return ax
