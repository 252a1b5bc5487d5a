"""Questions to Coq about the files of a build, and its answers by what was asked."""

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from claimbook.book import current
from claimbook.proof_files import BESIDE

# Coq's own choice is a young heap of 256 MB, and each of many short runs would wait until all of it is cleared.
FRUGAL = os.environ | {"OCAMLRUNPARAM": "s=1M,o=1000"}


def question(mark: str, name: str, sentence: str) -> list[str]:
    """A sentence for Coq, after another one that lets `read_answers` find what it prints."""
    return [f'Goal True. idtac "@@{mark} {name}". Abort.', sentence]


def read_answers(printed: str) -> dict[str, dict[str, str]]:
    """The answers of Coq, by what it was asked for and the name that it was asked about.

    >>> read_answers("@@statement t\\nF.t\\n     : True\\n@@proof t\\nI")
    {'statement': {'t': 'F.t\\n     : True\\n'}, 'proof': {'t': 'I'}}
    """
    found: dict[str, dict[str, str]] = {}
    for part in re.split(r"^@@", printed, flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        mark, _, name = head.partition(" ")
        found.setdefault(mark, {})[name] = text
    return found


def requires(work: Path, beside: bool = True) -> str:
    """The sentences that make every file of a build known by its name, on demand without those that were joined."""
    stems = sorted(path.stem for path in work.glob("*/*.v"))
    joint = [stem for stem in stems if stem.startswith(f"{BESIDE}_")]
    return "\n".join(
        f"From {current().logic} Require {how}{' '.join(some)}."
        for how, some in (("", sorted(set(stems) - set(joint))), ("Import ", joint))
        if some and (beside or not how)
    )


def answer(work: Path, name: str, lines: Sequence[str]) -> str:
    """The answer of Coq to a file of questions, which stays in the build under that name.

    Raises:
        RuntimeError: it refuses one of them.
    """
    query = work / f"{name}.v"
    query.write_text("\n".join([*lines, ""]), encoding="utf-8")
    folders = sorted({part.parent.name for part in work.glob("*/*.v")})
    parts = [each for folder in folders for each in ("-Q", folder, current().logic)]
    command = ["coqc", "-q", "-w", "none", *parts, query.name]
    ran = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False, env=FRUGAL)
    if ran.returncode:
        raise RuntimeError(f"Coq refuses what {query.name} asks: {ran.stderr[-800:]}")
    return ran.stdout
