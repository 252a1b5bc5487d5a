"""The oracle of trained losses: points within the slack, right witnesses, refusal when it cannot tell."""

import numpy as np
import pytest

from incentives import consensus as cs
from incentives.consensus import dual_weights, loss_oracle
from incentives.randomness import stream


def discs(centres, reach):
    centres = np.asarray(centres, dtype=float)

    def losses(x):
        away = x[None, :] - centres
        return (away**2).sum(axis=1) - np.asarray(reach), 2 * away

    return losses


def logistic(clients, d, rng, *, ridge):
    """Regularised logistic losses, the same data for both clients of a pair, and their optima."""
    from scipy.optimize import minimize

    data = []
    for _ in range(clients // 2):
        X = rng.normal(size=(40, d))
        data += [(X, np.sign(X @ rng.normal(size=d) + rng.normal(size=40)))] * 2

    def one(x, X, y):
        margins = y * (X @ x)
        value = np.logaddexp(0, -margins).mean() + ridge / 2 * x @ x
        return value, -(X * (y / (1 + np.exp(margins)))[:, None]).mean(axis=0) + ridge * x

    best = [minimize(one, np.zeros(d), args=pair, jac=True, tol=1e-10).fun for pair in data]
    return data, one, np.array(best)


def test_against_the_exact_oracle_on_discs():
    rng = stream(1, "discs")
    verdicts = set()
    for _ in range(12):
        centres = rng.integers(-4, 5, (6, 2))
        reach = rng.integers(4, 40, 6)
        exact = cs.WorldOracle(
            [cs.Quadratic([[2, 0], [0, 2]], c.tolist(), int(r)) for c, r in zip(centres, reach, strict=True)]
        )
        trained = loss_oracle.LossOracle(discs(centres, reach), 6, (0.0, 0.0), modulus=2.0, slack=1e-2, gap=1e-4)
        for members in (range(6), (0, 1, 2), (3, 4)):
            try:
                answer = trained(members)
            except ArithmeticError:  # too close to call at this slack
                continue
            verdicts.add(answer.is_empty)
            if answer.is_empty:
                assert len(answer.witness) <= 3
                assert exact(answer.witness).is_empty
            else:
                assert (discs(centres, reach)(np.array(answer.point))[0][list(members)] <= 1e-2).all()
    assert verdicts == {True, False}


def test_mechanism_h_finds_a_liar_among_logistic_losses():
    rng = stream(2, "logistic")
    data, one, best = logistic(8, 3, rng, ridge=0.1)
    epsilon, liar = 0.35, 5
    X, y = data[liar]
    turned = (X * 3.0, -y)  # reports flipped labels on stretched inputs

    def losses(x):
        pairs = [one(x, *(turned if j == liar else pair)) for j, pair in enumerate(data)]
        return np.array([v for v, _ in pairs]) - np.array(limits), np.array([g for _, g in pairs])

    from scipy.optimize import minimize

    lied_best = minimize(one, np.zeros(3), args=turned, jac=True, tol=1e-10).fun
    limits = [best[j] + epsilon if j != liar else lied_best + 0.02 for j in range(8)]
    oracle = loss_oracle.LossOracle(losses, 8, (0.0,) * 3, modulus=0.1, slack=1e-2, gap=1e-3)

    def fails(point):
        return frozenset(j for j, pair in enumerate(data) if one(np.array(point), *pair)[0] > best[j] + epsilon + 1e-2)

    assert oracle(range(8)).is_empty
    assert liar in oracle(range(8)).witness
    out = cs.mechanism_h(oracle, fails)
    assert out.liars == {liar}
    assert not fails(out.point)
    assert len(out.calls) <= 5


class Careless(loss_oracle.LossOracle):
    """Stops where it starts, with equal weights."""

    def minimax(self, members):
        excesses, gradients = self.losses(np.array(self.start))
        weights = np.full(len(excesses), 1 / len(excesses))
        return dual_weights.DualWeights(
            weights, np.array(self.start), excesses, float(np.linalg.norm(weights @ gradients))
        )


def test_it_says_when_it_cannot_tell():
    """At 0 the second parabola is at 4 - 1; the weights' gradient is too large to prove anything."""
    oracle = Careless(discs([[0.0], [2.0]], [1.0, 1.0]), 2, (0.0,), modulus=2.0)
    assert oracle.minimax({0, 1}).lower_bound(2.0) == pytest.approx(0.0)
    with pytest.raises(ArithmeticError, match=r"slack 0\.001 is too small"):
        oracle({0, 1})


def test_weights_of_some_members_are_in_their_order():
    oracle = loss_oracle.LossOracle(discs([[0.0], [9.0], [4.0]], [1.0] * 3), 3, (0.0,), modulus=2.0)
    found = oracle.minimax({2, 0})
    assert found.weights == pytest.approx([0.5, 0.5], abs=1e-3)
    assert found.point == pytest.approx([2.0], abs=1e-3)
    assert oracle({0, 2}).witness == {0, 2}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"clients": 0}, "clients must be a whole number of at least 1"),
        ({"modulus": 0.0}, "modulus must be a finite number above 0"),
        ({"slack": 1e-5}, "gap must be positive and smaller than slack"),
        ({"gap": 0.0}, "gap must be positive and smaller than slack"),
    ],
)
def test_bad_input_is_refused(options, message):
    good = {"losses": discs([[0.0]], [1.0]), "clients": 1, "start": (0.0,), "modulus": 2.0}
    with pytest.raises(ValueError, match=message):
        loss_oracle.LossOracle(**{**good, **options})


def test_members_must_exist():
    oracle = loss_oracle.LossOracle(discs([[0.0]], [1.0]), 1, (0.0,), modulus=2.0)
    with pytest.raises(ValueError, match="members must name some"):
        oracle({1})
