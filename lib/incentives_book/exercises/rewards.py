"""Exercises on rewards by width."""

from fractions import Fraction
from math import comb
from typing import Any

from incentives import rewards as rw
from incentives_book.exercises.exercise import Exercise
from incentives_book.rewards.who_would_contribute_less import FromMenu, best_report

F = Fraction


def validation_noise(answer: float) -> str:
    variance = F(9, 10) * F(1, 10) / 297
    if abs(float(answer) ** 2 - float(variance)) <= 0.1 * float(variance):
        return ""
    return f"The square of {answer} is not the variance of the share of right answers among 297."


def arithmetic(answer: Any) -> str:
    for least in (F(1, 4), F(1, 2), F(1, 10)):
        # The mean of p^2 over small steps, between the values at their ends.
        steps = 2000
        low = sum((least + (1 - least) * F(n, steps)) ** 2 for n in range(steps)) / steps
        if not float(low) - 1e-9 <= float(answer(least)) <= float(low + (1 - least**2) / steps) + 1e-9:
            return f"At p_min = {least} the mean is not {float(answer(least)):.4f}."
    return ""


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


EXERCISES = (
    Exercise("rewards-ex-validation-noise", "one standard error of the measured accuracy", validation_noise),
    Exercise("rewards-ex-arithmetic", "a function from p_min to the mean, such as lambda p: p", arithmetic),
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
)
