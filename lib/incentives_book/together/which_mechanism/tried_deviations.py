"""Finds every entry of the table on which-mechanism again, by running mechanisms and trying deviations in turn.

No formula for an expected error or payment stands here. A mechanism makes a model and a payment out of what its server
and its members are told, and nothing else reaches it; `Facts` notes what it reads. The square of the model's error and
the payment are of degree two in independent errors, so a few runs tell exactly what a member expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from incentives.coalitions import Game, stable_partitions
from incentives.together import Federation, Stakes, blocking_coalition, peer_stakes
from incentives_book.together.which_mechanism.best_deviations import (
    COSTS,
    NOISE,
    SIZES,
    SPREAD,
    TEMPTATIONS,
    announced,
)

ALL = tuple(range(len(SIZES)))
TOLERANCE = Fraction(1, 1000)  # how much better the best lie may be than the best one on a grid
Sizes = tuple[Any, ...]  # one for each member; 0 for whoever is in another coalition or has collected nothing
Report = Callable[[Any, Any], Any]  # of a member's own average and the average of all samples of the others


class Read(NamedTuple):
    """The names of what a server and of what its members have read."""

    server: set[str]
    members: set[str]


class Facts:
    """The facts that somebody is told, one name at a time; each name that is asked for is noted.

    >>> read = set()
    >>> Facts(read, noise=10, spread=1)["noise"], read
    (10, {'noise'})
    """

    def __init__(self, read: set[str], **told: Any) -> None:
        self._read, self._told = read, told

    def __getitem__(self, name: str) -> Any:
        self._read.add(name)
        return self._told[name]


def expectation(square: Callable[[Sequence[Any]], Any], variances: Sequence[Any]) -> Any:
    """The mean of a function of degree two of independent errors with mean zero, from 2 k + 1 of its values.

    >>> expectation(lambda e: (e[0] + 2 * e[1] + 3) ** 2, [Fraction(1, 2), 1])
    Fraction(27, 2)
    """
    nothing = [Fraction(0)] * len(variances)
    middle = square(nothing)
    total = middle
    for k, variance in enumerate(variances):
        up, down = ([*nothing[:k], Fraction(sign), *nothing[k + 1 :]] for sign in (1, -1))
        total += variance * (square(up) + square(down) - 2 * middle) / 2
    return total


def variances(sizes: Sizes, noise: Any = NOISE, spread: Any = SPREAD) -> list[Any]:
    """Of the members' means around the common mean, which is 0, and of their averages around their own means."""
    return [spread] * len(sizes) + [Fraction(noise) / size if size else 0 for size in sizes]


def average(sizes: Sizes, values: Mapping[int, Any]) -> Any:
    """The average of all samples of some members."""
    return sum(sizes[i] * value for i, value in values.items()) / sum(Fraction(sizes[i]) for i in values)


def seen(errors: Sequence[Any], who: int, sizes: Sizes) -> tuple[dict[int, Any], Any]:
    """The averages of all who have samples, and the average of all samples but those of `who` (None without any)."""
    averages = {i: errors[i] + errors[len(sizes) + i] for i in ALL if sizes[i]}
    apart = {i: value for i, value in averages.items() if i != who}
    return averages, average(sizes, apart) if apart else None


@cache
def pull(who: int, sizes: Sizes, noise: Any, spread: Any) -> Any:
    """The weight of its own average with which a member comes closest to its mean at home: least squares."""

    def gaps(errors: Sequence[Any]) -> tuple[Any, Any]:
        averages, others = seen(errors, who, sizes)
        return averages[who] - others, errors[who] - others

    known = variances(sizes, noise, spread)
    crossed = expectation(lambda errors: gaps(errors)[0] * gaps(errors)[1], known)
    return crossed / expectation(lambda errors: gaps(errors)[0] ** 2, known)


@cache
def priced(costs: tuple[Any, ...], noise: Any, spread: Any) -> tuple[Federation, Stakes]:
    """The whole sizes that are efficient at these costs, with weights, lump sums and stakes.

    Raises:
        ValueError: the efficient sizes are not whole numbers.
    """
    found: Any = Federation.efficient([float(cost) for cost in costs], noise=noise, spread=spread)
    federation = Federation.priced([int(size) for size in np.rint(found.sizes)], noise=noise, spread=spread)
    if federation.costs != costs:
        raise ValueError(f"costs must be such that efficient sizes are whole, got {costs}")
    return federation, peer_stakes(federation)


@cache
def lasting(sizes: Sizes, noise: Any, spread: Any) -> tuple[tuple[int, ...], ...]:
    """The coalitions that last under plain averaging: those of the only partition in the core."""
    [partition] = stable_partitions(Game(list(sizes), noise=noise, spread=spread))
    return tuple(tuple(sorted(block)) for block in partition.coalitions)


def home(mechanism: str, who: int, member: Facts | None = None) -> tuple[int, ...]:
    """The coalition in which a member starts: all, or the one that lasts where members choose."""
    if mechanism != "choose your coalition":
        return ALL
    known = member or Facts(set(), sizes=SIZES, noise=NOISE, spread=SPREAD)
    return next(block for block in lasting(known["sizes"], known["noise"], known["spread"]) if who in block)


def outcome(mechanism: str, who: int, own: Any, server: Facts, member: Facts) -> tuple[Any, Any]:
    """The model of a member in company and its payment, for one draw of all errors.

    Args:
        mechanism: one of the page's six.
        who: the member.
        own: its own average.
        server: what the server is told: `sizes`, `costs`, `noise`, `spread` and `reports`.
        member: what members are told besides their own data: `sizes`, `noise` and `spread`.
    """
    reports = server["reports"]
    if mechanism == "one price":
        federation, stakes = priced(server["costs"], server["noise"], server["spread"])
        model = average(tuple(federation.weights[who]), reports | {who: own})
        return model, stakes([reports[i] for i in ALL])[who] + federation.lump_sums[who]
    sizes = server["sizes"]
    others = average(sizes, {i: report for i, report in reports.items() if i != who})
    if mechanism in ("mix at home", "equal gains"):
        share = pull(who, member["sizes"], member["noise"], member["spread"])
        return share * own + (1 - share) * others, 0
    model = average(sizes, reports)
    if mechanism != "pivot payments":
        return model, 0
    harm = [sizes[j] * ((model - m) ** 2 - (others - m) ** 2) for j, m in reports.items() if j != who]
    return model, sum(harm) / SIZES[who]  # for each of its samples


def allowed(who: int, sizes: Sizes, server: Facts) -> Any:
    """The error to which equal gains spoil a model: that of the claimed size alone less the gain promised to all.

    The promise is the common gain at the true sizes of a coalition.
    """
    noise, spread = server["noise"], server["spread"]
    alone = expects("mix at home", who, only((who,), who, server["sizes"][who]), noise=noise, spread=spread)
    return alone - common_gain(sizes, noise, spread)


def expects(
    mechanism: str,
    who: int,
    sizes: Sizes,
    *,
    claim: Any = None,
    report: Report = lambda own, others: own,
    noise: Any = NOISE,
    spread: Any = SPREAD,
    read: Read | None = None,
) -> Any:
    """Error and money that a member expects for each of its samples while the others of its coalition are honest.

    Args:
        mechanism: one of the page's six.
        who: the member.
        sizes: what its coalition has really collected.
        claim: the size that it claims instead of its own.
        report: what it reports.
        noise: variance of a sample.
        spread: variance of the members' means.
        read: where to note what the mechanism reads.
    """
    claimed = sizes[who] if claim is None else claim
    told = tuple(claimed if i == who else size for i, size in enumerate(sizes))
    costs = announced()[0].costs if mechanism == "one price" else COSTS
    notes = read or Read(set(), set())
    public = {"noise": noise, "spread": spread}
    member = Facts(notes.members, sizes=sizes, **public)

    def server(reports: Mapping[int, Any]) -> Facts:
        return Facts(notes.server, sizes=told, costs=costs, reports=reports, **public)

    def cost(errors: Sequence[Any]) -> Any:
        averages, others = seen(errors, who, sizes)
        if who not in averages or others is None:  # without samples, or alone
            return (averages.get(who, others) - errors[who]) ** 2
        reports = averages | {who: report(averages[who], others)}
        model, money = outcome(mechanism, who, averages[who], server(reports), member)
        return (model - errors[who]) ** 2 + money

    found = expectation(cost, variances(sizes, noise, spread))
    if mechanism != "equal gains" or not claimed:
        return found
    return max(found, allowed(who, sizes, server({})))


@cache
def common_gain(sizes: Sizes, noise: Any = NOISE, spread: Any = SPREAD) -> Any:
    """The gain of that member of a coalition who gains least by mixing at home."""
    world = {"noise": noise, "spread": spread}
    group = [i for i in ALL if sizes[i]]
    alone = [expects("mix at home", i, only((i,), i, sizes[i]), **world) for i in group]
    return min(apart - expects("mix at home", i, sizes, **world) for i, apart in zip(group, alone, strict=True))


def reads(mechanism: str) -> Read:
    """The facts that the server and the members read while all of them are honest.

    >>> sorted(reads("one price").server), sorted(reads("mix at home").members)
    (['costs', 'noise', 'reports', 'spread'], ['noise', 'sizes', 'spread'])
    """
    found = Read(set(), set())
    member = Facts(found.members, sizes=SIZES, noise=NOISE, spread=SPREAD)
    for who in ALL:
        expects(mechanism, who, only(home(mechanism, who, member)), read=found)
    return found


def only(group: Iterable[int], who: int | None = None, size: Any = None) -> Sizes:
    """The sizes of a coalition, zero for all others, perhaps with another size for one member."""
    members = set(group)
    return tuple((size if i == who else SIZES[i]) if i in members else 0 for i in ALL)


def by_leaving(mechanism: str, who: int) -> Any:
    """The largest gain in a coalition of which each member gains; with one price those who leave share by money."""
    if mechanism == "one price":
        federation, _ = announced()
        move = blocking_coalition(federation.bills, federation.coalition_costs(own_sizes=True))
        return Fraction(0) if move is None else move.gains.get(who, Fraction(0))
    now = [expects(mechanism, i, only(home(mechanism, i))) for i in ALL]
    found = [Fraction(0)]
    for group in (group for count in (1, 2, 3) for group in combinations(ALL, count) if who in group):
        gains = {i: now[i] - expects(mechanism, i, only(group)) for i in group}
        found += [gains[who]] if min(gains.values()) > 0 else []
    return max(found)


def by_collecting(mechanism: str, who: int) -> Any:
    """The largest gain by another whole number of samples, up to its own; with one price up to twice its own."""
    group = home(mechanism, who)
    priced = mechanism == "one price"
    cost = announced()[0].costs[who] if priced else COSTS[who]
    least = int(priced or mechanism == "equal gains" or len(group) == 1)
    tried = range(least, SIZES[who] * (2 if priced else 1) + 1)
    totals = {size: expects(mechanism, who, only(group, who, size)) + cost * size for size in tried}
    return totals[SIZES[who]] - min(totals.values())


def by_lying(mechanism: str, temptation: str, who: int, steps: int) -> Any:
    """The largest gain among many claims of a size or reports of a mean."""
    sizes = only(home(mechanism, who))
    rest = sum(sizes) - sizes[who]
    if not rest or (mechanism == "one price" and temptation == "claim a size"):
        return Fraction(0)  # there is nobody to lie to, or nobody who asks
    if temptation == "claim a size":
        moves = [{"claim": Fraction(k * rest, steps - k)} for k in range(1, steps)]
    elif mechanism == "one price":  # sealed: it can only shift its average
        shifts = [Fraction(3 * k, steps) for k in range(-steps, steps + 1, 5)]
        moves = [{"report": lambda own, others, u=u: own + u} for u in shifts]
    else:
        stretches = [Fraction(4 * k, steps) for k in range(-steps, steps + 1)]
        moves = [{"report": lambda own, others, k=k: others + k * (own - others)} for k in stretches]
    return expects(mechanism, who, sizes) - min(expects(mechanism, who, sizes, **move) for move in moves)


@cache
def by_trying(mechanism: str, temptation: str, who: int, *, steps: int) -> Any:
    """The largest gain among deviations of one kind: all coalitions, all whole sizes, or a grid of lies.

    >>> by_trying("plain averaging", "leave", 0, steps=10)
    Fraction(5, 98)
    """
    if temptation == "leave":
        return by_leaving(mechanism, who)
    if temptation == "bring fewer":
        return by_collecting(mechanism, who)
    return max(Fraction(0), by_lying(mechanism, temptation, who, steps))


def agrees(mechanism: str, temptation: str, who: int, gain: Any, *, steps: int) -> bool:
    """True if trying finds this gain: exactly where all cases are tried, and nearly, but no more, on a grid of lies."""
    short = gain - by_trying(mechanism, temptation, who, steps=steps)
    return 0 <= short <= (TOLERANCE if temptation in TEMPTATIONS[1:3] else 0)
