"""Questions on truthful federated learning."""

from fractions import Fraction

import numpy as np

from incentives import consensus as cs
from incentives_book.exercises.drawn.question import Maker, Question, listed, pick


def drawn_sets(rng: np.random.Generator, clients: int) -> list[tuple[int, int]]:
    """Intervals that have a point in common."""
    return [(-int(rng.integers(0, 6)), int(rng.integers(0, 6))) for _ in range(clients)]


def shown(sets: list[tuple[int, int]]) -> str:
    return listed(f"[{low}, {high}]" for low, high in sets)


def meeting(sets: list[tuple[int, int]]) -> tuple[int, int]:
    return max(low for low, _ in sets), min(high for _, high in sets)


def agreement(rng: np.random.Generator) -> Question:
    sets = drawn_sets(rng, 5)
    low, high = meeting(sets)
    spared = cs.is_redundant([cs.Interval(*each) for each in sets])
    return Question(
        "The agreement set",
        f"Five clients, numbered from 0, accept the intervals {shown(sets)}. What is the agreement set W? Can any one "
        "client be spared (Assumption 3)?",
        3,
        f"W = [{low}, {high}]; {'yes' if spared else 'no'}",
        "W runs from the largest left end to the smallest right end. Any one client can be spared if and only if at "
        "least "
        "two clients have the largest left end, and at least two the smallest right end.",
    )


def how_many_spared(rng: np.random.Generator) -> Question:
    sets = [(0, 4)] * int(rng.integers(2, 5)) + [(-2, 2)] * int(rng.integers(2, 5)) + [(-5, 7)] * 2
    left, right = sum(low == 0 for low, _ in sets), sum(high == 2 for _, high in sets)
    return Question(
        "How many can be spared?",
        f"{len(sets)} clients accept the intervals {shown(sets)}. What is the largest r for which any r clients can be "
        "left out without enlarging the agreement set?",
        4,
        str(min(left, right) - 1),
        f"The left end 0 is held by {left} clients and the right end 2 by {right}. Whoever leaves out all who hold an "
        f"end "
        "moves it, so r is one less than the smaller of the two numbers.",
    )


def most_calls(rng: np.random.Generator) -> Question:
    clients, d = int(rng.integers(3, 30)), int(rng.integers(1, 25))
    return Question(
        "How many calls?",
        f"{clients} clients accept convex sets of models with {d} shared parameters. One of them may lie, and any one "
        f"can "
        "be spared. How many consensus calls are always enough for mechanism H if it begins by leaving a client out? "
        "How "
        "many if the server asks everybody first?",
        3,
        f"{min(clients, d + 2)}; {d + 2} if somebody lies, and 1 if the reports agree",
        f"By Helly's theorem a contradiction has a witness of at most d + 1 = {d + 1} clients. Begun by leaving out, "
        "min(M, d + 2) calls are enough. Asking everybody first costs one call, and each member of a witness one more.",
    )


def table_of_tests(rng: np.random.Generator) -> Question:
    clients, liar = 5, int(rng.integers(0, 5))
    innocent = int(rng.choice([k for k in range(clients) if k != liar]))
    fails = {k: [] if k in (liar, innocent) else sorted({k, liar}) for k in range(clients)}
    rows = "; ".join(
        f"without {k}: {'passes' if not failed else 'fails at ' + listed(failed)}" for k, failed in fails.items()
    )
    return Question(
        "A table to read",
        "Leave-one-out with trusted, exact tests on five clients, numbered from 0, of whom at most one lies. "
        f"The candidates {rows}. Who can be the liar?",
        3,
        f"client {liar}",
        f"A candidate that fails at a client who was asked proves that this client lies. Every candidate that fails "
        f"does "
        f"so at client {liar} besides the client left out, so it is the liar. Client {innocent} is innocent although "
        f"the "
        "candidate without it passes.",
    )


def depth(rng: np.random.Generator) -> Question:
    copies = 3
    kinds = [(0, int(rng.integers(4, 8))), (-int(rng.integers(1, 4)), 3)]
    sets = [each for each in kinds for _ in range(copies)]
    place = int(rng.integers(10, 30))
    told = [*sets[:-1], (place, place + 1)]
    ends = sorted({end for each in told for end in each})
    deep = [end for end in ends if sum(low <= end <= high for low, high in told) >= len(told) - 1]
    return Question(
        "A rule that counts",
        f"Six clients report {shown(told)}; at most one of them lies, and any two can be spared. Which points do at "
        f"least "
        "five reports accept? Does this set depend on what the liar reports?",
        4,
        f"[{deep[0]}, {deep[-1]}]; no",
        "Count for each point how many reports hold it. With c liars and any 2c clients that can be spared, the points "
        "that at least M - c reports hold are exactly the agreement set.",
    )


def named(rng: np.random.Generator) -> Question:
    left, right = sorted(pick(rng, range(2, 6), 2))
    truths = [(0, right)] * 2 + [(-left, 1)] * 2
    told = list(truths)
    liar = int(rng.integers(0, 2))
    told[liar] = (right + 1, right + 3)
    found = cs.mechanism_h(
        cs.WorldOracle([cs.Interval(*each) for each in told]),
        cs.Trusted([cs.Interval(*each) for each in truths]),
        exact=True,
    )
    return Question(
        "Mechanism H by hand",
        f"Four clients, numbered from 0, accept {shown(truths)}. They report {shown(told)}. All tests are exact. Let "
        "mechanism H begin with everybody and leave suspects out by number. Whom does it name, and is the model that "
        "it "
        "returns in the agreement set?",
        5,
        f"client {listed(sorted(found.liars))}; yes",
        f"The joint call is empty. A witness is client {liar} with a client whose interval ends before {right + 1}. "
        f"Leave "
        "its members out one after the other until a point passes at all who were not left out.",
    )


def tolerance(rng: np.random.Generator) -> Question:
    m, slack = int(rng.integers(3, 9)), Fraction(int(rng.integers(1, 9)), 4)
    return Question(
        "What a client accepts",
        f"A client has the loss {m} x² and the tolerance {slack}. Which models does it accept?",
        2,
        f"all x with x² <= {slack / m}",
        f"It accepts the models whose loss exceeds the least loss, 0, by at most {slack}: {m} x² <= {slack}.",
    )


MAKERS: tuple[Maker, ...] = (
    tolerance,
    agreement,
    how_many_spared,
    table_of_tests,
    most_calls,
    named,
    depth,
)
