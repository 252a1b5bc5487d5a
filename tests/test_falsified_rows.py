"""Attacks on the book itself: rows, statements, worlds and predicates are falsified one at a time, with the seal as it
is and renewed.

Renewed means what `--bind` does: the seal is made anew, and what the lock keeps of a row changes only where nothing is
refused.
"""

import ast
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from claimbook import entries, parts
from claimbook.bindings import binding, checked
from claimbook.closures import Page, _below, _code, _hash
from claimbook.evidence import code, gather
from claimbook.kept import kept, refused
from claimbook.lock import read_lists
from claimbook.register import Step
from claimbook.schema import schema_problems
from claimbook.standing import standings
from claimbook.verdicts import row_problems
from claimbook.words import words

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "book" / "register"


@cache
def evidence():
    return gather(ROOT / "_build" / "executed", ROOT / "notebooks", ROOT / "tests")


@cache
def before(id):
    """What the lock keeps of a row."""
    return read_lists(LOCK, "kept")[id]


def told(changed, found=None):
    """What the gate says of one row, changed and bound again, whose seal is right therefore."""
    found, known = found or evidence(), entries() | {changed.id: changed}
    lists = {name: read_lists(LOCK, name) for name in ("elsewhere", "formulas")}
    stand, lists["kept"] = standings(known, found), {changed.id: before(changed.id)}
    now, of = kept(changed, found, stand[changed.id]), entries()[changed.id]
    same = checked(changed, found.records[changed.id]) == checked(of, evidence().records[changed.id])
    if not refused(before(changed.id), now, same_checks=same):
        lists["kept"] |= {changed.id: now}
    register = [replace(p, entries=tuple(known[e.id] for e in p.entries)) for p in parts()]
    placed = read_lists(LOCK, "places").get(changed.id, [changed.source])[0] == changed.source
    moved = [] if placed else [f"{changed.id}: the register has moved it"]
    return schema_problems(register) + row_problems(changed, found, stand, lists) + moved


def test_the_rows_that_are_attacked_are_in_order():
    for id in {id for id, *_ in [*ROWS.values(), *WORDS.values()]}:
        assert told(entries()[id]) == []


ROWS = {
    "a false row holds": ("coalitions/prose-all-results-apply", {"verdict": "holds"}),
    "what differs is reproduced": ("rewards/prose-cgsv-gains", {"verdict": "reproduced"}),
    "what is reproduced differs": ("rewards/prose-fairness-baselines-lag", {"verdict": "differs"}),
    "an assumption is not needed": ("coalitions/lemma-6-4", {"verdict": "holds"}),
    "a conjecture is proved": ("coalitions/new-two-sizes-core", {"verdict": "new"}),
    "a conjecture is finite": ("coalitions/new-two-sizes-core", {"finite": True}),
    "a lemma is finite": ("coalitions/lemma-c-1", {"finite": True}),
    "a lemma tells of runs": ("coalitions/lemma-c-1", {"runs": True}),
    "another place in the paper": ("coalitions/lemma-c-2", {"source": "Lemma C.3"}),
    "a step is left out": ("coalitions/lemma-7-1", {"steps": ()}),
    "a lost formula is not named": ("rewards/lemma-3", {"reading": ""}),
    "a lost formula is called false in print": ("rewards/lemma-3", {"verdict": "false", "under": ""}),
    "a lost formula holds as printed": ("rewards/lemma-6", {"verdict": "holds", "under": ""}),
    "what fails under our reading holds": ("rewards/theorem-2", {"under": "holds"}),
    "the repair is another row": ("coalitions/prose-all-results-apply", {"repaired_by": "coalitions/prose-guazzone"}),
    "false becomes a misprint": ("coalitions/theorem-6-5", {"verdict": "misprint", "corrected": "c"}),
    "testable becomes not testable": (
        "coalitions/lemma-c-1",
        {"verdict": "not-testable", "why": "Lost.", "assumption": "", "affects": ""},
    ),
    "an argument by inspection": ("coalitions/new-three-players-core", {"argument": "By inspection."}),
    "an argument is left out": ("together/new-pivot-is-a-score", {"argument": ""}),
    "an argument becomes another claim": (
        "coalitions/new-three-players-core",
        {"argument": "", "steps": (Step(claim="coalitions/lemma-7-1"),)},
    ),
    "a reading is dropped": ("rewards/theorem-1", {"reading": ""}),
    "the paper is misquoted": ("coalitions/theorem-6-5", {"printed": "Small players never gain."}),
    "a correction is falsified": ("coalitions/prose-predicting-y-expansion", {"corrected": "$b=2$"}),
    "a repair is turned round": ("rewards/theorem-2", {"repair": "True wherever it was false."}),
    "the repair is an unrelated true row": ("coalitions/theorem-6-5", {"repaired_by": "coalitions/lemma-7-1"}),
    "what is known becomes ours": ("payments/new-any-model-set", {"verdict": "new", "citation": ""}),
    "prose is carried by an unrelated claim": (
        "together/new-pooling-pair",
        {"argument": "", "steps": (Step(receipt="what the pair saves"), Step(claim="coalitions/lemma-7-1"))},
    ),
    "what it uses is dropped": ("coalitions/theorem-5-4", {"uses": ()}),
    "another label and another place": ("coalitions/lemma-c-2", {"source": "Lemma C.3"}),
}
WORDS = {
    "a threshold turned": ("coalitions/lemma-5-1", "says", "<", ">"),
    "a quotient upside down": ("coalitions/theorem-4-1-mean-estimation", "says", r"\mu_e/n_j", r"n_j/\mu_e"),
    "the end of an interval": ("coalitions/new-nash-can-fail", "says", "13/4", "15/4"),
    "half a cross term": ("coalitions/prose-predicting-y-expansion", "corrected", r"2a\eta", r"a\eta"),
    "exactly for at most": ("coalitions/new-four-players-core", "says", "At most", "Exactly"),
    "some for every": ("coalitions/prose-table-5-stability", "says", "every", "some"),
    "a title that says more": ("coalitions/new-greedy-core", "title", "", "Always: "),
    "one liar for two": ("consensus/theorem-1", "says", "at most one client", "at most two clients"),
    "what depends, turned round": ("rewards/prose-participation-correlation", "affects", "survives", "falls"),
}


def word(name):
    """The row with one field falsified, whose words then stand in the row itself."""
    id, field, right, wrong = WORDS[name]
    row = entries()[id]
    text = words(row, evidence()) if field == "says" else getattr(row, field)
    assert right in text, (name, text)
    return replace(
        row, **{field: text.replace(right, wrong, 1)} | ({"statement": "", "states": ""} if field == "says" else {})
    )


@pytest.mark.parametrize("name", ROWS)
def test_a_falsified_row_fails_though_its_seal_be_renewed(name):
    id, change = ROWS[name]
    changed = replace(entries()[id], **change)
    assert changed != entries()[id]
    assert binding(changed, evidence()) != binding(entries()[id], evidence())
    assert told(changed)


@pytest.mark.parametrize("name", WORDS)
def test_falsified_words_break_the_seal(name):
    changed = word(name)
    assert binding(changed, evidence()) != binding(entries()[changed.id], evidence())


@pytest.mark.parametrize("name", WORDS)
def test_falsified_words_fail_though_the_seal_be_renewed(name):
    assert told(word(name))


def restated(id, right, wrong, where="words"):
    """The evidence with another statement, or other words after it, on the page of a row."""
    statement = evidence().statements[id]
    text = getattr(statement, where)
    assert right in text, text
    other = replace(statement, **{where: text.replace(right, wrong, 1)})
    return replace(evidence(), statements=evidence().statements | {id: other})


STATEMENTS = {
    "a quantifier": ("payments/new-one-set-behind", "every", "some", "words"),
    "only half of an equivalence": ("consensus/new-guarded-splits", "if and only if", "if", "words"),
    "a hypothesis": ("payments/new-any-model-set", "let a best model exist for all reports", "", "words"),
    "a number": ("payments/new-no-price", "32", "31", "words"),
    "a difference turned round": ("payments/equation-p-aff", "V(R_{-i})-V(R)", "V(R)-V(R_{-i})", "words"),
    "a proof": ("payments/new-one-set-behind", "", "It is clear. ", "after"),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_or_a_proof_spoilt_on_its_page_fails_though_its_seal_be_renewed(name):
    id, *change = STATEMENTS[name]
    spoilt = restated(id, *change)
    assert binding(entries()[id], spoilt)[1] != binding(entries()[id], evidence())[1]
    assert told(entries()[id], spoilt)


WORLDS = {
    "payments/who-chooses-the-models": "in_tenths",
    "consensus/nobody-is-needed": "every_family",
}


@pytest.mark.parametrize("page", WORLDS)
def test_a_world_of_copies_breaks_the_seal(page):
    """The list of cases becomes as many copies of its first element: the seal holds the text that makes the list."""
    name, path = WORLDS[page], ROOT / "_build" / "executed" / f"{page}.ipynb"
    cells = code(json.loads(path.read_text(encoding="utf-8"))["cells"])
    spoilt = [f"{cell}\n{name} = [{name}[0]] * len({name})" if f"{name} = [" in cell else cell for cell in cells]
    assert spoilt != cells
    sources = {f.record.source for every in evidence().records.values() for f in every if f.page == page}
    concerned = [source for source in sources if name in source]
    assert concerned
    for source in concerned:
        assert Page(cells).closure(0, source) != Page(spoilt).closure(0, source)


PREDICATES = {
    "no_payments_without_mixtures": "incentives_book.payments.who_chooses_the_models.unpayable_reports",
    "two_liars_win": "incentives_book.consensus.repairing_one_shot",
    "only_such_coalitions_block": "incentives_book.coalitions.an_individually_stable_arrangement",
}


@pytest.mark.parametrize("page", WORLDS)
@pytest.mark.parametrize("change", [{"subject": {"cases": "copies"}}, {"cases": 1}])
def test_another_world_of_as_many_cases_or_of_fewer_is_not_bound(page, change):
    """A row whose cases are replaced by as many others, or by one of them, though its seal be renewed."""
    of = [
        f for every in evidence().records.values() for f in every if f.page == page and WORLDS[page] in f.record.source
    ]
    ids = {f.record.claim for f in of if f.record.exact and not f.hidden}
    assert ids
    for id in ids:
        spoilt = [
            replace(f, record=replace(f.record, **change)) if any(f is each for each in of) else f
            for f in evidence().records[id]
        ]
        assert told(entries()[id], replace(evidence(), records=evidence().records | {id: spoilt}))


@pytest.mark.parametrize("name", PREDICATES)
def test_a_predicate_that_is_always_true_is_noticed_and_not_bound(name, monkeypatch):
    module = PREDICATES[name]
    found = [f for every in evidence().records.values() for f in every if f"{module}:{name}" in f.code]
    assert found, "no check rests on it"
    known = _code().read(module)
    always = ast.parse(f"def {name}(*given):\n    return bool(given)").body
    rows = {f.record.claim for f in found if name in f.record.source}
    assert rows
    kept_before = [before(id) for id in rows]
    monkeypatch.setitem(known.definitions, name, always)
    _below.cache_clear()
    _hash.cache_clear()
    try:
        assert dict(_below(module, name))[f"{module}:{name}"] != found[0].code[f"{module}:{name}"]
        stand = standings(entries(), evidence())
        for id, old in zip(rows, kept_before, strict=True):
            assert refused(old, kept(entries()[id], evidence(), stand[id]), same_checks=False)
    finally:
        monkeypatch.undo()
        _below.cache_clear()
        _hash.cache_clear()
