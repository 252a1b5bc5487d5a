"""Errors in the code of cells that check, in small examples of every check."""

import ast
import json

import pytest

from claimbook.mutation.cells import cell_mutants, checks_in, mutate_notebook


def test_errors_in_code():
    found = {ast.unparse(tree) for _, tree in cell_mutants("f(a[1] - 2 * b, '>0', seed=3) if x < y else -z")}
    for wrong in (
        "a[1] + 2 * b",
        "a[2] - 2 * b",
        "a[0] - 2 * b",
        "a[1] - (2 + b)",
        "a[1] - 3 * b",
        "'<0'",
        "x <= y",
        "x > y",
        "else z",
    ):
        assert any(wrong in text for text in found), wrong
    assert not any("seed=4" in text or "seed=2" in text for text in found)


def test_errors_in_what_a_predicate_says():
    found = {ast.unparse(tree) for _, tree in cell_mutants("not f(x) and g(x) is None or x in known")}
    for wrong in ("f(x) and", "not f(x) or g(x)", "g(x) is not None", "x not in known"):
        assert any(wrong in text for text in found), wrong


def test_what_a_cell_checks():
    source = 'c = claim("coalitions/lemma-1")\nc.every(cases, good)\nc.identity(x, y)'
    assert checks_in(ast.parse(source)) == ("every", "identity")
    assert checks_in(ast.parse("x = 3")) == ()


# Each checking cell of this page has errors that it must notice; the earlier cells make what it needs.
PAGE = {
    "identity": "check.identity((x + y) * (x - y), x**2 - y**2)",
    "sign": "check.sign(m * mu - n**2, '>0', given=[n < m, m <= mu])",
    "every": "check.every(((1, 1), (2, 3), (4, 10)), lambda c: c[0] * (c[0] + 1) == 2 * c[1])",
    "counterexample": "check.counterexample(x**2 < y, {x: 3, y: 9})",
    "agrees": "check.agrees([3.001, 5.002], [1 + 2, 2 * 2 + 1], 0.01, seed=4)",
    "experiment": (
        "check.experiment([1 + 1 == 2, 3 - 1 == 2, 2 * 3 == 6, 4 - 2 == 2, 5 + 1 == 6, 7 - 3 == 4], level=0.02)"
    ),
}


@pytest.mark.parametrize("method", PAGE)
def test_errors_in_the_code_of_a_page_are_noticed(tmp_path, method):
    setup = (
        "import sympy as sp\nfrom claimbook import Claim, Entry\n"
        "x, y, n, m, mu = sp.symbols('x y n m mu', positive=True)\n"
        "check = Claim(Entry(id='coalitions/lemma-9-9', title='A lemma', verdict='holds'))"
    )
    cells = [{"cell_type": "code", "source": source} for source in (setup, PAGE[method])]
    path = tmp_path / "coalitions" / "page.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "# Page"}, *cells]}))
    (report,) = mutate_notebook(path)
    # A changed witness of a false statement is mostly still a witness.
    assert report.killed >= (1 if method == "counterexample" else 3 * len(report.survivors)), report.survivors
    assert report.cell == 2


def test_a_page_that_fails_as_it_stands_is_an_error(tmp_path):
    path = tmp_path / "coalitions" / "page.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": "check.every([1], bool)"}]}))
    with pytest.raises(ValueError, match="does not run as it stands"):
        mutate_notebook(path)


def test_where_a_cell_has_no_place_for_an_error_the_functions_it_names_are_broken(tmp_path):
    cells = [
        "from claimbook import Claim, Entry\n"
        "check = Claim(Entry(id='coalitions/lemma-9-9', title='A lemma', finite=True))\n"
        "def right(n):\n    return n * n == sum(2 * k + 1 for k in range(n))\n"
        "cases = [3, 4]",
        "check.every(cases, right)",
    ]
    path = tmp_path / "coalitions" / "page.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": source} for source in cells]}))
    (report,) = mutate_notebook(path)
    assert report.claims == ("coalitions/lemma-9-9",)
    assert report.killed >= 5
    assert not report.survivors
