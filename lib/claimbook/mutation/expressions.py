"""All the small errors that can be made in writing down an expression."""

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp


def _top(expression: sp.Expr, symbols: list[sp.Symbol]) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The errors at the top of an expression: what was done, to what, and the result."""
    if expression.is_Symbol:
        yield from (("another symbol for", expression, other) for other in symbols if other != expression)
        yield "the square of", expression, expression**2
    elif expression.is_Rational:
        yield "one more than", expression, expression + 1
        yield "one less than", expression, expression - 1
    elif expression.is_Add:
        for place, term in enumerate(expression.args):
            others = (*expression.args[:place], *expression.args[place + 1 :])
            yield "the wrong sign of", term, sp.Add(*others, -term)
            yield "without", term, sp.Add(*others)
            yield "twice", term, sp.Add(*others, 2 * term)
    elif expression.is_Mul and not any(a.is_Number for a in expression.args):
        yield "the wrong sign of", expression, -expression


@dataclass(frozen=True)
class Site:
    """One small error at one place of an expression; cheap to list, applied only when chosen."""

    path: tuple[int, ...]  # which argument, of which argument, ...
    done: str  # what is wrong,
    to: sp.Expr  # with what
    wrong: sp.Expr  # what stands there instead

    @property
    def word(self) -> str:
        """The error, for a report."""
        return f"{self.done} {self.to}"

    def apply(self, expression: sp.Expr) -> sp.Expr | None:
        """The expression with this error in it; None if that changes nothing or divides by zero."""
        changed = _rebuilt(expression, self.path, self.wrong)
        return None if changed == expression or changed.has(sp.zoo, sp.nan, sp.oo) else changed


def _rebuilt(expression: sp.Expr, path: tuple[int, ...], wrong: sp.Expr) -> sp.Expr:
    if not path:
        return wrong
    place, inner = path[0], expression.args[path[0]]
    return expression.func(*expression.args[:place], _rebuilt(inner, path[1:], wrong), *expression.args[place + 1 :])


def sites(expression: sp.Expr) -> Iterator[Site]:
    """Every place and error, in order.

    The errors: a term with the wrong sign, left out or doubled; a number (coefficient or exponent) one too large or too
    small; a symbol squared, or taken for another symbol of the expression.

    >>> x = sp.Symbol("x")
    >>> [(site.word, site.apply(2 * x)) for site in sites(2 * x)]
    [('one more than 2', 3*x), ('one less than 2', x), ('the square of x', 2*x**2)]
    """
    symbols = sorted(expression.free_symbols, key=lambda s: s.name)
    yield from _walk(expression, symbols, ())


def _walk(expression: sp.Expr, symbols: list[sp.Symbol], path: tuple[int, ...]) -> Iterator[Site]:
    """Errors at the top, then errors in each argument."""
    if not isinstance(expression, sp.Expr):
        return
    for done, to, wrong in _top(expression, symbols):
        yield Site(path, done, to, wrong)
    # The bounds and the variable stay; what is summed, integrated or derived may be wrong.
    operator = isinstance(expression, (sp.Sum, sp.Product, sp.Integral, sp.Derivative))
    for place, argument in enumerate(expression.args[:1] if operator else expression.args):
        yield from _walk(argument, symbols, (*path, place))


def mutants(expression: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    """Every different expression that one small error makes of this one, with a word for the error.

    >>> a, b = sp.symbols("a b")
    >>> sorted(str(m) for _, m in mutants(a + 2 * b))
    ['-a + 2*b', '2*a + 2*b', '2*b', '3*a', '3*b', 'a', 'a + 2*b**2', 'a + 3*b', 'a + 4*b', 'a + b', 'a - 2*b', 'a**2 +
    2*b']
    """
    seen = set()
    for site in sites(expression):
        mutant = site.apply(expression)
        if mutant is not None and mutant not in seen:
            seen.add(mutant)
            yield site.word, mutant
