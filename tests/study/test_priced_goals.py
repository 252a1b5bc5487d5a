"""How the cases of a federation with one price are counted."""

from incentives_book.study import priced_goals as goals


def test_a_goal_is_missed_where_it_should_be():
    row = [9, 9, 1, 1, 0, 1, 1, 9, 9]
    record = {
        "bills": [1] * 5, "alone": [2, 2, 2, 2, 1], "leaving": [0],
        "lies": {name: [1, 1, 1, 1, -1] for name in goals.PUSHES},
        "own_sizes": [row, row, row, [*row[:-1], None], [9, 9, -1, 1, 0, 1, 1, 9, 9]],
    }  # fmt: skip
    counted = goals.cases(record)
    assert {goal: sum(seen) for goal, seen in counted.items()} == {
        "alone": 4, "leaving": 0, "push": 8, "size": 9, "best": 4,
    }  # fmt: skip
    assert [goals.met(goal, counted[goal]) for goal in counted] == [False, False, False, False, True]


def test_a_size_that_a_clinic_does_not_have_is_no_case():
    row = [9, 9, 1, 1, 0, 1, None, None, None]
    record = {
        "bills": [1], "alone": [2], "leaving": [], "lies": {name: [1] for name in goals.PUSHES},
        "own_sizes": [row],
    }  # fmt: skip
    assert goals.cases(record)["size"] == [True]
