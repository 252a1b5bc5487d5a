"""Errors made on purpose are noticed: in every formula that the executed pages prove, and in small examples of every check."""

import ast
import json
from pathlib import Path

import pytest
import sympy as sp

from incentives_book.claims import Claim, Entry, recording
from incentives_book.claims.receipts import Record
from incentives_book.mutation.__main__ import main, mutate_records, rates
from incentives_book.mutation.cells import CellReport, cell_mutants, checks_in, mutate_notebook
from incentives_book.mutation.expressions import mutants
from incentives_book.mutation.records import Tally, mutate_record, same_values

ROOT = Path(__file__).resolve().parents[1]
CHECK = Claim(Entry(id="coalitions/lemma-9-9", title="A lemma", verdict="holds"))
X, Y, N, M, MU = sp.symbols("x y n m mu", positive=True)
A, B = sp.symbols("a b")

PER_CLAIM = 4  # wrong formulas per claim; `make mutation` tries many more


PAGES = sorted((ROOT / "notebooks").glob("*/*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_wrong_formulas_of_the_executed_pages_are_refused(page):
    executed = ROOT / "_build" / "executed" / page.parent.name / f"{page.stem}.ipynb"
    assert executed.exists(), "`make test` executes the notebooks first"
    tallies = mutate_records([executed], PER_CLAIM, seed=1)
    assert {claim: tally.survivors for claim, tally in tallies.items() if tally.survivors} == {}


def proved(check) -> Record:
    """The record that a check leaves."""
    with recording() as records:
        check()
    return records[0]


PROOFS = {
    "polynomial": lambda: CHECK.identity((X + Y) ** 3, X**3 + 3 * X**2 * Y + 3 * X * Y**2 + Y**3),
    "fraction": lambda: CHECK.identity(1 / X - 1 / (X + Y), Y / (X * (X + Y))),
    "matrix": lambda: CHECK.identity(
        sp.Matrix([[X, Y]]) * sp.Matrix([[1, 2], [3, 4]]), sp.Matrix([[X + 3 * Y, 2 * X + 4 * Y]])
    ),
    "derivative": lambda: CHECK.identity(sp.Derivative(X**2 * Y, X), 2 * X * Y),
    "sum": lambda: CHECK.identity(sp.Sum(A * X, (A, 1, 4)), 10 * X),
    "root": lambda: CHECK.identity(1 / (1 + sp.sqrt(X)) * (1 - X), 1 - sp.sqrt(X)),
    "slack": lambda: CHECK.sign(M - N, ">0", given=[N < M]),
    "chain": lambda: CHECK.sign(MU * M - N**2, ">0", given=[N < M, M <= MU]),
    "stated": lambda: CHECK.sign(M**2 - N**2, ">0", given={M: N + X}),
    "square": lambda: CHECK.sign(X**2 - X * Y + Y**2, ">0"),
}


@pytest.mark.parametrize("name", PROOFS)
def test_every_real_error_in_a_proved_formula_is_refused(name):
    tally = mutate_record(proved(PROOFS[name]))
    assert tally.survivors == []
    assert tally.killed >= 3
    assert tally.rate == 1


def test_a_sample_of_mutants_is_decided_by_the_seed():
    record = proved(PROOFS["polynomial"])
    tally = mutate_record(record, 5, seed=3)
    assert 3 <= tally.killed + tally.equivalent <= 5
    assert tally == mutate_record(record, 5, seed=3)


def test_a_check_that_accepts_everything_would_be_noticed(monkeypatch):
    record = proved(PROOFS["polynomial"])
    monkeypatch.setattr("incentives_book.mutation.records.prove_identity", lambda left, right: None)
    tally = mutate_record(record)
    assert tally.survivors
    assert tally.rate < 0.1


def test_a_certificate_that_accepts_everything_would_be_noticed(monkeypatch):
    from incentives_book.claims.inequalities import SignCertificate, read_givens
    from incentives_book.claims.signs import Reason

    def careless(expression, relation, given, **options):
        return SignCertificate(
            expression, relation, read_givens(given)[0], (), (), Reason(expression, 1, True, "coefficients")
        )

    record = proved(PROOFS["chain"])
    monkeypatch.setattr("incentives_book.mutation.records.prove_sign", careless)
    assert len(mutate_record(record).survivors) > 10


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (A - B, [A + B, -B, A, 2 * A - B, -A - B]),  # sign, left out, doubled
        (3 * A**2 * B, [2 * A**2 * B, 4 * A**2 * B, 3 * A * B, 3 * A**3 * B]),  # coefficient, exponent
        (A / B, [A / A, B / B, -A / B, A / B**2]),  # index
        ((A + B) ** 2, [(A - B) ** 2, (A + B) ** 3, A**2, (A + A) ** 2]),
        (sp.Sum(A * B, (A, 1, 3)), [sp.Sum(-A * B, (A, 1, 3)), sp.Sum(A * B**2, (A, 1, 3))]),
    ],
)
def test_the_errors_that_are_tried(expression, expected):
    found = [mutant for _, mutant in mutants(expression)]
    assert expression not in found
    assert len(set(found)) == len(found)
    assert [wrong for wrong in expected if wrong not in found] == []


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ((X + 1) ** 2, X**2 + 2 * X + 1, True),
        ((X + 1) ** 2, X**2 + 2 * X, False),
        (sp.sqrt(X) ** 3, X * sp.sqrt(X), True),
        (sp.sqrt(X), X, False),
        (X / X, sp.Integer(1), True),
    ],
)
def test_values_tell_whether_a_mutant_is_an_error(left, right, same):
    assert same_values(left, right) is same


def test_a_record_without_a_formula_is_refused():
    with pytest.raises(ValueError, match="identity or a sign"):
        mutate_record(proved(lambda: CHECK.every([1], bool)))


def test_rates_count_real_errors_only():
    tally = Tally(killed=3, equivalent=5, survivors=["one"])
    tally.add(Tally(killed=4, equivalent=1))
    assert (tally.killed, tally.equivalent, tally.rate) == (7, 6, 7 / 8)
    assert Tally().rate == 1


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


def test_what_a_cell_checks():
    source = 'c = claim("coalitions/lemma-1")\nc.every(cases, good)\nc.identity(x, y)'
    assert checks_in(ast.parse(source)) == (("coalitions/lemma-1",), ("every", "identity"))
    assert checks_in(ast.parse("x = 3")) == ((), ())


# Each checking cell of this page has errors that it must notice; the earlier cells make what it needs.
PAGE = {
    "identity": "check.identity((x + y) * (x - y), x**2 - y**2)",
    "sign": "check.sign(m * mu - n**2, '>0', given=[n < m, m <= mu])",
    "every": "check.every(((1, 1), (2, 3), (4, 10)), lambda c: c[0] * (c[0] + 1) == 2 * c[1])",
    "counterexample": "check.counterexample(x**2 < y, {x: 3, y: 9})",
    "agrees": "check.agrees([3.001, 5.002], [1 + 2, 2 * 2 + 1], 0.01, seed=4)",
    "experiment": "check.experiment([1 + 1 == 2, 3 - 1 == 2, 2 * 3 == 6, 4 - 2 == 2, 5 + 1 == 6, 7 - 3 == 4], level=0.02)",
}


@pytest.mark.parametrize("method", PAGE)
def test_errors_in_the_code_of_a_page_are_noticed(tmp_path, method):
    setup = (
        "import sympy as sp\nfrom incentives_book.claims import Claim, Entry\n"
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


def test_the_command_reports_and_needs_something_to_read(tmp_path, capsys):
    assert main(["--executed", str(tmp_path)]) == 2
    folder = tmp_path / "coalitions"
    folder.mkdir()
    (folder / "page.ipynb").write_text(
        json.dumps({"cells": [{"cell_type": "code", "source": "x = 1", "outputs": []}]})
    )
    assert main(["--executed", str(tmp_path), "--json", str(tmp_path / "report.json")]) == 0
    assert "all 0 claims" in capsys.readouterr().out
    assert json.loads((tmp_path / "report.json").read_text()) == {"records": {}, "cells": []}


def test_errors_are_counted_by_claim():
    tallies = {"coalitions/lemma-1": Tally(killed=3, survivors=["one"])}
    cells = [CellReport("coalitions/page", 2, ("coalitions/lemma-1", "f'coalitions/{name}'"), ("every",), 2, ["other"])]
    assert rates(tallies, cells) == {"coalitions/lemma-1": ["5", "7"]}
