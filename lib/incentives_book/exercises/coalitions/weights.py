"""Exercises on weighing one's own average against the others', and on what is fair."""

from fractions import Fraction
from typing import Any

from incentives import coalitions as co
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import formula, numbers

F = Fraction


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


def four_errors() -> list[Any]:
    three, four = (co.optimal_coarse_errors(sizes, noise=10, spread=1) for sizes in ([30] * 3, [30, 30, 30, 300]))
    return [three[0], four[0], four[3], co.local_errors([300], noise=10)[0]]


def does_harm(answer: Any) -> str:
    from incentives_book.coalitions.precision_and_prefixes import pooled_error

    company, newcomer = list(answer[0]), answer[1]
    if min(company) <= 0 or not 0 < newcomer <= max(company):
        return "The newcomer must be at most as large as the largest, and sizes are positive."
    before, after = (pooled_error(others, noise=1, spread=1) for others in (company, [*company, newcomer]))
    return "" if after > before else f"A newcomer of {newcomer} does no harm in this company."


def always_rises(answer: Any) -> str:
    smalls, small, larges, large = answer
    if not 2 <= smalls <= 200 or not 1 <= larges <= 20 or not 0 < small < large:
        return "Name 2 to 200 small players and 1 to 20 large ones, and give a large one more records than a small one."
    at = [
        co.optimal_coarse_errors([small] * smalls + [large] * many, noise=10, spread=1)[0] for many in range(larges + 1)
    ]
    falls = next((many for many in range(larges) if at[many + 1] <= at[many]), None)
    if falls is None:
        return ""
    return f"A small player's error does not rise as the number of large players goes from {falls} to {falls + 1}."


def third_digit(answer: Any) -> str:
    sizes = list(answer)
    if len(sizes) != 4:
        return "There are four players."
    *_, second, largest = sorted(sizes)
    if 2 * largest < 3 * second:
        return "One of the four is large: it has at least half as many records again as any other."
    large = sizes.index(largest)
    coarse, fine = (
        f"{float(rule(sizes, noise=10, spread=1)[large]):.2e}"
        for rule in (co.optimal_coarse_errors, co.optimal_fine_errors)
    )
    return f"To three digits the large player's error is {coarse} either way." if coarse == fine else ""


def neither(answer: Any) -> str:
    sizes, noise = list(answer[0]), answer[1]
    kinds = sorted(set(sizes))
    if len(kinds) != 3 or len(sizes) > 8:
        return "There are at most eight players, of three different sizes."
    game = co.Game(sizes, noise=noise, spread=1, federation="coarse")
    apart = co.Partition([[i for i, size in enumerate(sizes) if size == kind] for kind in kinds])
    if co.is_stable(game, co.Partition.grand(len(sizes))):
        return "Everybody together is in the core."
    return "Each size apart is in the core." if co.is_stable(game, apart) else ""


def stranger() -> list[Any]:
    errors = [co.optimal_fine_errors([20] * m, noise=10, spread=1)[0] for m in (10, 11)]
    known_mean = 1 / (20 / co.local_errors([1], noise=10)[0] + 1)  # the precisions of own records and common mean
    return [errors[0] - errors[1], known_mean]


def trusts_another_more(answer: Any) -> str:
    sizes, noise = answer
    weights = co.optimal_fine_weights(list(sizes), noise=noise, spread=1)
    more = any(max(row) > row[who] for who, row in enumerate(weights))
    return "" if more else "Everybody here gives its own records the largest weight."


def gain_of_a_pair(n: int, r: int) -> Any:
    return co.local_errors([n], noise=10)[0] - co.optimal_coarse_errors([n, r], noise=10, spread=1)[0]


def ratio_of_five(answer: Any) -> str:
    small, large = co.uniform_errors([5, answer], noise=10, spread=1)
    ratio = float(small / large)
    return "" if abs(ratio - 5) < 0.01 else f"With a partner of {answer} the ratio is {ratio:.2f}."


def unfair_and_stable(answer: Any) -> str:
    sizes, partition, noise = answer
    game, splits = co.Game(list(sizes), noise=noise, spread=1), co.Partition.parse(partition)
    if len(sizes) > 6:
        return "Six players are enough."
    if not co.is_stable(game, splits):
        return "This partition is not core stable."
    worst = max(max(errors) / min(errors) for errors in (game.errors(block).values() for block in splits.coalitions))
    return "" if worst >= 10 else f"In one coalition nobody errs more than {float(worst):.2f} times as much as another."


EXERCISES = (
    Exercise(
        "ex-motivating-welcome",
        "all sizes of d, from 30 to 399, at which the three welcome it, as a range or a list",
        welcome,
    ),
    Exercise(
        "ex-precision-by-hand",
        (
            "four errors: of a small player among three small ones, of a small and of the large one in the grand "
            "coalition, of the large one alone"
        ),
        numbers(four_errors, "The first error", "The second error", "The third error", "The fourth error"),
        "from fractions import Fraction",
    ),
    Exercise(
        "ex-precision-smaller-always",
        (
            "a company and a newcomer not larger than the largest, whose coming does harm at noise 1, such as "
            "([1, 2, 3], 2)"
        ),
        does_harm,
    ),
    Exercise(
        "ex-red-pen-weights-region",
        (
            "for noise 10: the number and the size of the small players, the number and the size of the large ones, "
            "such as (2, 30, 3, 300)"
        ),
        always_rises,
    ),
    Exercise("ex-red-pen-design", "four sizes for noise 10, such as [30, 30, 30, 300]", third_digit),
    Exercise("ex-coarse-third-size", "the sizes and the noise, such as ([1, 2, 3], 2)", neither),
    Exercise(
        "ex-fine-stranger",
        "two numbers: by how much the eleventh lowers the error, and the limit",
        numbers(stranger, "What the eleventh saves", "The limit"),
        "from fractions import Fraction",
    ),
    Exercise("ex-fine-design", "the sizes and the noise, such as ([2, 3], 1)", trusts_another_more),
    Exercise(
        "ex-coarse-two",
        "a function from n and r to the gain of the member with n records at noise 10 and spread 1",
        formula(gain_of_a_pair, "n r", (5, 20), (20, 5), (3, 3), (1, 100)),
    ),
    Exercise("ex-fair-worst", "the size of the partner, as a decimal", ratio_of_five),
    Exercise(
        "ex-fair-stable",
        'the sizes, the partition and the noise, such as ([5, 5, 25], "0,1 | 2", 10)',
        unfair_and_stable,
    ),
)
