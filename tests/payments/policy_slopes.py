"""How a best policy moves with the total reward, by differences: an oracle for derivatives of the value."""

import numpy as np

from incentives import payments as pay

STEP = 1e-5


def policy_slopes(total, q, *, penalty, divergence):
    """Second derivative of the value at a total reward, shape (outcomes, outcomes)."""
    total = np.asarray(total, dtype=float)

    def policy(moved):
        return pay.best_policy(moved, q, penalty=penalty, divergence=divergence)

    rows = STEP * np.eye(total.size)
    return np.array([(policy(total + row) - policy(total - row)) / (2 * STEP) for row in rows])
