"""Matrix algebra of any size, for the proofs of Theorems 4.1 and 4.2, and what its witnesses have to be.

A matrix is a noncommuting SymPy symbol, so a product is a word, and what is derived by exchanging words for equal ones
holds for any number of data points and of inputs. `rewrite` exchanges, `trace` lets the factors turn around, and
`entries` compares as they stand; both answer in commuting symbols, one for each word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import sympy as sp


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
    for product, value in equal.items():
        expression = sp.expand(sp.expand(expression).subs(product, value))
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


def is_distribution(values: Sequence[tuple[Fraction, int]]) -> bool:
    """Whether (probability, value) pairs are a distribution: positive probabilities that sum to 1.

    >>> is_distribution([(Fraction(1, 2), 0), (Fraction(1, 2), 2)]), is_distribution([(Fraction(1, 2), 0)])
    (True, False)
    """
    return all(p > 0 for p, _ in values) and sum(p for p, _ in values) == 1


def is_covariance(matrix: Sequence[Sequence[int]]) -> bool:
    """Whether a matrix is the covariance of something: symmetric, and no direction has a negative variance.

    >>> is_covariance([[1, -1], [-1, 1]]), is_covariance([[1, 2], [2, 1]])
    (True, False)
    """
    exact = sp.Matrix(matrix)
    return bool(exact.is_symmetric() and exact.is_positive_semidefinite)
