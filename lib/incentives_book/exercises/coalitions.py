"""Exercises on model-sharing games."""

from fractions import Fraction
from typing import Any

from incentives import coalitions as co
from incentives_book.exercises.exercise import Exercise

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


def welcome(answer: Any) -> str:
    said = set(answer)
    without = co.optimal_coarse_errors([30, 30, 30], noise=10, spread=1)[0]
    for size in range(30, 400):
        does = co.optimal_coarse_errors([30, 30, 30, size], noise=10, spread=1)[0] <= without
        if does and size not in said:
            return f"A hospital with {size} records would be welcome, and is not in the answer."
        if size in said and not does:
            return (
                f"A hospital with {size} records is not welcome: the small ones would pay more than "
                f"{float(without):.4f}."
            )
    outside = [size for size in said if not 30 <= size < 400]
    return f"The question is about 30 to 399 records; the answer has {outside[0]}." if outside else ""


def pair(answer: Any) -> str:
    partner, error = answer

    def expected(size: int) -> Any:
        return co.uniform_errors([5, size], noise=10, spread=1)[0]

    if expected(partner) != Fraction(error).limit_denominator(10**6):
        return f"With a partner of {partner} you do not expect {error}."
    better = next((m for m in range(1, 200) if expected(m) < expected(partner)), None)
    return "Some other partner would leave you with a smaller error." if better else ""


def turning_point(answer: int) -> str:
    game = co.TwoSizes(
        small=Fraction(5), large=Fraction(25), smalls=20, larges=40, noise=Fraction(10), spread=Fraction(1)
    )

    def better(larges: int) -> bool:
        return game.small_error(20, larges) < game.small_error(20, 0)

    if not better(answer):
        return f"With {answer} large players the small ones are not better off than with none."
    return "Fewer large players are enough." if answer > 1 and better(answer - 1) else ""


def ties(answer: Any) -> str:
    said = {tuple(sorted(each)) for each in answer}
    found = {
        (i, k)
        for i in range(1, 100)
        for k in range(i + 1, 100)
        if co.uniform_errors([i, k], noise=12, spread=1) == co.local_errors([i, k], noise=12)
    }
    if wrong := said - found:
        return f"A pair with {' and '.join(map(str, min(wrong)))} records is not indifferent, or has two equal sizes."
    return f"{len(said)} of the pairs are found; there are more." if found - said else ""


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
        "ex-motivating-welcome",
        "all sizes of d, from 30 to 399, at which the three welcome it, as a range or a list",
        welcome,
    ),
    Exercise("exercise-expect-pair", "two numbers: the size of the partner, and the error that you expect", pair),
    Exercise("ex-turning-point", "a whole number of large players", turning_point),
    Exercise("ex-tie", "a list of pairs of whole sizes", ties),
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
)
