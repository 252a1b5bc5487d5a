"""What studies share: settings read from tables of a TOML file, and runs that leave one record each.

A study file holds tables of one name; each becomes one run per entry of the lists that it may vary, such as `seeds`.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from incentives_book.study.records import add_record, key_of, made_with, read_records, unfinished

Setting = TypeVar("Setting")
SEEDS: Mapping[str, tuple[str, Sequence[Any]]] = {"seeds": ("seed", (0,))}


def read_settings(
    study: str | Path,
    table: str,
    setting: Callable[..., Setting],
    *,
    lists: Mapping[str, tuple[str, Sequence[Any]]] = SEEDS,
) -> list[Setting]:
    """The runs that a study file asks for, in its order; the last of the lists turns fastest.

    Args:
        study: a TOML file.
        table: name of its tables.
        setting: a dataclass whose fields the tables may hold.
        lists: what a table may list instead of a field, as list: (field, entries if the table has no such list).

    Raises:
        ValueError: the file has no such table, a field is unknown, or what `setting` refuses.
    """
    tables = tomllib.loads(Path(study).read_text(encoding="utf-8")).get(table, [])
    if not tables:
        raise ValueError(f"{study} must hold at least one [[{table}]]")
    listed = [field for field, _ in lists.values()]
    known = [f.name for f in fields(setting) if f.name not in listed]
    settings = []
    for asked in tables:
        unknown = sorted(asked.keys() - {*known, *lists})
        if unknown:
            raise ValueError(f"a [[{table}]] has no field {unknown}; it has {sorted([*known, *lists])}")
        given = {name: value for name, value in asked.items() if name in known}
        for entries in product(*(asked.get(name, default) for name, (_, default) in lists.items())):
            settings.append(setting(**given, **dict(zip(listed, entries, strict=True))))
    return settings


def run_settings(
    study: str | Path,
    settings: Sequence[Any],
    run: Callable[[Any], Mapping[str, Any]],
    *,
    packages: Sequence[str] = ("numpy", "torch"),
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Run the settings that have no record in `records.jsonl` beside the study file; return all its records.

    Args:
        study: the study file.
        settings: dataclasses of plain values; their fields are the record's settings.
        run: what one of them gives.
        packages: whose versions a record names.
        progress: whether to show a bar.
    """
    from tqdm import tqdm

    store = Path(study).with_name("records.jsonl")
    left = {key_of(told) for told in unfinished(store, map(asdict, settings))}
    waiting = {key_of(asdict(setting)): setting for setting in settings}
    for key in tqdm([key for key in waiting if key in left], disable=not progress):
        setting = waiting[key]
        add_record(store, asdict(setting), **run(setting), made_with=made_with(*packages))
    return read_records(store)


def run_from_command_line(
    arguments: Sequence[str] | None,
    run_study: Callable[[Path], Sequence[Mapping[str, Any]]],
    line: Callable[[Mapping[str, Any]], str],
    *,
    about: str,
    table: str,
) -> None:
    """Run the study that the command line names, and print one line per record.

    Args:
        arguments: words of the command line; those of this process if None.
        run_study: runs a study file and returns its records.
        line: what a record says in one line.
        about: what the study is, for its help.
        table: name of the study file's tables.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("study", type=Path, help=f"TOML file with [[{table}]] tables")
    for record in run_study(parser.parse_args(arguments).study):
        print(line(record))
