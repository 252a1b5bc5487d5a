"""The standing of a claim, counted by how general its evidence is, and which of its words no machine has checked."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from types import MappingProxyType

from claimbook.evidence import Evidence
from claimbook.receipts import Record, grade
from claimbook.register import Entry, Step

GRADES = ("proof", "inspection", "decided", "refutation", "experiment", "statistical", "description", "sample")

# What a badge and the page of claims say of each standing; the first four are the general ones, the strongest first.
WORDS = {
    "kernel": "whole, in Coq",
    "whole": "whole",
    "cases": "in cases",
    "sentence": "but for a sentence",
    "sizes": "for the sizes looked at",
    "inspection": "by inspection",
    "refutation": "refuted",
    "experiment": "experiment",
    "description": "our runs",
    "sample": "sample",
    "statistical": "simulation",
    "prose": "prose",
    "nothing": "nothing",
}


@dataclass(frozen=True)
class Standing:
    """The standing of a claim's statement (corrected, conditioned), from its evidence."""

    grade: str  # a key of WORDS
    done: int = 0  # steps that a check or another claim carries in general; what is trivial does not count
    of: int = 0  # steps that are not trivial; each sentence of an argument is one
    cases: int = 0  # cases, sizes, sample, description: how many cases were looked at
    missing: tuple[str, ...] = ()  # what no machine checked, in the words of the row
    defines: bool = False  # a definition or an assumption, of which the claims that insert it leave nothing open

    def __str__(self) -> str:
        if self.grade == "sentence" and len(self.missing) > 1:
            return f"but for {len(self.missing)} sentences"
        return f"{WORDS[self.grade]}{f', {self.cases} cases' * (self.cases > 1)}{', 1 case' * (self.cases == 1)}"

    def not_by_machine(self) -> str:
        """The words that no machine has checked, as one line."""
        return "; ".join(self.missing) or "nothing"


def counts(entry: Entry, records: Iterable[Record]) -> dict[str, int]:
    """The number of records of an entry of each grade, strongest grades first, absent grades left out."""
    found = Counter(grade(entry, record) for record in records)
    return {name: found[name] for name in GRADES if found[name]}


def sentences(text: str) -> list[str]:
    """The sentences of an argument; a full stop inside a formula or an abbreviation ends none.

    >>> sentences("Both are $1.5$ at most. So Lemma 2 applies.")
    ['Both are $1.5$ at most.', 'So Lemma 2 applies.']
    """
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z$\\])", text.strip()) if part]


IDLE = re.compile(
    r"(?:^|(?<=[.!?*}])\s+)((?:(?:so|thus|hence|and|then|but) )?(?:(?:it|this|that|the \w+)(?: is| follows)? )?"
    r"(?:(?:clear|obvious|evident|trivial|immediate)(?:ly(?: true)?)?|easy(?: to see)?|well known|straightforward"
    r"|by inspection|left to the reader)(?=[.!]))",
    re.IGNORECASE,
)


def idle(text: str) -> list[str]:
    """The sentences of an argument or a proof that stand in the place of a reason.

    >>> idle("Both are clear from (3). It is clear. :::{prf:proof} By inspection.")
    ['It is clear', 'By inspection']
    """
    return IDLE.findall(" ".join(text.split()))


def _piece(entry: Entry, step: Step, grades: set[str], known: Mapping[str, Standing]) -> tuple[str, str]:
    """The way in which one step is carried (whole, cases, mostly, sizes, trivial, prose, open), and what is missing of
    it.
    """
    if step.theorem:  # that the kernel has checked it, `problems` asks
        return "whole", ""
    if step.prose:
        return "prose", step.prose
    if step.claim:
        other = known.get(step.claim, Standing("whole"))
        if other.defines:
            return "trivial", ""
        if not other.missing:
            return ("trivial" if other.grade == "inspection" else "whole"), ""
        carried = {"sentence": "mostly", "inspection": "mostly", "sizes": "sizes"}.get(other.grade, "open")
        return carried, f"what {step.claim} leaves open: {other.not_by_machine()}"
    if "proof" in grades:
        return "whole", ""
    if "decided" in grades:
        return ("sizes", f"beyond {step.sizes}") if step.sizes and not entry.finite else ("cases", "")
    return ("trivial", "") if "inspection" in grades else ("open", f"{step.says or step.receipt} (a sample)")


def standing(entry: Entry, records: Sequence[Record], known: Mapping[str, Standing] = MappingProxyType({})) -> Standing:
    """The standing of an entry, from what carries its statement.

    Args:
        entry: the row.
        records: what its visible checks left.
        known: what the claims stand on that carry its steps; a claim that is not named counts as whole.

    >>> whole = Record("a/b", "every", "", "s", "h", cases=3)
    >>> print(standing(Entry(finite=True), [whole])), print(standing(Entry(), [whole]))
    in cases, 3 cases
    sample, 3 cases
    (None, None)
    """
    if entry.theorem:
        return Standing("kernel")
    if entry.runs:
        told = [r for r in records if grade(entry, r) == "description"]
        cases = sum(r.cases or 0 for r in told)
        return Standing("description" if told else "nothing", cases=cases, missing=("anything beyond these runs",))
    whole = {grade(entry, record) for record in records if not record.step}
    looked = sum(r.cases or 0 for r in records if r.method in ("every", "identity") and not r.step)
    by_step = {step: {grade(entry, r) for r in records if r.step == step} for step in {r.step for r in records}}
    pieces = [_piece(entry, step, by_step.get(step.receipt, set()), known) for step in entry.steps]
    pieces += [("prose", sentence) for sentence in sentences(entry.argument)]
    if "decided" in whole and "proof" not in whole:
        return Standing("cases", cases=looked)
    pieces += [("whole", "")] * ("proof" in whole)
    kinds = Counter(kind for kind, _ in pieces)
    missing = tuple(dict.fromkeys(words for _, words in pieces if words))
    done, trivial = kinds["whole"] + kinds["cases"] + kinds["mostly"], kinds["trivial"] or "inspection" in whole
    of = sum(kinds.values()) - kinds["trivial"]
    if done and done == of and not missing:
        return Standing("whole" if kinds["whole"] else "cases", done, of)
    if kinds["sizes"]:
        sized = {step.receipt for step in entry.steps if step.sizes}
        cases = sum(r.cases or 0 for r in records if r.step in sized)
        return Standing("sizes", done, of, cases, missing)
    if done:
        return Standing("sentence", done, of, missing=missing)
    if trivial and (kinds["prose"] or "inspection" in whole or not of):
        return Standing("inspection", done, of, missing=missing)
    if entry.judged == "false":
        return Standing("refutation", missing=missing)
    found = counts(entry, records)
    if "refutation" in found and entry.judged == "differs":
        return Standing("refutation", missing=missing)
    for weaker in ("inspection", "experiment", "description", "sample", "statistical"):
        if weaker in found:
            looked = sum(r.cases or 0 for r in records if grade(entry, r) == weaker)
            beyond = {"sample": "all but the cases looked at", "experiment": "anything beyond these runs"}
            beyond |= {"description": beyond["experiment"], "statistical": "the formula itself"}
            return Standing(weaker, 0, of, looked, missing or tuple(filter(None, [beyond.get(weaker, "")])))
    return Standing("prose" if kinds["prose"] else "nothing", 0, of, missing=missing or ("all of it",))


def standings(entries: Mapping[str, Entry], evidence: Evidence) -> dict[str, Standing]:
    """The standing of every claim, those first that carry the steps of others; a circle is left to the schema."""
    carriers = {id: {step.claim for step in entry.steps if step.claim in entries} for id, entry in entries.items()}
    try:
        order = list(TopologicalSorter(carriers).static_order())
    except CycleError:
        order = list(entries)
    found: dict[str, Standing] = {}
    for id in order:
        defines = entries[id].judged in ("well-posed", "satisfiable", "implemented")
        found[id] = replace(standing(entries[id], evidence.visible(id), found), defines=defines)
    return found
