"""Exercises on one federation with all four temptations."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt
from typing import Any

from incentives import coalitions as co, together as tg
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import exactly, formula, numbers

F = Fraction


def private_share(answer: Any) -> str:
    for members in (2, 4, 9, 100):
        if abs(float(answer(members)) * sqrt(members) - 1) > 1e-6:
            return f"With {members} members it is not {float(answer(members)):.4f} of the efficient size."
    return ""


def majority(answer: Any) -> str:
    part = float(answer)
    if not 0 < part < 1:
        return "A share of the members lies between 0 and 1."

    def gain(p: float) -> float:
        return p * (1 - p) * (2 * p - 1)

    better = next((p for p in (part - 2e-3, part + 2e-3) if gain(p) > gain(part)), None)
    return "A somewhat other share gains more." if better else ""


@cache
def gain_on_path(who: tuple[int, ...]) -> Any:
    """The gain of a coalition by a common shift if neighbours in a row of five stake on each other."""
    path = tg.pair_stakes([[int(abs(i - j) == 1) for j in range(5)] for i in range(5)])
    return -sum(map(sum, path.joint_form(who)))


def gain_most(who: tuple[int, ...]) -> bool:
    """True if no coalition of three gains more by a common shift than this one."""
    return gain_on_path(who) == max(map(gain_on_path, combinations(range(5), 3)))


def three_stakes(answer: Any) -> str:
    for x, y, z in ((F(5), F(4), F(3)), (F(1), F(1), F(1)), (F(7), F(2), F(6))):
        one_two, one_three, two_three = answer(x, y, z)
        sums = one_two + one_three, one_two + two_three, one_three + two_three
        if any(abs(total - reward) > F(1, 10**9) for total, reward in zip(sums, (x, y, z), strict=True)):
            return f"For the rewards {x}, {y}, {z} these stakes add up to {', '.join(map(str, sums))}."
    return ""


def best_copy(answer: Any) -> str:
    federation = tg.Federation.priced([5, 5, 25], noise=10, spread=1)
    stakes = tg.peer_stakes(federation)
    said = float(answer)

    def paid(report: float) -> float:
        return float(stakes([F(report).limit_denominator(10**6), F(4), F(1)])[0])

    better = min(paid(said - 0.05), paid(said + 0.05)) < paid(said)
    return "A somewhat different report is charged less." if better else ""


def cost_ratio(members: int) -> float:
    """The costs of members who agree without money, over the least; it is the same for every noise and cost."""
    from incentives_book.together.what_it_costs import ratio

    return ratio(members, noise=1, spread=0, cost=1)


def passes_factors(answer: Any) -> str:
    for members, factor in zip(answer, (2, 10), strict=True):
        if members != int(members) or members < 2:
            return "Both answers are whole numbers of members, from two on."
        if cost_ratio(members) < factor:
            return f"With {members} members it costs less than {factor} times the least."
        if cost_ratio(members - 1) >= factor:
            return f"For the factor {factor} fewer members are enough."
    return ""


def indifferent(answer: Any) -> str:
    from incentives_book.together.when_everybody_lies import threshold

    prior = F(answer).limit_denominator(1000)
    most = threshold(noise=9, spread=1, prior=prior)
    return "" if most == 2 else f"At this variance whoever has fewer than {float(most):.3f} records prefers company."


def stretch(members: int, prior: Any) -> Any:
    """By how much each of some members with 10 records stretches its mean, at noise 10 and spread 1."""
    from incentives_book.together.when_everybody_lies import equilibrium

    return members * equilibrium([10] * members, noise=10, spread=1, prior=prior)[0]


def stays_and_pays(answer: Any) -> str:
    for members, ratio in ((3, 10), (5, 10), (10, 3)):
        most = F(answer(members, ratio)).limit_denominator(10**6)

        def prefers(size: Any, members: int = members, ratio: int = ratio) -> bool:
            others = members - 1
            return 1 + ratio / (others * size) + F(1, others) < ratio / size

        if most <= 0 or prefers(most * F(1001, 1000)) or not prefers(most * F(999, 1000)):
            return f"Among {members} equal members at a ratio of {ratio}, {most} records are not the border."
    return ""


def worth_to_the_others(members: int, size: Any) -> float:
    """The worth of one member's record to all others of a plain average, at noise 10 and spread 1."""
    step = F(1, 10**6)

    def error(own: Any) -> Any:  # of another member, when one collects `own` and everybody else `size`
        sizes = [own, *[F(size)] * (members - 1)]
        return co.uniform_errors(sizes, noise=10, spread=1)[1]

    return float((members - 1) * (error(size - step) - error(size + step)) / (2 * step))


def fair_coins() -> list[Any]:
    all_lost = F(1, 2) ** 10
    three = sum(
        F(1, 3) ** sum(drawn) * F(2, 3) ** (5 - sum(drawn)) for drawn in product((0, 1), repeat=5) if sum(drawn) > 2
    )
    return [all_lost, three]


EXERCISES = (
    Exercise(
        "ex-one-price-planner",
        "a function from the number of members to the private size over the efficient one, such as lambda M: 1",
        private_share,
    ),
    Exercise("ex-half-majority", "the share of the members, such as 0.6", majority),
    Exercise(
        "ex-half-path",
        "a list of the coalitions that gain most, each a tuple of members 0 to 4, such as [(0, 1, 2)]",
        exactly(lambda: combinations(range(5), 3), gain_most, "Another coalition gains more than {}."),
    ),
    Exercise(
        "ex-half-three",
        (
            "a function from the rewards x, y, z to the stakes between 1 and 2, 1 and 3, 2 and 3, such as lambda x, y, "
            "z: (x, y, z)"
        ),
        three_stakes,
    ),
    Exercise("ex-one-price-copy", "the report of a, as a decimal", best_copy),
    Exercise("ex-costs-five", "two whole numbers of members", passes_factors),
    Exercise("ex-liars-two", "the variance in spreads, as a fraction", indifferent, "from fractions import Fraction"),
    Exercise(
        "ex-liars-stretch",
        "a function from M and t^2 to the factor for members with 10 records at noise 10 and spread 1",
        formula(stretch, "M t^2", (2, 1), (5, 3), (20, F(1, 2))),
    ),
    Exercise(
        "ex-which-large",
        "a function from M and the ratio to the size below which equal ones stay, such as lambda M, ratio: ratio / M",
        stays_and_pays,
    ),
    Exercise(
        "ex-brings-price",
        "a function from M and n to the subsidy for a record at noise 10 and spread 1, such as lambda M, n: M / n",
        formula(worth_to_the_others, "M n", (3, 2), (5, 20), (2, 4), within=1e-6),
    ),
    Exercise(
        "ex-run-sign",
        "two probabilities",
        numbers(fair_coins, "The first probability", "The second probability", within=2e-2),
        "from fractions import Fraction",
    ),
)
