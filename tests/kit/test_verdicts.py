"""Which evidence a verdict needs, and what is out of order."""

import json
from dataclasses import asdict, replace

import pytest

from claimbook import Entry
from claimbook.evidence import Evidence, Found, gather
from claimbook.receipts import Record, mime
from claimbook.register import Step
from claimbook.seal import seal_of
from claimbook.standing import Standing
from claimbook.verdicts import evidence_problems, problems

from .rows import EVERY, GOOD, PARTIAL, PROOF, STEP, part, record


def needs(entry: Entry, records: list[Record]) -> list[str]:
    """The rules that a row breaks with these records."""
    return [rule for rule, _ in evidence_problems(entry, [Found("coalitions/page", r) for r in records])]


def test_a_claim_whose_checks_notice_no_error_fails():
    told = f"{GOOD.id}: no error planted in its checks was noticed; `python -m claimbook mutation` prints the errors"
    assert told in problems([part(GOOD)], Evidence(), lock={"kills": {GOOD.id: ["0", "9"]}}.get)
    assert told in problems([part(GOOD)], Evidence(), lock={"kills": {}, "cells": {GOOD.id: ["0", "9"]}}.get)
    assert told not in problems(
        [part(GOOD)], Evidence(), lock={"kills": {GOOD.id: ["0", "9"]}, "cells": {GOOD.id: ["1", "9"]}}.get
    )


def test_rows_that_nobody_asks_about_are_not_looked_at():
    other = replace(GOOD, id="coalitions/lemma-77", source="Lemma 77")
    told = problems([part(GOOD, other)], Evidence(), only=[GOOD.id])
    everything = problems([part(GOOD, other)], Evidence())
    assert [line for line in everything if line.startswith(f"{GOOD.id}:")] == told != []
    assert any(line.startswith(f"{other.id}:") for line in everything)


def test_every_row_that_is_judged_has_a_kill_rate():
    told = f"{GOOD.id}: it has no kill rate"
    lost = replace(GOOD, verdict="not-testable", why="Lost.")
    assert any(told in line for line in problems([part(GOOD)], Evidence(), lock={"kills": {}}.get))
    for rows, rates in (
        ([GOOD], {"kills": {GOOD.id: ["3", "4"]}}),
        ([GOOD], {"kills": {}, "cells": {GOOD.id: ["1", "4"]}}),
        ([lost], {"kills": {}}),
    ):
        assert not any(told in line for line in problems([part(*rows)], Evidence(), lock=rates.get))


def test_a_line_of_the_lock_without_a_row_is_named():
    told = "coalitions/gone: the lock has a line of it and the register no row; delete the line"
    rates = {GOOD.id: ["3", "4"]}
    assert told in problems([part(GOOD)], Evidence(), lock={"kills": rates | {"coalitions/gone": ["5", "5"]}}.get)
    assert told not in problems([part(GOOD)], Evidence(), lock={"kills": rates}.get)


SIGHT = replace(PROOF, trivial=True)


REFUTED = record("counterexample", subject={"hypotheses": 0})


SIMULATED, COMPARED = record("agrees"), record("experiment", cases=9)


BOUND = {"argument": "prose", "steps": (Step(receipt="step", sizes="three clients"),)}


SHOWN = {"samples": ("step",)}


OTHER = {"steps": (Step(claim="coalitions/lemma-2"), Step(prose="so"))}


ENOUGH = [
    ("holds", {}, [PROOF]),
    ("holds", BOUND, [STEP, PROOF, SIMULATED]),
    ("holds", {"finite": True}, [EVERY]),
    ("holds", BOUND, [STEP]),
    ("holds", BOUND, [PARTIAL]),
    ("holds", OTHER | SHOWN, [PARTIAL]),
    ("holds-if", {}, [PROOF, REFUTED]),
    ("holds-if", {"finite": True}, [EVERY, REFUTED]),
    ("misprint", {}, [PROOF, REFUTED]),
    ("false", {"repaired_by": "coalitions/lemma-2"}, [REFUTED]),
    ("false", {}, [REFUTED, PROOF]),
    ("reproduced", {}, [COMPARED]),
    ("reproduced", {"finite": True}, [EVERY]),
    ("differs", {}, [COMPARED]),
    ("differs", {}, [REFUTED]),
    ("new", {}, [PROOF]),
    ("known", BOUND, [STEP]),
    ("new", {"finite": True}, [EVERY]),
    ("new", {"runs": True}, [EVERY]),
    ("conjecture", {}, [EVERY]),
    ("conjecture", {}, [SIMULATED]),
    ("well-posed", {}, [SIGHT]),
    ("holds", {}, [SIGHT]),
    ("misprint", {"kind": "definition"}, [REFUTED, EVERY]),
    ("satisfiable", {}, [EVERY]),
    ("implemented", {}, [EVERY]),
    ("not-testable", {}, []),
    ("depends", {"under": "holds"}, [PROOF]),
    ("depends", {"under": "holds-if"}, [PROOF, REFUTED]),
    ("depends", {"under": "false"}, [REFUTED, PROOF]),
]


TOO_LITTLE = [
    ("holds", {}, [], "evidence"),
    ("holds", {}, [SIMULATED], "evidence"),
    ("holds", {}, [EVERY], "evidence"),
    ("holds", {}, [STEP], "step"),
    ("holds", {"argument": "prose"}, [EVERY], "evidence"),
    ("holds", BOUND, [PROOF], "step"),
    ("holds", BOUND | {"steps": (Step(receipt="step"), Step(receipt="two"))}, [STEP], "step"),
    ("holds", {"argument": "prose"} | SHOWN, [PARTIAL], "evidence"),
    ("holds", {"steps": (Step(prose="so"),)}, [SIMULATED], "evidence"),
    ("holds", {}, [PROOF, REFUTED], "refuted"),
    ("holds", {}, [COMPARED], "evidence"),
    ("holds-if", {}, [PROOF], "refutation"),
    ("holds-if", {}, [REFUTED], "evidence"),
    ("misprint", {}, [PROOF], "refutation"),
    ("misprint", {}, [REFUTED, SIMULATED], "evidence"),
    ("false", {}, [PROOF], "refutation"),
    ("false", {}, [REFUTED], "repair"),
    ("false", {}, [replace(REFUTED, subject={"hypotheses": None}), PROOF], "hypotheses"),
    ("reproduced", {}, [SIMULATED], "evidence"),
    ("reproduced", {}, [EVERY], "evidence"),
    ("differs", {}, [PROOF], "evidence"),
    ("new", {}, [EVERY], "evidence"),
    ("new", {"argument": "prose", "steps": (Step(receipt="step"),)}, [PARTIAL], "evidence"),
    ("holds", {"steps": (Step(receipt="step", sizes="three clients"),)}, [PARTIAL], "beyond"),
    ("new", {"runs": True}, [PROOF], "evidence"),
    ("new", {}, [PROOF, REFUTED], "refuted"),
    ("conjecture", {}, [PROOF], "evidence"),
    ("conjecture", {}, [EVERY, REFUTED], "refuted"),
    ("well-posed", {}, [EVERY], "evidence"),
    ("false", {}, [replace(REFUTED, passed=False), PROOF], "failed"),
    ("depends", {"under": "holds"}, [], "evidence"),
    ("depends", {"under": "holds"}, [PROOF, REFUTED], "refuted"),
    ("depends", {"under": "holds-if"}, [PROOF], "refutation"),
    ("depends", {"under": "false"}, [REFUTED], "repair"),
]


def test_a_claim_that_has_only_samples_carries_no_step():
    found = [Found("coalitions/page", EVERY)]
    row = replace(GOOD, **OTHER)
    assert list(evidence_problems(row, found)) == []
    sampled = {"coalitions/lemma-2": Standing("sample", missing=("all but the cases looked at",))}
    assert [rule for rule, _ in evidence_problems(row, found, sampled)] == ["evidence"]


@pytest.mark.parametrize(("verdict", "more", "records"), ENOUGH)
def test_enough_evidence_supports_a_verdict(verdict, more, records):
    assert needs(replace(GOOD, verdict=verdict, **more), records) == []


@pytest.mark.parametrize(("verdict", "more", "records", "rule"), TOO_LITTLE)
def test_too_little_evidence_does_not(verdict, more, records, rule):
    assert rule in needs(replace(GOOD, verdict=verdict, **more), records)


@pytest.fixture
def book(tmp_path):
    """A book of one page, one claim and one test, all in order; returns a function that gives its problems."""
    executed, notebooks, tests = (
        tmp_path / name / sub for name, sub in (("ex", "coalitions"), ("nb", "coalitions"), ("tests", ""))
    )
    for folder in (executed, notebooks, tests):
        folder.mkdir(parents=True)

    def write(*, records=(PROOF,), label="lemma-1", backs='"coalitions/lemma-1"', rows=(GOOD,)):
        rows = [replace(row, statement=label, says="") if row.id == GOOD.id else row for row in rows]
        outputs = [{"output_type": "display_data", "data": {mime(): asdict(r), "text/plain": "x"}} for r in records]
        cells = [
            {"cell_type": "markdown", "source": "x"},
            {"cell_type": "code", "source": "x", "outputs": outputs},
        ]
        notebook = json.loads(json.dumps({"cells": cells, "metadata": {}}))
        notebook["metadata"]["incentives"] = {"seal": seal_of(notebook)}
        (executed / "page.ipynb").write_text(json.dumps(notebook))
        (notebooks / "page.md").write_text(
            f"# Page\n\n:::{{prf:lemma}} {GOOD.title}\n:label: {label}\n\nText\n:::\n\n```{{code-cell}}\nx\n```\n"
        )
        (tests / "test_it.py").write_text(
            f"import pytest\n\n@pytest.mark.backs({backs})\ndef test_it():\n    assert 1 + 1 == 2\n"
        )
        return problems([part(*rows)], gather(tmp_path / "ex", tmp_path / "nb", tests))

    return write


def test_a_book_in_order_has_no_problem(book):
    assert book() == []


def test_a_label_may_carry_the_name_of_its_part(book):
    assert book(label="coalitions-lemma-1") == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"records": []}, "coalitions/lemma-1: no executed page checks it"),
        ({"backs": '"coalitions/lemma-2"'}, "coalitions/lemma-1: no test that asserts something backs it"),
        (
            {"backs": '"coalitions/lemma-2"'},
            "tests/test_it.py::test_it: backs coalitions/lemma-2, which the register lacks",
        ),
        ({"backs": "IDS"}, "must name its ids as literal strings"),
        ({"backs": ""}, "needs the ids of claims"),
        ({"label": "lemma-7"}, "coalitions/page: states coalitions/lemma-7, which the register lacks"),
        (
            {"records": [PROOF, replace(PROOF, claim="coalitions/lemma-3")]},
            "checks coalitions/lemma-3, which the register lacks",
        ),
        (
            {"rows": [GOOD, replace(GOOD, id="coalitions/lemma-2")]},
            "coalitions/lemma-2: no executed page checks it",
        ),
        ({"records": [SIMULATED]}, "verdict holds needs whole, in Coq or whole"),
    ],
)
def test_what_is_out_of_order_is_said(book, change, problem):
    assert any(problem in found for found in book(**change))
