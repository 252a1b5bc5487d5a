"""What binding again does not change by itself."""

import pytest

from claimbook.kept import refused, skeleton

ROW = ["holds", "every at most two if only if", "a/b a/c", "2", "sentence 1 2", "0a"]


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (0, "new", "verdict went from holds to new"),
        (1, "some at most two if only if", "went from"),
        (1, "every at least two if only if", "went from"),
        (1, "every at most three if only if", "went from"),
        (1, "every at most two if", "went from"),
        (2, "a/b", "no longer uses a/c"),
        (3, "3", "assume more than before"),
        (4, "whole 2 0", "stands higher"),
        (4, "sentence 1 1", "stands higher"),
        (5, "0b", "what it says of print changed"),
    ],
)
def test_what_turns_a_row_over_is_refused(at, value, said):
    now = [value if n == at else old for n, old in enumerate(ROW)]
    assert any(said in why for why in refused(ROW, now, same_checks=True))


def test_what_is_new_is_noted():
    for now in (["holds", ROW[1], "a/b a/c a/d", "1", "sentence 1 3", "0a"], ROW):
        assert refused(ROW, now, same_checks=True) == []
    assert refused(ROW, [*ROW[:4], "whole 3 0", "0a"], same_checks=False) == []


def test_the_skeleton_leaves_formulas_and_names_out():
    assert (
        skeleton("Every client gains $x<\\text{two}$; neither is strictly better.") == "every neither strictly better"
    )
