"""The checks of a claim: each passes on what is right, fails on what is wrong, and leaves one record."""

import json
from dataclasses import asdict

import numpy as np
import pytest
import sympy as sp

from claimbook import ClaimFails, entries, recording
from claimbook.evidence import read_record
from claimbook.receipts import grade
from incentives_book import claim

from .rows import CHECK, ENTRY, GRADE, MU, RIGHT, M, N, X, Y

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
    "experiment chance": lambda: CHECK.experiment([True] * 9, chance=0.984),
    "counterexample hypothesis": lambda: CHECK.counterexample(sp.Lt(X**2, Y), {X: 3, Y: 5}, given=[X > 4]),
    "counterexample hypothesis function": lambda: CHECK.counterexample(
        lambda x: x > 5, {"x": 3}, given=[lambda x: x > 2, lambda x: x > 4]
    ),
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


def test_steps_are_recorded():
    with recording() as records:
        CHECK.identity(X + X, 2 * X, step="first")
        CHECK.every([1], bool, step="second")
    assert [record.step for record in records] == ["first", "second"]


@pytest.mark.parametrize("answer", [1, None, "yes", np.array([True]), sp.Symbol("b") > 0])
def test_a_predicate_must_answer_true_or_false(answer):
    with pytest.raises(ValueError, match="predicate must answer True or False"):
        CHECK.every([1], lambda case: answer if case else None)


@pytest.mark.parametrize("answer", [True, np.True_, sp.true])
def test_any_real_truth_value_will_do(answer):
    CHECK.every([1], lambda case: answer if case else None)


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
    # 2000 true statements about 5 averages each at level 0.05: about 100 fail, and 160 would be six deviations too
    # many.
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


def best_of(gains):
    return max(gains)


def test_a_sign_of_a_maximum_needs_its_chance():
    """Nine runs, the best of seven lies in each: a half for each run would call "9 of 9" one in 512."""
    runs = [[0.1, -0.2, -0.3]] * 9
    for planted in (
        lambda: CHECK.experiment([max(gains) > 0 for gains in runs]),
        lambda: CHECK.experiment([any(gain > 0 for gain in gains) for gains in runs]),
        lambda: CHECK.experiment([best_of(gains) > 0 for gains in runs]),
        lambda: CHECK.experiment([np.max(gains) > 0 for gains in runs]),
    ):
        with pytest.raises(ValueError, match="chance must be given"):
            planted()
    with pytest.raises(ClaimFails, match=r"9 of 9 runs, by chance alone with probability 0\.3, more than"):
        CHECK.experiment([best_of(gains) > 0 for gains in runs], chance=7 / 8)
    CHECK.experiment([best_of(gains) > 0 for gains in runs], chance=0.5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        CHECK.experiment([True] * 9, chance=1)


def test_an_experiment_tells_what_chance_alone_gives():
    with recording() as records:
        CHECK.experiment([True] * 9 + [False], level=0.05)
    assert records[0].how == "9 of 10 runs, by chance alone with probability 0.011"


def test_unknown_claims_are_named_with_close_ones():
    known = next(iter(entries()))
    assert claim(known).entry.id == known
    with pytest.raises(ValueError, match=f"close ids are .*{known}"):
        claim(known + "x")
    with pytest.raises(ValueError, match="ids read"):
        claim("nothing like it")
