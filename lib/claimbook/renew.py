"""Binding rows again: what changed since they were compared is shown; what turns a statement over is refused."""

import difflib
import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from claimbook.bindings import binding, fields_of, home, kernel_text, rests_on, side_by_side
from claimbook.book import Book
from claimbook.evidence import Evidence
from claimbook.kept import kept, refused
from claimbook.lock import read_lists, write_lists
from claimbook.register import Entry, entries, read_rows
from claimbook.standing import standings
from claimbook.statements import statements
from claimbook.verdicts import held_formulas

LONGEST = 150  # lines of changed code that are shown


def git(root: Path, *arguments: str) -> str:
    """The output of git; nothing where there is no repository or no such file."""
    ran = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return ran.stdout if ran.returncode == 0 else ""


def _sealed_in(root: Path, lists: Path, id: str) -> str:
    """The commit that brought the seal of a row into its lock; empty where none did."""
    seal = read_lists(lists, "seal").get(id, [])
    path = lists / f"{id.partition('/')[0]}.lock"
    return git(root, "log", "-1", "--format=%H", f"-S{json.dumps(seal)}", "--", str(path)).strip() if seal else ""


def _files(modules: Iterable[str], root: Path) -> set[str]:
    """The files of some modules, as they stand below the project."""
    places = (Path(spec.origin) for name in modules if (spec := find_spec(name)) and spec.origin)
    return {str(path.relative_to(root)) for path in places if path.is_relative_to(root)}


def _difference(name: str, old: str, new: str) -> list[str]:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1)
    changed = [f"    {line}" for line in lines if not line.startswith(("---", "+++"))]
    return [f"  {name}", *changed] if changed else []


def changes(entry: Entry, evidence: Evidence, book: Book) -> list[str]:
    """The changes in words, statement and code of a row since its seal; all of it where that is not known."""
    root = book.root
    commit = _sealed_in(root, book.folder("locks"), entry.id)
    if not commit:
        return [side_by_side(entry, evidence)]
    page, folder = home(entry, evidence), book.folder("rows") / entry.part
    texts = [git(root, "show", f"{commit}:{path.relative_to(root)}") for path in sorted(folder.glob("*.toml"))]
    before = next((row for text in texts for row in read_rows(text) if row.id == entry.id), Entry())
    old, new = fields_of(before), fields_of(entry)
    lines = [f"{entry.id}, since {commit[:9]}"]
    for name in dict.fromkeys([*old, *new]):
        if old.get(name) != new.get(name):
            lines += [f"  {name}", f"    - {old.get(name, '')}", f"    + {new.get(name, '')}"]
    if statement := evidence.statements.get(entry.id):
        stood = {s.label: s for s in statements(git(root, "show", f"{commit}:{book.pages}/{page}.md"))}
        past = stood.get(statement.label)
        lines += _difference("statement", past.words if past else "", statement.words)
        lines += _difference("what follows it", past.after if past else "", statement.after)
    code = rests_on(evidence.records.get(entry.id, ()))
    modules = {name.partition(":")[0] for name in code if not name.partition(":")[0].endswith("page")}
    pages = [f"{book.pages}/{found.page}.md" for found in evidence.records.get(entry.id, ())]
    stems = {text.partition(":")[0].partition(".")[0] for text in kernel_text(entry)}
    proofs = {str(path.relative_to(root)) for path in book.folder("proofs").glob("*/*.v") if path.stem in stems}
    there = [path for path in sorted({*pages, *proofs, *_files(modules, root)}) if (root / path).is_file()]
    told = git(root, "diff", "-U1", commit, "--", *there).splitlines()
    lines += [f"    {line}" for line in told[:LONGEST]]
    return lines + [f"    ... and {len(told) - LONGEST} lines more"] * (len(told) > LONGEST)


def renew(ids: Sequence[str], evidence: Evidence, book: Book) -> list[str]:
    """Show what changed in some rows and bind them; returns what was refused, one line each.

    Raises:
        ValueError: a row is not in the register.
    """
    known, lists = entries(), book.folder("locks")
    if lost := sorted(set(ids) - known.keys()):
        raise ValueError(f"id must be in the register of claims; got {', '.join(lost)}")
    stand = standings(known, evidence)
    noted = {name: read_lists(lists, name) for name in ("seal", "kept", "formulas", "places")}
    said = []
    for id in ids:
        if id not in noted["places"] and known[id].begins:
            noted["places"][id] = [known[id].source, known[id].begins]
        seal = binding(known[id], evidence, noted["places"].get(id, ()))
        if noted["seal"].get(id) != seal:
            print(*changes(known[id], evidence, book), sep="\n", end="\n\n")
        now = kept(known[id], evidence, stand[id])
        same = noted["seal"].get(id, ["", "", "", ""])[2:] == seal[2:]
        why = refused(noted["kept"][id], now, same_checks=same) if id in noted["kept"] else []
        said += [f"{id} was not bound: {reason}" for reason in why]
        if not why:
            noted["seal"][id], noted["kept"][id] = seal, now
            noted["formulas"] |= _formulas(known[id], evidence, noted["formulas"])
    for name, rows in noted.items():
        # A place in the paper stays when the register loses its row: then the gate asks for it.
        write_lists(lists, name, {id: row for id, row in rows.items() if id in known or name == "places"})
    return said


def _formulas(entry: Entry, evidence: Evidence, noted: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The numbers of formulas of a row, which only grow; where one goes on purpose, its line is lowered by hand."""
    old = [int(number) for number in noted.get(entry.id, ["0", "0"])]
    now = [str(max(pair)) for pair in zip(held_formulas(entry, evidence), old, strict=True)]
    return {entry.id: now} if now != ["0", "0"] else {}
