"""What every slimmable network owes to rewards during training: nested masks, and widths that all learn."""

import itertools

import pytest

torch = pytest.importorskip("torch")

from incentives.learning.averaging import FedAvg, Models, equal_weights
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM, TwoConv
from incentives.methods.aequa import REMEMBERED, TrainingTimeRewards, TwoWidths, two_width_task
from incentives.methods.cgsv import cosine_contributions

MENU = (0.25, 0.5, 0.75, 1.0)
NETWORKS = {
    "one convolution": (lambda: OneConv(side=8, channels=4, hidden=8, classes=3), (1, 8, 8)),
    "two convolutions": (lambda: TwoConv(side=8, channels=(4, 8), hidden=8, classes=3), (3, 8, 8)),
    "batch norm": (lambda: ResNet18(channels=4, classes=3, widths=MENU), (3, 8, 8)),
    "recurrent": (lambda: TextLSTM(words=12, features=4, cells=8, classes=3), None),
}
WORK = LocalWork(rate=0.1, batch_size=4, epochs=1)


def problem(name, clients=3, each=48):
    """A task, clients' data in double precision, and an example."""
    make, shape = NETWORKS[name]
    chance = generator(1, name)
    count = clients * each
    inputs = (
        torch.randint(1, 12, (count, 5), generator=chance)
        if shape is None
        else torch.randn(count, *shape, generator=chance, dtype=torch.float64)
    )
    labels = torch.randint(3, (count,), generator=chance)
    data = FederatedData.of(inputs, labels, [range(k * each, (k + 1) * each) for k in range(clients)])
    task = two_width_task(make, TwoWidths(narrowest=0.25, menu=MENU, seed=3))
    return task, data, inputs[:6]


def rewards(task, example, assess=cosine_contributions, **settings):
    example = example.float() if example.is_floating_point() else example
    return TrainingTimeRewards(task, 0.25, example, assess, menu=MENU, **settings)


def module_at(task, models, client):
    """A fresh module that holds what a client received."""
    module = task.module().double()
    views = task.layout.split(models.parameters[client, 0])
    kept = task.buffer_layout.split(models.buffers[client, 0])
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            parameter.copy_(views[name])
        for name, buffer in module.named_buffers():
            buffer.copy_(kept[name])
    return module


def after_one_round(name):
    """A federation after one round with everybody at full width; then caps are a quarter, a half, all."""
    task, data, example = problem(name)
    algorithm = rewards(task, example, lambda updates, layout: torch.tensor([0.2, 0.5, 1.0]), memory=0.0)
    state = run(task, data, WORK, rounds=1, seed=1, algorithm=algorithm).state
    assert state.widths.tolist() == [0.25, 0.5, 1.0]
    return task, data, example, algorithm, state


@pytest.mark.parametrize("name", NETWORKS)
def test_what_a_narrow_width_holds_a_wider_one_holds(name):
    task, _, example = problem(name)
    held = rewards(task, example).held(torch.tensor(MENU, dtype=torch.float64))
    for part in held:
        for narrow, wide in itertools.pairwise(part):
            assert (wide | ~narrow).all()
        assert part[-1].all()
    assert held.parameters.sum(1).tolist() == sorted(set(held.parameters.sum(1).tolist()))


@pytest.mark.parametrize("name", NETWORKS)
def test_a_client_can_compute_every_width_up_to_its_cap_from_what_it_received(name):
    task, _, example, algorithm, state = after_one_round(name)
    sent = algorithm.download(state, 1)
    server = Models(*(part.expand(3, -1)[:, None] for part in state.models))
    for client, cap in enumerate(state.widths.tolist()):
        theirs = module_at(task, sent, client).eval()
        ours = module_at(task, server, client).eval()
        for width in [w for w in MENU if w <= cap]:
            assert torch.equal(theirs.network(example, width), ours.network(example, width))


@pytest.mark.parametrize("name", NETWORKS)
def test_every_width_up_to_the_cap_has_a_gradient_and_learns_in_a_round(name):
    task, data, example, algorithm, state = after_one_round(name)
    sent = algorithm.download(state, 1)
    again = run(task, data, WORK, rounds=2, seed=1, algorithm=algorithm)
    before, after = state.models.parameters[0], again.state.models.parameters[0]
    assert again.state.history[1] == (0.25, 0.5, 1.0)
    inputs, labels = data.client(1)
    for width in (0.25, 0.5):
        module = module_at(task, sent, 1).train()
        loss = torch.nn.functional.cross_entropy(module.network(inputs, width), labels)
        gradients = torch.autograd.grad(loss, list(module.parameters()), allow_unused=True)
        reached = {
            part
            for (part, _), slope in zip(module.named_parameters(), gradients, strict=True)
            if slope is not None and slope.abs().max() > 0
        }
        first = next(iter(dict(module.named_parameters())))
        assert first in reached  # the first layer: nothing between it and the loss is dead
    for width in MENU:
        module = task.module().double().eval()
        outputs = []
        for values, buffers in ((before, state.models.buffers[0]), (after, again.state.models.buffers[0])):
            whole = module_at(task, Models(values[None, None], buffers[None, None]), 0).eval()
            outputs.append(whole.network(example, width))
        assert (outputs[1] - outputs[0]).abs().max() > 1e-4, width
    moved = {field.name for field in task.layout.fields if (before != after)[field.columns].any()}
    assert {field.name for field in task.layout.fields} == moved


@pytest.mark.parametrize("name", NETWORKS)
def test_nobody_moves_what_it_does_not_hold(name):
    task, _data, _, algorithm, state = after_one_round(name)
    narrow = state._replace(widths=torch.tensor([0.25, 0.5, 0.5], dtype=torch.float64))
    received = algorithm.download(narrow, 1)
    held = algorithm.held(narrow.widths)
    garbage = Models(
        *(
            torch.where(own[:, None], part + 1, torch.full_like(part, 1e6))
            for own, part in zip(held, received, strict=True)
        )
    )
    after = algorithm.aggregate(narrow, received, garbage, 1).models
    cap = task.buffer_layout["cap"].columns
    for new, old, own in zip(after, state.models, held, strict=True):
        somebody = own.any(0)
        expected = torch.where(somebody, old[0] + 1, old[0])
        if new is after.buffers:
            expected[cap] = 1
        assert torch.allclose(new[0], expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("name", NETWORKS)
def test_with_every_cap_at_one_training_is_algorithm_1(name):
    task, data, example = problem(name, each=20)
    equal = rewards(task, example, lambda updates, layout: torch.ones(3))
    capped = run(task, data, WORK, rounds=2, seed=1, algorithm=equal)
    plain = run(task, data, WORK, rounds=2, seed=1, algorithm=FedAvg(equal_weights(data)))
    # Both are means of the same numbers, added in another order; words make single precision, and batch norm over four
    # examples makes much of the last digit.
    close = 1e-5 if name == "recurrent" else 1e-8
    assert torch.allclose(capped.bank.values, plain.bank.values, rtol=0, atol=close)
    assert torch.allclose(capped.buffers.values, plain.buffers.values, rtol=0, atol=close)


def test_statistics_of_a_norm_are_the_mean_over_those_who_hold_it():
    task, _data, _, algorithm, state = after_one_round("batch norm")
    received = algorithm.download(state, 1)
    sent = Models(received.parameters, received.buffers + torch.tensor([1.0, 2.0, 6.0]).double()[:, None, None])
    after = algorithm.aggregate(state, received, sent, 1).models.buffers[0]
    shift = task.buffer_layout.split(after - state.models.buffers[0])
    for index, expected in enumerate((3.0, 4.0, 6.0, 6.0)):  # held by all, by two, by the last, by the last
        for name in ("running_mean", "running_var"):
            moved = shift[f"network.stem_norm.norms.{index}.{name}"]
            assert torch.allclose(moved, torch.full_like(moved, expected)), (index, name)


def test_widths_that_keep_the_same_channels_share_a_mask_and_few_masks_are_remembered():
    make = NETWORKS["one convolution"][0]  # 4 and 8 channels: eighths at most
    task = two_width_task(make, TwoWidths(narrowest=0.1))
    algorithm = TrainingTimeRewards(task, 0.1, torch.zeros(1, 1, 8, 8), cosine_contributions)
    algorithm.held(torch.linspace(0.1, 1, 900, dtype=torch.float64))
    assert len(algorithm._masks) == 8
    wide = two_width_task(lambda: OneConv(side=8, channels=100, hidden=100, classes=3), TwoWidths(narrowest=0.1))
    algorithm = TrainingTimeRewards(wide, 0.1, torch.zeros(1, 1, 8, 8), cosine_contributions)
    widths = torch.linspace(0.1, 1, 60, dtype=torch.float64)
    rows = algorithm.held(widths).parameters
    assert len(algorithm._masks) == REMEMBERED
    assert torch.equal(algorithm.held(widths[:2]).parameters, rows[:2])


def test_the_cap_is_read_once_in_a_clients_round(monkeypatch):
    from incentives.methods.aequa import Capped

    task, data, _ = problem("one convolution")
    read = []
    plain = Capped.largest.fget
    monkeypatch.setattr(Capped, "largest", property(lambda module: read.append(1) or plain(module)))
    run(task, data, WORK, rounds=2, seed=1)
    # Not once for each of the 12 steps in a round; and once where the network is tried before the first round.
    assert len(read) == 2 * data.clients + 1
