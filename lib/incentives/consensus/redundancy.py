"""Which clients can be removed without enlarging the set on which all agree.

W is the intersection of all sets. Removing clients can only enlarge it; a family is redundant against the
removal of c clients if it never does. The paper's Assumption 3, leave-one-out identifiability, is c = 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from incentives.consensus.sets import ClientSet, as_sets, contains, of_one_kind


def identifies(sets: Sequence[ClientSet], members: Collection[int]) -> bool:
    """True if the sets of `members` alone already leave nothing but W, the points on which everybody agrees.

    Args:
        sets: one per client.
        members: indices into `sets`, at least one.

    Raises:
        ValueError: no members, or an index that is no client's.

    >>> from incentives.consensus.sets import FiniteSet
    >>> three = [FiniteSet({0, 1}), FiniteSet({0, 2}), FiniteSet({0})]
    >>> identifies(three, {0, 1}), identifies(three, {0})
    (True, False)
    """
    chosen = set(members)
    if not chosen or not chosen <= set(range(len(sets))):
        raise ValueError(f"members must be some of the clients 0..{len(sets) - 1}, at least one; got {members!r}")
    return all(contains([sets[j] for j in sorted(chosen)], sets[n]) for n in range(len(sets)) if n not in chosen)


def enlarging_removal(sets: Sequence[ClientSet], removed: int = 1) -> frozenset[int] | None:
    """`removed` clients without whom the others agree on more than W, the first in order; None if there are none.

    Sets of exactly that size suffice: removing fewer enlarges W less.

    Raises:
        ValueError: `removed` is no whole number from 0 to the number of clients minus one.

    >>> from incentives.consensus.sets import Interval
    >>> enlarging_removal([Interval(0, 3), Interval(0, 2), Interval(0, 2), Interval(1, 2)])
    frozenset({3})
    """
    sets = as_sets("sets", sets)
    if isinstance(removed, bool) or not isinstance(removed, int) or not 0 <= removed < len(sets):
        raise ValueError(f"removed must be a whole number from 0 to {len(sets) - 1}, got {removed!r}")
    everybody = set(range(len(sets)))
    for gone in combinations(range(len(sets)), removed):
        if not identifies(sets, everybody - set(gone)):
            return frozenset(gone)
    return None


def is_redundant(sets: Sequence[ClientSet], removed: int = 1) -> bool:
    """True if removing any `removed` clients leaves W as it is (leave-one-out for 1, leave-two-out for 2).

    >>> from incentives.consensus.sets import FiniteSet
    >>> twins = [FiniteSet({0, 1}), FiniteSet({0, 1}), FiniteSet({0, 2}), FiniteSet({0, 2})]
    >>> is_redundant(twins), is_redundant(twins, removed=2)
    (True, False)
    """
    return enlarging_removal(sets, removed) is None


def splits(members: Sequence[int]) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """All ways to cut at least two clients into two groups, neither empty, each way once.

    >>> [tuple(map(sorted, split)) for split in splits([0, 1, 2])]
    [([0], [1, 2]), ([0, 1], [2]), ([0, 2], [1])]
    """
    first, rest = members[0], members[1:]
    for size in range(len(rest)):
        for friends in combinations(rest, size):
            half = frozenset((first, *friends))
            yield half, frozenset(members) - half


def unguarded_split(sets: Sequence[ClientSet]) -> tuple[int, frozenset[int], frozenset[int]] | None:
    """A client m and a cut of the others into two groups of which neither identifies W; None if there is none.

    No such cut is the condition under which every minimal clustering of every report contains a point of W.

    >>> from incentives.consensus.sets import FiniteSet
    >>> m, half, other = unguarded_split([FiniteSet({0, 1}), FiniteSet({0, 2}), FiniteSet({0})])
    >>> m, sorted(half), sorted(other)
    (2, [0], [1])
    """
    sets = of_one_kind(sets)
    for m in range(len(sets)):
        for half, other in splits([j for j in range(len(sets)) if j != m]):
            if not identifies(sets, half) and not identifies(sets, other):
                return m, half, other
    return None
