"""A check of an exercise passes the solution, and neither the stub nor a solution with a mistake."""

import re
import subprocess
import sys
from fractions import Fraction as F
from itertools import combinations, combinations_with_replacement, product

import answers_coalitions
import answers_consensus
import answers_payments
import answers_rewards
import answers_together
import numpy as np
import pytest
from pairing import ROOT

from incentives_book.exercises import EXERCISES, check, judge

PARTS = (answers_coalitions, answers_consensus, answers_payments, answers_rewards, answers_together)

# For each exercise the solution of its page, and the same with a mistake that somebody could make.
ANSWERS = {label: answer for part in PARTS for label, answer in part.ANSWERS.items()}


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


def test_each_exercise_is_tried_with_two_mistakes_at_least():
    assert [label for label, (_, wrongs) in ANSWERS.items() if len(wrongs) < 2] == []


@pytest.mark.parametrize("label", ANSWERS)
def test_a_check_passes_the_solution(label):
    assert judge(label, solution(label)) == ""


# Right answers of another kind than the page's.
OTHERS = {
    "the second world agrees on the model 0": (
        "ex-trust-two-worlds",
        ([(0, 4), (0, 4), (0, 0), (1, 6)], [(0, 4), (0, 4), (0, 0), (0, 0)]),
    ),
    "straight above the ratio 1 and curved below": (
        "ex-payments-red-interior",
        lambda x: 2 * abs(x - 1) + (min(x, 1) - 1) ** 2,
    ),
    "all of the kink on one side": ("ex-payments-red-interior", lambda x: (x - 1) ** 2 + 2 * max(0, x - 1)),
    "no more than the kink that is needed": ("ex-payments-red-interior", lambda x: (x - 1) ** 2 + abs(x - 1)),
    "two that share a favourite": ("ex-payments-own-market", [[1, 1, 0], [1, 0, 0]]),
    "the page's other row": ("ex-red-pen-design", [2, 2, 200, 300]),
    "sizes as decimals": ("ex-bad-floats", ([1, 1e9], 4000)),
    "more than half of the copies": (
        "ex-depth-equal-reports",
        lambda sets: set.intersection(*[set(s) for s in sets if sets.count(s) > 1]),
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_check_passes_another_right_answer(name):
    assert judge(*OTHERS[name]) == ""


def test_checks_are_there_without_matplotlib():
    code = "import sys, incentives_book.exercises; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


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
