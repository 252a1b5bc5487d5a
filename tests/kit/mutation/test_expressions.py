"""The errors that are tried in a formula."""

import pytest
import sympy as sp

from claimbook.mutation.expressions import mutants

A, B = sp.symbols("a b")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (A - B, [A + B, -B, A, 2 * A - B, -A - B]),  # sign, left out, doubled
        (3 * A**2 * B, [2 * A**2 * B, 4 * A**2 * B, 3 * A * B, 3 * A**3 * B]),  # coefficient, exponent
        (A / B, [A / A, B / B, -A / B, A / B**2]),  # index
        ((A + B) ** 2, [(A - B) ** 2, (A + B) ** 3, A**2, (A + A) ** 2]),
        (sp.Sum(A * B, (A, 1, 3)), [sp.Sum(-A * B, (A, 1, 3)), sp.Sum(A * B**2, (A, 1, 3))]),
    ],
)
def test_the_errors_that_are_tried(expression, expected):
    found = [mutant for _, mutant in mutants(expression)]
    assert expression not in found
    assert len(set(found)) == len(found)
    assert [wrong for wrong in expected if wrong not in found] == []
