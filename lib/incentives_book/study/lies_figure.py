"""The figure of lies to a language model, from records alone.

python -m incentives_book.study.lies_figure experiments/lies-to-a-language-model/records.jsonl figure.svg
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from incentives_book.study.lies_to_a_language_model import TABLES
from incentives_book.study.records import newest, read_records

NAMED = ("game", "model", "sizes")  # by which the command says what it drew
LABELS = {"beta": "share of its own reward in the report", "alpha": "factor of its size"}


def over_seeds(records: Sequence[Mapping[str, Any]], curve: str) -> tuple[list[float], np.ndarray, np.ndarray]:
    """What was told, and what the first group expects with and without payments, shape (records, reports).

    Raises:
        ValueError: no records, records of other lies, or records that differ in more than the seed.
    """
    if other := _other_than_seeds(records):
        raise ValueError(f"records must differ in the seed alone; got {other}")
    found = [record["curves"][curve] for record in records]
    if not found or any(each["told"] != found[0]["told"] for each in found):
        raise ValueError(f"records must tell the same lies; got {[each['told'] for each in found]}")
    return found[0]["told"], *(np.array([each[paid] for each in found]) for paid in ("with", "without"))


def _other_than_seeds(records: Sequence[Mapping[str, Any]]) -> str:
    """In what else settings differ, and how, in words."""
    told = [record["settings"] for record in records]
    names = sorted({name for one in told for name in one} - {"seed"})
    values = {name: list(dict.fromkeys(one.get(name) for one in told)) for name in names}
    return ", ".join(f"{name} {' and '.join(map(repr, found))}" for name, found in values.items() if len(found) > 1)


def draw(records: Sequence[Mapping[str, Any]], *, axes: Any) -> None:
    """One panel for each table and kind of lie: mean over the seeds, and every seed as a thin line.

    Args:
        records: of one game, whose settings differ in the seed alone.
        axes: shape (kinds, tables).
    """
    for row, kind in zip(axes, LABELS, strict=True):
        for ax, table in zip(row, TABLES, strict=True):
            told, *paid = over_seeds(records, f"{table}, {kind}")
            for values, label, colour in zip(paid, ("with payments", "without"), ("C0", "C1"), strict=True):
                ax.plot(told, values.T, color=colour, linewidth=0.6, alpha=0.5)
                ax.plot(told, values.mean(axis=0), "o-", color=colour, label=label)
            ax.axvline(1, color="0.7", linewidth=0.8, zorder=0)
            ax.set(title=table, xlabel=LABELS[kind])
        row[0].set_ylabel("utility of the group that lies")
    axes[0][0].legend()


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the records of one game."""
    parser = argparse.ArgumentParser(prog="python -m incentives_book.study.lies_figure", description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("figure", type=Path, help="where it goes, such as figure.svg")
    parser.add_argument(
        "--only", action="append", default=[], metavar="FIELD=VALUE", help="a setting, if records differ"
    )
    told = parser.parse_args(arguments)
    wanted = dict(pair.partition("=")[::2] for pair in told.only)
    records = [
        record
        for record in newest(read_records(told.records))
        if all(str(record["settings"].get(name)) == value for name, value in wanted.items())
    ]
    if other := _other_than_seeds(records) or ("" if records else "none"):
        sys.exit(f"{parser.prog}: records must differ in the seed alone, choose by --only; got {other}")
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(len(LABELS), len(TABLES), figsize=(9, 5.6), sharey=True, layout="constrained")
    draw(records, axes=axes)
    figure.savefig(told.figure)
    print(f"{told.figure}: {', '.join(records[0]['settings'][name] for name in NAMED)}, {len(records)} seeds")


if __name__ == "__main__":
    main()
