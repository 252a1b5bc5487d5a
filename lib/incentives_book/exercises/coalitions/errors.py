"""Exercises on the error that a member of a coalition expects."""

from fractions import Fraction
from itertools import product
from typing import Any

from incentives import coalitions as co
from incentives.coalitions import regression
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import first, formula

F = Fraction


def pair(answer: Any) -> str:
    partner, error = answer

    def expected(size: int) -> Any:
        return co.uniform_errors([5, size], noise=10, spread=1)[0]

    if expected(partner) != Fraction(error).limit_denominator(10**6):
        return f"With a partner of {partner} you do not expect {error}."
    better = next((m for m in range(1, 200) if expected(m) < expected(partner)), None)
    return "Some other partner would leave you with a smaller error." if better else ""


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


def two_agree(answer: Any) -> str:
    for n, r in ((2, 3), (5, 20), (7, 7)):
        ratio = F(answer(F(n), F(r))).limit_denominator(10**6)
        if co.uniform_errors([n, r], noise=ratio, spread=1) != co.local_errors([n, r], noise=ratio):
            return f"Hospitals with {n} and {r} records are not indifferent where the ratio is {ratio}."
    return ""


def given_own_mean(t: Any) -> Any:
    """The error of a hospital whose mean is t, over two others whose means are 1 or -1; noise 10, five records each."""
    return F(10, 15) + sum(((t + b + c) / F(3) - t) ** 2 for b, c in product((1, -1), repeat=2)) / 4


def wrong_for_a_hundred(answer: Any) -> str:
    inputs, noise, spread = answer
    if min(inputs, noise, spread) <= 0:
        return "All three must be positive."
    thumb, true = inputs * F(noise) / F(spread), regression.same_size_threshold(inputs, noise=noise, spread=spread)
    lowest = max(-(-thumb // 1), inputs + 2)  # fewer samples than that have no expected error
    wrong = max(0, -(-true // 1) - lowest)
    return "" if wrong >= 100 else f"The rule of thumb is wrong for {wrong} sizes here."


EXERCISES = (
    Exercise("exercise-expect-pair", "two numbers: the size of the partner, and the error that you expect", pair),
    Exercise("ex-tie", "a list of pairs of whole sizes", ties),
    Exercise(
        "ex-motivating-two-agree",
        "a function from the sizes n and r to the ratio at which both do not care, such as lambda n, r: (n + r) / 2",
        two_agree,
    ),
    Exercise(
        "ex-motivating-unlucky",
        "a function from t to the error that the hospital expects, such as lambda t: t**2",
        formula(given_own_mean, "t", (0,), (1,), (F(5, 2),), (-3,)),
        "from fractions import Fraction",
    ),
    Exercise(
        "exercise-expect-correlated",
        "a function from the number n of samples and mu_e to the local error, such as lambda n, mu: n * mu",
        # Any two samples have the covariance mu_e, and the variance of the average is the mean over all pairs.
        formula(lambda n, mu_e: F(mu_e), "n mu_e", (1, 5), (4, 5), (10, 3)),
    ),
    Exercise(
        "ex-equal-half",
        "a whole number of members",
        first(
            lambda m: co.uniform_errors([5] * m, noise=10, spread=1)[0] - 1 <= F(1, 100),
            "With {} members the error is farther than that from its limit.",
            most=2000,
        ),
    ),
    Exercise(
        "exercise-regression-samples",
        "a whole number of samples",
        first(
            lambda n: F(20, n) >= F(95, 100) * regression.common_gaussian_costs([n], dimension=20)[0][0],
            "With {} samples the approximation is farther from the truth.",
            start=23,
        ),
    ),
    Exercise(
        "exercise-regression-prove-two",
        "the number of inputs, the noise and the spread, such as (2, 10, 1)",
        wrong_for_a_hundred,
    ),
)
