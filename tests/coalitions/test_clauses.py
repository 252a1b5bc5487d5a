"""The small solver against all choices of truth values."""

from itertools import combinations, product
from random import Random

import pytest

from incentives_book.coalitions.do_they_ever_settle.clauses import contradictory


def none_fits(clauses, variables):
    """By looking at every choice."""
    return not any(
        all(any(values[abs(one) - 1] == (one > 0) for one in clause) for clause in clauses)
        for values in product((False, True), repeat=variables)
    )


@pytest.mark.parametrize("seed", range(150))
def test_the_solver_agrees_with_all_choices(seed):
    chance = Random(seed)
    variables = chance.randint(1, 9)
    clauses = [
        [chance.choice((1, -1)) * v for v in chance.choices(range(1, variables + 1), k=chance.choice((1, 2, 3, 3, 3)))]
        for _ in range(int(variables * chance.uniform(1, 6)))
    ]
    assert contradictory(clauses) == none_fits(clauses, variables)


@pytest.mark.parametrize(("pigeons", "fits"), [(5, True), (6, False)])
def test_five_holes_take_five_pigeons_and_not_six(pigeons, fits):
    """A contradiction that takes some hundred conflicts, and the same without it."""
    at = {(p, h): 5 * p + h + 1 for p in range(pigeons) for h in range(5)}
    clauses = [[at[p, h] for h in range(5)] for p in range(pigeons)]
    clauses += [[-at[p, h], -at[q, h]] for h in range(5) for p, q in combinations(range(pigeons), 2)]
    assert contradictory(clauses) is not fits


def test_nothing_to_fulfil_is_no_contradiction_and_an_empty_clause_is_one():
    assert not contradictory([])
    assert contradictory([[1], []])
    assert contradictory([[1], [-1]])
