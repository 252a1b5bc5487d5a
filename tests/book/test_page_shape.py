"""The measure of a page: what stands open on it. How long it is in a browser is asked in `test_site.py`."""

import sys

import nbformat
import pytest
from execute import executed_path
from pairing import ROOT, sources

sys.path.append(str(ROOT / "book" / "_ext"))
from docutils import nodes
from reading import LONGEST, MIME, WIDEST, Cell, stays_open

PAGES = [path.relative_to(ROOT).as_posix() for path in sources(ROOT)]
MOST = 8  # cells that a reader should read


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
        kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
        draws = any(kind.startswith("image/") for kind in kinds)
        if MIME not in kinds and stays_open(Cell(nodes.container(), cell.source, tags, draws=draws)):
            found.append(cell.source)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_displayed_formula_has_room_around_it(page):
    """Right under a line of text the two dollar signs are not read as a formula's, and the words after it are."""
    inside, before = False, ""
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("$$") and not inside:
            assert not before.strip(), f"{page}: an empty line is missing before {line!r}"
        assert line.count("$$") < 2 or line.lstrip().startswith("$$"), f"{page}: {line!r}"
        inside ^= line.count("$$") % 2 == 1
        before = line
    assert not inside, page


@pytest.mark.parametrize("page", PAGES)
def test_few_cells_stay_open_and_they_are_short(page):
    found = open_cells(page)
    assert len(found) <= MOST, "\n---\n".join(found)
    for source in found:
        lines = source.splitlines()
        assert len(lines) <= LONGEST, source
        assert max(map(len, lines)) <= WIDEST, source
