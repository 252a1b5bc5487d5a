"""Exercises on outputs of one call, and on rules that no liar can move."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

from incentives import consensus as cs
from incentives.consensus import depth, personalization
from incentives_book.consensus.call_runs import meet, subsets
from incentives_book.consensus.one_shot_personalization import outputs
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import formula

F = Fraction
WORLD = [cs.Interval(-3, 1)] * 2 + [cs.Interval(-1, 2)] * 2


def robbed(answer: Any) -> str:
    low, high = (Fraction(end) for end in answer)
    if low > high:
        return "An interval begins before it ends."
    found = personalization.fooling_output([*WORLD[:3], cs.Interval(low, high)], cs.Trusted(WORLD))
    return "" if found else "With this report each minimal output holds a model that suits everybody."


def fifth(answer: Any) -> str:
    if answer is True:
        return "Some report of some client is followed by an output none of whose models suits everybody."
    who, ends = answer
    world = [*WORLD, cs.Interval(-1, 1)]
    if who not in range(5):
        return "The clients are 0 to 4."
    reports = [*world[:who], cs.Interval(*map(F, ends)), *world[who + 1 :]]
    found = personalization.fooling_output(reports, cs.Trusted(world))
    return "" if found else "With this report each minimal output holds a model that suits everybody."


def enough_to_spare(clients: int) -> int:
    """The least r that makes every two bad points fail in common at two clients at least."""
    return next(
        r
        for r in range(1, clients)
        if all(pair.fail_together >= 2 for pair in outputs.bad_pairs(clients, fewest=clients, redundancy=r))
    )


def many_liars(answer: Any) -> str:
    for liars, spare in ((2, 1), (2, 2), (3, 1)):
        truths, told = ([cs.FiniteSet(each) for each in sets] for sets in answer(liars, spare))
        if cs.common_point(truths) is None or not cs.is_redundant(truths, removed=spare):
            return f"For c = {liars} and r = {spare} nobody agrees, or some {spare} clients cannot be spared."
        if sum(one != other for one, other in zip(truths, told, strict=True)) > liars:
            return f"For c = {liars} and r = {spare} more than {liars} clients lie."
        for output in cs.minimal_outputs(told):
            if len(output.models) != liars or not all(map(cs.Trusted(truths), output.models)):
                return f"For c = {liars} and r = {spare} the output {output} has another size or holds a model of W."
    return ""


def depths(answer: Any) -> str:
    reports = [cs.Interval(*ends) for ends in ((0, 4), (1, 5), (1, 3), (2, 6), (7, 8))]
    for at_least, ends in zip((4, 3), answer, strict=True):
        if [cs.Interval(*ends)] != list(depth.depth_set(reports, at_least=at_least)):
            return f"Depth at least {at_least} is not reached just between {ends[0]} and {ends[1]}."
    return ""


def boxed_in(answer: Any) -> str:
    truths = [cs.Box([(-1, 1), (None, None)])] * 3 + [cs.Box([(None, None), (2, 4)])] * 3
    box, rule = cs.Box(answer), cs.DepthRule(resists=1)
    if cs.Trusted(truths)(rule([box, *truths[1:]])):
        return "A single report of this box moves the outcome already."
    outcome = rule([box, box, *truths[2:]])
    if outcome is None:
        return "After two reports of this box nothing is deep enough."
    return "" if cs.Trusted(truths)(outcome) else "Two reports of this box leave the outcome in W."


def corners(answer: Any) -> str:
    sides = tuple(cs.FiniteSet({n, (n + 1) % 4}) for n in range(4))
    found = {frozenset(split) for split in outputs.clusterings(sides)}
    said = {frozenset(frozenset(cluster) for cluster in split) for split in answer}
    if said - found:
        return (
            "In one of these some cluster shares no point, somebody is missing, or there are more clusters than needed."
        )
    return f"There are more than these {len(said)}." if found - said else ""


def counted(answer: Any) -> str:
    some = [each for each in subsets(range(3)) if each]
    for kinds in (each for many in (3, 2, 1) for each in combinations(some, many) if meet(each)):
        # Clients of a kind stand side by side, and then in turns, since no rule can know who is of which kind.
        for truths in ([kind for kind in kinds for _ in range(3)], [*kinds] * 3):
            for who, lie in product(range(len(truths)), some):
                if frozenset(answer([*truths[:who], lie, *truths[who + 1 :]])) != meet(kinds):
                    named = ", ".join(str(set(kind)) for kind in kinds)
                    return f"Of three copies each of {named}, client {who} reports {set(lie)}: this rule misses W."
    return ""


EXERCISES = (
    Exercise("ex-one-shot-by-hand", "the two ends of the interval that client 3 reports, such as (-1, 2)", robbed),
    Exercise(
        "ex-one-shot-fifth",
        (
            "True if five are safe, or else a client and the ends of a report that spoils the world of five, such as "
            "(0, (-1, 2))"
        ),
        fifth,
    ),
    Exercise(
        "ex-one-shot-own-condition",
        "a function from M, the number of clients, to the least r, such as lambda M: M - 1",
        formula(enough_to_spare, "M", (4,), (5,), (6,), (7,)),
    ),
    Exercise(
        "ex-repair-three-liars",
        (
            "a function from c and r to the true sets of models and the reports, such as lambda c, r: ([{0, 1}] * 4, "
            "[{0}] * 4)"
        ),
        many_liars,
    ),
    Exercise(
        "ex-depth-by-hand",
        "the ends of the interval of depth 4 at least, and of depth 3 at least, such as ((0, 4), (0, 5))",
        depths,
    ),
    Exercise("ex-depth-plane", "two intervals that make the box, such as ((0, 1), (0, 1))", boxed_in),
    Exercise(
        "ex-minimal-nerve",
        "all minimal clusterings of the sides 0 to 3 in order, such as [[{0}, {1, 2, 3}]]",
        corners,
    ),
    Exercise(
        "ex-depth-equal-reports",
        "a rule for one liar: a function from the list of reported sets to a set, such as lambda sets: sets[0]",
        counted,
    ),
)
