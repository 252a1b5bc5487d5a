"""Fifteen attacks more: the seal as it is notices each, and a rule or what the lock keeps once it is renewed."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from test_falsified_rows import LOCK, evidence, told

from claimbook import entries
from claimbook.bindings import binding
from claimbook.checked import fresh
from claimbook.closures import Page, _code
from claimbook.kept import kept, refused
from claimbook.lock import read_lists
from claimbook.schema import schema_problems
from claimbook.standing import standings
from claimbook.verdicts import row_problems, statement_problems

PROOFS = Path(__file__).resolve().parents[1] / "proofs"


@cache
def lists():
    return {name: read_lists(LOCK, name) for name in ("kept", "elsewhere", "formulas", "places")}


def rows(test):
    """The first row of the register, in its order, that a test takes and that is in order."""
    return next(row for row in entries().values() if test(row) and not told(row))


def sized(row):
    return any(step.sizes for step in row.steps) and not row.finite


def every_step(row, **change):
    return replace(row, steps=tuple(replace(s, **change) if s.sizes else s for s in row.steps))


# Of each the row that is attacked, and what becomes of it.
ROWS = {
    "the sizes looked at become all there are": (
        sized,
        lambda r: every_step(r, sizes="", finite="the list is complete"),
    ),
    "the sizes looked at become every size": (sized, lambda r: every_step(r, sizes="every number of clients")),
    "a theorem about something else": (
        lambda r: r.argument and not r.theorem and r.verdict == "new",
        lambda r: replace(r, theorem=next(e.theorem for e in entries().values() if e.theorem)),
    ),
    "a theorem that nobody proved": (
        lambda r: r.argument and not r.theorem and r.verdict == "holds",
        lambda r: replace(r, theorem="Nowhere.nothing"),
    ),
    "literature that nobody searched": (
        lambda r: r.verdict == "new" and not r.literature,
        lambda r: replace(r, literature="three surveys of the field"),
    ),
    "a search that went further": (
        lambda r: "7" in r.searched,
        lambda r: replace(r, searched=r.searched.replace("7", "9")),
    ),
    "two claims that rest on each other": (
        lambda r: r.uses and not r.steps,
        lambda r: replace(r, uses=(*r.uses, next(e.id for e in entries().values() if r.id in e.uses or e.id == r.id))),
    ),
    "its words stand in the row again": (lambda r: r.statement, lambda r: replace(r, says="Everybody gains.")),
    "an assumption that excludes more": (
        lambda r: r.verdict == "holds-if",
        lambda r: replace(r, assumption="what is claimed is true"),
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_changed_row(name):
    chosen, change = ROWS[name]
    row = rows(chosen)
    changed = change(row)
    assert changed != row
    assert binding(changed, evidence()) != binding(row, evidence())
    found, known = evidence(), entries() | {row.id: changed}
    said = told(changed) + row_problems(changed, found, standings(known, found), {}, fresh(PROOFS))
    assert said


def with_records(id, change):
    return replace(evidence(), records=dict(evidence().records) | {id: change(list(evidence().records[id]))})


def with_subject(found, **more):
    return replace(found, record=replace(found.record, subject=found.record.subject | more))


def assumption(found):
    at = next(n for n, f in enumerate(found) if f.record.method == "sign" and f.record.subject["givens"])
    more = with_subject(found[at], givens=[*found[at].record.subject["givens"], "Gt(Symbol('q'), Integer(0))"])
    return [*found[:at], more, *found[at + 1 :]]


def exchanged(found):
    at = [n for n, f in enumerate(found) if f.record.step][:2]
    one, other = (found[n] for n in at)
    found[at[0]] = replace(one, record=replace(one.record, step=other.record.step))
    found[at[1]] = replace(other, record=replace(other.record, step=one.record.step))
    return found


def unrelated(found):
    at = next(n for n, f in enumerate(found) if f.record.method == "identity" and f.record.symbols)
    return [*found[:at], with_subject(found[at], left=["Symbol('q')"], right=["Symbol('q')"]), *found[at + 1 :]]


def otherwise_declared(found):
    found, at = (
        unrelated(found),
        next(n for n, f in enumerate(found) if f.record.method == "identity" and f.record.symbols),
    )
    found[at] = replace(found[at], record=replace(found[at].record, symbols=("q complex",)))
    return found


RECEIPTS = {
    "a certificate assumes more": (lambda r: r.method == "sign" and r.subject["givens"], assumption),
    "two receipts change places": (lambda r: bool(r.step), exchanged),
    "a proof of something else": (lambda r: r.method == "identity" and r.symbols, unrelated),
    "and its symbols are declared so": (lambda r: r.method == "identity" and r.symbols, otherwise_declared),
}


@pytest.mark.parametrize("name", RECEIPTS)
def test_changed_receipts_break_the_seal_and_are_not_bound(name):
    chosen, change = RECEIPTS[name]
    ids = (
        id
        for id, found in evidence().records.items()
        if sum(bool(chosen(f.record)) and not f.hidden for f in found) > 1
    )
    id = next(id for id in ids if len({f.record.step for f in evidence().records[id]}) > 1 and id in entries())
    spoilt = with_records(id, change)
    assert binding(entries()[id], spoilt)[2] != binding(entries()[id], evidence())[2]
    now, before = (kept(entries()[id], found, standings(entries(), found)[id]) for found in (spoilt, evidence()))
    assert refused(before, now, same_checks=False)


def test_a_conjecture_that_is_stated_as_a_theorem_is_refused_whatever_its_seal():
    row = rows(lambda r: r.statement and r.verdict == "conjecture")
    theorem = replace(evidence().statements[row.id], kind="theorem")
    spoilt = replace(evidence(), statements=evidence().statements | {row.id: theorem})
    assert statement_problems(row, evidence()) == []
    assert "states it as a theorem" in statement_problems(row, spoilt)[0][1]


def test_a_statement_under_another_title_than_its_rows_is_refused_whatever_its_seal():
    row = rows(lambda r: r.statement)
    stated = evidence().statements[row.id]
    for title, wrong in (
        (f"{row.title} (Theorem 1 of the paper)", False),
        (f"{row.title}, always", True),
        (stated.title[1:], True),
    ):
        spoilt = replace(evidence(), statements=evidence().statements | {row.id: replace(stated, title=title)})
        assert any("its page calls it" in told for _, told in statement_problems(row, spoilt)) is wrong


def test_a_second_wording_beside_a_statement_is_refused_whatever_its_seal():
    row = rows(lambda r: r.statement)
    second = replace(row, statement="", says=evidence().statements[row.id].words)
    assert any("its page states it" in told for _, told in statement_problems(second, evidence()))


def test_something_else_in_the_place_of_an_imported_predicate_breaks_the_seal():
    call = "claim('a/b').every(cases, repairing_one_shot.two_liars_win)"
    cells = ["from incentives_book.consensus import repairing_one_shot\ncases = [1]", call]
    spoilt = [f"{cells[0]}\nrepairing_one_shot.two_liars_win = bool", call]
    assert "incentives_book.consensus.repairing_one_shot:two_liars_win" in Page(cells).closure(1, call)
    assert Page(cells).closure(1, call) != Page(spoilt).closure(1, call)


def test_a_function_of_the_library_below_a_check_is_in_the_seal():
    of_library = {
        name
        for every in evidence().records.values()
        for f in every
        for name in f.code
        if name.startswith("incentives.")
    }
    assert len(of_library) > 50
    module, _, name = sorted(of_library)[0].partition(":")
    assert _code().text_of(module, name)


def test_the_register_has_no_problem_of_its_own():
    from claimbook import parts

    assert schema_problems(parts()) == []
