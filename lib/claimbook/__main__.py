"""Print the register with its evidence, and fail where a verdict lacks the evidence it needs.

python -m claimbook [--json FILE] [--bind ID ...] [--passed FILE] [--executed DIR]
python -m claimbook new PART/PAGE                  a page with one claim, to begin with
python -m claimbook run [PAGE.md ...]              run the pages
python -m claimbook check ID-OR-PAGE [--bind]      one claim or page, from its cells to its lock
python -m claimbook mutation ...                   errors planted in the checks
python -m claimbook kernel ...                     Coq checks again what SymPy proved
python -m claimbook theorems ...                   Coq builds the whole theorems
python -m claimbook statements ...                 changed statements of theorems, which their proofs should not prove
"""

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

if find_spec("claimbook.new") is None:
    sys.exit(
        "the commands of claimbook come with the wheel from the book's site and with the repository; "
        "the package from an index holds of the kit what the library and its studies use"
    )
from claimbook import new
from claimbook.book import Book
from claimbook.checked import fresh, stale
from claimbook.evidence import Evidence, gather, passed_tests
from claimbook.kernel import checked_twice
from claimbook.lock import read_lists
from claimbook.opened import open_book
from claimbook.register import Part, entries, parts
from claimbook.renew import renew
from claimbook.report import as_json, table
from claimbook.standing import WORDS, standings
from claimbook.verdicts import problems

COMMANDS = {
    "run": "claimbook.run",
    "check": "claimbook.check",
    "kernel": "claimbook.kernel",
    "mutation": "claimbook.mutation.command",
    "theorems": "claimbook.theorems",
    "statements": "claimbook.mutation.theorems",
}


def print_register(register: Sequence[Part], evidence: Evidence) -> None:
    """One line per claim, then what the claims of each part stand on."""
    known = standings(entries(), evidence)
    for part in register:
        print(f"{part.name}: {part.title} ({len(part.entries)} claims)")
        widest = max((len(entry.id) for entry in part.entries), default=0)
        for entry in part.entries:
            number = len(evidence.tests.get(entry.id, []))
            told = f"{known[entry.id]}; {number} test{'s' * (number != 1)}"
            print(f"  {entry.id:<{widest}}  {entry.verdict:<12}  {told}")
    for name, row in table(register, evidence).items():
        stand = [f"{row[grade]} {words}" for grade, words in WORDS.items() if row[grade]]
        print(f"{name}: {', '.join(stand)}. Steps carried: {row['steps carried']} of {row['of steps']}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 when all is well, 1 on problems, 2 when there is nothing to read."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["new"]:  # where there may be no book yet
        return new.main(arguments[1:])
    try:
        book = open_book()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if arguments and (command := COMMANDS.get(arguments[0])):
        return import_module(command).main(arguments[1:])
    return gate(arguments, book)


def gate(arguments: Sequence[str], book: Book) -> int:
    """Print the register with its evidence and its problems."""
    parser = argparse.ArgumentParser(
        prog="python -m claimbook", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write register, evidence and problems to FILE")
    parser.add_argument(
        "--bind", nargs="+", default=(), metavar="ID", help="show what changed in these claims and bind them"
    )
    parser.add_argument(
        "--passed", type=Path, metavar="FILE", help="JUnit report of a full run: only tests that passed back a claim"
    )
    parser.add_argument(
        "--executed", type=Path, default=book.folder("executed"), help="executed notebooks (%(default)s)"
    )
    options = parser.parse_args(arguments)
    try:
        evidence = gather(options.executed, book.folder("pages"), book.folder("tests"))
        passed = passed_tests(options.passed) if options.passed else None
    except (ValueError, OSError) as error:
        command = " ".join(book.execute or ("python", "-m", "claimbook", "run"))
        print(f"{error}. Execute the pages first: `{command}`", file=sys.stderr)
        return 2
    register, lists, proofs = parts(), book.folder("locks"), book.folder("proofs")
    wrong = renew(options.bind, evidence, book) if options.bind else []
    wrong += problems(register, evidence, passed, lambda name: read_lists(lists, name), fresh(proofs)) + stale(proofs)
    print_register(register, evidence)
    if options.json:
        twice = checked_twice(options.executed.parent / "kernel.json")
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(
            json.dumps(as_json(register, evidence, wrong, lists, twice), indent=1) + "\n", encoding="utf-8"
        )
    if wrong:
        print(f"\n{len(wrong)} problem{'s' * (len(wrong) != 1)}:", *wrong, sep="\n  ")
        return 1
    print("\nEvery verdict has the evidence it needs.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
