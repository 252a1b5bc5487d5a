"""The seal of a row: digests of its words, of what its page states, of its checks, and of the code below them.

The seal is renewed by `python -m claimbook --bind ID ...`, which shows what changed: a change of one
without a look at the others fails.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from claimbook.book import current
from claimbook.checked import Theorem, read_checked
from claimbook.evidence import Evidence, Found
from claimbook.proof_words import meanings
from claimbook.receipts import grade
from claimbook.register import Entry

PARTS = ("its words", "the statement on its page", "its checks", "the code below its checks")
NO_WORDS = ("begins", "page", "unknown", "ill_typed")  # the first words are sealed with the place


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]


def fields_of(entry: Entry) -> dict[str, object]:
    """The words of a row: every field that it fills in, its steps without what they leave open."""
    filled = {name: value for name, value in asdict(entry).items() if value and name not in NO_WORDS}
    if "steps" in filled:
        filled["steps"] = [{name: text for name, text in step.items() if text} for step in filled["steps"]]
    return filled


def stated(entry: Entry, evidence: Evidence) -> list[str]:
    """The settings of a row, its statement, and all that follows it on its page up to the next one or a heading."""
    statement = evidence.statements.get(entry.id)
    given = evidence.settings.get(home(entry, evidence), {})
    texts = [*(given.get(name, "") for name in entry.given), *([statement.words, statement.after] if statement else [])]
    return [" ".join(text.split()) for text in texts]


def home(entry: Entry, evidence: Evidence) -> str:
    """The page of a row: where its statement stands, else in whose file it does."""
    return evidence.labels.get(entry.id) or entry.page


def checked(entry: Entry, found: Iterable[Found]) -> list[str]:
    """The comparisons of a row's checks, one text each; where they stand and how they went does not matter.

    Cases count by what they hold where that is exact. Rounded numbers may differ in their last digits between machines,
    and what tells of runs was measured on one: of such cases only the number counts.
    """
    told = []
    for f in found:
        r = f.record
        listed = r.method == "every" and (not r.exact or grade(entry, r) == "description")
        told.append(json.dumps([r.method, r.step, r.source, r.symbols, r.cases if listed else r.subject, f.hidden]))
    return sorted(told)


def rests_on(found: Iterable[Found]) -> dict[str, str]:
    """The definitions that the checks of a row rest on, each with a digest of its text."""
    return {f"{f.page if name.startswith('page:') else ''}{name}": text for f in found for name, text in f.code.items()}


def kernel_text(entry: Entry, known: Mapping[str, Theorem] | None = None) -> list[str]:
    """The statements, closed by the kernel, of the theorems that a row names, and the definitions that they rest on:
    they are sealed with its words.
    """
    known, proofs = read_checked() if known is None else known, current().folder("proofs")
    named = [known[n] for n in [entry.theorem, *(step.theorem for step in entry.steps)] if n in known]
    below = {text for each in named for text in meanings(proofs, each.name.partition(".")[0], each.statement)}
    return [*(f"{each.name} {each.statement}" for each in named), *sorted(below)]


def _code(found: Found) -> list[tuple[str, str]]:
    """Name and text of the definitions below a check; in which module they stand does not matter."""
    return sorted((name.rpartition(":")[2], text) for name, text in found.code.items())


def binding(entry: Entry, evidence: Evidence, place: Sequence[str] = ()) -> list[str]:
    """The seal of one row: four digests, of words and place, statement, checks, code."""
    found = evidence.records.get(entry.id, [])
    seen = sorted((f.page, f.record.method, f.record.step, f.record.source, _code(f)) for f in found)
    return [
        _digest([fields_of(entry), list(place), *kernel_text(entry)]),
        _digest(stated(entry, evidence)),
        _digest(checked(entry, found)),
        _digest(seen),
    ]


def bound(
    entry: Entry, evidence: Evidence, seals: Mapping[str, Sequence[str]], place: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """The problem with the seal of a row: a rule and words, or nothing."""
    how = f"`python -m claimbook check {entry.id}` shows what changed, `--bind {entry.id}` renews it"
    if entry.id not in seals:
        return [("binding", f"its words and its checks have not been compared; {how}")]
    pairs = zip(PARTS, seals[entry.id], binding(entry, evidence, place), strict=True)
    if changed := [name for name, old, new in pairs if old != new]:
        return [("changed", f"{' and '.join(changed)} changed since words and checks were compared; {how}")]
    return []


def side_by_side(entry: Entry, evidence: Evidence) -> str:
    """Words, statement and checks of a row, for somebody who is to compare them."""
    lines = [f"{entry.id}", *(f"  {name}: {value}" for name, value in fields_of(entry).items() if name != "id")]
    lines += [f"  KERNEL {text}" for text in kernel_text(entry)]
    lines += [f"  STATED: {text}" for text in stated(entry, evidence) if text]
    for f in evidence.records.get(entry.id, []):
        record = f.record
        lines.append(f"  CHECK {record.method} {record.step!r} on {f.page}{' (hidden)' * f.hidden}: {record.statement}")
        lines += [f"    | {line}" for line in record.source.splitlines()]
        lines += [f"    symbols: {', '.join(record.symbols)}"] * bool(record.symbols)
    return "\n".join(lines)
