from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from incentives_book.consensus import how_many_rounds as page

F = Fraction


@given(st.integers(1, 12), st.integers(0, 40), st.integers(1, 50))
def test_no_curvature_is_worse_than_the_worst(clients, rounds, numerator):
    family = page.HardFamily(clients)
    assert family.gap(F(numerator, 50), rounds) <= family.worst_gap(rounds)


@given(st.integers(1, 8), st.integers(1, 200))
def test_rounds_needed_is_the_first_number(clients, inverse):
    family, accuracy = page.HardFamily(clients), F(1, 2 * inverse)
    needed = family.rounds_needed(accuracy)
    assert family.worst_gap(needed) <= accuracy
    assert needed == 0 or family.worst_gap(needed - 1) > accuracy


def test_scale_and_distance_only_scale():
    plain, scaled = page.HardFamily(6), page.HardFamily(6, smoothness=F(3), distance=F(2))
    assert scaled.worst_gap(11) == 12 * plain.worst_gap(11)


def test_simulation_without_noise_is_the_formula():
    family = page.HardFamily(3)
    found = page.simulate_noisy_rounds(
        family, 0.5, rounds=7, batch=1, noise=0.0, step=1.0, runs=2, rng=np.random.default_rng(0)
    )
    assert found == pytest.approx(float(family.gap(F(1, 2), 7)))


def test_acceleration_needs_fewer_rounds_and_both_agree_about_a_gap():
    family = page.HardFamily(10)
    assert family.accelerated_rounds_needed(F(1, 1000)) < family.rounds_needed(F(1, 1000)) / 5
    assert family.accelerated_gap(F(1), 1) == pytest.approx(float(family.gap(F(1), 1)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: page.HardFamily(0), "clients must be a whole number of at least 1"),
        (lambda: page.HardFamily(2, smoothness=0), "smoothness and distance must be above 0"),
        (lambda: page.HardFamily(2).gap(F(2), 1), "curvature must be above 0 and at most 1"),
        (lambda: page.HardFamily(2).gap(F(1), -1), "rounds must be a whole number of at least 0"),
        (lambda: page.HardFamily(2).gap(F(1), 1, local_steps=0), "local_steps must be a whole number"),
        (lambda: page.HardFamily(2).rounds_needed(0), "accuracy must be above 0"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
