"""Exercises on payments for fine-tuning."""

from fractions import Fraction
from typing import Any

from incentives import payments as pay
from incentives_book.exercises.exercise import Exercise
from incentives_book.payments.small_worlds import trained
from incentives_book.payments.why_payments import marginal_gain

F = Fraction


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


def kink(answer: Any) -> str:
    def shift(kappa: Fraction, total: int) -> Fraction:
        """The best shift of probability, in thousandths."""
        return max((F(n, 1000) for n in range(501)), key=lambda m: total * m - (2 * m) ** 2 - 2 * kappa * m)

    for total in (1, 2, 3):
        said = F(answer(F(total))).limit_denominator(1000)
        if shift(said, total):
            return (
                f"With a kink of {said}, groups of total size {total} that want the same answer still move the model."
            )
        if not shift(said - F(1, 20), total):
            return f"For a total size of {total} a smaller kink than {said} is enough."
    return ""


def hates(answer: Any) -> str:
    reports = [[-1, -1, -1], [0, F(1, 2), 1]]
    rule = pay.AffineMaximizer([F(1, 3)] * 3)
    for size in (1, 2, 5):
        utility = rule(reports, [size, 1]).utilities(reports, [size, 1])[0]
        if abs(float(answer(size)) - float(utility)) > 1e-9:
            return f"A group of size {size} does not get {answer(size)}."
    return ""


def distance(answer: Any) -> str:
    for size, penalty in ((0.5, 1), (1, 1), (3, 1), (1, 0.5)):
        paid = pay.AffineMaximizer([0.5, 0.5], penalty=penalty)([[1, 0], [0, 1]], [size, size]).payments[0]
        if abs(float(answer(size, penalty)) - float(paid)) > 1e-6:
            return f"With w = {size} and lambda = {penalty} neither pays {float(answer(size, penalty)):.6f}."
    return ""


def common(answer: Any) -> str:
    dominant, types, better = answer
    ones, twos = [(1, 0, 0, 2), (1, 0, 2, 2)], [(0, 0, 0, 0), (0, 2, 0, 0)]
    rule = {(0, 0): 0, (0, 1): 1, (1, 0): 2, (1, 1): 3}
    # Whoever pays what the others lose keeps the welfare, up to what it cannot move.
    pays = any(
        ones[i][lied] + twos[j][lied] > ones[i][rule[i, j]] + twos[j][rule[i, j]]
        for i, j in rule
        for lied in (rule[1 - i, j], rule[i, 1 - j])
    )
    if bool(dominant) == pays:
        return "Look again at whether some type would rather name the other one, if each pays what the others lose."
    i, j = (kind - 1 for kind in types)

    def welfare(model: int) -> int:
        return ones[i][model] + twos[j][model]

    if welfare(better - 1) <= welfare(rule[i, j]):
        return f"At the types {types} model {better} is no better than the one chosen."
    return ""


EXERCISES = (
    Exercise("ex-payments-size-in-disguise", "the size that has the effect of the stretched report", in_disguise),
    Exercise(
        "ex-payments-design-a-kink",
        "a function from the total size W to the smallest kink that holds the model, such as lambda W: W",
        kink,
    ),
    Exercise(
        "ex-payments-negative", "a function from the size w of the group to its utility, such as lambda w: w", hates
    ),
    Exercise(
        "ex-payments-distance",
        "a function from w and the penalty to what each pays, such as lambda w, penalty: w * penalty",
        distance,
        "import numpy as np",
    ),
    Exercise(
        "ex-models-common",
        (
            "whether truth is dominant, the types at which another model is better (1 or 2 each), and that model "
            "(1 to 4), such as (True, (2, 1), 3)"
        ),
        common,
    ),
)
