"""Exercises on training networks of several widths, and on what it converges to."""

from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np

from incentives.learning.client_split import ClientSplit
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import exactly, formula, numbers
from incentives_book.rewards import local_sgd

F = Fraction


def validation_noise(answer: float) -> str:
    variance = F(9, 10) * F(1, 10) / 297
    if abs(float(answer) ** 2 - float(variance)) <= 0.1 * float(variance):
        return ""
    return f"The square of {answer} is not the variance of the share of right answers among 297."


def arithmetic(answer: Any) -> str:
    for least in (F(1, 4), F(1, 2), F(1, 10)):
        # The mean of p^2 over small steps, between the values at their ends.
        steps = 2000
        low = sum((least + (1 - least) * F(n, steps)) ** 2 for n in range(steps)) / steps
        if not float(low) - 1e-9 <= float(answer(least)) <= float(low + (1 - least**2) / steps) + 1e-9:
            return f"At p_min = {least} the mean is not {float(answer(least)):.4f}."
    return ""


def round_length(answer: Any) -> str:
    choices = [tau for tau in range(1, 501) if 1000 % tau == 0]
    if answer not in choices:
        return "The number of local steps divides 1000, and at most half of it."

    def bound(tau: int) -> Any:
        return local_sgd.local_sgd_bound(
            distance=5, step=F(1, 100), smoothness=1, local_steps=tau, rounds=1000 // (tau + 20), clients=10, noise=1,
            dissimilarity=F(1, 10),
        )  # fmt: skip

    return "Another number of local steps has a smaller bound." if min(map(bound, choices)) < bound(answer) else ""


def best_step(answer: Any) -> str:
    for distance, noise, steps in ((5, 1, 1000), (1, 2, 50)):

        def bound(step: float, case: Any = (distance, noise, steps)) -> float:
            return case[0] ** 2 / (2 * step * case[2]) + step * case[1] ** 2

        step = float(answer(distance, noise, steps))
        if step <= 0 or bound(step) > min(bound(0.99 * step), bound(1.01 * step)):
            return f"For D = {distance}, sigma = {noise}, K = {steps} another step than {step:g} has a smaller bound."
    return ""


def split(answer: Any) -> str:
    a, constant = map(F, answer)
    if 1 + a > 8:  # the dropped term is (1 + a) eta - 2 / L, at eta = 1 / (4 L)
        return f"With a = {a} the term that is dropped is positive."
    if 1 + a < 8:
        return "A larger a is allowed, and gives a smaller constant."
    return "" if constant == F(9, 5) * (4 + 4 * (1 + 1 / a)) else f"The constant is not {constant}."


def rest_is_noticed(answer: Any) -> str:
    score, rounds = F(9, 10) * F(1, 2) + F(1, 10), 1
    while score / F(1, 2) >= F(1, 2):
        score, rounds = F(9, 10) * score, rounds + 1
    return "" if answer == rounds else f"In round {answer} the width falls below a half not for the first time."


def unnoticed(answer: Any) -> str:
    for seeds in (1, 10, 120):
        rate = float(answer(seeds))
        if not 0 < rate < 1 or abs((1 - rate) ** seeds - 0.05) > 1e-6:
            return f"In {seeds} seeds a rate of {rate:.6g} stays unseen with another chance than one in twenty."
    return ""


def step_of_the_score(momentum: Any, spread: Any) -> float:
    """The standard deviation of one step when the score's variance repeats itself."""
    variance = (1 - momentum) ** 2 * spread**2 / (1 - momentum**2)
    return (1 - momentum) * sqrt(spread**2 + variance)


def decided_by_chance() -> list[Any]:
    one_way = F(sum(comb(10, k) for k in (9, 10)), 2**10)
    return [18 * 2 * one_way]


def gradients_differ(answer: Any) -> str:
    matrix = np.array([[float(x) for x in row] for row in answer])
    if matrix.shape != (2, 2) or matrix[0, 1] != matrix[1, 0]:
        return "A quadratic of two coordinates has a symmetric matrix with two rows."
    alike = matrix[1, 0] == 0  # how the second slope answers to a step in the first coordinate
    return "A step in the first coordinate leaves the slope in the second one as it is." if alike else ""


def kept_input(index: int) -> bool:
    """True if a slice to two of four channels keeps this input, of three positions with channels innermost."""
    image = np.arange(12).reshape(3, 4)
    return index in image[:, :2]


def smoothness() -> list[float]:
    matrix = np.array([[2, 1, 0], [1, 2, 1], [0, 1, 2]])
    return [max(np.linalg.eigvalsh(matrix[np.ix_(kept, kept)])) for kept in ([0, 1], [0, 2], [1, 2])]


def weights(answer: Any) -> str:
    for q in (F(3, 4), F(1, 2), F(9, 10)):
        w = F(answer(q)).limit_denominator(10**6)
        model = w * q / 2 + (1 - w) * (1 - q**2 / 2)  # one round from the model 1/2
        if model != F(1, 2):
            return f"For q = {q} the weight {w} moves the model from 1/2 to {model}."
    return ""


def rare_class(answer: Any) -> str:
    rng = np.random.default_rng(0)
    for labels, clients in ((np.arange(100) % 10, 4), (rng.permutation(np.arange(60) % 3), 5)):
        split = answer(labels, clients, rng=rng)
        if not isinstance(split, ClientSplit):
            return f"A rule of division returns a ClientSplit, and this one returns a {type(split).__name__}."
        if (len(split), split.points) != (clients, len(labels)):
            return f"This rule does not divide {len(labels)} examples among {clients} clients."
        holders = (split.counts(labels) > 0).sum(axis=0)
        if 1 not in holders:
            return f"Among {clients} clients and {len(holders)} classes nobody holds a class that nobody else has."
    return ""


EXERCISES = (
    Exercise("rewards-ex-validation-noise", "one standard error of the measured accuracy", validation_noise),
    Exercise("rewards-ex-arithmetic", "a function from p_min to the mean, such as lambda p: p", arithmetic),
    Exercise("ex-round-length", "a number of local steps", round_length),
    Exercise(
        "ex-one-client-term",
        "a function from D, sigma and K to the best step, such as lambda D, sigma, K: D / K",
        best_step,
    ),
    Exercise(
        "ex-another-split", "two numbers: a and the constant, such as (2, 18)", split, "from fractions import Fraction"
    ),
    Exercise("rewards-ex-rest-noticed", "the number of the round", rest_is_noticed),
    Exercise(
        "rewards-ex-some-seeds",
        "a function from n to the smallest rate that is excluded, such as lambda n: 1 / n",
        unnoticed,
    ),
    Exercise(
        "rewards-ex-more-momentum",
        "a function from gamma and s to the standard deviation of one step, such as lambda gamma, s: gamma * s",
        formula(step_of_the_score, "gamma s", (0.5, 1), (0.9, 2), (0.1, 1)),
    ),
    Exercise(
        "rewards-ex-nine-of-ten",
        "how many of the eighteen cells decide for or against, on average",
        numbers(decided_by_chance, "The average number", within=1e-2),
    ),
    Exercise(
        "ex-gradient-equality",
        "the symmetric matrix of a quadratic of two coordinates, such as [[1, 0], [0, 1]]",
        gradients_differ,
    ),
    Exercise(
        "ex-channels-last",
        "the inputs that are kept, from 0 to 11",
        exactly(lambda: range(12), kept_input, "Input {} belongs to another channel."),
    ),
    Exercise(
        "ex-interlacing",
        "three constants, for the pairs 1 and 2, 1 and 3, 2 and 3",
        numbers(smoothness, "The constant of 1 and 2", "The constant of 1 and 3", "The constant of 2 and 3"),
    ),
    Exercise(
        "ex-repair-unequal",
        "a function from q to the weight w, such as lambda q: q",
        weights,
        "from fractions import Fraction",
    ),
    Exercise(
        "rewards-ex-own-partition",
        (
            "a function from labels, the number of clients and a generator named rng to a ClientSplit, such as lambda "
            'labels, clients, *, rng: ClientSplit("all to one", len(labels), [range(len(labels))])'
        ),
        rare_class,
        "import numpy as np\n\nfrom incentives.learning.client_split import ClientSplit",
    ),
)
