"""The federation without each client, all runs at once: `python benchmarks/leave_one_out.py`.

M clients, M + 1 runs (without each, and with everybody), one thread, processor time, one process, in turns,
medians. Columns are ratios of times; all ways must end at the same models or the run stops ("difference" is
the largest, float32).

- "plain" is what one writes with PyTorch: for every run and client a module loaded with the server's state,
  a `torch.optim.SGD`, a loop over steps, and a running average of state dicts. Its data lie ready as one
  tensor per client and nothing is validated, so its time is training.
- "sequential" is the library's own oracle, run by run: no work shared between runs. `training_step.py`
  compares it with bare steps.
- "stacked" trains all models at once; "statistics" (linear regression on all data) needs the data once. Both
  are timed from the data to the final models, statistics included.

Plain over stacked is the ratio that matters; sequential over stacked shows the same without differences in
style.
"""

import argparse
from statistics import median
from time import process_time

import torch

from incentives.learning import federation
from incentives.learning.averaging import FedAvg
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.leave_one_out import leave_one_out, leave_one_out_weights
from incentives.learning.local_update import LocalWork
from incentives.learning.networks import dense_classifier, linear_regression, logistic_regression

# Name, clients, examples of each, inputs, rounds, local work.
ALL_DATA, BATCHES = LocalWork(0.1, steps=5), LocalWork(0.1, batch_size=25, epochs=1)
PROBLEMS = [
    ("linear", 5, 100, 20, 5, ALL_DATA),
    ("linear", 10, 100, 20, 5, ALL_DATA),
    ("linear", 20, 100, 20, 5, ALL_DATA),
    ("linear", 20, 1000, 50, 5, ALL_DATA),
    ("logistic", 5, 100, 20, 5, ALL_DATA),
    ("logistic", 10, 100, 20, 5, ALL_DATA),
    ("logistic", 20, 100, 20, 5, ALL_DATA),
    ("logistic", 20, 100, 20, 5, BATCHES),
    ("logistic", 10, 1000, 50, 5, ALL_DATA),
    ("20-32-2", 5, 32, 20, 2, ALL_DATA),
    ("20-32-2", 10, 32, 20, 2, ALL_DATA),
    ("20-32-2", 10, 100, 20, 2, ALL_DATA),
    ("20-32-2", 20, 32, 20, 2, ALL_DATA),
    ("64-32-10", 10, 100, 64, 2, BATCHES),
]


def problem(name, clients, size, features):
    """A task and data with one linear truth and noise."""
    chance = generator(1, name, clients, size)
    inputs = torch.randn(clients * size, features, generator=chance)
    truth = inputs @ torch.randn(features, generator=chance) / features**0.5
    labels = truth + 0.3 * torch.randn(clients * size, generator=chance)
    parts = torch.arange(clients * size).view(clients, size).unbind()
    if name == "linear":
        return linear_regression(features), FederatedData.of(inputs, labels, parts)
    classes = 10 if name.endswith("-10") else 2
    task = logistic_regression(features) if name == "logistic" else dense_classifier(features, [32], classes)
    cuts = torch.quantile(labels, torch.linspace(0, 1, classes + 1)[1:-1])
    return task, FederatedData.of(inputs, torch.bucketize(labels, cuts), parts)


def plain(task, data, work, rounds, seed):
    """M + 1 federations in PyTorch's own words; returns their last models, one row each."""
    own = [data.client(k) for k in range(data.clients)]
    first, _ = task.initial(generator(seed, "initial"))
    module = first.load(0, task.module())
    initial = {name: tensor.clone() for name, tensor in module.state_dict().items()}
    finals = []
    for left in [*range(data.clients), None]:
        server = initial
        there = [k for k in range(data.clients) if k != left]
        for t in range(rounds):
            total = {name: torch.zeros_like(tensor) for name, tensor in server.items()}
            for client in there:
                inputs, labels = own[client]
                module.load_state_dict(server)
                optimizer = torch.optim.SGD(module.parameters(), lr=work.rate)
                for rows in steps_of(work, len(labels), seed, client, t):
                    x, y = (inputs, labels) if rows is None else (inputs[rows], labels[rows])
                    optimizer.zero_grad()
                    task.loss.mean(module(x), y).backward()
                    optimizer.step()
                for name, tensor in module.state_dict().items():
                    total[name].add_(tensor, alpha=1 / len(there))
            server = total
        finals.append(torch.cat([tensor.flatten() for tensor in server.values()]))
    return torch.stack(finals)


def steps_of(work, size, seed, client, t):
    """The rows of each local step; None for all of them."""
    if work.batch_size is None:
        return [None] * work.steps
    return torch.randperm(size, generator=generator(seed, "batches", client, t)).split(work.batch_size)


def sequential(task, data, work, rounds, seed):
    """The library's oracle, one federation after the other."""
    runs = leave_one_out_weights(torch.ones(data.clients))
    finals = [
        federation.run(task, data, work, rounds=rounds, seed=seed, algorithm=FedAvg(row)).bank.values for row in runs
    ]
    return torch.cat(finals)


def at_once(engine):
    """All runs at once by one engine."""

    def train(task, data, work, rounds, seed):
        ones = torch.ones(data.clients)
        return leave_one_out(task, data, work, rounds=rounds, seed=seed, weights=ones, engine=engine).bank.values

    return train


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--repeats", type=int, default=3, help="turns of the slow ways; the fast ones take 5 times as many"
    )
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    ways = {"plain": plain, "sequential": sequential}
    fast = {"stacked": at_once("stacked"), "statistics": at_once("statistics")}
    print(f"{'problem':10s}{'M':>4s}{'n':>6s}{'d':>4s}{'step':>8s}{'plain s':>9s}", end="")
    print(f"{'plain/':>11s}{'sequential/':>13s}{'plain/':>12s}{'sequential/':>13s}{'difference':>12s}")
    print(f"{'':41s}{'stacked':>11s}{'stacked':>13s}{'statistics':>12s}{'statistics':>13s}")
    for name, clients, size, features, rounds, work in PROBLEMS:
        task, data = problem(name, clients, size, features)
        chosen = {k: w for k, w in fast.items() if k == "stacked" or name == "linear"}
        times = {way: [] for way in (*ways, *chosen)}
        finals = {way: call(task, data, work, 1, 3) for way, call in {**ways, **chosen}.items()}  # warm up
        for _ in range(arguments.repeats):
            for way, call in {**ways, **chosen}.items():
                for _ in range(5 if way in chosen else 1):
                    start = process_time()
                    finals[way] = call(task, data, work, rounds, 3)
                    times[way].append(process_time() - start)
        largest = max((finals[way] - finals["plain"]).abs().max().item() for way in finals)
        assert largest < 1e-3, f"{name}: the ways end {largest} apart"
        took = {way: median(values) for way, values in times.items()}
        cells = [
            f"{took[slow] / took[quick]:{width}.0f}" if quick in took else f"{'':{width}s}"
            for quick in fast
            for slow, width in (("plain", 11 + (quick == "statistics")), ("sequential", 13))
        ]
        step = "all" if work.batch_size is None else str(work.batch_size)
        print(
            f"{name:10s}{clients:4d}{size:6d}{features:4d}{step:>8s}{took['plain']:9.3f}{''.join(cells)}{largest:12.1g}"
        )


if __name__ == "__main__":
    main()
