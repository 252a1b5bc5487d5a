"""Nerves: which clients' sets have a common point, and with that all that clusters can see of them."""

from __future__ import annotations

from collections.abc import Iterator

from incentives.consensus.sets import FiniteSet
from incentives_book.consensus.types_of_points import Members, groups


def nerves(clients: int) -> Iterator[list[FiniteSet]]:
    """Every way in which the sets of some clients can meet, as a world with one point for each largest group that
    meets.

    Which groups of clients have a common point is the *nerve* of their sets: with a group it holds every part of it,
        and
    every client alone, as no set is empty. What can be said about clusters that share a model depends on the nerve
    only, so that these worlds decide it for all sets of so many clients.

    >>> [sum(1 for _ in nerves(M)) for M in (1, 2, 3, 4)]
    [1, 2, 9, 114]
    >>> print(*nerves(2).__next__())
    {0} {0}
    """
    everybody = frozenset(range(clients))
    candidates = sorted(groups(everybody), key=lambda group: (-len(group), sorted(group)))[:-1]

    def grown(largest: tuple[Members, ...], left: list[Members]) -> Iterator[tuple[Members, ...]]:
        if not left:
            if frozenset().union(*largest) == everybody:
                yield largest
            return
        # A part of a group that meets meets as well, so it is never a largest one.
        yield from grown((*largest, left[0]), [group for group in left[1:] if not group < left[0]])
        yield from grown(largest, left[1:])

    for largest in grown((), candidates):
        yield [FiniteSet({x for x, group in enumerate(largest) if m in group}) for m in range(clients)]
