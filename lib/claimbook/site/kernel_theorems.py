"""Whole theorems in the kernel, as a reader sees them: folded under a badge, and listed on the page that explains them.

`{kernel-count}` is a sentence with the numbers of the last check, `{kernel-table}` lists every theorem with its
counterexamples.
"""

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from claimbook.book import current
from claimbook.checked import CHECKED, Theorem, read_checked
from claimbook.edges import edge_count
from claimbook.opened import open_book
from claimbook.proof_files import BESIDE, proof_of, shown_by
from claimbook.readings import Counterexample, as_html
from claimbook.register import Entry, entries


def named(entry: Entry) -> list[str]:
    """The theorems that a row names: for the whole claim first, then for its steps."""
    return list(dict.fromkeys(name for name in (entry.theorem, *(step.theorem for step in entry.steps)) if name))


def html_of(theorem: Theorem, known: Mapping[str, Theorem]) -> str:
    """Reading and text of a theorem, with what shows that its hypotheses are needed."""
    proofs, shown = current().folder("proofs"), {}
    stem, _, own = theorem.name.partition(".")
    for number, verdict in enumerate(theorem.hypotheses, 1):
        names = [f"{file}.{own}_needs_{number}" for file in (stem, f"{stem}{BESIDE}")] if verdict == "needed" else []
        for each in (known[name] for name in names if name in known):
            proof = proof_of(_source(proofs / each.file), each.name.partition(".")[2])
            shown[number] = Counterexample(each.name, each.statement, proof)
    return as_html(theorem.statement, theorem.name, theorem.axioms, theorem.file, theorem.hypotheses, shown)


@cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def folded(entry: Entry) -> str:
    """Reading and text of the theorems that a row names, as HTML; empty where it names none."""
    known = read_checked()
    found = [known[name] for name in named(entry) if name in known]
    return "".join(html_of(theorem, known) for theorem in found)


def users() -> dict[str, list[str]]:
    """For each theorem the ids of the rows that name it."""
    found: dict[str, list[str]] = {}
    for entry in entries().values():
        for name in named(entry):
            found.setdefault(name, []).append(entry.id)
    return found


def count() -> str:
    """The numbers of what the kernel checked when it was last asked, in a few sentences."""
    path = current().folder("proofs") / CHECKED
    if not path.is_file():
        return "No whole theorem has been checked yet."
    value, known = json.loads(path.read_text(encoding="utf-8")), read_checked()
    pure = sum(not theorem.axioms for theorem in known.values())
    verdicts = Counter(verdict for theorem in known.values() for verdict in theorem.hypotheses)
    whole = sum(bool(entry.theorem) for entry in entries().values())
    steps = sum(not entry.theorem and bool(named(entry)) for entry in entries().values())
    seen, told = edge_count(entries(), known)
    return (
        f"On {value['date']} Coq {value['coq']} last had news of them: {len(known)} theorems, {pure} of them without "
        f"any axiom. {whole} claims of this book stand on a theorem as a whole and {steps} more in some of their steps."
        f" {seen} times one of these {whole} uses another because its proof in Coq rests on the other's theorem, and "
        f"{told} times because a step of its derivation on the page does."
        f" Of the {sum(verdicts.values())} hypotheses {verdicts['needed']} are needed, shown by a counterexample that "
        f"is checked too; {verdicts['used']} are used by the proof, and whether the theorem needs them is not known; "
        f"{verdicts['unused']} are not used by the proof. Suppositions inside of a conclusion, where a part of it "
        "says that one thing follows from another, are not counted."
    )


def table() -> list[str]:
    """Every theorem by part, as Markdown with the readings folded in; counterexamples stand in those."""
    rows, by_row, rows_of, part, known = [], users(), entries(), "", read_checked()
    own = [theorem for name, theorem in known.items() if not shown_by(name)]
    for theorem in sorted(own, key=lambda t: (t.file, t.name)):
        if (now := theorem.file.partition("/")[0]) != part:
            part = now
            rows += ["", f"### {part.capitalize()}", ""]
        claims = ", ".join(f"[{rows_of[id].title}](#{rows_of[id].anchor})" for id in by_row.get(theorem.name, []))
        html = html_of(theorem, known)
        rows += [f"**{theorem.name.replace('_', ' ').replace('.', ': ')}**" + (f", for {claims}" if claims else ""), ""]
        rows += [html.replace("\n", "&#10;"), ""]
    return rows


class KernelCount(SphinxDirective):
    """Those sentences."""

    def run(self):
        self.env.metadata[self.env.docname]["kernel"] = count()
        return [nodes.paragraph(text=count())]


class KernelTable(SphinxDirective):
    """That list."""

    def run(self):
        self.env.metadata[self.env.docname]["kernel"] = count()
        node = nodes.section()
        self.state.nested_parse(StringList(table(), source=self.get_source_info()[0]), self.content_offset, node, True)
        return node.children


def outdated(app, env, added, changed, removed):
    """The pages that would tell other numbers now."""
    now = count()
    return [name for name in env.found_docs - added - changed if env.metadata[name].get("kernel", now) != now]


def setup(app):
    open_book(Path(app.srcdir))
    app.connect("env-get-outdated", outdated)
    app.add_directive("kernel-count", KernelCount)
    app.add_directive("kernel-table", KernelTable)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
