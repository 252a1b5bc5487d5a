"""Where training stops being continuous: a penalty whose slope stays bounded can be outbid.

The slope of f at infinity is what it costs to multiply a tiny initial probability once more. If a gap G between
two total rewards is larger than penalty (f'(infinity) - f'(1)), outcomes that the initial model all but excludes
take a fixed share of the trained model, and how they divide it hangs on arbitrarily small differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.numbers import as_number, is_exact
from incentives.payments.divergences import Divergence
from incentives.payments.preferences import Preferences
from incentives_book.payments.how_continuous_is_training.moduli import TwoProfiles


def reward_room(divergence: Divergence, *, penalty: float = 1) -> float:
    """penalty (f'(infinity) - f'(1)): with total rewards closer together than this, training is continuous.

    >>> from incentives.payments.divergences import KL, reverse_kl
    >>> reward_room(KL()), reward_room(reverse_kl(), penalty=3)
    (inf, 3.0)
    """
    weight = as_number("penalty", penalty, exact=False, above=0)
    return float(weight * (divergence.slope_at_infinity - divergence.derivative(np.ones(1))[0]))


@dataclass(frozen=True, eq=False)
class Jump:
    """Two normalised profiles and the exact models that reverse KL trains from them."""

    profiles: TwoProfiles
    policies: tuple[np.ndarray, np.ndarray]

    @property
    def move(self) -> Fraction:
        """The largest change of a probability."""
        return abs(self.policies[1] - self.policies[0]).max()


def reverse_kl_jump(step: Any, *, share: Any = Fraction(2, 5), groups: int = 2, penalty: Any = 1) -> Jump:
    """Three outcomes, of which two are wanted and initially unlikely; a small change swaps them.

    Every group of one member wants outcomes 0 and 1 and not 2, except that group 0 wants one of the first two a
    little less, first outcome 0, then outcome 1. Then outcome 0 goes from a small share of the model to `share`,
    however small `step` is, while the rewards change by a multiple of `step`.

    Args:
        step: the excess of the multiplier over the largest total reward, positive; the change of the rewards is
            proportional to it.
        share: what outcome 0 has afterwards; more than half of 1 - penalty / groups and less than all of it.
        groups: G, the gap between the total rewards, greater than `penalty`.
        penalty: as in `best_policy`.

    Raises:
        ValueError: numbers are not exact, or outside these ranges, or `step` is too large for them.

    >>> jump = reverse_kl_jump(Fraction(1, 100))
    >>> float(jump.profiles.distance), float(jump.move)
    (0.027..., 0.293...)
    """
    if not is_exact(step, share, groups, penalty):
        raise ValueError(f"step, share, groups and penalty must be exact, got {(step, share, groups, penalty)!r}")
    b, c, gap, weight = (Fraction(v) for v in (step, share, groups, penalty))
    if not (b > 0 and weight > 0 and gap.denominator == 1 and gap > weight):
        raise ValueError(
            f"step and penalty must be positive and groups a whole number above penalty, got {step!r}, "
            f"{penalty!r}, {groups!r}"
        )
    # The optimum is p = penalty q / (mu - R), here with mu = G + step.
    rare = c * b / weight
    rest = weight * (1 - 2 * rare) / (gap + b)
    other = 1 - c - rest
    if not 0 < other < c:
        raise ValueError(
            f"share must lie between half of 1 - penalty / groups and all of it (at this step), got {share!r}"
        )
    change = weight * rare / other - b
    if change > 1:
        raise ValueError(f"step must be small enough for rewards in [0, 1], got {step!r}")
    wants = [[1, 1, 0]] * (int(gap) - 1)
    before = Preferences([[1 - change, 1, 0], *wants], [1] * int(gap))
    after = Preferences([[1, 1 - change, 0], *wants], [1] * int(gap))
    reference = np.array([rare, rare, 1 - 2 * rare], dtype=object)
    models = (
        np.array([other, c, rest], dtype=object),
        np.array([c, other, rest], dtype=object),
    )
    return Jump(TwoProfiles(reference, before, after), models)
