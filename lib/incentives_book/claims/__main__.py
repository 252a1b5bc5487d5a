"""Print the register with its evidence, and fail where a verdict lacks the evidence it needs.

python -m incentives_book.claims [--json FILE] [--bind ID ...] [--passed FILE] [--executed DIR] [--notebooks DIR] [--tests DIR]
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from incentives_book.claims.bindings import binding, read_lists, side_by_side, write_lists
from incentives_book.claims.evidence import Evidence, gather, passed_tests
from incentives_book.claims.kernel import checked_twice
from incentives_book.claims.register import Part, entries, parts
from incentives_book.claims.report import as_json, table, visible
from incentives_book.claims.verdicts import held_formulas, owing, problems, standing


def print_register(register: Sequence[Part], evidence: Evidence, owed: Mapping[str, Sequence[str]]) -> None:
    """One line per claim, then what the claims of each part stand on."""
    for part in register:
        print(f"{part.name}: {part.title} ({len(part.entries)} claims)")
        widest = max((len(entry.id) for entry in part.entries), default=0)
        for entry in part.entries:
            tests = evidence.tests.get(entry.id, [])
            owes = f"; owes {', '.join(owed[entry.id])}" if entry.id in owed else ""
            on = standing(entry, visible(evidence, entry), owing(owed))
            print(
                f"  {entry.id:<{widest}}  {entry.verdict:<12}  {on}; {len(tests)} test{'s' * (len(tests) != 1)}{owes}"
            )
    for name, row in table(register, evidence, owed).items():
        print(f"{name}: " + ", ".join(f"{number} {what}" for what, number in row.items() if number))


def renew(ids: Sequence[str], evidence: Evidence, lists: Path) -> None:
    """Show words and checks of some claims side by side, and bind them as they are; no id means all that changed."""
    known, bindings = entries(), read_lists(lists, "bindings")
    now = {id: [binding(entry, evidence.records.get(id, []))] for id, entry in known.items()}
    for id in ids or [id for id in known if bindings.get(id) != now[id]]:
        print(side_by_side(known[id], evidence.records.get(id, [])), end="\n\n")
        bindings[id] = now[id]
    write_lists(lists, "bindings", {id: digest for id, digest in bindings.items() if id in known})
    # Numbers of formulas only grow here; where one is gone on purpose, its line is lowered by hand.
    noted = read_lists(lists, "formulas")
    for id, entry in known.items():
        held = held_formulas(entry, evidence)
        old = [int(number) for number in noted.get(id, ["0", "0"])]
        noted[id] = [str(max(pair)) for pair in zip(held, old, strict=True)]
    write_lists(lists, "formulas", {id: row for id, row in noted.items() if id in known and row != ["0", "0"]})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 when all is well, 1 on problems, 2 when there is nothing to read."""
    parser = argparse.ArgumentParser(
        prog="python -m incentives_book.claims", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write register, evidence and problems to FILE"
    )
    parser.add_argument(
        "--bind",
        nargs="*",
        metavar="ID",
        help="show words and checks of these claims (of all that changed) and bind them",
    )
    parser.add_argument(
        "--passed",
        type=Path,
        metavar="FILE",
        help="JUnit report of a full run: only tests that passed back a claim",
    )
    parser.add_argument(
        "--executed", type=Path, default=Path("_build/executed"), help="executed notebooks (%(default)s)"
    )
    parser.add_argument(
        "--notebooks", type=Path, default=Path("notebooks"), help="their sources (%(default)s)"
    )
    parser.add_argument(
        "--lists", type=Path, default=Path("book/register"), help="debts, places and bindings (%(default)s)"
    )
    parser.add_argument("--tests", type=Path, default=Path("tests"), help="the tests (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        evidence = gather(options.executed, options.notebooks, options.tests)
        passed = passed_tests(options.passed) if options.passed else None
    except (ValueError, OSError) as error:
        print(f"{error}. `make test` executes the notebooks.", file=sys.stderr)
        return 2
    if options.bind is not None:
        renew(options.bind, evidence, options.lists)
    register = parts()
    owed = read_lists(options.lists, "debts")
    lists = {name: read_lists(options.lists, name) for name in ("debts", "bindings", "places", "kills", "cells", "elsewhere", "formulas")}
    wrong = problems(register, evidence, passed=passed, **lists)
    print_register(register, evidence, owed)
    if options.json:
        twice = checked_twice(options.executed.parent / "kernel.json")
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(
            json.dumps(as_json(register, evidence, wrong, options.lists, twice), indent=1) + "\n", encoding="utf-8"
        )
    if wrong:
        print(f"\n{len(wrong)} problem{'s' * (len(wrong) != 1)}:", *wrong, sep="\n  ")
        return 1
    print("\nEvery verdict has the evidence it needs; what is owed is listed in debts.txt.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
