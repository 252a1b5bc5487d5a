"""The support of a verdict by its evidence: what a claim stands on, the rules, and every problem in the register."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from claimbook.bindings import bound, home
from claimbook.checked import Theorem
from claimbook.edges import edge_problems
from claimbook.evidence import Evidence, Found
from claimbook.formulas import held
from claimbook.kept import RULES, kept, not_kept
from claimbook.lock import FIELDS
from claimbook.register import Entry, Part
from claimbook.schema import DEFINITIONS, schema_problems
from claimbook.shown import not_looked_at, not_shown
from claimbook.standing import WORDS, Standing, counts, idle, standing, standings
from claimbook.statements import leaning
from claimbook.words import said

REMEDY = "write them as a check does, or list them with their place as `elsewhere` in its line of the lock"
# What each verdict accepts as its standing.
WHOLE = ("kernel", "whole", "cases", "sentence", "sizes", "inspection")
ACCEPTS = dict.fromkeys(("holds", "holds-if", "misprint", "new", "known"), WHOLE) | {
    "well-posed": WHOLE,
    "satisfiable": (*WHOLE, "sample"),
    "implemented": (*WHOLE, "sample"),
    "reproduced": ("experiment", "cases"),
    "differs": ("experiment", "cases", "refutation"),
    "conjecture": ("sample", "statistical", "sentence", "sizes", "cases"),
}


def evidence_problems(
    entry: Entry, found: Sequence[Found], known: Mapping[str, Standing] = MappingProxyType({})
) -> Iterator[tuple[str, str]]:
    """The needs of one entry's verdict, and what contradicts it: rule and words.

    >>> list(evidence_problems(Entry(id="coalitions/lemma-1", verdict="holds"), []))
    [('evidence', 'no executed page checks it')]
    """
    if entry.judged == "not-testable":
        return
    records = [f.record for f in found if not f.hidden]
    if not records:
        yield "evidence", "only hidden cells check it" if found else "no executed page checks it"
        return
    if any(not f.record.passed for f in found):
        yield "failed", "a check of it did not pass, and the page goes on"
    grades = counts(entry, records)
    on = standing(entry, records, known)
    verdict = "implemented" if entry.kind == "definition" and entry.judged == "misprint" else entry.judged
    accepted = ("description",) if entry.runs else ACCEPTS.get(verdict, (on.grade,))
    if on.grade not in accepted:
        listed = (
            "; cases decide a statement about finitely many, if its row says finite = true"
            if on.grade == "sample"
            else ""
        )
        yield "evidence", f"verdict {entry.judged} needs {' or '.join(WORDS[g] for g in accepted)}; it has {on}{listed}"
    beyond = entry.argument or entry.judged == "false"  # what is false is refuted, whatever its repair stands on
    if on.grade == "sizes" and not beyond and not any(step.prose or step.claim for step in entry.steps):
        yield "beyond", "it is decided for some sizes, and nothing says why it holds beyond them"
    if entry.finite and on == standing(replace(entry, finite=False), records, known):
        yield "finite", "it is called finite, and no list of its cases decides it"
    if entry.judged in ("holds", "new", "known", "conjecture", *DEFINITIONS) and "refutation" in grades:
        yield "refuted", f"verdict {entry.judged}, but a page refutes it"
    if entry.judged in ("holds-if", "misprint", "false") and "refutation" not in grades:
        yield "refutation", f"verdict {entry.judged} needs a refutation of what is printed"
    refuting = [r for r in records if r.method == "counterexample"]
    if any((r.subject or {}).get("hypotheses") is None for r in refuting):
        yield "hypotheses", "a refutation does not check that its witness meets the hypotheses (given=)"
    repaired = entry.repaired_by and known.get(entry.repaired_by, Standing("whole")).grade in WHOLE
    if entry.judged == "false" and on.grade == "refutation" and not repaired:
        told = f"; {entry.repaired_by} has {known[entry.repaired_by]}" if entry.repaired_by in known else ""
        yield "repair", f"what is true instead has no evidence: repaired_by must name a claim that has some{told}"
    # Each step has its receipt, and each receipt its step.
    steps = {step.receipt for step in entry.steps if step.receipt} | set(entry.samples)
    left = {record.step for record in records if record.step and record.method != "counterexample"}
    for step in sorted(steps - {record.step for record in records}):
        yield "step", f"no receipt for its step {step!r}"
    for step in entry.steps:
        if unseen := not_looked_at(step, records):
            yield "sizes", f"its step {step.receipt!r} is for {step.sizes!r}; its receipts do not show {unseen}"
    for step in sorted(left - steps):
        yield "step", f"a receipt for {step!r}, which is neither among its steps nor among its samples"


def held_formulas(entry: Entry, evidence: Evidence) -> tuple[int, int]:
    """The number of formulas in a row's words that its proofs compared, and of those that stand on its pages."""
    records = [found.record for found in evidence.records.get(entry.id, ())]
    return held(
        said(entry, evidence), records, [evidence.texts.get(page, "") for page in sorted(evidence.pages(entry.id))]
    )


# The fields of a lock that say something of a row alone; one that is not asked for is None.
ROWS = ("seal", "kept", "elsewhere", "formulas")


def row_problems(
    entry: Entry,
    evidence: Evidence,
    stand: Mapping[str, Standing],
    lists: Mapping[str, Mapping[str, Sequence[str]] | None],
    theorems: Collection[str] | None = None,
) -> list[str]:
    """The problems of one row, its evidence and its line in the lock; arguments as for `problems`."""
    id, told = entry.id, statement_problems(entry, evidence)
    told += evidence_problems(entry, evidence.records.get(id, []), stand)
    seals, noted, elsewhere, formulas = (lists.get(name) for name in ROWS)
    if seals is not None:
        told += bound(entry, evidence, seals, (lists.get("places") or {}).get(id, ()))
    if theorems is not None:
        named = {entry.theorem, *(step.theorem for step in entry.steps)} - {"", *theorems}
        how = "as its file is now; `make kernel` does"
        told += [("theorem", f"the kernel has not checked {name}, {how}") for name in sorted(named)]
    if noted is not None:
        told += [("kept", why) for why in not_kept(noted, id, kept(entry, evidence, stand[id]))]
    wrong = [f"{id}: {words} [{rule}]" for rule, words in told]
    if elsewhere is not None and entry.verdict != "not-testable":
        listed = elsewhere.get(id, [""])[0].split()
        if unseen := not_shown(entry, evidence, listed):
            wrong.append(
                f"{id}: its words say {', '.join(unseen)}, which none of its receipts shows; {REMEDY} [numbers]"
            )
        if idle := set(listed) - set(not_shown(entry, evidence)):
            wrong.append(f"{id}: {', '.join(sorted(idle))} need not be listed among the numbers that stand elsewhere")
    if formulas is not None and (now := list(map(str, held_formulas(entry, evidence)))) != (
        known := [*formulas.get(id, ("0", "0"))]
    ):
        wrong.append(
            f"{id}: {now[0]} formulas in its words are what its proofs compared and {now[1]} stand on its pages, where "
            f"{known[0]} and {known[1]} are noted; a formula was changed, or its line in the lock is old [formulas]"
        )
    return wrong


def problems(
    parts: Sequence[Part],
    evidence: Evidence,
    passed: set[str] | None = None,
    lock: Callable[[str], Mapping[str, Sequence[str]] | None] = lambda _: None,
    theorems: Mapping[str, Theorem] | None = None,
    only: Collection[str] | None = None,
) -> list[str]:
    """Everything that keeps the register from being right, one line each; empty when all is well.

    Args:
        parts: the register.
        evidence: what the executed pages and the tests hold.
        passed: the tests that passed (see `passed_tests`); None: any marked test counts.
        theorems: the theorems that the kernel has checked, as the files of proofs are now; None: not asked.
        lock: from the name of a field of the locks (see lock.py) to its values by claim; None: not asked.
        only: the rows whose own words, evidence and line in the lock are looked at, which takes most of the time; None:
            all of them.
    """
    wrong = schema_problems(parts) + evidence.malformed
    everything = {entry.id: entry for part in parts for entry in part.entries}
    stand = standings(everything, evidence)
    places, kills, lists = lock("places"), lock("kills"), {name: lock(name) for name in ROWS}
    for id, entry in everything.items():
        if only is not None and id not in only:
            continue
        wrong += row_problems(entry, evidence, stand, lists | {"places": places}, theorems)
        backing = [t for t in evidence.tests.get(id, []) if passed is None or t in passed]
        if entry.verdict != "not-testable" and not backing:
            wrong.append(f"{id}: no test that asserts something {'backs' if passed is None else 'passed to back'} it")
    if (noted := lists["kept"]) and (few := [id for id, row in noted.items() if len(row) < len(RULES)]):
        told = f"{few[0]} and {len(few) - 1} more rows" if len(few) > 1 else few[0]
        wrong.append(f"{told}: the lock keeps fewer facts of them than the kit knows; binding notes the others [kept]")
    noted_of = {id for name in FIELDS for id in (lock(name) or {})}
    wrong += [
        f"{id}: the lock has a line of it and the register no row; delete the line"
        for id in sorted(noted_of - {*everything, *(places or {})})
    ]
    if kills is not None:
        wrong += _rate_problems(everything, kills, lock("cells") or {})
    if places is not None:
        wrong += _place_problems(everything, places)
    if theorems is not None:
        wrong += edge_problems(everything, theorems)
    return wrong + _strangers(parts, everything, evidence)


def _rate_problems(
    everything: Mapping[str, Entry], kills: Mapping[str, Sequence[str]], cells: Mapping[str, Sequence[str]]
) -> list[str]:
    """Rows whose checks noticed no planted error, or of which none is known."""
    noticed = {id: int(kills.get(id, ["0"])[0]) + int(cells.get(id, ["0"])[0]) for id in {*kills, *cells}}
    wrong = [
        f"{id}: no error planted in its checks was noticed; `python -m claimbook mutation` prints the errors"
        for id, number in sorted(noticed.items())
        if not number
    ]
    judged = [id for id, entry in everything.items() if entry.verdict != "not-testable"]
    how = "`python -m claimbook check {}` notes it"
    return wrong + [f"{id}: it has no kill rate; {how.format(id)}" for id in judged if id not in noticed]


def _place_problems(everything: Mapping[str, Entry], places: Mapping[str, Sequence[str]]) -> list[str]:
    """The places of the papers that the register has lost, and the other way round."""
    printed = {id: entry.source for id, entry in everything.items() if entry.kind != "new"}
    wrong = [
        f"{id}: the paper says it ({place[0]}), and the register has lost it or moved it"
        for id, place in places.items()
        if printed.get(id) != place[0]
    ]
    wrong += [
        f"{id}: the list of places lacks it; give the first words of the passage in `begins` and bind it"
        for id in printed
        if id not in places
    ]
    return wrong + [
        f"{id}: its place in the paper lacks the first words" for id, place in places.items() if not place[1:2] > [""]
    ]


def _strangers(parts: Sequence[Part], everything: Mapping[str, Entry], evidence: Evidence) -> list[str]:
    """Checks, tests and statements of claims that the register lacks."""
    wrong = [
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
    return wrong + [
        f"{page}: states {id}, which the register lacks"
        for id, page in evidence.labels.items()
        if id not in everything and id.partition("/")[0] in covered
    ]


def statement_problems(entry: Entry, evidence: Evidence) -> list[tuple[str, str]]:
    """The problem with the home of a row's words: rule and words."""
    wrong, statement = [], evidence.statements.get(entry.id)
    if entry.statement:
        if statement is None or statement.label != entry.statement:
            wrong.append(("statement", f"no page states {entry.statement!r} under its id"))
        elif (statement.kind == "conjecture") != (entry.verdict == "conjecture") and entry.states != "printed":
            wrong.append(("statement", f"its page states it as a {statement.kind}, and its verdict is {entry.verdict}"))
        elif statement.title != entry.title and not statement.title.startswith(f"{entry.title} ("):
            wrong.append(("statement", f"its title is {entry.title!r}, and its page calls it {statement.title!r}"))
    elif statement:
        wrong.append(("statement", f"its page states it; name {statement.label!r} as its statement instead of words"))
    if statement:
        if found := leaning(statement.words):
            wrong.append(("statement", f"its statement holds {', '.join(found)}, which other pages cannot resolve"))
        wrong += [("proof", f"{words!r} in its proof is no reason") for words in idle(statement.after)]
    known = evidence.settings.get(home(entry, evidence), {})
    wrong += [("statement", f"its page has no setting (given-{name})=") for name in entry.given if name not in known]
    return wrong
