"""Exercises on calls of an oracle, tests and who lied."""

from fractions import Fraction
from itertools import permutations
from math import exp
from typing import Any

from incentives import consensus as cs
from incentives.consensus import finite_oracle, helly_mechanism
from incentives_book.consensus import archetypes_and_coalitions, types_of_points
from incentives_book.consensus.call_runs import Case, meet, outcomes_of
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import first, formula

F = Fraction

# Which clients reject the candidate without client k; None for a run that finds no common point.
TABLE = {0: set(), 1: set(), 2: {2, 4}, 3: None, 4: set()}


def read_table(answer: Any) -> str:
    suspects, cleared, liar = set(answer[0]), set(answer[1]), answer[2]
    passing = {k for k, failed in TABLE.items() if failed is not None and not failed}
    if suspects != passing:
        return "A suspect is a client without whom the candidate passes everywhere; that is not this set."
    if liar not in suspects:
        return "The liar is among the suspects."
    if any(failed is not None and failed and failed != {k, liar} for k, failed in TABLE.items()):
        return (
            f"A candidate that fails does so at the client left out and at the liar; that does not fit client {liar}."
        )
    return (
        ""
        if cleared == set(TABLE) - suspects
        else "A client is cleared when the run without it still holds the liar; that is not this set."
    )


def votes(answer: Any) -> str:
    four = [{0, 1}, {0, 1}, {0, 2}, {0, 2}]
    if answer in set.intersection(*four):
        return f"The point {answer} lies in W."
    failed = sum(answer not in own for own in four[1:])  # client 0 may say what it likes
    return f"The point {answer} fails too many tests, whatever client 0 says." if failed > 1 else ""


def last_call(answer: Any) -> str:
    sets, liar, lie = [frozenset(each) for each in answer[0]], answer[1], frozenset(answer[2])
    if len(sets) != 3 or not set().union(*sets, lie) <= {0, 1, 2} or not lie:
        return "The world has three clients and the points 0, 1, 2, and a report is not empty."
    if not frozenset.intersection(*sets):
        return "The three must share a point."
    if cs.is_redundant([cs.FiniteSet(each) for each in sets]):
        return "Assumption 3 holds here, so the untested point is safe."
    case = Case(tuple(sets), liar, (*sets[:liar], lie, *sets[liar + 1 :]))
    untested = [o for o in outcomes_of(case, 3) if o.rounds == 0 and len(o.calls) > 1]
    return (
        ""
        if any(o.point not in meet(case.truths) for o in untested)
        else "Whatever the oracle answers, the untested point lies in W."
    )


def worth_it(answer: int) -> str:

    def calls(shared: int) -> int:
        return helly_mechanism.worst_case_calls(clients=12, helly=shared + 1)

    if calls(answer) >= 12:
        return f"With {answer} shared parameters the bound is as large as without mechanism H."
    return "With one more the bound is still better than 12." if calls(answer + 1) < 12 else ""


def cannot_be_spared(answer: Any) -> str:
    needed, witness = set(answer[0]), set(answer[1])
    truths = [cs.Interval(*ends) for ends in ((0, 4), (0, 4), (1, 6), (1, 6), (3, 5))]
    reports = [*truths[:2], cs.Interval(5, 6), *truths[3:], cs.Interval(3, 5)]
    shared = cs.intersection(truths)
    moves = {k for k in range(5) if cs.intersection(truths[:k] + truths[k + 1 :]) != shared}
    if needed != moves:
        return "A client cannot be spared if the four others agree on more without it; that is not this set."
    if not witness or cs.common_point([reports[k] for k in witness]) is not None:
        return "The reports of this witness share a point."
    return "" if len(witness) == 2 else "Fewer of these reports contradict each other already."


def peeled_twice(answer: Any) -> str:
    reports = [set(each) for each in answer]
    if len(reports) != 5 or sum(each != {0} for each in reports) > 2:
        return "There are five reports, and at most two of them are lies."
    if not all(reports) or not set().union(*reports) <= {0, 1, 2, 3}:
        return "Reports hold some of the models 0 to 3."
    oracle = finite_oracle.FiniteOracle([frozenset(each) for each in reports])
    runs = finite_oracle.every_run(oracle, lambda asked: archetypes_and_coalitions.peel(asked, liars=2))
    return (
        ""
        if max(len(outcome.calls) for outcome in runs) >= 3
        else "With these reports fewer calls are enough, whatever the oracle answers."
    )


def best_order(answer: Any) -> str:
    for chances in ([F(1, 2), F(1, 3), F(1, 6)], [F(1, 10), F(6, 10), F(1, 10), F(2, 10)]):
        order = list(answer(list(chances)))
        if sorted(order) != list(range(len(chances))):
            return "The answer is an order of the clients 0, 1, ...: each is left out once."

        def expected(turns: Any, chances: Any = chances) -> Any:
            return sum(place * chances[who] for place, who in enumerate(turns, 1))

        if any(expected(other) < expected(order) for other in permutations(order)):
            return f"With the probabilities {', '.join(map(str, chances))} another order needs fewer runs on average."
    return ""


def hoeffding_decides(draws: int) -> bool:
    return exp(-2 * draws * 0.05**2) <= 0.01


def accepts_only_the_agreed(spare: int) -> bool:
    """True if, of five clients and two liars, three passed tests make sure that a point suits everybody."""
    if spare > 4:  # then nobody is needed, and every point suits everybody
        return True
    found = types_of_points.points(5, redundancy=spare, liars=2)
    return not types_of_points.first_exception(found, lambda x: x.agreed, given=lambda x: len(x.reported) >= 3)


def two_worlds(answer: Any) -> str:
    reports, second = ([cs.Interval(*ends) for ends in each] for each in answer)
    first_world = [cs.Interval(0, 4)] * 2 + [cs.Interval(1, 6)] * 2
    if len(reports) != 4 or len(second) != 4:
        return "There are four reports, and four sets in the second world."
    for name, world in (("first", first_world), ("second", second)):
        if sum(told != true for told, true in zip(reports, world, strict=True)) > 1:
            return f"In the {name} world more than one client lies."
    if cs.common_point(second) is None or not cs.is_redundant(second):
        return "In the second world no model suits all four clients, or one of them cannot be spared."
    return "Some model suits everybody in both worlds." if cs.common_point([*first_world, *second]) is not None else ""


def multipliers(answer: Any) -> str:
    for rows, own in zip(
        (((1, 0, 1), (0, 1, 1), (-1, -1, -3)), ((1, 0, 1), (0, 1, 1), (-1, 0, -2))), answer, strict=True
    ):
        if len(own) != 3 or min(own) < 0:
            return "There are three multipliers for each system, none of them negative."
        x, y, bound = (sum(weight * row[k] for weight, row in zip(own, rows, strict=True)) for k in range(3))
        if x or y or bound >= 0:
            return f"With the multipliers {tuple(own)} the sum reads {x} x_1 + {y} x_2 <= {bound}."
    return ""


def three_calls(answer: Any) -> str:
    truths = [cs.Interval(0, 6), cs.Interval(0, 6), cs.Interval(2, 9), cs.Interval(2, 9)]
    reports = [*truths[:3], cs.Interval(*answer)]
    outcome = cs.mechanism_h(cs.WorldOracle(reports), cs.Trusted(truths), exact=True)
    return "" if len(outcome.calls) == 3 else "This report does not cost three calls."


def weighted_excess(weight: Any, centre: Any) -> Any:
    """The least of the weighted excess over a line: at the model at which its derivative is zero."""
    x = weight * centre
    return (1 - weight) * x**2 + weight * (x - centre) ** 2 - 1


EXERCISES = (
    Exercise(
        "consensus-ex-loo-table", "the suspects, those cleared, and the liar, such as ({0, 1}, {2}, 1)", read_table
    ),
    Exercise("consensus-ex-loo-votes", "a point outside W that three of four tests can accept", votes),
    Exercise(
        "ex-consensus-last-call",
        "the three true sets, the liar and its report, such as ([{0, 1}, {1}, {1, 2}], 0, {2})",
        last_call,
    ),
    Exercise(
        "ex-consensus-worth-it",
        "the largest number of shared parameters for which the bound for twelve clients is below 12",
        worth_it,
    ),
    Exercise(
        "ex-consensus-calls-by-hand",
        (
            "those of the five who cannot be spared, and the witness of the first call with the second [3, 5], "
            "such as ({0}, {1, 3})"
        ),
        cannot_be_spared,
    ),
    Exercise("ex-consensus-five-copies", "five reports, such as [{1}, {2}, {0}, {0}, {0}]", peeled_twice),
    Exercise(
        "consensus-ex-loo-random",
        "a function from the probabilities to the order in which clients are left out, such as lambda p: range(len(p))",
        best_order,
    ),
    Exercise(
        "consensus-ex-loo-all-but-two",
        "a whole number of clients",
        first(accepts_only_the_agreed, "If any {} can be spared, a point outside W can still be accepted.", most=5),
    ),
    Exercise(
        "ex-definition-draws",
        "a whole number of draws",
        first(hoeffding_decides, "With {} draws the bound on the error exceeds one in a hundred."),
    ),
    Exercise(
        "ex-trust-two-worlds",
        "the reports and the sets of the second world, each four pairs of ends, such as ([(0, 4)] * 4, [(0, 4)] * 4)",
        two_worlds,
    ),
    Exercise(
        "ex-solvers-farkas",
        "the multipliers of the three rows for both systems, such as ((1, 2, 3), (1, 2, 3))",
        multipliers,
    ),
    Exercise("ex-solvers-own-lie", "the ends of client 3's report that costs three calls, such as (2, 9)", three_calls),
    Exercise(
        "ex-solvers-weight",
        "a function from the weight of the liar and c to L, such as lambda weight, c: weight * c",
        formula(weighted_excess, "weight c", (F(1, 2), 3), (F(1, 3), 4), (F(1, 5), 2)),
    ),
)
