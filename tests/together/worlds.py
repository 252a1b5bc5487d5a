"""The model of the part by linear systems and draws, sharing no line with the library."""

import numpy as np


def best_weights(sizes, noise, spread):
    """Row j minimises the expected squared error of member j under weights that sum to 1, by Lagrange's equations."""
    n = np.asarray(sizes, dtype=float)
    members = len(n)
    rows = []
    for j in range(members):
        # Error of j: sum v_i^2 noise/n_i + spread (sum_{i != j} v_i^2 + (1 - v_j)^2), v_j = 1 - the others.
        quadratic = np.diag(noise / n + spread)
        quadratic[j, j] = noise / n[j] + spread
        linear = np.zeros(members)
        linear[j] = spread
        system = np.block([[2 * quadratic, np.ones((members, 1))], [np.ones((1, members)), np.zeros((1, 1))]])
        rows.append(np.linalg.solve(system, np.concatenate([2 * linear, [1.0]]))[:members])
    return np.array(rows)


def errors(sizes, noise, spread):
    """The least expected squared error of each member."""
    v = best_weights(sizes, noise, spread)
    n = np.asarray(sizes, dtype=float)
    own = np.diag(v)
    return (v**2 * noise / n).sum(axis=1) + spread * ((v**2).sum(axis=1) - own**2 + (1 - own) ** 2)


def draws(rng, sizes, noise, spread, rounds, law="normal"):
    """Members' means and honest reports, shape (rounds, members); the common mean is anywhere."""
    n = np.asarray(sizes, dtype=float)
    shape = (rounds, len(n))
    pick = {"normal": rng.standard_normal, "two points": lambda size: rng.choice([-1.0, 1.0], size)}[law]
    means = rng.uniform(-100, 100, (rounds, 1)) + pick(shape) * np.sqrt(spread)
    return means, means + pick(shape) * np.sqrt(noise / n)
