"""The checks of a claim: each passes on what is right, fails on what is wrong, and leaves one record."""

import json
import subprocess
import sys
from dataclasses import asdict, replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from incentives.coalitions import Partition
from incentives_book import claim
from incentives_book.claims import Claim, ClaimFails, Entry, entries, recording
from incentives_book.claims.evidence import read_record
from incentives_book.claims.exactness import admissible, refuse_floats
from incentives_book.claims.receipts import as_html, as_text, grade
from incentives_book.claims.register import Step

ENTRY = Entry(id="coalitions/lemma-9-9", title="A lemma <of ours>", verdict="holds")
CHECK = Claim(ENTRY)
X, Y, W, N, M, MU = sp.symbols("x y w n m mu", positive=True)

# One check of every kind and its wrong versions: a sign, a coefficient, an exponent, a swapped index, a number.
RIGHT = {
    "identity": lambda: CHECK.identity((X - Y) * (X + Y), X**2 - Y**2),
    "sign": lambda: CHECK.sign(MU * M - N**2, ">0", given=[N < M, M <= MU]),
    "every": lambda: CHECK.every(range(1, 6), lambda k: sum(range(k + 1)) == k * (k + 1) // 2),
    "counterexample": lambda: CHECK.counterexample(sp.Lt(X**2, Y), {X: 3, Y: 5}),
    "agrees": lambda: CHECK.agrees([1.02, 1.98], [1, 2], [0.01, 0.01], seed=5),
    "experiment": lambda: CHECK.experiment([True] * 8 + [False], level=0.05),
}
WRONG = {
    "identity sign": lambda: CHECK.identity((X - Y) * (X + Y), X**2 + Y**2),
    "identity coefficient": lambda: CHECK.identity((X - Y) * (X + Y), X**2 - 2 * Y**2),
    "identity exponent": lambda: CHECK.identity((X - Y) * (X + Y), X**2 - Y**3),
    "identity index": lambda: CHECK.identity((X - Y) * (X + Y), Y**2 - X**2),
    "identity entry": lambda: CHECK.identity([X, Y, X + X], [X, Y, X + Y]),
    "sign sign": lambda: CHECK.sign(MU * M - N**2, "<0", given=[N < M, M <= MU]),
    "sign coefficient": lambda: CHECK.sign(MU * M - 2 * N**2, ">0", given=[N < M, M <= MU]),
    "sign exponent": lambda: CHECK.sign(MU * M - N**3, ">0", given=[N < M, M <= MU]),
    "sign index": lambda: CHECK.sign(MU * N - M**2, ">0", given=[N < M, M <= MU]),
    "sign assumption": lambda: CHECK.sign(MU * M - N**2, ">0", given=[N < M]),
    "sign strictness": lambda: CHECK.sign(MU - N, ">0", given=[N <= MU]),
    "every sign": lambda: CHECK.every(range(1, 6), lambda k: sum(range(k + 1)) == k * (k - 1) // 2),
    "every coefficient": lambda: CHECK.every(range(1, 6), lambda k: sum(range(k + 1)) == k * (k + 2) // 2),
    "every index": lambda: CHECK.every([(1, 2), (2, 3)], lambda pair: pair[1] < pair[0]),
    "every of nothing": lambda: CHECK.every([], bool),
    "every once wrong": lambda: CHECK.every(range(6), lambda k: k != 5),
    "counterexample sign": lambda: CHECK.counterexample(sp.Gt(X**2, Y), {X: 3, Y: 5}),
    "counterexample coefficient": lambda: CHECK.counterexample(sp.Lt(X**2, 2 * Y), {X: 3, Y: 5}),
    "counterexample index": lambda: CHECK.counterexample(sp.Lt(X**2, Y), {Y: 30, X: 5}),
    "counterexample function": lambda: CHECK.counterexample(lambda x: x < 3, {"x": 2}),
    "counterexample premise": lambda: CHECK.counterexample(sp.Implies(X > 4, X**2 < Y), {X: 3, Y: 5}),
    "agrees sign": lambda: CHECK.agrees([1.02, 1.98], [1, -2], [0.01, 0.01], seed=5),
    "agrees coefficient": lambda: CHECK.agrees([1.02, 1.98], [1.1, 2], [0.01, 0.01], seed=5),
    "agrees index": lambda: CHECK.agrees([1.02, 1.98], [2, 1], [0.01, 0.01], seed=5),
    "experiment sign": lambda: CHECK.experiment([False] * 8 + [True], level=0.05),
    "experiment level": lambda: CHECK.experiment([True] * 8 + [False], level=0.01),
    "experiment of few": lambda: CHECK.experiment([True] * 4),
    "counterexample hypothesis": lambda: CHECK.counterexample(sp.Lt(X**2, Y), {X: 3, Y: 5}, given=[X > 4]),
    "counterexample hypothesis function": lambda: CHECK.counterexample(
        lambda x: x > 5, {"x": 3}, given=[lambda x: x > 2, lambda x: x > 4]
    ),
}
GRADE = {
    "identity": "proof",
    "sign": "proof",
    "every": "sample",
    "counterexample": "refutation",
    "agrees": "statistical",
    "experiment": "experiment",
}


@pytest.mark.parametrize("method", RIGHT)
def test_a_right_check_returns_nothing_and_leaves_one_record(method):
    with recording() as records:
        assert RIGHT[method]() is None
    (record,) = records
    assert (record.claim, record.method, record.passed) == (ENTRY.id, method, True)
    assert grade(ENTRY, record) == GRADE[method]
    assert read_record(json.loads(json.dumps(asdict(record)))) == record


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_check_raises_and_leaves_a_record_of_its_failure(name):
    with recording() as records, pytest.raises(ClaimFails, match="coalitions/lemma-9-9"):
        WRONG[name]()
    assert [record.passed for record in records] == [False]


def test_a_failure_shows_the_difference_and_exact_numbers():
    with pytest.raises(ClaimFails, match=r"\(expanding\): left - right is .* for example \S+ at x = \d"):
        CHECK.identity((X + Y) ** 2, X**2 + Y**2, step="expanding")
    with pytest.raises(ClaimFails, match=r"fails for case 3: \(2, 9\)"):
        CHECK.every([(0, 1), (1, 4), (2, 9)], lambda case: case[1] < 5)


@pytest.mark.parametrize("method", RIGHT)
def test_receipts_name_grade_claim_and_row(method):
    with recording() as records:
        RIGHT[method]()
    line, page = as_text(records[0], ENTRY), as_html(records[0], ENTRY)
    assert line.startswith(f"[{GRADE[method]}] {ENTRY.id}: ")
    assert f"receipt-{GRADE[method]}" in page
    assert 'href="../../book/claims.html#coalitions-lemma-9-9"' in page
    assert "A lemma &lt;of ours&gt;" in page


def test_a_sign_receipt_shows_substitutions_and_coefficients():
    with recording() as records:
        RIGHT["sign"]()
    assert records[0].how == "with m = d + n, mu = d + e + n: 4 coefficients, all positive"
    assert records[0].subject["relation"] == ">0"


def test_steps_are_recorded():
    with recording() as records:
        CHECK.identity(X + X, 2 * X, step="first")
        CHECK.every([1], bool, step="second")
    assert [record.step for record in records] == ["first", "second"]


def test_recordings_nest_and_end():
    with recording() as outer:
        CHECK.every([1], bool)
        with recording() as inner:
            CHECK.every([1], bool)
        CHECK.every([1], bool)
    CHECK.every([1], bool)
    assert (len(outer), len(inner)) == (3, 1)


@pytest.mark.parametrize("answer", [1, None, "yes", np.array([True]), sp.Symbol("b") > 0])
def test_a_predicate_must_answer_true_or_false(answer):
    with pytest.raises(ValueError, match="predicate must answer True or False"):
        CHECK.every([1], lambda case: answer if case else None)


@pytest.mark.parametrize("answer", [True, np.True_, sp.true])
def test_any_real_truth_value_will_do(answer):
    CHECK.every([1], lambda case: answer if case else None)


@pytest.mark.parametrize(
    "value",
    [
        0.5,
        np.float64(1),
        sp.Float(2),
        X * 0.5,
        (1, 0.5),
        {"a": [0.1]},
        frozenset([1.0]),
        np.array([0.5]),
        1j,
        object(),
    ],
)
def test_witnesses_hold_no_floats_however_deep(value):
    with pytest.raises(ValueError, match="witness"):
        CHECK.counterexample(lambda x: x is None, {"x": value})


@pytest.mark.parametrize(
    "value",
    [
        1,
        Fraction(1, 3),
        sp.sqrt(2),
        (1, (2, Fraction(3))),
        np.array([1, 2]),
        Partition([[0, 1], [2]]),
        "grand",
        None,
    ],
)
def test_exact_witnesses_of_any_shape_are_taken(value):
    assert refuse_floats(value, "witness") is None


@pytest.mark.parametrize(
    ("witness", "message"),
    [
        ({X: 3}, "exactly the symbols"),
        ({X: 3, Y: 5, W: 1}, "exactly the symbols"),
        ({X: -3, Y: 5}, "not admissible"),
        ({X: 0, Y: 5}, "not admissible"),
        ({}, "must be a dict"),
        ([3, 5], "must be a dict"),
    ],
)
def test_a_witness_fits_the_symbols_of_the_statement(witness, message):
    with pytest.raises(ValueError, match=message):
        CHECK.counterexample(sp.Lt(X**2, Y), witness)


def test_integers_stay_integers():
    count = sp.Symbol("count", integer=True, positive=True)
    assert admissible(count < 3, {count: 4}) == {count: 4}
    with pytest.raises(ValueError, match="not admissible"):
        admissible(count < 3, {count: Fraction(7, 2)})


def test_an_undecided_statement_is_no_refutation():
    unknown = sp.Function("f")
    with pytest.raises(ClaimFails, match="undecided"):
        CHECK.counterexample(unknown(X) < 3, {X: 1})
    with pytest.raises(ClaimFails, match="undecided"):
        CHECK.counterexample(lambda x: x and None, {"x": 1})
    with pytest.raises(ValueError, match="printed and given must be"):
        CHECK.counterexample(X + 1, {X: 1})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"simulated": [], "exact": [], "error": []}, "non-empty"),
        ({"simulated": [np.nan]}, "finite"),
        ({"error": [0.0]}, "error positive"),
        ({"exact": [1.0, 2.0]}, "of its shape"),
        ({"level": 0}, "level"),
        ({"level": 1.5}, "level"),
        ({"seed": None}, "seed"),
    ],
)
def test_bad_simulations_are_named(arguments, message):
    usual = {"simulated": [1.0], "exact": [1.0], "error": [0.1], "level": 1e-6, "seed": 1}
    values = usual | arguments
    with pytest.raises(ValueError, match=message):
        CHECK.agrees(values.pop("simulated"), values.pop("exact"), values.pop("error"), **values)


def test_the_level_bounds_how_often_the_truth_fails():
    # 2000 true statements about 5 averages each at level 0.05: about 100 fail, and 160 would be six deviations too many.
    draws = np.random.default_rng(8).standard_normal((2000, 5))
    failures = 0
    for row in draws:
        try:
            CHECK.agrees(row + 100, 100, 1, level=0.05, seed=8)
        except ClaimFails:
            failures += 1
    assert 50 < failures < 160


@pytest.mark.parametrize(("signs", "message"), [([], "one truth value for each run"), ([1, 0], "True or False")])
def test_bad_experiments_are_named(signs, message):
    with pytest.raises(ValueError, match=message):
        CHECK.experiment(signs)


def test_an_experiment_tells_what_chance_alone_gives():
    with recording() as records:
        CHECK.experiment([True] * 9 + [False], level=0.05)
    assert records[0].how == "9 of 10 runs, by chance alone with probability 0.011"


def test_records_hold_the_check_as_it_is_written():
    def is_small(case):
        return case < 9

    with recording() as records:
        CHECK.identity(
            (X + 1)**2,   X**2 + 2*X + 1, step="wrapped"
        )  # fmt: skip
        CHECK.every([1], is_small)
        CHECK.every([1, 2], is_small)
        CHECK.every((n for n in (1,)), is_small)
    assert records[0].source == "CHECK.identity((X + 1) ** 2, X ** 2 + 2 * X + 1, step='wrapped')"
    assert records[0].symbols == ("x positive",)
    digests = [record.subject["cases"] for record in records[1:]]
    assert digests[0] == digests[2] != digests[1]


def test_what_is_settled_at_sight_is_told_apart():
    with recording() as records:
        CHECK.identity(X + X, 2 * X)
        CHECK.sign(X + Y, ">0")
        CHECK.identity(sp.Integer(5), 2 + 3)
        CHECK.sign(X - Y, ">0", given=[Y < X])
    assert [grade(ENTRY, record) for record in records] == ["inspection", "inspection", "sample", "proof"]


def test_the_register_says_whether_cases_decide():
    with recording() as records:
        CHECK.every([1, 2], bool)
        CHECK.every([1], bool, step="small")
    finite = replace(ENTRY, finite=True, samples=("small",))
    bound = replace(ENTRY, steps=(Step(receipt="small"),))
    ours = replace(ENTRY, verdict="reproduced")
    assert [grade(finite, record) for record in records] == ["decided", "sample"]
    assert [grade(bound, record) for record in records] == ["sample", "decided"]
    assert [grade(ours, record) for record in records] == ["description", "description"]


def test_unknown_claims_are_named_with_close_ones():
    known = next(iter(entries()))
    assert claim(known).entry.id == known
    with pytest.raises(ValueError, match=f"close ids are .*{known}"):
        claim(known + "x")
    with pytest.raises(ValueError, match="ids read"):
        claim("nothing like it")


def test_checks_outside_a_kernel_print_nothing(capsys):
    RIGHT["every"]()
    assert capsys.readouterr().out == ""


def test_the_command_runs_without_a_warning():
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "incentives_book.claims", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "--executed" in ran.stdout
