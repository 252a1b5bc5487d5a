"""A check of an exercise passes the solution, and neither the stub nor a solution with a mistake."""

import re
from fractions import Fraction as F
from itertools import combinations, combinations_with_replacement, product
from math import comb, cosh, log

import numpy as np
import pytest
from pairing import ROOT

from incentives_book.exercises import EXERCISES, check, judge


def mean_loss(p):
    return (1 + p + p * p) / 3


def worse_off(g, n=50):
    own = [comb(n, j) * 0.7**j * 0.3 ** (n - j) for j in range(n + 1)]
    reward = [comb(n, j) * (0.7 + g) ** j * (0.3 - g) ** (n - j) for j in range(n + 1)]
    return sum(reward[j] * sum(own[j + 1 :]) for j in range(n))


# For each exercise the solution of its page, and the same with a mistake that somebody could make.
ANSWERS = {
    "ex-motivating-c-grows": ((20, 20), [(19, 20), (20, 21), (21, 20), (10, 11), (20, 19)]),
    "ex-motivating-welcome": (range(30, 211), [range(30, 212), range(30, 210), range(30, 100), {210}, range(29, 211)]),
    "exercise-expect-pair": ((5, F(3, 2)), [(5, F(4, 3)), (6, F(3, 2)), (10, F(10, 15) + 2 * F(4, 9))]),
    "ex-turning-point": (13, [12, 14, 3, 20]),
    "ex-tie": (
        [(7, 42), (8, 24), (9, 18), (10, 15)],
        [[(7, 42), (8, 24), (9, 18)], [(7, 42), (8, 24), (9, 18), (10, 14)], [(12, 12)]],
    ),
    "ex-smallest": (
        None,
        [((1, 2, 3), [0, 1], 0), ((3, 3, 3), [0, 1], 0), ((1, 1, 6), [0, 1], 2), ((1, 1, 7), [0, 2], 2)],
    ),
    "ex-one-row": ("abce", ["abe", "abcde", "e", "bcd"]),
    "ex-grain": ([F(1, 4), F(1, 2)], [[F(1, 4)], [F(1, 4), F(1, 2), F(3, 4)], [], [F(1, 4), F(1, 2), F(1, 3)]]),
    "consensus-ex-wants-tolerance": (8, [4, 16, 2]),
    "consensus-ex-wants-lottery": (F(81, 245), [F(81, 164), F(1, 3), F(82, 245), 0]),
    "consensus-ex-wants-two": (
        lambda b: (b / 4, b / 4),
        [lambda b: (b / 2, b / 2), lambda b: (b / 4, 0), lambda b: (b, b)],
    ),
    "consensus-ex-loo-table": (
        ({0, 1, 4}, {2, 3}, 4),
        [({0, 1, 4}, {2, 3}, 1), ({0, 1, 4}, {2}, 4), ({2, 3}, {0, 1, 4}, 4), ({0, 1, 4}, {2, 3}, 2)],
    ),
    "consensus-ex-loo-votes": (2, [1, 0, 3]),
    "ex-one-shot-by-hand": ((F(3, 2), F(3, 2)), [(-1, 2), (0, 0), (F(3, 2), 1), (-3, 1)]),
    "ex-consensus-last-call": (
        None,
        [([{0}, {0}, {0}], 0, {1}), ([{0, 1}, {1}, {1, 2}], 0, {1}), ([{0}, {1}, {2}], 0, {1})],
    ),
    "ex-consensus-worth-it": (9, [10, 8, 12]),
    "ex-payments-size-in-disguise": (2, [1, F(3, 2), 3]),
    "ex-payments-design-a-kink": (lambda W: W / 2, [lambda W: W, lambda W: W / 4, lambda W: 1]),
    "ex-payments-negative": (lambda w: -w, [lambda w: 0, lambda w: -1, lambda w: w]),
    "ex-payments-distance": (
        lambda w, penalty: penalty * log(cosh(w / (2 * penalty))),
        [lambda w, penalty: w**2 / (8 * penalty), lambda w, penalty: log(cosh(w / 2)), lambda w, penalty: w / 2],
    ),
    "ex-models-common": ((True, (1, 1), 4), [(False, (1, 1), 4), (True, (2, 2), 1), (True, (1, 1), 2)]),
    "rewards-ex-validation-noise": ((0.9 * 0.1 / 297) ** 0.5, [0.9 * 0.1 / 297, (0.9 * 0.1) ** 0.5, 0.005]),
    "rewards-ex-arithmetic": (mean_loss, [lambda p: (1 + p) / 2, lambda p: (1 + p * p) / 2, lambda p: 1 / 3]),
    "ex-price": ((5, 19, 3), [(19, 5, 3), (5, 19, 0), (5, 18, 3), (23, 19, 3)]),
    "ex-undo-the-price": (
        lambda c, best: [min(10, best - x) for x in c],
        [
            lambda c, best: [best - max(c)] * len(c),
            lambda c, best: [10] * len(c),
            lambda c, best: [0] * len(c),
            lambda c, best: [1],
        ],
    ),
    "ex-anchor-less": ((0, 3, 4), [(0, 0, 0), (6, 6, 6), (0, 6, 7), (1, 1)]),
    "ex-one-price-planner": (lambda m: m**-0.5, [lambda m: 1 / m, lambda m: 0.5, lambda m: m**0.5]),
    "ex-half-majority": ((3 + 3**0.5) / 6, [2 / 3, 0.5, 0.9, 1.2]),
    "ex-margin": (worse_off, [lambda g: worse_off(g, 49), lambda g: 0.5 - g, lambda g: 1 - worse_off(g)]),
}


def error(own, members):
    """The expected error of uniform federation at noise 6 and spread 1, written out."""
    total = sum(members)
    return F(6, total) + F(sum(m * m for m in members) - own * own + (total - own) ** 2, total**2)


def searched(label):
    """A solution that the page finds by searching, found here by trying everything."""
    if label == "ex-smallest":
        for sizes in combinations_with_replacement(range(1, 7), 3):
            for leaving in combinations(range(3), 2):
                pair = [sizes[i] for i in leaving]
                for who in leaving:
                    if sizes[who] > min(pair) and error(sizes[who], pair) < error(sizes[who], sizes):
                        return sizes, leaving, who
    some = [set(s) for r in (1, 2, 3) for s in combinations(range(3), r)]
    return next(
        (sets, liar, lie)
        for sets in product(some, repeat=3)
        for liar, lie in product(range(3), some)
        if not judge(label, (sets, liar, lie))
    )


def solution(label):
    answer = ANSWERS[label][0]
    return searched(label) if answer is None else answer


def test_every_exercise_with_a_check_is_tried():
    assert ANSWERS.keys() == EXERCISES.keys()


@pytest.mark.parametrize("label", ANSWERS)
def test_a_check_passes_the_solution(label):
    assert judge(label, solution(label)) == ""


@pytest.mark.parametrize("label", ANSWERS)
def test_a_check_passes_neither_the_stub_nor_an_answer_of_another_form(label):
    scope = {}
    exec(EXERCISES[label].stub, scope)
    assert judge(label, scope["answer"]).startswith("Not answered yet")
    for answer in (None, "no idea", object(), -1, [], ()):
        assert judge(label, answer), f"{answer!r} passes"


@pytest.mark.parametrize(
    ("label", "wrong"), [(label, wrong) for label, (_, wrongs) in ANSWERS.items() for wrong in wrongs]
)
def test_a_check_says_what_is_wrong_with_a_mutated_solution(label, wrong):
    told = judge(label, wrong)
    assert len(told) > 20
    assert told.endswith(".")


@pytest.mark.parametrize(
    "label", [label for label, (answer, _) in ANSWERS.items() if isinstance(answer, int | float | str)]
)
def test_what_a_check_says_does_not_hold_the_answer(label):
    answer, wrongs = ANSWERS[label]
    said = [judge(label, wrong) for wrong in wrongs] + [EXERCISES[label].stub]
    own = re.escape(str(answer))
    assert not [text for text in said if re.search(rf"(?<![\w./]){own}(?![\w./])", text)]


def test_every_check_belongs_to_an_exercise_of_a_page_and_each_core_lecture_has_one():
    import course

    labels = {}
    for page in (ROOT / "notebooks").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        found = re.findall(r"\{exercise(?:-start)?\}[^\n]*\n:label: (\S+)", text)
        labels |= dict.fromkeys(found, f"{page.parent.name}/{page.stem}")
    assert EXERCISES.keys() <= labels.keys()
    assert {page.name for page in course.core()} <= {labels[label] for label in EXERCISES}


def test_check_prints_and_an_unknown_name_is_an_error(capsys):
    check("ex-turning-point", 13)
    check("ex-turning-point", np.int64(12))
    assert capsys.readouterr().out.splitlines()[0] == "Right."
    with pytest.raises(ValueError, match="label must be that of an exercise"):
        check("ex-nothing", 1)
