"""A bounded search for a coalition of liars: every contradiction accuses one, so guess whom."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from incentives.consensus.helly_mechanism import CallOutcome
from incentives.consensus.oracles import Members, Oracle, Transcript
from incentives.consensus.verification import Verify


def coalition_search(oracle: Oracle, verify: Verify, *, liars: int) -> CallOutcome:
    """A point of W although up to c clients lie together, if any c clients can be spared.

    Ask for everybody but a set Z, at first empty. If the call is empty, some client of its witness lies: try
    each in Z. If it brings a point that fails nobody outside Z, the point lies in W. If it fails somebody
    outside Z, that one certainly lied and is left out from now on; as soon as c clients are exposed, nothing
    needs verification.

    Args:
        oracle: answers calls; without witnesses everybody asked is tried.
        verify: at which clients a point fails, by trusted values.
        liars: c, fewer than there are clients.

    Returns:
        A point of W. With witnesses of at most h clients at most 1 + h + ... + h**c calls and c verified
        points.

    Raises:
        ValueError: bad input, or no point passes (then the assumptions fail).

    >>> from incentives.consensus.finite_oracle import FiniteOracle
    >>> from incentives.consensus.verification import Trusted
    >>> truths = [{0, 1}] * 3 + [{0, 2}] * 3
    >>> print(coalition_search(FiniteOracle([{1}, {1}, *truths[2:]]), Trusted(truths), liars=2))
    point 0 after 3 calls and 1 verified point, nobody named
    """
    _check(oracle, liars)
    calls = Transcript(oracle)
    everybody = frozenset(range(oracle.clients))
    exposed: set[int] = set()
    tried: set[Members] = set()
    rounds = 0

    def search(without: Members) -> Any:
        nonlocal rounds
        removed = without | exposed
        if len(removed) > liars or removed in tried:
            return None
        tried.add(removed)
        answer = calls(everybody - removed)
        if answer.is_empty:
            accused = everybody - removed if answer.witness is None else answer.witness
            found = (search(removed | {one}) for one in sorted(accused))
            return next((point for point in found if point is not None), None)
        if len(exposed) == liars:
            return answer.point
        rounds += 1
        failed = verify(answer.point) - removed
        if not failed:
            return answer.point
        exposed.update(failed)
        return search(removed)

    point = search(frozenset())
    if point is None:
        raise ValueError(f"reports must be explained by {liars} liars, and no {liars} of the others be needed")
    return CallOutcome(point, calls.asked, rounds, frozenset(exposed))


def leave_out_in_turn(oracle: Oracle, verify: Verify, *, liars: int) -> CallOutcome:
    """The same without relying on small witnesses: leave out c clients at a time, at most C(M, c) calls.

    A family of c clients is passed over if it misses an exposed liar or a whole witness. The last family left
    over needs no verification.

    Args:
        oracle: answers calls, with or without witnesses.
        verify: at which clients a point fails, by trusted values.
        liars: c, fewer than there are clients.

    Raises:
        ValueError: bad input, or no point passes (then the assumptions fail).

    >>> from incentives.consensus.finite_oracle import FiniteOracle
    >>> from incentives.consensus.verification import Trusted
    >>> truths = [{0, 1}] * 3 + [{0, 2}] * 3
    >>> print(leave_out_in_turn(FiniteOracle([{1}, {1}, *truths[2:]]), Trusted(truths), liars=2))
    point 0 after 1 call and 1 verified point, nobody named
    """
    _check(oracle, liars)
    calls = Transcript(oracle)
    everybody = frozenset(range(oracle.clients))
    left = [frozenset(family) for family in combinations(range(oracle.clients), liars)]
    exposed: Members = frozenset()
    rounds = 0
    while left:
        removed = left[0]
        answer = calls(everybody - removed)
        if answer.is_empty:
            accused = everybody - removed if answer.witness is None else answer.witness
            left = [family for family in left if family & accused]
            continue
        if len(left) == 1:
            return CallOutcome(answer.point, calls.asked, rounds, removed)
        rounds += 1
        failed = verify(answer.point) - removed
        if not failed:
            return CallOutcome(answer.point, calls.asked, rounds, exposed)
        exposed |= failed
        left = [family for family in left if exposed <= family]
    raise ValueError(f"reports must be explained by {liars} liars, and no {liars} of the others be needed")


def search_calls(*, helly: int, liars: int) -> int:
    """1 + h + ... + h**c: a bound on the calls of `coalition_search` with witnesses of at most h clients.

    >>> search_calls(helly=3, liars=3)
    40
    """
    if helly < 1 or liars < 0:
        raise ValueError(f"helly must be at least 1 and liars at least 0, got {helly}, {liars}")
    return sum(helly**i for i in range(liars + 1))


def _check(oracle: Oracle, liars: int) -> None:
    if isinstance(liars, bool) or not isinstance(liars, int) or not 0 <= liars < oracle.clients:
        raise ValueError(f"liars must be a whole number from 0 to {oracle.clients - 1}, got {liars!r}")
