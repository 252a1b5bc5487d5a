"""Perfect numbers, by sums of divisors found one number at a time."""

import pytest


def is_perfect(n):
    return n == sum(d for d in range(1, n // 2 + 1) if n % d == 0)


@pytest.mark.backs("numbers/elements-ix-36", "numbers/new-four-perfect")
def test_euclids_first_numbers_are_perfect():
    assert [n for n in (6, 28, 120, 496, 2016, 8128) if is_perfect(n)] == [6, 28, 496, 8128]


@pytest.mark.backs("numbers/prose-perfect-lengths", "numbers/prose-perfect-endings", "numbers/new-last-digit")
def test_the_fifth_and_sixth_break_both_laws():
    fifth, sixth = 2**12 * (2**13 - 1), 2**16 * (2**17 - 1)
    assert (len(str(fifth)), fifth % 10, sixth % 10) == (8, 6, 6)


@pytest.mark.backs("numbers/new-five-digits")
def test_candidates_of_five_digits_are_not_perfect():
    assert not any(is_perfect(2 ** (p - 1) * (2**p - 1)) for p in (8, 9))
    assert not any(is_perfect(n) for n in range(10_000, 10_400))
