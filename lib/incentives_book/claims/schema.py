"""What an entry of the register must look like, whatever the evidence says."""

import re
from collections import Counter
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

from incentives_book.claims.register import KINDS, VERDICTS, Entry, Part

REQUIRED = ("id", "kind", "source", "title", "says", "verdict")

# What a verdict has to say beyond that, and no other verdict may say: so that no verdict turns into another one unseen.
NEEDED = {
    "holds-if": ("assumption", "affects"),
    "misprint": ("printed", "corrected", "affects"),
    "false": ("printed", "repair", "affects"),
    "differs": ("affects",),
    "not-testable": ("why",),
    "conjecture": ("searched",),
    "known": ("citation",),
}
OWN = sorted({field for needed in NEEDED.values() for field in needed})

# What is ours, and what is printed, can come out in other ways.
OURS = ("new", "known", "conjecture")

# What a definition or an assumption can be; it does not hold.
DEFINITIONS = ("well-posed", "satisfiable", "implemented")

CARRY_NOTHING = ("false", "differs", "not-testable", "conjecture")

ID = re.compile(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*")


def rests_on(entry: Entry) -> set[str]:
    """The claims that an entry uses, or that carry a step of its proof."""
    return {*entry.uses, *(step.claim for step in entry.steps if step.claim)}


def entry_problems(entry: Entry, part: str) -> list[str]:
    """What is wrong with one entry by itself."""
    name = entry.id or f"an entry of {part} without id"
    wrong = [f"{name}: unknown field {field}" for field in entry.unknown]
    wrong += [f"{name}: field {field} has the wrong type" for field in entry.ill_typed]
    wrong += [f"{name}: field {field} is missing" for field in REQUIRED if not getattr(entry, field)]
    wrong += [
        f"{name}: a verdict {entry.verdict} needs the field {field}"
        for field in NEEDED.get(entry.verdict, ())
        if not getattr(entry, field)
    ]
    wrong += [
        f"{name}: a verdict {entry.verdict} has no field {field}"
        for field in (*OWN, "repaired_by")
        if getattr(entry, field) and field not in (*NEEDED.get(entry.verdict, ()), *["repaired_by"] * (entry.verdict == "false"))
    ]
    answered = entry.kind == "prose" and entry.verdict == "new"  # a question that is printed, and answered here
    if entry.kind and (entry.kind == "new") != (entry.verdict in OURS) and not answered:
        wrong.append(f"{name}: what is {'ours' if entry.kind == 'new' else 'printed'} cannot be {entry.verdict}")
    if entry.runs and (entry.finite or entry.verdict != "new"):
        wrong.append(f"{name}: what tells of runs of ours is new, and not finite besides")
    if entry.finite and entry.verdict == "conjecture":
        wrong.append(f"{name}: what is finite can be decided, and is no conjecture")
    if entry.id and not (ID.fullmatch(entry.id) and entry.part == part):
        wrong.append(f"{name}: ids read {part}/<kind>-<label>, lower case with hyphens")
    if entry.kind and entry.kind not in KINDS:
        wrong.append(f"{name}: kind must be one of {', '.join(KINDS)}; got {entry.kind!r}")
    if entry.verdict and entry.verdict not in VERDICTS:
        wrong.append(f"{name}: verdict must be one of {', '.join(VERDICTS)}; got {entry.verdict!r}")
    if (entry.verdict in DEFINITIONS) and entry.kind not in ("definition", "algorithm", "new"):
        wrong.append(f"{name}: a verdict {entry.verdict} is for definitions; this is a {entry.kind}")
    if entry.kind == "definition" and entry.verdict == "holds":
        wrong.append(f"{name}: definitions do not hold; they are {', '.join(DEFINITIONS)} or misprint")
    named = [*(step.receipt for step in entry.steps if step.receipt), *entry.samples]
    wrong += [f"{name}: step {n!r} is listed twice" for n, count in Counter(named).items() if count > 1]
    if len(entry.title) > 70:
        wrong.append(f"{name}: the title has {len(entry.title)} characters, 70 are allowed")
    if "$" in entry.title:
        wrong.append(
            f"{name}: the title must do without formulas, which graphs cannot show; got {entry.title!r}"
        )
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
        )
        if getattr(entry, field).replace("\\$", "").count("$") % 2
    ]
    return wrong


def schema_problems(parts: Sequence[Part]) -> list[str]:
    """What is wrong with the register, one line each: fields, ids, and the graph of which claim uses which.

    >>> schema_problems([Part("coalitions", "key", "Title", (Entry(id="coalitions/lemma-1"),))])[0]
    'coalitions/lemma-1: field kind is missing'
    """
    wrong = [
        problem for part in parts for entry in part.entries for problem in entry_problems(entry, part.name)
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
        wrong += [
            f"{entry.id}: uses {used} twice" for used, count in Counter(entry.uses).items() if count > 1
        ]
    verdicts = {entry.id: entry.verdict for entry in everything}
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
