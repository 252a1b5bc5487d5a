"""Sizes in pieces on which thresholds of the noise can be put in order, once and for all sizes in the piece.

Players are the letters a, b, c, d in the order of their sizes, coalitions are words. What a player of size n gains by
exchanging a coalition with N and S (sum and sum of squares of the sizes) for one with a larger N' and with S' is

    (1 / N - 1 / N') * (noise / spread - R),   R = 2 * n - N * N' / (N' - N) * (S / N**2 - S' / N'**2),

so each question "which of two coalitions would you rather have?" asks on which side of a threshold R the noise lies.
The cone of all ordered sizes is cut where two coalitions have equal totals. On a piece with generators g1 to g4 sizes
are t1 * g1 + ... + t4 * g4 with t >= 0, a comparison of two thresholds becomes a polynomial in t, and if none of its
coefficients is negative it settles the comparison on the whole piece.

Under coarse-grained federation with the best weights a player compares the *others* by noise / N + spread * S / N**2;
then R lacks the term 2 * n, and whoever is alone prefers any company.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import gcd, prod
from typing import Any, NamedTuple

import sympy as sp
from sympy.polys.rings import PolyElement, ring

ORDERED = ((0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1), (1, 1, 1, 1))
CUTS = (("ab", "c"), ("ab", "d"), ("ac", "d"), ("bc", "d"), ("abc", "d"), ("ad", "bc"))

Generators = tuple[tuple[int, ...], ...]


class Threshold(NamedTuple):
    """The noise at which a player is indifferent between two coalitions, the one with the smaller total first."""

    player: str
    smaller: str
    larger: str

    def __str__(self) -> str:
        return f"{self.player}: {self.smaller} or {self.larger}"


@dataclass(frozen=True)
class Region:
    """A piece of the cone of ordered sizes, with the questions that settle it.

    Args:
        generators: whole-number vectors, one for each player; the sizes are their combinations with weights >= 0.
        order: pairs of thresholds, the first never above the second on the piece; a threshold without a second is
            never positive.
        questions: a partition, in words; or a threshold with the questions for noise at most as high, and at least.
        federation: "uniform", or "coarse" with the best weights.
        stability: "core", or "individual" where an indifferent member may refuse a newcomer.
    """

    generators: Generators
    order: tuple[tuple[Threshold, ...], ...]
    questions: Any
    federation: str = "uniform"
    stability: str = "core"

    @property
    def players(self) -> str:
        """One letter for each generator."""
        return "abcdefgh"[: len(self.generators)]


def coalitions(players: str) -> list[str]:
    """All of them, in words.

    >>> coalitions("abc")
    ['a', 'b', 'c', 'ab', 'ac', 'bc', 'abc']
    """
    return ["".join(c) for size in range(1, len(players) + 1) for c in combinations(players, size)]


def crossing(cone: Generators, sides: Sequence[int], i: int, j: int) -> tuple[int, ...]:
    """Where the edge between two generators on different sides of a cut meets it."""
    point = [abs(sides[j]) * x + abs(sides[i]) * y for x, y in zip(cone[i], cone[j], strict=True)]
    return tuple(x // gcd(*point) for x in point)


def pieces(cone: Generators = ORDERED) -> Iterator[Generators]:
    """Cut a cone until no piece has sizes on both sides of a cut.

    An edge with ends on both sides is cut where the totals agree. Each end with the new point in place of the other
    spans a cone again, and the two make up the old one.

    >>> len(list(pieces()))
    17
    """
    for left, right in CUTS:
        sides = [sum(g["abcd".index(p)] for p in left) - sum(g["abcd".index(p)] for p in right) for g in cone]
        for i, j in combinations(range(len(cone)), 2):
            if sides[i] * sides[j] < 0:
                middle = crossing(cone, sides, i, j)
                for k in (i, j):
                    yield from pieces((*cone[:k], middle, *cone[k + 1 :]))
                return
    yield cone


def volume(cone: Generators) -> Fraction:
    """Share of all sizes with a given total, ordered or not, that a cone takes.

    >>> volume(ORDERED)
    Fraction(1, 24)
    """
    return Fraction(abs(int(sp.Matrix(cone).det())), prod(map(sum, cone)))


@cache
def sums(generators: Generators) -> dict[str, tuple[PolyElement, PolyElement]]:
    """Sum and sum of squares of the sizes of each coalition, as polynomials in the weights of the generators."""
    base, *weights = ring([f"t{k}" for k in range(len(generators))], sp.ZZ)
    sizes = {
        player: sum((t * g[k] for t, g in zip(weights, generators, strict=True)), base(0))
        for k, player in enumerate("abcdefgh"[: len(generators)])
    }
    return {
        who: (sum((sizes[p] for p in who), base(0)), sum((sizes[p] ** 2 for p in who), base(0)))
        for who in coalitions("".join(sizes))
    }


def nowhere_negative(polynomial: PolyElement) -> bool:
    """No negative coefficient: then no negative value for weights >= 0."""
    return all(coefficient >= 0 for coefficient in polynomial.coeffs())


def quotient(region: Region, threshold: Threshold) -> tuple[PolyElement, PolyElement]:
    """Numerator and denominator of a threshold; the denominator is positive inside the piece.

    Raises:
        ValueError: the coalitions do not both hold the player, or the second total is not larger on the piece.
    """
    player, smaller, larger = threshold
    numbers = sums(region.generators)
    if region.federation == "coarse":
        smaller, larger = smaller.replace(player, ""), larger.replace(player, "")
    if not all(player in who for who in threshold) or smaller not in numbers or larger not in numbers:
        raise ValueError(f"a threshold needs two coalitions that hold its player, got {threshold}")
    (N, S), (N_larger, S_larger) = numbers[smaller], numbers[larger]
    if N_larger == N or not nowhere_negative(N_larger - N):
        raise ValueError(f"the second coalition must have the larger total on the piece, got {threshold}")
    below = N * N_larger * (N_larger - N)
    above = S_larger * N**2 - S * N_larger**2
    return above + (2 * numbers[player][0] * below if region.federation == "uniform" else 0), below


def in_order(region: Region, thresholds: tuple[Threshold, ...]) -> bool:
    """True if the coefficients show that the first threshold is never above the second, or never positive."""
    (above, below), *second = [quotient(region, threshold) for threshold in thresholds]
    if not second:
        return nowhere_negative(-above)
    return nowhere_negative(second[0][0] * below - above * second[0][1])


def noise_at(threshold: Threshold, sizes: Sequence[int | Fraction]) -> Fraction:
    """A threshold for given sizes under uniform federation, in units of the spread.

    Raises:
        ValueError: the two coalitions have equal totals.

    >>> noise_at(Threshold("a", "a", "ab"), (4, 8))
    Fraction(16, 3)
    """
    size = dict(zip("abcdefgh", map(Fraction, sizes), strict=False))
    (N, S), (M, T) = (
        (sum(size[p] for p in who), sum(size[p] ** 2 for p in who)) for who in (threshold.smaller, threshold.larger)
    )
    if N == M:
        raise ValueError(f"the totals must differ, got {threshold} with sizes {sizes}")
    return 2 * size[threshold.player] - N * M / (M - N) * (S / N**2 - T / M**2)
