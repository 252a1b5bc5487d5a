"""Theorems as they were last checked: the note in `checked.json`, and whether it is about the files as they are."""

import datetime
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from claimbook.axioms import strange
from claimbook.book import current
from claimbook.proof_files import digests, theorem_names

CHECKED = "checked.json"


@dataclass(frozen=True)
class Theorem:
    """The kernel's answer about one theorem."""

    name: str  # File.theorem
    file: str  # below `proofs`
    digest: str  # of the file and of the files that it requires
    statement: str  # closed, as Coq prints it
    axioms: tuple[str, ...] = ()  # names, none for a theorem of pure logic; counterexamples of one file share theirs
    hypotheses: tuple[str, ...] = ()  # for each of the statement's, in order: needed, used or unused (see `hypotheses`)
    premises: tuple[str, ...] = ()  # the theorems that its proof rests on, through no other theorem


def theorem_of(row: Mapping[str, Any]) -> Theorem:
    """A theorem from a row of JSON, whose lists are tuples here."""
    return Theorem(**{name: tuple(value) if isinstance(value, list) else value for name, value in row.items()})


def seal_of(value: Mapping[str, Any]) -> str:
    """The digest over all that `checked.json` says, which stands in it as `seal`.

    It notices an edit by hand of a verdict, a premise or an axiom. It is no signature: somebody who computes it anew
    gets through the gate, and only Coq, asked again (`python -m claimbook theorems --keep`), notices that.

    >>> seal_of({"coq": "8", "theorems": []}) == seal_of({"coq": "8", "theorems": [], "seal": "any"})
    True
    """
    told = {name: each for name, each in value.items() if name != "seal"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def edited(proofs: Path) -> list[str]:
    """One line where `checked.json` is not as the kernel's answers were written down."""
    path = proofs / CHECKED
    value = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if not value or value.get("seal") == seal_of(value):
        return []
    return [f"{CHECKED} was edited after it was written (its seal is broken or missing); `make kernel` writes it"]


def read_checked(proofs: Path | None = None) -> dict[str, Theorem]:
    """The theorems as they were last checked; none where nothing was."""
    path = (proofs or current().folder("proofs")) / CHECKED
    if not path.is_file():
        return {}
    state = path.stat()
    return dict(_read(path, state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=1)  # a page asks once for each badge
def _read(path: Path, _written: int, _size: int) -> Mapping[str, Theorem]:
    rows = json.loads(path.read_text(encoding="utf-8"))["theorems"]
    return {row["name"]: theorem_of(row) for row in rows}


def stale(proofs: Path) -> list[str]:
    """The misfits between `checked.json` and the files: one line each, empty when all fits."""
    now, checked = digests(proofs), read_checked(proofs)
    wanted = {
        f"{path.stem}.{name}"
        for path in proofs.glob("*/*.v")
        for name in theorem_names(path.read_text(encoding="utf-8"))
    }
    missing = [f"{name} has not been checked; `make kernel` does" for name in sorted(wanted - set(checked))]
    gone = [f"{name} is gone from the files; `make kernel` forgets it" for name in sorted(set(checked) - wanted)]
    changed = {t.file for t in checked.values() if now.get(t.name.partition(".")[0], t.digest) != t.digest}
    wrong = edited(proofs) + strange({name: theorem.axioms for name, theorem in checked.items()})
    return (
        wrong
        + missing
        + gone
        + [f"{file} has changed since it was checked; `make kernel` checks" for file in sorted(changed)]
    )


def fresh(proofs: Path) -> dict[str, Theorem]:
    """The theorems that were checked as their files are now."""
    now = digests(proofs)
    return {name: t for name, t in read_checked(proofs).items() if now.get(name.partition(".")[0]) == t.digest}


def write_checked(proofs: Path, theorems: Mapping[str, Theorem], coq: str) -> bool:
    """Write what the kernel says; whether that is something new. The date is that of the last news."""
    path = proofs / CHECKED
    rows = [json.loads(json.dumps(asdict(theorems[name]))) for name in sorted(theorems)]
    old = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if old.get("theorems") == rows and not edited(proofs):
        return False
    value = {"coq": coq, "date": datetime.date.today().isoformat(), "seal": "", "theorems": rows}
    value["seal"] = seal_of(value)
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return True
