"""Listed games with a cap on the model, solved without the library."""

import math

import numpy as np

CAPS = (1.5, 4.0, 16.0)


def conjugate(x, cap):
    """max of r (1 + x) - r log r over r <= cap, by trying."""
    ratios = np.concatenate([[1e-12], np.linspace(1e-9, cap, 200_001)])
    return float((ratios * (1 + x) - ratios * np.log(ratios)).max())


def a_game(seed, *, cap, strength=3.0):
    """Laws of few replies, with a model that keeps to the cap, rewards and penalty."""
    rng = np.random.default_rng(seed)
    many = int(rng.integers(3, 9))
    q = rng.dirichlet(np.ones(many))
    r = rng.uniform(size=many)
    ratio = np.minimum(np.exp(rng.normal(size=many)), cap)
    for _ in range(500):  # to a sum of 1, below the cap
        ratio = np.minimum(ratio / (q @ ratio), cap)
    p = q * ratio
    return q, p / p.sum(), r, 1 / strength


def value(p, q, r, penalty):
    return sum(a * b for a, b in zip(p, r, strict=True)) - penalty * sum(
        a * math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0
    )


def best_by_search(q, r, penalty, cap, rounds=4000, seed=0):
    """Welfare of good models below the cap, found by moving mass between two replies."""
    rng = np.random.default_rng(seed)
    p, best = q.copy(), value(q, q, r, penalty)
    for k in range(rounds):
        i, j = rng.choice(q.size, 2, replace=False)
        step = rng.uniform() * 0.3 / (1 + k / 200)
        moved = p.copy()
        step = min(step, moved[i], cap * q[j] - moved[j])
        if step <= 0:
            continue
        moved[i] -= step
        moved[j] += step
        if (found := value(moved, q, r, penalty)) > best:
            p, best = moved, found
    return best
