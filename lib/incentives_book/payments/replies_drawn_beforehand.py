"""Serving one of n replies that were drawn before anybody reported: what is served on average, and what is lost.

A companion of the page of that name.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import exp, factorial, log
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

# A coin whose heads are worth log 4 penalties: exponentials of rewards are whole numbers.
COIN, WORTH = (Fraction(1, 2), Fraction(1, 2)), (4, 1)


class Anchored(NamedTuple):
    """What n replies drawn beforehand lose, in penalties.

    Args:
        replies: n.
        served: the average law of the reply that is served, exact.
        own: mean loss in the sample's own value.
        bound: for that mean, from the chi-squared divergence.
        true: lambda KL of the average law to the optimum, over lambda.
        chi_squared: of the optimum to the initial model.
    """

    replies: int
    served: tuple[Fraction, ...]
    own: float
    bound: float
    true: float
    chi_squared: Fraction


def optimum(initial: tuple[Fraction, ...], worth: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The tilted law, for whole numbers exp(reward / penalty).

    >>> [str(p) for p in optimum(COIN, WORTH)]
    ['4/5', '1/5']
    """
    tilted = [q * w for q, w in zip(initial, worth, strict=True)]
    return tuple(t / sum(tilted) for t in tilted)


def anchored(replies: int, *, initial: tuple[Fraction, ...] = COIN, worth: tuple[int, ...] = WORTH) -> Anchored:
    """All samples of so many replies, enumerated with their probabilities in fractions."""
    best = optimum(initial, worth)
    whole = sum(q * w for q, w in zip(initial, worth, strict=True))
    served, own = [Fraction(0)] * len(initial), 0.0
    for sample in combinations_with_replacement(range(len(initial)), replies):
        counts = [sample.count(x) for x in range(len(initial))]
        chance = Fraction(factorial(replies))
        for count, q in zip(counts, initial, strict=True):
            chance *= q**count / Fraction(factorial(count))
        total = sum(c * w for c, w in zip(counts, worth, strict=True))
        for x, count in enumerate(counts):
            served[x] += chance * Fraction(count * worth[x], total)
        own -= float(chance) * log(Fraction(total, replies) / whole)
    chi = sum((p - q) ** 2 / q for p, q in zip(best, initial, strict=True))
    reach = log(Fraction(max(worth), min(worth)))
    bound = (4 * log(2) - 2) * float(chi) / replies + reach * exp(-replies / (8 + 8 * float(chi)))
    true = sum(float(p) * log(p / b) for p, b in zip(served, best, strict=True))
    return Anchored(replies, tuple(served), own, bound, true, chi)


def best_of_lies(seed: int, *, replies: int = 4, lies: int = 50) -> float:
    """What the best of some lies gains in a random game on one sample drawn beforehand; three groups, penalty 1."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(size=(3, replies)) * 3

    def keeps(told: np.ndarray) -> float:
        tilt = np.exp(told.sum(axis=0))
        others = np.exp((told[1:]).sum(axis=0))
        p = tilt / tilt.sum()
        left = p @ told[1:].sum(axis=0) - p @ np.log(p * replies)
        return float(p @ truth[0] - (np.log(others.mean()) - left))

    told = [np.vstack([rng.uniform(size=(1, replies)) * 3, truth[1:]]) for _ in range(lies)]
    return max(map(keeps, told)) - keeps(truth)


def draw_losses(found: list[Anchored], *, ax: Axes) -> None:
    """Both losses against the number of replies, with the orders 1 / n and 1 / n^2."""
    n = [a.replies for a in found]
    ax.loglog(n, [a.own for a in found], "o-", label="in the sample's own value")
    ax.loglog(n, [a.true for a in found], "s-", label="in truth")
    ax.loglog(n, [a.bound for a in found], "--", color="0.6", label="bound")
    ax.set(xlabel="replies drawn beforehand", ylabel="loss, in penalties")
    ax.legend()
