"""Four clients who collect examples of lines with different slopes, and public inputs, for tests of one price."""

import numpy as np

SLOPES, COSTS = (1.0, 1.2, 1.5, 0.8), (1e-4, 2e-4, 2e-4, 3e-4)


def drawn(seed, count):
    rng = np.random.default_rng(seed)
    pairs = []
    for slope in SLOPES:
        inputs = rng.normal(size=(count, 1))
        pairs.append((inputs, slope * inputs[:, 0] + rng.normal(size=count)))
    return pairs


PUBLIC = np.random.default_rng(7).normal(size=(200, 1))
