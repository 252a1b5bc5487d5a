"""Exact numbers a + b sqrt(v) with rational a, b, v: what costs and metrics with a standard deviation need.

Two such numbers are compared by squaring, never by floats, so that a tie between two allocations is a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, sqrt
from typing import Any

Exact = Any  # an int, a Fraction or a Surd


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def _sign_one(a: Fraction, b: Fraction, v: Fraction) -> int:
    """Sign of a + b sqrt(v)."""
    one, two = _sign(a), _sign(b) * _sign(v)
    if one * two >= 0:
        return one or two
    return one * _sign(a * a - b * b * v)


def _sign_two(a: Fraction, b: Fraction, v: Fraction, c: Fraction, w: Fraction) -> int:
    """Sign of a + b sqrt(v) + c sqrt(w): the two roots first, then their sum against a, each by squaring."""
    left, right = _sign(b) * _sign(v), _sign(c) * _sign(w)
    roots = (left or right) if left * right >= 0 else left * _sign(b * b * v - c * c * w)
    if roots * _sign(a) >= 0:
        return roots or _sign(a)
    return _sign(a) * _sign_one(a * a - b * b * v - c * c * w, -2 * b * c, v * w)


def rational_root(v: Fraction) -> Fraction | None:
    """The square root of a rational number at least 0, if it is rational.

    >>> rational_root(Fraction(9, 4)), rational_root(Fraction(2))
    (Fraction(3, 2), None)
    """
    top, bottom = isqrt(v.numerator), isqrt(v.denominator)
    return Fraction(top, bottom) if top * top == v.numerator and bottom * bottom == v.denominator else None


def surd(rational: Exact, factor: Exact, radicand: Exact) -> Exact:
    """rational + factor * sqrt(radicand), as a Fraction where the root is rational.

    Args:
        rational, factor: ints or Fractions.
        radicand: int or Fraction, at least 0.

    Raises:
        ValueError: the radicand is negative.

    >>> surd(1, 2, Fraction(9, 4)), str(surd(0, 1, 2)), surd(0, 1, 2) < Fraction(3, 2)
    (Fraction(4, 1), '0 + 1*sqrt(2)', True)
    """
    a, b, v = Fraction(rational), Fraction(factor), Fraction(radicand)
    if v < 0:
        raise ValueError(f"radicand must be at least 0, got {radicand}")
    root = rational_root(v) if b else Fraction(0)
    return Surd(a, b, v) if root is None else a + b * root


@dataclass(frozen=True, eq=False)
class Surd:
    """rational + factor * sqrt(radicand), irrational; made by `surd`. Compares exactly, also with rationals."""

    rational: Fraction
    factor: Fraction
    radicand: Fraction

    def _against(self, other: Any) -> int:
        """Sign of self - other."""
        if isinstance(other, Surd):
            a = self.rational - other.rational
            return _sign_two(a, self.factor, self.radicand, -other.factor, other.radicand)
        return _sign_one(self.rational - Fraction(other), self.factor, self.radicand)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Surd, int, Fraction)) and self._against(other) == 0

    def __hash__(self) -> int:
        return hash((self.rational, _sign(self.factor), self.factor**2 * self.radicand))

    def __lt__(self, other: Any) -> bool:
        return self._against(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._against(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._against(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._against(other) >= 0

    def __add__(self, other: Any) -> Exact:
        return surd(self.rational + other, self.factor, self.radicand)

    def __mul__(self, other: Any) -> Exact:
        return surd(self.rational * other, self.factor * other, self.radicand)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Exact:
        return self * -1

    def __float__(self) -> float:
        return float(self.rational) + float(self.factor) * sqrt(self.radicand)

    def __str__(self) -> str:
        return f"{self.rational} + {self.factor}*sqrt({self.radicand})"
