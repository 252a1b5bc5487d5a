"""Whether the evidence supports the verdict: the rules, and every problem they find in the register."""

from collections import Counter
from collections.abc import Iterable, Sequence

from incentives_book.claims.evidence import Evidence
from incentives_book.claims.receipts import Record
from incentives_book.claims.register import Entry, Part
from incentives_book.claims.schema import schema_problems

GRADES = ("proof", "exhaustive", "refutation", "statistical", "experiment")


def counts(records: Iterable[Record]) -> dict[str, int]:
    """How many records there are of each grade, strongest grades first, absent grades left out."""
    found = Counter(record.grade for record in records)
    return {grade: found[grade] for grade in GRADES if found[grade]}


def supported(entry: Entry, records: Sequence[Record]) -> bool:
    """Whether the records establish the (corrected, conditioned) statement itself.

    A proof of the whole; or an exhaustive check of a finite statement; or, where the prose carries an argument, proofs of
    its steps or the enumeration of its finite consequences. Samples never do.
    """
    exact = [r for r in records if r.grade in ("proof", "exhaustive")]
    if entry.argument:
        return bool(exact)
    return any(not r.step and (r.grade == "proof" or entry.finite) for r in exact)


NEEDS_SUPPORT = "needs a proof without step, or an exhaustive check of a finite statement, or an argument with checked steps"


def evidence_problems(entry: Entry, records: Sequence[Record]) -> list[str]:
    """What the verdict of one entry still needs, or what contradicts it.

    >>> evidence_problems(Entry(id="coalitions/lemma-1", verdict="holds"), [])
    ['coalitions/lemma-1: no executed page checks it']
    """
    if entry.verdict == "not-testable":
        return []
    if not records:
        return [f"{entry.id}: no executed page checks it"]
    grades = counts(records)
    wrong = [f"{entry.id}: a record says that its check did not pass" for r in records if not r.passed]
    wrong += [f"{entry.id}: unknown grade {r.grade!r} in a record" for r in records if r.grade not in GRADES]
    if entry.verdict in ("holds", "new", "conjecture") and "refutation" in grades:
        wrong.append(f"{entry.id}: verdict {entry.verdict}, but a page refutes it")
    if entry.verdict in ("holds", "holds-if", "misprint", "new") and not supported(entry, records):
        wrong.append(f"{entry.id}: verdict {entry.verdict} {NEEDS_SUPPORT}")
    if entry.verdict in ("holds-if", "misprint", "false") and "refutation" not in grades:
        wrong.append(f"{entry.id}: verdict {entry.verdict} needs a refutation of what is printed")
    if entry.verdict in ("reproduced", "differs") and not grades.keys() & {"experiment", "exhaustive"}:
        wrong.append(
            f"{entry.id}: verdict {entry.verdict} needs an experiment, or an exhaustive check of the printed digits"
        )
    if entry.verdict == "conjecture" and not grades.keys() & {"exhaustive", "statistical"}:
        wrong.append(
            f"{entry.id}: verdict conjecture needs an exhaustive or statistical check of the range searched"
        )
    return wrong


def problems(parts: Sequence[Part], evidence: Evidence) -> list[str]:
    """Everything that keeps the register from being right, one line each; empty when all is well."""
    wrong = schema_problems(parts) + evidence.malformed
    everything = {entry.id: entry for part in parts for entry in part.entries}
    for id, entry in everything.items():
        wrong += evidence_problems(entry, [found.record for found in evidence.records.get(id, [])])
        if entry.verdict != "not-testable" and not evidence.tests.get(id):
            wrong.append(f"{id}: no test backs it")
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
