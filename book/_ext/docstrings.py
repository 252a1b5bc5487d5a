"""Lets docstrings be plain text: `code` in single backquotes, and *, | and trailing _ that mean themselves.

Autodoc would read them as markup of reStructuredText and warn.
"""

import re

LITERAL = re.compile(r"(``[^`]+``|`[^`]+`)")


def plain(line: str) -> str:
    """One line of a docstring as reStructuredText that shows the same characters."""
    pieces = LITERAL.split(line)
    for position, piece in enumerate(pieces):
        if position % 2:
            pieces[position] = f"``{piece.strip('`')}``"
        else:
            pieces[position] = re.sub(r"([*|]|(?<=\w)_(?!\w))", r"\\\1", piece)
    return "".join(pieces)


def rewrite(app, what, name, obj, options, lines):
    in_example = False
    for position, line in enumerate(lines):
        in_example = line.lstrip().startswith(">>>") or (in_example and bool(line.strip()))
        if not in_example:
            lines[position] = plain(line)


def setup(app):
    app.connect("autodoc-process-docstring", rewrite, priority=100)  # before napoleon reads the sections
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
