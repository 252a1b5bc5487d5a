"""Expected values of symbolic expressions, as far as means and variances determine them."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp


def expectation(expression: sp.Expr, variances: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """Expected value when the given symbols are random, with mean 0 and these variances, and uncorrelated.

    The expression is expanded and each random symbol replaced by its moment. Nothing is assumed about the
    distributions beyond uncorrelatedness, so nothing above a square can be computed.

    Args:
        expression: polynomial in the random symbols, of degree at most 2 in them; other symbols are constants.
        variances: variance of each random symbol.

    Returns:
        The expected value, an expression in the other symbols.

    Raises:
        ValueError: there are no random symbols, or the expression is no polynomial of degree at most 2 in them.

    >>> a, b, m, s = sp.symbols("a b m s")
    >>> expectation((m + a + 2 * b) ** 2, {a: s, b: 1})
    m**2 + s + 4
    """
    if not variances:
        raise ValueError("variances must name at least one random symbol")
    try:
        terms = sp.Poly(sp.expand(expression), *variances).terms()
    except sp.PolynomialError as problem:
        raise ValueError(f"expression must be a polynomial in {list(variances)}; got {expression}") from problem
    if any(sum(powers) > 2 for powers, _ in terms):
        raise ValueError(f"expression must have degree at most 2 in {list(variances)}; got {expression}")
    total = sp.Integer(0)
    for powers, coefficient in terms:
        if 1 not in powers:  # a random symbol to the first power has mean 0, alone or beside another
            squares = [variance for power, variance in zip(powers, variances.values(), strict=True) if power == 2]
            total += coefficient * sp.prod(squares)
    return sp.sympify(total)
