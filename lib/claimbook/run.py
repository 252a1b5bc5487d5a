"""Runs the pages of a book, each in a process of its own, and keeps what their cells left.

python -m claimbook run [PAGE.md ...]

This needs nothing beside the kit. A book whose pages need Jupyter, such as for pictures, names its own command as
`execute` in claimbook.toml.
"""

import argparse
import ast
import contextlib
import io
import json
import linecache
import os
import subprocess
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimbook.book import Book, current
from claimbook.cells import cells
from claimbook.opened import open_book
from claimbook.receipts import shown
from claimbook.seal import seal_of


def run_cell(source: str, name: str, space: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs of one cell: what it prints, the receipts of its checks, the value of its last line."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)  # checks read their own text
    body = ast.parse(source, name).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
    printed, outputs, value = io.StringIO(), [], None
    with contextlib.redirect_stdout(printed), shown() as receipts:
        exec(compile(ast.Module(body, []), name, "exec"), space)
        if last is not None:
            value = eval(compile(last, name, "eval"), space)
    if text := printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    outputs += [{"output_type": "display_data", "metadata": {}, "data": bundle} for bundle in receipts]
    if value is not None:
        data = {"text/plain": repr(value)}
        outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
    return outputs


def run_page(source: Path) -> dict[str, Any]:
    """A page as a notebook with what its cells left, sealed; it runs in this process, from the folder of the page."""
    notebook = {"cells": cells(source.read_text(encoding="utf-8")), "metadata": {current().name: {}}}
    notebook |= {"nbformat": 4, "nbformat_minor": 4}
    space: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.chdir(source.parent):
        for number, cell in enumerate(cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
            cell["outputs"] = run_cell(cell["source"], f"<{source.stem}, cell {number + 1}>", space)
            cell["execution_count"] = number + 1
    notebook = json.loads(json.dumps(notebook))
    notebook["metadata"][current().name]["seal"] = seal_of(notebook)
    return notebook


def executed(source: Path, book: Book) -> Path:
    """Where the executed page of a source lies."""
    return book.folder("executed") / source.relative_to(book.folder("pages")).with_suffix(".ipynb")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 when every page ran, 1 when a cell of one stopped."""
    parser = argparse.ArgumentParser(prog="python -m claimbook run", description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE.md", help="sources of pages (default: all)")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # one page, in this process
    options = parser.parse_args(arguments)
    book = open_book()
    sources = [page.resolve() for page in options.pages] or sorted(book.folder("pages").glob("*/*.md"))
    if not options.here:
        command = [sys.executable, "-m", "claimbook", "run", "--here"]
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        return max(
            (subprocess.run([*command, s], cwd=book.root, env=environment, check=False).returncode for s in sources),
            default=0,
        )
    (source,) = sources
    target = executed(source, book)
    target.unlink(missing_ok=True)  # a run that stops leaves no old result behind
    try:
        notebook = run_page(source)
    except Exception:
        print(f"FAILED {source.relative_to(book.root)}", traceback.format_exc(limit=-3), sep="\n", file=sys.stderr)
        return 1
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")
    print(f"ran {source.relative_to(book.root)}")
    return 0
