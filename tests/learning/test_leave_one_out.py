import pytest
import torch

from incentives.learning import federation
from incentives.learning.averaging import FedAvg
from incentives.learning.chance import generator
from incentives.learning.deviations import Bias, FlipLabels, Rescale, Rotate
from incentives.learning.federated_data import FederatedData
from incentives.learning.leave_one_out import leave_one_out, leave_one_out_weights
from incentives.learning.local_update import LocalWork
from incentives.learning.networks import dense_classifier, linear_regression, logistic_regression

from .constant_point import ConstantPoint

PARTS = [range(8), range(8, 13), range(13, 30), range(30, 40)]
SIZES = [8, 5, 17, 10]
TASKS = {
    "linear": (linear_regression(4), None),
    "logistic": (logistic_regression(4), 2),
    "network": (dense_classifier(4, [5], 3, activation="tanh"), 3),
}
LIES = {
    "nobody": {},
    "rescaled": {1: Rescale(-3.0)},
    "biased": {2: Bias(2.0, seed=3)},
    "rotated": {0: Rotate(2.0, seed=3), 3: Rescale(2.0)},
    "a point": {1: ConstantPoint},
    "flipped": {3: FlipLabels},
}


def problem(task, lies):
    (task, classes), lies = TASKS[task], LIES[lies]
    chance = generator(1, "examples")
    inputs = torch.randn(40, 4, generator=chance, dtype=torch.float64)
    labels = torch.randn(40, generator=chance, dtype=torch.float64)
    if classes:
        labels = torch.randint(classes, (40,), generator=chance)
    made = {
        FlipLabels: lambda: FlipLabels(classes),
        ConstantPoint: lambda: ConstantPoint(torch.ones(task.layout.size)),
    }
    lies = {client: made[lie]() if lie in made else lie for client, lie in lies.items()}
    return task, FederatedData.of(inputs, labels, PARTS), lies


CONTRACT = [("stacked", task, lies) for task in TASKS for lies in LIES]
CONTRACT += [("statistics", "linear", lies) for lies in LIES]
CONTRACT += [("sequential", "network", "rescaled")]


@pytest.mark.parametrize(("engine", "task", "lies"), CONTRACT)
def test_all_runs_at_once_are_the_federations_without_each_client(engine, task, lies):
    """Against M + 1 federations, one after the other, each among the others' data alone; chance is common."""
    task, data, lies = problem(task, lies)
    work = LocalWork(0.2, steps=3, weight_decay=0.01, momentum=0.3)
    if engine == "stacked":
        work = LocalWork(0.2, batch_size=4, epochs=1)
    held_out = (data.inputs, data.labels)
    done = leave_one_out(
        task,
        data,
        work,
        rounds=3,
        seed=7,
        engine=engine,
        deviations=lies,
        held_out=held_out,
        evaluate_every=3,
    )
    assert len(done.bank) == 5
    assert done.losses.shape == (3, 4, 5)
    for left in [0, 1, 2, 3, None]:
        sizes = torch.tensor([0.0 if client == left else size for client, size in enumerate(SIZES)]).double()
        alone = federation.run(
            task,
            data,
            work,
            rounds=3,
            seed=7,
            algorithm=FedAvg(sizes / sizes.sum()),
            deviations=lies,
            held_out=held_out,
            evaluate_every=3,
        )
        g = 4 if left is None else left
        assert torch.allclose(done.bank.values[g], alone.bank.values[0], rtol=1e-10, atol=1e-11)
        assert torch.allclose(done.losses[:, :, g], alone.losses[:, :, 0], atol=1e-11, equal_nan=True)
        assert torch.allclose(done.held_out_losses[:, g], alone.held_out_losses[:, 0])
        assert torch.equal(done.accuracies.isnan()[:, g], alone.accuracies.isnan()[:, 0])


@pytest.mark.parametrize("lie", ["rescaled", "a point", "flipped"])
def test_what_the_left_out_client_reports_or_holds_does_not_matter(lie):
    task, data, lies = problem("logistic", lie)
    (client,) = lies
    work = LocalWork(0.2, steps=3)
    lied = leave_one_out(task, data, work, rounds=3, seed=7, deviations=lies)
    true = leave_one_out(task, data, work, rounds=3, seed=7)
    same = [torch.equal(a, b) for a, b in zip(lied.bank.values, true.bank.values, strict=True)]
    assert same == [g == client for g in range(5)]


def test_weights_without_each_client():
    matrix = leave_one_out_weights(torch.tensor([1, 2, 3]))
    assert torch.allclose(matrix[0] * 5, torch.tensor([0.0, 2.0, 3.0]).double())
    assert torch.allclose(matrix.sum(dim=1), torch.ones(4).double())
    task, data, _ = problem("logistic", "nobody")
    equal = leave_one_out(task, data, LocalWork(0.1, steps=1), rounds=1, seed=1, weights=[1, 1, 1, 1])
    weighted = leave_one_out(task, data, LocalWork(0.1, steps=1), rounds=1, seed=1)
    assert not torch.allclose(equal.bank.values, weighted.bank.values)


@pytest.mark.parametrize("weights", [[1.0], [1.0, 0.0], [1.0, -1.0], [[1.0, 1.0]], [1.0, float("inf")]])
def test_wrong_weights_are_refused(weights):
    with pytest.raises(ValueError, match="weights must be two or more finite numbers above 0"):
        leave_one_out_weights(weights)


def test_an_engine_that_cannot_is_refused():
    task, data, _ = problem("logistic", "nobody")
    with pytest.raises(ValueError, match="engine 'statistics' needs linear_regression"):
        leave_one_out(task, data, LocalWork(0.1, steps=1), rounds=1, seed=1, engine="statistics")
    with pytest.raises(ValueError, match="engine must be one of"):
        leave_one_out(task, data, LocalWork(0.1, steps=1), rounds=1, seed=1, engine="quick")
    linear, data, _ = problem("linear", "nobody")
    with pytest.raises(ValueError, match="batch_size=None"):
        leave_one_out(linear, data, LocalWork(0.1, 4, steps=1), rounds=1, seed=1, engine="statistics")


def test_training_leaves_the_global_generator_alone():
    task, data, _ = problem("network", "nobody")
    before = torch.get_rng_state()
    leave_one_out(task, data, LocalWork(0.1, 4, epochs=1), rounds=2, seed=1)
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("engine", ["stacked", "statistics"])
def test_a_gpu_ends_where_the_cpu_ends(engine):
    task, data, lies = problem("linear", "biased")
    work = LocalWork(0.2, steps=3)
    here, there = (
        leave_one_out(task, data, work, rounds=3, seed=7, engine=engine, deviations=lies, device=device)
        for device in ("cpu", "cuda")
    )
    assert torch.allclose(there.bank.values.cpu(), here.bank.values, rtol=1e-9, atol=1e-10)
