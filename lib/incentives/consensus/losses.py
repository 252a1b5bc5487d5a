"""Losses whose sublevel sets are exact: each client's F_m, its least value F_m^*, and the set of nearly best models.

Every loss has `value(point)`, `best` (its least value) and `sublevel(epsilon)`, the set of points whose loss
is at most `best + epsilon`, as a set of `worlds`. Whether `best` is known to the server is the server's
business, not the loss's.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, sqrt
from types import MappingProxyType
from typing import Any, Protocol

from incentives.consensus.exact_algebra import dot
from incentives.consensus.points import as_coordinate, as_coordinates, as_value
from incentives.consensus.quadratics import Quadratic
from incentives.consensus.sets import Box, ClientSet, FiniteSet, Interval
from incentives.floats import held_by_floats
from incentives.numbers import Matrix, Number, Real, Vector, as_list, as_number


class Loss(Protocol):
    """One client's loss, as a function of the model."""

    @property
    def best(self) -> Number: ...

    def value(self, point: Any) -> Number: ...

    def sublevel(self, epsilon: Real = 0) -> ClientSet: ...


def as_losses(name: str, losses: Any) -> tuple[Loss, ...]:
    """One loss per client, as a tuple.

    Raises:
        ValueError: it is no list of at least one loss.

    >>> len(as_losses("losses", [Quadratic1D(1)]))
    1
    """
    found = tuple(as_list(name, losses, least=1))
    for entry in found:
        if not callable(getattr(entry, "value", None)):
            raise ValueError(f"{name} must hold one loss per client, with a method value; got {entry!r}")
    return found


def tolerance(epsilon: Real) -> Number:
    """`epsilon` as a number of at least 0; ValueError otherwise."""
    read = as_number("epsilon", epsilon)
    if read < 0:
        raise ValueError(f"epsilon must be at least 0, got {epsilon}")
    return read


def root(square: Number) -> Number:
    """The square root: exact for an exact square, a float for a float.

    Raises:
        ValueError: the number is exact and its root is irrational, so that no Fraction is the answer.

    >>> root(Fraction(9, 4)), root(2.25)
    (Fraction(3, 2), 1.5)
    """
    if isinstance(square, float):
        return sqrt(square)
    above, below = isqrt(square.numerator), isqrt(square.denominator)
    if above**2 != square.numerator or below**2 != square.denominator:
        raise ValueError(f"epsilon must make the ends rational, but {square} has no rational root; pass a float")
    return Fraction(above, below)


@dataclass(frozen=True)
class TableLoss:
    """A loss on finitely many points, written as a table.

    >>> loss = TableLoss({"a": 0, "b": 1, "c": 3})
    >>> print(loss.best, loss.sublevel(1))
    0 {a, b}
    """

    values: Mapping[Hashable, Number]

    def __post_init__(self) -> None:
        if not isinstance(self.values, Mapping) or not self.values:
            raise ValueError(f"values must map at least one point to its loss, got {self.values!r}")
        read = {as_value(point): as_number("values", value) for point, value in self.values.items()}
        object.__setattr__(self, "values", MappingProxyType(read))

    def __hash__(self) -> int:
        return hash(frozenset(self.values.items()))

    @property
    def best(self) -> Number:
        return min(self.values.values())

    def value(self, point: Hashable) -> Number:
        point = as_value(point)
        if point not in self.values:
            raise ValueError(f"point must be one of {list(self.values)}, got {point!r}")
        return self.values[point]

    def sublevel(self, epsilon: Real = 0) -> FiniteSet:
        most = self.best + tolerance(epsilon)
        return FiniteSet(frozenset(point for point, value in self.values.items() if value <= most))


@dataclass(frozen=True)
class StepLoss:
    """`best` on a set and `best + height` outside: every set of every world is some client's sublevel set.

    >>> loss = StepLoss(FiniteSet({1, 2}), height=5)
    >>> loss.value(1), loss.value(7)
    (Fraction(0, 1), Fraction(5, 1))
    """

    where: ClientSet
    height: Number = Fraction(1)
    best: Number = Fraction(0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "height", as_number("height", self.height))
        object.__setattr__(self, "best", as_number("best", self.best))
        if self.height <= 0:
            raise ValueError(f"height must be greater than 0, got {self.height}")

    def value(self, point: Any) -> Number:
        return self.best if point in self.where else self.best + self.height

    def sublevel(self, epsilon: Real = 0) -> ClientSet:
        if tolerance(epsilon) >= self.height:
            raise ValueError(f"epsilon must be less than height {self.height}, or all points are good; got {epsilon}")
        return self.where


@dataclass(frozen=True)
class PiecewiseQuadratic:
    """On the line: left * (x - centre)**2 to the left of `centre`, right * (x - centre)**2 to the right, plus `best`.

    Args:
        left, right: coefficients greater than 0; unequal ones make a lopsided, still convex and smooth,
            valley.
        centre: where the loss is least.
        best: the least value.

    >>> loss = PiecewiseQuadratic(Fraction(1, 4), 1)
    >>> print(loss.sublevel(1))
    [-2, 1]
    """

    left: Number
    right: Number
    centre: Number = Fraction(0)
    best: Number = Fraction(0)

    def __post_init__(self) -> None:
        for name in ("left", "right", "centre", "best"):
            object.__setattr__(self, name, as_number(name, getattr(self, name)))
        for name in ("left", "right"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be greater than 0 (a convex loss), got {getattr(self, name)}")

    def value(self, point: Any) -> Number:
        step = as_coordinate(point) - self.centre
        return self.best + (self.left if step < 0 else self.right) * step**2

    def sublevel(self, epsilon: Real = 0) -> Interval:
        """The interval of losses at most best + epsilon; for an exact epsilon its ends must be rational."""
        epsilon = tolerance(epsilon)
        return Interval(self.centre - root(epsilon / self.left), self.centre + root(epsilon / self.right))


@dataclass(frozen=True)
class Quadratic1D:
    """coefficient * (x - centre)**2 + best, on the line.

    >>> print(Quadratic1D(4, Fraction(-7, 4)).sublevel(1))
    [-9/4, -5/4]
    """

    coefficient: Number
    centre: Number = Fraction(0)
    best: Number = Fraction(0)

    def __post_init__(self) -> None:
        for name in ("coefficient", "centre", "best"):
            object.__setattr__(self, name, as_number(name, getattr(self, name)))
        if self.coefficient <= 0:
            raise ValueError(f"coefficient must be greater than 0 (a convex loss), got {self.coefficient}")

    def value(self, point: Number) -> Number:
        return self.best + self.coefficient * (as_coordinate(point) - self.centre) ** 2

    def gradient(self, point: Number) -> Number:
        """The derivative at a point."""
        return 2 * self.coefficient * (as_coordinate(point) - self.centre)

    def sublevel(self, epsilon: Real = 0) -> Interval:
        """The interval of losses at most best + epsilon; for an exact epsilon its ends must be rational."""
        reach = root(tolerance(epsilon) / self.coefficient)
        return Interval(self.centre - reach, self.centre + reach)


@dataclass(frozen=True)
class QuadraticLoss:
    """(x - centre)' H (x - centre) / 2 + best in d dimensions, H symmetric positive semidefinite.

    >>> loss = QuadraticLoss([[2, 0], [0, 0]], [0, 0])  # x1**2
    >>> loss.value([3, 7]), (1, 50) in loss.sublevel(1)
    (Fraction(9, 1), True)
    """

    H: Matrix
    centre: Vector
    best: Number = Fraction(0)

    def __post_init__(self) -> None:
        valid = Quadratic(self.H, self.centre, 0)
        object.__setattr__(self, "H", valid.H)
        object.__setattr__(self, "centre", valid.centre)
        object.__setattr__(self, "best", as_number("best", self.best))

    def value(self, point: Sequence[Number]) -> Number:
        return self.best + Quadratic(self.H, self.centre, 0).value(point)

    def gradient(self, point: Sequence[Number]) -> Vector:
        """H (x - centre)."""
        step = [a - b for a, b in zip(as_coordinates(point, len(self.centre), finite=True), self.centre, strict=True)]
        return tuple(dot(row, step) for row in self.H)

    def sublevel(self, epsilon: Real = 0) -> Quadratic:
        return Quadratic(self.H, self.centre, tolerance(epsilon))


@dataclass(frozen=True)
class DistanceLoss:
    """Squared distance to an interval or box: convex, smooth, and least exactly on that set.

    >>> loss = DistanceLoss(Box([(0, 1), (0, None)]))
    >>> loss.value((3, -1)), loss.value((1, 9))
    (Fraction(5, 1), Fraction(0, 1))
    """

    target: Interval | Box
    best: Number = Fraction(0)

    def __post_init__(self) -> None:
        if not isinstance(self.target, (Interval, Box)):
            raise ValueError(f"target must be an Interval or a Box, got {self.target!r}")
        object.__setattr__(self, "best", as_number("best", self.best))

    def value(self, point: Number | Sequence[Number]) -> Number:
        with held_by_floats("point", point):
            if isinstance(self.target, Interval):
                return self.best + _beyond(point, self.target) ** 2
            pairs = zip(as_coordinates(point, self.target.dimension), self.target.intervals, strict=True)
            return self.best + sum((_beyond(x, side) ** 2 for x, side in pairs), Fraction(0))

    def sublevel(self, epsilon: Real = 0) -> Interval | Box:
        """At epsilon 0 the target; for an interval also the wider interval; a box grows round corners, so
        ValueError.
        """
        epsilon = tolerance(epsilon)
        if epsilon == 0:
            return self.target
        if isinstance(self.target, Box):
            raise ValueError(f"epsilon must be 0 for a box (its corners would become round), got {epsilon}")
        reach, low, high = root(epsilon), self.target.low, self.target.high
        return Interval(None if low is None else low - reach, None if high is None else high + reach)


def _beyond(value: Any, side: Interval) -> Number:
    """The distance of a number from an interval."""
    value = as_coordinate(value)
    if side.low is not None and value < side.low:
        return side.low - value
    return value - side.high if side.high is not None and value > side.high else Fraction(0)
