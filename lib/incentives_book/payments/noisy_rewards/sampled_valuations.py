"""Valuations estimated from samples of each model: how often is the wrong model chosen, and what is a lie worth?

One group faces finitely many models whose value to everybody else is fixed. Its own value of a model is estimated
by the mean of its reported reward over independent samples of that model. The law of such a mean is a convolution,
and which model wins needs only the laws one by one, so everything is exact for any number of samples.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm, log, prod, sqrt
from typing import Any

import numpy as np

from incentives.deviations import Deviation
from incentives.numbers import as_array, as_count, is_exact
from incentives.reading import as_distribution, as_probabilities, as_real


def sample_sum_law(policy: Any, reward: Any, samples: int) -> dict[Fraction, Fraction]:
    """The law of the sum of `reward` over independent samples of `policy`, exactly: value to probability.

    >>> law = sample_sum_law([Fraction(1, 2)] * 2, [1, 0], 2)
    >>> {str(value): str(chance) for value, chance in law.items()}
    {'0': '1/4', '1': '1/2', '2': '1/4'}
    """
    if not is_exact(policy, reward):
        raise ValueError(f"policy and reward must be ints and Fractions, got {policy!r} and {reward!r}")
    p, r = as_array("policy", policy, exact=True), as_array("reward", reward, exact=True)
    if p.shape != r.shape or p.ndim != 1 or p.sum() != 1 or p.min() < 0:
        raise ValueError(f"policy must be probabilities, one per entry of reward; got {policy!r}")
    as_count("samples", samples, least=1)
    # Whole numbers only: rewards on a common grid, probabilities over a common denominator.
    grid, shared = lcm(*(v.denominator for v in r)), lcm(*(v.denominator for v in p))
    places = [int(v * grid) for v in r]
    low = min(places)
    one = np.zeros(max(places) - low + 1, dtype=object)
    for place, chance in zip(places, p, strict=True):
        one[place - low] += int(chance * shared)
    weights, power, left = np.ones(1, dtype=object), one, int(samples)
    while left:  # by repeated squaring
        if left & 1:
            weights = np.convolve(weights, power)
        left >>= 1
        if left:
            power = np.convolve(power, power)
    whole = shared ** int(samples)
    return {
        Fraction(k + low * int(samples), grid): Fraction(int(weight), whole)
        for k, weight in enumerate(weights)
        if weight
    }


@dataclass(frozen=True, eq=False)
class SampledGame:
    """One group, models whose value to the others is known, and valuations from samples.

    Args:
        policies: the models, shape (models, outcomes); ints and Fractions.
        others: affine social welfare of the others at each model, divergence included, shape (models,).
        reward: the true reward of the group, shape (outcomes,), between 0 and 1.
        size: members of the group, at least 1.
        samples: drawn from each model, independently, at least 1.

    >>> game = SampledGame([[1, 0], [0, 1]], [0, 0], [1, Fraction(1, 2)], size=1, samples=1)
    >>> game.regret(), game.gain([1, 0])
    (Fraction(0, 1), Fraction(0, 1))
    """

    policies: Any
    others: Any
    reward: Any
    size: int
    samples: int

    def __post_init__(self) -> None:
        if not is_exact(self.policies, self.others, self.reward):
            raise ValueError("policies, others and reward must be ints and Fractions")
        P = as_array("policies", self.policies, exact=True)
        c, r = as_array("others", self.others, exact=True), as_array("reward", self.reward, exact=True)
        if P.ndim != 2 or c.shape != P.shape[:1] or r.shape != P.shape[1:] or len(P) < 2:
            raise ValueError(
                "policies must have shape (models, outcomes) with at least 2 models, others (models,) and reward "
                f"(outcomes,); got {P.shape}, {c.shape} and {r.shape}"
            )
        if r.min() < 0 or r.max() > 1:
            raise ValueError(f"reward must lie between 0 and 1, got {self.reward!r}")
        as_probabilities("policies", P, exact=True)
        as_count("size", self.size, least=1), as_count("samples", self.samples, least=1)
        for name, array in (("policies", P), ("others", c), ("reward", r)):
            object.__setattr__(self, name, array)

    @property
    def welfare(self) -> np.ndarray:
        """True welfare of each model, shape (models,)."""
        return self.size * (self.policies @ self.reward) + self.others

    def choice_law(self, report: Any = None) -> np.ndarray:
        """The probability that each model is trained, shape (models,); ties go to the first."""
        asked = self.reward if report is None else report
        laws = [
            {
                Fraction(self.size) * value / self.samples + offset: chance
                for value, chance in sample_sum_law(policy, asked, self.samples).items()
            }
            for policy, offset in zip(self.policies, self.others, strict=True)
        ]
        wins = []
        for k, law in enumerate(laws):
            rivals = [(_below(laws[j], strictly=j < k), j) for j in range(len(laws)) if j != k]
            wins.append(sum(chance * prod(below(score) for below, _ in rivals) for score, chance in law.items()))
        return np.array(wins, dtype=object)

    def utility(self, report: Any = None) -> Fraction:
        """The group's expected utility, up to what does not depend on its report: the expected true welfare."""
        return self.choice_law(report) @ self.welfare

    def gain(self, report: Any) -> Fraction:
        """The group's expected gain by this report over the truth."""
        return self.utility(report) - self.utility()

    def regret(self) -> Fraction:
        """The loss of truth against a group that could name the model: at least the gain of any report."""
        return self.welfare.max() - self.utility()

    def best_lie(self, reports: Iterable[Any]) -> Deviation | None:
        """The most profitable of these reports, or None if none is better than the truth."""
        honest = self.utility()
        gains = [(self.utility(report) - honest, report) for report in reports]
        gain, report = max(gains, key=lambda found: found[0])
        if gain <= 0:
            return None
        return Deviation(who={0}, instead=f"reports {', '.join(map(str, report))}", gains={0: gain})

    def error_spread(self) -> Fraction:
        """E[max e - min e] over the models, where e is the estimated minus the true value; bounds the regret per
        member.
        """
        values = self.policies @ self.reward
        laws = [
            {total / self.samples - value: chance for total, chance in law.items()}
            for law, value in (
                (sample_sum_law(policy, self.reward, self.samples), value)
                for policy, value in zip(self.policies, values, strict=True)
            )
        ]
        mirrored = [{-error: chance for error, chance in law.items()} for law in laws]
        return _mean_of_largest(laws) + _mean_of_largest(mirrored)


def _below(law: dict[Fraction, Fraction], *, strictly: bool) -> Any:
    """The probability of a smaller (or equal) value, as a function."""
    values = sorted(law)
    totals = [Fraction(0)]
    for value in values:
        totals.append(totals[-1] + law[value])

    def chance(score: Fraction) -> Fraction:
        return totals[(bisect_left if strictly else bisect_right)(values, score)]

    return chance


def _mean_of_largest(laws: list[dict[Fraction, Fraction]]) -> Fraction:
    """The expected maximum of independent variables."""
    tails = [_below(law, strictly=False) for law in laws]
    mean, before = Fraction(0), Fraction(0)
    for value in sorted(set().union(*laws)):
        reached = prod(tail(value) for tail in tails)
        mean, before = mean + value * (reached - before), reached
    return mean


def sampling_gain_bound(*, models: int, samples: int, size: int = 1) -> float:
    """size sqrt(2 log(models) / samples): no lie gains more, whatever the models and the rewards in [0, 1].

    >>> round(sampling_gain_bound(models=10, samples=1000), 4)
    0.0679
    """
    as_count("models", models, least=2), as_count("samples", samples, least=1), as_count("size", size, least=1)
    return size * sqrt(2 * log(models) / samples)


def samples_needed(gain: float, *, models: int, size: int = 1) -> int:
    """Samples per model after which no lie gains more than `gain`, by `sampling_gain_bound`.

    >>> samples_needed(0.05, models=10)
    1843
    """
    as_real("gain", gain, above=0), as_count("models", models, least=2), as_count("size", size, least=1)
    return ceil(2 * size**2 * log(models) / gain**2)


def reweighted_reward(reward: Any, reference: Any, counts: Any) -> np.ndarray:
    """The noisy reward model rm(x) (count(x) / m) / q(x) that one shared sample of the initial model amounts to.

    Valuing every model by the same m samples of `reference`, each weighted by p(x) / q(x), is the same as handing
    the mechanism this reward.

    Args:
        reward: shape (outcomes,).
        reference: q, shape (outcomes,).
        counts: how often each outcome was drawn, shape (outcomes,), whole numbers.

    >>> reweighted_reward([1, 1], [Fraction(1, 4), Fraction(3, 4)], [1, 1])
    array([Fraction(2, 1), Fraction(2, 3)], dtype=object)
    """
    exact = is_exact(reward, reference)
    r, q = as_array("reward", reward, exact=exact), as_distribution("reference", reference, exact=exact)
    n = as_array("counts", counts, exact=exact)
    if not r.shape == q.shape == n.shape or r.ndim != 1 or not n.sum() > 0 or n.min() < 0:
        raise ValueError(
            f"reward, reference and counts must have one entry per outcome, and counts a positive sum; got {counts!r}"
        )
    if any(count != int(count) for count in n):
        raise ValueError(f"counts must be whole numbers, got {counts!r}")
    return r * n / (n.sum() * q)
