"""The pages made from the register of claims and the records that the executed notebooks left.

`write_pages` writes book/claims.md, book/claim-graph.md and one book/errata-<part>.md for each part; build.py calls it before
Sphinx starts. As a Sphinx extension this module adds the role `{verdict}` and the filter of the page of claims.

    python book/_ext/claims_pages.py        write the pages from _build/executed
"""

import re
import sys
from collections.abc import Collection
from pathlib import Path

from claim_graph import graph_page
from docutils import nodes

from incentives_book.claims.evidence import Evidence, gather
from incentives_book.claims.kernel import checked_twice, receipt
from incentives_book.claims.register import VERDICTS, Entry, Part, parts
from incentives_book.claims.verdicts import counts

ROOT = Path(__file__).resolve().parents[2]

CLAIMS_INTRO = """# Every claim and its verdict

Each statement that this book puts to the test has one row here. The verdict is supported by the evidence beside it: checks
that ran when the pages were executed (each page shows their receipts) and tests that share no line with them. A build in
which a verdict lacks its evidence fails. [How the claims rest on each other](claim-graph.md) is drawn on the next page;
what is wrong in print is collected under errata.

The verdicts are {verdicts}. The grades of evidence are *proof* (an exact certificate), *exhaustive* (every case of a finite
world), *refutation* (an exact counterexample to what is printed), *statistical* (a simulation with its level) and
*experiment* (a published number compared). Where *argument* stands beside them, the prose of the page carries the
proof, and the checks decide its steps and consequences. *Checked twice* are the proofs that
[a second kernel](how-it-was-run.md) accepts too.
"""


def one_line(text: str) -> str:
    """Text of the register on one line, as a cell of a table needs it."""
    return re.sub(r"\s+", " ", text).strip()


def page_title(page: str, root: Path) -> str:
    """The first heading of a notebook's source, or its name where there is none."""
    source = root / "notebooks" / f"{page}.md"
    heading = (
        re.search(r"^# (.+)$", source.read_text(encoding="utf-8"), re.MULTILINE) if source.is_file() else None
    )
    return heading.group(1) if heading else page.partition("/")[2].replace("-", " ")


def pages_of(entry: Entry, evidence: Evidence) -> list[str]:
    """The pages that check an entry: where it is stated first, then in order of the number of checks."""
    seen = [found.page for found in evidence.records.get(entry.id, [])]
    stated = evidence.labels.get(entry.id)
    return sorted(set(seen), key=lambda page: (page != stated, -seen.count(page), page))


def where(entry: Entry, evidence: Evidence, root: Path) -> str:
    """Links to the pages that check an entry, and to the statement itself where it is typeset as one."""
    links = [f"[{page_title(page, root)}](../notebooks/{page}.md)" for page in pages_of(entry, evidence)]
    if entry.id in evidence.anchors:
        links.insert(0, f"{{prf:ref}}`the statement <{evidence.anchors[entry.id]}>`")
    return " · ".join(links) or "no page"


def test_links(entry: Entry, evidence: Evidence) -> str:
    """The tests that back an entry, each file named once."""
    files: dict[str, list[str]] = {}
    for test in evidence.tests.get(entry.id, []):
        path, _, name = test.partition("::")
        files.setdefault(path, []).append(name)
    told = [f"{path}: {', '.join(f'`{n}`' for n in names if n) or 'all'}" for path, names in files.items()]
    return "; ".join(told) or "none"


def grades(entry: Entry, evidence: Evidence, twice: Collection[tuple[str, str, str]]) -> str:
    """The evidence of an entry in words."""
    records = [found.record for found in evidence.records.get(entry.id, [])]
    words = [f"{number} × {grade}" if number > 1 else grade for grade, number in counts(records).items()]
    if again := sum(receipt(record) in twice for record in records):
        words.append(f"{again} checked twice")
    return ", ".join(words + ["argument"] * bool(entry.argument)) or "none"


def remarks(entry: Entry) -> list[str]:
    """What the verdict adds to the statement, one paragraph each."""
    told = {
        "Judged as": entry.reading,
        "Needs": entry.assumption,
        "Printed": entry.printed,
        "Right": entry.corrected,
        "Instead": entry.repair,
        "Why": entry.why,
        "Searched": entry.searched,
    }
    return [f"*{name}*: {one_line(text)}" for name, text in told.items() if text]


def claims_page(register: tuple[Part, ...], evidence: Evidence, root: Path) -> str:
    """The page of all claims, a table for each part."""
    twice = checked_twice(root / "_build" / "kernel.json")
    verdicts = "; ".join(f"{{verdict}}`{name}` ({meaning})" for name, meaning in VERDICTS.items())
    lines = [CLAIMS_INTRO.format(verdicts=verdicts)]
    for part in register:
        lines += [f"## {part.title} ({part.name})\n", f"The paper is {{cite:t}}`{part.paper}`.\n"]
        lines += [
            tally(part),
            "",
            "::::{list-table}",
            ":header-rows: 1",
            f":class: claims-table longtable claims-part-{part.name}",
        ]
        lines += [
            ":widths: 46 12 18 24",
            "",
            "* - Claim",
            "  - Verdict",
            "  - Evidence",
            "  - Page, source, tests",
        ]
        for entry in part.entries:
            cell = [f"({entry.anchor})=", f"**{entry.title}** `{entry.id}`", "", one_line(entry.says)]
            for remark in remarks(entry):
                cell += ["", remark]
            lines += [
                "* - " + "\n    ".join(cell),
                f"  - {{verdict}}`{entry.verdict}`",
                f"  - {grades(entry, evidence, twice)}",
            ]
            lines.append(
                f"  - {where(entry, evidence, root)}\n\n    {one_line(entry.source)}\n\n    {test_links(entry, evidence)}"
            )
        lines += ["::::", ""]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def tally(part: Part) -> str:
    """How many claims of a part have each verdict."""
    numbers = {name: sum(entry.verdict == name for entry in part.entries) for name in VERDICTS}
    told = ", ".join(f"{number} {{verdict}}`{name}`" for name, number in numbers.items() if number)
    return f"{len(part.entries)} claims: {told}."


def witnesses(entry: Entry, evidence: Evidence) -> list[str]:
    """The counterexamples that the pages found, as text."""
    found = [
        f.record.subject or {} for f in evidence.records.get(entry.id, []) if f.record.grade == "refutation"
    ]
    told = [
        ", ".join(f"{name} = {value}" for name, value in subject.get("witness", {}).items())
        for subject in found
    ]
    return list(dict.fromkeys(text for text in told if text))


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
    lines += [f"- **Witness**: `{text.replace('`', '')}`" for text in witnesses(entry, evidence)]
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
    for verdict, (heading, sentence) in groups.items():
        concerned = [entry for entry in part.entries if entry.verdict == verdict]
        if concerned:
            number = f"{len(concerned)} entries" if len(concerned) > 1 else "One entry"
            lines += [f"## {heading}", "", f"{sentence} {number}.", ""]
            for entry in concerned:
                lines += erratum(entry, evidence, root)
    if len(lines) < 6:
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
        "claims": claims_page(register, evidence, root),
        "claim-graph": graph_page(register, evidence, root),
    }
    pages |= {f"errata-{part.name}": errata_page(part, evidence, root) for part in register}
    written = []
    for name, text in pages.items():
        path = root / "book" / f"{name}.md"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def verdict_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """`{verdict}`holds-if``: the verdict in words and colour."""
    if text not in VERDICTS:
        problem = inliner.reporter.error(
            f"verdict must be one of {', '.join(VERDICTS)}; got {text!r}", line=lineno
        )
        return [], [problem]
    return [nodes.inline(rawtext, text.replace("-", " "), classes=["verdict", f"verdict-{text}"])], []


def setup(app):
    app.add_role("verdict", verdict_role)
    app.add_css_file("claims.css")
    app.add_js_file("claims.js", loading_method="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    try:
        print(*write_pages(ROOT / "_build" / "executed"), sep="\n")
    except ValueError as error:
        sys.exit(str(error))
