"""Redundancy by repetition, with other methods than the page: Markov chains, recursions, Monte Carlo-free counting."""

from fractions import Fraction
from itertools import combinations, product
from math import exp

import pytest

from incentives_book.consensus.how_much_redundancy import archetype_counts


def coverage_by_states(clients, archetypes, copies=2):
    """Draw the clients one after the other; the state is how many archetypes have 0, 1, ... copies so far."""
    law = {(archetypes,) + (0,) * copies: Fraction(1)}
    for _ in range(clients):
        after = {}
        for state, chance in law.items():
            for have, count in enumerate(state):
                if count:
                    new = list(state)
                    new[have] -= 1
                    new[min(have + 1, copies)] += 1
                    after[tuple(new)] = after.get(tuple(new), 0) + chance * Fraction(count, archetypes)
        law = after
    return law.get((0,) * copies + (archetypes,), Fraction(0))


@pytest.mark.backs("consensus/new-coverage-probability", "consensus/new-more-copies")
def test_the_coverage_by_a_chain_of_draws():
    for clients, archetypes, copies in product(range(0, 16), range(1, 6), (1, 2, 3)):
        expected = coverage_by_states(clients, archetypes, copies)
        assert archetype_counts.coverage_probability(clients, archetypes, copies=copies) == expected


@pytest.mark.backs("consensus/proposition-1", "consensus/proposition-1-proof-union", "consensus/new-coverage-sandwich")
def test_bounds_around_the_chain():
    for clients, archetypes in product(range(1, 25), range(1, 7)):
        exact, q = coverage_by_states(clients, archetypes), archetype_counts.shortage_probability(clients, archetypes)
        assert 1 - archetypes * q <= exact <= (1 - q) ** archetypes
        assert exact >= 1 - archetypes * exp(-clients / archetypes) - clients * exp(-(clients - 1) / archetypes) - 1e-12


@pytest.mark.backs("consensus/proposition-1-proof-binomial", "consensus/proposition-1-proof-shortage")
def test_shortage_by_recursion_over_clients():
    for archetypes in range(1, 9):
        none, once = Fraction(1), Fraction(0)
        for clients in range(1, 20):
            hit = Fraction(1, archetypes)
            none, once = none * (1 - hit), once * (1 - hit) + none * hit
            assert archetype_counts.shortage_probability(clients, archetypes) == none + once


@pytest.mark.backs("consensus/proposition-1-proof-exponential", "consensus/proposition-1-proof-first-inequality")
def test_the_exponential_bound_is_the_weaker_one():
    for clients, archetypes in product(range(2, 40), range(2, 10)):
        low, high = archetype_counts.exponential_bound(clients, archetypes)
        assert high < archetype_counts.union_bound(clients, archetypes)
        assert high - low < Fraction(1, 10**12)


@pytest.mark.backs("consensus/new-sharper-chance")
def test_the_sharper_bound_lies_between_the_printed_one_and_the_chain():
    def sharper(m, k):
        return 1 - (k + m) * exp(-m / k)

    for archetypes, clients in product(range(2, 8), range(1, 30)):
        printed = 1 - archetypes * exp(-clients / archetypes) - clients * exp(-(clients - 1) / archetypes)
        assert printed < sharper(clients, archetypes) <= coverage_by_states(clients, archetypes) + 1e-12
    assert coverage_by_states(1, 1) == 0 < sharper(1, 1)
    for archetypes, first in {2: 4, 3: 7, 5: 15, 10: 39, 20: 95}.items():
        assert sharper(first, archetypes) > 0
        assert all(sharper(m, archetypes) < 0 for m in range(1, first))


@pytest.mark.backs("consensus/new-where-the-bound-speaks")
def test_where_each_bound_becomes_positive():
    def bound(m, k):
        return 1 - k * exp(-m / k) - m * exp(-(m - 1) / k)

    speaks = {2: 5, 3: 8, 5: 17, 10: 40, 20: 96}
    for archetypes, first in speaks.items():
        assert bound(first, archetypes) > 1e-6
        assert all(bound(m, archetypes) < -1e-6 for m in range(1, first))
        assert archetype_counts.coverage_probability(2 * archetypes, archetypes) > 0
        assert archetype_counts.coverage_probability(2 * archetypes - 1, archetypes) == 0


def common(masks):
    everything = -1
    for mask in masks:
        everything &= mask
    return everything


@pytest.mark.backs(
    "consensus/prose-archetypes-give-redundancy",
    "consensus/new-copies-are-not-agreement",
    "consensus/new-redundancy-without-copies",
)
def test_copies_and_redundancy_with_sets_as_bits():
    def redundant(masks):
        return all(common(masks[:n] + masks[n + 1 :]) == common(masks) for n in range(len(masks)))

    for masks in product(range(16), repeat=3):
        assert redundant(list(masks) * 2)
    assert redundant([1, 1, 2, 2])
    assert common([1, 1, 2, 2]) == 0
    assert redundant([0b11, 0b101, 0b1001])
    assert not redundant([0b11, 0b101])
    # The fewest models with three different clients and a redundant common model: the page's example is not the only
    # one.
    different = [m for m in combinations(range(1, 16, 2), 3) if redundant(list(m)) and common(m) == 1]
    assert (0b11, 0b101, 0b1001) in different


@pytest.mark.backs("consensus/prose-coverage-by-admission")
def test_admissions_by_solving_the_chain():
    # Expected time to absorption, from the end backwards: counts of archetypes with none and with one copy.
    def expected(archetypes):
        known = {(0, 0): Fraction(0)}
        for none in range(archetypes + 1):
            for once in range(archetypes + 1 - none):
                if none + once:
                    moves = Fraction(none + once, archetypes)
                    onward = Fraction(0)
                    if none:
                        onward += Fraction(none, archetypes) * known[none - 1, once + 1]
                    if once:
                        onward += Fraction(once, archetypes) * known[none, once - 1]
                    known[none, once] = (1 + onward) / moves
            # The next row needs states with one archetype more that has a single copy.
        return known[archetypes, 0]

    assert expected(1) == archetype_counts.expected_admissions(1)
    for archetypes in range(2, 7):
        assert expected(archetypes) == archetype_counts.expected_admissions(archetypes)
