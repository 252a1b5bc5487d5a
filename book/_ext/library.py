"""`{library}`: the names that one part of the library offers, first as a table, then one by one.

    ```{library} incentives.coalitions
    ```

The names and their order come from the stub of the part, so a page cannot fall behind it.
"""

import ast
import importlib
import inspect
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


def offered(package: str) -> list[tuple[str, str]]:
    """(module, name) of everything in the stub of a package, in its order."""
    stub = Path(importlib.import_module(package).__file__).with_suffix(".pyi")
    return [
        (f"{package}.{node.module}", alias.name)
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    ]


def first_line(thing: object) -> str:
    """The first sentence of a docstring, as one cell of a table."""
    line = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")
    return line.replace("|", "\\|").replace("*", "\\*")


def page(package: str) -> list[str]:
    """Markdown of a part: the table, and what autodoc says of each name."""
    table, entries = ["| name | what it is |", "|---|---|"], []
    for module, name in offered(package):
        thing = getattr(importlib.import_module(module), name)
        kind = "autoclass" if inspect.isclass(thing) else "autofunction" if callable(thing) else "autodata"
        table.append(f"| [`{name}`](#{module}.{name}) | {first_line(thing) if kind != 'autodata' else ''} |")
        entries += [
            "```{eval-rst}",
            f".. {kind}:: {module}.{name}",
            *(["   :members:"] if kind == "autoclass" else []),
            "```",
            "",
        ]
    return [*table, "", *entries]


class Library(SphinxDirective):
    required_arguments = 1

    def run(self):
        package = self.arguments[0]
        self.env.note_dependency(str(Path(importlib.import_module(package).__file__).with_suffix(".pyi")))
        holder = nodes.container()
        self.state.nested_parse(StringList(page(package)), self.content_offset, holder)
        return holder.children


def setup(app):
    app.add_directive("library", Library)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
