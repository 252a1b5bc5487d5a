"""Reports that reach the mechanism with an error, and groups that know it.

The mechanism trains and charges for noisy rewards; what a group enjoys is its true reward. All laws are finite
lists, so that expected utilities are exact sums: with Fractions nothing is sampled or rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from incentives.deviations import Deviation
from incentives.numbers import as_array, is_exact
from incentives.payments.affine_maximizer import AffineMaximizer, Mechanism
from incentives.payments.model_sets import FiniteModels
from incentives.payments.preferences import Preferences

# What may become of one report, and of the reports of all groups together: rows and their probabilities.
Noise = Callable[[np.ndarray], Iterable[tuple[np.ndarray, Any]]]
JointNoise = Callable[[np.ndarray], Iterable[tuple[np.ndarray, Any]]]


@dataclass(frozen=True, eq=False)
class Shifts:
    """Noise that adds one of finitely many rows to a report, whatever the report is.

    Args:
        rows: the possible errors, shape (draws, outcomes).
        probabilities: of the rows; equal if not given.

    Raises:
        ValueError: shapes differ, or the probabilities are negative or do not add up to 1.

    >>> noise = Shifts([[Fraction(1, 10), 0], [0, Fraction(-1, 10)]])
    >>> noise.bound, [probability for _, probability in noise(np.array([1, 0]))]
    (Fraction(1, 10), [Fraction(1, 2), Fraction(1, 2)])
    """

    rows: Any
    probabilities: Any = None

    def __post_init__(self) -> None:
        rows = as_array("rows", self.rows, exact=is_exact(self.rows))
        if rows.ndim != 2 or 0 in rows.shape:
            raise ValueError(f"rows must have shape (draws, outcomes), got {rows.shape}")
        given = self.probabilities
        if given is None:
            given = [Fraction(1, len(rows))] * len(rows)
        chances = as_array("probabilities", given, exact=is_exact(given))
        whole = chances.sum() == 1 if chances.dtype == object else abs(chances.sum() - 1) <= 1e-9
        if chances.shape != (len(rows),) or not whole or chances.min() < 0:
            raise ValueError(f"probabilities must be {len(rows)} numbers of at least 0 that add up to 1, got {given!r}")
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "probabilities", chances)

    @property
    def bound(self) -> Any:
        """epsilon: the largest error of any outcome in any draw of positive probability."""
        return abs(self.rows[self.probabilities > 0]).max()

    def __call__(self, report: np.ndarray) -> list[tuple[np.ndarray, Any]]:
        """The noisy versions of this report, with their probabilities."""
        return [(report + row, chance) for row, chance in zip(self.rows, self.probabilities, strict=True)]


def independent(*noises: Noise | None) -> JointNoise:
    """The noise of a whole profile whose groups are disturbed independently; None leaves a report as it is.

    >>> joint = independent(Shifts([[1, 0], [0, 1]]), None)
    >>> [(list(map(str, noisy[0])), str(chance)) for noisy, chance in joint(np.zeros((2, 2), dtype=int))]
    [(['1', '0'], '1/2'), (['0', '1'], '1/2')]
    """

    def draws(reports: np.ndarray) -> list[tuple[np.ndarray, Any]]:
        if len(reports) != len(noises):
            raise ValueError(f"noise was given for {len(noises)} groups, got {len(reports)} reports")
        laws = [
            [(report, 1)] if noise is None else list(noise(report))
            for noise, report in zip(noises, reports, strict=True)
        ]
        return [(np.array([row for row, _ in draw]), prod(chance for _, chance in draw)) for draw in product(*laws)]

    return draws


@dataclass(frozen=True, eq=False)
class NoisyGame:
    """A mechanism, the true preferences, and the noise between a report and the mechanism.

    Args:
        rule: trains and charges, for instance an `AffineMaximizer`.
        truth: rewards and sizes of all groups; everybody but the group in question reports them.
        noise: from reports (groups, outcomes) to their noisy versions, for instance `independent(...)`.

    Reference:
        Sun et al. (2025), appendix B.
    """

    rule: Mechanism
    truth: Preferences
    noise: JointNoise

    def _reports(self, who: int, report: Any, size: Any) -> tuple[np.ndarray, np.ndarray]:
        if not 0 <= who < len(self.truth.sizes):
            raise ValueError(f"who must be a group 0..{len(self.truth.sizes) - 1}, got {who!r}")
        rewards, sizes = self.truth.rewards.copy(), self.truth.sizes.copy()
        if report is not None:
            rewards[who] = as_array("report", report, exact=rewards.dtype == object)
        if size is not None:
            sizes[who] = size
        return rewards, sizes

    def utility(self, who: int, *, report: Any = None, size: Any = None) -> Any:
        """U: what group `who` expects if it reports this reward and this size, the truth if not given."""
        rewards, sizes = self._reports(who, report, size)
        expected = 0
        for noisy, chance in self.noise(rewards):
            outcome = self.rule(noisy, sizes)
            enjoyed = self.truth.weighted[who] @ outcome.policy
            expected = expected + chance * (enjoyed - outcome.payments[who])
        return expected

    def gain(self, who: int, *, report: Any = None, size: Any = None) -> Any:
        """The expected gain of group `who` by this report over the truth."""
        return self.utility(who, report=report, size=size) - self.utility(who)

    def best_lie(self, who: int, reports: Iterable[Any], *, sizes: Sequence[int | None] = (None,)) -> Deviation | None:
        """The most profitable of these reports and sizes, or None if none is better than the truth."""
        honest, best = self.utility(who), None
        for report, size in product(reports, sizes):
            gain = self.utility(who, report=report, size=size) - honest
            if gain > 0 and (best is None or gain > best.gains[who]):
                told = f"reports {', '.join(map(str, report))}" + ("" if size is None else f" and size {size}")
                best = Deviation(who={who}, instead=told, gains={who: gain})
        return best

    def losses(self) -> list[tuple[Any, Any]]:
        """Welfare lost in each draw, and its probability, when everybody reports the truth.

        It is the welfare of the best model minus the welfare of the model that the noisy rewards select, both at
        the true rewards.
        """
        rewards, sizes = self.truth.rewards, self.truth.sizes
        best = self.rule(rewards, sizes).welfare
        found = []
        for noisy, chance in self.noise(rewards):
            outcome = self.rule(noisy, sizes)
            # The divergence is the same at both rewards, so the two welfares differ by the rewards alone.
            true_welfare = outcome.welfare - (sizes @ (noisy - rewards)) @ outcome.policy
            found.append((best - true_welfare, chance))
        return found


# -- games in which the bounds are reached ------------------------------------------------------------------


def _checked(epsilon: Any, *, largest: Fraction) -> Fraction:
    if not is_exact(epsilon) or not 0 < epsilon <= largest:
        raise ValueError(f"epsilon must be an int or Fraction in (0, {largest}], got {epsilon!r}")
    return Fraction(epsilon)


def two_models(epsilon: Any, sizes: Sequence[int]) -> NoisyGame:
    """Two models, one outcome each, that noise makes look alike; at the tie the wrong one is trained.

    Everybody wants outcome 0 by 2 epsilon more than outcome 1. The noise takes epsilon from the first and adds it to
    the second. The welfare lost is 2 epsilon times the sum of the sizes, and a single group that asks for less of
    outcome 1 gains all of its share.

    Args:
        epsilon: the bound of the noise, an int or Fraction in (0, 1/2].
        sizes: of the groups.

    >>> game = two_models(Fraction(1, 10), [3])
    >>> game.losses()[0][0], game.gain(0, report=[1, 0])
    (Fraction(3, 5), Fraction(3, 5))
    """
    e = _checked(epsilon, largest=Fraction(1, 2))
    models = FiniteModels([[0, 1], [1, 0]], [0, 0])
    truth = Preferences([[1, 1 - 2 * e]] * len(sizes), list(sizes))
    return NoisyGame(AffineMaximizer(models=models), truth, independent(*[Shifts([[-e, e]])] * len(sizes)))


def paying_for_nothing(epsilon: Any, size: int) -> NoisyGame:
    """A group that tells the truth and ends 2 size epsilon below zero.

    It wants an outcome that no model has. Noise makes it seem to prefer model 0, which costs 2 size epsilon in
    divergence, and it is charged for that.

    >>> paying_for_nothing(Fraction(1, 10), 3).utility(0)
    Fraction(-3, 5)
    """
    e = _checked(epsilon, largest=Fraction(1))
    models = FiniteModels([[1, 0, 0], [0, 1, 0]], [2 * size * e, 0])
    truth = Preferences([[0, 0, 1]], [size])
    return NoisyGame(AffineMaximizer(models=models), truth, independent(Shifts([[e, -e, 0]])))
