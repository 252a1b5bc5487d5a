"""Exercises on who stays: stable partitions, moves and what they cost."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from incentives import coalitions as co
from incentives.coalitions.welfare import total_error
from incentives_book.coalitions.can_the_core_be_empty.empty_core import never_stable
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import exactly, first, numbers

F = Fraction
CLINICS, NAMES = (1, 3, 3, 3, 62), "abcde"


def c_grows(answer: Any) -> str:
    last, first = answer

    def stable(size: int, partition: str) -> bool:
        game = co.Game([5, 5, size], noise=10, spread=1, federation="uniform")
        return co.is_stable(game, co.Partition.parse(partition))

    if not 5 <= last <= 30 or not 5 <= first <= 30:
        return "Both sizes must lie between 5 and 30."
    if not stable(last, "0,1,2"):
        return f"At {last} records of c the grand coalition is not in the core."
    if stable(last + 1, "0,1,2"):
        return f"At {last + 1} records of c the grand coalition is in the core too, so {last} is not the last size."
    if not stable(first, "0,1 | 2"):
        return f"At {first} records of c somebody leaves {{a, b}}, {{c}}."
    return (
        f"At {first - 1} records of c nobody leaves {{a, b}}, {{c}}, so {first} is not the first size."
        if stable(first - 1, "0,1 | 2")
        else ""
    )


def not_the_smallest(answer: Any) -> str:
    sizes, leaving, who = answer
    if max(sizes) > 6:
        return "The sizes must not exceed the ratio, which is 6 here."
    game = co.Game(sizes, noise=6, spread=1)
    if who not in leaving:
        return f"Player {who} does not leave in the coalition {leaving}."
    if sizes[who] == min(sizes[i] for i in leaving):
        return f"Player {who} is the smallest member of the coalition that leaves, or as small as that."
    gains = game.errors(leaving)[who] < game.errors(range(len(sizes)))[who]
    return "" if gains else f"Player {who} does not gain by leaving."


def one_row(answer: str) -> str:
    members = [NAMES.index(name) for name in answer]
    game = co.Game(CLINICS, noise=11, spread=1)
    now = {i: e for block in ((1, 2, 3), (0, 4)) for i, e in game.errors(block).items()}
    after = game.errors(members)
    loses = [NAMES[i] for i in members if after[i] >= now[i]]
    return f"In {answer}, {loses[0]} does not gain." if loses else ""


def grains(answer: Any) -> str:
    said = {Fraction(each) for each in answer}
    for quarter in (Fraction(k, 4) for k in range(1, 17)):
        empty = not co.stable_partitions(co.Game([*CLINICS, quarter], noise=11, spread=1))
        if empty != (quarter in said):
            return f"With a grain of {quarter} the core is {'empty' if empty else 'not empty'}."
    return (
        "Only multiples of 1/4 up to 4 are asked for."
        if any(not 0 < x <= 4 or (4 * x).denominator > 1 for x in said)
        else ""
    )


@cache
def empty_cores() -> frozenset[int]:
    """The sizes of the largest clinic, from 50 to 79, that leave the core empty."""
    empty = never_stable(np.array([[1, 3, 3, 3, size] for size in range(50, 80)]), 11)
    return frozenset(50 + int(k) for k in np.flatnonzero(empty))


def bad_pairs(answer: Any) -> str:
    game = co.HedonicGame(3, answer)
    everybody = frozenset(range(3))
    smaller = [frozenset(who) for size in (1, 2) for who in combinations(range(3), size)]
    if dear := next((who for who in smaller if any(answer(i, who) <= answer(i, everybody) for i in who)), None):
        return f"The grand coalition is not strictly best for all members of {set(dear)}."
    move = co.improving_move(game, co.Partition.singles(3), concept="nash")
    return "" if move is None else f"Player {min(move.who)} would rather not stay alone."


def one_arrow() -> list[Any]:
    game = co.Game([1, 2, 3, 14], noise=7, spread=1)
    after = game.errors([1, 3])
    return [game.errors([0, 2, 3])[3] - after[3], game.errors([1])[1] - after[1]]


def gives_up(answer: Any) -> str:
    sizes, noise, steps = answer
    game = co.Game(list(sizes), noise=noise, spread=1)
    if len(sizes) > 6 or not 1 <= steps <= 1000:
        return "Six players and a thousand steps are enough."
    if not co.stable_partitions(game):
        return "This game has no stable partition."
    return "" if co.find_stable(game, steps=steps).partition is None else "The search finds a stable partition."


def nobody_remains(answer: Any) -> str:
    sizes, noise, partition, who = answer
    game, now = co.Game(list(sizes), noise=noise, spread=1), co.Partition.parse(partition)
    errors, left = game.error_table(now), frozenset(who)

    def gains(members: frozenset[int]) -> dict[int, Any]:
        return {i: errors[i] - error for i, error in game.errors(members).items()}

    parts = [frozenset(part) for size in range(1, len(left) + 1) for part in combinations(left, size)]
    if len(sizes) > 8 or not any(min(gains(part).values()) > 0 for part in parts):
        return "No part of this coalition would block, or there are more than eight players."
    while left and min(gains(left).values()) <= 0:
        left -= {min(gains(left), key=gains(left).__getitem__)}
    return f"Peeling stops at {set(left)}, and these block." if left else ""


def empty_for_twins(answer: Any) -> str:
    for r in (2, 3, 5, 12):
        noise = F(answer(r)).limit_denominator(1000)
        if co.stable_partitions(co.Game((1, r, r), noise=noise, spread=1), concept="strict-core"):
            return f"With twins of size {r} and noise {noise} the strict core is not empty."
    return ""


@cache
def clinic_errors(who: tuple[int, ...]) -> dict[int, Any]:
    """The errors that members of a coalition of the five clinics expect."""
    return co.Game(CLINICS, noise=11, spread=1).errors(who)


def no_favourite(names: str) -> bool:
    """True if no coalition of these clinics is a favourite of all its members."""
    who = [NAMES.index(name) for name in names]
    tables = [clinic_errors(part) for size in range(1, len(who) + 1) for part in combinations(who, size)]
    best = {j: min(errors[j] for errors in tables if j in errors) for j in who}
    return not any(all(error == best[j] for j, error in errors.items()) for errors in tables)


def fools_floats(answer: Any) -> str:
    sizes, noise = [F(size) for size in answer[0]], F(answer[1])
    if len(sizes) != 2 or min(sizes) <= 0:
        return "There are two players with positive sizes."
    game, apart, pair = co.Game(sizes, noise=noise, spread=1), co.Partition.singles(2), co.Partition.grand(2)
    large = sizes.index(max(sizes))
    gain = game.error_table(apart)[large] - game.error_table(pair)[large]
    if not 0 < gain <= F(1, 10**11):
        return (
            f"The large player gains {float(gain):.3g} by the pair: the tolerance plays no part, or nobody is fooled."
        )
    ratio = float(total_error(game, apart) / total_error(game, pair))
    return "" if ratio >= 1.99895 else f"Being apart costs {ratio:.4f} times as much as the pair."


def costly(answer: Any) -> str:
    sizes, noise, partition = [F(size) for size in answer[0]], F(answer[1]), co.Partition.parse(answer[2])
    if len(sizes) != 3:
        return "There are three players."
    game = co.Game(sizes, noise=noise, spread=1)
    if not co.is_stable(game, partition):
        return "This partition is not core stable."
    ratio = total_error(game, partition) / min(total_error(game, split) for split in co.partitions(3))
    return "" if ratio > F(1245, 1000) else f"It costs {float(ratio):.4f} times the least total."


def partitions_of_twenty() -> list[int]:
    from incentives_book.coalitions.finding_stable_partitions import bell_numbers

    return [bell_numbers(20)[20]]


def stays_apart(many: int) -> bool:
    """True if a player of size 104 in a pool of so many of size 1 does not want another one of 104."""
    game = co.TwoSizes(small=1, large=104, smalls=many, larges=2, noise=300, spread=1)
    return game.large_error(many, 2) >= game.large_error(many, 1)


EXERCISES = (
    Exercise(
        "ex-motivating-c-grows",
        (
            "two numbers: the last size of c at which the grand coalition is in the core, and the first at which "
            "{a, b}, {c} is"
        ),
        c_grows,
    ),
    Exercise(
        "ex-smallest",
        (
            "the sizes of the players (noise 6), the players who leave together, and one of them who gains, such "
            "as ([2, 3, 4], [0, 1], 0)"
        ),
        not_the_smallest,
    ),
    Exercise("ex-one-row", 'the names of those who leave, such as "bcde"', one_row),
    Exercise(
        "ex-grain",
        "a list of the grains that leave the core empty, multiples of 1/4",
        grains,
        "from fractions import Fraction",
    ),
    Exercise(
        "ex-open-set",
        "all whole numbers of records of the largest clinic, from 50 to 79, that leave the core empty",
        exactly(lambda: range(50, 80), lambda size: size in empty_cores(), "With {} records the core is not empty."),
    ),
    Exercise(
        "ex-equal-general",
        (
            "a function from a player and its coalition, a set of the players 0, 1, 2, to its cost, such as lambda "
            "player, coalition: len(coalition)"
        ),
        bad_pairs,
    ),
    Exercise(
        "ex-settle-arrow",
        "two numbers: what d saves and what b saves",
        numbers(one_arrow, "What d saves", "What b saves"),
        "from fractions import Fraction",
    ),
    Exercise("ex-gives-up", "the sizes, the noise and the number of steps, such as ([1, 2, 3], 10, 100)", gives_up),
    Exercise(
        "ex-peeling",
        'the sizes, the noise, the partition and the peeled coalition, such as ([1, 2, 3], 5, "0 | 1,2", [0, 1])',
        nobody_remains,
    ),
    Exercise(
        "ex-twins",
        "a function from r, 2 or more, to a noise at which the strict core is empty, such as lambda r: r",
        empty_for_twins,
    ),
    Exercise(
        "ex-top-coalition",
        'a list of the sets that violate it, by the names of the clinics in order, such as ["abc", "bde"]',
        exactly(
            lambda: ("".join(who) for size in range(1, 6) for who in combinations(NAMES, size)),
            no_favourite,
            "In {} some coalition is the favourite of all its members.",
        ),
    ),
    Exercise("ex-bad-floats", "the sizes of the two players and the noise, such as ([1, 100], 50)", fools_floats),
    Exercise("ex-bad-three", 'the sizes, the noise and the partition, such as ((5, 6, 50), 16, "0,1 | 2")', costly),
    Exercise(
        "ex-bell",
        "the number of partitions of 20 players",
        numbers(partitions_of_twenty, "The number of partitions", within=0),
    ),
    Exercise(
        "ex-small-closer",
        "the number of players of size 1",
        first(
            stays_apart,
            "With {} of them the two players of size 104 would rather sit together.",
            most=20_000,
        ),
    ),
)
