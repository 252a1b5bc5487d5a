"""Four clients who collect examples of lines with different slopes, and what one price makes of them."""

import numpy as np
import pytest

SLOPES, COSTS = (1.0, 1.2, 1.5, 0.8), (1e-4, 2e-4, 2e-4, 3e-4)


def drawn(seed, count):
    rng = np.random.default_rng(seed)
    pairs = []
    for slope in SLOPES:
        inputs = rng.normal(size=(count, 1))
        pairs.append((inputs, slope * inputs[:, 0] + rng.normal(size=count)))
    return pairs


PUBLIC = np.random.default_rng(7).normal(size=(200, 1))


@pytest.fixture(scope="module")
def outcome():
    from incentives.methods import priced_federation

    return priced_federation(drawn(0, 900), drawn(1, 400), PUBLIC, costs=COSTS, pilot=200, tolerance=0.3)


@pytest.fixture(scope="module")
def late():
    """What the clients collect after the pilot."""
    from incentives.methods.linear_reports import as_clients

    return as_clients("clients", [(X[200:], y[200:]) for X, y in drawn(0, 900)])
