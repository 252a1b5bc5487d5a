"""Worlds of polytopes in which the same types of points occur as in any other world, and only smaller ones beside them.

Each point that is wanted becomes a vertex of a simplex, and each client's set the face of the vertices that it is to
hold. A point of the simplex lies in exactly those sets that hold all vertices it is a mixture of, so that its type is
the intersection of theirs.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import reduce

from incentives.consensus.half_spaces import HalfSpaces
from incentives_book.consensus.types_of_points import Members, groups, is_redundant_family


def vertices(occurring: Collection[Members], clients: int) -> list[Members]:
    """The types as vertices of a simplex, that of everybody, which must be there, first: it becomes the origin."""
    ordered = sorted(occurring, key=lambda accepted: (-len(accepted), sorted(accepted)))
    if not ordered or len(ordered[0]) != clients:
        raise ValueError(f"occurring must hold the type of all {clients} clients, got {ordered}")
    return ordered


def polytopes(occurring: Collection[Members], clients: int) -> list[HalfSpaces]:
    """Each client's set: the mixtures of the vertices whose type it belongs to, in one dimension less than vertices.

    >>> one, two = polytopes([frozenset({0, 1}), frozenset({1})], 2)
    >>> (Fraction(1, 2),) in one, (Fraction(1, 2),) in two
    (False, True)
    """
    corners = vertices(occurring, clients)
    dimension = max(len(corners) - 1, 1)
    unit = [tuple(int(i == k) for i in range(dimension)) for k in range(dimension)]
    sides = [tuple(-x for x in row) for row in unit]
    worlds = []
    for j in range(clients):
        absent = [k for k in range(dimension) if k + 1 >= len(corners) or j not in corners[k + 1]]
        rows = [*sides, (1,) * dimension, *(unit[k] for k in absent)]
        worlds.append(HalfSpaces(rows, [0] * dimension + [1] + [0] * len(absent)))
    return worlds


def mixtures_have_the_common_type(occurring: Collection[Members], clients: int) -> bool:
    """True if the middle of every face lies in the polytopes of exactly those clients whom all its vertices have."""
    corners, sets = vertices(occurring, clients), polytopes(occurring, clients)
    for face in groups(range(len(corners))):
        if not face:
            continue
        share = Fraction(1, len(face))
        middle = tuple(share if k in face else Fraction(0) for k in range(1, max(len(corners), 2)))
        expected = reduce(frozenset.intersection, (corners[k] for k in face))
        if expected != frozenset(j for j in range(clients) if middle in sets[j]):
            return False
    return True


def stays_redundant(occurring: Collection[Members], clients: int, redundancy: int) -> bool:
    """True if all intersections of the types are allowed, if the types are: any `redundancy` clients can be spared."""
    closed = set(occurring)
    for accepted in occurring:
        closed |= {accepted & other for other in closed}
    allowed = is_redundant_family(occurring, clients, redundancy)
    return is_redundant_family(closed, clients, redundancy) == allowed
