import subprocess
import sys

import pytest
import torch
from torch import nn

from incentives.learning import federation
from incentives.learning.averaging import FedAvg, Personalized, equal_weights, weights_by_size
from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.deviations import Bias, FlipLabels
from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import LocalWork
from incentives.learning.networks import dense_classifier, linear_regression, logistic_regression
from incentives.learning.tasks import Task

from .constant_point import ConstantPoint

PARTS = [range(8), range(8, 13), range(13, 30)]
NETWORK = dense_classifier(4, [5], 3, activation="tanh")
WORK = LocalWork(lambda t: 0.2 / (1 + t), batch_size=4, epochs=1, momentum=0.5)


def examples(dtype=torch.float64, classes=3):
    chance = generator(1, "examples")
    inputs = torch.randn(30, 4, generator=chance, dtype=torch.float64)
    return FederatedData.of(inputs.to(dtype), torch.randint(classes, (30,), generator=chance), PARTS)


def run(task=NETWORK, data=None, work=WORK, **kwargs):
    return federation.run(task, examples() if data is None else data, work, **{"rounds": 3, "seed": 7, **kwargs})


def by_hand(data, weights, rounds=3, lie=lambda client, sent: sent):
    """Federated averaging with modules, state dicts and optimizer objects."""
    first, _ = NETWORK.initial(generator(7, "initial"), dtype=torch.float64)
    server = {name: tensor.clone() for name, tensor in first.row(0).items()}
    for t in range(rounds):
        total = {name: torch.zeros_like(tensor) for name, tensor in server.items()}
        for client, part in enumerate(PARTS):
            module = NETWORK.module().double()
            module.load_state_dict(server)
            optimizer = torch.optim.SGD(module.parameters(), lr=0.2 / (1 + t), momentum=0.5)
            order = torch.tensor(part)[torch.randperm(len(part), generator=generator(7, "batches", client, t))]
            for rows in order.split(4):
                optimizer.zero_grad()
                nn.functional.cross_entropy(module(data.inputs[rows]), data.labels[rows]).backward()
                optimizer.step()
            for name, tensor in lie(client, module.state_dict()).items():
                total[name] += weights[client] * tensor
        server = total
    return NETWORK.layout.join(server)


@pytest.mark.parametrize("engine", ["sequential", "stacked"])
def test_federated_averaging_by_hand(engine):
    data = examples()
    weights = weights_by_size(data)
    assert torch.allclose(weights * 30, torch.tensor([8.0, 5.0, 17.0]).double())
    assert torch.allclose(run(engine=engine).bank.values[0], by_hand(data, weights), atol=1e-12)
    equal = run(engine=engine, algorithm=FedAvg(equal_weights(data))).bank.values[0]
    assert torch.allclose(equal, by_hand(data, [1 / 3] * 3), atol=1e-12)
    assert not torch.allclose(equal, by_hand(data, weights), atol=1e-6)


@pytest.mark.parametrize("engine", ["sequential", "stacked"])
def test_several_runs_at_once_are_the_runs_one_by_one(engine):
    weights = torch.tensor([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5], [0.0, 0.0, 1.0]], dtype=torch.float64)
    deviations = {2: Bias(1.0)}
    together = run(engine=engine, algorithm=FedAvg(weights), deviations=deviations)
    assert together.losses.shape == (3, 3, 3)
    for g, row in enumerate(weights):
        alone = run(engine=engine, algorithm=FedAvg(row), deviations=deviations)
        assert torch.allclose(together.bank.values[g], alone.bank.values[0], atol=1e-12)
        assert torch.allclose(together.losses[:, :, g], alone.losses[:, :, 0], atol=1e-12, equal_nan=True)
    assert together.losses.isnan()[0].tolist() == (weights.T == 0).tolist()


def test_a_report_without_bounds_does_not_reach_runs_without_its_client():
    weights = [[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]
    point = torch.full((NETWORK.layout.size,), torch.inf)
    with pytest.warns(
        RuntimeWarning, match=r"training diverged in round 1: lower the rate or scale the inputs \(largest"
    ):
        done = run(algorithm=FedAvg(weights), deviations={2: ConstantPoint(point)}, rounds=2)
    assert done.diverged == 1
    assert done.bank.values[0].isfinite().all()
    assert not done.bank.values[1].isfinite().any()
    assert torch.allclose(done.bank.values[0], run(algorithm=FedAvg(weights[0]), rounds=2).bank.values[0])


def test_deviators_enter_the_average_as_they_report():
    def lie(client, sent):
        return {name: torch.ones_like(t) if client == 1 else t for name, t in sent.items()}

    point = torch.ones(NETWORK.layout.size)
    lied = run(deviations={1: ConstantPoint(point)}, engine="stacked")
    assert torch.allclose(lied.bank.values[0], by_hand(examples(), weights_by_size(examples()), lie=lie), atol=1e-12)
    flipped = examples()
    labels = flipped.labels.clone()
    labels[8:13] = 2 - labels[8:13]
    honest = run(data=FederatedData.of(flipped.inputs, labels, PARTS))
    assert torch.allclose(run(deviations={1: FlipLabels(3)}).bank.values, honest.bank.values, atol=1e-12)


def test_mini_batch_sgd_is_gradient_descent_with_the_servers_momentum():
    task, data = linear_regression(4), examples()
    work = LocalWork(0.1, steps=1, method="mini-batch")
    algorithm = FedAvg(weights_by_size(data), server_momentum=0.6, server_rate=0.5)
    done = run(task, data, work, rounds=5, algorithm=algorithm)
    design = torch.cat([data.inputs, torch.ones(30, 1)], dim=1)
    theta, velocity = torch.zeros(5, dtype=torch.float64), 0.0
    for _ in range(5):
        velocity = 0.6 * velocity - 0.1 * design.T @ (design @ theta - data.labels) / 30
        theta = theta + 0.5 * velocity
    assert torch.allclose(done.bank.values[0], theta, atol=1e-13)


def test_personalization_is_another_matrix():
    alone = run(algorithm=Personalized(torch.eye(3)))
    for client in range(3):
        only = FedAvg(torch.eye(3)[client])
        assert torch.allclose(alone.bank.values[client], run(algorithm=only).bank.values[0], atol=1e-12)
    average = run(algorithm=Personalized(weights_by_size(examples()).expand(3, -1)), engine="stacked")
    assert torch.allclose(average.bank.values, run().bank.values.expand(3, -1), atol=1e-12)
    assert average.losses.shape == (3, 3, 1)


def test_buffers_are_averaged_with_the_same_weights():
    task = Task(lambda: nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.Linear(5, 3)))
    work = LocalWork(0.1, steps=2)
    one = run(task, work=work, rounds=1, algorithm=Personalized(torch.eye(3)))
    mean = run(task, work=work, rounds=1)
    expected = weights_by_size(examples()) @ one.buffers.values
    assert torch.allclose(mean.buffers.values[0], expected)
    assert mean.buffers.views()["1.num_batches_tracked"].tolist() == [2.0]
    assert run(task, work=work, held_out=(examples().inputs, examples().labels)).accuracies.shape == (3, 1)


def test_scores_on_held_out_data_come_at_the_asked_rounds():
    data = examples(torch.float32)
    held_out = (data.inputs, data.labels)
    done = run(logistic_regression(4, 3), data, rounds=5, held_out=held_out, evaluate_every=2)
    assert done.evaluated == (2, 4, 5)
    assert done.held_out_losses.shape == done.accuracies.shape == (3, 1)
    assert done.bank.values.dtype == torch.float32
    assert done.held_out_losses[-1] < done.held_out_losses[0] < torch.tensor(3.0).log()
    outputs = done.bank.load(0, logistic_regression(4, 3).module())(data.inputs)
    assert done.accuracies[-1, 0] == (outputs.argmax(1) == data.labels).float().mean()
    assert run().held_out_losses.shape == (0, 1)


def test_the_first_loss_is_that_of_the_first_model():
    done = run(logistic_regression(4, 3), work=LocalWork(0.1, steps=1))
    assert torch.allclose(done.losses[0], torch.tensor(3.0).double().log())
    assert (done.losses[-1].mean() < done.losses[0].mean()).item()


def test_equal_seeds_give_equal_runs_and_leave_the_global_generator_alone():
    before = torch.get_rng_state()
    first, again, other = run(), run(), run(seed=8)
    assert torch.equal(before, torch.get_rng_state())
    assert torch.equal(first.bank.values, again.bank.values)
    assert torch.equal(first.losses, again.losses)
    assert not torch.equal(first.bank.values, other.bank.values)


def test_a_run_can_start_where_another_ended():
    work = LocalWork(0.1, steps=2)
    whole = run(work=work, rounds=4)
    half = run(work=work, rounds=2)
    rest = run(work=work, rounds=2, initial=half.bank)
    assert torch.allclose(rest.bank.values, whole.bank.values)


def test_a_bar_shows_rounds_and_accuracy(capsys):
    data = examples()
    run(held_out=(data.inputs, data.labels), progress=True)
    shown = capsys.readouterr().err
    assert "3/3" in shown
    assert "accuracy" in shown
    run()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rounds": 0}, "rounds must be a whole number of at least 1, got 0"),
        ({"evaluate_every": 0}, "evaluate_every must be a whole number of at least 1"),
        ({"engine": "parallel"}, "engine must be one of .*, got 'parallel'"),
        ({"deviations": {3: Bias(1.0)}}, "deviations must name clients from 0 to 2"),
        ({"algorithm": FedAvg([0.5, 0.5])}, "weights must have a column per client, 3, got 2"),
        ({"algorithm": Personalized([[1.0]])}, "weights must have a row and a column per client, 3, got 1"),
        ({"initial": ParamBank(torch.zeros(2, 43), NETWORK.layout)}, "initial must hold one row"),
        ({"initial": linear_regression(4).initial(generator(1, "x"))[0]}, "initial must hold one row"),
        ({"seed": -1}, "seed must be a whole number"),
    ],
)
def test_what_does_not_fit_is_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        run(**settings)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("engine", ["sequential", "stacked"])
def test_a_gpu_ends_where_the_cpu_ends(engine):
    data = examples()
    kwargs = {"engine": engine, "held_out": (data.inputs, data.labels), "deviations": {1: Bias(0.5)}}
    here, there = run(**kwargs), run(**kwargs, device="cuda")
    assert there.bank.values.device.type == "cuda"
    assert torch.allclose(there.bank.values.cpu(), here.bank.values, rtol=1e-9, atol=1e-10)
    assert torch.allclose(there.losses.cpu(), here.losses, rtol=1e-9)
    assert torch.equal(there.accuracies.cpu(), here.accuracies)


def test_inputs_and_labels_that_do_not_fit_are_told_in_words():
    data = FederatedData.of(torch.arange(8).reshape(4, 2), [0, 1, 0, 1], [[0, 1], [2, 3]])
    ask = {"rounds": 1, "seed": 0}
    for inputs in (data.inputs, data.inputs.to(torch.uint8)):
        given = FederatedData.of(inputs, data.labels, [[0, 1], [2, 3]])
        with pytest.raises(ValueError, match=r"data must have inputs that the network reads.*must be made floats"):
            federation.run(logistic_regression(2, 3), given, LocalWork(rate=0.1, epochs=1), **ask)
    floats = FederatedData.of(data.inputs.float(), [0, 7, 0, 1], [[0, 1], [2, 3]])
    for engine in ("sequential", "stacked"):
        with pytest.raises(
            ValueError, match="labels of data must be classes from 0 to 2, which the network scores; got 0 to 7"
        ):
            federation.run(logistic_regression(2, 3), floats, LocalWork(rate=0.1, epochs=1), engine=engine, **ask)


def test_training_that_diverges_warns_and_says_when():
    data = FederatedData.of(torch.arange(8.0).reshape(4, 2) * 100, torch.arange(4.0), [[0, 1], [2, 3]])
    work = LocalWork(rate=1e20, epochs=1, batch_size=1)
    with pytest.warns(RuntimeWarning, match=r"training diverged in round 1: lower the rate .* \(largest 700\)"):
        done = federation.run(linear_regression(2), data, work, rounds=2, seed=0)
    assert done.diverged == 1
    assert federation.run(linear_regression(2), data, LocalWork(rate=1e-9, epochs=1), rounds=1, seed=0).diverged is None


@pytest.mark.parametrize("engine", ["sequential", "stacked"])
@pytest.mark.parametrize("at_a_time", [1, 80, 10**6])
def test_clients_that_are_added_up_a_few_at_a_time_give_the_models_of_one_product(engine, at_a_time, monkeypatch):
    data = examples()
    weights = torch.stack([weights_by_size(data), torch.tensor([0.0, 0.4, 0.6]).double(), equal_weights(data)])
    for settings in (
        {"algorithm": FedAvg(weights)},
        {"algorithm": FedAvg(weights, server_rate=0.7, server_momentum=0.5)},
        {"algorithm": FedAvg(weights), "deviations": {2: Bias(3.0), 0: FlipLabels(3)}},
        {},
    ):
        monkeypatch.setattr(federation, "WHOLE", 2**27)
        whole = run(engine=engine, **settings)
        monkeypatch.setattr(federation, "WHOLE", 0)
        monkeypatch.setattr(federation, "AT_A_TIME", at_a_time)
        folded = run(engine=engine, **settings)
        assert torch.allclose(folded.bank.values, whole.bank.values, rtol=0, atol=1e-12)
        assert torch.equal(folded.losses.isnan(), whole.losses.isnan())
        assert torch.allclose(folded.losses, whole.losses, rtol=0, atol=1e-12, equal_nan=True)


def test_in_single_precision_many_small_clients_agree_to_a_millionth(monkeypatch):
    inputs = torch.randn(900, 4, generator=generator(3, "inputs"))
    labels = torch.randint(3, (900,), generator=generator(3, "labels"))
    data = FederatedData.of(inputs, labels, [range(3 * k, 3 * k + 3) for k in range(300)])
    whole = run(data=data, engine="stacked").bank.values
    monkeypatch.setattr(federation, "WHOLE", 0)
    monkeypatch.setattr(federation, "AT_A_TIME", 10 * NETWORK.layout.size)
    folded = run(data=data, engine="stacked").bank.values
    assert whole.dtype == torch.float32
    assert (folded - whole).abs().max() < 1e-6


def test_buffers_are_added_up_too(monkeypatch):
    task = Task(lambda: nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.Linear(5, 3)))
    work = LocalWork(0.1, steps=2)
    whole = run(task, work=work)
    monkeypatch.setattr(federation, "WHOLE", 0)
    monkeypatch.setattr(federation, "AT_A_TIME", 1)
    folded = run(task, work=work)
    assert task.buffer_layout.size
    for part in ("bank", "buffers"):
        assert torch.allclose(getattr(folded, part).values, getattr(whole, part).values, atol=1e-10)


def test_a_rule_that_compares_clients_is_given_all_rows(monkeypatch):
    monkeypatch.setattr(federation, "WHOLE", 0)
    monkeypatch.setattr(federation, "AT_A_TIME", 1)
    rows = []

    class Watched(FedAvg):
        def aggregate(self, state, received, sent, round):
            rows.append(len(sent.parameters))
            return super().aggregate(state, received, sent, round)

    run(algorithm=Watched(equal_weights(examples())))
    assert rows == [3, 3, 3]


# Prints how many bytes the process grew by in one round of clients that hold one example each.
MANY = """
import resource, sys, torch
from incentives.learning import FederatedData, LocalWork, dense_classifier, run
clients = int(sys.argv[1])
torch.set_num_threads(1)
task = dense_classifier(784, [1000], 10)
data = FederatedData.of(torch.rand(clients, 784), torch.arange(clients) % 10, [[k] for k in range(clients)])
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
run(task, FederatedData.of(data.inputs[:1], data.labels[:1], [[0]]), LocalWork(0.1, steps=1), rounds=1, seed=0)
before = peak()
run(task, data, LocalWork(0.1, steps=1), rounds=1, seed=0)
print(task.layout.size, peak() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process does not know its peak there")
def test_memory_does_not_depend_on_the_number_of_clients():
    grown = []
    for clients in (400, 1200):
        done = subprocess.run([sys.executable, "-c", MANY, str(clients)], capture_output=True, text=True, check=True)
        size, more = map(int, done.stdout.split())
        grown.append(more)
    assert clients * size * 4 > 3.5e9  # one copy of all rows; they were held three times
    assert max(grown) < 500e6, grown
    assert grown[1] < grown[0] + 100e6, grown
