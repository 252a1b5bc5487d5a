"""Clients in archetypes: a minimal witness holds at most one truthful client of each, so few calls do.

Clients of one archetype have the same true set. Two equal sets are never both needed for a contradiction, so
removing a minimal witness removes liars fast and truthful clients slowly: at most one per archetype. No
convexity is used.

    four_calls          every archetype twice, one liar, verification: at most 4 calls
    peel                every archetype 2c+1 times, c liars, no verification: at most c+1 calls
    peel_and_branch     every archetype c+1 times, c liars, verification: at most `branching_calls(c)`

All three need an oracle with minimal witnesses (`oracles.SelfExplaining` makes one of any oracle).
"""

from __future__ import annotations

from typing import Any

from incentives.consensus.helly_mechanism import CallOutcome
from incentives.consensus.oracles import Members, Oracle, Transcript
from incentives.consensus.verification import Verify


def _witness(answer: Any) -> Members:
    if answer.witness is None:
        raise ValueError("oracle must name a minimal witness with every empty call; it named none")
    return answer.witness


def four_calls(oracle: Oracle, verify: Verify) -> CallOutcome:
    """A point of W with at most four calls, if every archetype is there twice and at most one client lies.

    Args:
        oracle: answers with minimal witnesses.
        verify: at which clients a point fails, by trusted values.

    Raises:
        ValueError: a witness is missing, or the assumptions fail visibly.

    >>> from incentives.consensus.finite_oracle import FiniteOracle
    >>> from incentives.consensus.verification import Trusted
    >>> truths = [{0, 1}, {0, 1}, {0, 2}, {0, 2}]
    >>> print(four_calls(FiniteOracle([{1}, {0, 1}, {0, 2}, {0, 2}]), Trusted(truths)))
    point 0 after 2 calls and 1 verified point, nobody named
    """
    calls = Transcript(oracle)
    everybody = frozenset(range(oracle.clients))
    answer = calls(everybody)
    if not answer.is_empty:
        return CallOutcome(answer.point, calls.asked, 0)
    accused = _witness(answer)
    rounds = 0
    pair = accused
    if accused != everybody:
        # Everybody outside a witness of one liar is truthful.
        point = _point(calls, everybody - accused)
        if len(accused) == 1:
            return CallOutcome(point, calls.asked, 0, accused)
        rounds, pair = 1, verify(point)
        if not pair:
            return CallOutcome(point, calls.asked, rounds)
    # What fails is one archetype whose two clients are in the witness, so one of them lied.
    if len(pair) != 2:
        raise ValueError(f"every archetype must be there twice and one client lie; a point fails {sorted(pair)}")
    one, other = sorted(pair)
    answer = calls(everybody - {other})
    if answer.is_empty:
        return CallOutcome(_point(calls, everybody - {one}), calls.asked, rounds, frozenset({one}))
    exposed = verify(answer.point) - {other}
    rounds += 1
    if not exposed:
        return CallOutcome(answer.point, calls.asked, rounds, frozenset({other}))
    return CallOutcome(_point(calls, everybody - exposed), calls.asked, rounds, exposed)


def _point(calls: Transcript, members: Members) -> Any:
    answer = calls(members)
    if answer.is_empty:
        raise ValueError(f"every archetype must be there twice and one client lie; {sorted(members)} have no point")
    return answer.point


def peel(oracle: Oracle, *, liars: int) -> CallOutcome:
    """A point of W without verification, if every archetype is there 2 c + 1 times and at most c clients lie.

    Call everybody who is left; while the call is empty, remove its minimal witness. Each witness holds a liar
    and at most one truthful client per archetype, so after at most c removals a truthful client of each
    archetype is left.

    Args:
        oracle: answers with minimal witnesses.
        liars: c, at least 0.

    Raises:
        ValueError: bad input, a witness is missing, or more than c witnesses are found.

    >>> from incentives.consensus.finite_oracle import FiniteOracle
    >>> print(peel(FiniteOracle([{0, 1}, {0, 1}, {1}, {0, 2}, {0, 2}, {0, 2}]), liars=1))
    point 0 after 2 calls and 0 verified points, nobody named
    """
    calls = Transcript(oracle)
    point, _ = _peeled(calls, frozenset(range(oracle.clients)), _count(liars))
    if point is None:
        raise ValueError(f"reports must be explained by {liars} liars: {liars + 1} separate contradictions found")
    return CallOutcome(point, calls.asked, 0)


def _count(liars: int) -> int:
    if isinstance(liars, bool) or not isinstance(liars, int) or liars < 0:
        raise ValueError(f"liars must be a whole number of at least 0, got {liars!r}")
    return liars


def _peeled(calls: Transcript, members: Members, liars: int) -> tuple[Any, Members]:
    """A point of whoever is left after peeling, if anybody is, and who that is."""
    for _ in range(liars + 1):
        if not members:
            break
        answer = calls(members)
        if not answer.is_empty:
            return answer.point, members
        members = members - _witness(answer)
    return None, members


def peel_and_branch(oracle: Oracle, verify: Verify, *, liars: int) -> CallOutcome:
    """A point of W with trusted verification, if every archetype is there c + 1 times and at most c lie.

    Peel, and verify the point at everybody. If it fails somebody who was still in the call, that client lied.
    If it fails others only, they are archetypes that were peeled off completely, at most c (c + 1) clients
    with a liar among them: try each of them as the liar. A point is put out only if it fails nobody.

    Args:
        oracle: answers with minimal witnesses.
        verify: at which clients a point fails, by trusted values.
        liars: c, at least 0.

    Returns:
        A point of W after at most `branching_calls(liars)` calls.

    Raises:
        ValueError: bad input, a witness is missing, or no point passes.

    >>> from incentives.consensus.finite_oracle import FiniteOracle
    >>> from incentives.consensus.verification import Trusted
    >>> truths = [{0, 1}, {0, 1}, {0, 2}, {0, 2}]
    >>> print(peel_and_branch(FiniteOracle([{1}, {0, 1}, {0, 2}, {0, 2}]), Trusted(truths), liars=1))
    point 0 after 2 calls and 1 verified point, nobody named
    """
    calls = Transcript(oracle)
    named: set[int] = set()
    rounds = 0

    def branch(members: Members, left: int) -> Any:
        nonlocal rounds
        # Whoever was exposed elsewhere in the meantime is a liar here too.
        members, left = members - named, left - len(members & named)
        point, kept = _peeled(calls, members, left)
        if point is None and kept:
            return None
        suspects = members  # everybody was peeled off: a point of nobody's report may fail them all
        if point is not None:
            failed = verify(point)
            rounds += 1
            if not failed:
                return point
            if exposed := failed & kept:
                named.update(exposed)
                return branch(members, left)
            suspects = failed & members
        if len(suspects) > left * (left + 1):
            return None  # an innocent client was taken for a liar on the way here
        found = (branch(members - {one}, left - 1) for one in sorted(suspects))
        return next((point for point in found if point is not None), None)

    point = branch(frozenset(range(oracle.clients)), _count(liars))
    if point is None:
        raise ValueError(f"every archetype must be there {liars + 1} times and at most {liars} lie; no point passes")
    return CallOutcome(point, calls.asked, rounds, frozenset(named))


def branching_calls(liars: int) -> int:
    """T(c) = (c + 1) + c (c + 1) T(c - 1), T(0) = 1: a bound on the calls of `peel_and_branch`.

    >>> [branching_calls(c) for c in range(4)]
    [1, 4, 27, 328]
    """
    c = _count(liars)
    return 1 if c == 0 else (c + 1) + c * (c + 1) * branching_calls(c - 1)
