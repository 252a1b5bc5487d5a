"""The register with its evidence as data: one value for machines, and what the claims of each part stand on."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path

from claimbook.book import current
from claimbook.evidence import Evidence
from claimbook.kernel import receipt
from claimbook.lock import read_lists
from claimbook.receipts import grade
from claimbook.register import Part
from claimbook.spans import spans
from claimbook.standing import WORDS, standings
from claimbook.words import words

SCHEMA = 3  # of the JSON: raised when a field changes its meaning or goes


def as_json(
    register: Sequence[Part],
    evidence: Evidence,
    wrong: Sequence[str],
    lists: Path,
    twice: Collection[tuple[str, str, str]] = (),
) -> dict[str, object]:
    """Register, evidence and problems as one value that JSON can hold; `twice` is what Coq accepts too."""
    places, kills, cells, held = (read_lists(lists, name) for name in ("places", "kills", "cells", "formulas"))
    known = standings({entry.id: entry for part in register for entry in part.entries}, evidence)
    claims = []
    for part in register:
        for entry in part.entries:
            row = {
                name: value for name, value in asdict(entry).items() if name not in ("unknown", "ill_typed") and value
            }
            found = evidence.records.get(entry.id, [])
            row["says"] = words(entry, evidence)
            row["stands_on"] = asdict(known[entry.id]) | {
                "words": str(known[entry.id]),
                "not_by_machine": known[entry.id].not_by_machine(),
            }
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
            row["spans"] = [asdict(span) for span in spans(entry, evidence)]
            claims.append(row)
    heads = [{"name": part.name, "paper": part.paper, "title": part.title} for part in register]
    return json.loads(
        json.dumps(
            {"schema": SCHEMA, "version": current().version, "parts": heads, "claims": claims, "problems": list(wrong)}
        )
    )


def table(register: Sequence[Part], evidence: Evidence) -> dict[str, dict[str, int]]:
    """A table of what the rows of each part stand on: counts by part, of rows and of steps."""
    known = standings({entry.id: entry for part in register for entry in part.entries}, evidence)
    counted = {}
    for part in register:
        on = [known[entry.id] for entry in part.entries if entry.verdict != "not-testable"]
        grades = Counter(s.grade for s in on)
        counted[part.name] = {name: grades[name] for name in WORDS} | {
            "steps carried": sum(s.done for s in on),
            "of steps": sum(s.of for s in on),
        }
    return counted
