"""Directives `{run-table}`, one row for each notebook with the time its run took, and `{checked-twice}`."""

import json

from docutils import nodes
from docutils.statemachine import StringList
from results import ROOT, executed_path, record_of
from sphinx.util.docutils import SphinxDirective


class RunTable(SphinxDirective):
    """A table of pages, seconds, dates and Python versions, from the executed notebooks themselves."""

    def run(self):
        rows = ["| page | seconds | run on | Python |", "|---|---:|---|---|"]
        total = 0.0
        for docname in sorted(name for name in self.env.found_docs if name.startswith("notebooks/")):
            record = record_of(docname)
            self.env.note_dependency(str(executed_path(docname)))
            total += record["seconds"]
            rows.append(
                f"| {{doc}}`/{docname}` | {record['seconds']:.1f} | {record['date']} | {record['python']} |"
            )
        rows.append(f"| all, one after the other | {total:.1f} | | |")
        node = nodes.Element()
        self.state.nested_parse(StringList(rows, source=self.get_source_info()[0]), self.content_offset, node)
        return node.children


class CheckedTwice(SphinxDirective):
    """What the second kernel said, in one sentence with its numbers; or that it was not asked."""

    def run(self):
        path = ROOT / "_build" / "kernel.json"
        self.env.note_dependency(str(path))
        told = "For the site that you are reading Coq was not asked."
        if path.is_file():
            found = json.loads(path.read_text(encoding="utf-8"))
            i, s = (found["counts"][method] for method in ("identity", "sign"))
            told = (
                f"Coq {found['coq']} accepted {i['checked']} of the {i['receipts']} identities and {s['checked']} of the "
                f"{s['receipts']} signs that these pages prove, in {found['seconds']:.0f} seconds. In "
                f"{i['with_unknowns']} of them unknown numbers or exponentials occur; the other "
                f"{i['receipts'] - i['checked'] + s['receipts'] - s['checked']} rest on SymPy alone."
            )
        return [nodes.paragraph(text=told)]


def setup(app):
    app.add_directive("run-table", RunTable)
    app.add_directive("checked-twice", CheckedTwice)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
