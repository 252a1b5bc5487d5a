"""Exercises on the model that training selects, and how far reports move it."""

from fractions import Fraction
from itertools import pairwise, product
from math import exp, log
from typing import Any

from incentives import payments as pay
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import first, formula, numbers
from incentives_book.payments.how_continuous_is_training import recession
from incentives_book.payments.small_worlds import grid

F = Fraction
EVEN = [F(1, 2)] * 2


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


def nine_tenths(answer: Any) -> str:
    share = pay.best_policy([float(answer), 0], [0.5, 0.5])[0]
    return "" if abs(share - 0.9) < 1e-4 else f"At this quotient the first answer has the probability {share:.4f}."


def joke_dies(answer: Any) -> str:
    penalty = F(answer).limit_denominator(1000)

    def jokes(strength: Fraction) -> Any:
        return pay.best_policy([1, F(1, 4), 0], [F(1, 3)] * 3, penalty=strength, divergence=pay.ChiSquared())[2]

    if jokes(penalty) > 0:
        return f"At a penalty of {penalty} the joke has the probability {jokes(penalty)}."
    return "" if jokes(penalty * F(1001, 1000)) > 0 else "At a larger penalty the model does not joke either."


def stays(answer: Any) -> str:
    totals = [[a + b for a, b in zip(*both, strict=True)] for both in product(grid("max", levels=1), repeat=2)]

    def models(penalty: Any) -> int:
        laws = pay.best_policy(totals, [F(1, 3)] * 3, penalty=penalty, divergence=pay.TotalVariation())
        return len({tuple(law) for law in laws})

    if models(F(answer)) > 1:
        return "At this penalty two groups that agree move the model."
    return "" if models(F(answer) - F(1, 100)) > 1 else "At a smaller penalty nobody moves the model either."


def reaches_the_bound(answer: Any) -> str:
    reports = [list(map(F, report)) for report in answer]
    if len(reports) != 2 or any(max(report) != 1 or min(report) < 0 for report in reports):
        return "There are two reports, each with best reward 1 and no negative one."
    totals = [[3 * reward for reward in report] for report in reports]
    before, after = pay.best_policy(totals, EVEN, penalty=2, divergence=pay.ChiSquared())
    moved = max(abs(after - before))
    return "" if moved == F(3, 8) else f"Between these reports no probability changes by more than {moved}."


def jumps(answer: Any) -> str:
    for h in (F(1, 10), F(1, 10**6)):
        totals = [list(map(F, total)) for total in answer(h)]
        if max(abs(a - b) for a, b in zip(*totals, strict=True)) > 2 * h:
            return f"For h = {h} the two totals differ by more than 2 h."
        before, after = pay.best_policy(totals, EVEN, penalty=1, divergence=pay.TotalVariation())
        if max(abs(after - before)) != F(1, 2):
            return f"For h = {h} the model moves by {max(abs(after - before))} only."
    return ""


def slope_moved(change: Any) -> Any:
    third = [F(1, 3)] * 3
    before, after = pay.best_policy(
        [[F(1)] * 3, [F(1), F(1), 1 - change]], third, penalty=1, divergence=pay.ChiSquared()
    )
    return abs(2 * (before[0] - after[0]) / third[0])


def texts(words: int, most: int) -> int:
    """The number of texts of at most so many words, counted one by one."""
    return sum(1 for length in range(most + 1) for _ in product(range(words), repeat=length))


def spent_by_best_of(draws: int) -> float:
    """KL of the best of so many replies, among two thousand that are equally likely and all different."""
    many = 2000
    law = [(k / many) ** draws - ((k - 1) / many) ** draws for k in range(1, many + 1)]
    return sum(p * log(p * many) for p in law if p > 0)


def holds_still(answer: Any) -> str:
    tiny = [F(1, 10**k) for k in (2, 3, 4, 6)]
    ratios = sorted({F(k, 50) for k in range(1, 201)} | {1 + sign * step for sign in (-1, 1) for step in tiny})
    slopes = {low: (answer(high) - answer(low)) / (high - low) for low, high in pairwise(ratios)}
    if any(after < before - 1e-6 for before, after in pairwise(slopes.values())) or abs(answer(F(1))) > 1e-9:
        return "A penalty is convex, and no ratio of 1 is penalised."
    above, below = ([slope for low, slope in slopes.items() if (low >= 1) == side] for side in (True, False))
    if max(max(side) - min(side) for side in (above, below)) < 1e-6:
        return "This is the total variation: it is a straight line on either side of the ratio 1."
    for share in (F(1, 2), F(1, 4)):  # what the initial model gives the first of two answers
        # Two groups of size one want the first answer, or the second one where the shift is negative.
        for shift in (sign * step for sign in (1, -1) for step in (*tiny, *(F(k, 50) for k in range(1, 50)))):
            if not 0 < share + shift < 1:
                continue
            cost = share * answer(1 + shift / share) + (1 - share) * answer(1 - shift / (1 - share))
            if 2 * abs(shift) - cost > abs(shift) * 1e-6:
                wanted = "first" if shift > 0 else "second"
                return (
                    f"Two groups that want the {wanted} of two answers move the model, where the initial model gives "
                    f"the first one {share}: a shift by {abs(shift)} pays."
                )
    return ""


def lost_in_the_sample(replies: int) -> float:
    chi = exp(2) - 1
    return (4 * log(2) - 2) * chi / replies + 2 * exp(-replies / (8 + 8 * chi))


def dearest_error(answer: Any) -> str:
    rewards, most = (F(1), F(1, 2)), F(1, 5)

    def lost(error: Any) -> Any:
        off = [reward + e for reward, e in zip(rewards, error, strict=True)]
        laws = pay.best_policy([rewards, off], EVEN, penalty=1, divergence=pay.ChiSquared())
        best, other = (law @ list(rewards) - pay.ChiSquared().between(list(law), EVEN) for law in laws)
        return best - other

    error = [F(e).limit_denominator(1000) for e in answer]
    if max(map(abs, error)) > most:
        return f"No entry of the error may exceed {most}."
    dearer = next((e for e in product((-most, 0, most), repeat=2) if lost(e) > lost(error)), None)
    return "Another error costs the provider more." if dearer else ""


EXERCISES = (
    Exercise(
        "ex-payments-design-a-kink",
        "a function from the total size W to the smallest kink that holds the model, such as lambda W: W",
        kink,
    ),
    Exercise("ex-payments-two-answers", "the quotient of size and penalty, as a decimal", nine_tenths),
    Exercise(
        "ex-payments-joke-dies",
        "the largest penalty at which the model never jokes, as a fraction or a decimal",
        joke_dies,
        "from fractions import Fraction",
    ),
    Exercise("ex-payments-nobody-moves", "the smallest penalty at which no report moves the model", stays),
    Exercise("ex-payments-one-group", "two reports over two answers, such as ((1, 1), (1, 0))", reaches_the_bound),
    Exercise(
        "ex-payments-kink",
        (
            "for penalty 1: a function from h to two total rewards that differ by at most 2 h, such as lambda h: ((h, "
            "0), (0, h))"
        ),
        jumps,
    ),
    Exercise(
        "ex-payments-compete",
        "a function from the change of one reward to the move of an unchanged slope, such as lambda d: d",
        formula(slope_moved, "d", (F(1, 2),), (F(1, 4),), (F(1),)),
    ),
    Exercise(
        "ex-payments-lens",
        "a function from beta to the width to the leading order, such as lambda beta: beta",
        formula(lambda beta: beta - log(2 * exp(-beta) - exp(-3 * beta)), "beta", (1e-3,), (1e-4,), within=1e-2),
    ),
    Exercise(
        "ex-payments-red-count",
        "a function from m and K to the number of texts with the empty one, such as lambda m, K: m**K",
        formula(texts, "m K", (2, 2), (3, 4), (5, 1)),
    ),
    Exercise(
        "ex-bill-best-of",
        "a function from c to the KL that is spent at most, such as lambda c: log(c)",
        formula(spent_by_best_of, "c", (2,), (3,), (10,), within=5e-3),
        "from math import log",
    ),
    Exercise(
        "ex-payments-red-interior",
        "a convex function f with f(1) = 0 that is not the total variation, such as lambda x: (x - 1) ** 2",
        holds_still,
    ),
    Exercise(
        "ex-anchor-many",
        "a whole number of replies",
        first(lambda n: lost_in_the_sample(n) <= 0.05, "After {} replies the theorem allows a larger loss."),
    ),
    Exercise(
        "ex-payments-room",
        "the penalty above which there is room, as a decimal",
        numbers(lambda: [2 / recession.reward_room(pay.jensen_shannon())], "The penalty"),
    ),
    Exercise(
        "ex-payments-worst-error",
        "for rewards 1 and 1/2, penalty 1 and D = 1/5: the errors of both answers, such as (0, 0.2)",
        dearest_error,
    ),
)
