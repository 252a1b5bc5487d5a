"""A study from a CSV file: a row for each run, its kind in the column `study`, its fields in columns of their names."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from math import isfinite
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from incentives_book.csv_columns import Table, read_table
from incentives_book.study.study_file import kind_of


def _as_bool(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"expected true or false, got {text!r}")
    return text.lower() == "true"


def _as_float(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"expected a finite number, got {text!r}")
    return number


# How the words of an annotation read a cell; the first that does not refuse it counts.
READERS: dict[str, Callable[[str], Any]] = {"bool": _as_bool, "int": int, "float": _as_float, "str": str}


def _reader(annotation: str) -> Callable[[str], Any]:
    readers = [READERS[word] for word in READERS if word in annotation.split(" | ")]

    def read(text: str) -> Any:
        for one in readers:
            try:
                return one(text)
            except ValueError:
                continue
        raise ValueError(f"expected {annotation.replace('float', 'finite float')}, got {text!r}")

    return read


def study_text(table: Table) -> str:
    """The study file that asks for the runs of a table; a blank cell takes the usual value of its field.

    Raises:
        ValueError: no column `study`, rows of several kinds, a column that is no field, or an entry of another
            type or, of a float, that is not finite.

    >>> from incentives_book.csv_columns import parsed
    >>> print(study_text(parsed("study,players,concept\\nempty-core,3,nash\\n", "runs.csv")))
    study = "empty-core"
    <BLANKLINE>
    [[run]]
    players = 3
    concept = "nash"
    """
    kinds = sorted(set(table.column("study")))
    if len(kinds) > 1:
        raise ValueError(f"{table.source} must hold runs of one kind of study, got {', '.join(kinds)}")
    known = {field.name: _reader(str(field.type)) for field in fields(kind_of(kinds[0]).setting)}
    if unknown := [name for name in table.names if name not in known and name != "study"]:
        raise ValueError(f"{table.source} has a column {unknown[0]!r}; a run has {', '.join(known)}")
    parts = [f"study = {json.dumps(kinds[0])}"]
    for line, row in table.rows:
        lines = ["[[run]]"]
        for name, cell in row.items():
            if name != "study" and cell:
                lines.append(f"{name} = {json.dumps(table.entry(line, name, cell, known[name]), ensure_ascii=False)}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


@contextmanager
def as_study_file(path: str) -> Iterator[Path]:
    """A study file with the runs of a CSV file, beside it while it is needed, so that records go beside it as well.

    Args:
        path: the CSV file; `-` for the standard input, whose records go to the folder that one is in.
    """
    text = study_text(read_table(path))
    handle, name = mkstemp(suffix=".toml", dir=Path(path).resolve().parent if path != "-" else Path.cwd(), text=True)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        yield Path(name)
    finally:
        Path(name).unlink()
