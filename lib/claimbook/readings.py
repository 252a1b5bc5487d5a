"""A statement of Coq as somebody reads it who has never seen Coq: what it speaks of, what it supposes, what follows.

The reading is made from the kernel's own text, so that it cannot say anything else; it translates signs and sorts, and
changes no order. Words that a file defines (`core_stable`, `err`) stay as they are: their definitions stand in the
file.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import NamedTuple

# Signs, longest first.
SIGNS = (
    ("\\notin", "∉"),
    ("\\subset", "⊆"),
    ("\\sum_", "Σ_"),
    ("\\max_", "max_"),
    ("\\in", "∈"),
    (":&:", "∩"),
    (":|:", "∪"),
    ("~:", "∁"),
    ("<->", "⇔"),
    ("->", "⇒"),
    ("==>", "⇒"),
    ("/\\", "and"),
    ("\\/", "or"),
    ("<=", "≤"),
    (">=", "≥"),
    ("<>", "≠"),
    ("!=", "≠"),
    ("==", "="),
    ("*:", "·"),
    ("^+", "^"),
)
SORTS = {
    "nat": "whole numbers from 0 on",
    "R": "real numbers",
    "bool": "truth values",
    "Type": "any sets",
    "finType": "finite sets",
    "eqType": "sets whose elements can be compared",
    "realFieldType": "ordered fields, such as the reals or the rationals",
    "archiFieldType": "ordered fields without infinitely small numbers, such as the reals or the rationals",
    "realDomainType": "ordered rings, such as the reals or the integers",
    "fieldType": "fields",
    "Prop": "statements",
}
# Other sorts, the first that fits.
SHAPES = (
    (r"lmodType (\w+)", "vector spaces over {}"),
    (r"comAlgType (\w+)", "algebras over {} whose products commute, such as random variables"),
    (r"'M_(\w+)", "square matrices with {} rows"),
    (r"'cV_(\w+)", "columns of {} entries"),
    (r"\{set (\w+)\}", "subsets of {}"),
    (r"\{set \{set I\}\}", "sets of subsets of I"),
    (r"(\w+) -> Prop", "a set of {}"),
    (r"(\w+) -> (\w+) -> Prop", "a set of {1} for each of {0}"),
    (r"(\w+) -> \1 -> (\w+)", "an element of {1} for each pair of {0}"),
    (r"(\w+) -> (\w+)", "an element of {1} for each of {0}"),
    (r"(\w+)", "elements of {}"),
)
SETS = (SORTS["Type"], SORTS["finType"], SORTS["eqType"])


@dataclass(frozen=True)
class Reading:
    """A statement taken apart, each piece as text."""

    objects: tuple[tuple[str, str], ...]  # names, and what they are
    hypotheses: tuple[str, ...]
    conclusion: str


def depths(text: str) -> Iterator[tuple[int, str, int]]:
    """Places and letters of a text, each with how deep in brackets it stands; a closing one counts as outside."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        yield place, letter, depth


def split_at(text: str, mark: str) -> tuple[str, str] | None:
    """The text before and after the first mark that stands outside all brackets, or None.

    >>> split_at("(a -> b) -> c", "->")
    ('(a -> b)', 'c')
    """
    for place, _, depth in depths(text):
        if depth == 0 and text.startswith(mark, place) and text[place - 1 : place] != "<":
            return text[:place].strip(), text[place + len(mark) :].strip()
    return None


def binders(text: str) -> list[tuple[str, str]]:
    """Names and sorts of what a quantifier binds.

    >>> binders("(K : realFieldType) (n m : nat)"), binders("C D : {set I}")
    ([('K', 'realFieldType'), ('n, m', 'nat')], [('C, D', '{set I}')])
    """
    groups = re.findall(r"\(([^:()]+?) : ((?:[^()]|\([^()]*\))+)\)", text) if text.startswith("(") else []
    if not groups:
        names, _, sort = text.partition(":")
        groups = [(names, sort)]
    return [(", ".join(names.split()), " ".join(sort.split())) for names, sort in groups]


def names_in(bound: str) -> int:
    """The number of names that a quantifier binds.

    >>> names_in("(K : realFieldType) (n m : nat)")
    3
    """
    return sum(len(names.split(", ")) for names, _ in binders(bound))


def sort_words(sort: str) -> str:
    """A sort in words where it has some.

    >>> sort_words("I -> K"), sort_words("nat -> X -> Prop"), sort_words("{set I}"), sort_words("I -> I -> K")
    ('an element of K for each of I', 'a set of X for each of nat', 'subsets of I', 'an element of K for each pair of
    I')
    """
    if sort in SORTS:
        return SORTS[sort]
    for shape, told in SHAPES:
        if found := re.fullmatch(shape, sort):
            return told.format(*found.groups())
    return signs(sort).replace("⇒", "→")


def signs(text: str) -> str:
    """A formula of Coq in the signs of mathematics, on one line.

    >>> signs("forall i : I, (1 <= n i)%N -> n i <> 0")
    'for all i of I: (1 ≤ n i) ⇒ n i ≠ 0'
    """
    text = " ".join(text.split())
    text = re.sub(r"%:R|%(?:N|nat|R|Z|g)\b", "", text)
    text = re.sub(r"\bfun ([\w ]+?)(?: : [^=]+?)? =>", r"\1 ↦", text)
    # An arrow between sorts is no "if".
    text = re.sub(r"(?<= : )[^,()=]*->[^,()=]*", lambda sort: sort[0].replace("->", "→"), text)
    for mark, sign in SIGNS:
        text = text.replace(mark, sign)
    text = re.sub(r"#\|([^|]*)\|", r"|\1|", text)
    text = re.sub(r"~ (?=\w|\()", "not ", text)
    text = re.sub(r"\bforall ([\w ]+?) : ([^,()]+),", r"for all \1 of \2:", text)
    text = re.sub(r"\bexists ([\w ]+?) : ([^,()]+),", r"there are \1 of \2 with", text)
    text = re.sub(r"\bforall ([^,]+),", r"for all \1:", text)
    return re.sub(r"\bexists ([^,]+),", r"there are \1 with", text)


def pieces(statement: str) -> list[tuple[str, str]]:
    """A closed statement in order: what it quantifies over, what it supposes, what follows.

    >>> pieces("forall n : nat, (1 <= n)%N -> n <> 0")
    [('forall', 'n : nat'), ('suppose', '(1 <= n)%N'), ('then', 'n <> 0')]
    """
    found, rest = [], " ".join(statement.split())
    while True:
        if rest.startswith("forall ") and (parts := split_at(rest, ",")):
            found.append(("forall", parts[0].removeprefix("forall ")))
        elif not rest.startswith(("exists ", "exists2 ", "let ", "forall ")) and (parts := split_at(rest, "->")):
            found.append(("suppose", parts[0]))
        else:
            return [*found, ("then", rest)]
        rest = parts[1]


def without(statement: str, number: int) -> str:
    """The statement in which the hypothesis of that number, from 1 on, is replaced by True.

    >>> without("forall n : nat, (1 <= n)%N -> n <> 0", 1)
    'forall n : nat, True -> n <> 0'
    """
    told, seen = [], 0
    for kind, text in pieces(statement):
        seen += kind == "suppose"
        kept = "True" if kind == "suppose" and seen == number else text
        told.append({"forall": f"forall {text}, ", "suppose": f"{kept} -> ", "then": text}[kind])
    return "".join(told)


def reading(statement: str) -> Reading:
    """The statement of a theorem, taken apart.

    >>> reading("forall n : nat,\\n(1 <= n)%N -> n <> 0")
    Reading(objects=(('n', 'whole numbers from 0 on'),), hypotheses=('(1 ≤ n)',), conclusion='n ≠ 0')
    """
    objects, hypotheses, conclusion = [], [], ""
    for kind, text in pieces(statement):
        if kind == "forall":
            objects += [(names, sort_words(sort)) for names, sort in binders(text)]
        elif kind == "suppose":
            # A set on the left of an arrow asks for one of its elements.
            is_set = any(text in names.split(", ") and sort in SETS for names, sort in objects)
            hypotheses.append(f"{text} is not empty" if is_set else signs(text))
        else:
            conclusion = signs(text)
    return Reading(tuple(objects), tuple(hypotheses), conclusion)


NEED = {"needed": "needed: Coq has checked a counterexample without it", "unused": "not used by the proof"}


class Counterexample(NamedTuple):
    """A theorem that shows the need of one hypothesis of another."""

    name: str  # File.NAME_needs_K
    statement: str  # that the theorem is false without it, as Coq prints it
    proof: str  # as it stands in the file; here are the values for which it is false


def why_needed(shown: Counterexample) -> str:
    """A counterexample as HTML that folds out."""
    return (
        '<details class="kernel-why"><summary>Why it is needed</summary>'
        f'<p class="kernel-conclusion">{escape(signs(shown.statement))}</p>'
        f"<p>The values for which it fails stand in the proof of <code>{escape(shown.name)}</code>:</p>"
        f'<pre class="kernel-text"><code>{escape(shown.proof)}</code></pre></details>'
    )


def as_html(
    statement: str,
    name: str,
    axioms: tuple[str, ...],
    file: str,
    verdicts: tuple[str, ...] = (),
    shown: Mapping[int, Counterexample] = MappingProxyType({}),
) -> str:
    """Reading and text of a theorem as HTML that folds out, without links; a hypothesis may have its verdict, and by
    its number, from 1 on, what shows that it is needed.
    """
    told = reading(statement)
    items = "".join(f"<li><var>{escape(names)}</var>: {escape(sort)}</li>" for names, sort in told.objects)
    known = (*verdicts, *("used" for _ in told.hypotheses[len(verdicts) :]))
    need = [f' <em class="kernel-need">({NEED[verdict]})</em>' if verdict in NEED else "" for verdict in known]
    why = [why_needed(shown[number]) if number in shown else "" for number in range(1, len(told.hypotheses) + 1)]
    supposed = "".join(
        f"<li>{escape(text)}{said}{fold}</li>" for text, said, fold in zip(told.hypotheses, need, why, strict=True)
    )
    rests = ", ".join(axiom.rpartition(".")[2] for axiom in axioms)
    on = f"It uses the axioms {escape(rests)}." if axioms else "It uses no axiom."
    return (
        '<details class="kernel-theorem"><summary>What Coq has checked</summary>'
        f'<p>Let</p><ul class="kernel-objects">{items}</ul>'
        + (f'<p>Suppose</p><ol class="kernel-hypotheses">{supposed}</ol>' if supposed else "")
        + f'<p>Then</p><p class="kernel-conclusion">{escape(told.conclusion)}</p>'
        f'<p class="kernel-axioms"><code>{escape(name)}</code> in <code>proofs/{escape(file)}</code>. {on}</p>'
        f'<pre class="kernel-text"><code>{escape(statement)}</code></pre></details>'
    )
