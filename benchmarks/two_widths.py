"""What a second width costs: a local step of Aequa against one of federated averaging: `python
benchmarks/two_widths.py`.

One thread, processor time, interleaved, medians over widths on a grid of six from 0.25 to 1. A step is loss, gradient
and
SGD with momentum on a batch of 64. "shared" is our joint step, which computes the leading layers once; "two passes"
runs the network
twice, as the algorithm is usually written; both give the same gradient (checked). "arithmetic" is what counting
multiplications promises for two passes. "sandwich" is the rule of universally slimmable networks with four widths.
"""

import argparse
from statistics import mean, median
from time import process_time

import torch
from torch.nn import functional as fn

from incentives.learning.chance import generator
from incentives.learning.slim_networks import OneConv, ResNet18, TwoConv
from incentives.learning.tasks import seeded

NETWORKS = {
    "one convolution": (lambda: OneConv(), (1, 28, 28), 64),
    "two convolutions": (lambda: TwoConv(), (3, 32, 32), 64),
    "ResNet-18, 16 channels": (lambda: ResNet18(channels=16, widths=None), (3, 32, 32), 16),
}
WIDTHS = (0.25, 0.4, 0.55, 0.7, 0.85, 1.0)


def plain(network, inputs, labels, width):
    return fn.cross_entropy(network(inputs), labels)


def two_passes(network, inputs, labels, width):
    return fn.cross_entropy(network(inputs), labels) + fn.cross_entropy(network(inputs, width), labels)


def shared(network, inputs, labels, width):
    whole, narrow = network.joint(inputs, width)
    return fn.cross_entropy(whole, labels) + fn.cross_entropy(narrow, labels)


def sandwich(network, inputs, labels, width):
    four = (1.0, 0.25, width, WIDTHS[(WIDTHS.index(width) + 3) % len(WIDTHS)])
    return sum(fn.cross_entropy(network(inputs, w), labels) for w in four)


LOSSES = {"federated averaging": plain, "shared": shared, "two passes": two_passes, "sandwich": sandwich}


def gradient(loss, network, inputs, labels, width):
    return torch.autograd.grad(loss(network, inputs, labels, width), list(network.parameters()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    torch.set_num_threads(1)
    print(
        f"{'network':24s} {'shared':>8s} {'two passes':>11s} {'sandwich':>9s}  against one step of federated averaging"
    )
    for name, (make, shape, batch) in NETWORKS.items():
        with seeded(0):
            network = make().train()
        chance = generator(0, "benchmark")
        inputs = torch.rand(batch, *shape, generator=chance)
        labels = torch.randint(10, (batch,), generator=chance)
        for width in (0.4, 1.0):
            one, other = (gradient(loss, network, inputs, labels, width) for loss in (shared, two_passes))
            difference = max(float((a - b).abs().max()) for a, b in zip(one, other, strict=True))
            assert difference < 1e-4, difference
        optimizer = torch.optim.SGD(network.parameters(), lr=1e-6, momentum=0.9, fused=True)
        times = {key: {width: [] for width in WIDTHS} for key in LOSSES}
        for turn in range(repeats + 1):
            for width in WIDTHS:
                for key, loss in LOSSES.items():
                    started = process_time()
                    optimizer.zero_grad(set_to_none=True)
                    loss(network, inputs, labels, width).backward()
                    optimizer.step()
                    if turn:
                        times[key][width].append(process_time() - started)
        typical = {key: mean(median(times[key][width]) for width in WIDTHS) for key in LOSSES}
        base = typical.pop("federated averaging")
        print(
            f"{name:24s}"
            + "".join(f" {value / base:{w}.2f}" for value, w in zip(typical.values(), (8, 11, 9), strict=True))
        )


if __name__ == "__main__":
    main()
