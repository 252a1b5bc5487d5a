"""The register with its evidence as data: one value for machines, and what the claims of each part stand on."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from incentives import __version__
from incentives_book.claims.bindings import read_lists
from incentives_book.claims.evidence import Evidence
from incentives_book.claims.kernel import receipt
from incentives_book.claims.receipts import Record, grade
from incentives_book.claims.register import Entry, Part
from incentives_book.claims.verdicts import owing, standing

SCHEMA = 2  # of the JSON: raised when a field changes its meaning or goes


def visible(evidence: Evidence, entry: Entry) -> list[Record]:
    """The records of an entry that a reader sees."""
    return [found.record for found in evidence.records.get(entry.id, []) if not found.hidden]


def as_json(
    register: Sequence[Part],
    evidence: Evidence,
    wrong: Sequence[str],
    lists: Path,
    twice: Collection[tuple[str, str, str]] = (),
) -> dict[str, object]:
    """Register, evidence and problems as one value that JSON can hold; `twice` is what Coq accepts too."""
    owed, places, kills, cells, held = (read_lists(lists, name) for name in ("debts", "places", "kills", "cells", "formulas"))
    claims = []
    for part in register:
        for entry in part.entries:
            row = {
                name: value
                for name, value in asdict(entry).items()
                if name not in ("unknown", "ill_typed") and value
            }
            found = evidence.records.get(entry.id, [])
            row["stands_on"] = asdict(standing(entry, visible(evidence, entry), owing(owed)))
            row["debts"] = owed.get(entry.id, [])
            row["first_words"] = places.get(entry.id, ["", ""])[-1]
            row["errors_noticed"] = [int(number) for number in kills.get(entry.id, [])]
            row["errors_noticed_in_code"] = [int(number) for number in cells.get(entry.id, [])]
            row["formulas_compared"], row["formulas_on_its_pages"] = map(int, held.get(entry.id, ("0", "0")))
            row["evidence"] = [
                {
                    "page": f.page,
                    "hidden": f.hidden,
                    "grade": grade(entry, f.record),
                    "checked_twice": receipt(f.record) in twice,
                    **asdict(f.record),
                }
                for f in found
            ]
            row["tests"] = evidence.tests.get(entry.id, [])
            claims.append(row)
    heads = [{"name": part.name, "paper": part.paper, "title": part.title} for part in register]
    return json.loads(
        json.dumps({"schema": SCHEMA, "version": __version__, "parts": heads, "claims": claims, "problems": list(wrong)})
    )


STANDINGS = ["proof", "steps", "decided", "inspection", "refutation", "experiment", "description", "sample", "prose", "nothing"]


def table(register: Sequence[Part], evidence: Evidence, owed: Mapping[str, Sequence[str]]) -> dict[str, dict[str, int]]:
    """What the rows of each part stand on, and what they owe: counts by part."""
    counted = {}
    for part in register:
        on = [standing(e, visible(evidence, e), owing(owed)) for e in part.entries if e.verdict != "not-testable"]
        grades = Counter("sample" if s.grade == "statistical" else s.grade for s in on)
        counted[part.name] = {name: grades[name] for name in STANDINGS} | {
            "steps carried": sum(s.done for s in on),
            "of steps": sum(s.of for s in on),
            "debts": sum(len(owed.get(entry.id, [])) for entry in part.entries),
        }
    return counted
