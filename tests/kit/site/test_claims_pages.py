"""The pages made from the register: every claim has its row, its box and, where print is wrong, its erratum."""

import re
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

from claimbook import Entry, Part
from claimbook.evidence import Evidence, Found, gather
from claimbook.receipts import Record
from claimbook.register import VERDICTS, Step, parts
from claimbook.statements import Statement

ROOT = Path(__file__).resolve().parents[3]

from claimbook.proof_files import above
from claimbook.site.claim_graph import folded, graph_page, lanes, owner, places, reduced
from claimbook.site.claim_roles import GROUPS, numbers_html, totals, verdict_role
from claimbook.site.claim_words import found_witnesses, pages_of, sentence, sentences, words_for
from claimbook.site.claims_pages import (
    claims_page,
    errata_page,
    kernel_table,
    part_page,
    standings_table,
    write_pages,
)


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
    entry("lemma-2", "lemma-1", verdict="misprint", printed="$a$", corrected="$b$", affects="Lemma 3 stands."),
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
            Found("coalitions/page", Record(row.id, "identity", "", "s", "h", symbols=("x real",)))
        )
        found.tests[row.id].append("tests/test_it.py::test_it")
    witness = Record("coalitions/lemma-3", "counterexample", "", "s", "h", subject={"witness": {"n": "5"}})
    found.records["coalitions/lemma-3"].append(Found("coalitions/other", witness))
    found.labels["coalitions/lemma-3"] = "coalitions/other"
    found.statements["coalitions/lemma-3"] = Statement("lemma-3", "lemma", "T", "$x > 0$", "")
    return found


def test_every_claim_has_one_row_with_anchor_verdict_and_evidence(evidence):
    text = part_page(PART, evidence, ROOT)
    for row in ROWS:
        assert text.count(f"({row.anchor})=") == 1
        assert f"{{claim-id}}`{row.id}`" in text
    assert text.count("\n{verdict}`") == text.count("::::{div} claim claim-") == len(ROWS)
    assert "*Evidence*: **whole**, proof, refutation." in text
    assert "*Evidence*: **but for a sentence**, proof." in text
    assert "*Not by machine*: in prose" in text
    assert text.count("*Not by machine*: nothing") == len(ROWS) - 1
    assert "{backing}`tests/test_it.py::test_it`" in text


def test_a_new_row_says_whether_the_literature_was_searched(evidence):
    new = next(row for row in ROWS if row.verdict == "new")
    assert f"{new.source}; not searched for in the literature. *Evidence*" in part_page(PART, evidence, ROOT)
    searched = replace(PART, entries=(replace(new, literature="two surveys"),))
    assert f"{new.source}; searched for in two surveys. *Evidence*" in part_page(searched, evidence, ROOT)


def test_a_row_leads_to_the_badges_of_its_claim_and_to_its_statement(evidence):
    assert pages_of(ROWS[2], evidence) == ["coalitions/other", "coalitions/page"]
    assert (
        "{prf:ref}`the statement <lemma-3>` · {checked}`coalitions/other#coalitions-lemma-3` · "
        "{checked}`coalitions/page#" in part_page(PART, evidence, ROOT)
    )


def test_the_page_of_all_claims_leads_to_each_part_and_counts(evidence):
    text = claims_page((PART,), evidence)
    assert "[Title](claims-coalitions.md) (coalitions): 6 claims: 2 {verdict}`holds`, 1 {verdict}`holds-if`" in text


def test_the_bars_count_every_claim_once_and_lead_to_its_verdict():
    assert sorted(verdict for verdicts in GROUPS.values() for verdict in verdicts) == sorted(VERDICTS)
    html = numbers_html((PART,))
    pieces = re.findall(r'flex-grow:(\d+)" href="claims-coalitions\.html\?verdict=([a-z-]+)"', html)
    assert sum(int(number) for number, _ in pieces) == len(ROWS)
    assert ("2", "holds") in pieces
    assert ">2 hold as printed</span>" in html  # a single bar has the numbers in its key
    assert ">1 is new</span>" in html
    assert ">hold as printed</span>" in numbers_html((PART, PART))
    assert totals((PART,)) == (
        "Of 5 claims in print 2 hold as printed, 1 need an assumption that is not printed, 1 are misprinted, "
        "1 are false as printed. 1 statements are new, 0 were known and are added."
    )


def test_errata_say_what_is_printed_right_and_affected(evidence):
    text = errata_page(PART, evidence, ROOT)
    for told in (
        "**Printed**: $a$",
        "**Right**: $b$",
        "**True instead**: $d$",
        "**Needs**: $s > 1$",
        "**Witness**: Let $n$ = 5.",
    ):
        assert told in text
    assert text.index("## False as printed") < text.index("## Misprints") < text.index("## Missing assumptions")
    assert "About lemma-1" not in text
    assert "Nothing in it needs correction." in errata_page(replace(PART, entries=ROWS[:1]), evidence, ROOT)


# What Python writes and no reader: brackets of lists, a tuple of one, names of classes and what they hold, quotation
# marks.
RAW = re.compile(r"\w\(|\[|\]|,\)|<|>|'|`|\bTrue\b|\bFalse\b|\bNone\b|\w=\S|[a-z]_[a-z]")


@pytest.fixture(scope="module")
def found():
    """Every counterexample of the book: its row and its witness."""
    evidence = gather(ROOT / "_build" / "executed", ROOT / "notebooks", ROOT / "tests")
    return [(row.id, witness) for part in parts() for row in part.entries for witness in found_witnesses(row, evidence)]


def test_witnesses_of_the_book_are_sentences_without_anything_raw(found):
    told = {(id, sentence(id, witness)) for id, witness in found}
    assert len(told) > 200
    for id, text in told:
        words = re.sub(r"\$[^$]*\$", "x", text)  # formulas are read by TeX
        assert not RAW.search(words), (id, text)
        assert re.fullmatch(r"[A-Z].* .*\.", text), (id, text)


def test_every_witness_of_the_book_has_its_sentence_and_every_sentence_a_witness(found):
    without = {(id, *sorted(witness)) for id, witness in found if words_for(id, witness) is None}
    assert not without, "book/witnesses has no sentence for these rows and names"
    used = {(id, words_for(id, witness)) for id, witness in found}
    written = {(id, words) for id, several in sentences().items() for words in several}
    assert written == used, "a sentence whose names are those of no check says nothing"


# What the witnesses hold and their sentences leave out: it is said in words, or it does not matter.
LEFT_OUT = {
    "coalitions/corollary-4-4-gaussian": {"i"},
    "coalitions/corollary-5-2-proof-uniqueness": {"partition"},
    "coalitions/definition-regions-of-the-curves": {"s"},
    "coalitions/lemma-6-1-proof-weight": {"j", "noise", "spread"},
    "coalitions/lemma-c-1": {"large"},
    "coalitions/lemma-c-2": {"small"},
    "coalitions/lemma-d-1-proof-signs": {"l", "s"},
    "coalitions/lemma-d-2-proof-remark": {"l", "s"},
    "coalitions/lemma-d-4-proof-signs": {"l", "s"},
    "consensus/prose-cannot-skip": {"good"},
    "payments/corollary-3-7-proof-identity": {"A"},
    "payments/theorem-3-2-misreport": {"divergence"},
    "rewards/lemma-5": {"shared"},
    "rewards/prose-accuracy-grows-with-width": {"curve"},  # sixteen accuracies
    "rewards/prose-masked-averaging": {"values"},
    "rewards/theorem-1": {"shared"},
}


def test_a_sentence_leaves_out_only_what_is_listed_here(found):
    """So that two witnesses that differ are told apart, and a cost or a size that decides is named."""
    left_out: dict[str, set[str]] = {}
    for id, witness in found:
        names = {name for _, name, _, _ in Formatter().parse(words_for(id, witness)) if name}
        left_out.setdefault(id, set()).update(set(witness) - names)
    assert {id: names for id, names in left_out.items() if names} == LEFT_OUT


def test_a_sentence_takes_its_numbers_from_the_record():
    told = sentence("consensus/theorem-2", {"pretended": "(5, Fraction(1, 3))", "shared": "[1]", "alone": "2"})
    assert "(5, 1/3)" in told
    assert sentence("consensus/theorem-2", {"other": 1}) == "Let other = 1."


def test_a_sentence_may_leave_out_a_value_and_the_first_that_fits_is_told(monkeypatch):
    words = {"coalitions/lemma-3": ["For {n} and {m}.", "Only for {n}.", "Never for {n}."]}
    monkeypatch.setattr("claimbook.site.claim_words.sentences", lambda: words)
    assert sentence("coalitions/lemma-3", {"n": 5, "m": 6}) == "For 5 and 6."
    assert sentence("coalitions/lemma-3", {"n": 5, "path": [1, 2]}) == "Only for 5."
    assert words_for("coalitions/lemma-3", {"m": 6}) is None


def test_what_depends_on_a_lost_formula_is_counted_apart_and_is_no_erratum_of_print(evidence):
    lost = {"verdict": "depends", "reading": "The formula is lost. A quotient.", "affects": "nothing"}
    failing = entry("lemma-5", **lost, under="false", printed="$c$", repair="$d$")
    part = replace(PART, entries=(*ROWS, failing, entry("lemma-6", **lost, under="holds")))
    assert "1 are false as printed, 2 depend on a formula that we have not seen." in totals((part,))
    assert 'flex-grow:2" href="claims-coalitions.html?verdict=depends"' in numbers_html((part,))
    text = errata_page(part, evidence, ROOT)
    false, unseen = text.split("## What depends on a formula that we have not seen")
    assert "About lemma-5" not in false
    assert "1 entries" not in unseen
    assert "**Our reading**: The formula is lost. A quotient." in unseen
    assert "**As we read it**: {verdict}`false`" in unseen
    assert "About lemma-6" not in unseen  # nothing fails under its reading
    assert "*As we read it*: {verdict}`holds`" in part_page(part, evidence, ROOT)


def test_errata_begin_with_what_most_depends_on(evidence):
    false = next(row for row in ROWS if row.verdict == "false")
    step, theorem = (
        replace(false, id=f"sample/{kind}-1", kind=kind, title=f"A {kind}") for kind in ("proof-step", "theorem")
    )
    text = errata_page(replace(PART, entries=(step, theorem)), evidence, ROOT)
    assert text.index("### A theorem") < text.index("### A proof-step")


def test_what_the_claims_stand_on_has_a_column_for_each_part(evidence):
    carried, prose = Step(claim="coalitions/lemma-1"), Step(prose="clear")
    part = replace(PART, entries=(*ROWS[:1], replace(ROWS[4], id="coalitions/theorem-5", steps=(carried, prose))))
    head, _, *rows = standings_table((part, replace(part, name="payments")), evidence).splitlines()
    assert head == "| rows that stand | coalitions | payments |"
    told = dict(row.strip("| ").split(" | ", 1) for row in rows)
    assert told["whole"] == told["but for a sentence"] == "1 | 1"
    assert told["of steps that are not trivial"] == "4 | 4"  # the argument in prose is one
    assert told["steps carried by a check or another claim"] == "2 | 2"


def test_what_stands_on_the_kernel_is_counted_by_kind(evidence):
    whole = [replace(ROWS[0], theorem="F.a"), *ROWS[1:4], replace(ROWS[5], theorem="F.b")]
    told = kernel_table((replace(PART, entries=tuple(whole)), replace(PART, name="payments", entries=())), evidence)
    assert told.splitlines() == [
        "| kind | coalitions | payments |",
        "|---|---:|---:|",
        "| lemma | 2 of 4 |  |",
    ]


def test_steps_are_folded_and_implied_arrows_left_out():
    known = {row.id: row for row in ROWS}
    assert owner(ROWS[3], known) == "coalitions/lemma-3"
    arrows = reduced(folded(known))
    assert "coalitions/lemma-3-proof-sum" not in arrows
    assert arrows["coalitions/theorem-4"] == {"coalitions/lemma-3"}
    assert arrows["coalitions/lemma-3"] == {"coalitions/lemma-2"}
    assert above("coalitions/theorem-4", arrows.get) == {f"coalitions/lemma-{i}" for i in (1, 2, 3)}


def test_every_claim_has_a_place_of_its_own_on_the_map():
    homes = {row.id: "coalitions/page" if row.id < "coalitions/m" else "coalitions/other" for row in ROWS}
    found = lanes((PART,), homes, {row.id for row in ROWS})
    assert list(found["coalitions"]) == ["coalitions/page", "coalitions/other"]
    centre, _, height = places(found)
    assert len(set(centre.values())) == len(ROWS)
    assert all(0 < x < 1000 and 0 < y < height for x, y in centre.values())


def test_the_map_says_everything_twice(evidence):
    text = graph_page((PART,), evidence, ROOT)
    dots = re.findall(r'<a href="claims-coalitions\.html#([a-z0-9-]+)"', text)
    assert sorted(dots) == sorted(row.anchor for row in ROWS if row.kind != "proof-step")
    for row in ROWS:
        assert f"- **{row.title}**" in text
        for used in row.uses:
            assert f"(#{used.replace('/', '-')})" in text
    assert 'data-from="coalitions-lemma-2" data-to="coalitions-lemma-3"' in text
    assert text.count("<svg") == 1


def test_the_role_knows_the_verdicts():
    for verdict in VERDICTS:
        (node,), _ = verdict_role("verdict", "", verdict, 1, None)
        assert node.astext() == verdict.replace("-", " ")
        assert f"verdict-{verdict}" in node["classes"]


def test_without_executed_notebooks_no_page_is_written(tmp_path):
    with pytest.raises(ValueError, match="executed must be a folder"):
        write_pages(tmp_path, tmp_path)
    assert not (tmp_path / "book").exists()
