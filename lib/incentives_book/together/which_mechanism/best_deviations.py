"""The gain of the best deviation under each mechanism, exact, for the page which-mechanism.

A number is error and money for each sample of the player, who deviates alone while the others stay honest; only those
who leave act together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from incentives.together import Federation, Stakes, best_size, blocking_coalition, peer_stakes
from incentives_book.together.the_same_injury import View, view
from incentives_book.together.who_brings_data import common_gain

SIZES, NOISE, SPREAD = (5, 5, 25), 10, 1
COSTS = tuple(Fraction(NOISE, size**2) for size in SIZES)  # at which each would collect its size alone
TEMPTATIONS = ("leave", "lie about the mean", "claim a size", "bring fewer")
MECHANISMS = ("plain averaging", "choose your coalition", "mix at home", "pivot payments", "equal gains", "one price")
PARTITION = {"choose your coalition": ((0, 1), (2,)), "alone": ((0,), (1,), (2,))}


class Move(NamedTuple):
    """The deviation of a player: how far it stretches its mean away from the others', and the share that its claim
    brings.
    """

    stretch: Any = 1
    share: Any = None  # its true share if None


def seen_by(who: int, group: Sequence[int], size: Any = None) -> View | None:
    """The view of a player on its coalition, perhaps with another size of its own; None where it is alone."""
    if len(group) == 1:
        return None
    sizes = [SIZES[i] for i in group]
    if size is not None:
        sizes[group.index(who)] = size
    return view(sizes, group.index(who), noise=NOISE, spread=SPREAD)


def equal_gain(group: Sequence[int], who: int | None = None, size: Any = None) -> Any:
    """The common gain of a coalition over being alone: what its least gainer gains by mixing at home."""
    sizes = [size if i == who and size is not None else SIZES[i] for i in group]
    return common_gain(*sizes, noise=NOISE)


def pays(mechanism: str, who: int, group: Sequence[int], move: Move = Move(), size: Any = None) -> Any:  # noqa: B008
    """Error and money of a player in a coalition, for each of its samples; `size` is what it really collects."""
    if len(group) == 1:
        return Fraction(NOISE) / (SIZES[who] if size is None else size)
    others = [SIZES[i] for i in group if i != who]
    if size == 0:
        return view([1, *others], 0, noise=NOISE, spread=SPREAD).without
    seen = seen_by(who, group, size)
    assert seen is not None
    share = seen.share if move.share is None else move.share
    if mechanism == "mix at home":
        return seen.error(seen.best_pull)
    if mechanism == "equal gains":
        honest = seen.alone - equal_gain(group, who, size)
        if move.share is None:
            return honest
        claimed = Fraction(NOISE) * (1 - share) / (share * sum(others))  # the error alone of the claimed size
        return max(claimed - equal_gain(group), seen.error(seen.best_pull))
    error = seen.error(share * move.stretch)
    if mechanism == "pivot payments":
        error += Fraction(sum(others), SIZES[who]) * (share * move.stretch) ** 2 * (seen.alone + seen.without)
    return error


def lowest(function: Callable[[Any], Any]) -> Any:
    """The least value of a quadratic function that is not falling for ever, from three of its values."""
    zero, one, two = (function(Fraction(x)) for x in (0, 1, 2))
    square = (two - 2 * one + zero) / 2
    return zero if square == 0 else zero - (one - zero - square) ** 2 / (4 * square)


def home(mechanism: str, who: int) -> tuple[int, ...]:
    """The coalition in which a player starts."""
    blocks = PARTITION.get(mechanism, (tuple(range(len(SIZES))),))
    return next(block for block in blocks if who in block)


def leaving(mechanism: str, who: int) -> Any:
    """The largest gain of a player in a coalition of which each member gains."""
    now = {i: pays(mechanism, i, home(mechanism, i)) for i in range(len(SIZES))}
    best = Fraction(0)
    for count in range(1, len(SIZES) + 1):
        for group in combinations(range(len(SIZES)), count):
            gains = {i: now[i] - pays(mechanism, i, group) for i in group}
            if who in group and min(gains.values()) > 0:
                best = max(best, gains[who])
    return best


def fewer(mechanism: str, who: int) -> Any:
    """The largest gain of a player by collecting another whole number of samples, up to its own."""
    group = home(mechanism, who)
    least = 1 if mechanism == "equal gains" or len(group) == 1 else 0
    total = [pays(mechanism, who, group, size=z) + COSTS[who] * z for z in range(least, SIZES[who] + 1)]
    return total[-1] - min(total)


@cache
def announced() -> tuple[Federation, Stakes]:
    """The federation with one price, at costs for which the sizes are efficient, and its stakes."""
    federation = Federation.priced(list(SIZES), noise=NOISE, spread=SPREAD)
    return federation, peer_stakes(federation)


def one_price(temptation: str, who: int) -> Any:
    """The same under stakes and lump sums, with sealed reports, at costs for which the sizes are efficient."""
    federation, stakes = announced()
    if temptation == "leave":
        move = blocking_coalition(federation.bills, federation.coalition_costs())
        return Fraction(0) if move is None else move.gains.get(who, Fraction(0))
    if temptation == "lie about the mean":
        return stakes.rewards[who] * (stakes.best_report(who, [Fraction(3)] * len(SIZES)) - 3) ** 2
    if temptation == "claim a size":
        return Fraction(0)  # nobody is asked for one
    cost, best = federation.costs[who], best_size(federation, who, stakes=stakes)
    return cost * (SIZES[who] - best) ** 2 / best


def extra_cost(mechanism: str) -> Any:
    """The costs of all honest members together in errors, collecting and money, above those under one price.

    A sample costs what it is worth to all, so that the sizes are efficient and the sum under one price is the least
    that there is. Any other costs give the same difference, since sizes are the same under every mechanism.

    >>> extra_cost("mix at home"), extra_cost("one price")
    (Fraction(320, 6351), Fraction(0, 1))
    """
    federation, stakes = announced()
    least = sum(federation.spending)
    if mechanism == "one price":
        return sum(federation.bills) + sum(stakes.expected(federation.variances)) - least
    collecting = sum(cost * size for cost, size in zip(federation.costs, SIZES, strict=True))
    return sum(pays(mechanism, who, home(mechanism, who)) for who in range(len(SIZES))) + collecting - least


def gain(mechanism: str, temptation: str, who: int) -> Any:
    """The gain of a player by its best deviation of one kind, exact.

    >>> gain("plain averaging", "claim a size", 0), gain("mix at home", "claim a size", 0)
    (Fraction(1922, 3577), Fraction(0, 1))
    """
    if mechanism == "one price":
        return one_price(temptation, who)
    if temptation == "leave":
        return leaving(mechanism, who)
    if temptation == "bring fewer":
        return fewer(mechanism, who)
    group = home(mechanism, who)
    now = pays(mechanism, who, group)
    if len(group) == 1 or mechanism == "mix at home":
        return Fraction(0)
    if mechanism == "equal gains":
        seen = seen_by(who, group)
        assert seen is not None
        return now - seen.error(seen.best_pull) if temptation == "claim a size" else Fraction(0)
    if temptation == "claim a size":
        return now - lowest(lambda share: pays(mechanism, who, group, Move(share=share)))
    return now - lowest(lambda stretch: pays(mechanism, who, group, Move(stretch=stretch)))
