"""The first Fermat numbers, divided and compared."""

from itertools import combinations
from math import gcd

import pytest

NUMBERS = [2 ** (2**n) + 1 for n in range(9)]


@pytest.mark.backs("numbers/prose-fermat-primes", "numbers/prose-euler-641")
def test_the_sixth_is_a_product():
    assert NUMBERS[5] == 641 * 6_700_417
    assert NUMBERS[4] % 641


@pytest.mark.backs("numbers/prose-goldbach-coprime")
def test_pairs_have_no_common_factor():
    assert all(gcd(one, other) == 1 for one, other in combinations(NUMBERS, 2))
