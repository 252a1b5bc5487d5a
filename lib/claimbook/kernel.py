"""A second kernel: Coq checks again what SymPy proved, receipt by receipt.

python -m claimbook kernel [--executed DIR] [--out DIR]
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
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from claimbook import coq
from claimbook.book import current
from claimbook.coq_signs import sign
from claimbook.evidence import notebook_records
from claimbook.formulas import read_back
from claimbook.inequalities import prove_sign
from claimbook.receipts import Record

LIMIT = 300  # seconds that one file may take
METHODS = ("identity", "sign")
NOT_EXPORTED = "not exported: "


@dataclass(frozen=True)
class Row:
    """The kernel's answer about one receipt."""

    page: str
    claim: str
    step: str
    method: str  # identity or sign
    digest: str  # of the record's subject
    checked: bool
    why: str = ""  # not checked: the reason
    unknowns: str = ""  # what stands in it beside rational functions


def digest(subject: object) -> str:
    """A short name for what a receipt is about.

    >>> digest({"left": [], "right": []})
    '38c3b05a954c'
    """
    return hashlib.sha256(json.dumps(subject, sort_keys=True).encode()).hexdigest()[:12]


def receipt(record: Record) -> tuple[str, str, str]:
    """The mark that tells a receipt from others: claim, step and digest."""
    return record.claim, record.step, digest(record.subject)


def lemmas(record: Record) -> list[str]:
    """The lemmas, proofs included, that say what the receipt says.

    Raises:
        ValueError: something in the receipt is no rational function, or its certificate has no export.
    """
    subject, name = record.subject or {}, f"{record.method}_{digest(record.subject)}"
    if record.method == "identity":
        pairs = [
            (read_back(left), read_back(right)) for left, right in zip(subject["left"], subject["right"], strict=True)
        ]
        if not all(coq.decidable(*pair) for pair in pairs):
            raise ValueError(f"it holds {unknowns(record)}")
        return [coq.identity(f"{name}_{i}", left, right) for i, (left, right) in enumerate(pairs)]
    stated = {read_back(s): read_back(v) for s, v in subject["stated"]}
    given = [read_back(g) for g in subject["givens"]] or stated
    # The search is repeated rather than recorded: Coq judges what it finds, so it need not be trusted.
    certificate = prove_sign(read_back(subject["expression"]), subject["relation"], given)
    return [sign(name, certificate)]


def unknowns(record: Record) -> str:
    """The parts of an identity's receipt that are no rational functions, in one word or a few."""
    sides = [read_back(side) for name in ("left", "right") for side in (record.subject or {}).get(name, ())]
    found = {part for side in sides for part in coq.beyond(side)}
    kinds = {
        ("root" if part.exp.is_Rational else "symbolic power")
        if part.is_Pow
        else "constant"
        if part.is_number
        else type(part).__name__
        for part in found
    }
    return ", ".join(sorted(kinds))


def check(texts: Sequence[str], path: Path, coqc: str) -> dict[int, str]:
    """Run Coq over the lemmas, in one file; the numbers of those that it refuses, with its words.

    A lemma that is refused is left out and the rest is read again, so that one failure hides no other.
    """
    refused: dict[int, str] = {}
    while True:
        left = [i for i in range(len(texts)) if i not in refused]
        starts, lines = [], coq.PRELUDE.count("\n")
        for i in left:
            starts.append(lines + 1)
            lines += texts[i].count("\n") + 1
        path.write_text(coq.PRELUDE + "".join(texts[i] + "\n" for i in left), encoding="utf-8")
        try:
            ran = subprocess.run(
                [coqc, "-q", path.name], cwd=path.parent, capture_output=True, text=True, timeout=LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return refused | {i: f"more than {LIMIT} s" for i in left}
        if ran.returncode == 0:
            return refused
        where = re.search(r"line (\d+), characters", ran.stderr)
        at = max((k for k, s in enumerate(starts) if where and s <= int(where[1])), default=None)
        if at is None:
            raise RuntimeError(f"coqc failed outside every lemma of {path}: {ran.stderr[:500]}")
        said = ran.stderr[ran.stderr.find("Error:") :].split()
        refused[left[at]] = " ".join(said)[:200]


def exports(path: Path) -> tuple[list[Row], dict[str, list[str]]]:
    """The rows of one executed notebook, none checked yet, and the lemmas of each digest."""
    page = f"{path.parent.name}/{path.stem}"
    rows, texts, reasons = [], {}, {}
    for record in notebook_records(path):
        if record.method not in METHODS:
            continue
        name = digest(record.subject)
        if name not in reasons:
            try:
                texts[name], reasons[name] = lemmas(record), ""
            except ValueError as error:
                reasons[name] = f"{NOT_EXPORTED}{error}"
        rows.append(Row(page, record.claim, record.step, record.method, name, False, reasons[name], unknowns(record)))
    return rows, texts


def second_opinion(rows: Sequence[Row], texts: Mapping[str, Sequence[str]], path: Path, coqc: str) -> list[Row]:
    """The rows of one page as Coq judges them; the lemmas are written to `path`."""
    all_lemmas = [(name, text) for name, several in texts.items() for text in several]
    refused: dict[str, str] = {}
    for number, why in check([text for _, text in all_lemmas], path, coqc).items() if all_lemmas else ():
        refused.setdefault(all_lemmas[number][0], why)
    return [
        row if row.why else replace(row, checked=row.digest not in refused, why=refused.get(row.digest, ""))
        for row in rows
    ]


def tally(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """For each method: receipts, those exported, and those that Coq accepts."""
    found: dict[str, Counter[str]] = {method: Counter() for method in METHODS}
    for row in rows:
        exported = not row.why.startswith(NOT_EXPORTED)
        found[row.method].update(
            receipts=1,
            exported=int(exported),
            checked=int(row.checked),
            with_unknowns=int(row.checked and bool(row.unknowns)),
        )
    return {method: dict(counts) for method, counts in found.items()}


def checked_twice(path: Path) -> frozenset[tuple[str, str, str]]:
    """Claim, step and digest of the receipts that Coq accepts; empty where it was not asked."""
    if not path.is_file():
        return frozenset()
    rows = json.loads(path.read_text(encoding="utf-8"))["receipts"]
    return frozenset((row["claim"], row["step"], row["digest"]) for row in rows if row["checked"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when Coq accepts all that was exported, 1 when not, 2 when it cannot be asked."""
    parser = argparse.ArgumentParser(prog="python -m claimbook kernel", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--executed", type=Path, default=current().folder("executed"), help="executed notebooks (%(default)s)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=current().folder("executed").with_name("kernel"),
        help="files for Coq; the result goes to OUT.json (%(default)s)",
    )
    options = parser.parse_args(arguments)
    coqc = shutil.which("coqc")
    pages = sorted(options.executed.glob("*/*.ipynb"))
    if coqc is None or not pages:
        missing = (
            "Coq was not found (Debian: apt-get install coq)" if coqc is None else "no executed notebook was found"
        )
        print(f"{missing}: nothing is checked twice.", file=sys.stderr)
        return 2
    start = time.perf_counter()
    options.out.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([coqc, "--print-version"], capture_output=True, text=True, check=True).stdout.split()[0]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        asked = [
            pool.submit(
                second_opinion,
                *exports(page),
                options.out / f"{page.parent.name}_{page.stem}.v".replace("-", "_"),
                coqc,
            )
            for page in pages
        ]
        rows = [row for answer in asked for row in answer.result()]
    seconds, numbers = round(time.perf_counter() - start, 1), tally(rows)
    result = {"coq": version, "seconds": seconds, "counts": numbers, "receipts": [asdict(row) for row in rows]}
    options.out.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    for row in rows:
        if not row.checked:
            print(f"{row.claim}{f' ({row.step})' if row.step else ''}: {row.why}")
    for method, n in numbers.items():
        print(f"{method}: {n['receipts']} receipts, {n['exported']} exported, {n['checked']} accepted by Coq {version}")
    print(f"{seconds} s")
    return int(any(n["checked"] < n["exported"] for n in numbers.values()))
