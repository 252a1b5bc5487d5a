"""The measure of a page: what stands open on it. How long it is in a browser is asked in `test_site.py`."""

import sys

import pytest
from open_cells import open_cells
from pairing import ROOT, sources

sys.path.append(str(ROOT / "book" / "_ext"))
from reading import LONGEST, WIDEST

PAGES = [path.relative_to(ROOT).as_posix() for path in sources(ROOT)]
MOST = 8  # cells that a reader should read


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
    found = [cell.source for cell in open_cells(page)]
    assert len(found) <= MOST, "\n---\n".join(found)
    for source in found:
        lines = source.splitlines()
        assert len(lines) <= LONGEST, source
        assert max(map(len, lines)) <= WIDEST, source
