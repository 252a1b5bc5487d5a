"""The pages made from the register of claims and the records that the executed notebooks left.

`write_pages` writes claims.md, claim-graph.md, and claims-<part>.md, errata-<part>.md and questions-<part>.md for each
part into the folder of the site, before Sphinx starts; `claim_roles` has what those pages are written with.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from claimbook.book import current
from claimbook.evidence import Evidence, gather
from claimbook.kernel import checked_twice, receipt
from claimbook.lock import read_lists
from claimbook.register import KINDS, VERDICTS, Entry, Part, Step, entries, parts
from claimbook.report import as_json, table
from claimbook.site.claim_graph import graph_page
from claimbook.site.claim_words import one_line, place, where, witnesses
from claimbook.site.questions import question_page, read_questions
from claimbook.spans import spans
from claimbook.standing import WORDS, Standing, counts, standings
from claimbook.words import words

CLAIMS_INTRO = """# Every claim and its verdict

Each statement of {of}, and each that this book adds, has one row in the table of its part: a verdict, or why it
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
| **decided** | every case of a list, in exact arithmetic | a statement about finitely many cases, or a step for the sizes that it names |
| **inspection** | both sides are the same once written out; the receipt shows how they were written | the same, and no step by itself |
| **refutation** | exact numbers that meet the hypotheses and break the conclusion | the verdicts *misprint* and *false*, or that an assumption is needed |
| **experiment** | independent runs, with the probability that chance alone gives as much | the verdicts *reproduced* and *differs* |
| **statistical** | a simulation beside a formula, with its level and seed | agreement, never a proof |
| **description** | what our runs did, one case a run or a cell of a study | a new statement about these runs, and nothing beyond them |
| **sample** | some cases of many | nothing: it illustrates |

## What a claim stands on

Receipts are counted by how general they are. A claim is **whole** where every step is a symbolic proof or a claim that is itself
whole; it stands **in cases** where its statement is finite and every case was decided; **but for a sentence** (or for several)
where prose carries something, which its badge names; **for the sizes looked at** where some step was decided for these sizes
only. A step of which nothing was left to prove counts for nothing. Every badge, opened, begins with what no machine checked.

{standings}

Those that stand whole in Coq, by kind, each of how many that are judged:

{by_kind}

{formulas}

The register with all its evidence is <a href="../_static/register.json">one JSON file</a>, described by
<a href="../_static/register.schema.json">its schema</a>.
*Checked twice* are the proofs that {kernel} accepts too.
"""

# Errata begin with what most depends on: numbered statements before remarks, and these before the steps of proofs.
WEIGHT = (
    "theorem",
    "corollary",
    "lemma",
    "algorithm",
    "definition",
    "table",
    "figure",
    "example",
    "prose",
    "proof-step",
    "new",
)

PART_INTRO = """# Claims: {title}

{whose}, in the order of its pages. {tally}
The verdicts and the grades of evidence are explained under [all claims](claims.md).
"""


def grades(
    entry: Entry,
    evidence: Evidence,
    on: Standing,
    twice: Collection[tuple[str, str, str]],
    rates: Sequence[Mapping[str, Sequence[str]]],
) -> str:
    """The evidence of an entry in words; `rates` are the fields `kills` and `cells` of the locks."""
    records = evidence.visible(entry.id)
    graded = [f"{number} × {name}" if number > 1 else name for name, number in counts(entry, records).items()]
    if again := sum(receipt(record) in twice for record in records):
        graded.append(f"{again} checked twice")
    kills, cells = rates
    told = [f"**{on}**", *graded]
    if entry.id in kills:
        told.append("{} of {} errors planted in its formulas noticed".format(*kills[entry.id]))
    if entry.id in cells:
        told.append("{} of {} in the code of its cells".format(*cells[entry.id]))
    if entry.verdict == "not-testable":
        told.append("no kill rate, since nothing is judged")
    return ", ".join(told)


def step_words(step: Step) -> str:
    """One step of a proof, and what carries it where that is no check of the page."""
    if step.claim:
        return f"{step.says} ([{step.claim}](#{step.claim.replace('/', '-')}))".strip()
    # The name of a receipt is plain text.
    return step.says or re.sub(r"([*_$\[\]<>`{}\\])", r"\\\1", step.receipt) or f"in prose: {step.prose}"


def remarks(entry: Entry) -> list[str]:
    """The remarks that the verdict adds to the statement, one paragraph each."""
    told = {
        "Judged as": entry.reading,
        "As we read it": f"{{verdict}}`{entry.under}`" if entry.under else "",
        "Needs": entry.assumption,
        "Printed": entry.printed,
        "Right": entry.corrected,
        "Instead": f"{entry.repair} {step_words(Step(claim=entry.repaired_by)) if entry.repaired_by else ''}",
        "Why": entry.why,
        "Searched": entry.searched,
        "Known from": f"{{cite:t}}`{entry.citation}`" if entry.citation else "",
        "Steps": "; ".join(
            [*map(step_words, entry.steps), *([f"in prose: {entry.argument}"] if entry.argument else [])]
        ),
    }
    return [f"*{name}*: {one_line(text)}" for name, text in told.items() if text.strip()]


def claims_page(register: tuple[Part, ...], evidence: Evidence) -> str:
    """The page that leads to the table of each part."""
    verdicts = "; ".join(f"{{verdict}}`{name}` ({meaning})" for name, meaning in VERDICTS.items())
    lines = [f"- [{part.title}](claims-{part.name}.md) ({part.name}): {tally(part)}" for part in register]
    return CLAIMS_INTRO.format(
        verdicts=verdicts,
        parts="\n".join(lines),
        standings=standings_table(register, evidence),
        by_kind=kernel_table(register, evidence),
        formulas=formula_words(),
        of=current().of,
        kernel=f"[a second kernel]({current().kernel_page})" if current().kernel_page else "a second kernel",
    )


def formula_words() -> str:
    """The sentence on how many formulas in the words of the rows are held by something that the gate compares them
    with.
    """
    rows = read_lists(current().folder("locks"), "formulas").values()
    compared, written = (sum(int(row[at]) for row in rows) for at in (0, 1))
    return (
        f"Of the formulas in the words of the rows {compared} are read and compared with what a proof compared, and "
        f"{written} stand letter for letter on the pages that state or check the row; neither can change alone. The "
        "others, and words without formulas, are compared with the checks by eye when the row is sealed."
    )


def standings_table(register: tuple[Part, ...], evidence: Evidence) -> str:
    """The table of what the claims of each part stand on, one column for each part."""
    counted = table(register, evidence)
    names = [name for name in next(iter(counted.values())) if any(row[name] for row in counted.values())]
    told = {
        **WORDS,
        "steps carried": "steps carried by a check or another claim",
        "of steps": "of steps that are not trivial",
    }
    rows = [f"| {told[name]} | " + " | ".join(str(row[name]) for row in counted.values()) + " |" for name in names]
    return "\n".join([f"| rows that stand | {' | '.join(counted)} |", "|---|" + "---:|" * len(counted), *rows])


def kernel_table(register: tuple[Part, ...], evidence: Evidence) -> str:
    """The table of the claims that stand on the kernel as a whole, a row for each kind: how many of how many."""
    known = standings({entry.id: entry for part in register for entry in part.entries}, evidence)
    judged = {part.name: [row for row in part.entries if row.verdict != "not-testable"] for part in register}
    in_coq = {row.kind for rows in judged.values() for row in rows if known[row.id].grade == "kernel"}
    lines = [f"| kind | {' | '.join(judged)} |", "|---|" + "---:|" * len(judged)]
    for kind in (kind for kind in KINDS if kind in in_coq):
        of = [[known[row.id].grade for row in rows if row.kind == kind] for rows in judged.values()]
        cells = (f"{grades.count('kernel')} of {len(grades)}" if grades else "" for grades in of)
        lines.append(f"| {kind} | {' | '.join(cells)} |")
    return "\n".join(lines)


def part_page(part: Part, evidence: Evidence, root: Path) -> str:
    """The claims of one part: a row each, with what it says, its verdict, its evidence and where that is."""
    whose = f"What {{cite:t}}`{part.paper}` claims, and what the part on {part.name} adds"
    whose = whose if part.paper else f"What the part {part.name} claims; it follows no paper"
    lines = [PART_INTRO.format(title=part.title, whose=whose, tally=tally(part))]
    twice = checked_twice(kernel_file(root))
    places, *rates = (read_lists(current().folder("locks"), name) for name in ("places", "kills", "cells"))
    known = standings(entries() | {entry.id: entry for entry in part.entries}, evidence)
    lines += [":::::{div} claims-list", ""]
    for entry in part.entries:
        lines += [
            f"::::{{div}} claim claim-{entry.verdict}",
            f"({entry.anchor})=",
            f"{{verdict}}`{entry.verdict}` **{entry.title}** {{claim-id}}`{entry.id}`",
            "",
            words(entry, evidence),
        ]
        if entry.verdict != "not-testable":
            lines += ["", f"*Not by machine*: {one_line(known[entry.id].not_by_machine())}"]
        for remark in remarks(entry):
            lines += ["", remark]
        lines += [
            "",
            ":::{div} claim-evidence",
            f"{place(entry, places)}. *Evidence*: {grades(entry, evidence, known[entry.id], twice, rates)}. "
            f"*Checked on* {where(entry, evidence, root)}. "
            f"*Tests*: {', '.join(f'{{backing}}`{test}`' for test in evidence.tests.get(entry.id, [])) or 'none'}. "
            f"*Lines*: {', '.join(f'{{span}}`{span.what}: {span}`' for span in spans(entry, evidence, root))}.",
            ":::",
            "::::",
            "",
        ]
    return "\n".join(line.rstrip() for line in [*lines, ":::::", ""])


def tally(part: Part) -> str:
    """The number of claims of a part with each verdict."""
    numbers = {name: sum(entry.verdict == name for entry in part.entries) for name in VERDICTS}
    told = ", ".join(f"{number} {{verdict}}`{name}`" for name, number in numbers.items() if number)
    return f"{len(part.entries)} claims: {told}."


def erratum(entry: Entry, evidence: Evidence, root: Path) -> list[str]:
    """The paragraphs of one erratum."""
    lines = [f"### {one_line(entry.title)}", "", f"{one_line(entry.source)}. {{verdict}}`{entry.verdict}`", ""]
    if entry.under:
        lines += [f"- **Our reading**: {one_line(entry.reading)}", f"- **As we read it**: {{verdict}}`{entry.under}`"]
    told = [
        ("Claimed", words(entry, evidence, "printed") if entry.verdict != "misprint" or not entry.printed else ""),
        ("Printed", entry.printed if entry.states != "right" or entry.verdict == "misprint" else ""),
    ]
    told += [("Right", entry.corrected), ("True instead", entry.repair), ("Needs", entry.assumption)]
    lines += [f"- **{name}**: {one_line(text)}" for name, text in told if text]
    lines += [f"- **Witness**: {text}" for text in witnesses(entry, evidence)]
    lines += [f"- **What depends on it**: {one_line(entry.affects)}"] if entry.affects else []
    lines += [f"- **Where**: {where(entry, evidence, root)}; [its row](#{entry.anchor})", ""]
    return lines


def errata_page(part: Part, evidence: Evidence, root: Path) -> str:
    """The page of errata of one paper: what is printed, what is right, a witness, and what survives."""
    groups = {
        "false": ("False as printed", "Each of these fails for the exact witness shown."),
        "misprint": (
            "Misprints",
            "Here a printed formula is wrong and the one meant is right; both halves are checked.",
        ),
        "holds-if": ("Missing assumptions", "These hold once something is assumed that is not printed."),
        "depends": (
            "What depends on a formula that we have not seen",
            "In the copy of the paper that we could read these formulas are lost. Each entry says how we read the "
            "formula and what fails, or is missing, under that reading. None is an error in print unless the printed "
            "formula is the one read here.",
        ),
    }
    lines = [f"# Errata: {part.title}", "", f"What a reader of {{cite:t}}`{part.paper}` should change in the margin,"]
    lines += ["with a witness for each entry that the page named there checks in exact arithmetic.", ""]
    lines += ["Numbered statements come first, then remarks, then steps of proofs.", ""]
    for verdict, (heading, sentence) in groups.items():
        concerned = sorted(
            (
                entry
                for entry in part.entries
                if entry.verdict == verdict and entry.judged in ("misprint", "false", "holds-if")
            ),
            key=lambda entry: WEIGHT.index(entry.kind),
        )
        if concerned:
            number = f"{len(concerned)} entries" if len(concerned) > 1 else "One entry"
            lines += [f"## {heading}", "", f"{sentence} {number}.", ""]
            for entry in concerned:
                lines += erratum(entry, evidence, root)
    if len(lines) < 8:
        lines += ["Nothing in it needs correction.", ""]
    return "\n".join(lines)


def kernel_file(root: Path) -> Path:
    """The file of what Coq accepted, below the folder of a project."""
    return (root / current().executed).with_name("kernel.json")


def write_pages(
    executed: Path, root: Path | None = None, hand_in: Callable[[str], list[str]] = lambda claim: []
) -> list[Path]:
    """Write all generated pages and return their paths; a page that has not changed is left alone.

    Args:
        executed: folder of the executed pages.
        root: folder of the project, if not that of the book.
        hand_in: the lines under a question of a claim that ask for a witness of the reader's own.

    Raises:
        ValueError: `executed` holds no executed notebooks.
    """
    register, book = parts(), current()
    if not register:  # nothing is claimed yet
        return []
    root = root or book.root
    evidence = gather(executed, root / book.pages, root / book.tests)
    pages = {"claims": claims_page(register, evidence), "claim-graph": graph_page(register, evidence, root)}
    pages |= {f"claims-{part.name}": part_page(part, evidence, root) for part in register}
    questions = read_questions()
    pages |= {
        f"questions-{part.name}": question_page(part, evidence, questions, hand_in)
        for part in register
        if part.name in questions
    }
    pages |= {f"errata-{part.name}": errata_page(part, evidence, root) for part in register if part.paper}
    written = []
    for name, text in pages.items():
        path = root / book.site / f"{name}.md"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        written.append(path)
    published = as_json(register, evidence, [], root / book.locks, checked_twice(kernel_file(root)))
    (root / book.site / "_static" / "register.json").write_text(json.dumps(published) + "\n", encoding="utf-8")
    return written
