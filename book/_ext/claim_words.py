"""The words of a row: on one line, where it is checked, where the paper says it, and what the pages found against it."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from badges import readable

from incentives_book.claims.evidence import Evidence
from incentives_book.claims.register import Entry


def one_line(text: str) -> str:
    """Text of the register on one line, as a cell of a table needs it."""
    return re.sub(r"\s+", " ", text).strip()


def pages_of(entry: Entry, evidence: Evidence) -> list[str]:
    """The pages that check an entry: where it is stated first, then in order of the number of checks."""
    seen = [found.page for found in evidence.records.get(entry.id, [])]
    stated = evidence.labels.get(entry.id)
    return sorted(set(seen), key=lambda page: (page != stated, -seen.count(page), page))


def where(entry: Entry, evidence: Evidence, root: Path) -> str:
    """Links to the pages that check an entry, and to the statement itself where it is typeset as one."""
    links = [f"{{checked}}`{page}#{entry.anchor}`" for page in pages_of(entry, evidence)]
    if entry.id in evidence.anchors:
        links.insert(0, f"{{prf:ref}}`the statement <{evidence.anchors[entry.id]}>`")
    return " · ".join(links) or "no page"


def place(entry: Entry, places: Mapping[str, Sequence[str]]) -> str:
    """Where the paper says it, with the first words of the passage where they are noted."""
    first = places.get(entry.id, ["", ""])[-1] if entry.kind != "new" else ""
    return one_line(entry.source) + (f" (\u201c{first}\u2009…\u201d)" if first else "")


def witnesses(entry: Entry, evidence: Evidence) -> list[str]:
    """The counterexamples that the pages found, as text."""
    found = [
        f.record.subject or {} for f in evidence.records.get(entry.id, []) if f.record.method == "counterexample"
    ]
    told = [
        ", ".join(f"{name} = {value}" for name, value in subject.get("witness", {}).items())
        for subject in found
    ]
    return list(dict.fromkeys(readable(text) for text in told if text))
