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

from incentives_book import figures
from incentives_book.study.lies_to_a_language_model import TABLES
from incentives_book.study.records import newest, read_records

NAMED = ("game", "model", "sizes")  # by which the command says what it drew
LABELS = {"beta": "share of its own reward in the report", "alpha": "factor of its size in the report"}


def over_seeds(records: Sequence[Mapping[str, Any]], curve: str) -> tuple[list[float], np.ndarray, np.ndarray]:
    """The reports, and the utilities that the first group expects with and without payments, shape (records, reports).

    Raises:
        ValueError: no records, records of other lies, or records that differ in more than the seed.
    """
    if other := _other_than_seeds(records):
        raise ValueError(f"records must differ in the seed alone; got {other}")
    found = [record["curves"][curve] for record in records]
    if not found or any(each["told"] != found[0]["told"] for each in found):
        raise ValueError(f"records must tell the same lies; got {[each['told'] for each in found]}")
    return found[0]["told"], *(np.array([each[paid] for each in found]) for paid in ("with", "without"))


def said(records: Sequence[Mapping[str, Any]]) -> str:
    """The games that were played, in words, and over how many seeds.

    >>> said([{"settings": {"game": "A vs. B", "model": "m", "sizes": "3; 7", "seed": 0}}])
    'A vs. B, m, sizes 3 and 7, one seed'
    """
    game, model, sizes = (records[0]["settings"][name] for name in NAMED)
    members = " and ".join(part.strip() for part in sizes.split(";"))
    return f"{game}, {model}, sizes {members}, {'one seed' if len(records) == 1 else f'{len(records)} seeds'}"


def _other_than_seeds(records: Sequence[Mapping[str, Any]]) -> str:
    """In what else settings differ, and how, in words."""
    told = [record["settings"] for record in records]
    names = sorted({name for one in told for name in one} - {"seed"})
    values = {name: list(dict.fromkeys(one.get(name) for one in told)) for name in names}
    return ", ".join(f"{name} {' and '.join(map(repr, found))}" for name, found in values.items() if len(found) > 1)


def draw(records: Sequence[Mapping[str, Any]], *, axes: Any) -> None:
    """One panel for each table and kind of lie: mean over the seeds, and every seed as a thin line.

    The curve without payments is drawn wider and below that with payments, so that both are seen where they agree.
    Names stand at the ends of the curves in the first panel, and titles say whether lies gain.

    Args:
        records: of one game, whose settings differ in the seed alone.
        axes: shape (kinds, tables).
    """
    for row, kind in zip(axes, LABELS, strict=True):
        for ax, table in zip(row, TABLES, strict=True):
            told, paid, free = over_seeds(records, f"{table}, {kind}")
            drawn = (
                (free, "without payments", figures.COLOURS[1], 3.2, "-"),
                (paid, "with payments", figures.COLOURS[0], 1.6, "--"),
            )
            for values, name, colour, width, style in drawn:
                if len(values) > 1:
                    ax.plot(told, values.T, color=colour, linewidth=0.6, linestyle="-", alpha=0.5)
                ax.plot(
                    told,
                    values.mean(axis=0),
                    style,
                    color=colour,
                    linewidth=width,
                    marker="o",
                    label=name if ax is axes[0][0] else None,
                )
            ax.axvline(1, color=figures.INK, linewidth=0.8, linestyle=":", zorder=0)
            figures.label(ax, x=LABELS[kind], y="", title=f"{table}: {finding(told, paid, free)}")
        row[0].set_ylabel("utility of the group that lies")
    figures.name_curves(axes[0][0], room=0.6)


def finding(told: Sequence[float], paid: np.ndarray, free: np.ndarray) -> str:
    """The finding about lies, from means over the seeds, in a few words.

    Args:
        told: the reports; 1 is the truth.
        paid, free: utilities with and without payments, shape (records, reports).

    >>> finding([0.5, 1], np.array([[1, 2]]), np.array([[4, 3]]))
    'payments make truth best'
    """
    if 1 not in told:
        return "the truth was not told"
    truth = list(told).index(1)
    gains = [bool(values.mean(axis=0).max() > values.mean(axis=0)[truth] + 1e-9) for values in (paid, free)]
    return {
        (False, False): "no lie gains",
        (False, True): "payments make truth best",
        (True, False): "lies gain only with payments",
        (True, True): "lies gain despite payments",
    }[gains[0], gains[1]]


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

    figures.use_style()
    figure, axes = plt.subplots(len(LABELS), len(TABLES), figsize=(11.4, 6), sharey=True)
    draw(records, axes=axes)
    figure.suptitle(said(records), color=figures.INK, fontsize=10)
    figure.savefig(told.figure)
    print(f"{told.figure}: {said(records)}")


if __name__ == "__main__":
    main()
