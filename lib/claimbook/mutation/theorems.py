"""Changed statements in the kernel: does the build notice that a number or a relation in a theorem is another one?

python -m claimbook statements [--proofs DIR] [--work DIR] [FILE ...]

Each number in a statement is raised by one, and each relation replaced by another, one at a time; Coq then reads the
old proof for the new statement. Files use each other, so the build must be there: `python -m claimbook theorems`
makes it.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from claimbook.book import current
from claimbook.proof_files import NEEDS, without_comments

# A theorem, its statement and its proof, in a text without comments.
THEOREM = re.compile(r"^(Theorem|Corollary)\s+(\w+)(.*?)\.\s+(?=Proof\b)(Proof\b.*?\bQed\.)", re.MULTILINE | re.DOTALL)
# Relations, and what takes their place; those that contain others come first.
OTHER = {
    "<->": "",
    "->": "",
    "=>": "",
    ":=": "",
    "<=": "<",
    ">=": ">",
    "<>": "=",
    "!=": "==",
    "==": "!=",
    "\\notin": "\\in",
    "\\in": "\\notin",
    "=1": "",
    "<": "<=",
    ">": ">=",
    "=": "<>",
}
TOKEN = re.compile(r"(?<![\w'])\d+(?!\w)|" + "|".join(map(re.escape, OTHER)))
SECONDS = 20  # that one command may take
FOUND = ("caught", "passes", "ill-formed", "slow")
# What Coq says where there is no open proof to give up, which is so after a proof that passes.
NOTHING_OPEN = re.compile(r"No (?:focused|such) proof|no open proof|No proof-editing")


def mutants(statement: str) -> Iterator[tuple[str, str]]:
    """The changed statements, each with what was changed.

    >>> list(mutants("forall n, 2 <= n -> n <> 0"))
    ... # doctest: +NORMALIZE_WHITESPACE
    [('2 at 10', 'forall n, 3 <= n -> n <> 0'), ('<= at 12', 'forall n, 2 < n -> n <> 0'),
     ('<> at 22', 'forall n, 2 <= n -> n = 0'), ('0 at 25', 'forall n, 2 <= n -> n <> 1')]
    """
    for found in TOKEN.finditer(statement):
        token = found[0]
        other = str(int(token) + 1) if token.isdigit() else OTHER[token]
        if other:
            yield f"{token} at {found.start()}", statement[: found.start()] + other + statement[found.end() :]


def session(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The session with Coq about one file, and the mutants in order, each as the theorem's name and what was changed.

    Before each theorem stand its mutants with their proof. Marks tell where one begins, whether its statement makes
    sense, and where it ends. Theorems that show what another one needs are left out: their statements are compared
    with that one's when they are checked.
    """
    text, told, asked, place = without_comments(text), [f"Set Default Timeout {SECONDS}."], [], 0
    for found in THEOREM.finditer(text):
        told.append(text[place : found.start()])
        place = found.start()
        kind, name, statement, proof = found.groups()
        if NEEDS.fullmatch(name):
            continue
        for change, changed in mutants(statement):
            number = len(asked)
            asked.append((name, change))
            told += [f'Goal True. idtac "@@begin {number}". Abort.', f"{kind} {name}_mutant_{number}{changed}."]
            told += [f'idtac "@@stated {number}".', proof, f'Abort All. Goal True. idtac "@@end {number}". Abort.']
    return "\n".join([*told, text[place:], ""]), asked


def verdicts(printed: str, number: int) -> list[str]:
    """For each mutant in order whether it was caught, passes, is no statement at all, or was too slow.

    >>> verdicts("@@begin 0\\n@@stated 0\\nError: No.\\n@@end 0\\n@@begin 1\\n@@stated 1\\n@@end 1\\n", 2)
    ['caught', 'passes']
    """
    told = []
    for k in range(number):
        found = re.search(rf"@@begin {k}\n(.*?)@@end {k}\n", printed, re.DOTALL)
        words = found[1] if found else ""
        errors = re.findall(r"^(?:Error|Timeout).*(?:\n.*)?", words, re.MULTILINE)
        wrong = [error for error in errors if not NOTHING_OPEN.search(error)]
        if f"@@stated {k}" not in words:
            told.append("ill-formed")
        elif any("Timeout" in line for line in wrong[:1]):
            told.append("slow")
        else:
            told.append("caught" if wrong else "passes")
    return told


def run(file: Path, work: Path) -> list[tuple[str, str, str]]:
    """For each mutant of a file its theorem, its change and its verdict."""
    text, asked = session((work / file).read_text(encoding="utf-8"))
    folders = sorted({path.parent.name for path in work.glob("*/*.v")})
    parts = [each for folder in folders for each in ("-Q", folder, current().logic)]
    command = ["coqtop", "-q", "-w", "none", *parts]
    ran = subprocess.run(
        command, input=text, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    lines = re.sub(r"^(?:\w+ < )+", "", ran.stdout, flags=re.MULTILINE)
    return [(*ask, verdict) for ask, verdict in zip(asked, verdicts(lines, len(asked)), strict=True)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 where every changed statement is noticed, else 1."""
    parser = argparse.ArgumentParser(prog="python -m claimbook statements", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="names of files without suffix (all)")
    proofs = current().folder("proofs")
    parser.add_argument("--proofs", type=Path, default=proofs, help="folder of the proofs (%(default)s)")
    parser.add_argument("--work", type=Path, default=Path("_build/proofs"), help="where they were built (%(default)s)")
    options = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    for path in sorted(options.proofs.glob("*/*.v")):
        if options.files and path.stem not in options.files:
            continue
        found = run(path.relative_to(options.proofs), options.work)
        counts = Counter(verdict for _, _, verdict in found)
        total += counts
        print(f"{path.stem}: {', '.join(f'{counts[name]} {name}' for name in FOUND if counts[name]) or 'no theorem'}")
        for name, change, verdict in found:
            if verdict in ("passes", "slow"):
                print(f"  {name}, {change}: {verdict}")
        sys.stdout.flush()
    print(f"All: {', '.join(f'{total[name]} {name}' for name in FOUND)}")
    return 1 if total["passes"] else 0


if __name__ == "__main__":
    sys.exit(main())
