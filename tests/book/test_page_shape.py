"""The measure of a page: what stands open on it, and in the browser how long it is and where its first picture
comes.
"""

import sys

import nbformat
import pytest
from execute import executed_path
from pairing import ROOT, sources
from test_site import NOTEBOOKS, address, browser, visit  # noqa: F401

sys.path.append(str(ROOT / "book" / "_ext"))
from docutils import nodes
from reading import LONGEST, MIME, WIDEST, Cell, stays_open

PAGES = [path.relative_to(ROOT).as_posix() for path in sources(ROOT)]
MOST = 8  # cells that a reader should read
SCREEN = {"width": 1280, "height": 800}

# Screens of the text, the screens above its first picture, and what its column cuts off. Small signs are no pictures.
MEASURE = """async () => {
  const article = document.querySelector('.bd-article'), seen = node => node.checkVisibility();
  const { top, height } = article.getBoundingClientRect();
  const pictures = [...article.querySelectorAll('img, svg')].filter(seen).map(node => node.getBoundingClientRect());
  const cut = [...article.querySelectorAll('pre, table, img')].filter(seen)
    .filter(node => node.scrollWidth > node.clientWidth + 1 && node.getBoundingClientRect().right > innerWidth);
  const first = pictures.find(box => box.height > 80);
  return {screens: height / 800, first: first ? (first.top - top) / 800 : null, cut: cut.map(node => node.innerText.slice(0, 60))};
}"""  # noqa: E501


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


@pytest.mark.browser
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_page_is_at_most_fifteen_screens_and_has_its_first_picture_by_the_second(visit, name):  # noqa: F811
    found = visit(SCREEN).open(address(name)).evaluate(MEASURE)
    assert found["screens"] <= 15
    assert found["first"] is not None
    assert found["first"] <= 2
    assert found["cut"] == []
