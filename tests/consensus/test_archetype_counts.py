from fractions import Fraction
from math import exp

import pytest
from hypothesis import given, strategies as st

from incentives_book.consensus.how_much_redundancy import archetype_counts
from incentives_book.consensus.how_much_redundancy.archetype_counts import exponential_bounds


@given(st.integers(0, 25), st.integers(1, 8))
def test_two_ways_of_counting_agree(clients, archetypes):
    assert archetype_counts.coverage_probability(clients, archetypes) == archetype_counts.coverage_by_exclusion(
        clients, archetypes
    )


@given(st.integers(1, 25), st.integers(1, 6), st.integers(1, 4))
def test_more_clients_cover_more_and_more_copies_are_rarer(clients, archetypes, copies):
    chance = archetype_counts.coverage_probability(clients, archetypes, copies=copies)
    assert chance <= archetype_counts.coverage_probability(clients + 1, archetypes, copies=copies)
    assert chance >= archetype_counts.coverage_probability(clients, archetypes, copies=copies + 1)


@given(st.fractions(0, 60, max_denominator=50))
def test_the_enclosure_of_the_exponential_is_one(exponent):
    low, high = exponential_bounds(exponent)
    assert low <= high <= low * (1 + Fraction(1, 10**20)) + Fraction(1, 10**60)
    assert float(low) == pytest.approx(exp(-float(exponent)), rel=1e-12)


def test_admissions_against_the_chances_themselves():
    for archetypes, copies in ((2, 2), (3, 2), (2, 3), (3, 1)):
        by_summing = sum(1 - archetype_counts.coverage_probability(m, archetypes, copies=copies) for m in range(160))
        assert 0 <= archetype_counts.expected_admissions(archetypes, copies=copies) - by_summing < Fraction(1, 10**9)


def test_one_copy_of_each_is_the_coupon_collector():
    assert archetype_counts.expected_admissions(6, copies=1) == 6 * sum(Fraction(1, j) for j in range(1, 7))


def test_clients_needed_is_the_first_number():
    for archetypes in (1, 2, 4):
        needed = archetype_counts.clients_needed(archetypes, Fraction(9, 10))
        assert archetype_counts.coverage_probability(needed, archetypes) >= Fraction(9, 10)
        assert archetype_counts.coverage_probability(needed - 1, archetypes) < Fraction(9, 10)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: archetype_counts.coverage_probability(-1, 2), "clients must be a whole number >= 0"),
        (lambda: archetype_counts.coverage_probability(3, 0), "archetypes must be a whole number >= 1"),
        (lambda: archetype_counts.coverage_probability(3, 2, copies=0), "copies must be a whole number >= 1"),
        (lambda: archetype_counts.coverage_probability(2.5, 2), "clients must be a whole number"),
        (lambda: archetype_counts.exponential_bound(0, 2), "clients must be a whole number >= 1"),
        (lambda: archetype_counts.clients_needed(2, 1), "chance must lie strictly between 0 and 1"),
        (lambda: exponential_bounds(Fraction(-1)), "exponent must be at least 0"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
