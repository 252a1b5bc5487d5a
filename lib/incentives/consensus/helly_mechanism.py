"""Mechanism H: leave out only clients whom a witness accuses, and let one point name the liar.

Everybody's true set holds W, and leaving out `redundancy` clients gains no point (leave-one-out
identifiability is redundancy 1). One client may lie. A point of all reports but those of a set Z either
serves everybody outside Z, and then it lies in W, or fails exactly one client outside Z: the liar. An empty
call clears everybody who was left out, and its witness clears everybody outside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from incentives.consensus.oracles import Members, Oracle, Transcript
from incentives.consensus.verification import Verify, check_test, failing_at
from incentives.numbers import as_count


@dataclass(frozen=True)
class CallOutcome:
    """What a mechanism with consensus calls puts out, and what it cost.

    Args:
        point: the model; None if none was found (only if an assumption fails).
        calls: the families asked for, in order.
        rounds: how many points were verified.
        liars: clients that certainly misreported.
    """

    point: Any
    calls: tuple[Members, ...]
    rounds: int
    liars: Members = frozenset()

    def __str__(self) -> str:
        named = " and ".join(map(str, sorted(self.liars))) or "nobody"
        calls, rounds = (
            f"{count} {word}{'' if count == 1 else 's'}"
            for count, word in ((len(self.calls), "call"), (self.rounds, "verified point"))
        )
        return f"point {self.point} after {calls} and {rounds}, {named} named"


def _left_out(everybody: Members, removed: Members, calls: Transcript) -> Any:
    """The point of the call without these clients; ValueError if there is none."""
    answer = calls(everybody - removed)
    if answer.is_empty:
        raise ValueError(
            f"reports must be explained by one liar: without {sorted(removed)} they have no point either"
        )
    return answer.point


def mechanism_h(
    oracle: Oracle,
    verify: Verify,
    *,
    redundancy: int = 1,
    joint_first: bool = True,
    order: Sequence[int] | Callable[[Members], Sequence[int]] | None = None,
    fixed_reports: bool = True,
) -> CallOutcome:
    """A point of W with few consensus calls, although one client lies.

    Args:
        oracle: answers calls; without witnesses everybody asked stays suspect.
        verify: at which clients a point fails, by trusted values (`verification.Trusted`).
        redundancy: r, how many clients can be left out without gaining a point; that many are left out at a
            time.
        joint_first: begin with everybody. Otherwise begin by leaving out: never more calls than ceil(M / r).
        order: in which suspects are left out: all clients, or a function of the first witness; by number if
            None.
        fixed_reports: whether a client's report is the same in every call; then a point that passes, after a
            call that was empty, names whoever was left out alone.

    Returns:
        A point of W, and the liar if somebody is named. With witnesses of at most h clients at most 1 +
        ceil(h / r) calls, and at most one verified point.

    Raises:
        ValueError: bad input, or the reports cannot be explained by one liar.

    >>> from incentives.consensus.verification import Trusted
    >>> from incentives.consensus.world_oracle import WorldOracle
    >>> from incentives.consensus.sets import Interval
    >>> truths = [Interval(0, 2), Interval(0, 2), Interval(-5, 7), Interval(-5, 7)]
    >>> lie = [Interval(0, 2), Interval(0, 2), Interval(4, 6), Interval(-5, 7)]
    >>> print(mechanism_h(WorldOracle(lie), Trusted(truths)))
    point 1 after 3 calls and 0 verified points, 2 named
    """
    if not callable(oracle) or not hasattr(oracle, "clients"):
        raise ValueError(f"oracle must be a function of members with a number of clients, got {oracle!r}")
    check_test(verify, oracle.clients)
    whole = isinstance(redundancy, int) and not isinstance(redundancy, bool)
    if not whole or not 1 <= redundancy < oracle.clients:
        raise ValueError(f"redundancy must be between 1 and {oracle.clients - 1}, got {redundancy!r}")
    calls = Transcript(oracle)
    everybody = suspects = frozenset(range(oracle.clients))
    contradiction = False
    if joint_first:
        answer = calls(everybody)
        if not answer.is_empty:
            return CallOutcome(answer.point, calls.asked, 0)
        contradiction, suspects = True, answer.witness or everybody
    in_order = order(suspects) if callable(order) else order
    line = list(range(oracle.clients)) if in_order is None else list(in_order)
    if not suspects <= set(line):
        raise ValueError(f"order must name every suspect {sorted(suspects)}, got {line}")

    while len(suspects) > redundancy:
        removed = frozenset([m for m in line if m in suspects][:redundancy])
        answer = calls(everybody - removed)
        if answer.is_empty:
            contradiction = True
            suspects = (answer.witness or everybody) & suspects - removed
            if not suspects:
                raise ValueError("reports must be explained by one liar: every client was cleared")
            continue
        exposed = failing_at(verify, answer.point, oracle.clients) - removed
        if not exposed:
            alone = contradiction and fixed_reports and len(removed) == 1
            return CallOutcome(answer.point, calls.asked, 1, removed if alone else frozenset())
        if len(exposed) > 1:
            raise ValueError(f"reports must be explained by one liar: a point fails {sorted(exposed)}")
        return CallOutcome(_left_out(everybody, exposed, calls), calls.asked, 1, exposed)
    point = _left_out(everybody, suspects, calls)
    return CallOutcome(point, calls.asked, 0, suspects if len(suspects) == 1 else frozenset())


def worst_case_calls(*, clients: int, helly: int, redundancy: int = 1) -> int:
    """How many calls mechanism H never exceeds, begun in the better of its two ways.

    Args:
        clients: M.
        helly: h, the largest witness: d+1 for convex sets in R^d, 2 for boxes.
        redundancy: r.

    >>> worst_case_calls(clients=50, helly=11), worst_case_calls(clients=5, helly=11)
    (12, 5)
    """
    for name, value in (("clients", clients), ("helly", helly), ("redundancy", redundancy)):
        as_count(name, value, least=1)
    return min(-(-clients // redundancy), 1 + -(-helly // redundancy))
