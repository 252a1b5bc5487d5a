"""The library's payments, written out from the definitions, for the receipts that compare the two.

Nothing here calls a function of the library. Everything is a sum over outcomes, models or sentences that one can read
beside the formula; where the library differentiates or closes a form, this module counts instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import erf, exp, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def tilt(total: Sequence[float], initial: Sequence[float], penalty: float) -> list[float]:
    """The distribution proportional to q(x) exp(R(x) / penalty).

    >>> [round(p, 4) for p in tilt([0, log(3)], [0.5, 0.5], 1)]
    [0.25, 0.75]
    """
    raised = [q * exp(r / penalty) for q, r in zip(initial, total, strict=True)]
    return [x / sum(raised) for x in raised]


def welfare(policy: Sequence[float], total: Sequence[float], initial: Sequence[float], penalty: float) -> float:
    """<p, R> - penalty KL(p || q), outcome by outcome.

    >>> welfare([1, 0], [3, 5], [1, 0], 2)
    3.0
    """
    earned = sum(p * r for p, r in zip(policy, total, strict=True))
    return earned - penalty * sum(p * log(p / q) for p, q in zip(policy, initial, strict=True) if p > 0)


def what_the_others_lose(
    policy: Sequence[float],
    rewards: Sequence[Sequence[float]],
    sizes: Sequence[float],
    initial: Sequence[float],
    penalty: float,
) -> list[float]:
    """For every group: welfare of the others with the model that is best without it, minus their welfare with `policy`.

    >>> [round(x, 4) for x in what_the_others_lose([0.5, 0.5], [[1, 0], [0, 1]], [1, 1], [0.5, 0.5], 1)]
    [0.1201, 0.1201]
    """
    lost = []
    for who in range(len(rewards)):
        left = [
            sum(w * r[x] for k, (w, r) in enumerate(zip(sizes, rewards, strict=True)) if k != who)
            for x in range(len(initial))
        ]
        best = tilt(left, initial, penalty)
        lost.append(welfare(best, left, initial, penalty) - welfare(policy, left, initial, penalty))
    return lost


def slope_of_the_objective(
    logits: Sequence[float],
    rewards: Sequence[float],
    initial: Sequence[float],
    penalty: float,
    step: float = 1e-5,
) -> list[float]:
    """The slope of E_p R - penalty KL(p || q), for the softmax p of some logits, in each of them, by differences."""

    def objective(row: Sequence[float]) -> float:
        return welfare(tilt(row, [1.0] * len(row), 1), rewards, initial, penalty)

    slopes = []
    for k in range(len(logits)):
        up, down = ([x + sign * step * (j == k) for j, x in enumerate(logits)] for sign in (1, -1))
        slopes.append((objective(up) - objective(down)) / (2 * step))
    return slopes


def mean_over_batches(
    policy: Sequence[float], size: int, gradient: Callable[[tuple[int, ...]], Sequence[float]]
) -> list[float]:
    """The mean of a gradient over all batches of `size` independent draws, each weighed by its probability.

    >>> mean_over_batches([0.25, 0.75], 2, lambda batch: [float(sum(batch))])
    [1.5]
    """
    total = [0.0] * len(gradient((0,) * size))
    for batch in product(range(len(policy)), repeat=size):
        chance = 1.0
        for x in batch:
            chance *= policy[x]
        total = [a + chance * b for a, b in zip(total, gradient(batch), strict=True)]
    return total


# -- judging by one sample ----------------------------------------------------------------------------------------


class Judged(NamedTuple):
    """One common sample: log-probabilities of the models (models, samples), of q and of the proposal, rewards (groups,
    samples).
    """

    models: Floats
    initial: Floats
    proposal: Floats
    rewards: Floats

    def without(self, sentence: int) -> Judged:
        """The sample without one of its sentences."""
        return Judged(*(np.delete(a, sentence, axis=-1) for a in self))

    def valuations(self) -> Floats:
        """Weighted averages of the rewards, shape (models, groups)."""
        weights = np.exp(self.models - self.proposal)
        return np.array([[(w * r).sum() / w.sum() for r in self.rewards] for w in weights])

    def divergences(self) -> Floats:
        """Averages of (q / s)(t log t - t + 1) with t = p / q, shape (models,)."""
        odds, scale = np.exp(self.models - self.initial), np.exp(self.initial - self.proposal)
        return np.array([(scale * (t * np.log(t) - t + 1)).mean() for t in odds])

    def leads(self, over: int, sizes: Sequence[float], penalty: float) -> Floats:
        """Estimated welfare of each model minus that of model `over`, shape (models,)."""
        score = self.valuations() @ np.asarray(sizes, dtype=float) - penalty * self.divergences()
        return score - score[over]

    def effective_samples(self) -> Floats:
        """(sum of the weights)^2 / sum of their squares (Kish), shape (models,)."""
        weights = np.exp(self.models - self.proposal)
        return np.array([w.sum() ** 2 / (w**2).sum() for w in weights])

    def error_of(self, estimate: Callable[[Judged], Floats]) -> Floats:
        """Standard error of any estimate: how much it moves when one sentence at a time is left out (jackknife)."""
        many = self.initial.size
        moved = np.array([estimate(self.without(k)) for k in range(many)])
        return np.sqrt((many - 1) / many * ((moved - moved.mean(axis=0)) ** 2).sum(axis=0))


def normal_quantile(outside: float) -> float:
    """The z for which a normal number lies outside [-z, z] with this probability, by bisection.

    >>> round(normal_quantile(0.05), 3)
    1.96
    """
    low, high = 0.0, 40.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - erf(middle / sqrt(2)) > outside else (low, middle)
    return (low + high) / 2


def payment_interval(
    sample: Judged, chosen: int, sizes: Sequence[float], *, who: int, penalty: float, level: float
) -> tuple[float, float]:
    """Largest lower and largest upper end of the leads over the chosen model for the others.

    The level is shared by all pairs of models and all groups.
    """
    groups, models = len(sample.rewards), len(sample.models)
    others = [0 if k == who else w for k, w in enumerate(sizes)]
    z = normal_quantile(level / (groups * models * (models - 1)))
    lead = sample.leads(chosen, others, penalty)
    error = sample.error_of(lambda s: s.leads(chosen, others, penalty))
    return float((lead - z * error).max()), float((lead + z * error).max())


def least_way(types: Sequence[Sequence[Any]], policies: Sequence[Sequence[Any]], start: int, end: int) -> Any:
    """The least sum of l(s, t) = <T_t, p_t - p_s> over all walks from `start` to `end`, by adding arrows one at a time.

    >>> least_way([[1, 0], [2, 0]], [[0, 1], [1, 0]], 0, 1)
    2
    """
    many = range(len(types))

    def arrow(s: int, t: int) -> Any:
        return sum(a * (b - c) for a, b, c in zip(types[t], policies[t], policies[s], strict=True))

    reached = [0 if t == start else arrow(start, t) for t in many]
    for _ in many:
        reached = [min(reached[t], *(reached[s] + arrow(s, t) for s in many if s != t)) for t in many]
    return reached[end]
