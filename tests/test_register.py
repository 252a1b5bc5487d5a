"""The register: its own shape, the rules between verdict and evidence, and the whole book against both."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from jsonschema import validate

from incentives_book.claims import Entry, Part, entries, parts
from incentives_book.claims.__main__ import main
from incentives_book.claims.bindings import binding, bound, read_lists
from incentives_book.claims.evidence import (
    Evidence,
    Found,
    gather,
    marked_tests,
    notebook_records,
    read_record,
    statement_labels,
)
from incentives_book.claims.receipts import MIME, Record
from incentives_book.claims.register import VERDICTS, Step, read_part
from incentives_book.claims.report import as_json
from incentives_book.claims.schema import DEFINITIONS, schema_problems
from incentives_book.claims.seal import seal_of
from incentives_book.claims.verdicts import evidence_problems, problems, standing

ROOT = Path(__file__).resolve().parents[1]
GOOD = Entry(
    id="coalitions/lemma-1",
    kind="lemma",
    source="Lemma 1",
    title="A title",
    says="It is so.",
    verdict="holds",
    assumption="a",
    printed="p",
    corrected="c",
    repair="r",
    affects="nothing",
    why="w",
    searched="s",
    citation="c",
)


def record(method: str, step: str = "", **more: object) -> Record:
    """A record about `GOOD`."""
    return Record(GOOD.id, method, step, "statement", "how", **more)


def needs(entry: Entry, records: list[Record]) -> list[str]:
    """The rules that a row breaks with these records."""
    return [rule for rule, _ in evidence_problems(entry, [Found("coalitions/page", r) for r in records])]


def part(*rows: Entry) -> Part:
    return Part("coalitions", "key", "Title", rows)


LISTS = ROOT / "book" / "register"
# What the papers say is all there, and what is owed may only fall: lower these numbers with the lists.
PLACES = {"coalitions": 178, "consensus": 70, "payments": 111, "rewards": 104}
DEBTS = {"coalitions": 29, "consensus": 119, "payments": 54, "rewards": 52}


def test_the_book_as_executed_has_no_problem():
    """Fails until the notebooks have run: `make test` runs them first."""
    evidence = gather(ROOT / "_build" / "executed", ROOT / "notebooks", ROOT / "tests")
    lists = {name: read_lists(LISTS, name) for name in ("debts", "places", "bindings", "kills")}
    assert problems(parts(), evidence, **lists) == []


def test_a_claim_whose_checks_notice_no_error_fails():
    found = problems([part(GOOD)], Evidence(), kills={GOOD.id: ["0", "9"]})
    assert f"{GOOD.id}: no error planted in its checks was noticed" in found


# Ten rows of the book, each made false by one word; the checks stay as they are.
FALSIFIED = [
    ("coalitions/theorem-5-4", "says", "core stable", "never core stable"),
    ("coalitions/table-1", "says", "4/3", "5/3"),
    ("coalitions/lemma-c-1", "verdict", "holds-if", "holds"),
    ("coalitions/new-four-players-core", "says", "four players", "five players"),
    ("consensus/theorem-1", "says", "at most one liar", "at most two liars"),
    ("consensus/theorem-2", "repair", "True for $M=2$", "True for $M=3$"),
    ("payments/theorem-3-3-dsic", "says", "\\le0", "\\ge0"),
    ("payments/equation-p-aff", "says", "=V(R_{-i})-V(R)", "=V(R)-V(R_{-i})"),
    ("rewards/theorem-2", "repair", "=\\infty", "<\\infty"),
    ("rewards/lemma-3", "verdict", "false", "holds"),
]


@pytest.mark.parametrize(("id", "field", "right", "wrong"), FALSIFIED)
def test_a_row_made_false_by_a_word_is_noticed(id, field, right, wrong):
    row = entries()[id]
    false = replace(row, **{field: getattr(row, field).replace(right, wrong)})
    assert false != row
    bindings = {id: [binding(row, [])]}
    assert bound(row, [], bindings) == []
    assert [rule for rule, _ in bound(false, [], bindings)] == ["changed"]
    assert [rule for rule, _ in bound(row, [], {})] == ["binding"]


@pytest.mark.parametrize("part", DEBTS)
def test_debts_only_fall_and_places_only_grow(part):
    owed = [rule for id, rules in read_lists(LISTS, "debts").items() for rule in rules if id.startswith(f"{part}/")]
    assert len(owed) <= DEBTS[part]
    assert sum(id.startswith(f"{part}/") for id in read_lists(LISTS, "places")) >= PLACES[part]


def test_the_register_is_well_formed():
    assert schema_problems(parts()) == []


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_complete_entry_is_well_formed_with_any_verdict(verdict):
    kind = "definition" if verdict in DEFINITIONS else "lemma"
    assert schema_problems([part(replace(GOOD, verdict=verdict, kind=kind))]) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"id": ""}, "field id is missing"),
        ({"says": ""}, "field says is missing"),
        ({"id": "coalitions/Lemma_1"}, "ids read coalitions/"),
        ({"id": "payments/lemma-1"}, "ids read coalitions/"),
        ({"kind": "remark"}, "kind must be one of"),
        ({"verdict": "true"}, "verdict must be one of"),
        ({"title": "x" * 71}, "71 characters"),
        ({"title": "What $t$ is"}, "without formulas"),
        ({"says": "$x"}, "dollar signs in says"),
        ({"verdict": "holds-if", "assumption": ""}, "needs the field assumption"),
        ({"verdict": "holds-if", "affects": ""}, "needs the field affects"),
        ({"verdict": "misprint", "corrected": ""}, "needs the field corrected"),
        ({"verdict": "misprint", "printed": ""}, "needs the field printed"),
        ({"verdict": "false", "repair": ""}, "needs the field repair"),
        ({"verdict": "not-testable", "why": ""}, "needs the field why"),
        ({"verdict": "conjecture", "searched": ""}, "needs the field searched"),
        ({"uses": ("coalitions/lemma-2",)}, "uses coalitions/lemma-2, which the register lacks"),
        ({"uses": ("coalitions/lemma-1",)}, "in a circle"),
        ({"steps": (Step(claim="coalitions/lemma-2"),)}, "uses coalitions/lemma-2, which the register lacks"),
        ({"steps": (Step(claim="coalitions/lemma-1"),)}, "in a circle"),
        ({"steps": (Step(claim="coalitions/lemma-0"),)}, "whose verdict is false"),
        ({"repaired_by": "coalitions/lemma-2"}, "uses coalitions/lemma-2, which the register lacks"),
        ({"steps": (Step(receipt="s"),), "samples": ("s",)}, "is listed twice"),
        ({"verdict": "known", "citation": ""}, "needs the field citation"),
        ({"verdict": "implemented"}, "is for definitions"),
        ({"kind": "definition"}, "definitions do not hold"),
        ({"unknown": ("author",)}, "unknown field author"),
        ({"ill_typed": ("uses",)}, "field uses has the wrong type"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said(change, problem):
    refuted = replace(GOOD, id="coalitions/lemma-0", verdict="false")
    assert any(problem in found for found in schema_problems([part(refuted, replace(GOOD, **change))]))


def test_a_claim_that_owes_evidence_carries_no_step():
    found = [Found("coalitions/page", EVERY)]
    row = replace(GOOD, **OTHER)
    assert list(evidence_problems(row, found)) == []
    assert [rule for rule, _ in evidence_problems(row, found, weak={"coalitions/lemma-2"})] == ["evidence"]


def test_ids_are_unique_and_circles_are_found():
    one, two = (
        replace(GOOD, uses=("coalitions/lemma-2",)),
        replace(GOOD, id="coalitions/lemma-2", uses=("coalitions/lemma-1",)),
    )
    assert any("2 entries have this id" in found for found in schema_problems([part(GOOD, GOOD)]))
    assert any(
        "coalitions/lemma-1 -> coalitions/lemma-2" in found for found in schema_problems([part(one, two)])
    )


PROOF, STEP = (record("identity", step, symbols=("x real",)) for step in ("", "step"))
SIGHT = replace(PROOF, trivial=True)
EVERY, PARTIAL = record("every", cases=3), record("every", "step", cases=3)
REFUTED = record("counterexample", subject={"hypotheses": 0})
SIMULATED, COMPARED = record("agrees"), record("experiment", cases=9)
BOUND = {"argument": "prose", "steps": (Step(receipt="step"),)}
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
    ("conjecture", {}, [EVERY]),
    ("conjecture", {}, [SIMULATED]),
    ("well-posed", {}, [SIGHT]),
    ("holds", {}, [SIGHT]),
    ("misprint", {"kind": "definition"}, [REFUTED, EVERY]),
    ("satisfiable", {}, [EVERY]),
    ("implemented", {}, [EVERY]),
    ("not-testable", {}, []),
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
    ("new", {}, [PROOF, REFUTED], "refuted"),
    ("conjecture", {}, [PROOF], "evidence"),
    ("conjecture", {}, [EVERY, REFUTED], "refuted"),
    ("well-posed", {}, [EVERY], "evidence"),
    ("false", {}, [replace(REFUTED, passed=False), PROOF], "failed"),
]


@pytest.mark.parametrize(("verdict", "more", "records"), ENOUGH)
def test_enough_evidence_supports_a_verdict(verdict, more, records):
    assert needs(replace(GOOD, verdict=verdict, **more), records) == []


@pytest.mark.parametrize(("verdict", "more", "records", "rule"), TOO_LITTLE)
def test_too_little_evidence_does_not(verdict, more, records, rule):
    assert rule in needs(replace(GOOD, verdict=verdict, **more), records)


@pytest.mark.parametrize(
    ("more", "records", "told"),
    [
        ({}, [PROOF, EVERY], "proof"),
        ({"finite": True}, [EVERY, EVERY], "decided, 6 cases"),
        (BOUND, [STEP], "proof in steps, 1 of 2"),
        (OTHER, [EVERY], "proof in steps, 1 of 2"),
        ({"argument": "prose"} | SHOWN, [PARTIAL], "sample, 3 cases"),
        ({"verdict": "false"}, [REFUTED], "refutation"),
        ({"argument": "prose"}, [REFUTED], "prose"),
        ({"verdict": "reproduced"}, [EVERY], "description, 3 cases"),
    ],
)
def test_what_a_claim_stands_on_is_said(more, records, told):
    assert str(standing(replace(GOOD, **more), records)) == told


@pytest.fixture
def book(tmp_path):
    """A book of one page, one claim and one test, all in order; returns a function that gives its problems."""
    executed, notebooks, tests = (
        tmp_path / name / sub for name, sub in (("ex", "coalitions"), ("nb", "coalitions"), ("tests", ""))
    )
    for folder in (executed, notebooks, tests):
        folder.mkdir(parents=True)

    def write(*, records=(PROOF,), label="lemma-1", backs='"coalitions/lemma-1"', rows=(GOOD,)):
        outputs = [
            {"output_type": "display_data", "data": {MIME: asdict(r), "text/plain": "x"}} for r in records
        ]
        cells = [
            {"cell_type": "markdown", "source": "x"},
            {"cell_type": "code", "source": "x", "outputs": outputs},
        ]
        notebook = json.loads(json.dumps({"cells": cells, "metadata": {}}))
        notebook["metadata"]["incentives"] = {"seal": seal_of(notebook)}
        (executed / "page.ipynb").write_text(json.dumps(notebook))
        (notebooks / "page.md").write_text(
            f"# Page\n\n:::{{prf:lemma}} Title\n:label: {label}\n\nText\n:::\n"
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
        ({"records": [SIMULATED]}, "verdict holds needs proof"),
    ],
)
def test_what_is_out_of_order_is_said(book, change, problem):
    assert any(problem in found for found in book(**change))


def test_nothing_executed_is_an_error_with_a_hint(tmp_path, capsys):
    with pytest.raises(ValueError, match="executed must be a folder"):
        gather(tmp_path, tmp_path, tmp_path)
    assert main(["--executed", str(tmp_path)]) == 2
    assert "make test" in capsys.readouterr().err


def test_markers_are_found_on_tests_classes_modules_and_parameters(tmp_path):
    path = tmp_path / "test_them.py"
    path.write_text(
        "import pytest\npytestmark = pytest.mark.backs('a/m')\n"
        "@pytest.mark.backs('a/c')\nclass TestIt:\n    @pytest.mark.backs('a/x', 'a/y')\n    def test_one(self): assert self\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.backs('a/p'))])\ndef test_two(n): assert n\n"
    )
    assert sorted(marked_tests(path, tmp_path)) == [
        ("a/c", "test_them.py::TestIt"),
        ("a/m", "test_them.py"),
        ("a/p", "test_them.py::test_two"),
        ("a/x", "test_them.py::TestIt::test_one"),
        ("a/y", "test_them.py::TestIt::test_one"),
    ]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (":::{prf:theorem} T\n:label: theorem-1\n\nx\n:::", ["theorem-1"]),
        ("````{prf:definition}\n:class: x\n:label: definition-1\n````", ["definition-1"]),
        (":::{prf:proof}\n:label: no-statement\n:::", []),
        (":::{prf:lemma} without label\n:::\n\n:label: elsewhere", []),
        (":::{exercise}\n:label: exercise-1\n:::", []),
    ],
)
def test_labels_of_statements(text, labels):
    assert statement_labels(text) == labels


def test_records_survive_the_notebook(tmp_path):
    path = tmp_path / "page.ipynb"
    for content in (asdict(PROOF), json.dumps(asdict(PROOF))):
        path.write_text(
            json.dumps(
                {"cells": [{"cell_type": "code", "outputs": [{"data": {MIME: content}}, {"text": "x"}]}]}
            )
        )
        assert list(notebook_records(path)) == [PROOF]
    with pytest.raises(ValueError, match="exactly the fields"):
        read_record({"claim": "coalitions/lemma-1"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[part", "not valid TOML"),
        ("", r"needs a \[part\]"),
        ('[part]\nname = "payments"\npaper = "k"\ntitle = "T"', r"needs a \[part\]"),
    ],
)
def test_a_broken_register_file_is_named(text, message):
    with pytest.raises(ValueError, match=message):
        read_part("coalitions", text)


def test_fields_that_do_not_belong_are_kept_for_the_report():
    text = '[part]\nname = "coalitions"\npaper = "k"\ntitle = "T"\n[[claim]]\nid = "coalitions/lemma-1"\ncolour = "red"\nuses = "x"\n'
    (row,) = read_part("coalitions", text).entries
    assert (row.unknown, row.ill_typed) == (("colour",), ("uses",))


def test_json_holds_evidence_and_tests():
    evidence = Evidence()
    evidence.records[GOOD.id].append(Found("coalitions/page", PROOF))
    evidence.tests[GOOD.id].append("tests/test_it.py::test_it")
    value = as_json([part(GOOD)], evidence, ["a problem"], LISTS)
    assert json.loads(json.dumps(value)) == value
    assert value["claims"][0]["evidence"][0]["page"] == "coalitions/page"
    assert value["claims"][0]["tests"] == ["tests/test_it.py::test_it"]
    assert value["problems"] == ["a problem"]
    validate(value, json.loads((ROOT / "book" / "_static" / "register.schema.json").read_text(encoding="utf-8")))


def test_the_command_prints_the_register_and_fails_on_problems(tmp_path, capsys):
    folder = tmp_path / "executed" / "coalitions"
    folder.mkdir(parents=True)
    (folder / "page.ipynb").write_text('{"cells": [], "metadata": {}}')
    options = [
        "--executed",
        str(tmp_path / "executed"),
        "--notebooks",
        str(tmp_path),
        "--tests",
        str(tmp_path),
    ]
    assert main([*options, "--json", str(tmp_path / "out" / "claims.json")]) == 1
    printed = capsys.readouterr().out
    assert "no executed page checks it" in printed
    assert len(json.loads((tmp_path / "out" / "claims.json").read_text())["claims"]) == sum(
        len(p.entries) for p in parts()
    )
