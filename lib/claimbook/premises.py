"""The premises of a proof in the kernel: Coq walks every term of a build, and the theorems are read off the terms.

A term names what was used, also where a tactic found it; the text of a proof does not. Names are asked for in full, so
that no variable of a term can be mistaken for a theorem.
"""

import json
import os
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from claimbook.book import current
from claimbook.proof_files import NEEDS, theorem_names
from claimbook.queries import answer, read_answers, requires

# It prints after `@@uses` each of our names that a thing mentions, and after `@@binds` what a theorem binds first. The
# kernel's term is walked, opaque or not, with all that a print leaves out: a lemma may hide in an implicit argument.
# A print of everything takes ten times as long. The constructors of a match are not told, which no theorem hides in.
PROGRAM = """From elpi Require Import elpi.
Elpi Command tell.
Elpi Accumulate lp:{{
  pred ours i:coq.gref.set.
  ours S :- std.forall {coq.gref.set.elements S} one.
  pred one i:gref.
  one G :- coq.gref->path G ["LOGIC"|_], !, coq.say {coq.gref->string G}.
  one _.
  pred first i:term.
  first (fun N _ F) :- !, pi x\\ (said N x (F x), first (F x)).
  first _.
  pred said i:name, i:term, i:term.
  said N X T :- occurs X T, !, coq.say {coq.name->id N}.
  said _ _ _ :- coq.say "_".
  pred binds i:gref, i:list string.
  binds (const C) L :- std.mem! L {coq.gref->id (const C)}, coq.env.const-body C (some B), !,
    coq.say {calc ("@@binds " ^ {coq.gref->string (const C)})}, first B.
  binds _ _.
  pred told i:list string, i:module-item.
  told L (gref G) :- !, coq.say {calc ("@@uses " ^ {coq.gref->string G})},
    ours {coq.env.dependencies G _}, ours {coq.env.term-dependencies {coq.env.typeof G} }, binds G L.
  told _ Other :- coq.say "@@module" Other.
  main [str File|Theorems] :-
    std.map Theorems (x\\ y\\ x = str y) L,
    std.forall {coq.env.module {coq.locate-module File} } (told L).
}}.
Elpi Typecheck.
"""
AT_ONCE = 150  # files that one run of Coq tells of, after it has loaded all


@dataclass(frozen=True)
class Term:
    """The answer of Coq about one thing that a file holds."""

    uses: tuple[str, ...]  # what of the files its term and its type name
    binds: tuple[str, ...] = ()  # of a theorem: the names that its proof binds first, `_` where it never uses one


def told_terms(printed: str) -> dict[str, Term]:
    """The terms of which Coq told, apart from those of counterexamples.

    Raises:
        RuntimeError: a file holds a module, into which nobody looks here.

    >>> told_terms("@@uses Book.A.t\\nBook.B.c\\n@@binds Book.A.t\\nn\\n_\\n")
    {'A.t': Term(uses=('B.c',), binds=('n', '_'))}
    """
    told = read_answers(printed)
    if within := told.get("module"):
        raise RuntimeError(f"a file of proofs holds a module, whose proofs are not read: {', '.join(within)}")
    binds, found = told.get("binds", {}), {}
    for name, uses in told.get("uses", {}).items():
        own = name.partition(".")[2]
        if not NEEDS.fullmatch(own.rpartition(".")[2]):
            used = sorted(use.partition(".")[2] for use in set(uses.split()) - {name})
            found[own] = Term(tuple(used), tuple(binds.get(name, "").split()))
    return found


def terms(work: Path, digests: Mapping[str, str], asked: Collection[str]) -> dict[str, Term]:
    """For everything that some built files hold what its term tells, apart from counterexamples, of which nobody asks.

    Args:
        work: the folder of the build.
        digests: of each file, by its name without suffix. Coq is asked again only where one changed.
        asked: the names of those files.

    Raises:
        RuntimeError: Coq refuses a question, or does not tell of a file.
    """

    def memo(file: str) -> Path:
        return work / f"{file}-{digests[file]}-terms.json"

    paths = {path.stem: path for path in work.glob("*/*.v")}
    require = requires(work, beside=False)
    program = PROGRAM.replace("LOGIC", current().logic)
    open_ = [file for file in sorted(asked) if not memo(file).is_file()]

    def ask(files: Sequence[str]) -> None:
        named = {
            file: [f"{current().logic}.{file}", *theorem_names(paths[file].read_text(encoding="utf-8"))]
            for file in files
        }
        lines = [f"Elpi tell {' '.join(map(json.dumps, names))}." for names in named.values()]
        of: dict[str, dict[str, Term]] = {file: {} for file in files}
        for name, term in told_terms(answer(work, f"terms_{files[0]}", [require, program, *lines])).items():
            of[name.partition(".")[0]][name] = term
        for file, found in of.items():
            rows = {name: [term.uses, term.binds] for name, term in found.items()}
            memo(file).write_text(json.dumps(rows), encoding="utf-8")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(ask, [open_[first : first + AT_ONCE] for first in range(0, len(open_), AT_ONCE)]))
    told = [item for file in asked for item in json.loads(memo(file).read_text(encoding="utf-8")).items()]
    return {name: Term(tuple(uses), tuple(binds)) for name, (uses, binds) in told}
