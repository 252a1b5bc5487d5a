"""The same numbers as another kind of object: the same value or a refusal, over every public name. The table is
printed.
"""

import pytest

pytest.importorskip("torch")
pytest.importorskip("sklearn")
pytest.importorskip("pandas")

from fractions import Fraction as F

import numpy as np
from bad_calls import PARTS
from same_values import KINDS, MADE, judged, table

from incentives import coalitions as co, consensus as cs, payments as pay, rewards as rw

# Points may be anything that can be compared; sets of points have readers and tests of their own.
ELSEWHERE = ("FiniteSet",)


@pytest.mark.parametrize("part", PARTS)
def test_another_kind_of_the_same_input_gives_the_same_value_or_a_refusal(part, capsys):
    counts, rows = table(PARTS[part]())
    with capsys.disabled():
        print(f"\n{part:24s}" + "".join(f"{kind:>11s}" for kind in KINDS))
        for made, found in counts.items():
            print(f"{made:24s}" + "".join(f"{found[kind] or '':>11}" for kind in KINDS))
    assert len(rows) > 400
    assert {row for row in rows if row[3] in ("different", "unclear") and row[0] not in ELSEWHERE} == set()


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
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_what_changes_nothing_changes_nothing(name):
    one, other = SAME[name]
    assert one() == other()
