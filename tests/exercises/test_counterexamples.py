"""A witness that a reader hands in: the book's own passes, a changed one does not, and nonsense is told what a witness
is.

The verdicts are judged by `Claim.counterexample`; here they are compared with the numbers that the pages state, and
with small oracles that share no line with the library.
"""

import re
import sys
from fractions import Fraction as F
from importlib import import_module
from itertools import combinations

import pytest
from pairing import ROOT

from claimbook import recording
from incentives_book import claim
from incentives_book.exercises import STATEMENTS, counterexample
from incentives_book.exercises.refutations import rewards
from incentives_book.exercises.statement import Statement, judge_witness
from incentives_book.exercises.witness import read_witness

sys.path.append(str(ROOT / "book" / "_ext"))
from claimbook.register import find_entry, parts
from claimbook.site.questions import asked, read_questions

HOLDS = "No counterexample: the statement is true for this witness."
MISSED = "No counterexample: the statement says nothing where a hypothesis is missed."

# For each statement a change of the book's witness that leaves the hypotheses and at which it holds, and one that
# misses one.
CHANGED = {
    "coalitions/prose-deterministic-function": ("points=((1, 1), (2, 2))", "points=((1, 1), (1, 4))"),
    "coalitions/corollary-5-2-proof-uniqueness": (
        'sizes=(9, 9), noise=10, partition="0,1"',
        'sizes=(10, 12), noise=10, partition="0,1"',
    ),
    "coalitions/lemma-c-1": (
        "small=9, large=11, noise=10, smalls=1, larges=0",
        "small=11, large=12, noise=10, smalls=1, larges=0",
    ),
    "coalitions/theorem-6-5": (
        "small=30, large=300, smalls=3, larges=1, noise=14",
        "small=300, large=30, smalls=3, larges=1, noise=15",
    ),
    "coalitions/lemma-6-4": ("sizes=(5, 5, 5), weight=0", "sizes=(25, 25, 26), weight=0"),
    "coalitions/lemma-7-1-proof-minimum": ("xx=1, xy=3, yy=1, x=1, y=1", "xx=1, xy=3, yy=0, x=1, y=-1"),
    "coalitions/prose-weights-between-0-and-1": ("sizes=(10, 10)", "sizes=(0,)"),
    "consensus/prose-pivotal": (
        "truths=({0, 1}, {0}, {0}), liar=0, report={0}",
        "truths=({0, 1}, {0, 1}, {0}), liar=2, report={2}",
    ),
    "consensus/theorem-1": (
        "truths=({0, 1}, {0}, {0}), liar=0, report={1}, passes={0}",
        "truths=({0}, {0, 1}, {0, 1}), liar=0, report={1}, passes={1}",
    ),
    "consensus/prose-identifies": (
        "truths=({0, 2}, {0, 2}, {0, 1, 2}), liar=0, report={1}",
        "truths=({0, 2}, {0, 2}, {0, 1, 2}), liar=0, report={0, 2}",
    ),
    "consensus/prose-cannot-skip": (
        "truths=({0}, {0}, {0}), liar=2, report={1, 2}",
        "truths=({0}, {0, 1}, {0, 1}), liar=1, report={1}",
    ),
    "consensus/remark-3-outlier-forced": (
        "truths=({0, 1}, {0}, {3}), outlier=2",
        "truths=({0, 1}, {0}, {0}), outlier=2",
    ),
    "consensus/theorem-2": (
        "truths=({0}, {0, 1}, {0, 2}), liar=0, report={1}, models=(1, 0)",
        "truths=({0}, {0, 1}, {0, 2}), liar=0, report={1}, models=(1, 2, 3)",
    ),
    "consensus/prose-title": ("low=-1, high=1", "low=1, high=0"),
    "payments/theorem-3-2-misreport": (
        'low=1/2, penalty=3, divergence="chi-squared"',
        'low=1/2, penalty=1/100, divergence="TV"',
    ),
    "payments/prose-c-hybrid-set": (
        "truth=(1, 1, 0), rival=(1, 0, 1), told=(1, 1, 0), sizes=(5, 5)",
        "truth=(1, 1, 0), rival=(1, 0, 1), told=(1/2, 1/2, 1/2), sizes=(5, 5)",
    ),
    "payments/prose-c-alpha-payment": (
        "models=((0, 0, 0), (1, -2, 0)), smaller=1, larger=4",
        "models=((0, 0, 0), (1, 0, 10)), smaller=2, larger=1",
    ),
    "payments/prose-c-beta-valuation": (
        "models=((1, 1, 81/50), (2/5, 0, 0)), smaller=1/2, larger=9/10",
        "models=((1, 1, 81/50), (2/5, 0, 0)), smaller=9/10, larger=2",
    ),
    "payments/prose-c-beta-payment": (
        "models=((0, 0, 0), (0, 1, 5)), smaller=0, larger=1",
        "models=((0, 0, 0), (0, 1, 3/2)), smaller=1, larger=0",
    ),
    "payments/prose-c-influence": (
        'models=((0, 0, 0), (1, -2, 0)), misreport="alpha", smaller=1, larger=4',
        'models=((1, 1, 81/50), (2/5, 0, 0)), misreport="beta", smaller=0, larger=1',
    ),
    "payments/prose-c-size-without-payments": ("models=((1, 0, 0), (0, 3, 0))", "models=((1, 1, 0), (1, 1, 0))"),
    "rewards/lemma-3": ("c=(50, 60, 70), a=(70, 80, 90), h=90", "c=(50, 60, 70), a=(50, 60, 80), h=90"),
    "rewards/lemma-4": ("c=(0, 2, 3), h=4, floor=0", "c=(0, 3, 2), h=4, floor=3"),
    "rewards/prose-pearson-one-ideal": ("a=(20, 30, 50), c=(10, 20, 40)", "a=(20, 40, 81), c=(10, 20, 40)"),
    "rewards/prose-maximises-mean-gain": ("c=(50, 50), h=90", "c=(50, 100), h=90"),
    "rewards/prose-masked-averaging": (
        "widths=(1/4, 5/8, 1), values=(1, 0, 2)",
        "widths=(1/8, 5/8), values=(1, 0)",
    ),
    "rewards/theorem-2": ("costs=(1, 3, 0), scale=2", "costs=(1, 3, 0), scale=1/2"),
    "rewards/prose-rational-by-design": ("c=(50, 90), menu=(60, 90)", "c=(95, 50), menu=(60, 90)"),
    "rewards/prose-contribution-is-incentivised": (
        "c=(3/10, 1/2, 7/10), h=9/10, who=1, less=1/10, effort=1/100",
        "c=(3/10, 1/2, 7/10), h=9/10, who=2, less=1/2, effort=0",
    ),
    "rewards/prose-communication-unchanged": ("channels=64, widths=(1,)", "channels=64, widths=(1/2,)"),
}
NONSENSE = ("hello world", "x = = 3", "(1, 2)", "**{}", "nothing=1", "__import__('os')", "a=open('x')", "a" * 5000)


def test_every_question_that_does_not_hold_takes_a_counterexample():
    questions = read_questions()
    asked_rows = [entry for part in parts() if part.name in questions for entry in asked(part, questions)]
    assert STATEMENTS.keys() == {entry.id for entry in asked_rows if entry.judged != "holds"}
    assert STATEMENTS.keys() == CHANGED.keys()


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_books_own_witness_is_a_counterexample(name):
    told = judge_witness(STATEMENTS[name], STATEMENTS[name].witness)
    assert told.right
    assert told.lines[-1] == "A counterexample."
    assert len(told.lines) == len(STATEMENTS[name].given) + 2


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_example_of_the_form_gives_nothing_away(name):
    told = judge_witness(STATEMENTS[name], STATEMENTS[name].pattern)
    assert not told.right
    assert told.lines[-1] == HOLDS
    assert read_witness(STATEMENTS[name].pattern).keys() == STATEMENTS[name].names.keys()


@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_witness_is_told_what_it_misses(name):
    holds, missed = CHANGED[name]
    assert judge_witness(STATEMENTS[name], holds).lines[-1] == HOLDS
    told = judge_witness(STATEMENTS[name], missed)
    assert told.lines[-1] == MISSED
    assert told.lines[-2].startswith("Missed: ")
    assert all(line.startswith("Met: ") for line in told.lines[:-2])


@pytest.mark.parametrize("name", STATEMENTS)
@pytest.mark.parametrize("witness", NONSENSE)
def test_nonsense_is_answered_by_the_form(name, witness):
    told = judge_witness(STATEMENTS[name], witness)
    assert not told.right
    assert told.lines[0].startswith("This cannot be ")
    assert told.lines[1].endswith(f"One of this form: {STATEMENTS[name].pattern}")


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_value_of_another_kind_is_no_crash(name):
    own = read_witness(STATEMENTS[name].witness)
    for key in own:
        for wrong in (None, "no", (), -1, frozenset(), ((),), 0.5):
            assert not judge_witness(STATEMENTS[name], own | {key: wrong}).right or key in (
                "passes",
                "smaller",
                "y",
                "xy",
            )


def test_a_dictionary_is_judged_as_a_text_is_and_floats_are_refused():
    statement = STATEMENTS["rewards/prose-pearson-one-ideal"]
    assert judge_witness(statement, {"a": (20, 40, 80), "c": (10, 20, 40)}).right
    assert (
        "must be made of ints, Fractions" in judge_witness(statement, {"a": (20.0, 40, 80), "c": (10, 20, 40)}).lines[0]
    )
    assert judge_witness(statement, "a=(0.2, 0.4, 0.8), c=(1/10, 2/10, 4/10)").right


def test_the_judge_is_the_check_of_the_pages_and_leaves_no_receipt():
    """The same functions and witness through `claim(...).counterexample` come out the same; only that call is
    evidence.
    """
    for name, statement in STATEMENTS.items():
        own = read_witness(statement.witness)
        with recording() as records:
            assert judge_witness(statement, own).right
            assert not records
            claim(name).counterexample(statement.printed, own, given=list(statement.given.values()))
            assert [record.method for record in records] == ["counterexample"]


def test_words_of_a_statement_are_those_of_a_row():
    for name, statement in STATEMENTS.items():
        assert find_entry(name).judged in ("false", "holds-if")
        assert statement.claim == name
        for words in (*statement.given, statement.conclusion):
            assert not words.endswith(".")


def test_counterexample_prints_and_an_unknown_name_is_an_error(capsys):
    counterexample("coalitions/lemma-c-1", "small=10, large=11, noise=10, smalls=1, larges=0")
    assert capsys.readouterr().out.splitlines()[-1] == "A counterexample."
    counterexample("coalitions/lemma-c-1", "")
    assert capsys.readouterr().out.startswith("Nothing is handed in yet. A witness names small: ")
    counterexample("coalitions/lemma-5-1", "")
    assert capsys.readouterr().out.startswith("No counterexample can be judged here")
    with pytest.raises(ValueError, match="coalitions/nothing"):
        counterexample("coalitions/nothing", "a=1")


# Oracles that share no line with the library.


def error(own, sizes, noise):
    """Uniform federation at spread 1, written out."""
    total = sum(sizes)
    return F(noise, total) + F(sum(n * n for n in sizes) - own * own + (total - own) ** 2, total**2)


@pytest.mark.parametrize(("small", "larges"), [(10, 0), (9, 0), (10, 1), (8, 2), (1, 0)])
def test_lemma_c_1_fails_exactly_where_two_errors_written_out_are_equal(small, larges):
    one, two = (error(small, [small] * s + [11] * larges, 10) for s in (1, 2))
    told = judge_witness(
        STATEMENTS["coalitions/lemma-c-1"], {"small": small, "large": 11, "noise": 10, "smalls": 1, "larges": larges}
    )
    assert told.right == (two >= one)


@pytest.mark.parametrize("costs", [(1, 3, 0), (1, 2, 3, 0), (2, 5, 1, 4, 0), (3, 2, 1), (0, 7, 7, 0)])
def test_the_depth_of_a_path_is_the_least_climb_by_trying_every_threshold(costs):
    def escapes(start, height):
        reached, waiting = {start}, [start]
        while waiting:
            for near in (waiting[0] - 1, waiting[0] + 1):
                if 0 <= near < len(costs) and near not in reached and costs[near] - costs[start] <= height:
                    reached.add(near)
                    waiting.append(near)
            del waiting[0]
        return any(costs[state] < costs[start] for state in reached)

    needed = [next(h for h in range(10) if escapes(i, h)) for i, cost in enumerate(costs) if cost > min(costs)]
    least = max(needed, default=0)
    gap = min(abs(x - y) for x, y in combinations(costs, 2) if x != y)
    for scale in range(1, 8):
        told = judge_witness(STATEMENTS["rewards/theorem-2"], {"costs": costs, "scale": scale})
        if scale < gap:
            assert told.lines[-1] == MISSED
        else:
            assert told.right == (scale < least)


def test_redundant_worlds_of_sets_are_what_they_say():
    """Every world of three clients over three models: the two assumptions by set operations alone."""
    statement = STATEMENTS["consensus/prose-pivotal"]
    some = [frozenset(s) for r in (1, 2, 3) for s in combinations(range(3), r)]
    for truths in combinations(some, 3):
        everybody = frozenset.intersection(*truths)
        spared = all(frozenset.intersection(*truths[:i], *truths[i + 1 :]) == everybody for i in range(3))
        for report in some:
            told = judge_witness(statement, {"truths": truths, "liar": 0, "report": report})
            assumed = bool(everybody) and spared
            assert told.right == (assumed and not report & truths[1] & truths[2])
            assert (told.lines[-1] == MISSED) == (not assumed)


# Reading a witness.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1/2, b=0.1, c=-3", {"a": F(1, 2), "b": F(1, 10), "c": -3}),
        ("a=[1, 2]*2, b={}, c=set()", {"a": (1, 2, 1, 2), "b": frozenset(), "c": frozenset()}),
        ("a=F(1, 3), b=2**3, c='0 | 1', d=None, e=True", {"a": F(1, 3), "b": 8, "c": "0 | 1", "d": None, "e": True}),
    ],
)
def test_a_witness_is_read_exactly(text, expected):
    assert read_witness(text) == expected
    assert not any(isinstance(value, float) for value in read_witness(text).values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a=1/0", "must not divide by zero"),
        ("a=9**999", "a power must have"),
        ("a=[1]*1000", "can be repeated"),
        ("a=1e400", "a value must be"),
        ("a={1: 2}", "a value must be"),
        ("a=[x for x in (1,)]", "a value must be"),
        ("a='x'+1", "must be of numbers"),
        ("a=1) + (2", "is written as"),
        ("a=" + "(" * 400, "is written as"),
    ],
)
def test_what_is_no_witness_is_refused_with_words(text, words):
    with pytest.raises(ValueError, match=words):
        read_witness(text)


def test_statements_on_rewards_judge_what_their_rows_say():
    """Every reading that a row names, both halves of a statement, and an average that is no number of the clients'."""
    averaging = STATEMENTS["rewards/prose-masked-averaging"]
    assert set(averaging.names) == {"widths", "values"}
    assert "one number for each" in judge_witness(averaging, "widths=(1/4, 1), values=(1, 2, 3)").lines[0]
    assert "with a probability that tends to one" in STATEMENTS["rewards/theorem-2"].conclusion
    for name, readings in (("lemma-4", 2), ("prose-maximises-mean-gain", 4)):
        seen = []
        judged = rewards.rw.allocate_continuous

        def noted(*args, judged=judged, seen=seen, **more):
            seen.append(more["cost"])
            return judged(*args, **more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rewards.rw, "allocate_continuous", noted)
            assert not judge_witness(STATEMENTS[f"rewards/{name}"], STATEMENTS[f"rewards/{name}"].pattern).right
        assert len(set(seen)) == readings


@pytest.mark.parametrize(
    ("divergence", "penalty"), [("TV", "3"), ("TV", "1/2"), ("chi-squared", "3"), ("chi-squared", "2")]
)
def test_reports_of_zeros_and_ones_decide_for_all_others(divergence, penalty):
    """Where all models are interior, no report in eighths gains more than the best of zeros and ones."""
    from fractions import Fraction
    from itertools import product

    from incentives import payments as pay
    from incentives_book.exercises.refutations import payments as forms

    low, models = Fraction(1, 3), forms._models(Fraction(1, 3), penalty, divergence)
    if not forms._is_interior(low, penalty, divergence):
        assert divergence == "TV"
        return
    reports = [[Fraction(k, 8) for k in r] for r in product(range(9), repeat=3) if max(r) == 8]
    totals = [[a + b for a, b in zip(r, forms.OTHER, strict=True)] for r in reports]
    every = pay.best_policy(totals, forms.THIRD, penalty=Fraction(penalty), divergence=forms.DIVERGENCES[divergence])
    worth = [[m[0] + low * (m[1] + m[2]) for m in some] for some in (models, every)]
    assert min(p for m in every for p in m) > 0
    assert max(worth[0]) == max(worth[1])


def test_the_page_of_a_claim_is_refuted_by_the_very_checks_that_judge_a_reader():
    constants = {
        id(each): (part, name)
        for part in ("coalitions", "consensus", "payments", "rewards")
        for name, each in vars(import_module(f"incentives_book.exercises.refutations.{part}")).items()
        if isinstance(each, Statement)
    }
    pages = {path: path.read_text(encoding="utf-8") for path in (ROOT / "notebooks").glob("*/*.md")}
    for row, statement in STATEMENTS.items():
        part, name = constants[id(statement)]
        imported = f"from incentives_book.exercises.refutations import {part} as readers"
        call = re.compile(rf'(\w+|claim\("[^"]+"\))\.counterexample\(\*\*readers\.{name}\.refutation')
        whose = [(text, who) for text in pages.values() if imported in text for who in call.findall(text)]
        assert any(
            who == f'claim("{row}")'
            or re.search(rf'^{re.escape(who)}\b[^=\n]*= [^\n]*claim\("{row}"\)', text, re.MULTILINE)
            for text, who in whose
        ), f"{row}: no page refutes it with readers.{name}.refutation"
