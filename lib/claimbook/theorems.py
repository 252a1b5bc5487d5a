"""Whole theorems in a kernel: Coq builds `proofs`, and this module alone notes what it says of each theorem.

python -m claimbook theorems [--proofs DIR] [--work DIR] [--keep]

`proofs/checked.json` holds, for each theorem, the statement as Coq closes it (every hypothesis of its sections written
out), the axioms and the other theorems that it rests on, and a digest of the files that it was built from. It is the
receipt of a theorem: the gate compares the digest with the files, and a run of this command compares everything.
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
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

from claimbook import premises, proof_files, queries, readings
from claimbook.book import current
from claimbook.checked import CHECKED, Theorem, read_checked, theorem_of, write_checked
from claimbook.premises import references
from claimbook.proof_files import BESIDE, NEEDS, digests, reached, source_problems, theorem_names, without_comments
from claimbook.queries import answer, question, read_answers
from claimbook.readings import depths, names_in, pieces, without

LIMIT = 2400  # seconds that the whole build may take, on a slow machine
# Files are read in these two dialects; the second needs its scopes to print a statement as it was written.
PLAIN = "Require Import Reals."
MATHCOMP = (
    "From mathcomp Require Import all_ssreflect all_algebra.\n"
    "Import GRing.Theory Num.Theory.\nLocal Open Scope ring_scope."
)


MARK = "@@file"  # before the answers about each file
FILE = f'Goal True. idtac "{MARK}". Abort.'
AT_ONCE = 12  # files that one run of Coq is asked about
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


def _ask(work: Path, name: str, asked: Sequence[tuple[Path, str, Sequence[str]]]) -> str:
    """What Coq prints on questions about built files of one dialect, in one run: each file and one beside it are read
    in a module of their own, so that none changes how another is printed.

    Raises:
        RuntimeError: it refuses one of them.
    """
    stems = " ".join(sorted({stem for file, beside, _ in asked for stem in (file.stem, beside) if stem}))
    head = [_dialect(asked[0][0]), f"From {current().logic} Require {stems}.", PRINTING]
    for file, beside, questions in asked:
        own = f"Asked_{file.stem}"
        head += [f"Module {own}.", f"Import {beside} {file.stem}.", *questions, f"End {own}."]
    return answer(work, f"{name}_{asked[0][0].stem}", head)


@cache
def _dialect(file: Path) -> str:
    return MATHCOMP if "mathcomp" in without_comments(file.read_text(encoding="utf-8")) else PLAIN


def _asked(file: Path, names: Sequence[str]) -> list[str]:
    """The questions about the theorems of a file: their statements and proofs, and the axioms of all of them together.

    What a proof binds first is read, and notations would take most of the time that Coq needs to print it.
    """
    lines = []
    for name in names:
        lines += question("statement", name, f"Check @{file.stem}.{name}.")
    lines.append("Unset Printing Notations.")
    for name in names:
        lines += question("proof", name, f"Print {file.stem}.{name}.")
    lines.append("Set Printing Notations.")
    together = ", ".join(f"@{file.stem}.{name}" for name in names)
    return lines + question(
        "axioms", file.stem, f"Definition all_of_them := ({together}). Print Assumptions all_of_them."
    )


def read_statement(printed: str) -> str:
    """The type that `Check` printed, its lines as they are broken.

    >>> read_statement("F.t\\n     : forall x,\\n       x = x\\n")
    'forall x,\\nx = x'
    """
    lines = printed.split("\n     : ", 1)[-1].rstrip().splitlines()
    return "\n".join([lines[0], *(line.removeprefix("       ") for line in lines[1:])])


def read_axioms(printed: str) -> tuple[str, ...]:
    """The axioms that `Print Assumptions` named, sorted.

    >>> read_axioms("Axioms:\\nem : forall P, P\\n"), read_axioms("Closed under the global context")
    (('em',), ())
    """
    return tuple(sorted(set(re.findall(r"^([\w.]+)\s*:(?!$)", printed.removeprefix("Axioms:"), re.MULTILINE))))


def unused(statement: str, proof: str) -> set[int]:
    """The numbers of the hypotheses of a statement that its proof, as Coq prints it, never mentions.

    >>> unused("forall n : nat, n = 0 -> True -> n <= 0", "t = fun (n : nat) (h : n = 0) (_ : True) => f h : ...")
    {2}
    """
    head = re.match(r"\s*[\w.]+\s*=\s*fun\s", proof)
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


def _needed(
    file: Path, statements: Mapping[str, str], shown: Iterable[str]
) -> tuple[dict[str, set[int]], str, list[str]]:
    """The hypotheses that each theorem needs, the file that shows it, and what to ask Coq about that.

    A theorem `NAME_needs_K` says that without K it fails. That it says just this is asked of Coq: its type must be the
    negation of the statement with True in place of K.

    Raises:
        RuntimeError: one of them says nothing about a theorem of the file.
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
    return found, beside, questions


@cache
def _rules() -> bytes:
    """The code that reads files and answers: where it changed, Coq is asked again."""
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, check=True).stdout
    return (
        b"".join(
            Path(module.__file__).read_bytes()
            for module in (sys.modules[__name__], premises, proof_files, queries, readings)
        )
        + version
    )


def _batches(paths: Sequence[Path]) -> list[list[Path]]:
    """Files of one dialect together, as most of a short question's time is the start of Coq."""
    same = [[path for path in paths if _dialect(path) == dialect] for dialect in (MATHCOMP, PLAIN)]
    return [files[first : first + AT_ONCE] for files in same for first in range(0, len(files), AT_ONCE)]


def _of_files(
    work: Path, paths: Sequence[Path], built: Mapping[Path, Path], of: Mapping[str, str]
) -> dict[Path, list[Theorem]]:
    """The theorems of some built files of one dialect, as Coq tells of them now.

    Raises:
        RuntimeError: Coq does not tell of a theorem that a file holds, or something needed says something else.
    """
    names = {path: theorem_names(path.read_text(encoding="utf-8")) for path in paths}
    first = [(built[path], "", [FILE, *_asked(path, names[path])]) for path in paths]
    _, *printed = _ask(work, "ask", first).split(f"{MARK}\n")
    told = dict(zip(paths, map(read_answers, printed), strict=True))
    needs, second = {}, {}
    for path in paths:
        if lost := set(names[path]) - (told[path].get("statement", {}).keys() & told[path].get("proof", {}).keys()):
            raise RuntimeError(f"Coq does not tell of {', '.join(sorted(lost))} of {path.name}")
        shown = [f"{path.stem}.{n}" for n in names[path] if NEEDS.fullmatch(n) and not path.stem.endswith(BESIDE)]
        beside = path.with_name(f"{path.stem}{BESIDE}.v")
        if beside.is_file():
            shown += [f"{beside.stem}.{name}" for name in theorem_names(beside.read_text(encoding="utf-8"))]
        statements = {name: read_statement(told[path]["statement"][name]) for name in names[path]}
        needs[path], other, questions = _needed(path, statements, shown)
        if read_axioms(told[path]["axioms"][path.stem]):  # whose are they?
            questions += [
                line for n in names[path] for line in question("axioms", n, f"Print Assumptions {path.stem}.{n}.")
            ]
        if questions:
            second[path] = (built[path], other, [FILE, *questions])
    printed = _ask(work, "needs", list(second.values())).split(f"{MARK}\n")[1:] if second else []
    answers = dict(zip(second, map(read_answers, printed), strict=True))
    found: dict[Path, list[Theorem]] = {}
    for path in paths:
        axioms = answers.get(path, {}).get("axioms", {})
        place, found[path] = built[path].relative_to(work).as_posix(), []
        for name in names[path]:
            statement = read_statement(told[path]["statement"][name])
            idle, need = unused(statement, told[path]["proof"][name]), needs[path].get(name, set())
            count = sum(kind == "suppose" for kind, _ in pieces(statement))
            verdicts = ["needed" if k in need else "unused" if k in idle else "used" for k in range(1, count + 1)]
            key, own = f"{path.stem}.{name}", read_axioms(axioms.get(name, ""))
            found[path].append(Theorem(key, place, of[path.stem], statement, own, tuple(verdicts)))
        if {axiom for theorem in found[path] for axiom in theorem.axioms} != set(
            read_axioms(told[path]["axioms"][path.stem])
        ):
            raise RuntimeError(f"the axioms of the theorems of {path.name}, one by one, are not those of all together")
    return found


def ask(proofs: Path, work: Path) -> dict[str, Theorem]:
    """Every theorem of the built files, as the kernel tells of it.

    Coq is asked again only where a file, its file of needs or what it requires changed.
    """
    of = digests(proofs)
    paths = [path for path in sorted(proofs.glob("*/*.v")) if theorem_names(path.read_text(encoding="utf-8"))]
    built = {path: work / path.relative_to(proofs) for path in paths}

    def memo(path: Path) -> Path:
        rules = hashlib.sha256(_rules() + of.get(f"{path.stem}{BESIDE}", "").encode()).hexdigest()[:8]
        return work / f"{path.stem}-{of[path.stem]}-{rules}.json"

    open_ = [path for path in paths if not memo(path).is_file()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda batch: _of_files(work, batch, built, of), _batches(open_)):
            for path, theorems in found.items():
                memo(path).write_text(json.dumps([asdict(theorem) for theorem in theorems]), encoding="utf-8")
    rows = [row for path in paths for row in json.loads(memo(path).read_text(encoding="utf-8"))]
    known = {row["name"]: theorem_of(row) for row in rows}
    rules = hashlib.sha256(_rules()).hexdigest()[:8]
    terms = references(work, {file: f"{digest}-{rules}" for file, digest in of.items()})
    return {n: replace(theorem, premises=tuple(sorted(reached(n, terms, known)))) for n, theorem in known.items()}


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
