"""Exercises on what groups are charged, and for which models."""

from fractions import Fraction
from itertools import product
from math import exp, log
from typing import Any

import numpy as np

from incentives import payments as pay
from incentives.payments import equivalence
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import first, formula, numbers
from incentives_book.payments import revenue
from incentives_book.payments.small_worlds import grid
from incentives_book.payments.who_chooses_the_models import copies as who

F = Fraction


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


def never_charges(answer: Any) -> str:
    for others in ([3, 5, 4], [-2, 0, 7, 7], [F(1, 2)], [-1, -4]):
        first_term = answer(list(others))
        if charged := next((worth for worth in others if first_term > worth), None):
            return f"Where the others have {others}, the model that leaves them {charged} is charged for."
    return ""


def honest_prices(answer: Any) -> str:
    game, rival = who.Copies([F(1, 3)] * 3, (2, 1), penalty=2, divergence="chi-squared"), (0, 0, 1)
    types = {"A": (F(1, 4), 1, 0), "B": (F(1, 2), 1, F(3, 4))}
    price = dict(zip("AB", answer, strict=True))
    best = {name: game.trained(game.total([told, rival])) for name, told in types.items()}

    def keeps(kind: str, said: str) -> Any:
        return 2 * who.dot(types[kind], best[said]) - price[said]

    liar = next((kind for kind, other in (("A", "B"), ("B", "A")) if keeps(kind, other) > keeps(kind, kind)), None)
    return f"At these prices type {liar} would rather report what the other one wants." if liar else ""


def worst_loss(menu: Any) -> float:
    """The most welfare that a menu loses over two groups of five that say yes or no to three texts."""
    yes_no = [np.array(wish, dtype=float) for wish in grid("max", levels=1)]
    initial, lost = [1 / 3] * 3, 0.0
    for one, two in product(yes_no, repeat=2):
        total = 5 * (one + two)
        options = [*menu, pay.best_policy(total, initial)]
        worth = [np.dot(law, total) - pay.KL().between(list(law), initial) for law in options]
        lost = max(lost, worth[-1] - max(worth[:-1]))
    return lost


def safe_menu(answer: Any) -> str:
    menu = [[float(share) for share in law] for law in answer]
    if not 1 <= len(menu) <= 3 or any(len(law) != 3 or min(law) < 0 or abs(sum(law) - 1) > 1e-6 for law in menu):
        return "A menu has at most three models besides the initial one, each with three probabilities."
    lost, least = worst_loss([*menu, [1 / 3] * 3]), worst_loss([[1 / 3] * 3]) / 2
    if lost < least:
        return ""
    return f"It loses {lost:.2f} in the worst case, which is at least half of what the initial model alone loses."


def price_of(report: Any, costs: Any) -> Any:
    """The price of a report above that of the constant, recovered from the choices between two models."""
    rule = pay.AffineMaximizer(models=pay.FiniteModels([[1, 0], [0, 1]], list(costs)))
    return equivalence.payment_from_training(rule, [report], [1], who=0)


def third_of_a_price(answer: Any) -> str:
    costs = [F(cost).limit_denominator(1000) for cost in answer]
    paid = price_of([F(1), F(0)], costs)
    return "" if paid == F(1, 3) else f"With these costs the report (1, 0) pays {paid} more than the constant."


def largest_fee(texts: int, size: float) -> Any:
    rule = pay.AffineMaximizer(np.full(texts, 1 / texts))
    return revenue.worst_type(rule, np.ones((1, texts)), who=0, smallest_size=size).constant


def never_falls_back(answer: Any) -> str:
    shares = [float(share) for share in answer]
    if len(shares) > 200 or not all(0 <= share <= 1 for share in shares):
        return "Shares lie between 0 and 1, and two hundred are enough."

    def loss(law: float, best: float) -> float:
        return law * log(law / best) - law + best

    for tau in (k / 20 for k in range(1, 101)):
        kept = min(loss(1 + share * (exp(10 * tau) - 1), exp(3 * tau)) for share in shares)
        if kept >= loss(1, exp(3 * tau)):
            return f"At tau = {tau:g} no mixture is better than falling back."
    return ""


def chosen_shares() -> list[float]:
    """The probability of the second outcome after the weak and the strong wish, among two copies."""
    initial, chosen = [19 / 20, 1 / 20], []
    for wish in (log(4 / 3), log(2)):
        copy = pay.best_policy([0, 5 * wish], initial)
        worth = [3 * wish * law[1] - pay.KL().between(list(law), initial) for law in (copy, initial)]
        chosen.append((copy, initial)[worth.index(max(worth))][1])
    return chosen


EXERCISES = (
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
    Exercise(
        "ex-payments-groves",
        (
            "a function from the others' welfare under each model of a list to the first term, such as lambda others: "
            "sum(others)"
        ),
        never_charges,
    ),
    Exercise("ex-models-three-prices", "the prices of A's and of B's model, such as (1, 0)", honest_prices),
    Exercise(
        "ex-models-safe-menu",
        "at most three models, each with three probabilities, such as [(0.5, 0.5, 0)]",
        safe_menu,
    ),
    Exercise(
        "ex-payments-posted-price",
        "the payment, as a fraction or a decimal",
        numbers(lambda: [price_of([F(1, 4), 1], [0, F(1, 2)])], "The payment"),
        "from fractions import Fraction",
    ),
    Exercise(
        "ex-payments-area-design",
        "what the objective subtracts for each of two models, such as (0, 1)",
        third_of_a_price,
        "from fractions import Fraction",
    ),
    Exercise(
        "ex-payments-late-comers",
        "a function from T and w to the fee at penalty 1, such as lambda T, w: w / T",
        formula(largest_fee, "T w", (2, 1), (10, 3), (100, 2), within=1e-6),
        "from math import exp, log",
    ),
    Exercise(
        "ex-money-many",
        "a whole number of groups",
        first(
            lambda groups: (1 - 1 / groups) * exp(-8 / groups) >= 0.9,
            "With {} groups the theorem promises less than that.",
            start=2,
        ),
    ),
    Exercise("ex-models-fallback", "a list of shares, such as [0, 0.5, 1]", never_falls_back),
    Exercise(
        "ex-models-kl",
        "the probability of the second outcome under the model chosen for the weak wish, and for the strong one",
        numbers(chosen_shares, "The probability for the weak wish", "The probability for the strong wish"),
    ),
)
