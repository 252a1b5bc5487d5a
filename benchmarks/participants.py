"""Memory of a federation of many clients: few of 1,000 take part in a round, or all of many do.

    python benchmarks/participants.py
    python benchmarks/participants.py --clients 1000 --rate 0.01 --rounds 2
    python benchmarks/participants.py --everybody 10000

Each way runs in a process of its own, because a peak never falls. First the network for MNIST, of which 1 % train in a
round; the baseline keeps rows for everybody, as any algorithm does that does not say `only_participants`; both must end
at the same model, bit for bit. Then one round in which everybody trains 795,010 parameters for one step and federated
averaging adds up a few clients at a time; the baseline holds all rows and is run with 150 clients, since it needs more
memory with each.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import resource
import sys
import time
from typing import Any


def measure(everybody: bool, clients: int, rate: float, rounds: int) -> tuple[float, float, str]:
    """Gigabytes above the data and the libraries, seconds, and a hash of the model."""
    import torch

    from incentives.learning import FederatedData, LocalWork, OneConv, run
    from incentives.learning.averaging import AveragingState, Models
    from incentives.methods.aequa import plain_task
    from incentives.methods.participation import PartialAveraging

    class Everybody(PartialAveraging):
        only_participants = False

        def aggregate(self, state: Any, received: Models, sent: Models, round: int) -> AveragingState:
            here = self.participants(state, round)[:, 0].tolist()
            return super().aggregate(state, received, Models(*(part[here] for part in sent)), round)

    torch.set_num_threads(1)
    inputs = torch.rand(2 * clients, 1, 28, 28, generator=torch.Generator().manual_seed(0))
    data = FederatedData.of(inputs, torch.arange(2 * clients) % 10, [[2 * k, 2 * k + 1] for k in range(clients)])
    task, work = plain_task(OneConv), LocalWork(rate=0.05, momentum=0.9, batch_size=2, epochs=1)
    algorithm = (Everybody if everybody else PartialAveraging)(data.sizes, [rate] * clients)

    def peak() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)

    before, started = peak(), time.perf_counter()
    done = run(task, data, work, rounds=rounds, seed=0, algorithm=algorithm)
    return (
        peak() - before,
        time.perf_counter() - started,
        hashlib.sha256(done.bank.values.numpy().tobytes()).hexdigest(),
    )


def measure_everybody(whole: bool, clients: int) -> tuple[float, float]:
    """Gigabytes above the data and the libraries, and seconds, of a round in which everybody trains."""
    import torch

    from incentives.learning import FederatedData, LocalWork, dense_classifier, federation, run

    torch.set_num_threads(1)
    if whole:
        federation.WHOLE = 2**60
    inputs = torch.rand(clients, 784, generator=torch.Generator().manual_seed(0))
    task, work = dense_classifier(784, [1000], 10), LocalWork(rate=0.05, steps=1)
    few, everybody = (
        FederatedData.of(inputs[:count], torch.arange(count) % 10, [[k] for k in range(count)])
        for count in (1, clients)
    )

    def peak() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)

    run(task, few, work, rounds=1, seed=0)  # libraries set themselves up
    before, started = peak(), time.perf_counter()
    run(task, everybody, work, rounds=1, seed=0)
    return peak() - before, time.perf_counter() - started


def main() -> None:
    """Measure all ways and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--everybody", type=int, default=1000, help="clients of the round in which all take part")
    told = parser.parse_args()
    found = {}
    for name, everybody in (("participants only", False), ("rows for everybody", True)):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found[name] = pool.apply(measure, (everybody, told.clients, told.rate, told.rounds))
        memory, seconds, _ = found[name]
        print(f"{name}: {memory:.2f} GB above data and libraries, {seconds:.1f} s for {told.rounds} rounds")
    if len({model for *_, model in found.values()}) != 1:
        sys.exit("the two ways end at different models")
    for name, whole, clients in (("a few at a time", False, told.everybody), ("all rows", True, 150)):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            memory, seconds = pool.apply(measure_everybody, (whole, clients))
        print(
            f"everybody of {clients}, {name}: {memory:.2f} GB above data and libraries, {seconds:.1f} s for one round"
        )


if __name__ == "__main__":
    main()
