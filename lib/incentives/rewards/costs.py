"""The cost that the server minimises: the readings of the lost cost, and the repaired rules.

The text that we hold lost the formula of Eq. (3). What survives: the mean gain should be large, the variance of
the gains small, and a small constant prevents a division by zero. Every reading below depends on the gains
only through their mean m and variance V (population variance), so costs are functions of two numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, sqrt
from numbers import Rational
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from incentives.floats import shown
from incentives.numbers import Number, Numbers, Real, as_array, as_count, as_number, is_exact, is_rational
from incentives.rewards.surds import Surd, surd

Score = Number | Surd  # a Surd where an exact answer needs a root

CostName = Literal["ratio", "deviation-ratio", "growth", "sharpe", "sum", "linear", "least-variance", "anchor"]
READINGS = {
    "ratio": "V / (m + eps)",
    "deviation-ratio": "sd / (m + eps)",
    "growth": "-m / (V + eps)",
    "sharpe": "-m / (sd + eps)",
    "sum": "1 / (m + eps) + V, gains in percentage points",
    "linear": "V - k m",
    "least-variance": "V, ties to the larger mean",
    "anchor": "best level to the top contributors, then V, ties to the larger mean",
}


def _moment(name: str, value: Any) -> Any:
    """A number or an array of one; floats, exact numbers and symbols stay as they are."""
    if type(value) is np.ndarray and not value.ndim:
        value = value.item()
    if (type(value) is float and isfinite(value)) or (type(value) is np.ndarray and value.dtype == float):
        return value
    if isinstance(value, Surd) or (not isinstance(value, (list, tuple)) and is_exact(value, symbols=True)):
        return value
    found = as_array(name, value, exact=False)
    if found.ndim and not found.size:
        raise ValueError(f"{name} must be a number, or an array of at least one; got {shown(value)}")
    return found if found.ndim else found.item()


@dataclass(frozen=True)
class Cost:
    """One reading of the cost, to be minimised.

    Args:
        name: one of "ratio" (A), "deviation-ratio" (B), "growth" (C), "sharpe" (D), "sum" (E), "linear",
            "least-variance", "anchor"; `READINGS` has the formulas.
        epsilon: the constant against division by zero, greater than 0, in the unit in which the cost takes its
            gains. An int or Fraction keeps exact gains exact.
        weight: k of "linear", the price of one unit of variance in mean gain, greater than 0.
        points: units in which "sum" takes the gains, per unit of accuracy; 100 means percentage points.

    Raises:
        ValueError: unknown name, or a constant that is not positive.

    The value of "anchor" and "least-variance" is the variance; that "anchor" also gives the best level to the
    top contributors is a constraint, which the solvers impose.

    >>> Cost("ratio", epsilon=Fraction(1, 10))([Fraction(1, 10), Fraction(3, 10)])
    Fraction(1, 30)
    >>> Cost("linear", weight=1).of_moments(0.25, 0.5)
    0.25
    """

    name: CostName
    epsilon: Any = Fraction(1, 10**8)
    weight: Any = Fraction(1, 10)
    points: Any = 100

    if TYPE_CHECKING:  # what may be given; the fields hold it as it was read

        def __init__(self, name: CostName, epsilon: Real = ..., weight: Real = ..., points: Real = ...) -> None: ...

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or self.name not in READINGS:
            raise ValueError(f"cost must be one of {', '.join(READINGS)}; got {self.name!r}")
        for field in ("epsilon", "weight", "points"):
            value: Any = getattr(self, field)
            read = as_number(field, value, above=0)
            if not isinstance(value, (int, float, Rational)):
                object.__setattr__(self, field, read)

    def __str__(self) -> str:
        return f"{self.name}: {READINGS[self.name]}"

    @overload
    def of_moments(self, mean: np.ndarray, variance: np.ndarray) -> np.ndarray: ...
    @overload
    def of_moments(self, mean: Real, variance: Real) -> Score: ...
    def of_moments(self, mean: Any, variance: Any) -> Any:
        """Cost at a mean gain and a variance: numbers or arrays of one shape, exact for ints and Fractions.

        Square roots of exact variances give exact `Surd` numbers, which compare by squares.
        """
        mean, variance = _moment("mean", mean), _moment("variance", variance)
        exact = is_exact(mean) and is_exact(variance)
        # Whole arrays come from the solvers, which make their variances; a caller's number is looked at.
        if not isinstance(variance, np.ndarray) and not variance >= 0:
            raise ValueError(f"variance must be a number of at least 0, got {variance!r}")
        read = Fraction if exact else float
        m, V, eps = mean, variance, read(self.epsilon)
        match self.name:
            case "ratio":
                return V / (m + eps)
            case "growth":
                return -m / (V + eps)
            case "linear":
                return V - read(self.weight) * m
            case "sum":
                unit = read(self.points)
                return 1 / (unit * m + eps) + unit * unit * V
            case "least-variance" | "anchor":
                return V
        if exact and self.name == "deviation-ratio":
            return surd(0, 1 / (m + eps), V)
        if exact:  # -m / (sd + eps), with the root taken out of the denominator
            gap = V - eps**2
            return surd(m * eps / gap, -m / gap, V) if gap else -m / (2 * eps)
        sd = np.sqrt(V) if isinstance(V, np.ndarray) else sqrt(V)
        return sd / (m + eps) if self.name == "deviation-ratio" else -m / (sd + eps)

    @overload
    def of_sums(self, S: np.ndarray, Q: np.ndarray, N: int) -> np.ndarray: ...
    @overload
    def of_sums(self, S: Real, Q: Real, N: int) -> Score: ...
    def of_sums(self, S: Any, Q: Any, N: int) -> Any:
        """Cost of N gains with sum S and sum of squares Q; numbers or arrays of one shape.

        Floats lose digits when the variance is much smaller than the squared mean; a variance below 0 counts as 0.
        """
        N, S, Q = as_count("N", N, least=1), _moment("S", S), _moment("Q", Q)
        if not isinstance(Q, np.ndarray) and not Q >= 0:
            raise ValueError(f"Q must be a sum of squares, at least 0, got {Q!r}")
        mean: Any = Fraction(S, N) if is_exact(S) else S / N
        variance: Any = (Fraction(Q, N) if is_exact(Q) else Q / N) - mean * mean
        if isinstance(variance, np.ndarray):
            variance = np.maximum(variance, 0.0)
        elif variance < 0:
            variance = variance * 0
        return self.of_moments(mean, variance)

    def __call__(self, gains: Numbers) -> Score:
        """Cost of gains, shape (..., clients); ints and Fractions in a list or tuple are computed exactly."""
        if isinstance(gains, (list, tuple)) and gains and all(map(is_rational, gains)):
            N = len(gains)
            mean = Fraction(sum(gains), N)
            return self.of_moments(mean, Fraction(sum((u - mean) ** 2 for u in gains), N))
        u = as_array("gains", gains, exact=False)
        if not u.ndim or not u.shape[-1]:
            raise ValueError(f"gains must be one number per client, got {shown(gains)}")
        answer = self.of_moments(u.mean(axis=-1), u.var(axis=-1))
        return float(answer) if np.ndim(answer) == 0 else answer


AnyCost = CostName | Cost


def as_cost(cost: AnyCost) -> Cost:
    """A cost by its name, or as it is.

    Raises:
        ValueError: no such cost.
    """
    if isinstance(cost, (str, Cost)):
        return cost if isinstance(cost, Cost) else Cost(cost)
    raise ValueError(f"cost must be a name ({', '.join(READINGS)}) or a Cost, got {cost!r}")
