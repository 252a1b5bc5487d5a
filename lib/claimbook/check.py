"""One claim or page, from its cells to its lock: run what changed, rate it, say what is missing and what mends it.

python -m claimbook check ID-OR-PAGE [--bind]
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence

from claimbook.bindings import binding, home
from claimbook.book import Book, current
from claimbook.checked import fresh
from claimbook.evidence import Evidence, evidence_of
from claimbook.lock import read_lists, write_lists
from claimbook.register import entries, find_entry, parts
from claimbook.renew import changes, renew
from claimbook.spans import spans
from claimbook.standing import standings
from claimbook.verdicts import problems

RUN = ("python", "-m", "claimbook", "run")
BOUND = "Bound on your word that each CHECK says what is STATED, under the same hypotheses."
UNFINISHED = "Bound unfinished: {}. If binding again is refused, delete what {} says of this first."


def named(what: str, book: Book) -> str:
    """A page or an id, from what somebody typed: perhaps the path of the page's source."""
    return what.removeprefix(f"{book.pages}/").removesuffix(".md")


def chosen(what: str, evidence: Evidence | None = None) -> list[str]:
    """The ids that a page or an id stands for: itself, or the rows of the page and those that it checks.

    Raises:
        ValueError: the register knows neither such an id nor such a page.
    """
    checked = [id for id in entries() if evidence and what in evidence.pages(id)]
    found = dict.fromkeys([*(id for id, entry in entries().items() if entry.page == what), *checked])
    return list(found) or [find_entry(what).id]


def run(pages: Sequence[str], book: Book) -> bool:
    """Execute the pages whose results are not up to date; False where one fails."""
    command = [sys.executable if word == "python" else word for word in book.execute or RUN]
    sources = [str(book.source(page).relative_to(book.root)) for page in pages]
    return subprocess.run([*command, *sources], cwd=book.root, check=False).returncode == 0


def rate(ids: Sequence[str], evidence: Evidence, book: Book) -> None:
    """Plant errors in the checks of some rows and note how many were noticed; the lines of other rows stay."""
    from claimbook.mutation.command import rates_of  # heavy, and only this needs it

    os.environ.setdefault("MPLBACKEND", "agg")
    lists = book.folder("locks")
    pages = sorted({found.page for id in ids for found in evidence.records.get(id, ())})
    for name, found in rates_of([book.folder("executed") / f"{page}.ipynb" for page in pages], ids).items():
        write_lists(lists, name, read_lists(lists, name) | found)


def main(arguments: Sequence[str], book: Book | None = None) -> int:
    """Run the command; the exit status is 0 when nothing is missing, 1 on problems, 2 when there is no such claim."""
    parser = argparse.ArgumentParser(prog="python -m claimbook check", description=__doc__.splitlines()[0])
    parser.add_argument("what", metavar="ID-OR-PAGE")
    parser.add_argument("--bind", action="store_true", help="renew the seals of these claims, having read what changed")
    options = parser.parse_args(arguments)
    book = book or current()
    lists = book.folder("locks")
    try:
        page = named(options.what, book)
        before = None if book.source(page).is_file() else evidence_of(book)
        pages = [page] if before is None else sorted(before.pages(find_entry(page).id) | {find_entry(page).page} - {""})
        if not run(pages, book):
            return 1
        evidence = evidence_of(book)
        ids = chosen(page, evidence)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    seals, places = read_lists(lists, "seal"), read_lists(lists, "places")
    begun = {id: [entries()[id].source, entries()[id].begins] for id in ids if entries()[id].begins}
    now = {id: binding(entries()[id], evidence, (begun | places).get(id, ())) for id in ids}
    rated = {*read_lists(lists, "kills"), *read_lists(lists, "cells")}
    judged = [id for id in ids if entries()[id].verdict != "not-testable"]
    # Other checks than those that were sealed have no rate yet; nor has what was never rated.
    unrated = [id for id in judged if id not in rated or (id in seals and seals[id][2] != now[id][2])]
    if unrated:
        rate(unrated, evidence, book)
    changed = [id for id in ids if seals.get(id) != now[id]]
    said = renew(changed, evidence, book) if options.bind else []
    for id in changed if not options.bind else ():
        print(*changes(entries()[id], evidence, book), sep="\n", end="\n\n")
    stand = standings(entries(), evidence)
    for id in ids:
        told = f"{home(entries()[id], evidence)}: {id}: {entries()[id].verdict}, {stand[id]}"
        print(f"{told}. Not by machine: {stand[id].not_by_machine()}")
        print(*(f"  {span.what}: {span}" for span in spans(entries()[id], evidence)), sep="\n")
    theorems = fresh(book.folder("proofs"))
    found = problems(parts(), evidence, None, lambda name: read_lists(lists, name), theorems, only=ids)
    wrong = said + [problem for problem in found if _of(problem, ids)]
    print(*(f"\n{len(wrong)} to mend:" if wrong else "\nNothing is missing.", *wrong), sep="\n  ")
    if options.bind and changed:
        print(BOUND)
        if wrong and (first := [id for id in changed if id not in seals]):
            lock = lists / f"{first[0].partition('/')[0]}.lock"
            print(UNFINISHED.format(", ".join(first), lock.relative_to(book.root)))
    return int(bool(wrong))


def _of(problem: str, ids: Sequence[str]) -> bool:
    """True if a problem names one of some claims."""
    return any(problem.startswith(f"{id}:") or f" {id}," in problem for id in ids)
