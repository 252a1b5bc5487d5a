"""The words of a row: on one line, where it is checked, where the paper says it, what the pages found against it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import sympy as sp

from claimbook.book import current
from claimbook.evidence import Evidence
from claimbook.register import Entry
from claimbook.site.badges import readable


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
    if entry.id in evidence.statements:
        links.insert(0, f"{{prf:ref}}`the statement <{evidence.statements[entry.id].label}>`")
    return " · ".join(links) or "no page"


def place(entry: Entry, places: Mapping[str, Sequence[str]]) -> str:
    """Where the paper says it, with the first words there where they are noted; of what is new, what that means."""
    if entry.novelty:
        return one_line(f"{entry.source}; {entry.novelty.removeprefix('ours; ')}")
    first = places.get(entry.id, ["", ""])[-1] if entry.kind != "new" else ""
    return one_line(entry.source) + (f" (\u201c{first}\u2009…\u201d)" if first else "")


GREEK = "alpha|beta|gamma|delta|epsilon|eta|lambda|mu|rho|sigma|tau|zeta|Delta|ell"
LETTER = re.compile(rf"({GREEK}|[A-Za-z])(\d+|_[A-Za-z0-9]+)?(\^\d+)?('*)")
NUMBER = re.compile(r"(?:sqrt|sin|cos|exp|log|pi|[-+*/(). \d])+")


@cache
def sentences() -> dict[str, list[str]]:
    """The sentences about witnesses, by claim: from the files of the folder `witnesses` of the site, if any."""
    told: dict[str, list[str]] = {}
    for path in sorted((current().folder("site") / "witnesses").glob("*.toml")):
        told |= tomllib.loads(path.read_text(encoding="utf-8"))
    return told


SPACE = re.compile(r"(?<=[a-z])(?=[A-Z])")  # between the words of a class's name
CALL = re.compile(r"\b([A-Z][a-z]+(?:[A-Z][a-z]+)*)\(([^()]*)\)")


def valued(value: str) -> str:
    """A value of a witness as a reader writes it: no brackets of lists, no names of classes, a minus that is one.

    >>> print(valued("[1, -2]"), valued("(5,)"), valued("EqualGains(best=9/10, floor=0)"), valued("True"), sep="; ")
    (1, −2); 5; equal gains with best = 9/10 and floor = 0; yes
    """
    value = readable(value).replace("`", "").replace("[", "(").replace("]", ")")
    value = re.sub(r"^\(([^(),]*),\)$", r"\1", value)
    value = re.sub(r",(?=\))", "", value)
    if re.search(r"[a-z*]", value) and NUMBER.fullmatch(value):
        return f"${sp.latex(sp.sympify(value))}$"
    value = CALL.sub(
        lambda m: f"{SPACE.sub(' ', m[1]).lower()} with {listed(m[2].replace('=', ' = ').split(', '))}", value
    )
    value = {"True": "yes", "False": "no"}.get(value, value)
    return re.sub(r"(?<![\w)])-(?=\d)", "\u2212", value)


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence, with an "and" before the last.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def named(name: str, value: str) -> str:
    """One part of a witness as a reader writes it: letters are set as mathematics, names of several words are words.

    >>> print(named("mu_e", "-10"), named("first_size", "(5,)"), named("x", "sqrt(2)/2"), sep="; ")
    $\\mu_{e}$ = −10; first size = 5; $x$ = $\\frac{\\sqrt{2}}{2}$
    """
    value = valued(value)
    letter = LETTER.fullmatch(name)
    if not letter:
        return f"{name.strip('_').replace('_', ' ')} = {value}"
    base, lower, power, primes = letter.groups()
    base, lower = (f"\\{one}" if re.fullmatch(GREEK, one) else one for one in (base, (lower or "").strip("_")))
    return f"${base}{'_{' + lower + '}' if lower else ''}{power or ''}{primes}$ = {value}"


def words_for(claim: str, witness: Mapping[str, object]) -> str | None:
    """The sentence for a witness, with its names in braces: the first of its claim that asks for no other names."""
    for words in sentences().get(claim, ()):
        if {name for _, name, _, _ in Formatter().parse(words) if name} <= set(witness):
            return words
    return None


def sentence(claim: str, witness: Mapping[str, object]) -> str:
    """A witness as a sentence: in its own words where there are some, else its parts.

    >>> sentence("part/lemma", {"n": 21, "large": 5})
    'Let $n$ = 21 and large = 5.'
    """
    words = words_for(claim, witness)
    if words is not None:
        return words.format(**{name: valued(str(value)) for name, value in witness.items()})
    return f"Let {listed([named(name, str(value)) for name, value in witness.items()])}."


def found_witnesses(entry: Entry, evidence: Evidence) -> list[Mapping[str, object]]:
    """The witnesses of the counterexamples that the pages found, as their checks recorded them."""
    found = [f.record.subject or {} for f in evidence.records.get(entry.id, []) if f.record.method == "counterexample"]
    return [subject["witness"] for subject in found if subject.get("witness")]


def witnesses(entry: Entry, evidence: Evidence) -> list[str]:
    """The counterexamples that the pages found, as sentences in Markdown."""
    return list(dict.fromkeys(sentence(entry.id, witness) for witness in found_witnesses(entry, evidence)))
