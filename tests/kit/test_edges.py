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


def carried(row: Entry, theorem: str, rows: dict[str, Entry]) -> bool:
    """Whether the edge is also one of the page, in a step, or stands in another row of the same theorem."""
    steps = any(step.claim and rows[step.claim].theorem == theorem for step in row.steps)
    return steps or any(rows[id].theorem == row.theorem for id in row.uses)


def _book() -> tuple[dict[str, Entry], dict[str, Theorem], list[Entry]]:
    """The rows of the book, the theorems, and the rows that stand on one."""
    rows = entries()
    return rows, read_checked(), [row for row in rows.values() if row.theorem]


def test_an_unrelated_premise_planted_in_any_row_of_the_book_is_caught():
    rows, known, whole = _book()
    needed = reported(whole, known)
    for row in whole:
        near = {row.id, *row.uses, *(step.claim for step in row.steps)}
        known_here = needed[row.theorem] | {row.theorem}
        strange = next(
            other.id
            for other in whole
            if other.id not in near and other.theorem not in known_here and other.kind != "definition"
        )
        changed = {row.id: replace(row, uses=(*row.uses, strange))}
        found = edge_problems(rows | changed, known)
        assert [wrong.split(", ")[0] for wrong in found] == [f"{row.id}: uses {strange}"]


def test_a_premise_dropped_from_any_row_of_the_book_is_caught():
    """Where several rows stand on one theorem, all of them are dropped."""
    rows, known, whole = _book()
    needed, dropped = reported(whole, known), 0
    for row in whole:
        for theorem in needed[row.theorem] & {rows[id].theorem for id in row.uses}:
            changed = {row.id: replace(row, uses=tuple(id for id in row.uses if rows[id].theorem != theorem))}
            found = edge_problems(rows | changed, known)
            assert any(wrong.startswith(f"{row.id}: ") and f"rests on {theorem};" in wrong for wrong in found)
            dropped += 1
    assert dropped > 100


def test_a_row_of_the_book_that_stands_on_another_theorem_fails_with_each_row_that_uses_it():
    """The theorem of a row gets another name, or another theorem takes its place: whoever rests on it says so."""
    rows, known, whole = _book()
    stand, needed = standing_on(whole), reported(whole, known)
    other = next(name for name in known if "_needs_" in name and name not in stand)  # no proof rests on it
    noticed = 0
    for theorem in {name for row in whole for name in needed[row.theorem]}:
        users = [row.id for row in whole if theorem in needed[row.theorem]]
        moved = {id: replace(rows[id], theorem=other) for id in stand[theorem]}
        found = edge_problems(rows | moved, known)
        renamed = edge_problems(rows, {name: each for name, each in known.items() if name != theorem})
        for user in users:
            assert any(wrong.startswith(f"{user}: ") for wrong in renamed), (user, theorem)
            if carried(rows[user], theorem, rows) or any(row.kind == "definition" for row in moved.values()):
                continue
            assert any(wrong.startswith(f"{user}: ") for wrong in found), (user, theorem)
            noticed += 1
    assert noticed > 100
