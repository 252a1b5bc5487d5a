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
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from claimbook import axioms, counterexamples, premises, proof_files, queries, readings
from claimbook.axioms import axioms_together, strange
from claimbook.book import current
from claimbook.checked import CHECKED, Theorem, read_checked, write_checked
from claimbook.counterexamples import compare
from claimbook.premises import Term, terms
from claimbook.proof_files import (
    BESIDE,
    digests,
    joined,
    reached,
    shown_by,
    source_problems,
    theorem_names,
    without_comments,
)
from claimbook.queries import FRUGAL, answer, question, read_answers, requires
from claimbook.readings import names_in, pieces

LIMIT = 2400  # seconds that the whole build may take, on a slow machine
# Files are read in these two dialects; the second needs its scopes to print a statement as it was written.
PLAIN = "Require Import Reals."
MATHCOMP = (
    "From mathcomp Require Import all_ssreflect all_algebra.\n"
    "Import GRing.Theory Num.Theory.\nLocal Open Scope ring_scope."
)


AT_ONCE = 200  # files that one run of Coq is asked about, after it has loaded all
PRINTING = "Set Printing Width 110. Unset Printing Implicit Defensive."


def build(proofs: Path, work: Path) -> str:
    """Compile what changed since the last build; the words of Coq where it refuses something, else nothing."""
    wanted = joined(
        {path.relative_to(proofs): path.read_text(encoding="utf-8") for path in sorted(proofs.glob("*/*.v"))}
    )
    for old in set(work.glob("*/*.v")) - {work / name for name in wanted}:
        old.unlink()
    for name, text in wanted.items():
        copy = work / name
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
    run = {"cwd": work, "capture_output": True, "text": True, "check": False, "env": FRUGAL}
    subprocess.run(["coq_makefile", "-f", "_CoqProject", "-o", "Makefile"], **run)
    made = subprocess.run(["make", "-k", f"-j{os.cpu_count() or 1}"], timeout=LIMIT, **run)
    return "" if made.returncode == 0 else made.stderr[-4000:]


@cache
def _dialect(file: Path) -> str:
    return MATHCOMP if "mathcomp" in without_comments(file.read_text(encoding="utf-8")) else PLAIN


def read_statement(printed: str) -> str:
    """The type that `Check` printed, its lines as they are broken.

    >>> read_statement("F.t\\n     : forall x,\\n       x = x\\n")
    'forall x,\\nx = x'
    """
    lines = printed.split("\n     : ", 1)[-1].rstrip().splitlines()
    return "\n".join([lines[0], *(line.removeprefix("       ") for line in lines[1:])])


def _statements(work: Path, files: Sequence[Path]) -> dict[str, str]:
    """The statements of the theorems of some built files of one dialect, in one run of Coq. Each file is read in a
    module of its own, so that none changes how another is printed.

    Raises:
        RuntimeError: Coq does not tell of a theorem that a file holds.
    """
    names = {file: theorem_names(file.read_text(encoding="utf-8")) for file in files}
    lines = [_dialect(files[0]), requires(work, files[0].stem.endswith(BESIDE)), PRINTING]
    for file, of in names.items():
        asked = [line for n in of for line in question("statement", f"{file.stem}.{n}", f"Check @{file.stem}.{n}.")]
        lines += [f"Module Asked_{file.stem}.", f"Import {file.stem}.", *asked, f"End Asked_{file.stem}."]
    told = read_answers(answer(work, f"ask_{files[0].stem}", lines)).get("statement", {})
    if lost := {f"{file.stem}.{n}" for file, of in names.items() for n in of} - told.keys():
        raise RuntimeError(f"Coq does not tell of {', '.join(sorted(lost))}")
    return {name: read_statement(printed) for name, printed in told.items()}


def unused(statement: str, binds: Sequence[str]) -> set[int]:
    """The numbers of the hypotheses of a statement that its proof never mentions, from the names that it binds.

    >>> unused("forall n : nat, n = 0 -> True -> n <= 0", ["n", "h", "_"])
    {2}
    """
    numbers, number = [], 0  # for each name that the statement binds in turn, the hypothesis that it is, or 0
    for kind, part in pieces(statement):
        number += kind == "suppose"
        numbers += [0] * names_in(part) if kind == "forall" else [number] * (kind == "suppose")
    return {number for number, name in zip(numbers, binds, strict=False) if number and name == "_"}


def hypotheses(statement: str) -> int:
    """The number of hypotheses of a statement.

    >>> hypotheses("forall n : nat, n = 0 -> True -> n <= 0")
    2
    """
    return sum(kind == "suppose" for kind, _ in pieces(statement))


def _compared(work: Path, statements: Mapping[str, str], open_: Iterable[str]) -> None:
    """Coq compares the counterexamples among some theorems with the theorems of which they tell.

    Raises:
        RuntimeError: one of them tells of no theorem of its file, or does not say that it fails.
    """
    shown = {name: shown_by(name) for name in open_ if shown_by(name)}
    shown |= {name: None for name in open_ if name.partition(".")[0].endswith(BESIDE) and name not in shown}
    if lost := [name for name, of in shown.items() if not of or of[0] not in statements]:
        raise RuntimeError(f"{', '.join(lost)}: about no theorem of the file beside it")
    if wrong := compare(work, shown, {name: hypotheses(text) for name, text in statements.items()}):
        raise RuntimeError("; ".join(wrong))


def _axioms(work: Path, groups: Sequence[Sequence[str]], name: str) -> dict[str, tuple[str, ...]]:
    """For each theorem of some groups the axioms of its group, asked on all cores."""
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        shares = [groups[core::cores] for core in range(cores)]
        found = pool.map(
            lambda core: axioms_together(work, f"{name}_{core}", shares[core]) if shares[core] else [],
            range(cores),
        )
        pairs = [
            (group, on)
            for share, told in zip(shares, found, strict=True)
            for group, on in zip(share, told, strict=True)
        ]
    return {each: on for group, on in pairs for each in group}


def _all_axioms(work: Path, files: Iterable[Path], noted: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The axioms of each theorem of some built files; the counterexamples of a file are asked about together.

    A question about one theorem walks through the libraries below it, and so does one about a thousand. So all that
    are thought to rest on the same axioms are asked about together, and only where Coq tells of others one by one.
    What is thought is what was noted of the same files, or nothing in the style of mathcomp. A theorem never rests on
    an axiom that is not named; of those named it may not need one, if the note was forged.
    """
    thought = {
        f"{file.stem}.{name}": noted.get(f"{file.stem}.{name}", () if _dialect(file) == MATHCOMP else None)
        for file in files
        for name in theorem_names(file.read_text(encoding="utf-8"))
    }
    found: dict[str, tuple[str, ...]] = {}
    for step in ("all", "file", "one"):
        groups: dict[object, list[str]] = {}
        for name, on in thought.items():
            stem = name.partition(".")[0]
            alone = (stem, "needs") if shown_by(name) else name
            if name not in found and (on is not None or step == "one"):
                groups.setdefault({"all": on, "file": (on, stem), "one": alone}[step], []).append(name)
        told = _axioms(work, list(groups.values()), f"axioms_{step}")
        found |= {name: on for name, on in told.items() if step == "one" or on == thought[name]}
    return found


@cache
def _rules() -> bytes:
    """The code that reads files and answers: where it changed, Coq is asked again."""
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, check=True).stdout
    asking = (sys.modules[__name__], axioms, counterexamples, premises, proof_files, queries, readings)
    return b"".join(Path(module.__file__).read_bytes() for module in asking) + version


def _batches(paths: Sequence[Path]) -> list[list[Path]]:
    """Files of one dialect together, as most of a short question's time is the start of Coq.

    Counterexamples are apart: their abbreviations would stand in the statements of the theorems.
    """
    same: dict[tuple[str, bool], list[Path]] = {}
    for path in paths:
        same.setdefault((_dialect(path), path.stem.endswith(BESIDE)), []).append(path)
    return [files[first : first + AT_ONCE] for files in same.values() for first in range(0, len(files), AT_ONCE)]


def ask(proofs: Path, work: Path) -> dict[str, Theorem]:
    """Every theorem of the built files, as the kernel tells of it.

    Coq is asked again only where a file or what it requires changed.

    Raises:
        RuntimeError: Coq refuses a question, or a counterexample does not say what its name says.
    """
    of = digests(proofs)
    paths = [path for path in sorted(proofs.glob("*/*.v")) if theorem_names(path.read_text(encoding="utf-8"))]
    built = {path.stem: path for path in paths}
    rules = hashlib.sha256(_rules()).hexdigest()[:8]
    memo = {stem: work / f"{stem}-{of[stem]}-{rules}.json" for stem in built}
    open_ = [file for stem, file in built.items() if not memo[stem].is_file()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda batch: _statements(work, batch), _batches(open_))
        asked = {name: statement for batch in found for name, statement in batch.items()}
    noted = [json.loads(memo[stem].read_text(encoding="utf-8")) for stem in built if memo[stem].is_file()]
    told = {name: row for rows in noted for name, row in rows.items()}
    statements = {name: text for name, (text, _) in told.items()} | asked
    changed = [n for n in statements if {n, *(shown_by(n) or ())[:1]} & asked.keys()]
    _compared(work, statements, changed)
    known = {name: t.axioms for name, t in read_checked(proofs).items() if of.get(name.partition(".")[0]) == t.digest}
    rest_on = _all_axioms(work, open_, known)
    for file in open_:
        rows = {n: (asked[n], rest_on[n]) for n in asked if n.partition(".")[0] == file.stem}
        memo[file.stem].write_text(json.dumps(rows), encoding="utf-8")
        told |= rows
    # The proofs of counterexamples are not read: no theorem may use one.
    read = [stem for stem in of if not stem.endswith(BESIDE)]
    found = terms(work, {stem: f"{digest}-{rules}" for stem, digest in of.items()}, read)
    return _put_together(told, found, {stem: file.relative_to(proofs).as_posix() for stem, file in built.items()}, of)


def _put_together(
    told: Mapping[str, tuple[str, Sequence[str]]],
    proofs: Mapping[str, Term],
    places: Mapping[str, str],
    of: Mapping[str, str],
) -> dict[str, Theorem]:
    """The theorems from statements and axioms, terms, and the places and digests of their files."""
    needed = {shown for name in told if (shown := shown_by(name))}
    leads, found = {name: term.uses for name, term in proofs.items()}, {}
    for name, (statement, rests) in told.items():
        stem, verdicts, on = name.partition(".")[0], [], sorted(reached(name, leads, told))
        if not shown_by(name):
            idle, numbers = unused(statement, proofs[name].binds), range(1, hypotheses(statement) + 1)
            verdicts = ["needed" if (name, k) in needed else "unused" if k in idle else "used" for k in numbers]
        found[name] = Theorem(name, places[stem], of[stem], statement, tuple(rests), tuple(verdicts), tuple(on))
    return found


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
    if wrong := strange({name: theorem.axioms for name, theorem in theorems.items()}):
        print(*wrong, sep="\n", file=sys.stderr)
        return 1
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True).stdout.split()[0]
    before = read_checked(options.proofs)
    differs = {n for n in before.keys() | theorems.keys() if before.get(n) != theorems.get(n)}
    pure = sum(not theorem.axioms for theorem in theorems.values())
    used = sorted({axiom for theorem in theorems.values() for axiom in theorem.axioms})
    print(f"{len(theorems)} theorems, {pure} without axioms; the others use {', '.join(used)}")
    verdicts = Counter(verdict for theorem in theorems.values() for verdict in theorem.hypotheses)
    # Those inside of a conclusion, before an arrow in one of its parts, are not among them.
    print(f"hypotheses: {', '.join(f'{number} {verdict}' for verdict, number in sorted(verdicts.items()))}")
    print(f"Coq {version}, {time.perf_counter() - start:.0f} s")
    if options.keep and differs:
        print(f"{CHECKED} differs from what Coq says of: {', '.join(sorted(differs))}", file=sys.stderr)
        return 1
    if not options.keep and write_checked(options.proofs, theorems, version):
        print(f"{options.proofs / CHECKED} has news of: {', '.join(sorted(differs))}")
    return 0
