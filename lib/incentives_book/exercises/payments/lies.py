"""Exercises on reports that are not true, and on what they gain."""

from fractions import Fraction
from typing import Any

import numpy as np

from incentives import payments as pay
from incentives.payments import misreports
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import formula, numbers
from incentives_book.payments.small_worlds import mean, trained, worth_kl
from incentives_book.payments.why_payments import marginal_gain

F = Fraction
MARKET = [[1, F(1, 2), 0], [0, F(1, 2), 1]]
CHI = pay.AffineMaximizer([F(1, 3)] * 3, penalty=F(1, 2), divergence=pay.ChiSquared())


def in_disguise(answer: Any) -> str:
    taste = [F(1, 2), F(1, 3), F(1, 6)]
    told = list(marginal_gain.stretched_report(taste, "sum")[0])
    size = F(answer).limit_denominator(1000)
    if trained(told) == trained(taste, size=size):
        return ""
    honest = ", ".join(map(str, trained(taste, size=size)))
    return (
        f"An honest group of this size moves the model to ({honest}); the stretched report moves it to "
        f"({', '.join(map(str, trained(told)))})."
    )


def wrong_direction(answer: Any) -> str:
    reward, initial = ([F(x).limit_denominator(1000) for x in each] for each in answer)
    if len(reward) != 3 or sum(reward) != 1 or sum(initial) != 1 or min(initial) <= 0 or min(reward) < 0:
        return "Rewards of three answers and the initial model sum to 1, and the model gives each a chance."
    if not reward[0] >= reward[1] > 0 or initial[0] >= initial[1] or reward[0] <= mean(initial, reward):
        return "The hypotheses are not met: t(x_1) > 0, rm(x_1) >= rm(x_2) > 0, a(x_1) < a(x_2)."
    told = [reward[0] + F(1, 100), reward[1] - F(1, 100), reward[2]]
    gain = mean(trained(told, q=initial), reward) - mean(trained(reward, q=initial), reward)
    return "" if gain < 0 else f"Moving one hundredth from the second to the first answer gains {gain}."


def nobody_gains(answer: Any) -> str:
    wishes = [[float(x) for x in wish] for wish in answer]
    if len(wishes) != 2 or any(len(wish) != 3 or max(wish) != 1 or min(wish) < 0 for wish in wishes):
        return "There are two groups and three answers, and the best reward of each is 1."
    if wishes[0] == wishes[1]:
        return "These groups want the same answers."
    if any(min(wish) == max(wish) for wish in wishes):
        return "A group to which all answers are worth the same disagrees with nobody."
    for who in (0, 1):
        best = pay.best_response_without_payments(wishes, [1, 1], [1 / 3] * 3, who=who, penalty=0.5)
        if best.valuation > best.truthful + 1e-9:
            return f"Group {who + 1} can gain {best.valuation - best.truthful:.4f} by another report."
    return ""


def best_claim(answer: Any) -> str:
    desk, told = pay.AffineMaximizer([1 / 3] * 3, penalty=1.0), np.array([[1, 0.25, 0], [0, 0.5, 1]])
    for part in (0.5, 0.25, 0.8):
        claim = float(answer(part))
        tried = pay.size_curve(desk, told, [3, 2], who=0, factors=[0.95 * claim, claim, 1.05 * claim])
        kept = tried.valuations - part * tried.payments
        if kept.argmax() != 1:
            return f"At {part} of the price another claim than {claim:g} times the true size is better."
    return ""


def plateau() -> list[Any]:
    menu = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [F(1, 3)] * 3, [F(1, 2), F(1, 4), F(1, 4)]]
    few = pay.AffineMaximizer(models=pay.FiniteModels(menu, [F(1, 2), F(1, 2), F(1, 2), 0, F(1, 9)]))
    claims = [F(k, 8) for k in range(25)]
    stairs = pay.size_curve(few, [[1, F(1, 4), 0], [0, F(1, 2), 1]], [3, 2], who=0, factors=claims)
    flat = [claim for claim, kept in zip(claims, stairs.utilities, strict=True) if kept == max(stairs.utilities)]
    return [min(flat), max(flat)]


def claim_that_pays(answer: Any) -> str:
    def keeps(size: Any) -> Any:
        paid = CHI(MARKET, [size, 2])
        return 2 * mean(paid.policy, MARKET[0]) - paid.payments[0] + sum(paid.payments) / 2

    if answer <= 0:
        return "A claimed size must be positive."
    gain = keeps(F(answer)) - keeps(F(2))
    return "" if gain > 0 else f"Claiming {answer} in place of two members gains {gain}."


def cheapest_parts(answer: Any) -> str:
    parts = sorted(answer, reverse=True)
    ways = [[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]]
    if parts not in ways:
        return "The parts are whole numbers from 1 on that add up to four."
    costs = [misreports.false_names(CHI, MARKET, [4, 2], who=0, parts=way) for way in ways]
    return "" if costs[ways.index(parts)] == min(costs) else "Another way leaves the group more."


def would_swap(answer: Any) -> str:
    types = [(int(size), [F(x).limit_denominator(100) for x in wish]) for size, wish in answer]
    if len(types) != 2 or any(not 1 <= size <= 9 or len(wish) != 3 for size, wish in types):
        return "There are two types, each a size from 1 to 9 and three rewards."
    if any(max(wish) != 1 or min(wish) < 0 for _, wish in types):
        return "The best reward of a group is 1, and none is negative."
    mild = pay.AffineMaximizer([F(1, 3)] * 3, penalty=9, divergence=pay.ChiSquared())
    laws = [mild([[size**2 * x for x in wish], [0, 2, 1]], [1, 1]).policy for size, wish in types]
    truly = [np.array([size * x for x in wish], dtype=object) for size, wish in types]
    cycle = (laws[1] - laws[0]) @ (truly[1] - truly[0])
    return "" if cycle < 0 else f"Swapping reports gains these types {-cycle} in all, so that prices can hold them."


EXERCISES = (
    Exercise("ex-payments-size-in-disguise", "the size that has the effect of the stretched report", in_disguise),
    Exercise(
        "ex-payments-wrong-direction",
        "the rewards of three answers and the initial model, such as ([0.5, 0.3, 0.2], [0.2, 0.3, 0.5])",
        wrong_direction,
        "from fractions import Fraction",
    ),
    Exercise(
        "ex-payments-truthful-by-design",
        "a function from B_1 and B_0 to m where exp(w / lambda) is 8, such as lambda B_1, B_0: B_1 / B_0",
        formula(
            lambda likes, rest: worth_kl([F(1), F(0)], [F(1), F(0)], [likes, rest]), "B_1 B_0", (1, 4), (3, 2), (1, 50)
        ),
    ),
    Exercise("ex-payments-own-market", "the rewards of both groups, such as [[1, 0.5, 0], [0, 0.5, 1]]", nobody_gains),
    Exercise(
        "ex-payments-half-price",
        "a function from c to the best claim, as a multiple of the true size, such as lambda c: 2",
        best_claim,
    ),
    Exercise(
        "ex-payments-plateau",
        "the smallest and the largest claim of the plateau, multiples of 1/8",
        numbers(plateau, "The smallest claim of the plateau", "The largest claim of the plateau"),
    ),
    Exercise("ex-payments-giving-back", "a size that group 1 claims", claim_that_pays),
    Exercise("ex-payments-splitting", "the parts, such as [3, 1]", cheapest_parts),
    Exercise(
        "ex-payments-not-implementable",
        "two types, each with a size and three rewards, such as ((1, (1, 0, 0)), (2, (1, 0, 0)))",
        would_swap,
    ),
)
