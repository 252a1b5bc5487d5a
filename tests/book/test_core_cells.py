"""A lecture of the course shows code where the code teaches: few short cells, and a derivation among them."""

import ast
import sys

import pytest
from nbformat.v4 import new_code_cell, new_output
from open_cells import kinds, open_cells
from pairing import ROOT

sys.path.append(str(ROOT / "book" / "_ext"))
from course import core

LECTURES = [f"{page.docname}.md" for page in core()]
FEWEST, MOST = 3, 5  # cells that stay open
LINES, WIDTH = 8, 72  # of each of them


def derives(cell):
    """Whether the last line of a cell is an expression, and the page sets its value as a formula."""
    last = ast.parse(cell.source).body[-1]
    return isinstance(last, ast.Expr) and "text/latex" in kinds(cell)


def cell(source, **data):
    outputs = [new_output("execute_result", data={f"text/{kind}": text for kind, text in data.items()})] if data else []
    return new_code_cell(source, outputs=outputs)


@pytest.mark.parametrize(
    ("made", "formula"),
    [
        (cell("slope = sp.diff(x**2, x)\nsp.Eq(y, slope)", plain="Eq(y, 2*x)", latex="$y = 2 x$"), True),
        (cell("slope = sp.diff(x**2, x)", latex="$y = 2 x$"), False),
        (cell("'2 x'", plain="'2 x'"), False),
        (cell("print(sp.diff(x**2, x))"), False),
    ],
)
def test_a_derivation_ends_in_a_formula(made, formula):
    assert derives(made) == formula


def test_the_course_has_its_lectures():
    assert len(LECTURES) == 16


@pytest.mark.parametrize("lecture", LECTURES)
def test_a_lecture_shows_three_to_five_short_cells(lecture):
    found = [each.source for each in open_cells(lecture)]
    assert FEWEST <= len(found) <= MOST, "\n---\n".join(found)
    for source in found:
        lines = source.splitlines()
        assert len(lines) <= LINES, source
        assert max(map(len, lines)) <= WIDTH, source


@pytest.mark.parametrize("lecture", LECTURES)
def test_a_lecture_shows_a_derivation_whose_last_line_is_set_as_a_formula(lecture):
    assert any(map(derives, open_cells(lecture))), "no open cell ends in a formula"
