"""Break every check on purpose and report which errors were noticed.

python -m claimbook mutation [PAGE.md ...] [--only records|cells] [--executed DIR] [--rates DIR]

Exits with 1 when a wrong formula is still proved. Surviving errors in code are printed for people to look at.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path

from claimbook.book import current
from claimbook.evidence import notebook_records
from claimbook.lock import read_lists, write_lists
from claimbook.mutation.cells import CellReport, mutate_notebook
from claimbook.mutation.records import Tally, mutate_record

# One budget for every row: errors a claim, errors a cell, and what decides which.
PER_CLAIM, PER_CELL, SEED = 8, 4, 0


def records_by_claim(paths: Sequence[Path]) -> dict[str, list]:
    """The recorded proofs of the executed notebooks, by claim."""
    found = defaultdict(list)
    for path in paths:
        for record in notebook_records(path):
            if record.method in ("identity", "sign"):
                found[record.claim].append(record)
    return dict(found)


def mutate_records(
    paths: Sequence[Path], most: int | None, seed: int, claims: Collection[str] | None = None
) -> dict[str, Tally]:
    """The fate of at most `most` wrong versions of the recorded proofs of each claim (of these `claims`)."""
    tallies = {}
    for claim, records in records_by_claim(paths).items():
        if claims is not None and claim not in claims:
            continue
        tallies[claim] = Tally()
        for number, record in enumerate(records):
            share = None if most is None else (most * (number + 1)) // len(records) - (most * number) // len(records)
            if share != 0:
                tallies[claim].add(mutate_record(record, share, seed + number))
    return tallies


def print_records(tallies: dict[str, Tally]) -> Tally:
    """One line per claim and the total."""
    total = Tally()
    print("Errors in the formulas that the pages prove")
    for claim, tally in tallies.items():
        total.add(tally)
        real = tally.killed + len(tally.survivors)
        print(f"  {claim}: {tally.killed} of {real} refused ({tally.rate:.0%}), {tally.equivalent} more were no errors")
        for survivor in tally.survivors:
            print(f"    NOT REFUSED {survivor}")
    real = total.killed + len(total.survivors)
    print(
        f"  all {len(tallies)} claims: {total.killed} of {real} refused ({total.rate:.2%}), {total.equivalent} "
        "no errors\n"
    )
    return total


def print_cells(reports: Sequence[CellReport]) -> None:
    """Survivors by cell, then the share of errors noticed by method."""
    print("Errors in the code of the cells that check claims")
    by_method: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for report in reports:
        for method in report.methods:
            by_method[method][0] += report.killed
            by_method[method][1] += report.killed + len(report.survivors)
        if report.survivors:
            print(f"  {report.page}, cell {report.cell} ({', '.join(report.claims)}):")
            for survivor in report.survivors:
                print(f"    not noticed: {survivor}")
    for method, (killed, real) in by_method.items():
        print(f"  {method}: {killed} of {real} noticed ({killed / real if real else 1:.0%})")


def rates(tallies: dict[str, Tally], reports: Sequence[CellReport]) -> dict[str, list[str]]:
    """By claim how many errors in its formulas and in the cells that check it were noticed, and of how many."""
    noticed: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for claim, tally in tallies.items():
        noticed[claim][0] += tally.killed
        noticed[claim][1] += tally.killed + len(tally.survivors)
    for report in reports:
        for claim in report.claims:
            noticed[claim][0] += report.killed
            noticed[claim][1] += report.killed + len(report.survivors)
    return {claim: [str(number) for number in pair] for claim, pair in noticed.items() if pair[1]}


def rates_of(paths: Sequence[Path], claims: Collection[str]) -> dict[str, dict[str, list[str]]]:
    """The rates of some claims on some executed pages, by the one budget that all have: fields of the lock to rows."""
    reports = [r for path in paths for r in mutate_notebook(path, PER_CELL, SEED, claims)]
    found = {"kills": rates(mutate_records(paths, PER_CLAIM, SEED, claims), []), "cells": rates({}, reports)}
    return {name: {id: row for id, row in rows.items() if id in claims} for name, rows in found.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 when all wrong formulas are refused, 1 when not, 2 with nothing to read."""
    parser = argparse.ArgumentParser(prog="python -m claimbook mutation", description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE.md", help="these pages only")
    parser.add_argument("--only", choices=("records", "cells"), help="formulas only, or code only")
    parser.add_argument(
        "--executed", type=Path, default=current().folder("executed"), help="executed notebooks (%(default)s)"
    )
    parser.add_argument(
        "--rates",
        type=Path,
        metavar="DIR",
        help="also note the rates of each claim in DIR (the folder of locks): of formulas in kills, of code in cells",
    )
    options = parser.parse_args(arguments)
    # A cell that draws must not look for a screen.
    os.environ.setdefault("MPLBACKEND", "agg")
    paths = sorted(options.executed.glob("*/*.ipynb"))
    if options.pages:
        asked = {options.executed / page.parent.name / f"{page.stem}.ipynb" for page in options.pages}
        paths = [path for path in paths if path in asked]
    if not paths:
        print(f"no executed notebooks of these pages in {options.executed}; execute them first", file=sys.stderr)
        return 2
    total, tallies, reports = Tally(), {}, []
    if options.only != "cells":
        tallies = mutate_records(paths, PER_CLAIM, SEED)
        total = print_records(tallies)
    if options.only != "records":
        reports = [report for path in paths for report in mutate_notebook(path, PER_CELL, SEED)]
        print_cells(reports)
    if options.rates:
        # What was not looked at this time keeps its rate.
        for name, found in (("kills", rates(tallies, [])), ("cells", rates({}, reports))):
            write_lists(options.rates, name, read_lists(options.rates, name) | found)
    return 1 if total.survivors else 0
