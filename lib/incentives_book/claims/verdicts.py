"""Whether the evidence supports the verdict: what a claim stands on, the rules, and every problem in the register."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from incentives_book.claims.bindings import bound
from incentives_book.claims.evidence import Evidence, Found
from incentives_book.claims.formulas import held
from incentives_book.claims.receipts import Record, grade
from incentives_book.claims.register import Entry, Part
from incentives_book.claims.schema import DEFINITIONS, schema_problems
from incentives_book.claims.shown import not_shown

GRADES = (
    "proof",
    "inspection",
    "decided",
    "refutation",
    "experiment",
    "statistical",
    "description",
    "sample",
)
CARRIES = ("proof", "inspection", "decided")  # grades that carry a step of a proof


@dataclass(frozen=True)
class Standing:
    """What the statement of a claim (corrected, conditioned) stands on, from its evidence."""

    grade: str  # proof, steps, decided, inspection, refutation, experiment, description, sample, prose or nothing
    done: int = 0  # steps: how many are carried by a check or another claim
    of: int = 0  # steps: how many there are
    cases: int = 0  # decided, sample: how many cases were looked at

    def __str__(self) -> str:
        if self.grade == "steps":
            return f"proof in steps, {self.done} of {self.of}"
        return f"{self.grade}, {self.cases} case{'s' * (self.cases != 1)}" if self.cases else self.grade


def counts(entry: Entry, records: Iterable[Record]) -> dict[str, int]:
    """How many records of an entry there are of each grade, strongest grades first, absent grades left out."""
    found = Counter(grade(entry, record) for record in records)
    return {name: found[name] for name in GRADES if found[name]}


def standing(entry: Entry, records: Sequence[Record], weak: Collection[str] = ()) -> Standing:
    """The strongest thing that carries an entry's statement; claims that are `weak` carry no step.

    >>> whole = Record("a/b", "every", "", "s", "h", cases=3)
    >>> print(standing(Entry(finite=True), [whole])), print(standing(Entry(), [whole]))
    decided, 3 cases
    sample, 3 cases
    (None, None)
    """
    whole = {grade(entry, record) for record in records if not record.step}
    if entry.runs:
        told = [r for r in records if grade(entry, r) == "description"]
        return Standing("description" if told else "nothing", cases=sum(r.cases or 0 for r in told))
    carried = {record.step for record in records if record.step and grade(entry, record) in CARRIES}
    done = sum(step.claim not in weak if step.claim else step.receipt in carried for step in entry.steps)
    of = len(entry.steps) + bool(entry.argument)
    if "proof" in whole and done == of:
        return Standing("proof")
    looked = sum(r.cases or 0 for r in records if r.method in ("every", "identity") and not r.step)
    if "decided" in whole:
        return Standing("decided", cases=looked)
    # Where prose carries something, what is shown of the whole is one step more.
    shown = bool(whole & {"proof", "inspection"})
    if done or (shown and of):
        return Standing("steps", done + shown, of + shown)
    if entry.verdict == "false":
        return Standing("refutation")
    found = counts(entry, records)
    if "refutation" in found and entry.verdict == "differs":
        return Standing("refutation")
    for weaker in ("inspection", "experiment", "description", "sample", "statistical"):
        if weaker in found:
            looked = sum(r.cases or 0 for r in records if grade(entry, r) == weaker)
            return Standing(weaker, cases=looked)
    return Standing("prose" if entry.argument else "nothing")


def owing(debts: Mapping[str, Sequence[str]]) -> set[str]:
    """The claims that owe evidence, and so carry no step of another claim's proof."""
    return {id for id, rules in debts.items() if "evidence" in rules}


# What each verdict accepts as its standing.
WHOLE = ("proof", "steps", "decided", "inspection")
ACCEPTS = dict.fromkeys(("holds", "holds-if", "misprint", "new", "known"), WHOLE) | {
    "well-posed": WHOLE,
    "satisfiable": (*WHOLE, "sample"),
    "implemented": (*WHOLE, "sample"),
    "reproduced": ("experiment", "decided"),
    "differs": ("experiment", "decided", "refutation"),
    "conjecture": ("sample", "statistical", "steps", "decided"),
}


def evidence_problems(
    entry: Entry, found: Sequence[Found], weak: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """What the verdict of one entry still needs, or what contradicts it: rule and words.

    >>> list(evidence_problems(Entry(id="coalitions/lemma-1", verdict="holds"), []))
    [('evidence', 'no executed page checks it')]
    """
    if entry.verdict == "not-testable":
        return
    records = [f.record for f in found if not f.hidden]
    if not records:
        yield "evidence", "only hidden cells check it" if found else "no executed page checks it"
        return
    if any(not f.record.passed for f in found):
        yield "failed", "a check of it did not pass, and the page goes on"
    grades = counts(entry, records)
    on = standing(entry, records, weak)
    verdict = "implemented" if entry.kind == "definition" and entry.verdict == "misprint" else entry.verdict
    accepted = ("description",) if entry.runs else ACCEPTS.get(verdict, (on.grade,))
    if on.grade not in accepted:
        yield "evidence", f"verdict {entry.verdict} needs {' or '.join(accepted)}; it has {on}"
    if entry.finite and on == standing(replace(entry, finite=False), records, weak):
        yield "finite", "it is called finite, and no list of its cases decides it"
    if entry.verdict in ("holds", "new", "known", "conjecture", *DEFINITIONS) and "refutation" in grades:
        yield "refuted", f"verdict {entry.verdict}, but a page refutes it"
    if entry.verdict in ("holds-if", "misprint", "false") and "refutation" not in grades:
        yield "refutation", f"verdict {entry.verdict} needs a refutation of what is printed"
    refuting = [r for r in records if r.method == "counterexample"]
    if any((r.subject or {}).get("hypotheses") is None for r in refuting):
        yield "hypotheses", "a refutation does not check that its witness meets the hypotheses (given=)"
    if entry.verdict == "false" and on.grade == "refutation" and entry.repaired_by in ("", *weak):
        yield "repair", "what is true instead has no evidence: name a claim that has in repaired_by, or check it here"
    # Each step has its receipt, and each receipt its step.
    steps = {step.receipt for step in entry.steps if step.receipt} | set(entry.samples)
    left = {record.step for record in records if record.step and record.method != "counterexample"}
    for step in sorted(steps - {record.step for record in records}):
        yield "step", f"no receipt for its step {step!r}"
    for step in sorted(left - steps):
        yield "step", f"a receipt for {step!r}, which is neither among its steps nor among its samples"


def held_formulas(entry: Entry, evidence: Evidence) -> tuple[int, int]:
    """How many formulas in the words of a row its proofs compared, and how many stand on the pages that state or check it."""
    records = [found.record for found in evidence.records.get(entry.id, ())]
    return held(entry, records, [evidence.texts.get(page, "") for page in sorted(evidence.pages(entry.id))])


def problems(
    parts: Sequence[Part],
    evidence: Evidence,
    *,
    debts: Mapping[str, Sequence[str]] = MappingProxyType({}),
    bindings: Mapping[str, Sequence[str]] | None = None,
    passed: set[str] | None = None,
    places: Mapping[str, Sequence[str]] | None = None,
    kills: Mapping[str, Sequence[str]] | None = None,
    cells: Mapping[str, Sequence[str]] = MappingProxyType({}),
    elsewhere: Mapping[str, Sequence[str]] | None = None,
    formulas: Mapping[str, Sequence[str]] | None = None,
) -> list[str]:
    """Everything that keeps the register from being right, one line each; empty when all is well.

    Args:
        parts: the register.
        evidence: what the executed pages and the tests hold.
        debts: by claim, the rules that it does not yet satisfy.
        bindings: the digest under which words and checks of each claim were last compared; None: not asked.
        passed: the tests that passed (see `passed_tests`); None: any marked test counts.
        kills: by claim how many of the errors planted in its formulas were noticed, and of how many; None: not asked.
        cells: the same of the code of its checks.
        places: what the papers say and where: by id, the source and its first words; None: not asked.
        elsewhere: by claim, numbers in its words that no receipt shows, and where they stand; None: not asked.
        formulas: by claim, how many formulas in its words its proofs compared and how many stand on its pages; None: not asked.
    """
    wrong = schema_problems(parts) + evidence.malformed
    everything = {entry.id: entry for part in parts for entry in part.entries}
    weak = owing(debts)
    owed, left = {(rule, id) for id, rules in debts.items() for rule in rules}, set()
    for id, entry in everything.items():
        found = evidence.records.get(id, [])
        unbound = bound(entry, found, bindings) if bindings is not None else []
        for rule, words in [*evidence_problems(entry, found, weak), *unbound]:
            if (rule, id) in owed:
                left.add((rule, id))
            else:
                wrong.append(f"{id}: {words} [{rule}]")
        if elsewhere is not None and entry.verdict != "not-testable":
            listed = elsewhere.get(id, [""])[0].split()
            if unseen := not_shown(entry, evidence.records, listed):
                wrong.append(f"{id}: its words say {', '.join(unseen)}, which none of its receipts shows [numbers]")
            if idle := set(listed) - set(not_shown(entry, evidence.records)):
                wrong.append(f"{id}: {', '.join(sorted(idle))} need not be listed among the numbers that stand elsewhere")
        if formulas is not None and (now := list(map(str, held_formulas(entry, evidence)))) != (noted := [*formulas.get(id, ("0", "0"))]):
            wrong.append(
                f"{id}: {now[0]} formulas in its words are what its proofs compared and {now[1]} stand on its pages, where {noted[0]} "
                f"and {noted[1]} are noted; a formula was changed, or formulas.txt needs a new line [formulas]"
            )
        backing = [t for t in evidence.tests.get(id, []) if passed is None or t in passed]
        if entry.verdict != "not-testable" and not backing:
            wrong.append(f"{id}: no test that asserts something {'backs' if passed is None else 'passed to back'} it")
    wrong += [f"{id}: the debt {rule} is paid; take it off the list" for rule, id in sorted(owed - left)]
    if kills is not None:
        noticed = {id: int(kills.get(id, ["0"])[0]) + int(cells.get(id, ["0"])[0]) for id in {*kills, *cells}}
        wrong += [f"{id}: no error planted in its checks was noticed" for id, number in sorted(noticed.items()) if not number]
        how = "`python -m incentives_book.mutation --page PART/PAGE --rates book/register` notes it"
        judged = [id for id, entry in everything.items() if entry.verdict != "not-testable"]
        wrong += [f"{id}: it has no kill rate; {how}" for id in judged if id not in noticed]
    if places is not None:
        printed = {id: entry.source for id, entry in everything.items() if entry.kind != "new"}
        wrong += [
            f"{id}: the paper says it ({place[0]}), and the register has lost it or moved it"
            for id, place in places.items()
            if printed.get(id) != place[0]
        ]
        wrong += [f"{id}: the list of places in the paper lacks it" for id in printed if id not in places]
        wrong += [f"{id}: its place in the paper lacks the first words" for id, place in places.items() if not place[1:2] > [""]]
    wrong += [
        f"{found[0].page}: checks {id}, which the register lacks"
        for id, found in evidence.records.items()
        if id not in everything
    ]
    wrong += [
        f"{test}: backs {id}, which the register lacks"
        for id, tests in evidence.tests.items()
        for test in tests
        if id not in everything
    ]
    covered = {part.name for part in parts}
    wrong += [
        f"{page}: states {id}, which the register lacks"
        for id, page in evidence.labels.items()
        if id not in everything and id.partition("/")[0] in covered
    ]
    return wrong
