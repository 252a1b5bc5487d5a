"""The moduli of continuity of the trained model in the rewards: the printed constants and the sharp ones.

Two profiles of reports enter training through their total rewards R and R'. Write D for the largest |R' - R| over
the outcomes, and call the largest change of a probability the move. A modulus bounds the move by D, for every
initial model; its `delta` turns the bound round, as Condition 3.5 asks: D <= delta(epsilon) gives a move of at
most epsilon. The bounds of the move hold on all distributions; those of strong convexity on every convex set of
models.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from incentives.numbers import as_array, as_count, is_exact
from incentives.payments.preferences import Preferences
from incentives.reading import as_distribution


def _positive(name: str, value: Any) -> Any:
    """`value` as it is, unless it is not positive (SymPy symbols: unless they cannot be)."""
    wrong = value.is_positive is False if isinstance(value, sp.Basic) else not (np.asarray(value) > 0).all()
    if wrong:
        raise ValueError(f"{name} must be greater than 0, got {value!r}")
    return value


def _share(name: str, value: Any) -> Any:
    """`value` as it is, unless it is not strictly between 0 and 1."""
    if not isinstance(value, sp.Basic) and not ((np.asarray(value) > 0) & (np.asarray(value) < 1)).all():
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {value!r}")
    return value


def _as_argument(value: Any) -> Any:
    """Numbers and arrays for NumPy's functions, which do not know Fractions; SymPy keeps its own."""
    return value if isinstance(value, sp.Basic) else np.asarray(value, dtype=float)[()]


@dataclass(frozen=True)
class KLModulus:
    """KL with this penalty, over all distributions. Numbers, arrays and SymPy expressions in, the same out.

    Reference:
        `printed_delta`: Sun et al. (2025), Proposition E.3. The rest is derived in the book.

    >>> KLModulus(1).move(2).round(4), KLModulus(1).delta(0.5).round(4), KLModulus(1).printed_delta(0.5).round(4)
    (np.float64(0.7616), np.float64(1.0986), np.float64(0.2027))
    """

    penalty: Any = 1

    def __post_init__(self) -> None:
        _positive("penalty", self.penalty)

    def move(self, distance: Any) -> Any:
        """tanh(D / (2 penalty)): the largest possible move."""
        ratio = _as_argument(distance / (2 * self.penalty))
        return sp.tanh(ratio) if isinstance(ratio, sp.Basic) else np.tanh(ratio)

    def delta(self, epsilon: Any) -> Any:
        """penalty log((1 + epsilon) / (1 - epsilon)): the largest delta that serves for epsilon."""
        e = _as_argument(_share("epsilon", epsilon))
        if isinstance(e, sp.Basic) or isinstance(self.penalty, sp.Basic):
            return self.penalty * sp.log((1 + e) / (1 - e))
        return float(self.penalty) * (np.log1p(e) - np.log1p(-e))

    def printed_delta(self, epsilon: Any) -> Any:
        """The delta of Proposition E.3, (penalty / 2) min(log 1 / (1 - epsilon), log(1 + epsilon))."""
        e = _as_argument(_share("epsilon", epsilon))
        if isinstance(e, sp.Basic) or isinstance(self.penalty, sp.Basic):
            return self.penalty / 2 * sp.Min(sp.log(1 / (1 - e)), sp.log(1 + e))
        return float(self.penalty) / 2 * np.minimum(-np.log1p(-e), np.log1p(e))

    def printed_move(self, distance: Any) -> Any:
        """exp(2 D / penalty) - 1: the bound of the move that `printed_delta` comes from."""
        ratio = _as_argument(2 * distance / self.penalty)
        return sp.exp(ratio) - 1 if isinstance(ratio, sp.Basic) else np.expm1(ratio)

    def loss(self, distance: Any) -> Any:
        """The largest welfare lost at R by training with rewards within D of R instead.

        It is penalty (z coth z - 1 + log(sinh(z) / z)) with z = D / penalty.
        """
        z = _as_argument(distance / self.penalty)
        if isinstance(z, sp.Basic):
            return self.penalty * (z * sp.coth(z) - 1 + sp.log(sp.sinh(z) / z))
        small = np.abs(z) < 0.1
        safe = np.where(small, 1.0, z)
        # log sinh without overflow; below 0.1 the terms cancel, and four terms of the series are more precise.
        logarithm = safe + np.log1p(-np.exp(-2 * safe)) - np.log(2 * safe)
        series = z**2 / 2 - z**4 / 36 + z**6 / 405 - z**8 / 4200
        return float(self.penalty) * np.where(small, series, safe / np.tanh(safe) - 1 + logarithm)[()]


@dataclass(frozen=True)
class StronglyConvexModulus:
    """Any f with f'' >= convexity, over all distributions. Fractions in, Fractions out.

    Reference:
        `printed_delta`: Sun et al. (2025), end of the proof of Lemma E.1. The rest is derived in the book.

    >>> slow = StronglyConvexModulus(2)
    >>> slow.move(Fraction(1, 2)), slow.delta(Fraction(1, 8)), slow.printed_delta(Fraction(1, 8))
    (Fraction(1, 8), Fraction(1, 2), Fraction(1, 8))
    """

    convexity: Any

    def __post_init__(self) -> None:
        _positive("convexity", self.convexity)

    def move(self, distance: Any, *, at: Any = Fraction(1, 2)) -> Any:
        """2 q (1 - q) D / convexity: the largest move of an outcome of initial probability q = `at`.

        The default, one half, is the worst. Above 1 the bound says nothing.
        """
        return 2 * _share("at", at) * (1 - at) * distance / self.convexity

    def delta(self, epsilon: Any) -> Any:
        """2 convexity epsilon: the largest delta that serves for epsilon and every f of this convexity."""
        return 2 * self.convexity * _share("epsilon", epsilon)

    def printed_delta(self, epsilon: Any) -> Any:
        """The delta of Lemma E.1, convexity epsilon / 2."""
        return self.convexity * _share("epsilon", epsilon) / 2

    def printed_move(self, distance: Any) -> Any:
        """2 D / convexity: the bound of the move that `printed_delta` comes from."""
        return 2 * distance / self.convexity

    def loss(self, distance: Any) -> Any:
        """D^2 / (2 convexity): bounds the welfare lost at R by training with rewards within D of R instead."""
        return distance**2 / (2 * self.convexity)


def chi_squared_modulus(penalty: Any = 1) -> StronglyConvexModulus:
    """Chi-squared, f(x) = penalty (x - 1)^2, has f'' = 2 penalty: delta 4 penalty epsilon, printed penalty epsilon.

    >>> chi_squared_modulus(3).delta(Fraction(1, 2)), chi_squared_modulus(3).printed_delta(Fraction(1, 2))
    (Fraction(6, 1), Fraction(3, 2))
    """
    return StronglyConvexModulus(2 * _positive("penalty", penalty))


# -- instances that reach the bounds ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class TwoProfiles:
    """An initial model and the reports of the same groups before and after a change."""

    reference: np.ndarray
    before: Preferences
    after: Preferences

    @property
    def distance(self) -> Any:
        """D: the largest change of the total reward."""
        return abs(self.after.total - self.before.total).max()


def extremal_profiles(distance: Any, *, outcomes: int = 2, normalised: str = "max") -> TwoProfiles:
    """Normalised reports at this distance between which the model moves as far as it can.

    Outcome 0 has initial probability 1/2. Its total reward rises by `distance`, that of all others falls by as
    much, and before and after are mirror images. KL moves by tanh(D / (2 penalty)), chi-squared by
    D / (4 penalty) if D <= 4 penalty.

    Args:
        distance: D, an int or Fraction in (0, 1].
        outcomes: how many there are, at least 2; with `normalised="sum"` exactly 2.
        normalised: "max" (two groups of one member) or "sum" (one group of one member).

    >>> found = extremal_profiles(Fraction(1, 4), outcomes=3)
    >>> [str(r) for r in found.before.total], [str(r) for r in found.after.total]
    (['1', '5/4', '5/4'], ['5/4', '1', '1'])
    """
    if not is_exact(distance) or not 0 < distance <= 1:
        raise ValueError(f"distance must be an int or Fraction in (0, 1], got {distance!r}")
    if normalised not in ("max", "sum"):
        raise ValueError(f'normalised must be "max" or "sum", got {normalised!r}')
    if outcomes < 2 or (normalised == "sum" and outcomes != 2):
        raise ValueError(f'outcomes must be at least 2, and 2 with "sum"; got {outcomes!r}')
    others, half = outcomes - 1, Fraction(1, 2)
    reference = as_array("reference", [half] + [half / others] * others, exact=True)
    if normalised == "sum":
        first, second = (1 - Fraction(distance)) / 2, (1 + Fraction(distance)) / 2
        before, after = [[first, second]], [[second, first]]
    else:
        before = [[0] + [1] * others, [1] + [distance] * others]
        after = [[distance] + [1] * others, [1] + [0] * others]
    sizes = [1] * len(before)
    return TwoProfiles(reference, Preferences(before, sizes, normalised), Preferences(after, sizes, normalised))


# -- where chi-squared keeps every outcome ------------------------------------------------------------------


def interior_threshold(total_reward: Any, reference: Any) -> Any:
    """The penalty above which chi-squared leaves every outcome a positive probability: (E_q R - min R) / 2.

    >>> interior_threshold([0, 2, 2], [Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)])
    Fraction(4, 5)
    """
    exact = is_exact(total_reward, reference)
    R, q = (
        as_array("total_reward", total_reward, exact=exact),
        as_distribution("reference", reference, exact=exact),
    )
    if R.shape != q.shape:
        raise ValueError(f"total_reward must have one entry per outcome, {q.size}; got shape {R.shape}")
    return (q @ R - R.min()) / 2


def worst_interior_threshold(reference: Any, *, total_size: int, normalised: str) -> Any:
    """The largest `interior_threshold` of all normalised profiles whose sizes add up to `total_size`.

    It is W (1 - min q) / 2 under maximum normalisation (everybody wants everything but the least likely outcome)
    and W max q / 2 under normalisation by the sum (everybody wants the likeliest outcome only).

    >>> worst_interior_threshold([Fraction(1, 5), Fraction(4, 5)], total_size=2, normalised="max")
    Fraction(4, 5)
    """
    q = as_distribution("reference", reference, exact=is_exact(reference))
    if q.size < 2:
        raise ValueError(f"reference must have at least 2 outcomes, got {q.size}")
    as_count("total_size", total_size, least=1)
    if normalised not in ("max", "sum"):
        raise ValueError(f'normalised must be "max" or "sum", got {normalised!r}')
    return int(total_size) * (1 - q.min() if normalised == "max" else q.max()) / 2
