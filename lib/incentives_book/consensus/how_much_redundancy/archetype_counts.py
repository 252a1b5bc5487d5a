"""The chance that every archetype has enough clients, exactly and by bounds.

M clients are drawn independently and uniformly from k archetypes; N_j of them are of archetype j. Everything rational
is a `Fraction`; a bound with exponentials is enclosed between two Fractions, so that comparisons are decided.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import comb, factorial

import numpy as np


def _counts(clients: int, archetypes: int, copies: int = 2) -> None:
    for name, value, least in (("clients", clients, 0), ("archetypes", archetypes, 1), ("copies", copies, 1)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
            raise ValueError(f"{name} must be a whole number >= {least}, got {value!r}")


@cache
def _binomials(limit: int) -> list[list[int]]:
    """Pascal's triangle up to row `limit`."""
    rows = [[1]]
    for _ in range(limit):
        rows.append([1, *(a + b for a, b in pairwise(rows[-1])), 1])
    return rows


def _together(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Ways to split m numbered clients between two groups of archetypes, for each m."""
    choose = _binomials(len(first) - 1)
    return tuple(sum(choose[m][own] * first[own] * second[m - own] for own in range(m + 1)) for m in range(len(first)))


@cache
def _ways(archetypes: int, copies: int, limit: int) -> tuple[int, ...]:
    """The number of draws of m clients that give every archetype enough, for m = 0 .. limit; by repeated squaring."""
    if archetypes == 1:
        return tuple(int(m >= copies) for m in range(limit + 1))
    half = _ways(archetypes // 2, copies, limit)
    whole = _together(half, half)
    return _together(whole, _ways(1, copies, limit)) if archetypes % 2 else whole


def coverage_probability(clients: int, archetypes: int, *, copies: int = 2) -> Fraction:
    """Probability that every archetype is drawn at least `copies` times.

    From the generating function: the number of ways is M! times the coefficient of z^M in
    (z^r/r! + z^(r+1)/(r+1)! + ...)^k, with r copies.

    Args:
        clients: M >= 0.
        archetypes: k >= 1.
        copies: r >= 1.

    Raises:
        ValueError: a number is out of range.

    >>> coverage_probability(4, 2), coverage_probability(3, 2), coverage_probability(6, 2, copies=3)
    (Fraction(3, 8), Fraction(0, 1), Fraction(5, 16))
    """
    _counts(clients, archetypes, copies)
    # Lists are kept for round limits, so that neighbouring questions share one.
    ways = _ways(archetypes, copies, max(16, 1 << (int(clients) - 1).bit_length() if clients else 0))
    return Fraction(ways[clients], archetypes**clients)


def coverage_by_exclusion(clients: int, archetypes: int) -> Fraction:
    """The same for two copies, by inclusion and exclusion over the archetypes that have none or one.

    If s archetypes have exactly one client each and e have none, the other clients go to the k - s - e left.

    >>> coverage_by_exclusion(4, 2)
    Fraction(3, 8)
    """
    _counts(clients, archetypes)
    total = 0
    for single in range(min(archetypes, clients) + 1):
        for empty in range(archetypes - single + 1):
            choices = comb(archetypes, single) * comb(archetypes - single, empty)
            placed = factorial(clients) // factorial(clients - single)
            total += (-1) ** (single + empty) * choices * placed * (archetypes - single - empty) ** (clients - single)
    return Fraction(total, archetypes**clients)


def coverage_by_listing(clients: int, archetypes: int, *, copies: int = 2) -> Fraction:
    """The same by listing all k^M draws; for small worlds.

    >>> coverage_by_listing(4, 2)
    Fraction(3, 8)
    """
    _counts(clients, archetypes, copies)
    draws = product(range(archetypes), repeat=clients)
    good = sum(all(draw.count(j) >= copies for j in range(archetypes)) for draw in draws)
    return Fraction(good, archetypes**clients)


def shortage_probability(clients: int, archetypes: int) -> Fraction:
    """Probability that one given archetype is drawn at most once: binomial with chance 1/k.

    >>> shortage_probability(4, 2)
    Fraction(5, 16)
    """
    _counts(clients, archetypes)
    other = Fraction(archetypes - 1, archetypes)
    # 0 ** 0 is 1: a single archetype and a single client leave the archetype with exactly one.
    once = Fraction(clients, archetypes) * other ** (clients - 1) if clients else Fraction(0)
    return other**clients + once


def union_bound(clients: int, archetypes: int) -> Fraction:
    """Lower bound for the coverage with two copies, from adding up the shortages; may be negative.

    >>> union_bound(4, 2)
    Fraction(3, 8)
    """
    return 1 - archetypes * shortage_probability(clients, archetypes)


def exponential_bounds(exponent: Fraction, *, terms: int = 40) -> tuple[Fraction, Fraction]:
    """Fractions below and above exp(-exponent), for an exponent >= 0, by an alternating series.

    The exponent is halved until it is at most 1, where the terms of the series decrease, and the enclosure is squared
    back.

    >>> low, high = exponential_bounds(Fraction(1))
    >>> float(low), low < high < low * (1 + Fraction(1, 10**40))
    (0.36787944117144233, True)
    """
    exponent = Fraction(exponent)
    if exponent < 0:
        raise ValueError(f"exponent must be at least 0, got {exponent}")
    halvings = 0
    while exponent > 1:
        exponent, halvings = exponent / 2, halvings + 1
    total, term, sums = Fraction(1), Fraction(1), []
    for n in range(1, terms + 1):
        term = -term * exponent / n
        total += term
        sums.append(total)
    low, high = min(sums[-2:]), max(sums[-2:])
    for _ in range(halvings):
        low, high = low**2, high**2
    return low, high


def exponential_bound(clients: int, archetypes: int) -> tuple[Fraction, Fraction]:
    """Fractions below and above the bound 1 - k exp(-M/k) - M exp(-(M-1)/k); M >= 1.

    >>> low, high = exponential_bound(4, 2)
    >>> round(float(low), 6), high < 0
    (-0.163191, True)
    """
    _counts(clients, archetypes)
    if clients < 1:
        raise ValueError(f"clients must be a whole number >= 1, got {clients!r}")
    none = exponential_bounds(Fraction(clients, archetypes))
    once = exponential_bounds(Fraction(clients - 1, archetypes))
    return tuple(1 - archetypes * none[side] - clients * once[side] for side in (1, 0))


def clients_needed(archetypes: int, chance: Fraction, *, copies: int = 2) -> int:
    """The fewest clients with which every archetype has enough copies with at least this chance.

    >>> clients_needed(2, Fraction(3, 8)), clients_needed(5, Fraction(99, 100))
    (4, 39)
    """
    _counts(1, archetypes, copies)
    if not 0 < chance < 1:
        raise ValueError(f"chance must lie strictly between 0 and 1, got {chance!r}")
    clients = archetypes * copies
    while coverage_probability(clients, archetypes, copies=copies) < chance:
        clients += 1
    return clients


def expected_admissions(archetypes: int, *, copies: int = 2) -> Fraction:
    """The mean number of clients that are admitted, one after the other, until every archetype has enough.

    Exact: the expected waiting time is the sum over M of the chance that M clients are not enough, and that chance is
    a sum of terms polynomial in M times powers of (k - s)/k, whose series are rational.

    >>> expected_admissions(1), expected_admissions(2)
    (Fraction(2, 1), Fraction(11, 2))
    """
    _counts(1, archetypes, copies)
    # Not enough after M draws: exclusion over a set of short archetypes with counts a_1 .. a_s < copies.
    # Sum over M of multinomial(M; a) ((k-s)/k)^(M-A) / k^A = A!/prod(a!) / k^A / (1 - (k-s)/k)^(A+1), A = sum a.
    total = Fraction(0)
    for short in range(1, archetypes + 1):
        sums: dict[int, Fraction] = {0: Fraction(1)}  # A -> sum of 1/prod(a!)
        for _ in range(short):
            grown: dict[int, Fraction] = {}
            for drawn, weight in sums.items():
                for own in range(copies):
                    grown[drawn + own] = grown.get(drawn + own, Fraction(0)) + weight / factorial(own)
            sums = grown
        rate = Fraction(archetypes, short)  # 1 / (1 - (k - s)/k)
        waiting = sum(
            weight * factorial(drawn) * Fraction(1, archetypes) ** drawn * rate ** (drawn + 1)
            for drawn, weight in sums.items()
        )
        total += (-1) ** (short + 1) * comb(archetypes, short) * waiting
    return total


def draw_archetypes(clients: int, archetypes: int, draws: int, *, rng: np.random.Generator) -> np.ndarray:
    """Counts of each archetype in independent draws, shape (draws, archetypes).

    >>> draw_archetypes(6, 3, 2, rng=np.random.default_rng(0)).sum(axis=1)
    array([6, 6])
    """
    _counts(clients, archetypes)
    return rng.multinomial(clients, [1 / archetypes] * archetypes, size=draws)
