"""The words and formulas by which receipts tell a proof."""

from collections.abc import Callable
from html import escape

import sympy as sp

from claimbook.certificates import IdentityProof
from claimbook.inequalities import SignCertificate
from claimbook.signs import Reason

LONGEST = 400  # characters of a formula that a one-line receipt may show
SHOWN = 60  # terms of a polynomial that a folded-out certificate shows

SIGN_WORDS = {(1, True): "positive", (1, False): "none negative", (-1, True): "negative", (-1, False): "none positive"}


def short(text: str, longest: int = LONGEST) -> str:
    """`text`, cut in the middle when too long for a line."""
    return text if len(text) <= longest else f"{text[: longest - 40]} … {text[-35:]}"


def display(formula: str) -> str:
    """LaTeX as a displayed formula inside HTML."""
    return f'<div class="receipt-formula">\\[{escape(formula)}\\]</div>'


def inline(formula: str) -> str:
    """LaTeX as an inline formula inside HTML."""
    return f"\\({escape(formula)}\\)"


def terms(expression: sp.Expr) -> int:
    """The number of terms of an expanded polynomial."""
    return len(sp.Add.make_args(sp.expand(expression)))


def identity_words(proof: IdentityProof) -> str:
    """By which step(s) the difference became zero."""
    means = ", ".join(dict.fromkeys(proof.steps))
    many = f"{len(proof.steps)} entries, " if len(proof.steps) > 1 else ""
    return f"{many}difference is 0 by {means}"


def identity_details(proof: IdentityProof) -> str:
    """The formulas on both sides, entry by entry."""
    pairs = list(zip(proof.left, proof.right, strict=True))
    shown = "".join(display(f"{sp.latex(a)} = {sp.latex(b)}") for a, b in pairs[:12])
    return shown + (f"<p>and {len(pairs) - 12} more entries</p>" if len(pairs) > 12 else "")


def _simple(part: Reason) -> bool:
    """True if the sign of a factor needs no words: a number or a product."""
    return part.method == "constant" or (part.method == "coefficients" and terms(part.expression) == 1)


def reason_words(reason: Reason) -> str:
    """A reason in one line."""
    if reason.method == "factors":
        parts = [part for part in reason.parts if not _simple(part)]
        words = "; ".join(dict.fromkeys(map(reason_words, parts))) or "a product of factors of known sign"
        return f"{len(parts)} factors of known sign: {words}" if len(parts) > 1 else words
    if reason.method == "coefficients" and not _simple(reason):
        return f"{terms(reason.expression)} coefficients, all {'positive' if reason.sign > 0 else 'negative'}"
    product = f"a {SIGN_WORDS.get((reason.sign, True))} product"
    return {"constant": "constant", "unknown": "an even power"}.get(reason.method, product)


def plain(left: object, right: object) -> str:
    """An equation as plain text."""
    return f"{left} = {right}"


def typeset(left: object, right: object) -> str:
    """An equation as inline LaTeX inside HTML."""
    return inline(f"{sp.latex(left)} = {sp.latex(right)}")


def sign_words(certificate: SignCertificate, equation: Callable[[object, object], str] = plain) -> str:
    """Substitutions and reason in one line; `equation` is `plain` or `typeset`."""
    steps = certificate.stated or [(step.symbol, step.value) for step in certificate.chain]
    if steps:
        start = f"with {', '.join(equation(symbol, value) for symbol, value in steps)}: "
    else:
        start = "without using the assumptions: " if certificate.givens else ""
    words = reason_words(certificate.reason)
    return start + (escape(words) if equation is typeset else words)


def _formula(expression: sp.Expr) -> str:
    number = terms(expression)
    if number <= SHOWN:
        return display(sp.latex(expression))
    return f"<p>(a polynomial with {number} terms in {', '.join(sorted(s.name for s in expression.free_symbols))})</p>"


def reason_details(reason: Reason) -> str:
    """The tree of reasons as nested lists."""
    if reason.method == "factors":
        pairs = list(zip(reason.parts, reason.powers, strict=True))
        seen = sp.Mul(*(p.expression**power for p, power in pairs if _simple(p)))
        simple = [f"<li>{inline(sp.latex(seen))}</li>"] if seen != 1 else []
        items = [f"<li>to the power {power}, {reason_details(p)}</li>" for p, power in pairs if not _simple(p)]
        return f"a product of<ul>{''.join(simple + items)}</ul>"
    words = f"{escape(SIGN_WORDS.get((reason.sign, reason.strict), 'of any sign'))} ({escape(reason_words(reason))}):"
    return words + _formula(reason.expression)


def at_least(slack: sp.Symbol) -> str:
    """The number that a slack is compared with, in LaTeX."""
    return " > 0" if slack.is_positive else " \\ge 0"


def sign_details(certificate: SignCertificate) -> str:
    """Statement, assumptions, substitutions and reason, as HTML."""
    relation = {">0": "> 0", ">=0": "\\ge 0", "<0": "< 0", "<=0": "\\le 0"}[certificate.relation]
    parts = [display(f"{sp.latex(certificate.expression)} {relation}")]
    if certificate.givens:
        parts.append("<p>given " + ", ".join(inline(sp.latex(given)) for given in certificate.givens) + "</p>")
    if certificate.stated:
        steps = [inline(f"{sp.latex(s)} = {sp.latex(v)}") for s, v in certificate.stated]
    else:
        steps = [
            inline(f"{sp.latex(s.symbol)} = {sp.latex(s.value)}")
            + " with "
            + inline(sp.latex(s.slack) + at_least(s.slack))
            for s in certificate.chain
        ]
    if steps:
        parts.append(f"<p>substitute {', then '.join(steps)}</p>")
    return "".join(parts) + reason_details(certificate.reason)
