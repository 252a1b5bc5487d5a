"""What binding again does not change by itself."""

import pytest

from claimbook.kept import refused, skeleton

ROW = ["holds", "every at most two if only if", "a/b a/c", "2", "sentence 1 2", "0a", "1a", "large gains", "2a"]
ROW += ["File.name a/d", "3a", "n positive; x real", '{"every small": [9, "4a"]}', '{"wins": 300}']


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
        (6, "1b", "a formula or number in its words changed"),
        (7, "small gains", "have an opposite"),
        (8, "2b", "its proof"),
        (9, "File.name", "no longer rests on a/d"),
        (10, "3b", "what it says was done"),
        (11, "n positive; x positive", "no longer speak of x real"),
        (12, '{"every small": [8, "4a"]}', "looked at 9 cases, and now at 8"),
        (12, '{"every small": [9, "4b"]}', "others than before"),
        (12, "{}", "now at 0"),
        (13, '{"wins": 149}', "wins is less than half"),
    ],
)
def test_what_turns_a_row_over_is_refused(at, value, said):
    now = [value if n == at else old for n, old in enumerate(ROW)]
    assert any(said in why for why in refused(ROW, now, same_checks=True))


def test_what_is_new_is_noted():
    more = [ROW[0], ROW[1], "a/b a/c a/d", "1", "sentence 1 3", *ROW[5:9], "File.name a/d a/e", ROW[10]]
    more += ["n positive; x real; y real", '{"every small": [10, "4b"], "sign ": [1, ""]}', '{"wins": 150, "loses": 9}']
    for now in (more, ROW):
        assert refused(ROW, now, same_checks=True) == []
    assert refused(ROW, [*ROW[:4], "whole 3 0", *ROW[5:]], same_checks=False) == []


def test_a_fact_that_an_older_lock_lacks_is_compared_with_nothing():
    assert refused(ROW[:6], [*ROW[:6], *("other" for _ in ROW[6:])], same_checks=True) == []
    assert refused(ROW[:6], ["new", *ROW[1:]], same_checks=True)


def test_the_skeleton_leaves_formulas_and_names_out():
    assert (
        skeleton("Every client gains $x<\\text{two}$; neither is strictly better.") == "every neither strictly better"
    )
