"""Memory of a federation in which few clients take part in a round: 1,000 clients at 1 % of the network for MNIST.

    python benchmarks/participants.py
    python benchmarks/participants.py --clients 1000 --rate 0.01 --rounds 2

Each way runs in a process of its own, because a peak never falls. The baseline keeps rows for everybody, as any
algorithm does that does not say `only_participants`; both must end at the same model, bit for bit.
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
    from incentives.learning.federation import AveragingState, Models
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


def main() -> None:
    """Measure both ways and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--rounds", type=int, default=2)
    told = parser.parse_args()
    found = {}
    for name, everybody in (("participants only", False), ("rows for everybody", True)):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found[name] = pool.apply(measure, (everybody, told.clients, told.rate, told.rounds))
        memory, seconds, _ = found[name]
        print(f"{name}: {memory:.2f} GB above data and libraries, {seconds:.1f} s for {told.rounds} rounds")
    if len({model for *_, model in found.values()}) != 1:
        sys.exit("the two ways end at different models")


if __name__ == "__main__":
    main()
