"""Exercises on who is given how much, and who would contribute less."""

from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any

from incentives import rewards as rw
from incentives.widths import kept_channels
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import exactly, formula
from incentives_book.rewards.who_would_contribute_less import EqualGains, FromMenu, best_contribution, best_report

F = Fraction


def price(answer: Any) -> str:
    equal, largest, who = answer
    contributions = [60, 62, 62, 80]
    gains = rw.allocate_continuous(contributions, best=85).gains
    if F(equal) != gains[0]:
        return (
            f"Equal gains are not {equal}: somebody would receive {max(contributions) + equal}, and the best "
            "model has 85."
        )
    if F(largest) != F(sum(85 - c for c in contributions), 4):
        return f"The mean gain can be another than {largest}: give everybody the best model."
    rest = [c for k, c in enumerate(contributions) if k != who]
    return (
        ""
        if rw.allocate_continuous(rest, best=85).gains[0] > gains[0]
        else f"Without client {who} the others would gain no more."
    )


def undone(answer: Any) -> str:
    before, newcomer, best = [52, 58, 63, 69, 74], 84, 86
    old, new = list(answer(before, best)), list(answer([*before, newcomer], best))
    for given, contributions in ((old, before), (new, [*before, newcomer])):
        if len(given) != len(contributions):
            return "The rule must give one number to each client."
        if any(gain < 0 for gain in given):
            return "Somebody receives less than it contributed."
        if any(c + gain > best for c, gain in zip(contributions, given, strict=True)):
            return "Somebody receives more than the best model."
    if not any(old):
        return "A rule that gives nobody anything gives up more than it has to."
    return "The newcomer lowers somebody's gain." if any(b < a for a, b in zip(old, new, strict=False)) else ""


def held_back(answer: Any) -> str:
    brought = [F(contribution) for contribution in answer]
    if len(brought) != 3 or not all(0 <= contribution < 7 for contribution in brought):
        return "The answer has three contributions from 0 to below 7."
    rule = FromMenu((F(1), F(6), F(7)), "anchor")
    less = [[F(level) for level in range(7) if level < own] for own in brought]
    if any(
        best_report(rule, brought, [*lower, own], who=i)
        for i, (own, lower) in enumerate(zip(brought, less, strict=True))
    ):
        return ""
    return "Whoever contributes a smaller whole number here gets no better model."


def margin(answer: Any) -> str:
    def law(p: Fraction) -> list[Fraction]:
        return [comb(50, j) * p**j * (1 - p) ** (50 - j) for j in range(51)]

    own = law(F(7, 10))
    for gain in (F(0), F(1, 20), F(1, 10), F(1, 5)):
        reward = law(F(7, 10) + gain)
        worse = sum(reward[j] * sum(own[j + 1 :]) for j in range(51))
        if abs(float(answer(float(gain))) - float(worse)) > 5e-4:
            return f"For a gain of {float(gain):g} it is not {float(answer(float(gain))):.4f}."
    return ""


def takes(value: Any) -> bool:
    """True if two clients of different contributions can have this correlation with different levels."""
    pairs = [levels for levels in product(range(5), repeat=2) if levels[0] != levels[1]]
    return any(rw.pearson(levels, (3, 5)) == value for levels in pairs)


def quits(answer: Any) -> str:
    price = F(answer).limit_denominator(1000)
    rule, abilities = EqualGains(F(9, 10)), [F(3, 10), F(5, 10), F(7, 10)]

    def better(effort: Fraction) -> bool:
        return best_contribution(rule, abilities, [0], who=0, effort=effort) is not None

    if (20 * price).denominator > 1 or not 0 <= price <= 2:
        return "A price is a multiple of 0.05."
    if not better(price):
        return f"At a price of {price} client 0 would rather contribute."
    return "At a smaller price it quits already." if price > 0 and better(price - F(1, 20)) else ""


def hold_back_together(answer: Any) -> str:
    abilities, rule, effort = [F(3, 10), F(7, 10), F(7, 10)], EqualGains(F(9, 10)), F(1, 10)
    brought = [abilities[0], *(F(x).limit_denominator(1000) for x in answer)]
    if len(brought) != 3 or not all(0 <= x <= F(7, 10) for x in brought):
        return "There are two contributions, from 0 to 0.7."

    def keeps(contributions: Any) -> list[Any]:
        return [
            max(own, got) - effort * x
            for own, got, x in zip(abilities, rule(contributions), contributions, strict=True)
        ]

    now, then = keeps(abilities), keeps(brought)
    worse = next((who for who in (1, 2) if then[who] <= now[who]), None)
    return f"Client {worse} gains nothing by this." if worse else ""


def visited(answer: Any) -> str:
    said, menu, own = [tuple(each) for each in answer], (2, 3, 5), (1, 2)
    switches = sorted({F(a + b, 2) - c for a, b in pairwise(menu) for c in own})
    between = [switches[0] - 1, *((a + b) / 2 for a, b in pairwise(switches)), switches[-1] + 1]
    path = [tuple(min(menu, key=lambda level: abs(level - c - shift)) for c in own) for shift in between]
    if wrong := [each for each in said if each not in path]:
        return f"No shift leads to {wrong[0]}."
    if len(said) < len(path):
        return "Some shift leads to another allocation."
    return "" if said == path else "The order is not that of rising shifts."


def equal_gains(levels: Any) -> bool:
    return rw.Cost("ratio")([level - own for level, own in zip(levels, (1, 3, 4), strict=True)]) == 0


def floor(answer: Any) -> str:
    level = F(answer).limit_denominator(1000)

    def spread(lowest: Fraction) -> Any:
        contributions = [54, 57, 60, 63, 66, 69, 72, 75, 78, 82]
        return rw.allocate_continuous(contributions, best=90, floor=lowest, cost="anchor").variance

    if spread(level):
        return f"With a floor of {level} the gains are not equal."
    return "The narrowest network may be better than that." if spread(level + F(1, 100)) == 0 else ""


def threshold(answer: Any) -> str:
    cost = rw.Cost("sharpe", epsilon=1)
    best = F(answer).limit_denominator(1000)

    def equal(level: Fraction) -> bool:
        return len(set(rw.allocate_continuous([10, 20, 30, 40, 50], best=level, cost=cost).gains)) == 1

    if best < 50:
        return "The best model is at least as good as the best contribution."
    if not equal(best + F(1, 100)):
        return f"A little above {best} equal gains are not optimal."
    return "Equal gains are optimal below that, too." if equal(best - F(1, 100)) else ""


def two_clusters(a: Any, b: Any, v: Any) -> float:
    """The correlation for eight levels with mean b and variance v: half of them above and half of them below."""
    off = float(v) ** 0.5
    return float(rw.pearson([a] * 2 + [b - off] * 4 + [b + off] * 4, [1] * 2 + [0] * 8))


def only_rises(answer: Any) -> str:
    def sent_for(earned: Any) -> list[list[Any]]:
        return [list(row) for row in answer([list(row) for row in earned])]

    for earned in (
        [[F(1, 4), F(1, 4)], [1, F(1, 2)], [F(1, 2), 1]],
        [[F(1, 4)], [F(3, 4)], [F(1, 2)], [F(1, 2)]],
        [[F(3, 4), F(1, 2)], [F(1, 4), F(3, 4)], [F(1, 2), F(1, 4)]],
    ):
        sent = sent_for(earned)
        if [len(row) for row in sent] != [len(row) for row in earned]:
            return "The map gives each client a width in each round."
        for who, last in enumerate(sent[-1]):
            widths, own = [row[who] for row in sent], [row[who] for row in earned]
            if max(widths) > last:
                return f"Where the scores give {', '.join(map(str, own))}, a client is sent more than it ends with."
            if any(width not in own[: t + 1] for t, width in enumerate(widths)):
                return (
                    f"Where the scores give {', '.join(map(str, own))}, a client is sent a width that it never earned."
                )
            if last < own[-1]:
                return "A client ends with less than its score gives at the end."
        if any(sent_for(earned[:rounds]) != sent[:rounds] for rounds in range(1, len(earned))):
            return "What is sent in some round depends on scores of later rounds, which nobody knows yet."
    return ""


def covers(answer: Any) -> str:
    counts = list(answer)
    if len(counts) != 8:
        return "There are eight channels."
    holders = [sum(kept_channels(8, width) > channel for width in (1, F(1, 2), F(1, 4))) for channel in range(8)]
    wrong = next((k + 1 for k in range(8) if counts[k] != holders[k]), None)
    return f"Channel {wrong} is not held by {counts[wrong - 1]} clients." if wrong else ""


EXERCISES = (
    Exercise(
        "ex-price",
        (
            "three numbers: the gain of everybody under equal gains, the largest mean gain, and which client "
            "causes the price (0 for the first)"
        ),
        price,
    ),
    Exercise(
        "ex-undo-the-price",
        (
            "a rule: a function from contributions and the best accuracy to the gains, such as lambda "
            "contributions, best: [0] * len(contributions)"
        ),
        undone,
    ),
    Exercise("ex-anchor-less", "three contributions, such as (0, 0, 0)", held_back),
    Exercise(
        "ex-margin",
        "a function from the gain g to the probability that the reward scores worse",
        margin,
        "from math import comb",
    ),
    Exercise(
        "ex-two-clients",
        "all correlations that two clients with different levels can have, as a set of multiples of 1/2",
        exactly(lambda: [F(k, 2) for k in range(-2, 3)], takes, "No two levels have the correlation {}."),
    ),
    Exercise("ex-quitting", "the first price at which client 0 quits, a multiple of 0.05", quits),
    Exercise(
        "ex-two-at-the-top",
        "contributions of the two with which both are better off, such as (0.7, 0.7)",
        hold_back_together,
    ),
    Exercise("ex-two-clients-sweep", "the allocations in the order of the sweep, such as [(2, 2), (5, 5)]", visited),
    Exercise(
        "ex-several-optima",
        "all optimal allocations, each a tuple of three levels, such as [(1, 3, 4)]",
        exactly(
            lambda: product(range(1, 10), range(3, 10), range(4, 10)),  # nobody gets less than it contributes
            equal_gains,
            "Under {} the gains differ.",
        ),
    ),
    Exercise("rewards-ex-floor-binds", "a number of points", floor),
    Exercise("ex-sharpe-threshold", "the h above which equal gains are optimal, with one client at the top", threshold),
    Exercise(
        "rewards-ex-two-clusters",
        "a function from a, b and v to the correlation, such as lambda a, b, v: a - b - v",
        formula(two_clusters, "a b v", (1, 0, F(1, 4)), (F(9, 10), F(1, 2), F(1, 100)), (3, 1, 4)),
    ),
    Exercise(
        "rewards-ex-ratchet",
        (
            "a function from the widths that scores give, a list of rows with one width for each client, to the widths "
            "that are sent, such as lambda widths: widths"
        ),
        only_rises,
    ),
    Exercise("rewards-ex-outermost", "eight numbers of clients, one for each channel", covers),
)
