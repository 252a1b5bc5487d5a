"""The words of a row: on one line, where it is checked, where the paper says it, and what the pages found against it."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import sympy as sp
from badges import readable

from incentives_book.claims.evidence import Evidence
from incentives_book.claims.register import Entry


def one_line(text: str) -> str:
    """Text of the register on one line, as a cell of a table needs it."""
    return re.sub(r"\s+", " ", text).strip()


def pages_of(entry: Entry, evidence: Evidence) -> list[str]:
    """The pages that check an entry: where it is stated first, then in order of the number of checks."""
    seen = [found.page for found in evidence.records.get(entry.id, [])]
    stated = evidence.labels.get(entry.id)
    return sorted(set(seen), key=lambda page: (page != stated, -seen.count(page), page))


def where(entry: Entry, evidence: Evidence, root: Path) -> str:
    """Links to the pages that check an entry, and to the statement itself where it is typeset as one."""
    links = [f"{{checked}}`{page}#{entry.anchor}`" for page in pages_of(entry, evidence)]
    if entry.id in evidence.anchors:
        links.insert(0, f"{{prf:ref}}`the statement <{evidence.anchors[entry.id]}>`")
    return " · ".join(links) or "no page"


def place(entry: Entry, places: Mapping[str, Sequence[str]]) -> str:
    """Where the paper says it, with the first words of the passage where they are noted."""
    first = places.get(entry.id, ["", ""])[-1] if entry.kind != "new" else ""
    return one_line(entry.source) + (f" (\u201c{first}\u2009…\u201d)" if first else "")


GREEK = "alpha|beta|gamma|delta|epsilon|eta|lambda|mu|rho|sigma|tau|zeta|Delta|ell"
LETTER = re.compile(rf"({GREEK}|[A-Za-z])(\d+|_[A-Za-z0-9]+)?(\^\d+)?('*)")
PLAIN = re.compile(r"[-A-Za-z0-9/(){},. ]+")
NUMBER = re.compile(r"(?:sqrt|sin|cos|exp|log|pi|[-+*/(). \d])+")


def named(name: str, value: str) -> str:
    """One part of a witness as a reader writes it: letters are set as mathematics, names of several words are words.

    >>> print(named("mu_e", "-10"), named("first_size", "(5,)"), named("x", "sqrt(2)/2"), named("rule", "f(a=1)"), sep="; ")
    $\\mu_{e}$ = −10; first size = (5); $x$ = $\\frac{\\sqrt{2}}{2}$; rule = `f(a=1)`
    """
    value = re.sub(r",(?=\))", "", value.replace("[", "(").replace("]", ")"))
    if re.search(r"[a-z*]", value) and NUMBER.fullmatch(value):
        value = f"${sp.latex(sp.sympify(value))}$"
    elif PLAIN.fullmatch(value):
        value = re.sub(r"(?<![\w)])-(?=\d)", "\u2212", value)
    else:
        value = f"`{value}`"
    letter = LETTER.fullmatch(name)
    if not letter:
        return f"{name.strip('_').replace('_', ' ')} = {value}"
    base, lower, power, primes = letter.groups()
    base, lower = (f"\\{one}" if re.fullmatch(GREEK, one) else one for one in (base, (lower or "").strip("_")))
    return f"${base}{'_{' + lower + '}' if lower else ''}{power or ''}{primes}$ = {value}"


def witnesses(entry: Entry, evidence: Evidence) -> list[str]:
    """The counterexamples that the pages found, as Markdown."""
    found = [f.record.subject or {} for f in evidence.records.get(entry.id, []) if f.record.method == "counterexample"]
    told = [
        ", ".join(named(name, readable(str(value)).replace("`", "")) for name, value in subject.get("witness", {}).items())
        for subject in found
    ]
    return list(dict.fromkeys(filter(None, told)))
