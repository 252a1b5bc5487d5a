"""Formulas in the words of a row, read and compared with what its receipts compared.

A formula of the words is *compared* where it is the object of a receipt: both sides of an identity, the value that a
proof
gives to a name, an inequality that has a certificate, or an assumption of one. Symbols of one name are the same; others
may
be renamed, one to one. Sums over unnamed members, sets and words are not read. Letter for letter, a formula may also
stand on
the pages that state or check the row. How many formulas of a row do either is listed in the lock, so that none
can change alone. Most of those that neither holds are sums, sets and conditions that the pages put into other words.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations

import sympy as sp
from sympy.core.alphabets import greeks

from claimbook.receipts import Record

RELATIONS = {"=": "=", "<": "<", ">": ">", "\\le": "<=", "\\leq": "<=", "\\ge": ">=", "\\geq": ">="}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "="}
FUNCTIONS = {"\\ln": sp.log, "\\log": sp.log, "\\exp": sp.exp}
GREEK = {*greeks, "varepsilon", "ell", "Delta"}
LAYOUT = r"\\(?:(?:[bB]ig+[lrm]?|left|right|displaystyle|q?quad)(?![a-zA-Z])|[,;!: ])"
TOKEN = re.compile(r"\d+(?:\.\d+)?|\\[a-zA-Z]+|\S")
PRIMES = (2, 3, 5, 11, 13, 17, 19, 23, 29, 31, 37, 41)
SYMPY = vars(sp)
OPERATORS = (sp.Derivative, sp.Integral, sp.Sum, sp.Product, sp.Subs, sp.MatrixBase)
SHORTEST = 4  # signs of a formula that may be part of a longer one on the pages; shorter ones must stand alone
# Names of one sign, for texts that are compared letter for letter.
SAME = (
    ("[dt]frac", "frac"),
    ("leq", "le"),
    ("geq", "ge"),
    ("neq", "ne"),
    ("ldots", "dots"),
    (r"mathsf\s*\{?T\}?", "top"),
)
LONGEST = 6000  # characters of an object that is compared; longer ones are never written out in words
Formula = tuple[
    str, sp.Expr | None, sp.Expr
]  # a relation, "" for a value alone; a left side that cannot be read is None


class Unread(ValueError):
    """The formula holds something that this module does not read."""


class Reader:
    """Reads one expression of school algebra in TeX, from its tokens."""

    def __init__(self, text: str) -> None:
        text = re.sub(LAYOUT, " ", text.replace("\\dfrac", "\\frac").replace("\\tfrac", "\\frac").replace("{,}", ""))
        self.tokens, self.at = TOKEN.findall(text), 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or wanted not in ("", token):
            raise Unread(f"{wanted or 'more'} expected, {token or 'nothing'} there")
        self.at += 1
        return token

    def whole(self) -> sp.Expr:
        value = self.sum()
        if self.peek():
            raise Unread(self.peek())
        return value

    def sum(self) -> sp.Expr:
        total, sign = sp.Integer(0), 1
        if self.peek() in ("+", "-"):
            sign = -1 if self.take() == "-" else 1
        while True:
            total += sign * self.product()
            if self.peek() not in ("+", "-"):
                return total
            sign = -1 if self.take() == "-" else 1

    def product(self) -> sp.Expr:
        value = self.power()
        while (token := self.peek()) and token not in ("+", "-", ")", "]", "}", ",", ".", ";", "|"):
            if token in ("/", "\\cdot", "\\times"):
                self.take()
            value = value / self.power() if token == "/" else value * self.power()
        return value

    def power(self) -> sp.Expr:
        base = self.atom()
        if self.peek() == "^":
            self.take()
            base = base ** self.group()
        return base

    def group(self) -> sp.Expr:
        if self.peek() == "{":
            return self.bracket("{", "}")
        digit = self.take()  # \frac12 and x^23 take one digit
        if digit.isdigit() and len(digit) > 1:
            self.at -= 1
            self.tokens[self.at] = digit[1:]
            digit = digit[0]
        return sp.Rational(digit) if digit.isdigit() else self.symbol(digit)

    def bracket(self, opening: str, closing: str) -> sp.Expr:
        self.take(opening)
        value = self.sum()
        self.take(closing)
        return value

    def atom(self) -> sp.Expr:
        token = self.peek()
        if token in ("(", "[", "{"):
            return self.bracket(token, {"(": ")", "[": "]", "{": "}"}[token])
        self.take()
        if re.fullmatch(r"\d+(\.\d+)?", token):
            return sp.Rational(token)
        if token == "\\frac":
            return self.group() / self.group()
        if token == "\\sqrt":
            return sp.sqrt(self.group())
        if token in FUNCTIONS:
            return FUNCTIONS[token](self.power())
        return self.symbol(token)

    def symbol(self, token: str) -> sp.Expr:
        name = token.removeprefix("\\")
        if not (name in GREEK if token.startswith("\\") else re.fullmatch(r"[A-Za-z]", token)):
            raise Unread(token)
        if name == "pi" or (name == "e" and self.peek() == "^"):
            return sp.pi if name == "pi" else sp.E
        while self.peek() == "'":
            name += self.take()
        if self.peek() == "_":
            self.take()
            if self.peek() == "{":
                end = self.tokens.index("}", self.at)
                lower = "".join(self.tokens[self.at + 1 : end])
                self.at = end + 1
            else:
                lower = self.take()
            name += "_" + lower.replace("\\", "")
        return sp.Symbol(name)


def read(text: str) -> sp.Expr | None:
    r"""The expression that a text in TeX says, or None.

    >>> read(r"\frac{2\mu_e}{n_s^2}"), read(r"\sum_i n_i")
    (2*mu_e/n_s**2, None)
    """
    try:
        return Reader(text).whole()
    except (Unread, ValueError, IndexError):
        return None


def formulas(text: str) -> list[Formula]:
    r"""The relations and values between the dollar signs of a text that can be read.

    >>> formulas(r"If $a<b\le c$, it is $(a+1)^2$.")
    [('<', a, b), ('<=', b, c), ('', None, (a + 1)**2)]
    """
    found: list[Formula] = []
    for inner in re.findall(r"\$([^$]+)\$", text.replace("\\$", "")):
        for clause in re.split(r"(?<![\d{\\]),(?!\})|(?<!\\);|\\qquad|\\quad|\\text\{[^}]*\}", inner):
            pieces = re.split(r"(\\leq?(?![a-zA-Z])|\\geq?(?![a-zA-Z])|[=<>])", clause)
            values = [read(piece.strip(" .:")) for piece in pieces[::2]]
            if len(values) == 1 and values[0] is not None and not values[0].is_Atom:
                found.append(("", None, values[0]))
            for left, sign, right in zip(values, pieces[1::2], values[1:], strict=False):
                if right is not None and (left is not None or sign == "="):
                    found.append((RELATIONS[sign], left, right))
    return found


def _spelled(expression: sp.Expr) -> sp.Expr:
    """An object of a receipt with its symbols as the words write them."""
    names = {}
    for symbol in expression.free_symbols:
        base = re.fullmatch(r"([A-Za-z]+?)(?:_(\w+)|(\d+))?(?:\^(\d+))?", symbol.name)
        if base:
            word, lower, digits, power = base.groups()
            name = f"{word}_{lower or digits}" if lower or digits else word
            names[symbol] = sp.Symbol(name) ** int(power or 1)
        else:
            names[symbol] = sp.Symbol(symbol.name)
    return expression.xreplace(names)


def read_back(text: str) -> sp.Basic:
    """The expression that `srepr` wrote into a receipt; only SymPy's names are in reach, no other text is parsed.

    >>> read_back("Add(Symbol('a'), Integer(1))")
    a + 1
    """
    return eval(text, SYMPY | {"__builtins__": {}})


@cache
def objects(subject_text: str) -> tuple[tuple[str, sp.Expr, sp.Expr], ...]:
    """The relations that a proof compared, certified or assumed: relation, left, right; from the JSON of a record's
    subject.
    """
    subject, zero = json.loads(subject_text), "Integer(0)"
    if "left" in subject:
        texts = [("=", a, b) for a, b in zip(subject["left"], subject["right"], strict=True)]
    else:
        texts = [(subject["relation"].removesuffix("0"), subject["expression"], zero)]
    found = [(sign, read_back(a), read_back(b)) for sign, a, b in texts if len(a) + len(b) < LONGEST]
    for given in map(read_back, subject.get("givens", ())):
        if isinstance(given, sp.core.relational.Relational):
            found.append((given.rel_op.replace("==", "="), given.lhs, given.rhs))
    for symbol, value in ((read_back(s), read_back(v)) for s, v in subject.get("stated", ())):
        # n = m + d with d > 0 says that n > m.
        for slack in value.free_symbols:
            if sp.expand(value - slack).has(slack):
                continue
            found.append((">" if slack.is_positive else ">=", symbol, value.xreplace({slack: sp.Integer(0)})))
    plain = [(sign, _spelled(a), _spelled(b)) for sign, a, b in found if not (a.has(*OPERATORS) or b.has(*OPERATORS))]
    return tuple(plain)


@cache
def _at(expression: sp.Expr, places: tuple[tuple[sp.Symbol, int], ...], point: int) -> sp.Expr:
    """The value at one of three points: exact for rational functions, else to 30 digits."""
    number = expression.xreplace({s: sp.Rational(PRIMES[at], 7 + point) for s, at in places})
    return number if number.is_Rational else sp.N(number, 30)


def _ratio(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    if a.is_Rational and b.is_Rational:
        return a / b if b else sp.Integer(a == b)
    quotient = sp.N(a / b, 15)
    # A formula may be undefined at the point, as a quotient of something that vanishes there.
    return sp.Integer(1) if quotient.is_finite and abs(quotient - 1) < 1e-12 else quotient


def _ratios(said: tuple[sp.Expr, ...], known: tuple[sp.Expr, ...], wanted: sp.Expr | None) -> bool:
    """True if under a renaming of symbols each pair has everywhere one ratio: `wanted`, or any positive."""
    ours, theirs = (set().union(*(e.free_symbols for e in both)) for both in (said, known))
    shared = sorted(ours & theirs, key=str)
    left, right = sorted(ours - theirs, key=str), sorted(theirs - ours, key=str)
    if left and all(sp.count_ops(e) < 2 for e in said):  # of n < m nothing but the letters tells which is which
        return False
    if len(left) != len(right) or len(left) > 4 or len(ours) > len(PRIMES):
        return False
    for order in permutations(right):
        places = tuple((s, at) for at, s in enumerate([*shared, *left]))
        there = tuple((s, at) for at, s in enumerate([*shared, *order]))
        first = [_ratio(_at(a, places, 0), _at(b, there, 0)) for a, b in zip(said, known, strict=True)]
        if not all(r == wanted if wanted else r.is_positive for r in first):
            continue
        if all(
            _ratio(_at(a, places, point), _at(b, there, point)) == one
            for point in (1, 2)
            for a, b, one in zip(said, known, first, strict=True)
        ):
            return True
    return False


def _same(said: Sequence[sp.Expr], known: Sequence[sp.Expr]) -> bool:
    return _ratios(tuple(said), tuple(known), sp.Integer(1))


def is_bound(formula: Formula, known: tuple[str, sp.Expr, sp.Expr]) -> bool:
    """True if a formula of the words is what a receipt compared."""
    (sign, left, right), (relation, a, b) = formula, known
    if sign in ("", "="):
        if relation != "=":
            return False
        if left is None or left.is_Atom:
            return not right.is_Atom and bool(right.free_symbols) and (_same([right], [a]) or _same([right], [b]))
        return _same([left, right], [a, b]) or _same([left, right], [b, a]) or _same([left], [right])
    return relation != "=" and any(
        sign in (turned, turned + "=") and _ratios((difference,), (a - b,), None)
        for turned, difference in ((relation, left - right), (TURNED[relation], right - left))
    )


def _argument(text: str, at: int) -> tuple[str, int]:
    """The argument at `at` of the command before it, in brackets or as one sign, and where it ends."""
    if text[at : at + 1] != "{":
        one = re.compile(r"\s*(\\[A-Za-z]+|.)").match(text, at)
        return (one[1], one.end()) if one else ("", at)
    depth = 0
    for end in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if not depth:
            return text[at + 1 : end], end + 1
    return "", at


def _in_one_line(text: str) -> str:
    r"""A text with its fractions in one line, as words write them.

    >>> _in_one_line(r"\frac{a+b}{2c}+\frac12")
    '(a+b)/(2c)+1/2'
    """
    while (start := text.rfind("\\frac")) >= 0:  # the last one holds no other
        above, middle = _argument(text, start + 5)
        below, end = _argument(text, middle)
        above = f"({above})" if re.search("[+-]", above) else above
        alone = re.fullmatch(r"\(.*\)'?|\\[A-Za-z]+|\d+|.", re.sub(r"[_^](\{[^{}]*\}|\\[a-z]+|.)", "", below))
        below = below if alone else f"({below})"
        text = f"{text[:start]}{above}/{below}{text[end:]}"
    return text


def plain(text: str) -> str:
    """A text in TeX without what only concerns its layout, so that two writings of one formula are one text."""
    text = re.sub(
        r"\\(?:begin|end)\{\w+\}|\\(?:mathrm|operatorname|rm|mathbb(?=\s*\{?E))(?![a-zA-Z])",
        "",
        re.sub(LAYOUT, "", text),
    )
    for one, other in SAME:
        text = re.sub(rf"\\{one}(?![a-zA-Z])", rf"\\{other}", text)
    text = re.sub(r"[\s{}&~]|\\\\", "", _in_one_line(re.sub(r"(?<=[{}_^]) | (?=[{}_^])", "", text)))
    return text.replace("[", "(").replace("]", ")")


def held(words: Sequence[str], records: Iterable[Record], pages: Iterable[str]) -> tuple[int, int]:
    """The number of formulas in a row's words that its proofs compared, and of those that stand on its pages letter for
    letter.

    Args:
        words: what the row says.
        records: what its checks left.
        pages: the `plain` texts of the pages that state or check it.
    """
    proofs = [r for r in records if r.method in ("identity", "sign") and r.passed and r.symbols]
    known = [found for record in proofs for found in objects(json.dumps(record.subject))]
    # Each counts once, so that none can take another one's place.
    compared = {
        formula for text in words for formula in formulas(text) if any(is_bound(formula, each) for each in known)
    }
    written = {plain(inner).rstrip(".,") for text in words for inner in re.findall(r"\$([^$]+)\$", text)}
    together = "\n".join(pages)
    wanted = [formula if len(formula) >= SHORTEST else f"${formula}$" for formula in written if len(formula) > 1]
    return len(compared), sum(formula in together for formula in wanted)
