"""Edges between rows of theorems: what Coq reports, and nothing besides but what a step on the page says."""

from dataclasses import replace

import pytest

from claimbook import Entry
from claimbook.checked import Theorem, read_checked
from claimbook.edges import edge_count, edge_problems, reported, standing_on
from claimbook.register import Step, entries

KNOWN = {
    name: Theorem(name, "part/F.v", "", "", premises=rests)
    for name, rests in {"F.a": ("F.b",), "F.b": (), "F.c": ("F.between",), "F.between": ("F.b",), "F.d": ()}.items()
}
ROWS = {
    "p/a": Entry(id="p/a", theorem="F.a", uses=("p/b", "p/words")),
    "p/b": Entry(id="p/b", theorem="F.b"),
    "p/c": Entry(id="p/c", theorem="F.c", uses=("p/b",)),
    "p/d": Entry(id="p/d", theorem="F.d"),
    "p/words": Entry(id="p/words", uses=("p/d",)),
}


def told(id: str, **changes: object) -> list[str]:
    return edge_problems(ROWS | {id: replace(ROWS[id], **changes)}, KNOWN)


def test_what_coq_reports_goes_through_theorems_without_a_row():
    assert reported(ROWS.values(), KNOWN) == {"F.a": {"F.b"}, "F.b": set(), "F.c": {"F.b"}, "F.d": set()}
    between = ROWS | {"p/between": Entry(id="p/between", theorem="F.between")}
    assert reported(between.values(), KNOWN)["F.c"] == {"F.between"}


def test_rows_that_say_what_coq_reports_are_right():
    assert edge_problems(ROWS, KNOWN) == []
    assert edge_count(ROWS, KNOWN) == (2, 0)


def test_an_unrelated_premise_is_caught():
    (wrong,) = told("p/a", uses=("p/b", "p/d"))
    assert wrong.startswith("p/a: uses p/d, and its proof in Coq, F.a, does not rest on F.d")


def test_a_missing_premise_is_caught():
    assert told("p/a", uses=()) == ["p/a: its proof in Coq, F.a, rests on F.b; add p/b to its uses [edges]"]


@pytest.mark.parametrize("weaker", ["F.d", "F.between"])
def test_a_premise_that_stands_on_another_theorem_now_is_caught(weaker):
    """A weaker theorem of another name takes the place of the one that the proofs use."""
    assert [wrong for wrong in told("p/b", theorem=weaker) if wrong.startswith("p/a: uses p/b")]


def test_a_premise_that_was_renamed_in_the_files_is_caught():
    renamed = {name: each for name, each in KNOWN.items() if name != "F.b"}
    wrong = edge_problems(ROWS, renamed)
    assert (
        "p/a: its proof in Coq, F.a, rests on F.b, which was not checked as it is now; `make kernel` checks [edges]"
        in wrong
    )


def test_what_the_page_takes_from_another_row_is_said_in_a_step():
    assert told("p/a", uses=("p/b", "p/d"), steps=(Step(claim="p/d"),)) == []
    rows = ROWS | {"p/a": replace(ROWS["p/a"], steps=(Step(claim="p/d"),))}
    assert edge_problems(rows, KNOWN) == []
    assert edge_count(rows, KNOWN) == (2, 1)


def test_rows_of_one_theorem():
    again = Entry(id="p/again", theorem="F.a", uses=("p/a",))
    assert edge_problems(ROWS | {"p/again": again}, KNOWN) == []
    assert len(edge_problems(ROWS | {"p/again": replace(again, uses=())}, KNOWN)) == 1
    rows = ROWS | {"p/b2": Entry(id="p/b2", theorem="F.b"), "p/a": replace(ROWS["p/a"], uses=("p/b2",))}
    assert edge_problems(rows, KNOWN) == []


def test_a_definition_is_spoken_of_and_is_no_premise():
    rows = ROWS | {"p/d": replace(ROWS["p/d"], kind="definition"), "p/a": replace(ROWS["p/a"], uses=("p/b", "p/d"))}
    assert edge_problems(rows, KNOWN) == []


def test_the_edges_of_the_book_are_those_that_coq_reports():
    assert edge_problems(entries(), read_checked()) == []


def test_every_false_premise_planted_in_the_book_is_caught():
    """In each row in turn: one more premise, each premise dropped, each premise on another theorem."""
    rows, known = entries(), read_checked()
    found, stand = reported(rows.values(), known), standing_on(rows.values())
    planted = 0
    for row in (row for row in rows.values() if row.theorem):
        carried = {*row.uses, *(step.claim for step in row.steps), row.id}
        strange = next(
            other.id
            for other in rows.values()
            if other.theorem
            and other.kind != "definition"
            and other.id not in carried
            and other.theorem not in found[row.theorem] | {row.theorem}
        )
        changed = replace(row, uses=(*row.uses, strange))
        assert any(
            wrong.startswith(f"{row.id}: uses {strange}") for wrong in edge_problems(rows | {row.id: changed}, known)
        )
        planted += 1
    assert planted == sum(map(len, stand.values()))
