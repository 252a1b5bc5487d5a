"""Sublevel sets of convex quadratics: exact membership, and a common point found in floats and certified in Fractions.

Several quadratics have a common point exactly if the minimum over x of the largest excess g_j(x) = q_j(x) -
level_j is at most 0. `dual_weights` finds that minimum in floats. The answer is then proved: a rational
point with every g_j <= 0, or rational weights whose weighted excess is positive everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np

from incentives.consensus.client_set import ClientSet
from incentives.consensus.dual_weights import DualWeights, Losses, dual_weights, round_weights
from incentives.consensus.exact_algebra import dot, echelon, in_order, is_semidefinite, solution, solve
from incentives.consensus.points import Point, as_coordinates
from incentives.floats import shown
from incentives.numbers import Matrix, Number, Vector, as_list, as_matrix, as_number, as_vector, is_exact


@dataclass(frozen=True)
class Quadratic(ClientSet):
    """The set {x : (x - centre)' H (x - centre) / 2 <= level}, with H symmetric positive semidefinite.

    Args:
        H: shape (d, d), exact numbers or floats.
        centre: shape (d,).
        level: at least 0; at 0 the set is centre + null space of H.

    Raises:
        ValueError: H is not square, symmetric or positive semidefinite, shapes differ, or level < 0.

    >>> strip = Quadratic([[2, 0], [0, 0]], [0, 0], 1)  # x1**2 <= 1
    >>> (1, 50) in strip, (2, 0) in strip
    (True, False)
    """

    H: Matrix
    centre: Vector
    level: Number

    def __post_init__(self) -> None:
        H, centre = as_matrix("H", in_order("H", self.H)), as_vector("centre", in_order("centre", self.centre))
        level = as_number("level", self.level)
        if len(H) != len(H[0]) or any(H[i][j] != H[j][i] for i in range(len(H)) for j in range(i)):
            raise ValueError(f"H must be square and symmetric, got {self.H!r}")
        if len(centre) != len(H):
            raise ValueError(f"centre must have {len(H)} coordinates, one per row of H; got {len(centre)}")
        if not is_semidefinite(H):
            raise ValueError(f"H must be positive semidefinite (a convex quadratic), got {self.H!r}")
        if level < 0:
            raise ValueError(f"level must be at least 0, or the set is empty; got {level}")
        for name, value in (("H", H), ("centre", centre), ("level", level)):
            object.__setattr__(self, name, value)

    @property
    def is_exact(self) -> bool:
        """True if every number is a Fraction."""
        return is_exact(self.H, self.centre, self.level)

    def value(self, point: Sequence[Number]) -> Number:
        """(x - centre)' H (x - centre) / 2, exact for exact numbers."""
        step = [a - b for a, b in zip(as_coordinates(point, self.dimension, finite=True), self.centre, strict=True)]
        found: Number = dot(step, [dot(row, step) for row in self.H]) / 2
        if isinstance(found, float) and not isfinite(found):
            raise ValueError(f"point must be numbers whose value floats can hold, got {shown(point)}")
        return found

    @property
    def dimension(self) -> int:
        """d, the number of coordinates of a point."""
        return len(self.centre)

    def __contains__(self, point: Sequence[Number]) -> bool:
        return self.value(point) <= self.level

    def meet(self, others: Sequence[Quadratic]) -> Quadratic | None:
        raise ValueError("sets must not be several quadratics: their intersection is none; use common_point")

    def common_point(self, others: Sequence[Quadratic]) -> Vector | None:
        """The mean of the centres if it serves, else the point of least largest excess."""
        return common_point_of_quadratics([self, *others])

    def holds(self, sets: Sequence[Quadratic]) -> bool:
        """For flats, that is exact quadratics of level 0."""
        if any(q.level > 0 or not q.is_exact for q in (self, *sets)):
            raise ValueError("sets must be exact quadratics of level 0 for this test; at a positive level use a slack")
        point = common_point_of_quadratics(sets)
        if point is None:
            return True
        rows = [row for q in sets for row in q.H]
        return point in self and len(echelon(rows)[1]) == len(echelon([*rows, *self.H])[1])

    def point_or_clash(self, others: Sequence[Quadratic]) -> tuple[Point | None, frozenset[int] | None]:
        """Of positive levels: the clients with weight in the proof that no point serves; flats by deletion."""
        if any(q.level == 0 for q in (self, *others)):
            return super().point_or_clash(others)
        point, weights = point_or_weights([self, *others])
        return (point, None) if weights is None else (None, frozenset(i for i, w in enumerate(weights) if w))


def _in_floats(quadratics: Sequence[Quadratic]) -> tuple[Losses, np.ndarray, np.ndarray]:
    """q_j - level_j with its gradients as a function of x, the matrices H and the centres."""
    H = np.array([q.H for q in quadratics], dtype=float)
    centres = np.array([q.centre for q in quadratics], dtype=float)
    levels = np.array([q.level for q in quadratics], dtype=float)

    def excesses(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        slopes = np.einsum("jab,jb->ja", H, x - centres)
        return np.einsum("ja,ja->j", slopes, x - centres) / 2 - levels, slopes

    return excesses, H, centres


def minimax(quadratics: Sequence[Quadratic], *, accuracy: float = 1e-10) -> DualWeights:
    """Where the largest of q_j(x) - level_j is least, and the weights that prove it; in floats.

    Args:
        quadratics: at least one, all of one dimension.
        accuracy: of the value, relative to the largest excess at the mean of the centres.

    >>> pair = [Quadratic([[2]], [0], 1), Quadratic([[2]], [4], 1)]  # x**2 - 1 and (x - 4)**2 - 1
    >>> result = minimax(pair)
    >>> result.point.round(6), round(result.largest, 6), result.weights.round(6)
    (array([2.]), 3.0, array([0.5, 0.5]))
    """
    excesses, H, centres = _in_floats(quadratics)
    middle = centres.mean(axis=0)
    scale = max(*map(abs, excesses(middle)[0]), *(float(q.level) for q in quadratics), 1e-12)
    return dual_weights(excesses, middle, gap=accuracy * scale, iterations=60, curvatures=H)


def weighted_minimum(quadratics: Sequence[Quadratic], weights: Sequence[Any]) -> tuple[Vector, Fraction]:
    """Where sum_j weights_j (q_j - level_j) is least, and that least value, exact.

    A positive value proves that no point lies in all sets with a positive weight. The stationarity equation
    always has a solution: the range of a sum of semidefinite matrices contains the range of each of them.

    >>> pair = [Quadratic([[2]], [0], 1), Quadratic([[2]], [4], 1)]
    >>> weighted_minimum(pair, [Fraction(1, 2), Fraction(1, 2)])
    ((Fraction(2, 1),), Fraction(3, 1))
    """
    shares = [as_number("weights", weight) for weight in as_list("weights", weights)]
    if len(shares) != len(quadratics) or any(share < 0 for share in shares):
        raise ValueError(f"weights must hold {len(quadratics)} numbers of at least 0, one per set; got {weights!r}")
    width = len(quadratics[0].centre)
    pulls = [[dot(row, q.centre) for row in q.H] for q in quadratics]
    rows = [
        [sum((w * q.H[i][k] for w, q in zip(weights, quadratics, strict=True)), Fraction(0)) for k in range(width)]
        for i in range(width)
    ]
    right = [sum((w * pull[i] for w, pull in zip(weights, pulls, strict=True)), Fraction(0)) for i in range(width)]
    point = solution(rows, right)
    value = sum((w * (q.value(point) - q.level) for w, q in zip(weights, quadratics, strict=True)), Fraction(0))
    return point, value


def common_point_of_quadratics(quadratics: Sequence[Quadratic]) -> Vector | None:
    """A point of every set, or None; proved in Fractions if every number is one, else up to 1e-9.

    1. If all numbers are exact and some set has the level 0, look in the intersection of these flats
       (`_on_the_flats`).
    2. Try the mean of the centres, then each centre.
    3. Find the point of least largest excess in floats (`minimax`). For inexact sets its excess decides.
    4. Round its coordinates to fractions with larger and larger denominators, and return the first such point that
       lies in all sets.
    5. Otherwise take the weights that belong to the point as Fractions. If their weighted sum of excesses is positive
       everywhere, there is no common point.

    Raises:
        ArithmeticError: the sets touch so closely (without containing one of the centres) that neither a
            rational point nor rational weights decide.

    >>> strips = [Quadratic([[2, 0], [0, 0]], [0, 0], 1), Quadratic([[0, 0], [0, 2]], [0, 9], 1)]
    >>> common_point_of_quadratics(strips)
    (Fraction(0, 1), Fraction(9, 1))
    """
    exact = all(q.is_exact for q in quadratics)
    flat = [q for q in quadratics if q.level == 0]
    if exact and flat:
        return _on_the_flats(quadratics, flat)
    mean = tuple(sum(q.centre[i] for q in quadratics) / len(quadratics) for i in range(len(quadratics[0].centre)))
    for candidate in (mean, *(q.centre for q in quadratics)):
        if all(candidate in q for q in quadratics):
            return candidate
    found = minimax(quadratics)
    if not exact:
        return (
            tuple(map(float, found.point)) if found.largest <= 1e-9 * max(1.0, *(q.level for q in quadratics)) else None
        )
    for digits in (20, 40, 60):
        point = tuple(Fraction(value).limit_denominator(2**digits) for value in found.point)
        if all(point in q for q in quadratics):
            return point
    if weighted_minimum(quadratics, [Fraction(weight) for weight in found.weights])[1] > 0:
        return None
    raise ArithmeticError(f"the sets touch: largest excess {found.largest:.3g} at best, too close to 0 to decide")


def _on_the_flats(quadratics: Sequence[Quadratic], flat: Sequence[Quadratic]) -> Vector | None:
    """A point of every set, or None, where some sets have the level 0 and are flats H x = H centre.

    1. Solve the equations of all flats at once. If they have no solution, there is no common point.
    2. If they have one solution only, or all sets are flats, ask whether the solution lies in the others.
    3. Otherwise write each other set in coordinates of the solutions: the form along their directions, the point that
       is nearest by this form as the centre, and what the way there leaves of the level. If it leaves less than 0, the
       set does not meet the flats.
    4. Ask for a common point of these sets, and move it back into the space.
    """
    rows = [row for q in flat for row in q.H]
    right = [dot(row, q.centre) for q in flat for row in q.H]
    solved = solve(rows, right)
    if solved is None:
        return None
    origin, basis = solved
    others = [q for q in quadratics if q.level > 0]
    if not basis or not others:
        return origin if all(origin in q for q in others) else None
    restricted = []
    for q in others:
        pulled = [[dot(row, direction) for row in q.H] for direction in basis]  # H direction
        H = tuple(tuple(dot(a, pull) for pull in pulled) for a in basis)
        # min over z of q(origin + B z): B'HB z = B'H(centre - origin).
        step = [c - o for c, o in zip(q.centre, origin, strict=True)]
        centre = solution(H, [dot(pull, step) for pull in pulled])
        nearest = [o + dot(centre, [d[i] for d in basis]) for i, o in enumerate(origin)]
        level = q.level - q.value(nearest)
        if level < 0:
            return None
        restricted.append(Quadratic(H, centre, level))
    inside = common_point_of_quadratics(restricted)
    if inside is None:
        return None
    return tuple(o + dot(inside, [d[i] for d in basis]) for i, o in enumerate(origin))


def point_or_weights(quadratics: Sequence[Quadratic]) -> tuple[Vector | None, Vector | None]:
    """A point of every set, or weights on at most d+1 of them that prove that there is none, in Fractions.

    Floats find the candidate (`minimax`, then `round_weights`), Fractions decide.

    Raises:
        ArithmeticError: the sets touch so closely that neither answer can be proved.
        ValueError: a number is a float.

    >>> discs = [Quadratic([[2, 0], [0, 2]], centre, 1) for centre in ([0, 0], [4, 0], [2, 9])]
    >>> point, weights = point_or_weights(discs)
    >>> weighted_minimum(discs, weights)[1] > 0
    True
    """
    if not all(q.is_exact for q in quadratics):
        raise ValueError("quadratics must be exact (ints and Fractions): the answer is proved")
    found = minimax(quadratics)
    if found.largest < 0:
        for digits in (10, 20, 40):
            inside = tuple(_rounded(value, digits) for value in found.point)
            if all(inside in q for q in quadratics):
                return inside, None
    rounded = round_weights(*_in_floats(quadratics)[0](found.point), found.weights)
    for tried in (rounded, found.weights):
        for digits in (10, 20, 40):
            weights = tuple(_rounded(w, digits) for w in tried)
            # Clients without weight are left out before fractions are multiplied.
            kept = [(q, w) for q, w in zip(quadratics, weights, strict=True) if w]
            if weighted_minimum(*zip(*kept, strict=True))[1] > 0:
                return None, tuple(w / sum(weights) for w in weights)
    point = common_point_of_quadratics(quadratics)
    if point is None:
        raise ArithmeticError("the sets have no common point, but no weights could be proved")
    return point, None


def _rounded(value: Any, digits: int) -> Fraction:
    """The nearest multiple of 2**-digits: one denominator for all keeps sums of fractions short."""
    return Fraction(round(float(value) * 2**digits), 2**digits)
