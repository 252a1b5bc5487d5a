"""Whole theorems in a kernel: Coq builds `proofs`, and this module alone notes what it says of each theorem.

python -m claimbook theorems [--proofs DIR] [--work DIR] [--keep]

`proofs/checked.json` holds, for each theorem, the statement as Coq closes it (every hypothesis of its sections written
out), the axioms that it rests on, and a digest of the files that it was built from. It is the receipt of a theorem: the
gate compares the digest with the files, and a run of this command compares everything.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache
from pathlib import Path

from claimbook import proof_files
from claimbook.book import current
from claimbook.checked import CHECKED, Theorem, read_checked, theorem_of, write_checked
from claimbook.proof_files import BESIDE, NEEDS, digests, source_problems, theorem_names, without_comments
from claimbook.readings import depths, names_in, pieces, without

LIMIT = 2400  # seconds that the whole build may take, on a slow machine
# Files are read in these two dialects; the second needs its scopes to print a statement as it was written.
PLAIN = "Require Import Reals."
MATHCOMP = (
    "From mathcomp Require Import all_ssreflect all_algebra.\n"
    "Import GRing.Theory Num.Theory.\nLocal Open Scope ring_scope."
)


PRINTING = "Set Printing Width 110. Unset Printing Implicit Defensive."


def build(proofs: Path, work: Path) -> str:
    """Compile what changed since the last build; the words of Coq where it refuses something, else nothing."""
    paths = sorted(proofs.glob("*/*.v"))
    wanted = {path.relative_to(proofs) for path in paths}
    for old in set(work.glob("*/*.v")) - {work / name for name in wanted}:
        old.unlink()
    for name in wanted:
        text, copy = (proofs / name).read_text(encoding="utf-8"), work / name
        if not copy.is_file() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
    project = "\n".join(
        [
            f"-Q . {current().logic}",
            *(f"-Q {part} {current().logic}" for part in sorted({p.parent.name for p in wanted})),
        ]
    )
    names = "\n".join(name.as_posix() for name in sorted(wanted))
    (work / "_CoqProject").write_text(f"{project}\n-arg -w -arg none\n{names}\n", encoding="utf-8")
    run = {"cwd": work, "capture_output": True, "text": True, "check": False}
    subprocess.run(["coq_makefile", "-f", "_CoqProject", "-o", "Makefile"], **run)
    made = subprocess.run(["make", "-k", f"-j{os.cpu_count() or 1}"], timeout=LIMIT, **run)
    return "" if made.returncode == 0 else made.stderr[-4000:]


def _ask(work: Path, file: Path, name: str, questions: Iterable[str], beside: str = "") -> str:
    """What Coq prints on some questions about one built file; a file beside it may be read first.

    Raises:
        RuntimeError: it refuses one of them.
    """
    mathcomp = "mathcomp" in without_comments(file.read_text(encoding="utf-8"))
    head = [MATHCOMP if mathcomp else PLAIN, f"From {current().logic} Require Import {beside} {file.stem}.", PRINTING]
    query = work / f"{name}_{file.stem}.v"
    query.write_text("\n".join([*head, *questions, ""]), encoding="utf-8")
    folders = sorted({part.parent.name for part in work.glob("*/*.v")})
    parts = [each for folder in folders for each in ("-Q", folder, current().logic)]
    command = ["coqc", "-q", "-w", "none", *parts, query.name]
    ran = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"Coq refuses what {query.name} asks of {file.name}: {ran.stderr[-800:]}")
    return ran.stdout


def _asked(file: Path, name: str) -> list[str]:
    """The questions about a theorem, the answers between marks: its statement, its axioms, its proof."""
    marks = [f'Goal True. idtac "@@{mark} {name}". Abort.' for mark in ("statement", "axioms", "proof")]
    asked = [f"Check @{file.stem}.{name}.", f"Print Assumptions {file.stem}.{name}.", f"Print {file.stem}.{name}."]
    return [line for pair in zip(marks, asked, strict=True) for line in pair]


def read_answers(printed: str) -> dict[str, tuple[str, tuple[str, ...], str]]:
    """Statement, axioms and proof of each theorem from what Coq printed.

    >>> read_answers("@@statement t\\nF.t\\n     : True\\n@@axioms t\\nAxioms:\\nem : forall P, P\\n@@proof t\\nI")
    {'t': ('True', ('em',), 'I')}
    """
    answers = re.findall(r"^@@(\w+) (\w+)\n(.*?)(?=^@@|\Z)", printed, re.MULTILINE | re.DOTALL)
    said = {(mark, name): text for mark, name, text in answers}
    found = {}
    for name in {name for _, name in said}:
        lines = said["statement", name].split("\n     : ", 1)[-1].rstrip().splitlines()
        text = "\n".join([lines[0], *(line.removeprefix("       ") for line in lines[1:])])
        axioms = re.findall(r"^([\w.]+)\s*:(?!$)", said["axioms", name].removeprefix("Axioms:"), re.MULTILINE)
        found[name] = (text, tuple(sorted(set(axioms))), said["proof", name])
    return found


def unused(statement: str, proof: str) -> set[int]:
    """The numbers of the hypotheses of a statement that its proof, as Coq prints it, never mentions.

    >>> unused("forall n : nat, n = 0 -> True -> n <= 0", "t = fun (n : nat) (h : n = 0) (_ : True) => f h : ...")
    {2}
    """
    head = re.search(r"=\s*fun\s", proof)
    text, names = proof[head.end() :].lstrip() if head else "", []
    while text.startswith("("):
        end = next(place for place, letter, depth in depths(text) if depth == 0)
        names += text[1:end].partition(":")[0].split()
        text = text[end + 1 :].lstrip()
    numbers, number = [], 0  # for each name that the statement binds in turn, the hypothesis that it is, or 0
    for kind, part in pieces(statement):
        number += kind == "suppose"
        numbers += [0] * names_in(part) if kind == "forall" else [number] * (kind == "suppose")
    return {number for number, name in zip(numbers, names, strict=False) if number and name == "_"}


def _needed(work: Path, file: Path, statements: Mapping[str, str], shown: Iterable[str]) -> dict[str, set[int]]:
    """The hypotheses that a theorem needs: a theorem `NAME_needs_K` says that without K it fails.

    That it says just this is asked of Coq: its type must be the negation of the statement with True in place of K.

    Raises:
        RuntimeError: one of them says something else, or nothing about a theorem of the file.
    """
    found: dict[str, set[int]] = {}
    questions, beside = [], ""
    for each in shown:
        stem, _, name = each.partition(".")
        told = NEEDS.fullmatch(name)
        if not told or told[1] not in statements:
            raise RuntimeError(f"{each} is about no theorem of {file.name}")
        found.setdefault(told[1], set()).add(int(told[2]))
        questions.append(f"Check ({each} : ~ ({without(statements[told[1]], int(told[2]))})).")
        beside = stem if stem != file.stem else beside
    if questions:
        _ask(work, file, "needs", questions, beside)
    return found


@cache
def _rules() -> bytes:
    """The code that reads files and answers: where it changed, Coq is asked again."""
    return Path(__file__).read_bytes() + Path(proof_files.__file__).read_bytes()


def _of_file(proofs: Path, work: Path, path: Path, of: Mapping[str, str]) -> dict[str, Theorem]:
    """The theorems of one built file; Coq is asked again only where it, its file of needs or what it requires changed.

    Raises:
        RuntimeError: Coq does not tell of a theorem that the file holds.
    """
    names, where = theorem_names(path.read_text(encoding="utf-8")), path.relative_to(proofs)
    digest, beside = of[path.stem], path.with_name(f"{path.stem}{BESIDE}.v")
    rules = hashlib.sha256(_rules() + of.get(beside.stem, "").encode()).hexdigest()[:8]
    memo = work / f"{path.stem}-{digest}-{rules}.json"
    if memo.is_file():
        return {row["name"]: theorem_of(row) for row in json.loads(memo.read_text(encoding="utf-8"))}
    found: dict[str, Theorem] = {}
    told = read_answers(_ask(work, work / where, "ask", [q for name in names for q in _asked(path, name)]))
    if set(told) != set(names):
        raise RuntimeError(f"Coq does not tell of {', '.join(sorted(set(names) - set(told)))} of {path.name}")
    shown = [f"{path.stem}.{name}" for name in names if NEEDS.fullmatch(name) and not path.stem.endswith(BESIDE)]
    if beside.is_file():
        shown += [f"{beside.stem}.{name}" for name in theorem_names(beside.read_text(encoding="utf-8"))]
    needed = _needed(work, work / where, {name: told[name][0] for name in names}, shown)
    for name in names:
        statement, axioms, proof = told[name]
        idle, asked = unused(statement, proof), needed.get(name, set())
        count = sum(kind == "suppose" for kind, _ in pieces(statement))
        verdicts = ["needed" if k in asked else "unused" if k in idle else "used" for k in range(1, count + 1)]
        key = f"{path.stem}.{name}"
        found[key] = Theorem(key, where.as_posix(), digest, statement, axioms, tuple(verdicts))
    memo.write_text(json.dumps([asdict(theorem) for theorem in found.values()]), encoding="utf-8")
    return found


def ask(proofs: Path, work: Path) -> dict[str, Theorem]:
    """Every theorem of the built files, as the kernel tells of it."""
    of = digests(proofs)
    paths = [path for path in sorted(proofs.glob("*/*.v")) if theorem_names(path.read_text(encoding="utf-8"))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        told = pool.map(lambda path: _of_file(proofs, work, path, of), paths)
        return {name: theorem for found in told for name, theorem in found.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when all is proved and noted, 1 when not, 2 when Coq cannot be asked."""
    parser = argparse.ArgumentParser(prog="python -m claimbook theorems", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--proofs", type=Path, default=current().folder("proofs"), help="folder of the proofs (%(default)s)"
    )
    parser.add_argument("--work", type=Path, default=Path("_build/proofs"), help="where they are built (%(default)s)")
    parser.add_argument("--keep", action="store_true", help="write nothing; fail where checked.json would change")
    options = parser.parse_args(arguments)
    if shutil.which("coqc") is None:
        print("Coq was not found (Debian: apt-get install coq libcoq-mathcomp-algebra-tactics).", file=sys.stderr)
        return 2
    start = time.perf_counter()
    options.work.mkdir(parents=True, exist_ok=True)
    wrong = source_problems(options.proofs)
    refused = "" if wrong else build(options.proofs, options.work)
    if wrong or refused:
        print(*wrong, refused, sep="\n", file=sys.stderr)
        return 1
    theorems = ask(options.proofs, options.work)
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True).stdout.split()[0]
    before = read_checked(options.proofs)
    differs = {n for n in before.keys() | theorems.keys() if before.get(n) != theorems.get(n)}
    pure = sum(not theorem.axioms for theorem in theorems.values())
    axioms = sorted({axiom for theorem in theorems.values() for axiom in theorem.axioms})
    print(f"{len(theorems)} theorems, {pure} without axioms; the others use {', '.join(axioms)}")
    verdicts = Counter(verdict for theorem in theorems.values() for verdict in theorem.hypotheses)
    print(f"hypotheses: {', '.join(f'{number} {verdict}' for verdict, number in sorted(verdicts.items()))}")
    print(f"Coq {version}, {time.perf_counter() - start:.0f} s")
    if options.keep and differs:
        print(f"{CHECKED} differs from what Coq says of: {', '.join(sorted(differs))}", file=sys.stderr)
        return 1
    if not options.keep and write_checked(options.proofs, theorems, version):
        print(f"{options.proofs / CHECKED} has news of: {', '.join(sorted(differs))}")
    return 0
