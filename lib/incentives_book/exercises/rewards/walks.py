"""Exercises on annealing: landscapes, and walks on them."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from incentives_book.exercises.exercise import Exercise
from incentives_book.rewards.does_annealing_find_the_best import MetropolisChain, stationary_law

F = Fraction


def depths(answer: Any) -> str:
    said, deepest = list(answer[0]), answer[1]
    chain = MetropolisChain.path([2, 5, 1, 3, 0])
    if len(said) != 4:
        return "Four states are not the best."
    for state, depth in enumerate(said):
        if chain.depth_of(state) != depth:
            return f"The state of cost {chain.costs[state]} does not have depth {depth}."
    return "" if deepest == chain.depth else f"The largest depth is not {deepest}."


def between(answer: Any) -> str:
    costs = list(answer)
    if len(costs) != 4 or costs.count(min(costs)) != 1:
        return "There are four states, and one of them is the best."
    chain = MetropolisChain.path(costs)
    three = chain.smallest_gap, chain.depth, chain.exit_height
    return "" if three[0] < three[1] < three[2] else f"Gap, depth and climb are {', '.join(map(str, three))}."


def many_passes(answer: Any) -> str:
    for wanted in (3, 10):
        costs = list(answer(wanted))
        if len(costs) > 400:
            return "Shorter paths will do."
        climbs = sum(max(0, after - before) for before, after in pairwise(costs))
        if MetropolisChain.path(costs).depth != 1:
            return f"For {wanted} the depth is {MetropolisChain.path(costs).depth}."
        if climbs < wanted:
            return f"For {wanted} the climbs add up to {climbs} only."
    return ""


def largest_climbs(answer: Any) -> str:
    for name, costs, (climb, depth) in zip(
        ("left", "right"), ([1, 3, 0], [1, 2, F(3, 2), F(5, 2), 0]), answer, strict=True
    ):
        if climb != max(abs(after - before) for before, after in pairwise(costs)):
            return f"On the {name} no single move climbs by {climb} at most."
        if depth != MetropolisChain.path(costs).depth:
            return f"On the {name} the depth is not {depth}."
    return ""


def proposes(answer: Any) -> str:
    for levels in (2, 5):
        rows = [[F(answer(x, y, levels)) for y in range(levels)] for x in range(levels)]
        if any(min(row) < 0 or sum(row) != 1 for row in rows):
            return f"With {levels} levels the chances from some level do not add up to one."
        for x in range(levels):
            for y in range(levels):
                if x != y and bool(rows[x][y]) != (abs(x - y) == 1):
                    return f"From level {x} level {y} is proposed with chance {rows[x][y]}."
                if rows[x][y] != rows[y][x]:
                    return f"Levels {x} and {y} of {levels} do not propose each other equally often."
    return ""


def cold_circle(answer: Any) -> str:
    half = F(1, 2)
    for b, c in ((1, 4), (3, 4), (5, 6), (2, 5), (2, 3), (3, 5), (3, 8), (4, 9), (6, 9), (9, 20), (11, 20), (12, 13)):
        chain = MetropolisChain([0, b, c], [[half, half, 0], [0, half, half], [half, 0, half]])
        wins = stationary_law(chain, F(1, 100))[0] > half
        if bool(answer(b, c)) != bool(wins):
            return f"For the costs 0, {b}, {c} in this order look again at where the walk sits at low temperature."
    return ""


EXERCISES = (
    Exercise(
        "ex-depth-two-valleys",
        "the depths of the four states that are not the best, in order, and the largest, such as ([1, 2, 3, 4], 4)",
        depths,
    ),
    Exercise("ex-between", "four costs along a path, such as [1, 3, 0, 2]", between),
    Exercise(
        "rewards-ex-many-passes",
        "a function from the number that the climbs must reach to the costs, such as lambda n: [1, n, 0]",
        many_passes,
    ),
    Exercise(
        "rewards-ex-find-the-slip",
        "the largest climb and the depth on the left, and on the right, such as ((1, 1), (2, 2))",
        largest_climbs,
        "from fractions import Fraction",
    ),
    Exercise(
        "ex-repair-ends",
        (
            "a function from two levels x and y and K to the chance that y is proposed from x, such as lambda x, y, K: "
            "1 / K"
        ),
        proposes,
        "from fractions import Fraction",
    ),
    Exercise(
        "ex-cold-circle",
        (
            "a function from b and c, for costs 0 < b < c in this order, to whether the best state wins, such as "
            "lambda b, c: True"
        ),
        cold_circle,
    ),
)
