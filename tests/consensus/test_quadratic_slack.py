from fractions import Fraction

import numpy as np
import pytest

from incentives_book.consensus.leaving_each_one_out import quadratic_slack
from incentives_book.consensus.leaving_each_one_out.quadratic_slack import dominates, ratio_at

F = Fraction


def test_on_the_line_everything_is_a_quotient():
    bounds = quadratic_slack.slack([[[6]], [[2]], [[4]]], 0)
    assert bounds.lower == bounds.upper == F(3, 2)
    assert bounds.weights == (0, 0, F(3, 2))
    assert quadratic_slack.equal_weights_slack([[[6]], [[2]], [[4]]], 0) == 2


def test_a_twin_has_slack_one():
    twin = [[3, 1], [1, 2]]
    bounds = quadratic_slack.slack([twin, [[1, 0], [0, 1]], twin], 0)
    assert bounds.upper == 1
    assert bounds.lower == 1


def test_a_direction_that_nobody_else_sees():
    bounds = quadratic_slack.slack([[[1, 0], [0, 1]], [[1, 0], [0, 0]], [[2, 0], [0, 0]]], 0)
    assert bounds.upper is None
    assert bounds.weights is None
    assert quadratic_slack.equal_weights_slack([[[1, 0], [0, 1]], [[1, 0], [0, 0]]], 0) is None


def test_bounds_against_an_independent_solver():
    cvxpy = pytest.importorskip("cvxpy")
    rng = np.random.default_rng(1)
    for d, clients in ((2, 4), (3, 5)):
        factors = rng.integers(-3, 4, size=(clients, d, d))
        matrices = [f.T @ f for f in factors]
        weights = cvxpy.Variable(clients - 1, nonneg=True)
        total = sum(w * H for w, H in zip(weights, matrices[1:], strict=True))
        problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(weights)), [total - matrices[0] >> 0])
        best = problem.solve(solver=cvxpy.SCS, eps=1e-8)
        bounds = quadratic_slack.slack([H.tolist() for H in matrices], 0)
        assert float(bounds.upper) == pytest.approx(best, rel=1e-3)
        assert bounds.lower <= bounds.upper


def test_the_two_proofs():
    matrices = [[[2, 0], [0, 2]], [[4, 0], [0, 0]], [[0, 0], [0, 1]]]
    assert dominates(matrices, 0, [0, F(1, 2), 2])
    assert not dominates(matrices, 0, [0, F(1, 2), F(199, 100)])
    assert not dominates(matrices, 0, [0, 5, -1])
    assert dominates(matrices, 0, [99, F(1, 2), 2])  # its own weight does not count
    assert ratio_at(matrices, 0, (1, 2)) == F(10, 4)
    assert ratio_at([[[1, 0], [0, 1]], [[1, 0], [0, 0]]], 0, (0, 1)) is None


@pytest.mark.parametrize(
    ("matrices", "who", "message"),
    [
        ([[[1]]], 0, "at least two square matrices"),
        ([[[1]], [[1, 0], [0, 1]]], 0, "of one size"),
        ([[[1]], [[0.5]]], 0, "ints or Fractions"),
        ([[[1]], [[-1]]], 0, "semidefinite"),
        ([[[1, 2], [0, 1]], [[1, 0], [0, 1]]], 0, "symmetric"),
        ([[[1]], [[1]]], 2, "who must be a client from 0 to 1"),
    ],
)
def test_bad_input(matrices, who, message):
    with pytest.raises(ValueError, match=message):
        quadratic_slack.slack(matrices, who)
