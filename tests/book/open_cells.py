"""The cells of a page that a reader sees open, as the last run left them."""

import sys

import nbformat
from execute import executed_path
from pairing import ROOT

sys.path.append(str(ROOT / "book" / "_ext"))
from docutils import nodes
from reading import MIME, Cell, stays_open


def kinds(cell):
    """What kinds of outputs a cell has."""
    return {kind for output in cell.outputs for kind in output.get("data", {})}


def open_cells(page):
    """The cells of a page that stay open, those within solutions left out."""
    inside, found = False, []
    for cell in nbformat.read(executed_path(ROOT / page, ROOT), as_version=4).cells:
        if cell.cell_type == "markdown":
            for line in cell.source.splitlines():
                inside = line.startswith("```{solution-start}") or (inside and not line.startswith("```{solution-end}"))
            continue
        if inside or cell.cell_type != "code" or "remove-cell" in (tags := frozenset(cell.metadata.get("tags", []))):
            continue
        draws = any(kind.startswith("image/") for kind in kinds(cell))
        if MIME not in kinds(cell) and stays_open(Cell(nodes.container(), cell.source, tags, draws=draws)):
            found.append(cell)
    return found
