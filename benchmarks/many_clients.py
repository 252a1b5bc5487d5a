"""Memory of a round in which everybody takes part: 10,000 clients of 805,066 parameters, the network for MNIST.

    python benchmarks/many_clients.py
    python benchmarks/many_clients.py --clients 1000 10000 --also 200

Each number of clients runs in a process of its own, because a peak never falls. The baseline, with as many clients as
`--also` says, keeps a row for each as `federation.run` does; both must end at the same model up to rounding.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from typing import Any


def measure(folded: bool, clients: int) -> tuple[float, float, float, Any]:
    """Gigabytes of the whole process, gigabytes above data and libraries, seconds, and some of the model's numbers."""
    import torch

    from incentives.learning import FederatedData, LocalWork, OneConv, federation
    from incentives.learning.folding import run_folded
    from incentives.methods.aequa import plain_task

    torch.set_num_threads(1)
    inputs = torch.rand(2 * clients, 1, 28, 28, generator=torch.Generator().manual_seed(0))
    data = FederatedData.of(inputs, torch.arange(2 * clients) % 10, [[2 * k, 2 * k + 1] for k in range(clients)])
    task, work = plain_task(OneConv), LocalWork(rate=0.05, momentum=0.9, batch_size=2, epochs=1)

    def peak() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)

    before, started = peak(), time.perf_counter()
    done = (run_folded if folded else federation.run)(task, data, work, rounds=1, seed=0)
    return peak(), peak() - before, time.perf_counter() - started, done.bank.values[0, :1000].numpy()


def main() -> None:
    """Measure each number of clients and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--also", type=int, default=200)
    told = parser.parse_args()
    models = {}
    for folded, clients in [(False, told.also), *((True, count) for count in (told.also, *told.clients))]:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            whole, above, seconds, models[folded, clients] = pool.apply(measure, (folded, clients))
        way = "a sum" if folded else "a row for each"
        print(f"{clients:6d} clients, {way:14s}: {whole:.2f} GB, {above:.2f} above data and libraries, {seconds:.1f} s")
    if abs(models[True, told.also] - models[False, told.also]).max() > 1e-6:
        sys.exit("the two ways end at different models")


if __name__ == "__main__":
    main()
