"""The form of an entry of the register, whatever the evidence says."""

import re
from collections import Counter
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

from claimbook.register import KINDS, VERDICTS, Entry, Part
from claimbook.standing import idle

REQUIRED = ("id", "kind", "source", "title", "verdict")

# What a verdict has to say beyond that, and no other verdict may say: so that no verdict turns into another one unseen.
NEEDED = {
    "holds-if": ("assumption", "affects"),
    "misprint": ("printed", "corrected", "affects"),
    "false": ("printed", "repair", "affects"),
    "depends": ("under",),
    "differs": ("affects",),
    "not-testable": ("why",),
    "conjecture": ("searched",),
    "known": ("citation",),
}
STATES = ("printed", "right")
LABEL = re.compile(r"[a-z]+/(theorem|lemma|corollary|proposition)-((?:[a-z]-)?\d+(?:-\d+)*)(?:-.*)?")
OWN = sorted({field for needed in NEEDED.values() for field in needed})

# What is ours, and what is printed, can come out in other ways.
OURS = ("new", "known", "conjecture")

# What a definition or an assumption can be; it does not hold.
DEFINITIONS = ("well-posed", "satisfiable", "implemented")

# What a statement can be under a reading of a formula that we have not seen.
UNDER = ("holds", "holds-if", "false", *DEFINITIONS)

# How a reading says that what is printed has not been seen. Lost numbers, tables and figures are another matter: a
# sentence about them can be read, and is judged on runs of ours.
LOST = re.compile(
    r"\b(formulas?|equations?|inequality|eq|lines?|listing|map|multiplier|sum|condition|moves|definition)\b[^.;]*\blost\b"
    r"|\blost (formula|eq|cost)",
    re.IGNORECASE,
)

CARRY_NOTHING = ("false", "differs", "not-testable", "conjecture")

ID = re.compile(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*")


def rests_on(entry: Entry) -> set[str]:
    """The claims that an entry uses, or that carry a step of its proof."""
    return {*entry.uses, *(step.claim for step in entry.steps if step.claim)}


def entry_problems(entry: Entry, part: str) -> list[str]:
    """The problems of one entry by itself."""
    name = entry.id or f"an entry of {part} without id"
    wrong = [f"{name}: unknown field {field}" for field in entry.unknown]
    wrong += [f"{name}: field {field} has the wrong type" for field in entry.ill_typed]
    wrong += [f"{name}: field {field} is missing" for field in REQUIRED if not getattr(entry, field)]
    lost = bool(LOST.search(entry.reading.replace("Eq.", "Eq")))
    if entry.verdict == "depends":
        if entry.under not in UNDER:
            wrong.append(f"{name}: under must be one of {', '.join(UNDER)}; got {entry.under!r}")
        if not lost:
            wrong.append(f"{name}: a verdict depends needs a reading that says which formula is lost")
    elif lost and entry.verdict in (*UNDER, "misprint"):
        wrong.append(f"{name}: its reading says that a formula is lost, so its verdict is depends, not {entry.verdict}")
    needed = (*NEEDED.get(entry.verdict, ()), *(NEEDED.get(entry.judged, ()) if entry.verdict == "depends" else ()))
    wrong += [
        f"{name}: a verdict {entry.verdict} needs the field {field}" for field in needed if not getattr(entry, field)
    ]
    wrong += [
        f"{name}: a verdict {entry.verdict} has no field {field}"
        for field in (*OWN, "repaired_by")
        if getattr(entry, field)
        and field not in (*needed, *["repaired_by"] * (entry.judged == "false"))
        and not (field == "printed" and entry.states == "right")
    ]
    if bool(entry.says) == bool(entry.statement):
        wrong.append(f"{name}: its words stand in says or in a statement of its page, and in one of them only")
    turned = entry.judged in ("false", "misprint", "holds-if")
    if entry.statement and turned and entry.states not in STATES:
        wrong.append(
            f"{name}: states must say whether its statement gives what is {' or what is '.join(map(repr, STATES))}; "
            f"got {entry.states!r}"
        )
    if entry.states and not (entry.statement and turned):
        wrong.append(f"{name}: states belongs to a statement about what is wrong or incomplete in print")
    if entry.states == "right" and not entry.printed:
        wrong.append(f"{name}: its statement gives what is right, so the field printed needs the paper's words")
    both = [step for step in entry.steps if (step.finite or step.sizes) and not step.receipt]
    both += [step for step in entry.steps if step.finite and step.sizes]
    wrong += [f"{name}: finite or sizes belongs to a step with a receipt, one of them" for _ in both[:1]]
    if entry.kind != "proof-step" and (of_id := LABEL.fullmatch(entry.id)):
        place = f"{of_id[1].capitalize()} {re.sub('-(?=[0-9])', '.', of_id[2]).upper()}"
        if not re.search(rf"{re.escape(place)}(?![.\d])", entry.source):
            wrong.append(f"{name}: its id says {place}, and its source does not; got {entry.source!r}")
    argued = set(re.findall(r"[a-z]{4,}", entry.argument.lower()))
    if entry.argument and "$" not in entry.argument and len(argued) < 2:
        wrong.append(f"{name}: its argument must give a reason, in a sentence; got {entry.argument!r}")
    for text in (entry.argument, *(step.prose for step in entry.steps)):
        wrong += [f"{name}: {words!r} is no reason, and a step rests on it" for words in idle(text)]
    answered = entry.kind == "prose" and entry.verdict == "new"  # a question that is printed, and answered here
    if entry.kind and (entry.kind == "new") != (entry.verdict in OURS) and not answered:
        wrong.append(f"{name}: what is {'ours' if entry.kind == 'new' else 'printed'} cannot be {entry.verdict}")
    if entry.runs and (entry.finite or entry.verdict != "new"):
        wrong.append(f"{name}: what tells of runs of ours is new, and not finite besides")
    if entry.finite and entry.verdict == "conjecture":
        wrong.append(f"{name}: what is finite can be decided, and is no conjecture")
    if entry.literature and entry.verdict != "new":
        wrong.append(f"{name}: a verdict {entry.verdict} has no field literature")
    if entry.id and not (ID.fullmatch(entry.id) and entry.part == part):
        wrong.append(f"{name}: ids read {part}/<kind>-<label>, lower case with hyphens")
    if entry.kind and entry.kind not in KINDS:
        wrong.append(f"{name}: kind must be one of {', '.join(KINDS)}; got {entry.kind!r}")
    if entry.verdict and entry.verdict not in VERDICTS:
        wrong.append(f"{name}: verdict must be one of {', '.join(VERDICTS)}; got {entry.verdict!r}")
    if (entry.judged in DEFINITIONS) and entry.kind not in ("definition", "algorithm", "new"):
        wrong.append(f"{name}: a verdict {entry.judged} is for definitions; this is a {entry.kind}")
    if entry.kind == "definition" and entry.judged == "holds":
        wrong.append(f"{name}: definitions do not hold; they are {', '.join(DEFINITIONS)} or misprint")
    named = [*(step.receipt for step in entry.steps if step.receipt), *entry.samples]
    wrong += [f"{name}: step {n!r} is listed twice" for n, count in Counter(named).items() if count > 1]
    if len(entry.title) > 70:
        wrong.append(f"{name}: the title has {len(entry.title)} characters, 70 are allowed")
    if "$" in entry.title:
        wrong.append(f"{name}: the title must do without formulas, which graphs cannot show; got {entry.title!r}")
    wrong += [
        f"{name}: the dollar signs in {field} do not pair up"
        for field in (
            "says",
            "assumption",
            "printed",
            "corrected",
            "repair",
            "affects",
            "argument",
            "why",
            "searched",
            "reading",
            "phrase",
            "literature",
        )
        if getattr(entry, field).replace("\\$", "").count("$") % 2
    ]
    return wrong


def schema_problems(parts: Sequence[Part]) -> list[str]:
    """The problems of the register, one line each: fields, ids, and the graph of which claim uses which.

    >>> schema_problems([Part("coalitions", "key", "Title", (Entry(id="coalitions/lemma-1"),))])[0]
    'coalitions/lemma-1: field kind is missing'
    """
    wrong = [problem for part in parts for entry in part.entries for problem in entry_problems(entry, part.name)]
    wrong += [
        f"{entry.id}: a part without a paper holds what is ours, of kind new; got {entry.kind!r}"
        for part in parts
        for entry in part.entries
        if not part.paper and entry.kind != "new"
    ]
    everything = [entry for part in parts for entry in part.entries]
    ids = Counter(entry.id for entry in everything)
    wrong += [f"{id}: {count} entries have this id" for id, count in ids.items() if id and count > 1]
    for entry in everything:
        wrong += [
            f"{entry.id}: uses {used}, which the register lacks"
            for used in (*entry.uses, entry.repaired_by, *(step.claim for step in entry.steps))
            if used and used not in ids
        ]
        wrong += [f"{entry.id}: uses {used} twice" for used, count in Counter(entry.uses).items() if count > 1]
    verdicts = {entry.id: entry.judged for entry in everything}
    wrong += [
        f"{entry.id}: a step is carried by {step.claim}, whose verdict is {verdicts[step.claim]}"
        for entry in everything
        for step in entry.steps
        if verdicts.get(step.claim) in CARRY_NOTHING
    ]
    telling = {entry.id for entry in everything if entry.runs}
    wrong += [
        f"{entry.id}: a step is carried by {step.claim}, which tells of runs"
        for entry in everything
        for step in entry.steps
        if step.claim in telling and not entry.runs
    ]
    wrong += [
        f"{entry.id}: it is repaired by {entry.repaired_by}, whose verdict is {verdicts[entry.repaired_by]}"
        for entry in everything
        if verdicts.get(entry.repaired_by) in CARRY_NOTHING
    ]
    try:
        tuple(TopologicalSorter({entry.id: rests_on(entry) for entry in everything}).static_order())
    except CycleError as error:
        wrong.append(f"claims use each other in a circle: {' -> '.join(error.args[1])}")
    return wrong
