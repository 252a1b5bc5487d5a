"""f-divergences as values: D_f(p || q) = sum of q f(p / q), with f convex and f(1) = 0.

A divergence knows f, its derivative and what slope belongs to what ratio p / q; `policies` does the rest. All of
them enter the objective with an explicit penalty, so f is written without a factor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from incentives.floats import shown
from incentives.numbers import Number, as_array, is_exact
from incentives.reading import as_function, as_kind

Floats = np.ndarray
Curve = Callable[[Any], Any]


@dataclass(frozen=True)
class Divergence:
    """Any f-divergence, given by f and f' on (0, inf).

    Args:
        name: how it is printed.
        f: convex, f(1) = 0; takes and returns arrays of positive ratios.
        derivative: f', non-decreasing; at a kink any slope between the two sides.
        curvature: f'', where it exists; makes the solver a Newton method.
        inverse: the ratio that has a given slope, for slopes between those at 0 and at infinity; found by
            bisection if it is not given.
        slope_at_zero: f'(0+), -inf for divergences that never put a probability to 0.
        slope_at_infinity: the limit of f' at infinity.
        value_at_zero: f(0+).

    Raises:
        ValueError: f(1) is not 0, or f is not convex with this derivative on a grid from 1e-6 to 1e6.

    >>> cube = Divergence("x^3 - 1", lambda x: x**3 - 1, lambda x: 3 * x**2, slope_at_zero=0, value_at_zero=-1)
    >>> cube.between([0.5, 0.5], [0.25, 0.75]).round(3)
    np.float64(1.222)
    """

    name: str
    f: Curve = field(repr=False)
    derivative: Curve = field(repr=False)
    curvature: Curve | None = field(default=None, repr=False)
    inverse: Curve | None = field(default=None, repr=False)
    slope_at_zero: float = -np.inf
    slope_at_infinity: float = np.inf
    value_at_zero: float = np.inf
    # Whether Fractions stay Fractions under this divergence.
    rational: ClassVar[bool] = False

    def __post_init__(self) -> None:
        as_kind("name", self.name, str), as_function("f", self.f), as_function("derivative", self.derivative)
        x = np.geomspace(1e-6, 1e6, 97)
        with np.errstate(all="ignore"):
            values, slopes = np.asarray(self.f(x), dtype=float), np.asarray(self.derivative(x), dtype=float)
            at_one = float(self.f(np.array([1.0]))[0])
        if not abs(at_one) <= 1e-9:
            raise ValueError(f"f must be 0 at 1, got f(1) = {at_one}")
        # Convex with this derivative means that every tangent lies below the curve.
        tangents = values[:, None] + slopes[:, None] * (x[None, :] - x[:, None])
        slack = 1e-9 * (1 + np.abs(values)[None, :] + np.abs(tangents))
        if not (np.isfinite(values).all() and (tangents <= values[None, :] + slack).all()):
            raise ValueError(f"f must be convex, with `derivative` its slope; {self.name!r} is not")

    def between(self, policy: ArrayLike, reference: ArrayLike) -> Number:
        """D_f(policy || reference); batches in the leading axes, outcomes last.

        Infinite where f says so of an outcome of probability 0, and refused where a float is too small for it.
        """
        exact = self.rational and is_exact(policy, reference)
        p, q = as_array("policy", policy, exact=exact), as_array("reference", reference, exact=exact)
        if not p.ndim or not q.ndim or p.shape[-1] != q.shape[-1]:
            raise ValueError(f"policy and reference must have the same outcomes, got shapes {p.shape} and {q.shape}")
        for name, values in (("policy", p), ("reference", q)):
            if (values < 0).any():
                raise ValueError(f"{name} must hold numbers of at least 0, got {values.min()}")
        if exact:
            return self._sum(p, q)
        with np.errstate(all="ignore"):
            found = self._sum(p, q)
        rightly = ((p > 0) & (q == 0) & np.isinf(self.slope_at_infinity)) | (
            (p == 0) & (q > 0) & np.isinf(self.value_at_zero)
        )
        if (np.isnan(found) | (np.isinf(found) & ~rightly.any(axis=-1))).any():
            raise ValueError(
                f"policy and reference must be numbers for which floats hold their divergence, got {shown(found)} "
                f"for probabilities down to {p.min()} and {q.min()}"
            )
        return found

    def _sum(self, p: np.ndarray, q: np.ndarray) -> Any:
        ratio = p / q
        positive = np.where(ratio > 0, ratio, 1.0)
        with np.errstate(invalid="ignore"):
            terms = np.where(ratio > 0, self.f(positive), self.value_at_zero)
        terms = q * terms
        if np.isfinite(self.slope_at_infinity) and np.isinf(ratio).any():
            terms = np.where(np.isinf(ratio), self.slope_at_infinity * p, terms)
        return terms.sum(axis=-1)

    def ratio(self, slope: Floats, *, largest: float) -> Floats:
        """The ratio p / q in [0, `largest`] at which f has this slope."""
        if self.inverse is not None:
            with np.errstate(all="ignore"):
                found = np.minimum(self.inverse(slope), largest)
        else:
            found = self._bisect(slope, largest)
        if np.isfinite(self.slope_at_zero):
            found = np.where(slope > self.slope_at_zero, found, 0.0)
        if np.isfinite(self.slope_at_infinity):
            found = np.where(slope < self.slope_at_infinity, found, largest)
        return found

    def _bisect(self, slope: Floats, largest: float) -> Floats:
        # Positive floats are ordered like their bit patterns: halving those reaches every scale in 63 steps.
        low, high = np.zeros(slope.shape, np.int64), np.full(slope.shape, largest).view(np.int64)
        for _ in range(63):
            middle = low + (high - low) // 2
            with np.errstate(all="ignore"):
                below = self.derivative(middle.view(float)) < slope
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return high.view(float)


class _Known(Divergence):
    """A divergence of this module, whose convexity need not be tried at every construction."""

    def __post_init__(self) -> None:
        pass


def _with_logs(ratio: np.ndarray, p: np.ndarray, q: np.ndarray, terms: np.ndarray) -> np.ndarray:
    """The terms of KL(p || q), as p (log p - log q) where the ratio, p / q or q / p, is near the ends of the floats."""
    near = (ratio > 1e-290) & (ratio < 1e290)
    if near.all():
        return terms
    with np.errstate(all="ignore"):
        logs = np.where(p > 0, p * (np.log(p) - np.log(q)), 0.0)
    return np.where(near, terms, logs)


def _x_log_x(x: Any) -> Any:
    return x * np.log(x)


def _log_plus_one(x: Any) -> Any:
    return np.log(x) + 1


def _reciprocal(x: Any) -> Any:
    return 1 / x


def _exp_minus_one(slope: Any) -> Any:
    return np.exp(slope - 1)


class KL(_Known):
    """Kullback-Leibler: f(x) = x log x.

    >>> KL().between([0.5, 0.5], [0.25, 0.75]).round(4)
    np.float64(0.1438)
    """

    def __init__(self) -> None:
        super().__init__(
            "KL", _x_log_x, _log_plus_one, curvature=_reciprocal, inverse=_exp_minus_one, value_at_zero=0.0
        )

    def _sum(self, p: np.ndarray, q: np.ndarray) -> Any:
        ratio = p / q
        return _with_logs(ratio, p, q, q * self.f(np.where(ratio > 0, ratio, 1.0))).sum(axis=-1)


def _gap_squared(x: Any) -> Any:
    return (x - 1) ** 2


def _twice_gap(x: Any) -> Any:
    return 2 * (x - 1)


def _two(x: Any) -> Any:
    return 0 * x + 2


def _one_plus_half(slope: Any) -> Any:
    return 1 + slope / 2


class ChiSquared(_Known):
    """Chi-squared: f(x) = (x - 1)^2; exact for Fractions.

    >>> from fractions import Fraction
    >>> ChiSquared().between([Fraction(1, 2)] * 2, [Fraction(1, 4), Fraction(3, 4)])
    Fraction(1, 3)
    """

    rational = True

    def __init__(self) -> None:
        super().__init__(
            "chi-squared",
            _gap_squared,
            _twice_gap,
            curvature=_two,
            inverse=_one_plus_half,
            slope_at_zero=-2.0,
            value_at_zero=1.0,
        )

    def _sum(self, p: np.ndarray, q: np.ndarray) -> Any:
        return ((p - q) ** 2 / q).sum(axis=-1)


def _half_gap(x: Any) -> Any:
    return np.abs(x - 1) / 2


def _half_sign(x: Any) -> Any:
    return np.sign(x - 1) / 2


class TotalVariation(_Known):
    """Total variation: f(x) = |x - 1| / 2; convex but not strictly, exact for Fractions.

    >>> from fractions import Fraction
    >>> TotalVariation().between([Fraction(1, 2)] * 2, [Fraction(1, 4), Fraction(3, 4)])
    Fraction(1, 4)
    """

    rational = True

    def __init__(self) -> None:
        super().__init__(
            "total variation",
            _half_gap,
            _half_sign,
            slope_at_zero=-0.5,
            slope_at_infinity=0.5,
            value_at_zero=0.5,
        )

    def _sum(self, p: np.ndarray, q: np.ndarray) -> Any:
        return abs(p - q).sum(axis=-1) / 2


class _ReverseKL(Divergence):
    def _sum(self, p: np.ndarray, q: np.ndarray) -> Any:
        ratio = p / q
        return _with_logs(ratio, q, p, q * self.f(np.where(ratio > 0, ratio, 1.0))).sum(axis=-1)


def reverse_kl() -> Divergence:
    """f(x) = -log x, so that D_f(p || q) = KL(q || p).

    >>> reverse_kl().between([0.25, 0.75], [0.5, 0.5]).round(4)
    np.float64(0.1438)
    """
    return _ReverseKL(
        "reverse KL",
        f=lambda x: -np.log(x),
        derivative=lambda x: -1 / x,
        curvature=lambda x: 1 / x**2,
        inverse=lambda s: -1 / s,
        slope_at_infinity=0.0,
    )


def jensen_shannon() -> Divergence:
    """f(x) = (x log x - (x + 1) log((x + 1) / 2)) / 2: the mean KL of p and q to their mixture.

    >>> jensen_shannon().between([1.0, 0.0], [0.5, 0.5]).round(4)
    np.float64(0.2158)
    """
    return Divergence(
        "Jensen-Shannon",
        f=lambda x: (x * np.log(x) - (x + 1) * np.log((x + 1) / 2)) / 2,
        derivative=lambda x: np.log(2 * x / (x + 1)) / 2,
        curvature=lambda x: 1 / (2 * x * (x + 1)),
        inverse=lambda s: np.exp(2 * s) / (2 - np.exp(2 * s)),
        slope_at_infinity=float(np.log(2) / 2),
        value_at_zero=float(np.log(2) / 2),
    )
