"""Directives `{run-table}`, one row for each notebook with the time its run took, and `{checked-twice}`."""

import json

from docutils import nodes
from docutils.statemachine import StringList
from results import ROOT, record_of
from sphinx.util.docutils import SphinxDirective


def table(docnames: set[str]) -> list[str]:
    """The rows of the table, as Markdown."""
    rows = ["| page | seconds | run on | Python |", "|---|---:|---|---|"]
    total = 0.0
    for docname in sorted(name for name in docnames if name.startswith("notebooks/")):
        record = record_of(docname)
        total += record.get("seconds", 0.0)
        rows.append(
            f"| {{doc}}`/{docname}` | {record.get('seconds', 0.0):.1f} | {record.get('date')} | "
            f"{record.get('python')} |"
        )
    return [*rows, f"| all, one after the other | {total:.1f} | | |"]


class RunTable(SphinxDirective):
    """A table of pages, seconds, dates and Python versions, from the executed notebooks themselves."""

    def run(self):
        rows = table(self.env.found_docs)
        self.env.metadata[self.env.docname]["runs"] = rows
        node = nodes.Element()
        self.state.nested_parse(StringList(rows, source=self.get_source_info()[0]), self.content_offset, node)
        for made in node.findall(nodes.table):
            made["classes"].append("run-table")
        return node.children


def checked_twice() -> str:
    """The answer of the second kernel, in one sentence with its numbers; or that it was not asked."""
    path = ROOT / "_build" / "kernel.json"
    if not path.is_file():
        return "For the site that you are reading Coq was not asked."
    found = json.loads(path.read_text(encoding="utf-8"))
    i, s = (found["counts"][method] for method in ("identity", "sign"))
    return (
        f"Coq {found['coq']} accepted {i['checked']} of the {i['receipts']} identities and {s['checked']} of the "
        f"{s['receipts']} signs that these pages prove, in {found['seconds']:.0f} seconds. In "
        f"{i['with_unknowns']} of them unknown numbers or exponentials occur; the other "
        f"{i['receipts'] - i['checked'] + s['receipts'] - s['checked']} rest on SymPy alone."
    )


class CheckedTwice(SphinxDirective):
    """That sentence."""

    def run(self):
        told = checked_twice()
        self.env.metadata[self.env.docname]["checked_twice"] = told
        return [nodes.paragraph(text=told)]


def outdated(app, env, added, changed, removed):
    """Pages that would tell of other runs now; new prose is no other run."""
    now = {"runs": table(env.found_docs), "checked_twice": checked_twice()}
    return [
        docname
        for docname in env.found_docs - added - changed
        if any(env.metadata[docname].get(name, told) != told for name, told in now.items())
    ]


def setup(app):
    app.connect("env-get-outdated", outdated)
    app.add_directive("run-table", RunTable)
    app.add_directive("checked-twice", CheckedTwice)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
