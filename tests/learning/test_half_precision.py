"""What bfloat16 changes and what it must not: numbers by about a hundredth, and nothing else."""

import pytest
import torch

from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import run
from incentives.learning.half_precision import in_bfloat16
from incentives.learning.local_update import LocalWork
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM, TwoConv
from incentives.learning.tasks import seeded
from incentives.methods.aequa import TwoWidths, plain_task, two_width_task

NETWORKS = {
    "one convolution": (lambda: OneConv(side=8, channels=8, hidden=16, classes=3), (1, 8, 8)),
    "two convolutions": (lambda: TwoConv(side=8, channels=(4, 6), hidden=12, classes=3), (3, 8, 8)),
    "batch norm": (lambda: ResNet18(channels=4, classes=3, widths=(0.5, 1.0)), (3, 16, 16)),
    "words": (lambda: TextLSTM(words=9, features=5, cells=8, classes=3), None),
}


def problem(name, count=24):
    make, shape = NETWORKS[name]
    chance = generator(1, name)
    if shape is None:
        inputs = torch.randint(9, (count, 5), generator=chance)
    else:
        inputs = torch.randn(count, *shape, generator=chance)
    return make, inputs, torch.randint(3, (count,), generator=chance)


def pair(make):
    """The same network twice, the second one in bfloat16."""
    networks = []
    for mixed in (False, True):
        with seeded(0):
            networks.append(make().train())
        if mixed:
            networks[-1] = in_bfloat16(networks[-1])
    return networks


def passes(network, inputs, labels):
    """Logits at full and at half width, both ways to compute them, and the gradient of their joint loss."""
    alone = network(inputs), network(inputs, 0.5)
    whole, narrow = network.joint(inputs, 0.5)
    loss = sum(torch.nn.functional.cross_entropy(logits, labels) for logits in (whole, narrow))
    found = torch.autograd.grad(loss, list(network.parameters()), allow_unused=True)
    return [logits.detach() for logits in (*alone, whole, narrow)], [g for g in found if g is not None]


def apart(one, other):
    return float((one - other).norm() / other.norm())


@pytest.mark.parametrize("name", NETWORKS)
def test_passes_and_gradients_differ_by_what_eight_bits_allow(name):
    make, inputs, labels = problem(name)
    single, mixed = pair(make)
    assert [n for n, _ in mixed.named_parameters()] == [n for n, _ in single.named_parameters()]
    outputs, gradients = passes(mixed, inputs, labels)
    expected, exact = passes(single, inputs, labels)
    assert all(tensor.dtype == torch.float32 for tensor in [*outputs, *gradients])
    assert 1e-4 < max(apart(a, b) for a, b in zip(outputs, expected, strict=True)) < 0.05
    joined = [torch.cat([g.flatten() for g in rows]) for rows in (gradients, exact)]
    # Through eighteen layers of batch norm many units lie so near zero that rounding turns them on or off.
    assert 1e-4 < apart(*joined) < (0.5 if name == "batch norm" else 0.05)
    # The two ways to compute one width agree as far as the format goes.
    assert apart(outputs[2], outputs[0]) < 0.01
    assert apart(outputs[3], outputs[1]) < 0.01


@pytest.mark.parametrize("name", NETWORKS)
def test_double_precision_stays(name):
    make, inputs, labels = problem(name)
    inputs = inputs.double() if inputs.is_floating_point() else inputs
    single, mixed = (network.double() for network in pair(make))
    found, expected = passes(mixed, inputs, labels), passes(single, inputs, labels)
    for one, other in zip([*found[0], *found[1]], [*expected[0], *expected[1]], strict=True):
        assert one.dtype == torch.float64
        assert torch.allclose(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("two_widths", [False, True])
def test_engines_agree_and_training_goes_where_single_precision_goes(name, two_widths):
    make, inputs, labels = problem(name)
    data = FederatedData.of(inputs, labels, [range(9), range(9, 24)])
    menu = (0.5, 1.0) if name == "batch norm" else None

    def task(mixed):
        def network():
            return in_bfloat16(make()) if mixed else make()

        return two_width_task(network, TwoWidths(0.5, menu)) if two_widths else plain_task(network)

    def went(engine, mixed=True):
        done = run(
            task(mixed), data, LocalWork(0.02, batch_size=8, epochs=1, partial=False), rounds=2, seed=2, engine=engine
        )
        return done.bank.values[0] - task(mixed).initial(generator(2, "initial"))[0].values[0]

    stepwise = went("sequential")
    assert stepwise.dtype == torch.float32
    assert 0 < apart(stepwise, went("sequential", mixed=False)) < (0.9 if name == "batch norm" else 0.05)
    assert apart(went("graph"), stepwise) < 1e-4


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.filterwarnings("ignore:RNN module weights are not part of single contiguous chunk")
@pytest.mark.parametrize("name", NETWORKS)
def test_a_captured_step_in_bfloat16_ends_where_an_eager_one_ends(name):
    make, inputs, labels = problem(name)
    data = FederatedData.of(inputs, labels, [range(9), range(9, 24)]).to("cuda")
    task = two_width_task(lambda: in_bfloat16(make()), TwoWidths(0.5, (0.5, 1.0)))
    ends = []
    for engine in ("sequential", "graph"):
        work = LocalWork(0.05, batch_size=2, epochs=1)
        done = run(task, data, work, rounds=8, seed=2, engine=engine, device="cuda")
        ends.append(done.bank.values[0])
    start = task.initial(generator(2, "initial"))[0].values[0].to("cuda")
    assert apart(ends[1] - start, ends[0] - start) < 0.02
