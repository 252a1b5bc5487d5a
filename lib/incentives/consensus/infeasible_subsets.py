"""Irreducible infeasible subsets: clients whose reports have no common point, though all but any one of them have.

Both searches only ask whether some clients' reports contradict each other. The deletion filter asks once per client;
QuickXplain halves and asks rarely if the subset is small. In constraint solving the result is also called a minimal
unsatisfiable core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Members = frozenset[int]
Infeasible = Callable[[Members], bool]


def deletion_filter(infeasible: Infeasible, witness: Iterable[int]) -> Members:
    """An irreducible infeasible subset of an infeasible family, by one test per client: is it needed?

    Args:
        infeasible: whether some clients' reports have no common point.
        witness: an infeasible family; asked only where nobody could be left out.

    Raises:
        ValueError: nobody could be left out, and the family is not infeasible.

    Reference:
        The deletion filter of Chinneck and Dravnieks (1991).

    >>> sorted(deletion_filter(lambda some: {1, 4} <= some, range(6)))
    [1, 4]
    """
    kept = everybody = frozenset(witness)
    for client in sorted(kept):
        rest = kept - {client}
        if rest and infeasible(rest):
            kept = rest
    if kept == everybody and not infeasible(kept):
        raise ValueError(f"witness must be an infeasible family, but {sorted(kept)} have a common point")
    return kept


def quickxplain(infeasible: Infeasible, members: Iterable[int]) -> Members:
    """An irreducible infeasible subset of an infeasible family, by halving: few tests if it is small.

    With a subset of k out of n clients about 2k log2(n/k) + 2k tests.

    Args:
        infeasible: whether some clients' reports have no common point.
        members: an infeasible family; that it is one is asked only where all of them are needed.

    Raises:
        ValueError: there are no members, or all are needed and they have a common point.

    Reference:
        Junker (2004).

    >>> sorted(quickxplain(lambda some: {1, 4} <= some, range(6)))
    [1, 4]
    """

    def explain(kept: Members, *, new: bool, candidates: list[int]) -> Members:
        # A part of `candidates` that makes `kept` infeasible and has no superfluous member.
        if new and infeasible(kept):
            return frozenset()
        if len(candidates) == 1:
            return frozenset(candidates)
        left, right = candidates[: len(candidates) // 2], candidates[len(candidates) // 2 :]
        second = explain(kept | set(left), new=True, candidates=right)
        first = explain(kept | second, new=bool(second), candidates=left)
        return first | second

    everybody = sorted(members)
    if not everybody:
        raise ValueError("members must be an infeasible family, got nobody")
    found = explain(frozenset(), new=False, candidates=everybody)
    # If all of them are needed, nothing has been seen to be infeasible yet.
    if len(found) == len(everybody) and not infeasible(found):
        raise ValueError(f"members must be an infeasible family, but {everybody} have a common point")
    return found
