"""Sign certificates as text for Coq: each step becomes an assertion, from the leaves to the statement."""

import sympy as sp

from claimbook.coq import Names, denominators, lemma, may_vanish, term
from claimbook.inequalities import SignCertificate
from claimbook.signs import Reason
from claimbook.slacks import gap

STRICT = {True: "<", False: "<="}


def monomials(polynomial: sp.Expr, names: Names) -> str:
    """An expanded polynomial as a sum whose terms show their signs, those that cannot vanish first."""
    symbols = sorted(polynomial.free_symbols, key=lambda s: s.name)
    found = sp.Poly(polynomial, *symbols).terms() if symbols else [((), polynomial)]

    def shown(exponents: tuple[int, ...], coefficient: sp.Expr) -> str:
        factors = [term(coefficient, names)]
        for s, e in zip(symbols, exponents, strict=True):
            if e and not s.is_nonnegative and e % 2 == 0:
                factors.append(f"({names(s)} * {names(s)}) ^ {e // 2}")
            elif e:
                factors.append(f"{names(s)} ^ {e}" if e > 1 else names(s))
        return " * ".join(factors)

    def vanishes(exponents: tuple[int, ...]) -> bool:
        return not all(s.is_positive for s, e in zip(symbols, exponents, strict=True) if e)

    return f"({' + '.join(shown(m, c) for m, c in sorted(found, key=lambda t: vanishes(t[0])))})"


class Signs:
    """The assertions that follow one tree of reasons from its leaves to its root."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[str] = []

    def claim(self, text: str, strict: bool, proof: str) -> str:
        """Assert that `text` is positive (not negative)."""
        self.lines.append(f"assert (0 {STRICT[strict]} {text}) by ({proof}).")
        return text

    def shown(self, reason: Reason) -> str:
        """A term that is the reason's expression times its sign; the lines now hold that it is positive."""
        tactic = "strict" if reason.strict else "weak"
        if reason.method == "unknown":
            return term(reason.expression, self.names)
        if reason.method in ("constant", "coefficients"):
            return self.claim(monomials(sp.expand(reason.sign * reason.expression), self.names), reason.strict, tactic)
        parts = [self.shown(part) for part in reason.parts]
        if reason.method != "factors":
            raise ValueError(f"no export for the method {reason.method}")
        factors = []
        for child, part, power in zip(reason.parts, parts, reason.powers, strict=True):
            if child.method == "unknown":
                raised = f"({part} * {part}) ^ {power // 2}"
            else:
                raised = f"{part} ^ {abs(power)}" if abs(power) > 1 else part
            factors.append(f"/ ({raised})" if power < 0 else raised)
        return self.claim(f"({' * '.join(factors)})", reason.strict, tactic)


def sign(name: str, certificate: SignCertificate) -> str:
    """Lemma and proof of what a sign certificate certifies, wherever the expression as written has a value."""
    names, e = Names(), certificate.expression
    rest = may_vanish(denominators(e))
    relation = {">0": "0 < {}", ">=0": "0 <= {}", "<0": "{} < 0", "<=0": "{} <= 0"}[certificate.relation]
    symbols = e.free_symbols | {s for g in certificate.givens for s in g.free_symbols}
    givens = []
    for given in certificate.givens:
        rest += [d for d in may_vanish(denominators(given)) if d not in rest]
        givens.append(f"{term(given.lts, names)} {STRICT[gap(given)[1]]} {term(given.gts, names)}")
    value = term(e, names)
    nonzero = [f"{term(d, names)} <> 0" for d in rest]
    if certificate.stated:
        # The kernel substitutes: functions of the replaced symbols, applied to what replaces them.
        replaced = [s for s, _ in certificate.stated]
        values = [v for _, v in certificate.stated]
        over = f"fun {' '.join(map(names, replaced))} : R =>"
        into = " ".join(term(v, names) for v in values)
        value = f"(({over} {value}) {into})"
        nonzero = [f"({over} {d}) {into}" for d in nonzero]
        rest += [d for v in values for d in may_vanish(denominators(v)) if d not in rest]
        nonzero += [f"{term(d, names)} <> 0" for v in values for d in may_vanish(denominators(v))]
        symbols = (symbols - set(replaced)) | {s for v in values for s in v.free_symbols}
    lines = [lemma(name, names, symbols, givens + nonzero, relation.format(value)), "Proof. intros; cbv beta in *."]
    before: dict[sp.Symbol, sp.Expr] = {}
    for step in certificate.chain:
        difference, strict = gap(step.given)
        difference = difference.subs(before, simultaneous=True)
        meaning, ratio = term(step.meaning, names), term(sp.cancel(step.meaning / difference), names)
        same = "same" if strict else "same_weak"
        lines.append(
            f"assert (exists x, 0 {STRICT[strict]} x /\\ {names(step.symbol)} = "
            f"(fun {names(step.slack)} => {term(step.value, names)}) x) as [{names(step.slack)} [? ?]].\n"
            f"{{ exists {meaning}; split; [apply ({same} _ ({term(difference, names)} * {ratio})); "
            f"[equal | {'apply Rmult_lt_0_compat; [assumed | strict]' if strict else 'apply Rmult_le_pos; [assumed | weak]'}] "  # noqa: E501
            f"| cbv beta; equal]. }}\ncbv beta in *; subst {names(step.symbol)}."
        )
        before = {s: v.subs(step.symbol, step.value) for s, v in before.items()}
        before.setdefault(step.symbol, step.value)
    signs = Signs(names)
    shown = signs.shown(certificate.reason)
    strict = "=" not in certificate.relation
    rule = ("same" if ">" in certificate.relation else "opposite") + ("" if strict else "_weak")
    end = "strict" if strict else "weak"
    return "\n".join([*lines, *signs.lines, f"apply ({rule} _ {shown}); [equal | {end}]. Qed."])
