"""The fees that the provider could charge besides: the largest constants that leave nobody worse off than staying away.

Under p^AFF a group of any type has utility at least 0. Adding to its payment a number that only depends on the
others' reports leaves its incentives as they are, so that number can rise until the worst type has nothing left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from incentives.numbers import as_number, is_exact
from incentives.payments.affine_maximizer import AffineMaximizer, Outcome
from incentives.payments.divergences import KL
from incentives.payments.model_sets import AllModels
from incentives.payments.preferences import Normalisation, read_reports


@dataclass(frozen=True, eq=False)
class WorstType:
    """The type with the least to win from the mechanism, and what it wins: the largest constant to add.

    Args:
        constant: the least utility over all types, which is the largest constant that keeps everybody's at 0.
        reward: the reward model of that type, shape (outcomes,); its size is the smallest one.
    """

    constant: Any
    reward: np.ndarray


def worst_type(
    rule: AffineMaximizer,
    rewards: Any,
    sizes: Any = None,
    *,
    who: int,
    smallest_size: Any = 1,
    normalised: Normalisation = "max",
) -> WorstType:
    """The type of group `who` that gains least, the others' reports fixed.

    Its utility is V(R_-i + w rm) - V(R_-i), which falls when any reward or the size falls. Under maximum
    normalisation the worst type therefore likes a single outcome; under normalisation by sum and KL it spreads its
    reward so as to level the tilted probabilities, from the least likely outcome on.

    Args:
        rule: the affine maximizer.
        rewards, sizes: everybody's reports; the row of `who` does not matter.
        who: the group.
        smallest_size: the least size in the domain.
        normalised: `"max"` for any model set; `"sum"` only for KL over all distributions.

    Raises:
        ValueError: another domain, or `"sum"` without KL.

    >>> found = worst_type(AffineMaximizer([0.75, 0.25]), [[1, 0]], [1], who=0)
    >>> found.reward, round(float(found.constant), 4)
    (array([0., 1.]), 0.3574)
    """
    r, w = read_reports(rewards, sizes)
    if not 0 <= who < len(r):
        raise ValueError(f"who must be a group 0..{len(r) - 1}, got {who!r}")
    exact = r.dtype == object and rule.models.exact and is_exact(rule.penalty, smallest_size)
    if not exact:
        r, w = r.astype(float), w.astype(float)
    least = as_number("smallest_size", smallest_size, exact=exact, above=0)
    others = w @ r - w[who] * r[who]
    if normalised == "max":
        single = np.eye(r.shape[1], dtype=int) * least
        gains = rule.models.welfare(others + single, rule.penalty) - rule.models.welfare(others, rule.penalty)
        worst = int(np.argmin(gains))
        return WorstType(gains[worst], single[worst] / least)
    tilts = isinstance(rule.models, AllModels) and isinstance(rule.models.divergence, KL)
    if normalised != "sum" or not tilts:
        raise ValueError('normalised must be "max", or "sum" with KL over all distributions')
    policy = rule.models.best(others, rule.penalty)[0]
    rate = float(rule.penalty) / least
    reward = _fill(rate * np.log(policy))
    tilted = np.log(policy) + reward / rate
    return WorstType(float(rule.penalty) * float(np.logaddexp.reduce(tilted)), reward)


def _fill(floor: np.ndarray) -> np.ndarray:
    """Amounts of at least 0 that add up to 1 and raise the lowest floors to one common level."""
    ordered = np.sort(floor)
    levels = (1 + np.cumsum(ordered)) / np.arange(1, floor.size + 1)
    wet = int(np.flatnonzero(levels > ordered)[-1])
    return np.maximum(levels[wet] - floor, 0.0)


@dataclass(frozen=True, eq=False)
class FullFee:
    """Affine maximizer payments plus, for every group, the largest constant that keeps participation rational.

    Args:
        rule: the affine maximizer.
        smallest_size: the least size in the domain.
        normalised: the domain of rewards, as for `worst_type`.

    >>> fee = FullFee(AffineMaximizer([0.75, 0.25]))
    >>> fee([[0, 1]], [1]).utilities([[0, 1]], [1]).round(12) + 0
    array([0.])
    """

    rule: AffineMaximizer
    smallest_size: Any = 1
    normalised: Normalisation = "max"

    def constants(self, rewards: Any, sizes: Any = None) -> np.ndarray:
        """The constants that are added to each group's payment, shape (groups,)."""
        r, w = read_reports(rewards, sizes)
        return np.array([self._constant(r, w, who) for who in range(len(r))])

    def _constant(self, r: np.ndarray, w: np.ndarray, who: int) -> Any:
        return worst_type(
            self.rule, r, w, who=who, smallest_size=self.smallest_size, normalised=self.normalised
        ).constant

    def __call__(self, rewards: Any, sizes: Any = None) -> Outcome:
        outcome = self.rule(rewards, sizes)
        return Outcome(
            outcome.policy,
            outcome.payments + self.constants(rewards, sizes),
            outcome.welfare,
            outcome.model,
        )

    def offers(self, rewards: Any, sizes: Any = None, *, who: int, reports: Any) -> tuple[np.ndarray, np.ndarray]:
        """As for the rule, every payment raised by the constant of `who`."""
        r, w = read_reports(rewards, sizes)
        policies, payments = self.rule.offers(r, w, who=who, reports=reports)
        return policies, payments + self._constant(r, w, who)
