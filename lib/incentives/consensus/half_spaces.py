"""Polyhedra {x : A x <= b} with rational data: a point of one, or Farkas multipliers that prove it empty, both exact.

The simplex method runs on the *alternative* system y >= 0, A'y = 0, b'y = -1. It has only d+1 equations, so
the tableau stays small in Fractions, and it settles both questions at once: a solution is a proof of
emptiness with at most d+1 rows, and if there is none, the final multipliers are a point of the polyhedron.
Bland's rule ends it. `RunsWithout` asks about the same polyhedra again and again, each time without some of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any

from incentives.consensus.client_set import ClientSet
from incentives.consensus.exact_algebra import dot, in_order
from incentives.consensus.points import as_coordinates
from incentives.numbers import Matrix, Number, Vector, as_matrix, as_vector, is_exact
from incentives.simplex import lower

# Up to so many rows are put into one tableau; of more only those that matter.
AT_ONCE = 60


def nonnegative_solution(columns: Sequence[Vector], right: Sequence[Any]) -> tuple[Vector | None, Vector | None]:
    """A basic solution y >= 0 of sum_j y_j columns[j] = right, or multipliers p that prove that there is none.

    The proof: p'columns[j] <= 0 for every j, yet p'right > 0. Exactly one of the two answers is None.

    1. Turn the signs of equations, so that no right side is negative.
    2. Give each equation an artificial column. These columns are the first basis, and their sum is to be minimised.
    3. While some column lowers this sum, it enters the basis, in the steps of `lower`.
    4. If the least sum is 0, the basis gives y. Otherwise the reduced costs of the artificial columns give p.

    Args:
        columns: exact vectors, all of the length of `right`.
        right: exact numbers.

    >>> nonnegative_solution([(1, 0), (1, 1)], (3, 1))[0]
    (Fraction(2, 1), Fraction(1, 1))
    >>> nonnegative_solution([(1,)], (-1,))[1]
    (Fraction(-1, 1),)
    """
    height, width = len(right), len(columns)
    signs = [-1 if value < 0 else 1 for value in right]
    # Phase one: artificial columns start as the basis and their sum is minimised.
    tableau = [
        [signs[i] * Fraction(column[i]) for column in columns]
        + [Fraction(i == k) for k in range(height)]
        + [signs[i] * Fraction(right[i])]
        for i in range(height)
    ]
    basis = [width + i for i in range(height)]
    costs = [-sum((row[j] for row in tableau), Fraction(0)) for j in range(width)]
    costs += [Fraction(0)] * height + [-sum((row[-1] for row in tableau), Fraction(0))]
    # The artificial sum is bounded below by zero.
    lower(tableau, basis, costs, width)
    if costs[-1] == 0:
        solution = [Fraction(0)] * width
        for i, j in enumerate(basis):
            if j < width:
                solution[j] = tableau[i][-1]
        return tuple(solution), None
    # The reduced cost of an artificial column is 1 minus its multiplier; artificial columns began at cost 0
    # here.
    return None, tuple(signs[i] * (1 - costs[width + i]) for i in range(height))


def point_or_refutation(rows: Sequence[Vector], bounds: Sequence[Any]) -> tuple[Vector | None, Vector | None]:
    """A point of {x : rows x <= bounds}, or multipliers y >= 0 with y'rows = 0 and y'bounds = -1.

    At most d+1 of the multipliers are positive (they are a basic solution), so those rows alone are
    infeasible.

    Args:
        rows: exact, shape (constraints, d), at least one row.
        bounds: exact, shape (constraints,).

    >>> point_or_refutation([(1,), (-1,)], (2, -1))
    ((Fraction(1, 1),), None)
    >>> point_or_refutation([(1,), (-1,)], (1, -2))
    (None, (Fraction(1, 1), Fraction(1, 1)))
    """
    if len(rows) <= AT_ONCE:
        return _of_all(rows, bounds)
    # A few rows first, then those that their point breaks most: what refutes a part refutes all, and a point that keeps
    # every row is one of all.
    few = 2 * (len(rows[0]) + 1)
    chosen = list(range(few))
    while True:
        point, multipliers = _of_all([rows[i] for i in chosen], [bounds[i] for i in chosen])
        if point is None:
            told = dict(zip(chosen, multipliers or (), strict=True))
            return None, tuple(told.get(i, Fraction(0)) for i in range(len(rows)))
        broken = _broken(rows, bounds, point)
        if not broken:
            return point, None
        chosen += broken[: few // 2]


def _broken(rows: Sequence[Vector], bounds: Sequence[Any], point: Vector) -> list[int]:
    """The rows that a point breaks, first those beyond which it lies farthest."""
    # Whole multiples of the coordinates spare a Fraction for each product.
    scale = lcm(*(Fraction(value).denominator for value in point))
    whole = [int(value * scale) for value in point]
    broken = []
    for i, (row, bound) in enumerate(zip(rows, bounds, strict=True)):
        if (over := sum(map(mul, row, whole)) - bound * scale) > 0:
            length = sum(float(value) ** 2 for value in row) ** 0.5 or 1.0
            broken.append((float(over / scale) / length, i))
    return [i for _, i in sorted(broken, reverse=True)]


def _of_all(rows: Sequence[Vector], bounds: Sequence[Any]) -> tuple[Vector | None, Vector | None]:
    """`point_or_refutation` of few rows: all of them in one tableau."""
    width = len(rows[0])
    columns = [(*row, -Fraction(bound)) for row, bound in zip(rows, bounds, strict=True)]
    y, multipliers = nonnegative_solution(columns, [Fraction(0)] * width + [Fraction(1)])
    if multipliers is None:
        return None, y
    # p'row - tau * bound <= 0 with tau > 0: the point p / tau satisfies every row.
    return tuple(value / multipliers[-1] for value in multipliers[:-1]), None


@dataclass(frozen=True)
class HalfSpaces(ClientSet):
    """The polyhedron {x : A x <= b}, not empty.

    Args:
        rows: A, shape (constraints, d), exact numbers.
        bounds: b, shape (constraints,), exact numbers.

    Raises:
        ValueError: shapes differ, a number is a float, or no point satisfies the constraints.

    >>> triangle = HalfSpaces([(-1, 0), (0, -1), (1, 1)], [0, 0, 1])
    >>> (Fraction(1, 3), Fraction(1, 3)) in triangle, (1, 1) in triangle
    (True, False)
    """

    rows: Matrix
    bounds: Vector

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", as_matrix("rows", in_order("rows", self.rows)))
        object.__setattr__(self, "bounds", as_vector("bounds", in_order("bounds", self.bounds)))
        if len(self.rows) != len(self.bounds):
            raise ValueError(f"bounds must have one entry per row, {len(self.rows)}; got {len(self.bounds)}")
        if not is_exact(self.rows, self.bounds):
            raise ValueError("rows and bounds must be ints or Fractions: emptiness is decided exactly")
        # One row that is not zero always leaves half of the space.
        if (len(self.rows) > 1 or not any(self.rows[0])) and point_or_refutation(self.rows, self.bounds)[0] is None:
            raise ValueError(f"rows and bounds must leave a point; {self.rows} x <= {self.bounds} has none")

    @property
    def dimension(self) -> int:
        """d, the number of coordinates of a point."""
        return len(self.rows[0])

    def __contains__(self, point: Sequence[Number]) -> bool:
        read = as_coordinates(point, self.dimension, finite=True)
        return all(dot(row, read) <= bound for row, bound in zip(self.rows, self.bounds, strict=True))

    def meet(self, others: Sequence[HalfSpaces]) -> HalfSpaces | None:
        rows, bounds = _system((self, *others))
        return None if point_or_refutation(rows, bounds)[0] is None else HalfSpaces(rows, bounds)

    def common_point(self, others: Sequence[HalfSpaces]) -> Vector | None:
        """Some vertex-like point of the intersection."""
        return point_or_refutation(*_system((self, *others)))[0]

    def holds(self, sets: Sequence[HalfSpaces]) -> bool:
        rows, bounds = _system(sets)
        if point_or_refutation(rows, bounds)[0] is None:
            return True
        return all(implies(rows, bounds, row, bound) for row, bound in zip(self.rows, self.bounds, strict=True))

    def point_or_clash(self, others: Sequence[HalfSpaces]) -> tuple[Vector | None, frozenset[int] | None]:
        """By Farkas' lemma: the owners of the rows in a refutation, at most one more than coordinates."""
        point, multipliers = point_or_refutation(*_system((self, *others)))
        if multipliers is None:
            return point, None
        owners = [i for i, polyhedron in enumerate((self, *others)) for _ in polyhedron.rows]
        return None, frozenset(i for i, y in zip(owners, multipliers, strict=True) if y > 0)


def _system(polyhedra: Sequence[HalfSpaces]) -> tuple[Matrix, Vector]:
    """All rows and all bounds."""
    return tuple(row for p in polyhedra for row in p.rows), tuple(bound for p in polyhedra for bound in p.bounds)


class _Growing:
    """The alternative system of rows that are added by and by; every answer goes on from the last basis."""

    def __init__(self, width: int) -> None:
        self.members: list[int] = []
        self._height = width + 1
        self._tableau = [
            [Fraction(i == k) for k in range(width + 1)] + [Fraction(i == width)] for i in range(width + 1)
        ]
        self._basis = list(range(width + 1))

    def add(self, members: Sequence[int], rows: Sequence[Vector], bounds: Sequence[Any]) -> None:
        """Put the columns of some rows in front of the artificial ones, which hold the inverse of the basis."""
        old, new = len(self.members), len(members)
        columns = [(*rows[i], -bounds[i]) for i in members]
        for line in self._tableau:
            inverse = line[old : old + self._height]
            line[old:old] = [dot(inverse, column) for column in columns]
        self._basis = [k + new if k >= old else k for k in self._basis]
        self.members += members

    def point(self) -> Vector | None:
        """A point of all rows so far, or None, as in `nonnegative_solution`."""
        width = len(self.members)
        costs = [Fraction(0)] * width + [Fraction(1)] * self._height + [Fraction(0)]
        for line, k in zip(self._tableau, self._basis, strict=True):
            if k >= width:
                costs = [cost - value for cost, value in zip(costs, line, strict=True)]
        lower(self._tableau, self._basis, costs, width)
        if costs[-1] == 0:
            return None
        *multipliers, last = (1 - cost for cost in costs[width:-1])
        return tuple(value / last for value in multipliers)

    def refuting(self) -> list[int]:
        """The rows in the basis: after None those that have no point already."""
        return [self.members[k] for k in self._basis if k < len(self.members)]


class RunsWithout:
    """Polyhedra that have no common point, asked for a point again and again, each time without some of them.

    Every run is started warm, from what refuted the whole and the runs before.

    1. Begin with the rows of the polyhedra that refute the whole.
    2. A run takes those of these rows that are not left out, and asks for a point of them.
    3. While its point breaks other rows, it adds those that are broken most, at most d + 1 at a time, and goes on from
       the last basis.
    4. If there is no point, the rows that prove it are kept, and later runs begin with them, too.

    Whether there is a point is the same as for `point_or_refutation`. Which point it is may differ, and may depend on
    the runs before.

    Args:
        polyhedra: sets of one dimension.
        clash: positions of some of them that have no common point.

    >>> line = [HalfSpaces([(1,)], [0]), HalfSpaces([(-1,)], [-2]), HalfSpaces([(-1,)], [-1])]
    >>> runs = RunsWithout(line, {0, 1})
    >>> runs.point({1}), runs.point({0})
    (None, (Fraction(2, 1),))
    """

    def __init__(self, polyhedra: Sequence[HalfSpaces], clash: Iterable[int]) -> None:
        self._rows, self._bounds = _system(polyhedra)
        self._owners = [i for i, polyhedron in enumerate(polyhedra) for _ in polyhedron.rows]
        clash = set(clash)
        self._first = [i for i, owner in enumerate(self._owners) if owner in clash]

    def point(self, left_out: Set[int]) -> Vector | None:
        """A point of all polyhedra but those at these positions, or None."""
        width = len(self._rows[0])
        chosen = _Growing(width)
        chosen.add(self._staying(self._first, left_out), self._rows, self._bounds)
        while (point := chosen.point()) is not None:
            broken = self._staying(_broken(self._rows, self._bounds, point), left_out)
            if not broken:
                return point
            chosen.add(broken[: width + 1], self._rows, self._bounds)
        self._first += [i for i in chosen.refuting() if i not in self._first]
        return None

    def _staying(self, rows: list[int], left_out: Set[int]) -> list[int]:
        return [i for i in rows if self._owners[i] not in left_out]


def implies(rows: Sequence[Vector], bounds: Sequence[Any], row: Vector, bound: Any) -> bool:
    """True if every point of the non-empty polyhedron {rows x <= bounds} satisfies row x <= bound.

    By Farkas' lemma: exactly if row is a nonnegative combination of the rows whose bound is at most `bound`.

    >>> implies([(1, 0), (0, 1)], (1, 1), (1, 1), 2), implies([(1, 0), (0, 1)], (1, 1), (1, 1), 1)
    (True, False)
    """
    width = len(row)
    columns = [(*r, Fraction(b)) for r, b in zip(rows, bounds, strict=True)]
    columns.append((*[Fraction(0)] * width, Fraction(1)))
    return nonnegative_solution(columns, (*row, bound))[1] is None
