"""Source spans: the lines of the files in which a claim is stated, checked, judged and proved in Coq.

They are read off the files as these are now, so they belong to no seal: a line that moves changes no claim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from claimbook.book import current
from claimbook.cells import CELL
from claimbook.evidence import Evidence
from claimbook.proof_files import without_comments
from claimbook.register import Entry


@dataclass(frozen=True)
class Span:
    """Some lines of a file of the project, counted from 1, the last one included."""

    what: str  # statement, check, row, or proof in Coq
    path: str  # below the folder of the project
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.path}:{self.first}" + (f"-{self.last}" if self.last > self.first else "")


def row_lines(text: str, id: str) -> tuple[int, int] | None:
    """The lines of the row of a claim in the text of a file of rows.

    >>> row_lines('[[claim]]\\nid = "a/one"\\n\\n[[claim]]\\nid = "a/two"\\nkind = "new"\\n', "a/two")
    (4, 6)
    """
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line.strip() == "[[claim]]"]
    for start, end in pairwise([*starts, len(lines) + 1]):
        block = lines[start - 1 : end - 1]
        if any(re.fullmatch(rf'id *= *"{re.escape(id)}" *(#.*)?', line.strip()) for line in block):
            return start, start + len("\n".join(block).rstrip().splitlines()) - 1
    return None


def check_lines(text: str, id: str) -> Iterator[tuple[int, int]]:
    """The lines of the code of each cell of a page that names a claim, in loops perhaps without its part or in pieces.

    >>> list(check_lines("# A\\n\\n```{code-cell}\\nx = 1\\n```\\n```{code-cell}\\nclaim('a/one')\\n```\\n", "a/one"))
    [(7, 7)]
    """
    part, _, name = id.partition("/")
    whole = re.compile(rf"(?P<mark>[\"'])(?:{re.escape(part)}/)?{re.escape(name)}(?P=mark)")
    begun = re.compile(rf"f[\"']({re.escape(part)}/[^\"'{{]+)\{{")
    cells = list(CELL.finditer(text))
    naming = [cell for cell in cells if whole.search(cell["inside"])]
    for cell in naming or [cell for cell in cells if any(map(id.startswith, begun.findall(cell["inside"])))]:
        first = text.count("\n", 0, cell.start("inside")) + 1
        yield first, first + cell["inside"].rstrip("\n").count("\n")


def theorem_lines(text: str, name: str) -> tuple[int, int] | None:
    """The lines of a theorem with its proof in a file of Coq.

    >>> theorem_lines("(* Theorem b *)\\nTheorem b : True.\\nProof. by []. Qed.\\n\\nLemma c : True.\\n", "b")
    (2, 3)
    """
    bare = without_comments(text)
    start = re.search(rf"^(?:Theorem|Corollary)\s+{re.escape(name)}\b", bare, re.MULTILINE)
    end = start and re.compile(r"\bQed\.").search(bare, start.start())
    return (bare.count("\n", 0, start.start()) + 1, bare.count("\n", 0, end.end()) + 1) if end else None


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def spans(entry: Entry, evidence: Evidence, root: Path | None = None) -> list[Span]:
    """The source spans of a claim: its statement, its checks, its row and its theorem in Coq, as far as it has them.

    Args:
        entry: the row of the claim.
        evidence: which pages state and check it.
        root: folder of the project, if not that of the book.
    """
    book = current()
    root = root or book.root
    found = []

    def add(what: str, path: Path, lines: tuple[int, int] | None) -> None:
        if lines:
            found.append(Span(what, path.relative_to(root).as_posix(), *lines))

    if statement := evidence.statements.get(entry.id):
        add("statement", root / book.pages / f"{evidence.labels[entry.id]}.md", statement.lines)
    for page in sorted({found.page for found in evidence.records.get(entry.id, ())}):
        path = root / book.pages / f"{page}.md"
        for lines in check_lines(_read(path), entry.id):
            add("check", path, lines)
    rows = book.folder("rows") / f"{entry.page or f'{entry.part}/claims'}.toml"
    if rows.is_relative_to(root):
        add("row", rows, row_lines(_read(rows), entry.id))
    stem, _, name = entry.theorem.partition(".")
    for path in (root / book.proofs).glob(f"*/{stem}.v") if name else ():
        add("proof in Coq", path, theorem_lines(_read(path), name))
    return found
