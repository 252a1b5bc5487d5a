"""Every entry of the table on the page which-mechanism once more: mechanisms run on numbers, deviations tried in turn.

No formula for an expected error or payment stands here. A mechanism makes a model and a payment out of sizes and
reports. The square of the model's error and the payment are of degree two in independent errors, so a few runs tell
exactly what a member expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from incentives.together import blocking_coalition
from incentives_book.together.which_mechanism.best_deviations import (
    COSTS,
    NOISE,
    SIZES,
    SPREAD,
    TEMPTATIONS,
    announced,
    home,
)

ALL = tuple(range(len(SIZES)))
TOLERANCE = Fraction(1, 1000)  # how much better the best lie may be than the best one on a grid
Sizes = tuple[Any, ...]  # one for each member; 0 for whoever is in another coalition or has collected nothing
Report = Callable[[Any, Any], Any]  # of a member's own average and the average of all samples of the others


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


def variances(sizes: Sizes) -> list[Any]:
    """Of the members' means around the common mean, which is 0, and of their averages around their own means."""
    return [SPREAD] * len(sizes) + [Fraction(NOISE) / size if size else 0 for size in sizes]


def average(sizes: Sizes, values: Mapping[int, Any]) -> Any:
    """The average of all samples of some members."""
    return sum(sizes[i] * value for i, value in values.items()) / sum(Fraction(sizes[i]) for i in values)


def seen(errors: Sequence[Any], who: int, sizes: Sizes) -> tuple[dict[int, Any], Any]:
    """The averages of all who have samples, and the average of all samples but those of `who` (None without any)."""
    averages = {i: errors[i] + errors[len(sizes) + i] for i in ALL if sizes[i]}
    apart = {i: value for i, value in averages.items() if i != who}
    return averages, average(sizes, apart) if apart else None


@cache
def pull(who: int, sizes: Sizes) -> Any:
    """The weight of its own average with which a member comes closest to its mean at home: least squares."""

    def gaps(errors: Sequence[Any]) -> tuple[Any, Any]:
        averages, others = seen(errors, who, sizes)
        return averages[who] - others, errors[who] - others

    crossed = expectation(lambda errors: gaps(errors)[0] * gaps(errors)[1], variances(sizes))
    return crossed / expectation(lambda errors: gaps(errors)[0] ** 2, variances(sizes))


def outcome(
    mechanism: str, who: int, sizes: Sizes, claim: Any, report: Report, errors: Sequence[Any]
) -> tuple[Any, Any]:
    """The model of a member and its payment for each of its samples, for one draw of all errors."""
    averages, others = seen(errors, who, sizes)
    if who not in averages or others is None:  # without samples, or alone
        return averages.get(who, others), 0
    told = tuple(claim if i == who else size for i, size in enumerate(sizes))
    reports = averages | {who: report(averages[who], others)}
    if mechanism in ("mix at home", "equal gains"):
        share = pull(who, sizes)
        return share * averages[who] + (1 - share) * others, 0
    if mechanism == "one price":
        federation, stakes = announced()
        model = average(tuple(federation.weights[who]), reports | {who: averages[who]})
        return model, stakes([reports[i] for i in ALL])[who] + federation.lump_sums[who]
    model = average(told, reports)
    if mechanism != "pivot payments":
        return model, 0
    harm = [told[j] * ((model - reports[j]) ** 2 - (others - reports[j]) ** 2) for j in averages if j != who]
    return model, sum(harm) / SIZES[who]


def expects(
    mechanism: str, who: int, sizes: Sizes, *, claim: Any = None, report: Report = lambda own, others: own
) -> Any:
    """Error and money that a member expects for each of its samples while the others of its coalition are honest.

    Args:
        mechanism: one of the page's six.
        who: the member.
        sizes: what its coalition has really collected.
        claim: the size that it claims instead of its own.
        report: what it reports.
    """
    claimed = sizes[who] if claim is None else claim

    def cost(errors: Sequence[Any]) -> Any:
        model, money = outcome(mechanism, who, sizes, claimed, report, errors)
        return (model - errors[who]) ** 2 + money

    found = expectation(cost, variances(sizes))
    if mechanism != "equal gains" or not claimed:
        return found
    # The model is spoiled by as much noise as brings its error to what the claimed size alone would reach, less the
    # common gain, which is that of the true sizes.
    return max(found, expects("mix at home", who, only((who,), who, claimed)) - common_gain(sizes))


@cache
def common_gain(sizes: Sizes) -> Any:
    """What the member of a coalition that gains least by mixing at home gains."""
    group = [i for i in ALL if sizes[i]]
    return min(expects("mix at home", i, only((i,), i, sizes[i])) - expects("mix at home", i, sizes) for i in group)


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
    """Whether trying finds this gain: exactly where all cases are tried, and nearly, but no more, on a grid of lies."""
    short = gain - by_trying(mechanism, temptation, who, steps=steps)
    return 0 <= short <= (TOLERANCE if temptation in TEMPTATIONS[1:3] else 0)
