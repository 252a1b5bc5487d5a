"""Exercises on truthful federated learning."""

from fractions import Fraction
from typing import Any

from incentives import consensus as cs
from incentives.consensus import helly_mechanism, personalization
from incentives_book.consensus.call_runs import Case, meet, outcomes_of
from incentives_book.exercises.exercise import Exercise

# Which clients reject the candidate without client k; None for a run that finds no common point.
TABLE = {0: set(), 1: set(), 2: {2, 4}, 3: None, 4: set()}


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


def robbed(answer: Any) -> str:
    low, high = (Fraction(end) for end in answer)
    if low > high:
        return "An interval begins before it ends."
    truths = [cs.Interval(-3, 1)] * 2 + [cs.Interval(-1, 2)] * 2
    found = personalization.fooling_output([*truths[:3], cs.Interval(low, high)], cs.Trusted(truths))
    return "" if found else "With this report each minimal output holds a model that suits everybody."


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
        "consensus-ex-loo-table", "the suspects, those cleared, and the liar, such as ({0, 1}, {2}, 1)", read_table
    ),
    Exercise("consensus-ex-loo-votes", "a point outside W that three of four tests can accept", votes),
    Exercise("ex-one-shot-by-hand", "the two ends of the interval that client 3 reports, such as (-1, 2)", robbed),
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
)
