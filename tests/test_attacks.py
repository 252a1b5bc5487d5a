"""Dishonest evidence of every kind that a reader of the register thought of: each must be refused.

A small book of one page, one claim and one test is in order; every attack changes something in it. The cells really run
(in this process), so that the checks themselves may refuse, and what they leave goes through the register's rules.
"""

import json
import linecache
import re
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from claimbook import Claim, ClaimFails, Entry, Part, recording
from claimbook.bindings import binding
from claimbook.evidence import gather, passed_tests
from claimbook.receipts import mime
from claimbook.register import Step
from claimbook.seal import seal_of
from claimbook.verdicts import problems

ROOT = Path(__file__).resolve().parents[1]
EVEN = Entry(
    id="coalitions/lemma-1",
    kind="lemma",
    source="Lemma 1",
    title="The square of an odd number",
    says="$(2a+1)^2=4a(a+1)+1$ for whole $a$.",
    verdict="holds",
)
SETUP = 'import sympy as sp\na, b, x = sp.symbols("a b x", integer=True)\nreal = sp.Symbol("y", real=True)'
CHECK = 'claim("coalitions/lemma-1").identity((2 * a + 1) ** 2, 4 * a * (a + 1) + 1)'
TEST = "import pytest\n\n@pytest.mark.backs('coalitions/lemma-1')\ndef test_it():\n    assert (3 + 5) % 2 == 0\n"
FALSE = replace(EVEN, verdict="false", printed="p", repair="r", affects="nothing", repaired_by="coalitions/lemma-2")
TRUTH = replace(EVEN, id="coalitions/lemma-2", source="Lemma 2")
REFUTE = 'claim("coalitions/lemma-1").counterexample(lambda n: n * n > n, {"n": 1}, given=lambda n: n >= 1)'
SUPPORT = CHECK.replace("lemma-1", "lemma-2")


def run(cells, rows, name):
    """The cells as an executed notebook holds them: with the records that their checks left."""
    space = {"__name__": "__main__", "claim": lambda id: Claim(rows[id])}
    ran = []
    for number, cell in enumerate([SETUP, *cells]):
        cell = {"source": cell} if isinstance(cell, str) else cell
        if cell.get("cell_type") == "markdown":
            ran.append(cell)
            continue
        file = f"<{name} {number}>"
        linecache.cache[file] = (len(cell["source"]), None, cell["source"].splitlines(keepends=True), file)
        with recording() as records:
            exec(compile(cell["source"], file, "exec"), space)
        outputs = [{"output_type": "display_data", "data": {mime(): asdict(record)}} for record in records]
        ran.append({"cell_type": "code", "metadata": {}, "outputs": outputs, **cell})
    return json.loads(json.dumps(ran))


@pytest.fixture
def book(tmp_path):
    """Writes the small book and returns its problems; what is not named is in order."""

    def write(
        cells=(CHECK,),
        rows=(EVEN,),
        test=TEST,
        sealed=None,
        tamper=None,
        page=None,
        junit=None,
        places=None,
    ):
        for folder in ("ex/coalitions", "nb/coalitions", "tests"):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        ran = run(cells, {row.id: row for row in rows}, tmp_path.name)
        notebook = {"cells": ran, "metadata": {}}
        notebook["metadata"]["incentives"] = {"seal": seal_of(notebook)}
        if tamper:
            tamper(notebook)
        (tmp_path / "ex/coalitions/page.ipynb").write_text(json.dumps(notebook))
        source = [{**cell, "outputs": []} for cell in page or ran]
        (tmp_path / "nb/coalitions/page.ipynb").write_text(json.dumps({"cells": source}))
        (tmp_path / "tests/test_it.py").write_text(
            test.replace("'coalitions/lemma-1'", ", ".join(repr(r.id) for r in rows))
        )
        evidence = gather(tmp_path / "ex", tmp_path / "nb", tmp_path / "tests")
        frozen = {row.id: [row.source, "words"] for row in rows} if places is None else places
        bindings = sealed or {row.id: binding(row, evidence, frozen.get(row.id, ())) for row in rows}
        passed = None
        if junit:
            (tmp_path / "report.xml").write_text(junit)
            passed = passed_tests(tmp_path / "report.xml")
        register = [Part("coalitions", "key", "Title", tuple(rows))]
        found = problems(register, evidence, passed, {"seal": bindings, "places": frozen}.get)
        return found, bindings

    return write


def cells_of(text, **row):
    """An attack that puts other cells on the page, and another row in the register."""
    cells = [text] if isinstance(text, str) else text
    return {"cells": cells, "rows": [replace(EVEN, **row)]}


JUNIT = '<testsuite><testcase classname="tests.test_it" name="test_it">{}</testcase></testsuite>'
SWALLOWED = f"try:\n    {CHECK.replace('4 * a', '3 * a')}\nexcept AssertionError:\n    pass\n{CHECK}"
SOLUTION = [
    {"cell_type": "markdown", "source": "```{solution-start} ex\n```"},
    CHECK,
    {"cell_type": "markdown", "source": "```{solution-end}\n```"},
]
FORGED = "from claimbook.receipts import mime\nmime and None\n" + CHECK
STEPS = {"argument": "Trust me, please.", "steps": (Step(receipt="step 1 of 40"),)}


def edit_outputs(notebook):
    notebook["cells"][1]["outputs"][0]["data"][mime()]["how"] = "all 10^100 cases checked"


# What the gate says of each attack of the review, in its order. Attacks on a sealed row are in the next list.
REFUSED = {
    "1 one is one": (cells_of('claim("coalitions/lemma-1").identity(1, 1)'), "written differently"),
    "1b one is one, disguised": (cells_of('claim("coalitions/lemma-1").identity(2, 1 + 1)'), "needs whole"),
    "2 a formula equals itself": (
        cells_of('claim("coalitions/lemma-1").identity(x**2 + 1, x**2 + 1)'),
        "written differently",
    ),
    "2b a formula equals itself, disguised": (
        cells_of('claim("coalitions/lemma-1").identity(x**2 + 1, 1 + x**2)'),
        "written differently",
    ),
    "3b a companion that is always true": (
        cells_of(
            'def settled(n):\n    return True\nclaim("coalitions/lemma-1").every([0, 1], lambda n: settled(n))',
            finite=True,
        ),
        "settled has the same answer",
    ),
    "3c a world of copies": (
        cells_of('claim("coalitions/lemma-1").every([(2, 1)] * 3, lambda n: n[0] > n[1])', finite=True),
        "cases must differ",
    ),
    "3d a sample that calls itself a step": (
        cells_of(
            'claim("coalitions/lemma-1").every([2, 3], lambda n: n > 1, step="small")',
            argument="Larger numbers are alike.",
            steps=(Step(receipt="small"),),
        ),
        "it has sample, 2 cases",
    ),
    "3 a predicate that is always true": (
        cells_of('claim("coalitions/lemma-1").every([0], lambda _: True)', finite=True),
        "must read its case",
    ),
    "5 only in the solution of an exercise": ({"cells": SOLUTION}, "only hidden cells"),
    "6 only in a cell that is removed": (
        {"cells": [{"source": CHECK, "metadata": {"tags": ["remove-cell"]}}]},
        "only hidden cells",
    ),
    "7 a simulation that could not fail": (
        cells_of('claim("coalitions/lemma-1").agrees(0, 100, 1e6, seed=1)', verdict="conjecture", searched="s"),
        "tell the exact values from 0",
    ),
    "8 one step of forty, and trust": (
        cells_of('claim("coalitions/lemma-1").identity(2, 2, step="step 1 of 40")', **STEPS),
        "written differently",
    ),
    "8b the steps are not those of the row": (
        cells_of('claim("coalitions/lemma-1").identity((a + 1) ** 2, a**2 + 2 * a + 1, step="two")', **STEPS),
        "no receipt for its step 'step 1 of 40'",
    ),
    "9b random numbers as an enumeration, of an infinite statement": (
        cells_of('import random\nclaim("coalitions/lemma-1").every([random.random()], lambda n: n < 1)'),
        "it has sample, 1 case",
    ),
    "10 a number reproduced within anything": (
        cells_of('claim("coalitions/lemma-1").reproduces(0, 95, 1e9)', verdict="reproduced"),
        "no attribute 'reproduces'",
    ),
    "11 a refutation that reads nothing": (
        cells_of('claim("coalitions/lemma-1").counterexample(lambda n: False, {"n": 2}, given=[])', verdict="false"),
        "must read the witness",
    ),
    "12 a witness outside the hypotheses": (
        {"cells": [REFUTE.replace('"n": 1', '"n": 0'), SUPPORT], "rows": [FALSE, TRUTH]},
        "hypothesis 1 of the printed statement fails",
    ),
    "12b hypotheses that nobody checks": (
        {"cells": [REFUTE.replace(", given=lambda n: n >= 1", ""), SUPPORT], "rows": [FALSE, TRUTH]},
        "does not check that its witness meets the hypotheses",
    ),
    "14 a record written by hand": ({"cells": [FORGED]}, "writes records by hand"),
    "15 a failure that is swallowed": ({"cells": [SWALLOWED]}, "did not pass"),
    "16 a test without an assertion": ({"test": TEST.replace("assert (3 + 5) % 2 == 0", "pass")}, "no test"),
    "16b a test that asserts a constant": ({"test": TEST.replace("(3 + 5) % 2 == 0", "True")}, "no test"),
    "17 a test that is skipped": ({"junit": JUNIT.format("<skipped/>")}, "no test"),
    "17b a test that is never collected": ({"junit": JUNIT.format("").replace("test_it", "other")}, "no test"),
    "18 false becomes not testable": (
        {"cells": ["None"], "rows": [replace(FALSE, verdict="not-testable", why="Lost.")], "sealed": "before"},
        "changed since",
    ),
    "19 a row of the paper is deleted": (
        {"rows": [TRUTH], "cells": [SUPPORT], "places": {EVEN.id: ["Lemma 1", "The sum"], TRUTH.id: ["Lemma 2", "w"]}},
        "coalitions/lemma-1: the paper says it (Lemma 1)",
    ),
    "19b a place without its first words": ({"places": {EVEN.id: ["Lemma 1", ""]}}, "lacks the first words"),
    "19c a place that says nothing more": ({"places": {EVEN.id: ["Lemma 1"]}}, "lacks the first words"),
    "20 the outputs are edited": ({"tamper": edit_outputs}, "edited after it ran"),
    "21 the page lost its checks": (
        {"page": [{"cell_type": "code", "source": "None", "metadata": {}}]},
        "other code than the page has now",
    ),
    "22 two rows of one id": ({"rows": [EVEN, EVEN]}, "2 entries have this id"),
    "24 assumptions that contradict each other": (
        cells_of('claim("coalitions/lemma-1").sign(real, ">0", given=[real > 2, real < 1])'),
        "satisfiable",
    ),
    "25 a repair without evidence": (
        {"cells": [REFUTE], "rows": [replace(FALSE, repaired_by="")]},
        "what is true instead has no evidence",
    ),
    "27 a sample with an argument": (
        cells_of(
            'claim("coalitions/lemma-1").every(range(9), lambda n: n < 9, step="small")',
            argument="So.",
            samples=("small",),
        ),
        "it has sample, 9 cases",
    ),
    "30 a citation is missing": (cells_of(CHECK, verdict="known"), "needs the field citation"),
    "31 a definition that holds": (cells_of(CHECK, kind="definition"), "definitions do not hold"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_dishonest_evidence_is_refused(book, name):
    change, said = REFUSED[name]
    if change.get("sealed") == "before":
        change = change | {"sealed": book(cells=[REFUTE, SUPPORT], rows=[FALSE, TRUTH])[1]}
    try:
        found, _ = book(**change)
    except (ValueError, ClaimFails, AttributeError) as error:
        found = [str(error)]
    assert any(said in problem for problem in found), found


# Of the review's 24 attacks these two are tests of their own.
ALONE = {
    "9": "tests/test_attacks.py::test_random_cases_leave_other_records_in_a_cold_run",
    "23": "tests/book/test_notebooks.py::test_a_page_that_is_left_out_of_the_contents_is_noticed",
}


def test_each_of_the_24_attacks_is_a_test():
    named = {number[0] for name in (*REFUSED, *CHECKS) if (number := re.match(r"\d+", name))}
    for number, test in ALONE.items():
        path, _, name = test.partition("::")
        if f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8"):
            named.add(number)
    assert {str(number) for number in range(1, 25)} <= named


def test_the_book_that_is_attacked_is_in_order(book):
    assert book()[0] == []
    assert book(junit=JUNIT.format(""))[0] == []
    assert book(cells=[REFUTE, SUPPORT], rows=[FALSE, TRUTH])[0] == []


WORDS = {
    "another sign": {"says": "$(2a+1)^2=4a(a+1)-1$ for whole $a$."},
    "another domain": {"says": "$(2a+1)^2=4a(a+1)+1$ for real $a$."},
    "another coefficient": {"says": "$(2a+1)^2=8a(a+1)+1$ for whole $a$."},
    "another statement": {"says": "The square of an odd number is odd."},
    "a wider title": {"title": "The square of any number"},
    "another verdict": {"verdict": "new"},
    "finite at once": {"finite": True},
    "an argument from nowhere": {"argument": "It is well known."},
    "a step carried by prose": {"steps": (Step(prose="The rest is clear."),)},
    "another source": {"source": "Theorem 1"},
    "another reading": {"reading": "Read as a statement about sums."},
}
CHECKS = {
    "4 the formula of another statement": 'claim("coalitions/lemma-1").identity((x + 1) * (x - 1), x**2 - 1)',
    "13 another declaration of a symbol": f'a = sp.Symbol("a", positive=True)\n{CHECK}',
    "a weaker formula": f"a = a + 1\n{CHECK}",
    "one case fewer": None,
}


@pytest.mark.parametrize("change", WORDS)
def test_words_that_change_without_their_checks_are_noticed(book, change):
    _, sealed = book()
    found, _ = book(rows=[replace(EVEN, **WORDS[change])], sealed=sealed)
    assert any("changed since" in problem for problem in found)


@pytest.mark.parametrize("change", CHECKS)
def test_checks_that_change_under_the_words_are_noticed(book, change):
    if CHECKS[change]:
        before, after, row = CHECK, CHECKS[change], EVEN
    else:
        row = replace(EVEN, finite=True)
        counted = 'few = {}\nclaim("coalitions/lemma-1").every(few, lambda n: n < 9)'
        before, after = counted.format("[1, 2]"), counted.format("[1]")
    _, sealed = book(cells=[before], rows=[row])
    found, _ = book(cells=[after], rows=[row], sealed=sealed)
    assert any("changed since" in problem for problem in found)


def test_random_cases_leave_other_records_in_a_cold_run():
    """Attack 9 on a row that calls itself finite: `python book/execute.py --cold` compares what two runs left."""
    chance = 'import random\nclaim("coalitions/lemma-1").every([random.randint(1, 10**9)], lambda n: n > 0)'
    ran = [run([chance], {EVEN.id: replace(EVEN, finite=True)}, f"run {number}") for number in (1, 2)]
    assert ran[0][1]["outputs"] != ran[1][1]["outputs"]


def test_a_new_row_is_not_sealed_by_itself(book):
    found, _ = book(sealed={"coalitions/lemma-9": ["0"]})
    assert any("have not been compared" in problem for problem in found)
