"""The same numbers as another kind of object: the same value or a refusal, over every public name and method.

How often which of these happened stands with each case in the report of the tests; `python tests/same_values.py` prints
the table of every part and the total.
"""

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("sklearn")
pytest.importorskip("pandas")

from fractions import Fraction as F

import numpy as np
import torch
from same_values import KINDS, MADE, NOTHING, TABLES, WORSE, as_table, judged, table

from incentives import charging as ch, coalitions as co, consensus as cs, learning as ln, payments as pay, rewards as rw

KEPT = Path(__file__).resolve().parents[1] / "_build" / "same_values"  # a file for each part, and one of all beside it


@pytest.mark.filterwarnings("ignore:On what all was trained is unknown")
@pytest.mark.parametrize("part", TABLES)
def test_another_kind_of_the_same_input_gives_the_same_value_or_a_refusal(part, record_property):
    counts, rows = table(TABLES[part]())
    keep_table(part, counts, rows)
    total = Counter(found for *_, found in rows)
    record_property("same values", ", ".join(f"{total[kind]} {kind}" for kind in KINDS))
    assert len(rows) > (700 if part == "beside" else 900)
    assert [row for row in rows if row[3] in WORSE] == []
    excused: dict[tuple[str, str], set[str]] = {}
    for name, argument, kind, found in rows:
        if (name, argument) in NOTHING and kind.startswith("nothing"):
            excused.setdefault((name, argument), set()).add(found)
    assert {pair for pair, outcomes in excused.items() if "same" not in outcomes} == set(), "refused: needs no excuse"


def test_every_excuse_is_for_a_name_of_the_table():
    assert {name for name, _ in NOTHING} <= {name for make in TABLES.values() for name in make()}


def keep_table(part, counts, rows, kept=KEPT):
    """Writes name x outcome and kind x outcome of a part beside those of the others, which may run at the same time."""
    names = {}
    for name, *_, found in rows:
        names.setdefault(name, Counter())[found] += 1
    kept.mkdir(parents=True, exist_ok=True)
    (kept / f"{part}.txt").write_text(f"{part}\n{as_table(names)}\n\n{as_table(counts)}\n", encoding="utf-8")
    parts = [(kept / f"{one}.txt") for one in TABLES]
    whole = "\n".join(one.read_text(encoding="utf-8") for one in parts if one.exists())
    (kept.with_suffix(".txt")).write_text(whole, encoding="utf-8")


def test_the_kept_tables_have_a_row_for_each_name_and_each_kind(tmp_path):
    kept = tmp_path / "same_values"
    for part in ("rewards", "payments"):
        counts, rows = table({f"f of {part}": (lambda values: float(sum(values)), lambda: {"values": [0.5, 2.0]})})
        keep_table(part, counts, rows, kept)
    told = (tmp_path / "same_values.txt").read_text(encoding="utf-8").splitlines()
    same = sum(found == "same" for *_, found in rows)
    assert [line.split()[:4] for line in told if line.startswith("f of")] == [
        ["f", "of", "payments", str(same)],
        ["f", "of", "rewards", str(same)],
    ]
    assert sum(line.startswith("NumPy float32 ") for line in told) == 2


def found_for(function, value):
    return {kind: found for *_, kind, found in judged("f", function, lambda: {"values": value})}


def test_the_harness_notices_what_is_cast_and_what_is_read_by_its_keys():
    cast = found_for(lambda values: float(np.asarray(values, dtype=float).sum()), [0.5, 2.0])
    assert {cast[k] for k in ("NumPy masked first", "NumPy texts", "texts", "NumPy bool")} == {"different"}
    assert cast["tensor with gradient"] == cast["generator"] == cast["10**400"] == "unclear"
    assert cast["NumPy float32"] == cast["Series"] == cast["tuple"] == "same"
    keys = found_for(lambda values: float(sum(values)), [1, 2])
    assert keys["dict"] == keys["dict of keys"] == "different"
    assert len(MADE) > 45


SIZES, ORDER = [5, 25, 12], [2, 0, 1]
REWARDS, GROUPS = [[1, 0, F(1, 2)], [0, 1, F(1, 5)], [F(1, 4), F(3, 4), 0]], [2, 1, 3]
OWN, MENU = [F(52, 100), F(74, 100), F(58, 100)], [F(66, 100), F(72, 100), F(83, 100)]


def ordered(values):
    return [values[k] for k in ORDER]


def rule(penalty=1):
    half = [F(1, 4), F(1, 4), F(1, 2)]
    return pay.AffineMaximizer(half, penalty=penalty, divergence=pay.ChiSquared())


def errors(sizes, noise):
    return list(co.uniform_errors(sizes, noise=noise, spread=1))


def analysed(names, sizes=SIZES):
    return co.analyse(co.Game(sizes, noise=10, spread=1), names=names)


def renamed(told, names):
    return [sorted(name for name in names if name in line.split(": ")[-1]) for line in str(told).splitlines()]


RULE = rule()


def paid(rewards, groups):
    return list(RULE(rewards, groups).payments)


def data_of(parts):
    inputs = torch.arange(16.0, dtype=torch.float64).reshape(8, 2) / 8
    return ln.FederatedData.of(inputs, torch.tensor([0, 1] * 4), parts)


def trained(parts, weights, *, seed=0, batch_size=None, rounds=3):
    """The model after some rounds of whole-batch averaging, in doubles."""
    work = ln.LocalWork(rate=0.1, epochs=1, batch_size=batch_size)
    task = ln.logistic_regression(2, 2)
    return ln.run(
        task, data_of(parts), work, rounds=rounds, seed=seed, algorithm=ln.FedAvg(weights)
    ).bank.values.double()


def scored(parts):
    """Losses and accuracies of one model on examples in some batches, weighted by their numbers."""
    task = ln.logistic_regression(2, 2)
    bank = ln.run(task, data_of([range(8)]), ln.LocalWork(rate=0.1, epochs=1), rounds=1, seed=0).bank
    inputs, labels = data_of([range(8)]).client(0)
    found = [ln.evaluate(task, bank, None, inputs[list(part)], labels[list(part)]) for part in parts]
    return sum(len(part) * scores.losses for part, scores in zip(parts, found, strict=True)) / 8


# Exact, each: two calls that have to say the same.
SAME = {
    "players in another order": (lambda: ordered(errors(SIZES, 10)), lambda: errors(ordered(SIZES), 10)),
    "samples and noise in another unit": (lambda: errors(SIZES, 10), lambda: errors([3 * n for n in SIZES], 30)),
    "coalitions in another order": (
        lambda: len(co.analyse(co.Game(SIZES, noise=10, spread=1)).stable["core"]),
        lambda: len(co.analyse(co.Game(ordered(SIZES), noise=10, spread=1)).stable["core"])),
    "groups in another order": (
        lambda: ordered(rule()(REWARDS, GROUPS).payments), lambda: list(rule()(ordered(REWARDS), ordered(GROUPS)).payments)),  # noqa: E501
    "rewards and penalty in another unit": (
        lambda: [3 * p for p in rule()(REWARDS, GROUPS).payments],
        lambda: list(rule(3)([[3 * r for r in row] for row in REWARDS], GROUPS).payments)),
    "rewards from another zero": (
        lambda: list(rule()(REWARDS, GROUPS).payments),
        lambda: list(rule()([[r + 7 for r in row] for row in REWARDS], GROUPS).payments)),
    "a group as its weighted rewards": (
        lambda: list(rule()(REWARDS, GROUPS).payments),
        lambda: list(rule()([[w * r for r in row] for w, row in zip(GROUPS, REWARDS, strict=True)]).payments)),
    "clients in another order": (
        lambda: ordered(rw.allocate(OWN, MENU).levels), lambda: list(rw.allocate(ordered(OWN), MENU).levels)),
    "reports in another order": (
        lambda: cs.common_point([cs.Interval(0, 6), cs.Interval(3, 8), cs.Interval(2, 9)]),
        lambda: cs.common_point([cs.Interval(2, 9), cs.Interval(0, 6), cs.Interval(3, 8)])),
    "players with other names": (
        lambda: renamed(analysed(["ann", "bob", "cat"]), ["ann", "bob", "cat"]),
        lambda: [[{"x": "ann", "y": "bob", "z": "cat"}[n] for n in line] for line in renamed(analysed(["x", "y", "z"]), ["x", "y", "z"])]),  # noqa: E501
    "a report made twice in one set": (
        lambda: cs.common_point([cs.FiniteSet([0, 1, 1]), cs.FiniteSet([1, 2])]),
        lambda: cs.common_point([cs.FiniteSet([0, 1]), cs.FiniteSet([1, 2])])),
    "a client's report counted twice": (
        lambda: cs.common_point([cs.Interval(0, 6), cs.Interval(3, 8)]),
        lambda: cs.common_point([cs.Interval(0, 6), cs.Interval(3, 8), cs.Interval(3, 8)])),
    "points with other names": (
        lambda: cs.common_point([cs.FiniteSet("abc" [k] for k in s) for s in ({0, 1}, {1, 2})]),
        lambda: {1: "b"}[cs.common_point([cs.FiniteSet(s) for s in ({0, 1}, {1, 2})])]),
    "every client twice": (
        lambda: list(rw.allocate(OWN, MENU).levels) * 2, lambda: list(rw.allocate(OWN * 2, MENU).levels)),
    "every client twice: gains": (
        lambda: rw.mean_collaboration_gain(MENU, OWN), lambda: rw.mean_collaboration_gain(MENU * 2, OWN * 2)),
    "every client twice: correlation": (
        lambda: rw.pearson(MENU, OWN), lambda: rw.pearson(MENU * 2, OWN * 2)),
    "every client twice: participation": (
        lambda: rw.incentivised_participation_rate(MENU, ordered(OWN)),
        lambda: rw.incentivised_participation_rate(MENU * 2, ordered(OWN) * 2)),
    "one group of two members, or two groups": (
        lambda: list(rule()([REWARDS[0], REWARDS[1]], [2, 1]).policy),
        lambda: list(rule()([REWARDS[0], REWARDS[0], REWARDS[1]], [1, 1, 1]).policy)),
    "outcomes in another order": (
        lambda: list(RULE(REWARDS, GROUPS).payments),
        lambda: list(pay.AffineMaximizer([F(1, 2), F(1, 4), F(1, 4)], divergence=pay.ChiSquared())(
            [ordered(row) for row in REWARDS], GROUPS).payments)),
    "an outcome listed twice, with half its chance": (
        lambda: list(RULE(REWARDS, GROUPS).payments),
        lambda: list(pay.AffineMaximizer([F(1, 4)] * 4, divergence=pay.ChiSquared())(
            [[*row, row[2]] for row in REWARDS], GROUPS).payments)),
    "weights in a list, a tuple or an array": (
        lambda: ln.FedAvg([0.1, 0.9]).matrix.tolist() * 2,
        lambda: ln.FedAvg((0.1, 0.9)).matrix.tolist() + ln.FedAvg(np.array([0.1, 0.9])).matrix.tolist()),
    "the same seed": (
        lambda: trained([[0, 1, 2, 3], [4, 5, 6, 7]], [0.5, 0.5], seed=3, batch_size=2).tolist(),
        lambda: trained([[0, 1, 2, 3], [4, 5, 6, 7]], [0.5, 0.5], seed=3, batch_size=2).tolist()),
    "a seed of NumPy's whole numbers": (
        lambda: trained([[0, 1, 2, 3], [4, 5, 6, 7]], [0.5, 0.5], seed=200, batch_size=2).tolist(),
        lambda: trained([[0, 1, 2, 3], [4, 5, 6, 7]], [0.5, 0.5], seed=np.uint8(200), batch_size=2).tolist()),
    "steps of annealing from the same seed": (
        lambda: rw.anneal(OWN, MENU, steps=50, rng=np.random.default_rng(1)).levels,
        lambda: rw.anneal(OWN, MENU, steps=50, rng=np.random.default_rng(1)).levels),
    "whole numbers near the end of their type": (
        lambda: [run.weights for run in ch.runs([200, 100, 250], scheme="copies")],
        lambda: [run.weights for run in ch.runs(np.array([200, 100, 250], np.uint8), scheme="copies")]),
    "sizes near the end of their type": (
        lambda: co.Game([200, 100, 250], noise=10, spread=1).error_table(co.Partition.grand(3)),
        lambda: co.Game(np.array([200, 100, 250], np.uint8), noise=10, spread=1).error_table(co.Partition.grand(3))),
    "0.1 in single precision": (
        lambda: (
            rw.incentivised_participation_rate([0.1, 0.7], [0.1, 0.7]), cs.FiniteSet([0.1]), cs.Interval(0.1, 0.7)),
        lambda: (
            rw.incentivised_participation_rate(np.float32([0.1, 0.7]), [0.1, 0.7]),
            cs.FiniteSet(np.float32([0.1])), cs.Interval(np.float32(0.1), np.float32(0.7)))),
}  # fmt: skip
# Up to rounding, each with its tolerance: sums are added up in another order.
NEAR = {
    "two clients of half the weight each": (1e-12,
        lambda: trained([[0, 1, 2, 3], [4, 5, 6, 7]], [0.5, 0.5]),
        lambda: trained([[0, 1, 2, 3], [4, 5, 6, 7], [4, 5, 6, 7]], [0.5, 0.25, 0.25])),
    "clients in another order": (1e-12,
        lambda: trained([[0, 1, 2, 3], [4, 5], [6, 7]], [0.5, 0.3, 0.2]),
        lambda: trained([[6, 7], [0, 1, 2, 3], [4, 5]], [0.2, 0.5, 0.3])),
    "one whole batch, and the batch of everybody": (1e-6,
        lambda: trained([[0, 1, 2, 3]], [1.0]), lambda: trained([[0, 1, 2, 3]], [1.0], batch_size=4)),
    "one step of everybody together, or averaged by size": (1e-6,
        lambda: trained([list(range(8))], [1.0], rounds=1),
        lambda: trained([[0, 1, 2, 3, 4, 5], [6, 7]], [0.75, 0.25], rounds=1)),
    "examples scored in one batch, or in three": (1e-6,
        lambda: scored([range(8)]), lambda: scored([range(3), range(3, 4), range(4, 8)])),
    "sizes and noise 2**600 times as large": (0.0,
        lambda: co.optimal_coarse_errors([5.0, 25, 12], noise=10, spread=1),
        lambda: co.optimal_coarse_errors([n * 2.0**600 for n in SIZES], noise=10 * 2.0**600, spread=1)),
    "sizes and noise 1e-200 times as large": (1e-12,
        lambda: co.uniform_errors([5.0, 25, 12], noise=10, spread=1),
        lambda: co.uniform_errors([n * 1e-200 for n in SIZES], noise=10e-200, spread=1)),
    "gains 1e-200 times as large": (1e-12,
        lambda: rw.collaboration_gain_spread([0.1, 0.3, 0.2], [0.0, 0.0, 0.1]),
        lambda: rw.collaboration_gain_spread([1e-201, 3e-201, 2e-201], [0.0, 0.0, 1e-201]) * 1e200),
    "rewards 1e14 from zero": (1e-12,
        lambda: pay.AffineMaximizer([0.5, 0.3, 0.2])([[1, 0, 0.5], [0, 1, 0.2]], [2, 1]).payments,
        lambda: pay.AffineMaximizer([0.5, 0.3, 0.2])([[1e14 + 1, 1e14, 1e14 + 0.5], [0, 1, 0.2]], [2, 1]).payments),
    "an offer 1e14 from zero": (1e-12,
        lambda: RULE_OF_FLOATS.offers(
            [[1, 0, 0.5], [0, 1, 0.25]], [2, 1], who=0, reports=[[2.0, 0, 1]])[1],
        lambda: RULE_OF_FLOATS.offers(
            [[1, 0, 0.5], [1e14, 1e14 + 1, 1e14 + 0.25]], [2, 1], who=0, reports=[[1e14 + 2, 1e14, 1e14 + 1]])[1]),
    "rewards as large as floats": (0.0,
        lambda: pay.normalise([[1.0, 1.0]], "sum"), lambda: pay.normalise([[1e308, 1e308]], "sum")),
}  # fmt: skip
RULE_OF_FLOATS = pay.AffineMaximizer([0.5, 0.3, 0.2])


@pytest.mark.parametrize("name", SAME)
def test_what_changes_nothing_changes_nothing(name):
    one, other = SAME[name]
    assert one() == other()


@pytest.mark.parametrize("name", NEAR)
def test_what_changes_rounding_alone_changes_no_more(name):
    tolerance, one, other = NEAR[name]
    assert np.asarray(other()).ravel() == pytest.approx(np.asarray(one()).ravel(), rel=tolerance, abs=tolerance)


def several():
    """Something of each part that keeps what it has worked out."""
    game = co.Game(SIZES, noise=10, spread=1)
    return (
        str(co.analyse(game)),
        paid(REWARDS, GROUPS),
        list(rw.allocate(OWN, MENU).levels),
        trained([[0, 1, 2, 3], [4, 5, 6, 7]], [0.5, 0.5], seed=3, batch_size=2).tolist(),
        co.TwoSizes(18, 53, smalls=5, larges=3, noise=47, spread=1).individually_stable(),
    )


def test_threads_say_the_same():
    game, together = co.TwoSizes(18, 53, smalls=5, larges=3, noise=47, spread=1), threading.Barrier(4)

    def one(_):
        together.wait(60)
        return several(), game.core_arrangements()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(one, range(4)))
    assert found == [(several(), game.core_arrangements())] * 4


PROGRAM = """
import json, sys
sys.path.insert(0, {tests!r})
from test_same_values import several
print(json.dumps(repr(several())))
"""


def test_a_new_process_says_the_same_whatever_its_hashes(tmp_path):
    """Sets are listed in another order in every process, unless it is told how to hash."""
    program = PROGRAM.format(tests=str(Path(__file__).parent))
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1] == json.dumps(repr(several())) + "\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_says_the_same():
    asked, told = os.pipe()
    if (child := os.fork()) == 0:  # exact parts only: PyTorch's threads do not live on in a fork
        try:
            game = co.Game(SIZES, noise=10, spread=1)
            os.write(told, repr((str(co.analyse(game)), paid(REWARDS, GROUPS))).encode())
        finally:
            os._exit(0)
    os.close(told)
    with os.fdopen(asked) as pipe:
        found = pipe.read()
    os.waitpid(child, 0)
    assert found == repr((str(co.analyse(co.Game(SIZES, noise=10, spread=1))), paid(REWARDS, GROUPS)))


def test_the_harness_compares_answers_next_to_zero_and_refuses_what_is_not_finite():
    logarithm = found_for(lambda values: float(np.log(values[0])), [0.5, 2.0])
    assert (logarithm["subnormal"], logarithm["nothing in a list"]) == ("same", "unclear")
    whole = found_for(lambda values: float(values[0] * 2), [0.5, 2.0])
    assert (whole["subnormal"], whole["numbers times 1e300"]) == ("same", "same")
    # An answer that jumps between 1e-300 and the least float, as where something has underflowed.
    assert found_for(lambda values: float(1e-30 * values[0] > 0), [0.5, 2.0])["subnormal"] == "same"  # the same as 0
    jumps = found_for(lambda values: float(0.5 if 0 < values[0] < 1e-310 else values[0]), [0.5, 2.0])
    assert jumps["subnormal"] == "different"
    lost = found_for(lambda values: float(np.exp(-1 / np.float64(values)) / np.exp(-1 / np.float64(values))), 0.5)
    assert lost["1e-300"] == lost["a thousandth"] == "different"
