"""Certificates for inequalities: assumptions become substitutions, and what remains has a sign one can see."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import sympy as sp
from sympy.core.relational import Relational

from claimbook.certificates import Unproved, at_point, exact, is_rational_function, random_point
from claimbook.signs import Reason, find_sign, recheck
from claimbook.slacks import Slack, gap, slack_chains, sound, substitution

RELATIONS = {">0": (1, True), ">=0": (1, False), "<0": (-1, True), "<=0": (-1, False)}


@dataclass(frozen=True)
class SignCertificate:
    """Why `expression` `relation` holds wherever the assumptions do; `verify` goes through it again."""

    expression: sp.Expr
    relation: str  # >0, >=0, <0 or <=0
    givens: tuple[Relational, ...]  # assumptions that were stated as relations
    chain: tuple[Slack, ...]  # how they became substitutions, in order
    stated: tuple[tuple[sp.Symbol, sp.Expr], ...]  # substitutions that the page itself stated
    reason: Reason  # why the substituted expression has its sign

    @property
    def substitutions(self) -> dict[sp.Symbol, sp.Expr]:
        """The substitutions, made all at once."""
        return dict(self.stated) or substitution(self.chain)

    def verify(self) -> bool:
        """Recheck everything: assumptions, substitutions, signs of coefficients.

        >>> x, y = sp.symbols("x y", positive=True)
        >>> prove_sign(y - x, ">0", [x < y]).verify()
        True
        """
        if self.relation not in RELATIONS or any(step.given not in self.givens for step in self.chain):
            return False
        if self.stated and self.chain:
            return False
        sign, strict = RELATIONS[self.relation]
        if self.reason.method == "unknown" or (strict and not self.reason.strict) or self.reason.sign not in (sign, 0):
            return False
        replaced = self.expression.subs(self.substitutions, simultaneous=True)
        difference = sp.fraction(sp.together(replaced - self.reason.expression))[0]
        return sound(self.chain) and sp.expand(difference) == 0 and recheck(self.reason)


def read_givens(given: object) -> tuple[tuple[Relational, ...], tuple[tuple[sp.Symbol, sp.Expr], ...]]:
    """Assumptions as relations and as substitutions; a dict holds the latter, a list (or one relation) the former.

    Raises:
        ValueError: anything else.
    """
    if isinstance(given, Mapping):
        for symbol, value in given.items():
            if not isinstance(symbol, sp.Symbol):
                raise ValueError(f"given must map symbols to expressions; got {symbol!r}")
            exact(value, f"given[{symbol}]")
        return (), tuple((symbol, exact(value, "given")) for symbol, value in given.items())
    relations = [given] if isinstance(given, (Relational, sp.logic.boolalg.BooleanAtom)) else list(given)
    kept = []
    for relation in relations:
        if relation is sp.true or relation is True:
            continue  # SymPy already knew it from the assumptions of the symbols
        if relation is sp.false or relation is False:
            raise ValueError(
                "given holds a relation that contradicts the assumptions of its symbols: nothing satisfies it"
            )
        gap(relation)
        kept.append(relation)
    return tuple(kept), ()


def holds_at(relation: Relational, point: Mapping[sp.Symbol, Fraction]) -> bool:
    """True if an assumption holds at a point where both sides have a value."""
    difference, strict = gap(relation)
    value = at_point(difference, point)
    return value > 0 or (value == 0 and not strict)


def admits(symbol: sp.Symbol, value: Fraction) -> bool:
    """True if a number satisfies the sign and integrality that a symbol is declared with."""
    positive = value > 0 if symbol.is_positive else value >= 0 if symbol.is_nonnegative else True
    return positive and (value.denominator == 1 if symbol.is_integer else True)


def sample(
    symbols: set[sp.Symbol], givens: Sequence[Relational], stated: Mapping[sp.Symbol, sp.Expr], seed: int, attempts: int
) -> Iterator[dict[sp.Symbol, Fraction]]:
    """Exact points that satisfy the assumptions, found through the slacks where there are any."""
    chance = random.Random(seed)
    symbols = symbols | {s for g in givens for s in g.free_symbols}
    replacing = dict(stated) or substitution(next(slack_chains(givens, {s.name for s in symbols}), ()))
    free = (symbols - set(replacing)) | {s for v in replacing.values() for s in v.free_symbols if s not in replacing}
    for attempt in range(attempts):
        drawn = random_point(free, chance, 3 + attempt % 60)
        try:
            point = drawn | {s: at_point(v, drawn) for s, v in replacing.items()}
            fits = all(admits(s, point[s]) for s in symbols) and all(holds_at(g, point) for g in givens)
        except ZeroDivisionError:
            continue
        if fits:
            yield {s: point[s] for s in sorted(symbols, key=lambda s: s.name)}


def violation(
    expression: sp.Expr,
    relation: str,
    givens: Sequence[Relational] = (),
    stated: Mapping[sp.Symbol, sp.Expr] | None = None,
    *,
    points: int = 400,
    seed: int = 0,
) -> tuple[dict[sp.Symbol, Fraction], Fraction] | None:
    """A sampled exact point that satisfies the assumptions and breaks the relation, and the value there; or None."""
    sign, strict = RELATIONS[relation]
    found = sample(expression.free_symbols, givens, stated or {}, seed, 20 * points)
    for point in islice(found, points):
        try:
            value = at_point(expression, point)
        except ZeroDivisionError:
            continue
        if sign * value < 0 or (strict and value == 0):
            return point, value
    return None


def prove_sign(expression: object, relation: str, given: object = (), *, search: int = 60) -> SignCertificate:
    """Certificate that a rational function has the sign that `relation` states.

    Args:
        expression: quotient of polynomials with rational coefficients; symbols declared positive, nonnegative or real.
        relation: ">0", ">=0", "<0" or "<=0".
        given: assumptions, as a list of relations (<, <=, >, >=) or as a dict of substitutions such as {m: n + d}.
        search: how many ways to turn the assumptions into substitutions are tried.

    Raises:
        ValueError: bad input.
        Unproved: the relation fails somewhere (with the point), or no certificate was found.

    >>> n, m, mu = sp.symbols("n m mu", positive=True)
    >>> prove_sign(mu * m - n**2, ">0", [n < m, m <= mu]).substitutions
    {m: d + n, mu: d + e + n}
    """
    if relation not in RELATIONS:
        raise ValueError(f"relation must be one of {', '.join(RELATIONS)}; got {relation!r}")
    function = exact(expression, "expression").doit()
    if not is_rational_function(function):
        raise ValueError(f"expression must be a quotient of polynomials with rational coefficients; got {function}")
    for symbol in function.free_symbols:
        if not symbol.is_real:
            raise ValueError(f"every symbol must be declared real, nonnegative or positive; {symbol} is not")
    givens, stated = read_givens(given)
    if givens and next(sample(function.free_symbols, givens, {}, 0, 4000), None) is None:
        raise ValueError(f"given must be satisfiable; no point with {', '.join(map(str, givens))} was found")
    # A few points first: where the relation fails, there is no use in searching for a proof.
    for points in (40, 400):
        where = violation(function, relation, givens, dict(stated), points=points)
        if where is not None:
            point, value = where
            at = ", ".join(f"{symbol} = {number}" for symbol, number in point.items())
            raise Unproved(f"{function} is {value} at {at or 'every point'}, so not {relation}", refuted=True)
        certificate = _search(function, relation, givens, stated, search) if points == 40 else None
        if certificate is not None:
            return certificate
    raise Unproved(
        f"undecided: no certificate found for {sp.factor(function)} {relation}; try other assumptions or a dict",
        refuted=False,
    )


def _search(
    function: sp.Expr,
    relation: str,
    givens: tuple[Relational, ...],
    stated: tuple[tuple[sp.Symbol, sp.Expr], ...],
    search: int,
) -> SignCertificate | None:
    """The first certificate that verifies, over the ways to turn the assumptions into substitutions."""
    taken = {s.name for s in function.free_symbols | {s for g in givens for s in g.free_symbols}}
    for chain in [()] if stated else [(), *slack_chains(givens, taken, search)] if givens else [()]:
        replacing = dict(stated) or substitution(chain)
        reason = find_sign(function.subs(replacing, simultaneous=True))
        certificate = reason and SignCertificate(function, relation, givens, chain, stated, reason)
        if certificate and certificate.verify():
            return certificate
    return None
