"""Robust averages: against NumPy and plain loops, and in a federation with one liar."""

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from incentives.learning import federation
from incentives.learning.deviations import Rescale
from incentives.learning.local_update import LocalWork
from incentives.learning.robust_averaging import RULES, RobustAveraging, krum, median, trimmed_mean
from incentives.methods.consensus_by_training import learning_problem


def sent(clients, seed=0):
    return torch.from_numpy(np.random.default_rng(seed).normal(size=(clients, 2, 5)))


@pytest.mark.parametrize("clients", [3, 4, 7])
def test_the_median_is_that_of_numpy(clients):
    rows = sent(clients)
    assert np.allclose(median(rows).numpy(), np.median(rows.numpy(), axis=0))


def test_the_trimmed_mean_leaves_out_the_ends_of_every_coordinate():
    rows = sent(6, seed=1)
    for run in range(2):
        for k in range(5):
            column = sorted(rows[:, run, k].tolist())
            assert trimmed_mean(rows, trimmed=2)[run, k].item() == pytest.approx(sum(column[2:4]) / 2)
    with pytest.raises(ValueError, match="trimmed must be at least 0 and leave somebody"):
        trimmed_mean(rows, trimmed=3)


def test_krum_is_the_update_with_the_nearest_neighbours_by_loops():
    rows = sent(7, seed=2)
    for run in range(2):
        scores = []
        for i in range(7):
            far = sorted(float(((rows[i, run] - rows[j, run]) ** 2).sum()) for j in range(7) if j != i)
            scores.append(sum(far[: 7 - 1 - 2]))
        assert torch.equal(krum(rows)[run], rows[int(np.argmin(scores)), run])
    with pytest.raises(ValueError, match="liars must leave a neighbour"):
        krum(sent(3))


class LargestTensor(TorchDispatchMode):
    """Remembers the most elements that any tensor had which was made meanwhile."""

    elements = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for one in made if isinstance(made, (list, tuple)) else [made]:
            if isinstance(one, torch.Tensor):
                self.elements = max(self.elements, one.numel())
        return made


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_needs_more_memory_than_some_copies_of_what_was_sent(rule):
    rows = torch.from_numpy(np.random.default_rng(0).normal(size=(20, 1, 1000)))
    with LargestTensor() as seen:
        RULES[rule](rows)
    assert 0 < seen.elements <= rows.numel()


def test_krum_tells_updates_apart_that_differ_by_little_beside_their_size():
    rows = 1e4 + torch.tensor([0.0, 0.5, 0.75, 1.5, 9.0, 40.0], dtype=torch.float32)[:, None, None]
    assert krum(rows).item() == 1e4 + 0.75  # at 0.0625, 0.5625 and 0.5625, by hand


def test_no_rule_follows_one_client_to_infinity():
    rows = sent(6, seed=3)
    rows[4] = 1e9
    for rule in RULES.values():
        assert rule(rows).abs().max() < 10


def test_a_federation_with_a_liar_learns_under_the_median_and_not_under_the_mean():
    problem = learning_problem("linear", most=20)
    work = LocalWork(rate=0.05, steps=2, batch_size=None)
    common = {"rounds": 15, "seed": 1, "deviations": {1: Rescale(-20.0)}, "engine": "stacked"}
    algorithm = RobustAveraging(torch.full((6,), 1 / 6), rule=median)
    robust = federation.run(problem.task, problem.data, work, algorithm=algorithm, **common)
    mean = federation.run(problem.task, problem.data, work, **common)
    assert problem.accuracies(robust.bank)[0] > problem.accuracies(mean.bank)[0] + 0.1
