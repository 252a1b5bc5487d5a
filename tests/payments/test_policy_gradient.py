"""The sampled gradient against the exact one, and training that reaches most of what can be reached."""

from itertools import product

import pytest
import torch

from incentives.charging.small_transformer import Shape, initial_weights
from incentives.learning.chance import generator
from incentives_book.payments.fine_tuning_by_sampling.policy_gradient import (
    advantages,
    surrogate,
    tune_by_samples,
)
from incentives_book.payments.fine_tuning_by_sampling.word_model import log_probabilities


def test_average_of_all_batches_is_the_exact_gradient():
    # Three outcomes, batches of two: nine ordered batches, each weighted by its probability.
    theta = torch.tensor([0.3, -0.2, 0.5], dtype=torch.float64, requires_grad=True)
    q, reward = torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64).log(), torch.tensor([1.0, 0.0, 0.4])
    logs = theta.log_softmax(0)
    exact = (logs.exp() * (2 * reward - 0.7 * (logs - q))).sum()
    (wanted,) = torch.autograd.grad(exact, theta, retain_graph=True)
    mean = torch.zeros(3, dtype=torch.float64)
    for batch in product(range(3), repeat=2):
        rows = torch.tensor(batch)
        number = surrogate(logs[rows], q[rows], 2 * reward[rows], penalty=0.7)
        (pull,) = torch.autograd.grad(number, theta, retain_graph=True)
        mean -= logs[rows].exp().prod().detach() * pull
    assert torch.allclose(mean, wanted, atol=1e-12)


def test_training_comes_near_to_the_best():
    shape = Shape(words=3, longest=2, width=8, layers=1)
    initial = initial_weights(shape, generator=generator(0, "weights"))
    sentences = torch.tensor([[3, 3], *[[a, 3] for a in range(3)], *product(range(3), repeat=2)])
    reward = lambda rows: (rows == 0).double().mean(1)  # noqa: E731
    tuned, reached = tune_by_samples(
        initial,
        shape,
        reward,
        weight=4,
        steps=150,
        batch=64,
        learning_rate=0.02,
        generator=generator(0, "tune"),
    )

    def objective(weights):
        logs, q = log_probabilities(weights, shape, sentences), log_probabilities(initial, shape, sentences)
        return float((logs.exp() * (4 * reward(sentences) - (logs - q))).sum())

    q = log_probabilities(initial, shape, sentences)
    best = float(torch.logsumexp(q + 4 * reward(sentences), 0))
    assert objective(initial) < best - 0.3
    assert best - 0.05 < objective(tuned) <= best
    assert len(reached) == 150


def test_bad_input():
    with pytest.raises(ValueError, match="at least 2"):
        advantages(torch.ones(1))
    with pytest.raises(ValueError, match="penalty"):
        tune_by_samples({}, Shape(1, 1), len, weight=1, penalty=0, steps=1, batch=2, learning_rate=1, generator=None)
