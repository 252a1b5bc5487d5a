"""Words bound to checks: a digest of what a row says and of what its checks compared, kept in `book/register`.

The digest is renewed by `python -m incentives_book.claims --bind ID ...`, which shows words and checks side by side: a
change of one without a look at the other fails.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from incentives_book.claims.evidence import Found
from incentives_book.claims.register import Entry


def read_lists(folder: Path, name: str) -> dict[str, list[str]]:
    """The lists `<part>.<name>.txt` of a folder: for each id what stands behind it, split at tabs."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob(f"*.{name}.txt")))
    rows = (line.split("\t") for text in texts for line in text.splitlines())
    return {id: rest for id, *rest in rows}


def write_lists(folder: Path, name: str, rows: Mapping[str, Iterable[str]]) -> None:
    """Write such lists, one for each part, in the order of the ids."""
    for part in {id.partition("/")[0] for id in rows}:
        lines = ["\t".join((id, *rows[id])) for id in sorted(rows) if id.startswith(f"{part}/")]
        (folder / f"{part}.{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def words(entry: Entry) -> dict[str, object]:
    """What a row says: every field that it fills in."""
    return {name: value for name, value in asdict(entry).items() if value}


def checked(found: Iterable[Found]) -> list[str]:
    """What the checks of a row compared, one text each; where they stand and how they went does not matter.

    Of cases only their number counts: what they hold may have been measured on this machine. A cold run of the pages
    (`python book/execute.py --cold`) compares them.
    """
    told = [(f.record, f.hidden, f.record.method == "every") for f in found]
    return sorted(
        json.dumps([r.method, r.step, r.source, r.symbols, r.cases if cases else r.subject, hidden])
        for r, hidden, cases in told
    )


def binding(entry: Entry, found: Iterable[Found]) -> str:
    """The digest of one row: its words and its checks."""
    return hashlib.sha256(json.dumps([words(entry), checked(found)]).encode()).hexdigest()[:12]


def bound(
    entry: Entry, found: Iterable[Found], bindings: Mapping[str, Iterable[str]]
) -> list[tuple[str, str]]:
    """What is wrong with the binding of a row: a rule and words, or nothing."""
    if bindings.get(entry.id) == [binding(entry, found)]:
        return []
    rule, done = ("changed", "have changed since they were") if entry.id in bindings else ("binding", "have not been")
    how = f"`python -m incentives_book.claims --bind {entry.id}` shows both"
    return [(rule, f"its words and its checks {done} compared; {how}")]


def side_by_side(entry: Entry, found: Iterable[Found]) -> str:
    """Words and checks of a row, for somebody who is to compare them."""
    lines = [f"{entry.id}", *(f"  {name}: {value}" for name, value in words(entry).items() if name != "id")]
    for f in found:
        record = f.record
        lines.append(
            f"  CHECK {record.method} {record.step!r} on {f.page}{' (hidden)' * f.hidden}: {record.statement}"
        )
        lines += [f"    | {line}" for line in record.source.splitlines()]
        lines += [f"    symbols: {', '.join(record.symbols)}"] * bool(record.symbols)
    return "\n".join(lines)
