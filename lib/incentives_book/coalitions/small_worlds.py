"""Both estimation problems in worlds with finitely many outcomes: every outcome counted, in exact fractions.

Like `simulation`, nothing here knows the formulas of `errors` and `regression`; unlike it, the answers are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
import sympy

SIGNS = ((Fraction(1, 2), 1), (Fraction(1, 2), -1))

Chances = Sequence[tuple[Any, ...]]  # (probability, outcome, ...) for each outcome


def _check(name: str, chances: Chances) -> None:
    probabilities = [Fraction(p) for p, *_ in chances]
    if not probabilities or min(probabilities) < 0 or sum(probabilities) != 1:
        raise ValueError(f"{name} must have probabilities that sum to 1, got {[str(p) for p in probabilities]}")


def enumerate_means(
    sizes: Sequence[int], *, weights: Sequence[Sequence[Any]], owners: Chances, disturbances: Chances = SIGNS
) -> tuple[Fraction, ...]:
    """Expected squared error of every member in mean estimation.

    Args:
        sizes: samples per member, whole numbers; their sum is the exponent of the number of outcomes.
        weights: mixing matrix, shape (members, members).
        owners: (probability, mean, scale) for each kind of owner; a sample is mean + scale * disturbance.
        disturbances: (probability, value), to have mean 0 and variance 1.

    Returns:
        Exact errors, one per member.

    Raises:
        ValueError: probabilities do not sum to 1.

    >>> enumerate_means([2], weights=[[1]], owners=[(1, 7, 3)])
    (Fraction(9, 2),)
    """
    _check("owners", owners)
    _check("disturbances", disturbances)
    errors = [Fraction(0)] * len(sizes)
    for drawn in product(owners, repeat=len(sizes)):
        for hits in product(disturbances, repeat=sum(sizes)):
            chance = prod((p for p, *_ in (*drawn, *hits)), start=Fraction(1))
            values, estimates = iter(value for _, value in hits), []
            for (_, mean, scale), size in zip(drawn, sizes, strict=True):
                estimates.append(mean + scale * Fraction(sum(next(values) for _ in range(size))) / size)
            for j, row in enumerate(weights):
                mixed = sum(v * estimate for v, estimate in zip(row, estimates, strict=True))
                errors[j] += chance * (mixed - drawn[j][1]) ** 2
    return tuple(errors)


def _least_squares(design: Any) -> np.ndarray:
    """(X'X)^-1 X' as an array of Fractions."""
    x = sympy.Matrix(design)
    if (x.T * x).det() == 0:
        raise ValueError(f"designs must have linearly independent columns, got {design}")
    solve = (x.T * x).inv() * x.T
    return np.array([[Fraction(int(e.p), int(e.q)) for e in row] for row in solve.tolist()], dtype=object)


def enumerate_regression(
    designs: Sequence[Chances], *, tests: Sequence[Chances], owners: Chances, weights: Sequence[Sequence[Any]]
) -> tuple[Fraction, ...]:
    """Expected squared error of every member in linear regression; disturbances are +1 or -1.

    Args:
        designs: per member, (probability, matrix) with one row per data point and one column per input.
        tests: per member, (probability, input) of the fresh inputs on which it is judged.
        owners: (probability, coefficients, scale) for each kind of owner.
        weights: mixing matrix, shape (members, members).

    Returns:
        Exact errors, one per member.

    Raises:
        ValueError: probabilities do not sum to 1, or a design has dependent columns.

    >>> ones = [(1, ((1,), (1,)))]
    >>> enumerate_regression([ones], tests=[[(1, (1,))]], owners=[(1, (7,), 3)], weights=[[1]])
    (Fraction(9, 2),)
    """
    for name, several in (("designs", designs), ("tests", tests), ("owners", [owners])):
        for chances in several:
            _check(name, chances)
    errors = [Fraction(0)] * len(designs)
    for xs in product(*designs):
        fits = [_least_squares(x) for _, x in xs]
        inputs = [np.array(x, dtype=object) for _, x in xs]
        for drawn in product(owners, repeat=len(designs)):
            thetas = [np.array(theta, dtype=object) for _, theta, _ in drawn]
            chance = prod((p for p, *_ in (*xs, *drawn)), start=Fraction(1)) / 2 ** sum(map(len, inputs))
            for signs in product(*(product((1, -1), repeat=len(x)) for x in inputs)):
                fitted = [
                    fit @ (x @ theta + scale * np.array(sign, dtype=object))
                    for fit, x, theta, (_, _, scale), sign in zip(fits, inputs, thetas, drawn, signs, strict=True)
                ]
                for j, row in enumerate(weights):
                    gap = sum(v * fit for v, fit in zip(row, fitted, strict=True)) - thetas[j]
                    errors[j] += chance * sum(p * (np.array(x, dtype=object) @ gap) ** 2 for p, x in tests[j])
    return tuple(errors)
