"""Remark 1 by running the methods step by step in vectors, without the closed forms of the library."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from incentives_book.consensus import how_many_rounds as page

F = Fraction


def adam(clients, curvature, rounds, *, local_steps=1, step=1):
    """Federated descent with explicit gradients of all clients; L = B = 1, exact."""
    point = F(1)
    for _ in range(rounds):
        walked = []
        for client in range(clients):
            own = point
            for _ in range(local_steps):
                own -= step * (curvature * own if client == 0 else 0)
            walked.append(own)
        point = sum(walked) / clients
    return curvature * point**2 / 2


@pytest.mark.backs("consensus/remark-1-hard-family", "consensus/new-local-steps")
def test_the_family_run_client_by_client():
    for clients, steps, rounds in product((1, 2, 5), (1, 2, 4), (0, 1, 3)):
        for curvature in (F(1, 7), F(1, 2), F(1)):
            found = adam(clients, curvature, rounds, local_steps=steps)
            assert found == page.HardFamily(clients).gap(curvature, rounds, local_steps=steps)


@pytest.mark.backs("consensus/new-rounds-of-the-hard-family")
def test_the_worst_curvature_by_numerical_search():
    for clients, rounds in ((3, 10), (10, 50), (7, 3)):
        found = minimize_scalar(
            lambda c, m=clients, r=rounds: -c / 2 * (1 - c / m) ** (2 * r), bounds=(1e-9, 1), method="bounded",
            options={"xatol": 1e-12},
        )  # fmt: skip
        assert -found.fun == pytest.approx(float(page.HardFamily(clients).worst_gap(rounds)), rel=1e-9)


@pytest.mark.backs("consensus/remark-1-rounds", "consensus/new-acceleration")
def test_orders_in_clients_and_accuracy():
    plain = [page.HardFamily(m).rounds_needed(a) for m, a in ((10, F(1, 100)), (40, F(1, 100)), (10, F(1, 400)))]
    assert plain[1] == pytest.approx(4 * plain[0], rel=0.02)
    assert plain[2] == pytest.approx(4 * plain[0], rel=0.02)
    quick = [
        page.HardFamily(m).accelerated_rounds_needed(a) for m, a in ((10, F(1, 100)), (40, F(1, 100)), (10, F(1, 400)))
    ]
    assert quick[1] == pytest.approx(2 * quick[0], rel=0.15)
    assert quick[2] == pytest.approx(2 * quick[0], rel=0.15)
    assert page.HardFamily(40).accelerated_rounds_needed(F(1, 1000)) == 161
    assert page.HardFamily(40).rounds_needed(F(1, 1000)) == 3679


@pytest.mark.backs("consensus/remark-1-evaluations", "consensus/new-noisy-rounds")
def test_noise_by_listing_all_coins():
    # Averaged noise of fair coins, all paths; the expectation is a plain mean over them.
    for clients, rounds in ((1, 4), (2, 3)):
        paths = [F(1)]
        for _ in range(rounds):
            flips = [sum(c) / F(clients) for c in product((-1, 1), repeat=clients)]
            paths = [p * (1 - F(1, 3 * clients)) - F(1, 2) * f for p in paths for f in flips]
        listed = sum(p**2 for p in paths) / len(paths)
        variance = F(1, clients)
        assert listed == page.expected_square(1 - F(1, 3 * clients), F(1, 2), variance, rounds, start=F(1))
    # In the stationary state the gap of the one who cares grows with M for a fixed step and fixed gradients.
    gaps = [float(page.expected_square(1 - 0.1 / m, 1.0, 1.0 / m, 4000, start=0.0)) for m in (2, 8, 32)]
    assert gaps[0] == pytest.approx(gaps[1], rel=0.1) == pytest.approx(gaps[2], rel=0.1)


@pytest.mark.backs("consensus/new-no-sure-oracle")
def test_some_path_is_outside_at_any_curvature():
    for curvature, rounds in product((F(1, 4), F(1)), (1, 3, 6)):
        ends = [F(1)]
        for _ in range(rounds):
            ends = [p * (1 - curvature / 4) - s for p in ends for s in (F(1, 2), -F(1, 2))]
        assert max(curvature * p**2 / 2 for p in ends) > F(1, 10)


@pytest.mark.backs("consensus/remark-1-gradient-oracle")
def test_the_mean_slope_of_a_step_is_not_the_slope_of_its_mean():
    draws = np.linspace(0, 1, 100_001)
    loss = lambda x: np.mean(x > draws)  # noqa: E731
    assert (loss(0.6) - loss(0.4)) / 0.2 == pytest.approx(1, abs=1e-4)
    slopes = ((draws < 0.5 + 1e-9).astype(float) - (draws < 0.5)) / 1e-9
    assert np.median(slopes) == 0
