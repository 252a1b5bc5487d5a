"""Fills the `{closing-table}` of a page when Sphinx reads it, and reads the page again when the table changes."""

from pathlib import Path

from claimbook.book import current
from claimbook.closing import filled, rows_of, table
from claimbook.opened import open_book


def page_of(docname: str) -> str:
    """The page of the book behind a document, as <part>/<page>; empty for other documents."""
    folder = f"{current().pages}/"
    return docname.removeprefix(folder) if docname.startswith(folder) else ""


def fill(app, docname, source):
    source[0] = filled(source[0], page_of(docname))


def shown(docname: str) -> str:
    """The table of a document; empty where it has no rows."""
    rows = rows_of(page_of(docname)) if page_of(docname) else []
    return table(rows) if rows else ""


def remember(app, env):
    for docname in env.found_docs:
        env.metadata[docname]["closing"] = shown(docname)


def outdated(app, env, added, changed, removed):
    """Pages whose table is not the one that was shown last."""
    return [name for name in env.found_docs - added - changed if env.metadata[name].get("closing", "") != shown(name)]


def setup(app):
    open_book(Path(app.srcdir))
    app.connect("source-read", fill)
    app.connect("env-updated", remember)
    app.connect("env-get-outdated", outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
