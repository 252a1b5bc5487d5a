"""Print the register with its evidence, and fail where a verdict lacks the evidence it needs.

python -m incentives_book.claims [--json FILE] [--executed DIR] [--notebooks DIR] [--tests DIR]
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path

from incentives_book.claims.evidence import Evidence, gather
from incentives_book.claims.kernel import checked_twice, receipt
from incentives_book.claims.register import VERDICTS, Part, parts
from incentives_book.claims.seal import unsealed
from incentives_book.claims.verdicts import counts, problems


def as_json(
    register: Sequence[Part],
    evidence: Evidence,
    wrong: Sequence[str],
    twice: Collection[tuple[str, str, str]] = (),
) -> dict[str, object]:
    """Register, evidence and problems as one value that JSON can hold; `twice` is what Coq accepts too."""
    claims = []
    for part in register:
        for entry in part.entries:
            row = {
                name: value
                for name, value in asdict(entry).items()
                if name not in ("unknown", "ill_typed") and value
            }
            found = evidence.records.get(entry.id, [])
            row["evidence"] = [
                {"page": f.page, "checked_twice": receipt(f.record) in twice, **asdict(f.record)}
                for f in found
            ]
            row["tests"] = evidence.tests.get(entry.id, [])
            claims.append(row)
    heads = [{"name": part.name, "paper": part.paper, "title": part.title} for part in register]
    return {"parts": heads, "claims": claims, "problems": list(wrong)}


def print_register(register: Sequence[Part], evidence: Evidence) -> None:
    """One line per claim, then how many claims have each verdict."""
    for part in register:
        print(f"{part.name}: {part.title} ({len(part.entries)} claims)")
        widest = max((len(entry.id) for entry in part.entries), default=0)
        for entry in part.entries:
            records = [found.record for found in evidence.records.get(entry.id, [])]
            grades = (
                ", ".join(f"{number} {grade}" for grade, number in counts(records).items()) or "no evidence"
            )
            also = " + argument" if entry.argument else ""
            tests = evidence.tests.get(entry.id, [])
            print(
                f"  {entry.id:<{widest}}  {entry.verdict:<12}  {grades}{also}; {len(tests)} test{'s' * (len(tests) != 1)}"
            )
        verdicts = Counter(entry.verdict for entry in part.entries)
        print("  " + ", ".join(f"{verdicts[v]} {v}" for v in VERDICTS if verdicts[v]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 when all is well, 1 on problems, 2 when there is nothing to read."""
    parser = argparse.ArgumentParser(
        prog="python -m incentives_book.claims", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write register, evidence and problems to FILE"
    )
    parser.add_argument(
        "--executed", type=Path, default=Path("_build/executed"), help="executed notebooks (%(default)s)"
    )
    parser.add_argument(
        "--notebooks", type=Path, default=Path("notebooks"), help="their sources (%(default)s)"
    )
    parser.add_argument("--tests", type=Path, default=Path("tests"), help="the tests (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        evidence = gather(options.executed, options.notebooks, options.tests)
    except ValueError as error:
        print(f"{error}. `make test` executes the notebooks.", file=sys.stderr)
        return 2
    register = parts()
    wrong = problems(register, evidence) + unsealed(options.executed)
    print_register(register, evidence)
    if options.json:
        twice = checked_twice(options.executed.parent / "kernel.json")
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(
            json.dumps(as_json(register, evidence, wrong, twice), indent=1) + "\n", encoding="utf-8"
        )
    if wrong:
        print(f"\n{len(wrong)} problem{'s' * (len(wrong) != 1)}:", *wrong, sep="\n  ")
        return 1
    print("\nEvery verdict has the evidence it needs.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
