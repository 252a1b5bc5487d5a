"""Questions on model-sharing games."""

from fractions import Fraction

import numpy as np

from incentives import coalitions as co
from incentives_book.exercises.drawn.question import Maker, Question, decimal, listed, pick

GIVEN = "All coalitions use uniform federation. "


def error_of_a_pair(rng: np.random.Generator) -> Question:
    a, b = pick(rng, range(2, 13), 2)
    noise = int(rng.integers(4, 16))
    small, large = co.uniform_errors([a, b], noise=noise, spread=1)
    return Question(
        "Two hospitals",
        f"{GIVEN}Two hospitals have {a} and {b} records, the noise is {noise} and the spread 1. What error does each "
        "expect alone, and what together? Who gains?",
        4,
        f"alone {decimal(Fraction(noise, a))} and {decimal(Fraction(noise, b))}; together {decimal(small)} and "
        f"{decimal(large)}; gains: {gainers([a, b], noise)}",
        f"Together a member of size n expects noise / N plus twice the square of the other's share: {noise}/{a + b} + "
        f"2 ({b}/{a + b})² and {noise}/{a + b} + 2 ({a}/{a + b})².",
    )


def gainers(sizes: list[int], noise: int) -> str:
    """Who expects a smaller error with all others than alone, by size."""
    together = co.uniform_errors(sizes, noise=noise, spread=1)
    found = [n for n, error in zip(sizes, together, strict=True) if error < Fraction(noise, n)]
    return listed(found) if found else "nobody"


def indifferent_pair(rng: np.random.Generator) -> Question:
    a, b = pick(rng, range(2, 30), 2)
    noise = Fraction(2 * a * b, a + b)
    return Question(
        "Where two are indifferent",
        f"{GIVEN}For which noise (spread 1) are two players with {a} and {b} records indifferent between being "
        f"together "
        "and being alone? Are both indifferent at the same noise?",
        4,
        f"{decimal(noise)}, both",
        f"The smaller one gains if and only if noise/{a} exceeds noise/{a + b} + 2 ({b}/{a + b})², which is noise > "
        f"2·{a}·{b}/({a} + {b}), the harmonic mean. The larger one gives the same condition.",
    )


def equal_group(rng: np.random.Generator) -> Question:
    n, noise, members = int(rng.integers(3, 12)), int(rng.integers(4, 15)), int(rng.integers(3, 8))
    error = co.uniform_errors([n] * members, noise=noise, spread=1)[0]
    wish = "together" if n < noise else "alone" if n > noise else "either"
    return Question(
        "Equal players",
        f"{GIVEN}{members} players have {n} records each, the noise is {noise} and the spread 1. What does each expect "
        "if all are together? Do they want to be together or alone?",
        3,
        f"{decimal(error)}; {wish}",
        f"noise/({members}·{n}) + ({members} - 1)/{members}. Each further member helps if and only if the size is "
        f"below "
        f"noise/spread = {noise}.",
    )


def largest_decides(rng: np.random.Generator) -> Question:
    sizes = [*pick(rng, range(2, 9), 3), int(rng.integers(9, 60))]
    noise = int(rng.integers(5, 25))
    total, squares, largest = sum(sizes), sum(n * n for n in sizes), sizes[-1]
    left, right = largest * (total**2 - 2 * total * largest + squares), noise * total * (total - largest)
    return Question(
        "Does everybody stay together?",
        f"{GIVEN}Players have {listed(sizes)} records, the noise is {noise} and the spread 1. Is everybody together "
        f"core "
        "stable? (One look at one player is enough.)",
        4,
        "yes" if left <= right else "no",
        f"Only the largest member has to be asked: it stays if and only if L (N² - 2NL + S) <= noise · N (N - L). Here "
        f"L = {largest}, N = {total}, S = {squares}: {left} against {right}.",
    )


def all_small(rng: np.random.Generator) -> Question:
    noise = 3 * int(rng.integers(4, 9))
    sizes = pick(rng, range(1, noise // 3 + 1), 4)
    stable = list(co.stable_partitions(co.Game(sizes, noise=noise, spread=1)))
    return Question(
        "Everybody is small",
        f"{GIVEN}Four players, numbered from 0, have {listed(sizes)} records; the noise is {noise} and the spread 1. "
        f"Which "
        "splits are core stable? (No table is needed.)",
        2,
        "; ".join(map(str, stable)),
        f"Nobody has more than a third of noise/spread = {noise}. Then everybody together is the only split that "
        f"lasts.",
    )


def best_partner(rng: np.random.Generator) -> Question:
    own = int(rng.integers(3, 9))
    noise = int(rng.integers(own, 3 * own))  # so that some partner is best
    errors = {m: co.uniform_errors([own, m], noise=noise, spread=1)[0] for m in range(1, 301)}
    best = min(errors, key=lambda m: errors[m])
    return Question(
        "The best partner",
        f"{GIVEN}You have {own} records, the noise is {noise} and the spread 1. With which one partner (1 to 300 "
        f"records) "
        "do you expect the least error, and how large is it?",
        5,
        f"{best} records, error {decimal(errors[best])}",
        f"Minimise noise/({own} + m) + 2 (m/({own} + m))². The derivative has the sign of 4·{own}·m - noise ({own} + "
        f"m), "
        "so compare the two whole numbers beside its zero.",
    )


def stable_splits(rng: np.random.Generator) -> Question:
    sizes, noise = pick(rng, range(2, 25), 3), int(rng.integers(4, 16))
    stable = list(co.stable_partitions(co.Game(sizes, noise=noise, spread=1)))
    return Question(
        "The core",
        f"{GIVEN}Three players, numbered 0, 1 and 2, have {listed(sizes)} records; the noise is {noise} and the "
        f"spread 1. "
        "Which of the five ways to split them are core stable?",
        6,
        "; ".join(map(str, stable)),
        "Write down the four errors of each player: alone, in each pair and in the whole group. A split is in the "
        "core if "
        "no coalition has a smaller error for each of its members.",
    )


def who_leaves(rng: np.random.Generator) -> Question:
    while True:
        sizes, noise = pick(rng, range(2, 40), 3), int(rng.integers(4, 16))
        move = co.blocking_coalition(co.Game(sizes, noise=noise, spread=1), co.Partition.grand(3))
        if move is not None:
            break
    gains = listed(f"{decimal(gain)} for player {who}" for who, gain in sorted(move.gains.items()))
    return Question(
        "Who leaves?",
        f"{GIVEN}Three players, numbered 0, 1 and 2, have {listed(sizes)} records; the noise is {noise} and the "
        f"spread 1. "
        "They are all together. Name a coalition that would rather leave, and what each of its members gains.",
        4,
        f"for instance {{{', '.join(map(str, sorted(move.who)))}}}; gains: {gains}",
        "Compare each member's error in the whole group with its error in the coalition that leaves.",
    )


def best_mixture(rng: np.random.Generator) -> Question:
    sizes, noise = [int(rng.integers(3, 9))] * 2 + [int(rng.integers(9, 30))], int(rng.integers(5, 16))
    weight = co.optimal_coarse_weights(sizes, noise=noise, spread=1)[0]
    error = co.optimal_coarse_errors(sizes, noise=noise, spread=1)[0]
    return Question(
        "How much of the common model?",
        f"Three hospitals have {listed(sizes)} records; the noise is {noise} and the spread 1. Each mixes its own "
        f"model "
        "with the average of all, by size. Which weight on its own model is best for the first hospital, and what "
        "error "
        "does it then expect?",
        6,
        f"weight {decimal(Fraction(weight))}, error {decimal(Fraction(error))}",
        "The error is a quadratic function of the weight w. Its minimum is where the derivative vanishes.",
    )


MAKERS: tuple[Maker, ...] = (
    error_of_a_pair,
    best_partner,
    indifferent_pair,
    equal_group,
    who_leaves,
    stable_splits,
    largest_decides,
    all_small,
    best_mixture,
)
