"""Losses, gradients and lies about them, against autograd; mechanism H by training."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from incentives.learning.deviations import Bias, FlipLabels, Rescale, Rotate, Strategy
from incentives.learning.federated_data import FederatedData
from incentives.methods.consensus_by_training import learning_problem
from incentives.methods.training_losses import (
    TrainingLosses,
    TrainingOracle,
    mechanism_h_by_training,
    training_losses,
)


def by_autograd(problem, x, client, ridge):
    """Loss and gradient of one client at x through PyTorch's own module."""
    module = problem.task.module().double()
    point = torch.tensor(x, requires_grad=True)
    parts = problem.task.layout.split(point)
    inputs, labels = problem.data.client(client)
    outputs = torch.func.functional_call(module, parts, (inputs,))
    if problem.kind == "linear":
        loss = (outputs[:, 0] - labels).square().mean() / 2
    else:
        loss = torch.nn.functional.cross_entropy(outputs, labels)
    loss = loss + ridge / 2 * point.square().sum()
    loss.backward()
    return float(loss.detach()), point.grad.numpy()


@pytest.mark.parametrize("kind", ["linear", "logistic", "network"])
def test_losses_and_gradients_are_those_of_autograd(kind):
    problem = learning_problem(kind, most=15)
    losses = training_losses(problem, ridge=0.3)
    x = np.random.default_rng(0).normal(size=problem.task.layout.size)
    values, slopes = losses(x)
    for client in range(6):
        value, slope = by_autograd(problem, x, client, 0.3)
        assert values[client] == pytest.approx(value)
        np.testing.assert_allclose(slopes[client], slope, atol=1e-10)


@pytest.mark.parametrize("lie", [Rescale(3.0), Bias(2.0), Rotate(1.0), FlipLabels(10)])
def test_reported_gradients_belong_to_reported_losses(lie):
    problem = learning_problem("logistic", most=15)
    told, truth = (
        training_losses(problem, ridge=0.1, deviations={2: lie}),
        training_losses(problem, ridge=0.1),
    )
    rng = np.random.default_rng(1)
    x, v = rng.normal(size=(2, 650))
    difference = (told(x + 1e-6 * v)[0] - told(x - 1e-6 * v)[0]) / 2e-6
    np.testing.assert_allclose(told(x)[1] @ v, difference, rtol=1e-5, atol=1e-5)
    changed = told(x)[0] != truth(x)[0]
    assert changed.tolist() == [False, False, True, False, False, False]


def test_a_part_of_the_clients_keeps_their_lies():
    problem = learning_problem("logistic", most=15)
    told = training_losses(problem, ridge=0.1, deviations={2: Bias(2.0)})
    x = np.random.default_rng(1).normal(size=650)
    np.testing.assert_allclose(told.only([4, 2])(x)[0], told(x)[0][[4, 2]])


def test_best_of_a_client_is_stationary():
    problem = learning_problem("linear", most=20)
    losses = training_losses(problem, ridge=0.1)
    inputs, labels = (part.numpy() for part in problem.data.client(3))
    design = np.hstack([inputs, np.ones((20, 1))])
    x = np.linalg.solve(design.T @ design / 20 + 0.1 * np.eye(65), design.T @ labels / 20)
    assert losses.best()[3] == pytest.approx(losses(x)[0][3], abs=1e-6)


def test_mechanism_h_calls_once_or_names_the_liar():
    problem = learning_problem("linear", shared=True, most=20)
    truth = training_losses(problem, ridge=0.05)
    tolerance = 1.3 * truth.minimax(content=truth.best(), gap=0.02).largest
    honest = mechanism_h_by_training(truth, truth, tolerance=tolerance, slack=0.04)
    assert len(honest.outcome.calls) == 1
    assert not honest.outcome.liars
    told = training_losses(problem, ridge=0.05, deviations={2: Bias(2.0)})
    named = mechanism_h_by_training(truth, told, tolerance=tolerance, slack=0.04)
    assert named.outcome.liars == {2}
    assert named.bank.values.dtype == torch.float64


def test_bad_input_is_refused():
    problem = learning_problem("linear", most=5)
    with pytest.raises(ValueError, match="ridge must be greater than 0"):
        training_losses(problem, ridge=0.0)
    with pytest.raises(ValueError, match="factor must be greater than 0"):
        training_losses(problem, ridge=0.1, deviations={0: Rescale(-1.0)})
    with pytest.raises(ValueError, match="deviations must be losses"):
        training_losses(problem, ridge=0.1, deviations={0: Strategy()})
    with pytest.raises(ValueError, match="gap must be positive"):
        TrainingOracle(training_losses(problem, ridge=0.1), np.zeros(6), 0.1, 0.1)
    with pytest.raises(ValueError, match="task must have a stacked form"):
        training_losses(replace(problem, task=replace(problem.task, stacked=None)), ridge=0.1)
    data = type(problem.data).of(problem.data.inputs, problem.data.labels, [[0, 1], [2]])
    with pytest.raises(ValueError, match="data must give all clients one size"):
        TrainingLosses.of(problem.task, data, ridge=0.1)


def constants(told):
    """Clients whose labels are all one number, on inputs that are all zero, so that only the bias matters."""
    task = learning_problem("linear", most=5).task
    data = FederatedData.of(torch.zeros(len(told), 64), torch.tensor(told), [[j] for j in range(len(told))])
    return TrainingLosses.of(task, data, ridge=0.01)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_a_model_that_passes_names_only_who_refused_it(monkeypatch, order):
    """Client 0 wants -0.4, client 2 says 1.2 and means 0: halfway between 1 and 2 a model is refused by client 0
    alone.
    """
    monkeypatch.setattr(TrainingOracle, "heaviest_first", lambda self, suspects: sorted(suspects, key=order.index))
    truth, told = constants([-0.4, 0.0, 0.0]), constants([-0.4, 0.0, 1.2])
    out = mechanism_h_by_training(truth, told, tolerance=0.18, slack=0.02).outcome
    assert len(out.calls) > 1
    assert out.rounds == 1
    assert out.liars == (frozenset({2}) if order[0] == 2 else frozenset())
