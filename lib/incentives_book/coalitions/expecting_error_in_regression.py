"""Matrix algebra of any size, for the proofs of Theorems 4.1 and 4.2, moments of small worlds, and two pictures.

A matrix is a noncommuting SymPy symbol, so a product is a word, and what is derived by exchanging words for equal ones
holds for any number of data points and of inputs. `rewrite` exchanges, `trace` lets the factors turn around, and
`entries` compares as they stand; both answer in commuting symbols, one for each word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

import numpy as np
import sympy as sp
from matplotlib.axes import Axes

from incentives.coalitions.regression import regression_errors
from incentives_book import figures
from incentives_book.coalitions.mixing import uniform_mixing


def matrices(names: str) -> tuple[sp.Symbol, ...]:
    """Symbols that stand for matrices, columns or rows.

    >>> A, B = matrices("A B")
    >>> A * B == B * A
    False
    """
    return sp.symbols(names, commutative=False, seq=True)


def rewrite(expression: sp.Expr, equal: Mapping[sp.Expr, sp.Expr]) -> sp.Expr:
    """Multiply out, and exchange products for what they equal, in the order given.

    Args:
        expression: sums of products of matrices and numbers.
        equal: for each product what stands in its place: what it is, or its expectation where the rest of the word is
            independent of it.

    >>> A, B, G = matrices("A B G")
    >>> rewrite(A * (G + B), {A * B: 3 * G})
    A*G + 3*G
    """
    for word, value in equal.items():
        expression = sp.expand(sp.expand(expression).subs(word, value))
    return expression


def _summed(expression: sp.Expr, name: Callable[[list[str]], str]) -> sp.Expr:
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(expression)):
        numbers, factors = term.args_cnc()
        letters = []
        for factor in factors:
            base, power = factor.as_base_exp()
            letters += [sp.latex(base)] * int(power) if power.is_Integer and power > 0 else [sp.latex(factor)]
        total += sp.Mul(*numbers) * sp.Symbol(name(letters or ["I"]))
    return total


def entries(expression: sp.Expr) -> sp.Expr:
    """One commuting symbol for each word, I for a number: two sums of products are equal if these are.

    >>> A, B = matrices("A B")
    >>> entries(A * B + B * A) == entries(2 * A * B)
    False
    """
    return _summed(expression, lambda letters: "{" + " ".join(letters) + "}")


def trace(expression: sp.Expr) -> sp.Expr:
    """One commuting symbol for each word up to turning around: tr(AB) = tr(BA) where both products exist.

    >>> A, B, C = matrices("A B C")
    >>> trace(A * B * C - C * A * B), trace(A * B * C) == trace(B * A * C)
    (0, False)
    >>> trace(sp.Integer(3)) == 3 * trace(sp.Integer(1))
    True
    """

    def turned(letters: list[str]) -> str:
        first = min(letters[k:] + letters[:k] for k in range(len(letters)))
        return r"\operatorname{tr}(" + " ".join(first) + ")"

    return _summed(expression, turned)


def product_shape(*shapes: tuple[int, int]) -> tuple[int, int] | None:
    """Shape of a product of matrices with these shapes, or None if it does not exist.

    >>> product_shape((3, 2), (2, 1)), product_shape((2, 3), (2, 1))
    ((3, 1), None)
    """
    fits = all(a[1] == b[0] for a, b in pairwise(shapes))
    return (shapes[0][0], shapes[-1][1]) if fits else None


def moment(values: Sequence[tuple[Fraction, int]], power: int) -> Fraction:
    """E[x^power] for a list of (probability, value).

    >>> moment([(Fraction(1, 2), 1), (Fraction(1, 2), 3)], 2)
    Fraction(5, 1)
    """
    return sum((p * Fraction(x) ** power for p, x in values), Fraction(0))


def inverse_moment(values: Sequence[tuple[Fraction, int]], n: int) -> Fraction:
    """E[1 / (x_1^2 + ... + x_n^2)] for n independent inputs with these (probability, value) pairs, none of them 0.

    >>> inverse_moment([(Fraction(1, 2), 1), (Fraction(1, 2), 3)], 1)
    Fraction(5, 9)
    """
    drawn = product(values, repeat=n)
    return sum((prod(p for p, _ in xs) / Fraction(sum(x**2 for _, x in xs)) for xs in drawn), Fraction(0))


def one_input_cost(values: Sequence[tuple[Fraction, int]], n: int) -> Fraction:
    """E[x^2] E[1 / (x_1^2 + ... + x_n^2)], the noise cost of regression on one input, which is 1/n in mean estimation.

    >>> one_input_cost([(Fraction(1, 2), -1), (Fraction(1, 2), 1)], 3)
    Fraction(1, 3)
    """
    return moment(values, 2) * inverse_moment(values, n)


def is_distribution(values: Sequence[tuple[Fraction, int]]) -> bool:
    """True if (probability, value) pairs are a distribution: positive probabilities that sum to 1.

    >>> is_distribution([(Fraction(1, 2), 0), (Fraction(1, 2), 2)]), is_distribution([(Fraction(1, 2), 0)])
    (True, False)
    """
    return all(p > 0 for p, _ in values) and sum(p for p, _ in values) == 1


def is_covariance(matrix: Sequence[Sequence[int]]) -> bool:
    """True if a matrix is the covariance of something: symmetric, and no direction has a negative variance.

    >>> is_covariance([[1, -1], [-1, 1]]), is_covariance([[1, 2], [2, 1]])
    (True, False)
    """
    exact = sp.Matrix(matrix)
    return bool(exact.is_symmetric() and exact.is_positive_semidefinite)


def mean_inverse(designs: Sequence[tuple[Fraction, Sequence[Sequence[int]]]]) -> sp.Matrix:
    """E[(X'X)^-1] over (probability, design) pairs.

    >>> mean_inverse([(Fraction(1, 2), ((1,), (1,))), (Fraction(1, 2), ((2,), (0,)))])
    Matrix([[3/8]])
    """
    inverses = (sp.Rational(p) * (sp.Matrix(x).T * sp.Matrix(x)).inv() for p, x in designs)
    return sum(inverses, sp.zeros(len(designs[0][1][0])))


def second_moment(tests: Sequence[tuple[Fraction, Sequence[int]]]) -> sp.Matrix:
    """E[xx'] over (probability, input) pairs.

    >>> second_moment([(Fraction(1, 2), (1, 0)), (Fraction(1, 2), (1, 2))])
    Matrix([
    [1, 1],
    [1, 2]])
    """
    squares = (sp.Rational(p) * sp.Matrix(x) * sp.Matrix(x).T for p, x in tests)
    return sum(squares, sp.zeros(len(tests[0][1])))


class Errors(NamedTuple):
    """The errors that one of several equal members expects."""

    alone: Fraction
    together: Fraction

    @property
    def join(self) -> int:
        """1 if company is better, -1 if being alone is, 0 at a tie."""
        return (self.alone > self.together) - (self.alone < self.together)


def equal_members(n: int, members: int, cost: Callable[[int], Fraction], *, noise: int, spread: int) -> Errors:
    """Alone, and in uniform federation, for members with n samples and one noise cost.

    >>> equal_members(21, 2, lambda n: Fraction(2, n - 3), noise=10, spread=1)
    Errors(alone=Fraction(10, 9), together=Fraction(19, 18))
    """
    lone = regression_errors([[cost(n)]], noise=noise, spreads=spread, weights=[[1]])[0]
    mix = uniform_mixing([n] * members)
    costs = [[cost(n)] * members] * members
    return Errors(lone, regression_errors(costs, noise=noise, spreads=spread, weights=mix)[0])


def draw_flip(ax: Axes, *, dimension: int, noise: float, spread: float) -> Axes:
    """Errors alone and in a pair, exact (solid) and by the approximation D/n (dashed), with the band of wrong
    advice.
    """
    wrong = dimension * noise / spread
    right = wrong + dimension + 1
    count = np.linspace(wrong / 2, 1.75 * wrong, 200)
    for shift, style in ((dimension + 1, "-"), (0, "--")):
        cost = dimension * noise / (count - shift)
        ax.plot(count, cost, style, color=figures.ALONE)
        ax.plot(count, cost / 2 + spread / 2, style, color=figures.GRAND)
    ax.axvspan(wrong, right, color=figures.INK, alpha=0.15, linewidth=0)
    ax.annotate(
        "alone",
        (count[30], dimension * noise / (count[30] - dimension - 1)),
        xytext=(6, 4),
        textcoords="offset points",
        color=figures.ALONE,
    )
    ax.annotate(
        "in a pair",
        (count[-40], dimension * noise / (count[-40] - dimension - 1) / 2 + spread / 2),
        xytext=(0, 6),
        textcoords="offset points",
        color=figures.GRAND,
    )
    ax.text(wrong - 0.3, 2.6 * spread, f"rule of thumb: {wrong:.0f}", ha="right", color=figures.INK)
    ax.text(right + 0.3, 2.6 * spread, f"truth: {right:.0f}", ha="left", color=figures.INK)
    ax.text(count[0], 0.6 * spread, "dashed: by the rule of thumb", color=figures.INK)
    ax.set_ylim(0, 3.2 * spread)
    title = f"Company helps up to {right:.0f} samples, not up to {wrong:.0f}"
    return figures.label(ax, x="samples of each member, $n$", y="expected squared error", title=title)


def draw_factor(ax: Axes, dimensions: Sequence[int]) -> Axes:
    """By how much n - D - 1 effective samples are noisier than n, against n/D; one named curve for each D."""
    for k, (dimension, colour) in enumerate(zip(dimensions, figures.COLOURS, strict=False)):
        count = np.geomspace(1.5, 50, 200) * dimension
        count = count[count > dimension + 1.2]
        factor = count / (count - dimension - 1)
        ax.plot(count / dimension, factor, color=colour)
        at = int(np.argmax(factor < (3.6, 3.3, 2.4)[min(k, 2)]))
        ax.annotate(
            f"D = {dimension}",
            (count[at] / dimension, factor[at]),
            xytext=(6, 4) if k == 0 else (-6, -2) if k == 1 else (-6, -10),
            textcoords="offset points",
            ha="left" if k == 0 else "right",
            color=colour,
        )
    ax.axhline(1, color=figures.INK, linewidth=0.8, linestyle=":")
    ax.set_xscale("log")
    ax.set_xticks([2, 5, 10, 20, 50], ["2", "5", "10", "20", "50"])
    ax.minorticks_off()
    ax.set(xlim=(1.02, 55), ylim=(0.9, 4))
    title = "The fewer samples per input, the worse the rule of thumb"
    return figures.label(ax, x="samples per input, $n/D$", y="noise cost over $D/n$", title=title)


def draw_spreads(ax: Axes) -> Axes:
    """The spread tr(Sigma C) for two inputs that always agree and three kinds of owners, one bar each."""
    ones = np.ones((2, 2))
    kinds = {
        "opposite: nobody notices": 2 * np.eye(2) - ones,
        "independent": np.eye(2),
        "together: twice as much": ones,
    }
    for k, (name, covariance) in enumerate(kinds.items()):
        spread = float(np.trace(ones @ covariance))
        ax.barh(k, spread, color=figures.COLOURS[k])
        ax.annotate(f"{name} ({spread:g})", (spread, k), xytext=(6, 0), textcoords="offset points", va="center")
    ax.set_yticks([])
    ax.invert_yaxis()
    ax.set_xlim(0, 6.5)
    return figures.label(ax, x="spread that mixing brings", y="owners differ")
