"""The lock of a part: what the gate noted of each row, one line a row, in `<part>.lock`.

Written by commands, read by the gate; a line is a JSON object. Its fields:

    places     where the paper says it, and its first words
    seal       digests of words, statement, checks and code, as they were last compared
    kept       what binding again does not change by itself
    formulas   how many formulas in the words proofs compared, and how many stand on the pages
    kills      planted errors in its formulas: noticed, and how many there were
    cells      the same of the code of its checks
    elsewhere  numbers in its words that no receipt shows, and where they stand
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

FIELDS = ("places", "seal", "kept", "formulas", "kills", "cells", "elsewhere")


def _read(path: Path) -> dict[str, dict[str, list[str]]]:
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {row.pop("id"): row for row in rows}


def read_lists(folder: Path, name: str) -> dict[str, list[str]]:
    """One field of the locks in a folder, by the id of the row."""
    rows = {id: row for path in sorted(folder.glob("*.lock")) for id, row in _read(path).items()}
    return {id: row[name] for id, row in rows.items() if name in row}


def write_lists(folder: Path, name: str, rows: Mapping[str, Iterable[str]]) -> None:
    """Write one field of the locks: the rows named have it, no other has.

    Raises:
        ValueError: a lock has no such field.
    """
    if name not in FIELDS:
        raise ValueError(f"name must be one of {', '.join(FIELDS)}; got {name!r}")
    for part in {id.partition("/")[0] for id in rows}:
        path = folder / f"{part}.lock"
        known = _read(path) if path.is_file() else {}
        for row in known.values():
            row.pop(name, None)
        for id in rows:
            if id.startswith(f"{part}/"):
                known.setdefault(id, {})[name] = list(rows[id])
        lines = [
            json.dumps(
                {"id": id} | {field: known[id][field] for field in FIELDS if field in known[id]}, ensure_ascii=False
            )
            for id in sorted(known)
            if known[id]
        ]
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
