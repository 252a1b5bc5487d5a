"""What the sequential engine adds to a step, and what resident data save: `python benchmarks/training_step.py`.

One thread, processor time, interleaved, medians.

First table: a step of `local_update` with engine "sequential" over a step of bare PyTorch, both with momentum
0.9, batches drawn anew and gathered from resident tensors. The bare loop knows no clients: one module, one
`torch.optim.SGD` as it comes, `zero_grad`, `backward`, `step`. Ours trains 4 clients for 10 steps each and so
also moves models in and out. Both end at the same weights for the first client, or the run stops.

Second table: one epoch's batches of one client, from a `DataLoader` over a `TensorDataset` in the same
process (no workers, whose start alone takes longer) over ours, for images as floats.
"""

import argparse
from statistics import median
from time import process_time

import torch
from torch import nn
from torch.nn import functional as fn
from torch.utils.data import DataLoader, TensorDataset

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import LocalWork, local_update
from incentives.learning.networks import dense_classifier, logistic_regression
from incentives.learning.tasks import Task

CLIENTS, STEPS = 4, 10


def one_convolution():
    return nn.Sequential(
        nn.Conv2d(1, 32, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(6272, 128), nn.ReLU(),
        nn.Linear(128, 10),
    )  # fmt: skip


def two_convolutions():
    return nn.Sequential(
        nn.Conv2d(3, 32, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 5, padding=2), nn.ReLU(),
        nn.MaxPool2d(2), nn.Flatten(), nn.Linear(4096, 256), nn.ReLU(), nn.Linear(256, 10),
    )  # fmt: skip


# Name: task, shape of an input, classes, batch size.
PROBLEMS = {
    "logistic regression, 20 inputs": (logistic_regression(20, 10), (20,), 10, 32),
    "network 20-32-2": (dense_classifier(20, [32], 2), (20,), 2, 32),
    "network 784-128-10": (dense_classifier(784, [128], 10), (28, 28), 10, 64),
    "one convolution": (Task(one_convolution), (1, 28, 28), 10, 64),
    "two convolutions": (Task(two_convolutions), (3, 32, 32), 10, 32),
}


def bare(module, inputs, labels, batch, steps):
    """Plain PyTorch on the first client's batches, drawn from its stream."""
    optimizer = torch.optim.SGD(module.parameters(), lr=0.01, momentum=0.9)
    order = torch.randperm(len(inputs), generator=generator(7, "batches", 0, 0))
    for rows in order.split(batch)[:steps]:
        optimizer.zero_grad()
        fn.cross_entropy(module(inputs[rows]), labels[rows]).backward()
        optimizer.step()


def take_turns(work, repeats):
    """Median processor time of each function, in turns."""
    times = {name: [] for name in work}
    for _ in range(repeats):
        for name, call in work.items():
            start = process_time()
            call()
            times[name].append(process_time() - start)
    return {name: median(values) for name, values in times.items()}


def steps(name, repeats):
    """One line of the first table."""
    task, shape, classes, batch = PROBLEMS[name]
    size = batch * STEPS
    chance = generator(1, name)
    inputs = torch.randn(CLIENTS * size, *shape, generator=chance)
    labels = torch.randint(classes, (CLIENTS * size,), generator=chance)
    data = FederatedData.of(inputs, labels, torch.arange(CLIENTS * size).view(CLIENTS, size).unbind())
    work = LocalWork(0.01, batch_size=batch, epochs=1, momentum=0.9)
    first, _ = task.initial(generator(2, name))
    start = ParamBank(first.values.repeat(CLIENTS, 1), first.layout)
    module = first.load(0, task.module())

    def ours():
        return local_update(start, data, work.batches(data, seed=7, round=0), task, work.sgd(0))

    bare(module, inputs[:size], labels[:size], batch, STEPS)
    difference = (first.layout.join(dict(module.named_parameters())) - ours().bank.values[0]).abs().max().item()
    assert difference < 1e-4, f"{name}: the loops end {difference} apart"
    turns = {"ours": ours, "bare": lambda: bare(module, inputs[:size], labels[:size], batch, STEPS)}
    times = take_turns(turns, repeats)
    ours_step, bare_step = times["ours"] / (CLIENTS * STEPS), times["bare"] / STEPS
    print(f"{name:34s}{batch:6d}{1e3 * bare_step:12.3f}{ours_step / bare_step:8.2f}{difference:12.1g}")


def epochs(repeats):
    """The second table."""
    for size, batch in ((600, 32), (6000, 128)):
        inputs = torch.randn(size, 1, 28, 28, generator=generator(1, "images"))
        labels = torch.randint(10, (size,), generator=generator(1, "labels"))
        data = FederatedData.of(inputs, labels, [torch.arange(size)])
        loader = DataLoader(TensorDataset(inputs, labels), batch, shuffle=True, generator=generator(1, "order"))

        def ours(data=data, batch=batch):
            batches = data.batches(seed=7, round=0, batch_size=batch, epochs=1)
            for rows, (count,) in zip(batches.rows, batches.counts.tolist(), strict=True):
                data.gather(rows[0, :count])

        times = take_turns({"ours": ours, "loader": lambda loader=loader: [None for _ in loader]}, repeats)
        print(f"{size:8d}{batch:6d}{1e3 * times['ours']:12.2f}{times['loader'] / times['ours']:8.1f}")


def main():
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--networks", nargs="+", default=list(PROBLEMS), choices=list(PROBLEMS))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    print(f"{'network':34s}{'batch':>6s}{'bare ms':>12s}{'ratio':>8s}{'difference':>12s}")
    for name in arguments.networks:
        steps(name, arguments.repeats)
    print(f"\n{'examples':>8s}{'batch':>6s}{'ours ms':>12s}{'ratio':>8s}")
    epochs(arguments.repeats)


if __name__ == "__main__":
    main()
