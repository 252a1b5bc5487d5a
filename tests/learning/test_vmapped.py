import pytest
import torch
from torch import nn

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import LocalWork, local_update
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM, TwoConv
from incentives.learning.slimmable import SlimLSTM
from incentives.learning.tasks import Task
from incentives.learning.vmapped import Vmapped, why_not

CLIENTS, RUNS, EXAMPLES = 3, 2, 5
NETWORKS = {
    "one convolution": (lambda: OneConv(side=4, channels=3, hidden=4, classes=3), (1, 4, 4)),
    "two convolutions": (lambda: TwoConv(side=4, channels=(2, 3), hidden=4, classes=3), (3, 4, 4)),
    "layer norm": (lambda: nn.Sequential(nn.Linear(6, 4), nn.LayerNorm(4), nn.Linear(4, 3)), (6,)),
    "words": (lambda: nn.Sequential(nn.Embedding(9, 4), nn.Flatten(), nn.Linear(12, 3)), None),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_outputs_and_gradients_are_those_of_the_modules(name):
    make, shape = NETWORKS[name]
    task = Task(make, stacked=Vmapped(make))
    chance = generator(1, name)
    values = torch.randn(CLIENTS * RUNS, task.layout.size, generator=chance, dtype=torch.float64)
    if shape is None:
        inputs = torch.randint(9, (CLIENTS, EXAMPLES, 3), generator=chance)
    else:
        inputs = torch.randn(CLIENTS, EXAMPLES, *shape, generator=chance, dtype=torch.float64)
    labels = torch.randint(3, (CLIENTS, EXAMPLES), generator=chance)
    bank = ParamBank(values, task.layout)
    leaves = {
        k: v.unflatten(0, (CLIENTS, RUNS)).contiguous().requires_grad_() for k, v in bank.views().items()
    }
    outputs = task.stacked.outputs(leaves, inputs)
    total = task.loss.each(outputs, labels[:, None]).mean(-1).sum()
    gradients = dict(zip(leaves, torch.autograd.grad(total, list(leaves.values())), strict=True))
    module = task.module().double()
    for client in range(CLIENTS):
        for run in range(RUNS):
            bank.load(client * RUNS + run, module)
            alone = module(inputs[client])
            assert torch.allclose(outputs[client, run], alone, atol=1e-12)
            module.zero_grad()
            task.loss.mean(alone, labels[client]).backward()
            for key, parameter in module.named_parameters():
                assert torch.allclose(gradients[key][client, run], parameter.grad, atol=1e-12)


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.register_buffer("scale", torch.ones(2))


class Idle(nn.Module):
    """One layer is used, the other is not."""

    def __init__(self):
        super().__init__()
        self.used, self.idle = nn.Linear(5, 3), nn.Linear(2, 2)

    def forward(self, inputs):
        return self.used(inputs)


def frozen():
    module = nn.Linear(2, 2)
    module.bias.requires_grad_(False)
    return module


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: nn.BatchNorm2d(3), "BatchNorm2d ties the examples of a batch together"),
        (lambda: nn.BatchNorm1d(3, track_running_stats=False), "BatchNorm1d ties the examples"),
        (lambda: ResNet18(channels=4), "BatchNorm2d ties the examples"),
        (lambda: ResNet18(channels=4, widths=None), "SharedBatchNorm2d ties the examples"),
        (lambda: nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.1)), "Dropout draws chance"),
        (lambda: TextLSTM(words=9, features=2, cells=4), "Embedding with padding_idx"),
        (lambda: SlimLSTM(2, 4), "SlimLSTM has no rule in torch.func.vmap"),
        (lambda: nn.GRU(2, 3), "GRU has no rule"),
        (lambda: nn.Embedding(5, 2, padding_idx=0), "Embedding with padding_idx or max_norm"),
        (frozen, r"parameters \['bias'\] are frozen"),
        (Scaled, r"buffers \['scale'\] belong to one model"),
    ],
)
def test_what_cannot_be_stacked_is_refused(make, reason):
    with pytest.raises(ValueError, match=f"make must give a module that can be stacked, but {reason}"):
        Vmapped(make)
    assert Vmapped.where_possible(make) is None


def test_what_is_said_about_batches_recurrence_and_padding_is_so():
    """A layer refused without need, or one that PyTorch has learnt to stack, would show here."""
    inputs = torch.randn(4, 3, generator=generator(1, "x"))
    norm = nn.BatchNorm1d(3, track_running_stats=False)
    assert not torch.allclose(norm(inputs)[:2], norm(inputs[:2]))
    lstm = SlimLSTM(2, 4)
    weights = {name: p.detach().expand(2, *p.shape) for name, p in lstm.named_parameters()}
    with pytest.raises(RuntimeError, match="Batching rule not implemented"):
        torch.func.vmap(lambda own: torch.func.functional_call(lstm, own, (inputs.view(2, 3, 2),)))(weights)
    words, table = torch.tensor([[0, 1], [0, 1]]), torch.ones(2, 3, 1, requires_grad=True)
    found = torch.func.vmap(lambda own, text: nn.functional.embedding(text, own, padding_idx=0))(table, words)
    assert torch.autograd.grad(found.sum(), table)[0][:, 0].any()


def test_making_the_form_leaves_the_global_generator_alone_and_keeps_no_numbers():
    before = torch.get_rng_state()
    stacked = Vmapped.where_possible(NETWORKS["one convolution"][0])
    assert torch.equal(before, torch.get_rng_state())
    assert {p.device.type for p in stacked._module.parameters()} == {"meta"}
    assert why_not(stacked._module) is None


def test_a_parameter_that_the_loss_does_not_use_stays():
    task, chance = Task(Idle, stacked=Vmapped(Idle)), generator(4, "examples")
    inputs = torch.randn(8, 5, generator=chance, dtype=torch.float64)
    data = FederatedData.of(inputs, torch.randint(3, (8,), generator=chance), [range(3), range(3, 8)])
    first, _ = task.initial(generator(3, "start"), dtype=torch.float64)
    start = ParamBank(first.values.repeat(2, 1), task.layout)
    work = LocalWork(0.1, steps=2, momentum=0.5, weight_decay=0.1)
    batches = work.batches(data, seed=1, round=0)
    ends = [
        local_update(start, data, batches, task, work.sgd(0), engine=e).bank
        for e in ("stacked", "sequential")
    ]
    assert torch.allclose(ends[0].values, ends[1].values, atol=1e-12)
    assert torch.equal(ends[0].views()["idle.weight"], start.views()["idle.weight"])
    assert not torch.equal(ends[0].views()["used.weight"], start.views()["used.weight"])


def test_single_precision_ends_near_double():
    make, shape = NETWORKS["one convolution"]
    task = Task(make, stacked=Vmapped(make))
    chance = generator(2, "examples")
    inputs = torch.randn(12, *shape, generator=chance, dtype=torch.float64)
    labels = torch.randint(3, (12,), generator=chance)
    ends = []
    for dtype in (torch.float32, torch.float64):
        data = FederatedData.of(inputs.to(dtype), labels, [range(7), range(7, 12)])
        first, _ = task.initial(generator(3, "start"), dtype=dtype)
        start = ParamBank(first.values.repeat(2, 1), task.layout)
        work = LocalWork(0.1, batch_size=4, epochs=2, momentum=0.9)
        batches = work.batches(data, seed=1, round=0)
        done = local_update(start, data, batches, task, work.sgd(0), engine="stacked")
        assert done.bank.values.dtype == dtype
        ends.append(done.bank.values.double())
    assert torch.allclose(*ends, atol=1e-5)
