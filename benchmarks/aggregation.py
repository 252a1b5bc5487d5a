"""Averaging client models: one matrix product against a loop over state dicts: `python benchmarks/aggregation.py`.

10 clients, one thread, processor time, interleaved, medians. Columns, each the time of a loop over that of
the matrix: "average" is one global model against the weighted sum that one writes, tensor by tensor; "best
loop" the same against sums in place, without temporary tensors, the best loop that we could write; "leave
one out" makes 11 models at once, against 11 best loops; "send" gives every client the global model, against
`load_state_dict`; "cosines" are those of all pairs of client models, against PyTorch's function on each pair.
All results are checked against the loop's; the last column is the largest difference of the averages.
"""

import argparse
from statistics import median
from time import process_time

import torch
from torch import nn

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.leave_one_out import leave_one_out_weights

NETWORKS = {
    "one convolution": lambda: nn.Sequential(
        nn.Conv2d(1, 32, 5, padding=2), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(6272, 10)
    ),
    "one convolution, hidden layer": lambda: nn.Sequential(
        nn.Conv2d(1, 32, 5, padding=2),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(6272, 128),
        nn.Linear(128, 10),
    ),
    "20 layers of 128": lambda: nn.Sequential(*[nn.Linear(128, 128) for _ in range(20)]),
}


@torch.no_grad()
def usual_average(states, weights):
    """One weighted sum of state dicts as it is usually written."""
    return {
        name: sum(weight * state[name] for state, weight in zip(states, weights, strict=True)) for name in states[0]
    }


@torch.no_grad()
def best_average(states, weights):
    """One weighted sum of state dicts."""
    total = {name: torch.zeros_like(tensor) for name, tensor in states[0].items()}
    for state, weight in zip(states, weights, strict=True):
        if weight:
            for name, tensor in total.items():
                tensor.add_(state[name], alpha=weight)
    return total


def loop_cosines(states):
    """Cosines of all pairs, each client's tensors flattened once."""
    flat = [torch.cat([tensor.flatten() for tensor in state.values()]) for state in states]
    return torch.stack([torch.stack([torch.cosine_similarity(a, b, dim=0) for b in flat]) for a in flat])


def measure(pairs, repeats, rounds):
    """Median processor time per call of each function, taking turns."""
    times = {name: [] for name in pairs}
    for _ in range(repeats):
        for name, work in pairs.items():
            start = process_time()
            for _ in range(rounds):
                work()
            times[name].append((process_time() - start) / rounds)
    return {name: median(values) for name, values in times.items()}


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    same = {"best loop": "average"}
    heads = ("average", "best loop", "leave one out", "send", "cosines")
    print(f"{'network':32s}{'parameters':>11s}" + "".join(f"{head:>15s}" for head in heads) + f"{'difference':>12s}")
    for name, make in NETWORKS.items():
        modules = [make() for _ in range(arguments.clients)]
        chance = generator(0, name)
        for module in modules:
            for parameter in module.parameters():
                parameter.data = torch.randn(parameter.shape, generator=chance)
        bank = ParamBank.of_modules(modules)
        states = [{k: v.clone() for k, v in module.state_dict().items()} for module in modules]
        one = torch.full((1, len(bank)), 1 / len(bank), dtype=torch.float64)
        many = leave_one_out_weights(torch.ones(len(bank)))
        rows, shares, lists = torch.empty_like(bank.values), one[0].tolist(), many.tolist()
        server = bank.aggregate(one)
        found = best_average(states, shares)
        largest = (bank.layout.join(found) - server.values[0]).abs().max().item()
        assert largest < 1e-5
        assert torch.allclose(loop_cosines(states), bank.cosines(), atol=1e-4)
        work = {
            ("average", "loop"): lambda s=states, w=shares: usual_average(s, w),
            ("best loop", "loop"): lambda s=states, w=shares: best_average(s, w),
            ("average", "bank"): lambda b=bank, w=one: b.aggregate(w),
            ("leave one out", "loop"): lambda s=states, w=lists: [best_average(s, row) for row in w],
            ("leave one out", "bank"): lambda b=bank, w=many: b.aggregate(w),
            ("send", "loop"): lambda m=modules, f=found: [module.load_state_dict(f) for module in m],
            ("send", "bank"): lambda r=rows, v=server.values: r.copy_(v.expand_as(r)),
            ("cosines", "loop"): lambda s=states: loop_cosines(s),
            ("cosines", "bank"): lambda b=bank: b.cosines(),
        }
        times = measure(work, arguments.repeats, max(2, 3_000_000 // bank.layout.size))
        ratios = "".join(f"{times[head, 'loop'] / times[same.get(head, head), 'bank']:15.1f}" for head in heads)
        print(f"{name:32s}{bank.layout.size:11d}{ratios}{largest:12.1g}")


if __name__ == "__main__":
    main()
