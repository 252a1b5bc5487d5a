"""The pages made from the register of claims and the records that the executed notebooks left.

`write_pages` writes book/claims.md, book/claim-graph.md, and book/claims-<part>.md, book/errata-<part>.md and
book/questions-<part>.md for each part;
build.py calls it before Sphinx starts; claim_roles.py has what those pages are written with.

    python book/_ext/claims_pages.py        write the pages from _build/executed
"""

import json
import re
import sys
from collections.abc import Collection
from pathlib import Path

from claim_graph import graph_page
from claim_words import one_line, place, where, witnesses
from questions import question_page, read_questions

from incentives_book.claims.bindings import read_lists
from incentives_book.claims.evidence import Evidence, gather
from incentives_book.claims.kernel import checked_twice, receipt
from incentives_book.claims.register import VERDICTS, Entry, Part, Step, parts
from incentives_book.claims.report import as_json, table
from incentives_book.claims.verdicts import counts, owing, standing

ROOT = Path(__file__).resolve().parents[2]

CLAIMS_INTRO = """# Every claim and its verdict

Each statement of the four papers, and each that this book adds, has one row in the table of its part: a verdict, or why it
cannot be tested. A verdict is supported by the evidence beside it: checks that ran when the pages were executed (the row leads to their badges, a badge leads to its row) and tests
that share no line with them. A build in which a verdict lacks its evidence fails.

```{{claim-numbers}}
```

{parts}

The verdicts are {verdicts}. [How the claims rest on each other](claim-graph.md) is drawn on a page of its own;
what is wrong in print is collected under errata.

## Grades of evidence

| grade | what was done | what it can carry |
|---|---|---|
| **proof** | algebra, by SymPy: two expressions are the same, or an inequality has a certificate; nothing is left to prose | a general statement |
| **proof in steps** | prose whose listed steps are carried by checks or other claims, so many of so many | the same, shown as such |
| **decided** | every case of a finite (or finitely described) statement, in exact arithmetic | that statement, or one step of a proof |
| **inspection** | both sides are the same once written out; the receipt shows how they were written | the same, shown as such |
| **refutation** | exact numbers that meet the hypotheses and break the conclusion | the verdicts *misprint* and *false*, or that an assumption is needed |
| **experiment** | independent runs, with the probability that chance alone gives as much | the verdicts *reproduced* and *differs* |
| **statistical** | a simulation beside a formula, with its level and seed | agreement, never a proof |
| **description** | what our runs did, one case a run or a cell of a study | a new statement about these runs, and nothing beyond them |
| **sample** | some cases of many | nothing: it illustrates |

What carries a statement stands in bold. Where a row does not yet satisfy a rule of this register, what is *owed* is named; the
number of such debts may only fall.

{standings}

{formulas}

The register with all its evidence is <a href="../_static/register.json">one JSON file</a>, described by
<a href="../_static/register.schema.json">its schema</a>.
*Checked twice* are the proofs that [a second kernel](how-it-was-run.md) accepts too.
"""

# Errata begin with what most depends on: numbered statements before remarks, and these before the steps of proofs.
WEIGHT = ("theorem", "corollary", "lemma", "algorithm", "definition", "table", "figure", "example", "prose", "proof-step", "new")

PART_INTRO = """# Claims: {title}

What {{cite:t}}`{paper}` claims, and what the part on {name} adds, in the order of its pages. {tally}
The verdicts and the grades of evidence are explained under [all claims](claims.md).
"""


def test_links(entry: Entry, evidence: Evidence) -> str:
    """The tests that back an entry, each with a link to its file."""
    return ", ".join(f"{{backing}}`{test}`" for test in evidence.tests.get(entry.id, [])) or "none"


def grades(entry: Entry, evidence: Evidence, twice: Collection[tuple[str, str, str]]) -> str:
    """The evidence of an entry in words."""
    records = [found.record for found in evidence.records.get(entry.id, []) if not found.hidden]
    words = [f"{number} × {name}" if number > 1 else name for name, number in counts(entry, records).items()]
    if again := sum(receipt(record) in twice for record in records):
        words.append(f"{again} checked twice")
    owed, kills, cells = (read_lists(ROOT / "book" / "register", name) for name in ("debts", "kills", "cells"))
    told = [f"**{standing(entry, records, owing(owed))}**", *words]
    if entry.id in kills:
        told.append("{} of {} errors planted in its formulas noticed".format(*kills[entry.id]))
    if entry.id in cells:
        told.append("{} of {} in the code of its cells".format(*cells[entry.id]))
    if entry.verdict == "not-testable":
        told.append("no kill rate, since nothing is judged")
    return ", ".join([*told, *(f"owed: {rule}" for rule in owed.get(entry.id, []))])


def step_words(step: Step) -> str:
    """One step of a proof, and what carries it where that is no check of the page."""
    if step.claim:
        return f"{step.says} ([{step.claim}](#{step.claim.replace('/', '-')}))".strip()
    # The name of a receipt is plain text.
    return step.says or re.sub(r"([*_$\[\]<>`{}\\])", r"\\\1", step.receipt) or f"in prose: {step.prose}"


def remarks(entry: Entry) -> list[str]:
    """What the verdict adds to the statement, one paragraph each."""
    told = {
        "Judged as": entry.reading,
        "Needs": entry.assumption,
        "Printed": entry.printed,
        "Right": entry.corrected,
        "Instead": f"{entry.repair} {step_words(Step(claim=entry.repaired_by)) if entry.repaired_by else ''}",
        "Why": entry.why,
        "Searched": entry.searched,
        "Known from": f"{{cite:t}}`{entry.citation}`" if entry.citation else "",
        "Steps": "; ".join([*map(step_words, entry.steps), *([f"in prose: {entry.argument}"] if entry.argument else [])]),
    }
    return [f"*{name}*: {one_line(text)}" for name, text in told.items() if text.strip()]


def claims_page(register: tuple[Part, ...], evidence: Evidence) -> str:
    """The page that leads to the table of each part."""
    verdicts = "; ".join(f"{{verdict}}`{name}` ({meaning})" for name, meaning in VERDICTS.items())
    lines = [f"- [{part.title}](claims-{part.name}.md) ({part.name}): {tally(part)}" for part in register]
    return CLAIMS_INTRO.format(verdicts=verdicts, parts="\n".join(lines), standings=standings(register, evidence), formulas=formula_words())


def formula_words() -> str:
    """How many formulas in the words of the rows are held by something that the gate compares them with."""
    rows = read_lists(ROOT / "book" / "register", "formulas").values()
    compared, written = (sum(int(row[at]) for row in rows) for at in (0, 1))
    return (
        f"Of the formulas in the words of the rows {compared} are read and compared with what a proof compared, and {written} stand "
        "letter for letter on the pages that state or check the row; neither can change alone. The others, and words without "
        "formulas, are compared with the checks by eye when the row is sealed."
    )


def standings(register: tuple[Part, ...], evidence: Evidence) -> str:
    """The table of what the claims of each part stand on, one column for each part."""
    counted = table(register, evidence, read_lists(ROOT / "book" / "register", "debts"))
    steps = {"steps": "proof in steps", "of steps": "steps in these", "steps carried": "of them by a check or another claim"}
    names = [name for name in next(iter(counted.values())) if any(row[name] for row in counted.values())]
    order = [each for name in names if name not in [*steps][1:] for each in (steps if name == "steps" else [name])]
    rows = [f"| {steps.get(name, name)} | " + " | ".join(str(row[name]) for row in counted.values()) + " |" for name in order]
    return "\n".join([f"| rows that stand on | {' | '.join(counted)} |", "|---|" + "---:|" * len(counted), *rows])


def part_page(part: Part, evidence: Evidence, root: Path) -> str:
    """The claims of one part: a row each, with what it says, its verdict, its evidence and where that is."""
    lines = [PART_INTRO.format(title=part.title, paper=part.paper, name=part.name, tally=tally(part))]
    twice = checked_twice(root / "_build" / "kernel.json")
    places = read_lists(ROOT / "book" / "register", "places")
    lines += [":::::{div} claims-list", ""]
    for entry in part.entries:
        lines += [
            f"::::{{div}} claim claim-{entry.verdict}",
            f"({entry.anchor})=",
            f"{{verdict}}`{entry.verdict}` **{entry.title}** {{claim-id}}`{entry.id}`",
            "",
            one_line(entry.says),
        ]
        for remark in remarks(entry):
            lines += ["", remark]
        lines += [
            "",
            ":::{div} claim-evidence",
            f"{place(entry, places)}. *Evidence*: {grades(entry, evidence, twice)}. *Checked on* {where(entry, evidence, root)}. "
            f"*Tests*: {test_links(entry, evidence)}.",
            ":::",
            "::::",
            "",
        ]
    return "\n".join(line.rstrip() for line in [*lines, ":::::", ""])


def tally(part: Part) -> str:
    """How many claims of a part have each verdict."""
    numbers = {name: sum(entry.verdict == name for entry in part.entries) for name in VERDICTS}
    told = ", ".join(f"{number} {{verdict}}`{name}`" for name, number in numbers.items() if number)
    return f"{len(part.entries)} claims: {told}."


def erratum(entry: Entry, evidence: Evidence, root: Path) -> list[str]:
    """The paragraphs of one erratum."""
    lines = [
        f"### {one_line(entry.title)}",
        "",
        f"{one_line(entry.source)}. {{verdict}}`{entry.verdict}`",
        "",
    ]
    told = [
        ("Claimed", entry.says if entry.verdict != "misprint" or not entry.printed else ""),
        ("Printed", entry.printed),
    ]
    told += [("Right", entry.corrected), ("True instead", entry.repair), ("Needs", entry.assumption)]
    lines += [f"- **{name}**: {one_line(text)}" for name, text in told if text]
    lines += [f"- **Witness**: {text}" for text in witnesses(entry, evidence)]
    lines += [f"- **What depends on it**: {one_line(entry.affects)}"] if entry.affects else []
    lines += [f"- **Where**: {where(entry, evidence, root)}; [its row](#{entry.anchor})", ""]
    return lines


def errata_page(part: Part, evidence: Evidence, root: Path) -> str:
    """What is printed, what is right, a witness, and what survives, for one paper."""
    groups = {
        "false": ("False as printed", "Each of these fails for the exact witness shown."),
        "misprint": (
            "Misprints",
            "Here a printed formula is wrong and the one meant is right; both halves are checked.",
        ),
        "holds-if": ("Missing assumptions", "These hold once something is assumed that is not printed."),
    }
    lines = [
        f"# Errata: {part.title}",
        "",
        f"What a reader of {{cite:t}}`{part.paper}` should change in the margin,",
    ]
    lines += ["with a witness for each entry that the page named there checks in exact arithmetic.", ""]
    lines += ["Numbered statements come first, then remarks, then steps of proofs.", ""]
    for verdict, (heading, sentence) in groups.items():
        concerned = sorted((entry for entry in part.entries if entry.verdict == verdict), key=lambda entry: WEIGHT.index(entry.kind))
        if concerned:
            number = f"{len(concerned)} entries" if len(concerned) > 1 else "One entry"
            lines += [f"## {heading}", "", f"{sentence} {number}.", ""]
            for entry in concerned:
                lines += erratum(entry, evidence, root)
    if len(lines) < 8:
        lines += ["Nothing in it needs correction.", ""]
    return "\n".join(lines)


def write_pages(executed: Path, root: Path = ROOT) -> list[Path]:
    """Write all generated pages and return their paths; a page that has not changed is left alone.

    Raises:
        ValueError: `executed` holds no executed notebooks.
    """
    register = parts()
    evidence = gather(executed, root / "notebooks", root / "tests")
    pages = {
        "claims": claims_page(register, evidence),
        "claim-graph": graph_page(register, evidence, root),
    }
    pages |= {f"claims-{part.name}": part_page(part, evidence, root) for part in register}
    questions = read_questions()
    pages |= {f"questions-{part.name}": question_page(part, evidence, questions) for part in register}
    pages |= {f"errata-{part.name}": errata_page(part, evidence, root) for part in register}
    written = []
    for name, text in pages.items():
        path = root / "book" / f"{name}.md"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        written.append(path)
    published = as_json(register, evidence, [], root / "book" / "register", checked_twice(root / "_build" / "kernel.json"))
    (root / "book" / "_static" / "register.json").write_text(json.dumps(published) + "\n", encoding="utf-8")
    return written


if __name__ == "__main__":
    try:
        print(*write_pages(ROOT / "_build" / "executed"), sep="\n")
    except ValueError as error:
        sys.exit(str(error))
