from types import SimpleNamespace

import pytest
import torch
from torch import nn

from incentives.learning.chance import generator
from incentives.learning.tasks import Moment, Task, seeded


def test_first_weights_are_the_modules_own_and_follow_the_generator():
    task = Task(lambda: nn.Sequential(nn.Linear(5, 4), nn.BatchNorm1d(4)))
    first, buffers = task.initial(generator(1, "initial"))
    again, _ = task.initial(generator(1, "initial"))
    other, _ = task.initial(generator(2, "initial"))
    assert torch.equal(first.values, again.values)
    assert not torch.equal(first.values, other.values)
    assert first.views()["0.weight"].abs().max() <= 5**-0.5  # PyTorch's range for a linear layer
    assert first.views()["1.weight"].tolist() == [[1.0] * 4]
    assert buffers.views()["1.running_var"].tolist() == [[1.0] * 4]
    assert buffers.views()["1.num_batches_tracked"].tolist() == [0.0]


def test_making_modules_leaves_the_global_generator_alone():
    before = torch.get_rng_state()
    task = Task(lambda: nn.Linear(5, 4))
    task.initial(generator(1, "initial"), dtype=torch.float64)
    assert task.layout.size == 24
    with seeded(3) as reseed:
        torch.rand(2)
        reseed(4)
    assert torch.equal(before, torch.get_rng_state())


def test_a_generator_elsewhere_is_refused():
    with pytest.raises(ValueError, match="generator must live on the CPU, got cuda:0"):
        Task(lambda: nn.Linear(1, 1)).initial(SimpleNamespace(device=torch.device("cuda:0")))


def test_a_loss_of_ones_own_gets_the_moment():
    task = Task(lambda: nn.Linear(1, 1), local_loss=lambda module, x, y, at: module(x).sum() * at.step)
    module = nn.Linear(1, 1)
    inputs = torch.ones(2, 1)
    loss = task.batch_loss(module, inputs, torch.zeros(2), Moment(client=0, run=0, round=0, step=3))
    assert torch.equal(loss, 3 * module(inputs).sum())
