"""Sums of a prime and a power of two, made rather than searched for."""

import pytest


def primes(most):
    sieve = [True] * (most + 1)
    sieve[:2] = [False, False]
    for n in range(2, most + 1):
        if sieve[n]:
            sieve[n * n :: n] = [False] * len(sieve[n * n :: n])
    return [n for n, kept in enumerate(sieve) if kept]


@pytest.mark.backs("numbers/prose-polignac", "numbers/new-polignac-below-1000")
def test_seventeen_odd_numbers_below_a_thousand_are_missing():
    made = {p + 2**k for p in primes(1000) for k in range(10)}
    missing = [n for n in range(3, 1000, 2) if n not in made]
    assert (missing[0], len(missing)) == (127, 17)


@pytest.mark.backs("numbers/prose-covering")
def test_a_member_of_the_progression_is_no_such_sum():
    cover = {2: 1, 3: 1, 7: 1, 5: 2, 17: 8, 13: 2**7 % 13, 241: 2**23 % 241}
    taken = {(p + 2**k) % 31 for p in (3, 5, 7, 13, 17, 241) for k in range(5)}
    n, step = 0, 1
    for modulus, rest in [*cover.items(), (31, min(set(range(31)) - taken))]:
        while n % modulus != rest:
            n += step
        step *= modulus
    assert n % 2 == 1
    assert n > 241
    assert all(any((n - 2**k) % p == 0 for p in cover if p > 2) for k in range(n.bit_length()))
    assert not any(n - 2**k in cover for k in range(n.bit_length()))
