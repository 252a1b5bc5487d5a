"""The premises of a proof in the kernel: Coq prints every term of a build, and the theorems are read off the terms.

A term names what was used, also where a tactic found it; the text of a proof does not. Coq is asked where no file is
imported, so that it prints `File.name` and no variable of a term can be mistaken for a theorem.
"""

import json
import os
import re
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from claimbook.proof_files import NEEDS
from claimbook.queries import answer, question, read_answers, requires
from claimbook.readings import depths

LISTED = "Set Short Module Printing."
# All that print leaves out, at any depth: a lemma may hide in an implicit argument.
WHOLE = "Set Printing All. Set Printing Depth 1000000."
AT_ONCE = 24  # files whose terms one run of Coq prints


def held(printed: str) -> list[str]:
    """The names that a file holds, from what `Print Module` lists.

    Raises:
        RuntimeError: it holds a module, into which nobody looks here.

    >>> held("Module A := Struct Parameter low Definition err End")
    ['low', 'err']
    """
    listed = printed.partition("Struct")[2]
    if re.search(r"\bModule\b", listed):
        raise RuntimeError(f"a file of proofs holds a module, whose proofs are not read; got {printed[:80]!r}")
    return re.findall(r"\b(?:Parameter|Definition|Inductive|CoInductive|Variant|Record)\s+([\w']+)", listed)


def mentioned(term: str, files: Collection[str]) -> set[str]:
    """The names from some files in a term that Coq printed.

    >>> sorted(mentioned("High.a = fun n => @Low.b n (Nat.c n)", {"High", "Low"}))
    ['High.a', 'Low.b']
    """
    words = " ".join(set(term.split()))  # a term may have millions of words, and says most of them often
    return {f"{file}.{name}" for file, name in re.findall(r"\b([A-Z]\w*)\.([A-Za-z_][\w']*)", words) if file in files}


def bound(proof: str) -> list[str]:
    """The names that a proof, as Coq prints it, binds first; `_` where it never uses what it binds.

    >>> bound("t = fun (n m : nat) (_ : n = m) => I : ...")
    ['n', 'm', '_']
    """
    head = re.match(r"\s*[\w.']+\s*=\s*fun\s", proof)
    text, names = proof[head.end() :].lstrip() if head else "", []
    if single := re.match(r"([\w' ]+?)\s*:", text):  # one group alone has no brackets
        return single[1].split()
    while text.startswith("("):
        end = next(place for place, letter, depth in depths(text) if depth == 0)
        names += text[1:end].partition(":")[0].split()
        text = text[end + 1 :].lstrip()
    return names


@dataclass(frozen=True)
class Term:
    """Coq's print of one thing that a file holds."""

    uses: tuple[str, ...]  # what of the files its term and its type name
    binds: tuple[str, ...] = ()  # the names that it binds first


def terms(work: Path, digests: Mapping[str, str], asked: Collection[str]) -> dict[str, Term]:
    """For everything that some built files hold what its term tells, apart from counterexamples, of which nobody asks.

    Args:
        work: the folder of the build.
        digests: of each file, by its name without suffix. Coq is asked again only where one changed.
        asked: the names of those files.

    Raises:
        RuntimeError: Coq refuses a question, or does not list a file.
    """

    def memo(file: str) -> Path:
        return work / f"{file}-{digests[file]}-terms.json"

    require = requires(work)
    open_ = [file for file in sorted(asked) if not memo(file).is_file()]
    questions = [line for file in open_ for line in question("module", file, f"Print Module {file}.")]
    listed = read_answers(answer(work, "names", [require, LISTED, *questions]))["module"] if open_ else {}

    def ask(files: Sequence[str]) -> None:
        names = {file: [f"{file}.{n}" for n in held(listed[file]) if not NEEDS.fullmatch(n)] for file in files}
        lines = [line for of in names.values() for n in of for line in question("term", n, f"Print {n}.")]
        told = read_answers(answer(work, f"terms_{files[0]}", [require, WHOLE, *lines])).get("term", {})
        for file, of in names.items():
            found = {n: [sorted(mentioned(told[n], digests) - {n}), bound(told[n])] for n in of}
            memo(file).write_text(json.dumps(found), encoding="utf-8")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(ask, [open_[first : first + AT_ONCE] for first in range(0, len(open_), AT_ONCE)]))
    told = [item for file in asked for item in json.loads(memo(file).read_text(encoding="utf-8")).items()]
    return {name: Term(tuple(uses), tuple(binds)) for name, (uses, binds) in told}
