"""Directive `{run-table}`: one row for each notebook of the book, with the time that its run took."""

from docutils import nodes
from docutils.statemachine import StringList
from results import executed_path, record_of
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
            rows.append(f"| {{doc}}`/{docname}` | {record['seconds']:.1f} | {record['date']} | {record['python']} |")
        rows.append(f"| all, one after the other | {total:.1f} | | |")
        node = nodes.Element()
        self.state.nested_parse(StringList(rows, source=self.get_source_info()[0]), self.content_offset, node)
        return node.children


def setup(app):
    app.add_directive("run-table", RunTable)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
