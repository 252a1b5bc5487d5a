"""The pages made from the register: every claim has its row, its box and, where print is wrong, its erratum."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from incentives_book.claims import Entry, Part
from incentives_book.claims.evidence import Evidence, Found
from incentives_book.claims.receipts import Record
from incentives_book.claims.register import VERDICTS

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book" / "_ext"))

from claim_graph import folded, graph_page, layers, owner, reaches, reduced
from claims_pages import claims_page, errata_page, pages_of, verdict_role, write_pages


def entry(name: str, *uses: str, **more: object) -> Entry:
    usual = {
        "kind": "lemma",
        "source": name,
        "title": f"About {name}",
        "says": "$x > 0$\nalways",
        "verdict": "holds",
    }
    return Entry(id=f"coalitions/{name}", uses=tuple(f"coalitions/{u}" for u in uses), **(usual | more))


ROWS = (
    entry("lemma-1"),
    entry(
        "lemma-2", "lemma-1", verdict="misprint", printed="$a$", corrected="$b$", affects="Lemma 3 stands."
    ),
    entry("lemma-3", "lemma-1", "lemma-2", verdict="false", printed="$c$", repair="$d$", affects="nothing"),
    entry(
        "lemma-3-proof-sum",
        "lemma-2",
        kind="proof-step",
        verdict="holds-if",
        assumption="$s > 1$",
        affects="nothing",
    ),
    entry("theorem-4", "lemma-3", "lemma-1", argument="in prose"),
    entry("new-alone", verdict="new"),
)
PART = Part("coalitions", "key", "Title", ROWS)


@pytest.fixture
def evidence():
    found = Evidence()
    for row in ROWS:
        found.records[row.id].append(
            Found("coalitions/page", Record(row.id, "proof", "identity", "", "s", "h"))
        )
        found.tests[row.id].append("tests/test_it.py::test_it")
    witness = Record(
        "coalitions/lemma-3", "refutation", "counterexample", "", "s", "h", subject={"witness": {"n": "5"}}
    )
    found.records["coalitions/lemma-3"].append(Found("coalitions/other", witness))
    found.labels["coalitions/lemma-3"] = "coalitions/other"
    found.anchors["coalitions/lemma-3"] = "lemma-3"
    return found


def test_every_claim_has_one_row_with_anchor_verdict_and_evidence(evidence):
    text = claims_page((PART,), evidence, ROOT)
    for row in ROWS:
        assert text.count(f"({row.anchor})=") == 1
    assert text.count("\n  - {verdict}`") == len(ROWS)
    assert "  - proof, refutation\n" in text
    assert "  - proof, argument\n" in text
    assert "tests/test_it.py: `test_it`" in text
    assert "6 claims: 2 {verdict}`holds`, 1 {verdict}`holds-if`" in text


def test_a_statement_is_linked_on_the_page_that_states_it(evidence):
    assert pages_of(ROWS[2], evidence) == ["coalitions/other", "coalitions/page"]
    assert "{prf:ref}`the statement <lemma-3>` · [other](../notebooks/coalitions/other.md)" in claims_page(
        (PART,), evidence, ROOT
    )


def test_errata_say_what_is_printed_right_and_affected(evidence):
    text = errata_page(PART, evidence, ROOT)
    for told in (
        "**Printed**: $a$",
        "**Right**: $b$",
        "**True instead**: $d$",
        "**Needs**: $s > 1$",
        "**Witness**: `n = 5`",
    ):
        assert told in text
    assert (
        text.index("## False as printed") < text.index("## Misprints") < text.index("## Missing assumptions")
    )
    assert "About lemma-1" not in text
    assert "Nothing in it needs correction." in errata_page(replace(PART, entries=ROWS[:1]), evidence, ROOT)


def test_steps_are_folded_and_implied_arrows_left_out():
    known = {row.id: row for row in ROWS}
    assert owner(ROWS[3], known) == "coalitions/lemma-3"
    arrows = reduced(folded(known))
    assert "coalitions/lemma-3-proof-sum" not in arrows
    assert arrows["coalitions/theorem-4"] == {"coalitions/lemma-3"}
    assert arrows["coalitions/lemma-3"] == {"coalitions/lemma-2"}
    assert reaches(arrows, "coalitions/theorem-4") == {f"coalitions/lemma-{i}" for i in (1, 2, 3)}


def test_what_carries_stands_left_of_what_rests_on_it():
    rests = {"a": set(), "b": {"a"}, "c": {"a", "b"}, "d": {"a"}}
    columns = layers(rests)
    at = {id: i for i, column in enumerate(columns) for id in column}
    assert all(at[used] < at[id] for id, us in rests.items() for used in us)
    assert "a>c@1" in at  # the long arrow has a place in the column it passes


def test_the_graph_says_everything_twice(evidence):
    text = graph_page((PART,), evidence, ROOT)
    boxes = re.findall(r'<a href="claims\.html#([a-z0-9-]+)"', text)
    assert set(boxes) == {row.anchor for row in ROWS if row.kind != "proof-step"}
    for row in ROWS:
        assert f"- **{row.title}**" in text
        for used in row.uses:
            assert f"(#{used.replace('/', '-')})" in text
    assert "misprint" in text
    assert text.count("<svg") == 2  # one for each page


def test_the_role_knows_the_verdicts():
    for verdict in VERDICTS:
        (node,), _ = verdict_role("verdict", "", verdict, 1, None)
        assert node.astext() == verdict.replace("-", " ")
        assert f"verdict-{verdict}" in node["classes"]


def test_without_executed_notebooks_no_page_is_written(tmp_path):
    with pytest.raises(ValueError, match="executed must be a folder"):
        write_pages(tmp_path, tmp_path)
    assert not (tmp_path / "book").exists()
