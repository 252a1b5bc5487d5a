"""Mechanism H: leave out only clients whom a witness accuses, and let tested points name the liar.

Everybody's true set holds W, and leaving out `redundancy` clients gains no point (leave-one-out
identifiability is redundancy 1). One client may lie. A point of all reports but those of a set Z either
serves everybody outside Z, and then it lies in W, or fails exactly one client outside Z: the liar. An empty
call clears everybody who was left out, and its witness clears everybody outside it.

Three things may be inexact, and then fewer clients can be named. A call may return a point that suits the
reports only up to a slack, a test may be noisy near the tolerance, and a client may report anew in each call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from incentives.consensus.leave_one_out import point_in_words
from incentives.consensus.oracles import Members, Oracle, Transcript
from incentives.consensus.verification import Verify, check_test, failing_at
from incentives.numbers import as_count, as_index, as_list


@dataclass(frozen=True)
class CallOutcome:
    """The output of a mechanism with consensus calls, and its cost.

    Args:
        point: the model; None if none was found (only if an assumption fails).
        calls: the families asked for, in order.
        rounds: how many points were verified.
        liars: clients that certainly misreported, under the assumptions of the mechanism.
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
        return f"point {point_in_words(self.point)} after {calls} and {rounds}, {named} named"


def _left_out(everybody: Members, removed: Members, calls: Transcript) -> Any:
    """The point of the call without these clients; ValueError if there is none."""
    answer = calls(everybody - removed)
    if answer.is_empty:
        raise ValueError(f"reports must be explained by one liar: without {sorted(removed)} they have no point either")
    return answer.point


def _as_order(order: Any, clients: int) -> list[int]:
    """Clients in an order; ValueError unless each entry is a client and none stands there twice."""
    found = [as_index("order", m, clients) for m in as_list("order", order)]
    if len(set(found)) < len(found):
        raise ValueError(f"order must name no client twice, got {found}")
    return found


def mechanism_h(
    oracle: Oracle,
    verify: Verify,
    *,
    redundancy: int = 1,
    joint_first: bool = True,
    order: Sequence[int] | Callable[[Members], Sequence[int]] | None = None,
    exact: bool = False,
) -> CallOutcome:
    """A point of W with few consensus calls, although one client lies.

    1. Ask for a point of everybody's reports (unless `joint_first` is False), and return it if there is one. Otherwise
       the clients of the witness are suspects, or everybody if there is no witness.
    2. While there are more suspects than may be left out at a time, leave out the first ones and ask for a point of all
       others.
    3. If there is none, the liar is among those who were asked: suspects are the earlier ones in the witness who were
       not left out. Go on with 2.
    4. Otherwise test the point. Whoever fails a point that it reported lies, and the output is a point of all others.
    5. If only clients fail who were left out, and `redundancy` is not 0, they are truthful (an error if `exact`). They
       are suspects no more; go on with 2.
    6. Otherwise the point is the output.
    7. If few enough suspects are left, a point of all others is the output, without a test.

    Args:
        oracle: answers calls; without witnesses everybody asked stays suspect.
        verify: at which clients a point fails, by trusted values (`verification.Trusted`).
        redundancy: r, how many clients can be left out without gaining a point; that many are left out at a
            time. 0 if nothing is known: one client is left out at a time, and the output suits everybody but
            perhaps the client left out.
        joint_first: begin with everybody: a single call and no test if the reports agree. Otherwise begin by
            leaving out, which never takes more than ceil(M / r) calls.
        order: in which suspects are left out: a list of clients, or a function from the first witness to
            one; by number if None.
        exact: whether every returned point lies in all reports asked for, every test is free of error, and each
            client reports the same set in every call. Only then does a point that passes, after a call
            that was empty, name the one client that was left out.

    Returns:
        A point of W, and the liar if somebody is named: a client that fails a point which it reported, or the
        last suspect. With witnesses of at most h clients and tests free of error there are at most
        1 + ceil(h / r) calls (r = 1 for 0) and one tested point. A noisy test may find that only clients who were left
        out fail. These are truthful and no longer suspect. Begun with everybody there are no more calls then, and
        at most h - 1 tested points.

    Raises:
        ValueError: bad input, the reports cannot be explained by one liar, or a point fails only who was left
            out although everything is said to be exact: then nobody could be spared.

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
    spared = as_count("redundancy", redundancy, most=oracle.clients - 1)
    line = list(range(oracle.clients))
    if order is not None and not callable(order):
        line = _as_order(order, oracle.clients)
    calls = Transcript(oracle)
    everybody = suspects = frozenset(range(oracle.clients))
    contradiction = False
    if joint_first:
        answer = calls(everybody)
        if not answer.is_empty:
            return CallOutcome(answer.point, calls.asked, 0)
        contradiction, suspects = True, answer.witness or everybody
    if callable(order):
        line = _as_order(order(suspects), oracle.clients)
    if not suspects <= set(line):
        raise ValueError(f"order must name every suspect {sorted(suspects)}, got {line}")

    rounds = 0
    while len(suspects) > max(spared, 1):
        removed = frozenset([m for m in line if m in suspects][: max(spared, 1)])
        answer = calls(everybody - removed)
        if answer.is_empty:
            contradiction = True
            suspects = (answer.witness or everybody) & suspects - removed
            if not suspects:
                raise ValueError("reports must be explained by one liar: every client was cleared")
            continue
        failed, rounds = failing_at(verify, answer.point, oracle.clients), rounds + 1
        exposed = failed - removed
        if len(exposed) > 1:
            raise ValueError(f"reports must be explained by one liar: a point fails {sorted(exposed)}")
        if exposed:
            return CallOutcome(_left_out(everybody, exposed, calls), calls.asked, rounds, exposed)
        if failed and spared:
            if exact:
                raise ValueError(
                    f"redundancy must be 0, got {redundancy}: a point of all others fails {sorted(failed)} alone"
                )
            suspects -= removed  # had the liar been among them, the point would suit everybody
            continue
        named = exact and contradiction and spared == 1
        return CallOutcome(answer.point, calls.asked, rounds, removed if named else frozenset())
    point = _left_out(everybody, suspects, calls)
    return CallOutcome(point, calls.asked, rounds, suspects if len(suspects) == 1 else frozenset())


def worst_case_calls(*, clients: int, helly: int, redundancy: int = 1) -> int:
    """The number of calls that mechanism H never exceeds with exact tests, begun by leaving out.

    Begun with everybody it takes one call if the reports agree, and at most 1 + ceil(h / r) otherwise.

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
