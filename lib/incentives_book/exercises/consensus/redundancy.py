"""Exercises on what a client wants, and on who can be spared."""

from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

from incentives import consensus as cs
from incentives_book.consensus import types_of_points
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import formula

F = Fraction


def tolerance(answer: Any) -> str:
    rest = Fraction(answer) / 4  # where the model comes to rest, whatever the tolerance
    if rest**2 > 4:
        return f"The model would rest at {rest}, where the loss exceeds the tolerance."
    return "A larger bias is harmless too." if rest**2 < 4 else ""


def lottery(answer: Any) -> str:
    risk = Fraction(answer).limit_denominator(10**6)
    good, bad = Fraction(81, 82) / 2, Fraction(-1)
    worth = (1 - risk) * good + risk * bad
    if not 0 <= risk <= 1:
        return "A probability lies between 0 and 1."
    if abs(worth) < Fraction(1, 10**5):
        return ""
    return (
        f"At this risk the lottery is worth {float(worth):+.4f}, so the client still prefers the "
        f"{'lottery' if worth > 0 else 'sure model well before'}."
    )


def two_push(answer: Any) -> str:
    at = tuple(Fraction(x) for x in answer(Fraction(2)))
    # The averaged gradient is zero where each coordinate's four losses and the bias cancel.
    pull = [4 * x - 2 for x in at]
    if len(at) != 2:
        return "A model has two coordinates."
    return (
        ""
        if not any(pull)
        else "At b = 2 and your point the averaged gradient is not zero: it pulls by "
        f"{', '.join(str(p / 4) for p in pull)}."
    )


def chance_of_two_each(clients: int, first: Any) -> Any:
    """The chance that both archetypes are drawn twice at least, one of them with the probability `first`."""
    draws = product((first, 1 - first), repeat=clients)
    kinds = product((0, 1), repeat=clients)
    return sum(prod(chances) for chances, kind in zip(draws, kinds, strict=True) if 2 <= sum(kind) <= clients - 2)


def four_kinds(answer: Any) -> str:
    sets = [frozenset(each) for each in answer]
    if len(set(sets)) != 4 or len(sets) != 4:
        return "There are four sets, no two of them equal."
    pinned = all(frozenset.intersection(*three) == {0} for three in combinations(sets, 3))
    if not pinned:
        return "Some three of them agree on more than the model 0, or not on it."
    fewer = len(frozenset().union(*sets)) > 3
    return "There is such a federation with fewer models." if fewer else ""


def allowed_types(answer: Any) -> str:
    sizes, fewest = set(answer[0]), answer[1]
    if sizes != {len(each) for each in types_of_points.types(4, redundancy=2)}:
        return "These are not the numbers of clients that may accept a point if any two can be spared."
    least = min(len(x.failing) for x in types_of_points.points(4, redundancy=1) if not x.agreed)
    return "" if fewest == least else f"A point outside W does not fail at {fewest} clients at least."


def all_different(answer: Any) -> str:
    intervals = [cs.Interval(*ends) for ends in answer]
    if len(intervals) != 3 or len(set(intervals)) != 3:
        return "There are three intervals, no two of them equal."
    if cs.common_point(intervals) is None:
        return "The three share no point."
    return "" if cs.is_redundant(intervals) else "Without one of them the others agree on more."


def growth(eta: Any) -> Any:
    """By how much W grows, for eta one less than the square of a fraction."""
    own, rest = (
        cs.intersection([cs.Quadratic1D(c).sublevel(1) for c in some]) for some in ((1, 1 + eta), (1, F(1, 4)))
    )
    return rest.high / own.high


EXERCISES = (
    Exercise("consensus-ex-wants-tolerance", "the largest bias that is harmless when epsilon is 4", tolerance),
    Exercise(
        "consensus-ex-wants-lottery",
        "the risk at which the client is indifferent, as a fraction or a decimal",
        lottery,
        "from fractions import Fraction",
    ),
    Exercise(
        "consensus-ex-wants-two",
        "a function from b to the point at which the model rests, such as lambda b: (b, b)",
        two_push,
    ),
    Exercise(
        "consensus-ex-two-archetypes",
        "a function from M, the number of clients, to the chance of E, such as lambda M: 1 - 2 ** -M",
        formula(lambda clients: chance_of_two_each(clients, F(1, 2)), "M", (2,), (3,), (4,), (7,)),
        "from fractions import Fraction",
    ),
    Exercise(
        "consensus-ex-unequal",
        "a function from M and p to the chance of E, such as lambda M, p: 1 - p**M",
        formula(chance_of_two_each, "M p", (3, F(1, 2)), (4, F(1, 3)), (8, F(1, 10))),
    ),
    Exercise("consensus-ex-redundant-kinds", "four sets of models, such as [{0}, {0, 1}, {0, 2}, {0, 3}]", four_kinds),
    Exercise(
        "consensus-ex-wants-types",
        (
            "the numbers of clients that may accept a point if any two of the four can be spared, and the least number "
            "at which a point outside W fails if any one can, such as ({0, 1, 2, 3, 4}, 1)"
        ),
        allowed_types,
    ),
    Exercise("consensus-ex-wants-intervals", "three pairs of ends, such as [(0, 1), (0, 2), (0, 3)]", all_different),
    Exercise(
        "consensus-ex-wants-twins",
        "a function from eta to the factor, such as lambda eta: 1 + eta",
        formula(growth, "eta", (F(5, 4),), (F(9, 16),), (F(21, 100),)),
    ),
)
