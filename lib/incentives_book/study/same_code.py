"""Digests of code, data and machinery that gave the same numbers, each pair shown by a run that was repeated.

A rewrite that means to change nothing changes the digest of the code all the same. `runner.confirm` repeats a run with
the code of today; if every number that comes out is the one recorded, the pair of digests goes to `same-code.txt`
beside the records, a line `earlier later key` with the key of the record that was repeated, and records of the earlier
code count. The same goes for what a record says of its machinery, and for data that an old record does not state:
`runner` names them. Where the way of digesting changed, and not the code, no run is needed: both digests are of one
source.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NAME = "same-code.txt"
_LINE = re.compile(r"([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+)")


def same_as(store: str | Path, code: str | None) -> set[str]:
    """The digest itself, and all that are tied to it by the list beside a store; nothing for None.

    Args:
        store: the file of records.
        code: a digest.

    Raises:
        ValueError: a line of the list is none; the message names it.

    >>> same_as("no/such/records.jsonl", "0123")
    {'0123'}
    """
    if code is None:
        return set()
    pairs, found = _pairs(Path(store).with_name(NAME)), {code}
    while more := {digest for pair in pairs for digest in pair if found & set(pair)} - found:
        found |= more
    return found


def _pairs(path: Path) -> list[tuple[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = []
    for number, line in enumerate(lines, start=1):
        if not (match := _LINE.fullmatch(line)):
            raise ValueError(f"line {number} of {path} must be an earlier digest, a later one and a key, got {line!r}")
        pairs.append((match[1], match[2]))
    return pairs


def note_same(store: str | Path, earlier: str, later: str, key: str) -> None:
    """Add a pair, and the key of the record for which both gave the same numbers."""
    with Path(store).with_name(NAME).open("a", encoding="utf-8") as file:
        file.write(f"{earlier} {later} {key}\n")


def differences(before: Mapping[str, Any], now: Mapping[str, Any], where: str = "") -> list[str]:
    """The fields in which what came out differs, seconds apart, by their paths.

    Args:
        before: a record; what `now` lacks is not compared.
        now: fields of a run.

    >>> differences({"score": 1, "seconds": 2, "extra": {"a": 1}}, {"score": 1, "seconds": 9, "extra": {"a": 2}})
    ['extra.a']
    """
    found = []
    for name, value in now.items():
        if "seconds" in name or name == "made_with":
            continue
        if isinstance(value, Mapping) and isinstance(before.get(name), Mapping):
            found += differences(before[name], value, f"{where}{name}.")
            found += [f"{where}{name}.{lost}" for lost in before[name].keys() - value.keys() if "seconds" not in lost]
        elif name not in before or before[name] != value:
            found.append(where + name)
    return found
