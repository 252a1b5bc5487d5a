"""How long exact leave-one-out takes where reports clash: `python benchmarks/consensus_at_scale.py`.

Clients hold random half-spaces in ten dimensions, each held twice, and one reports the far side of its own. All runs
are
decided in fractions. "Every run" solves one system for each client, as the mechanism is stated; both must give the same
candidates. Processor seconds of one core, the median of three worlds.
"""

from __future__ import annotations

from statistics import median
from time import process_time

import numpy as np

from incentives import consensus as cs


def world(clients: int, dimension: int, seed: int) -> list[cs.HalfSpaces]:
    """Reports of an even number of clients; the one in the middle lies."""
    rows = np.random.default_rng(seed).integers(-9, 10, (clients // 2, dimension)).tolist()
    told = [cs.HalfSpaces([row], [sum(map(abs, row))]) for row in rows for _ in range(2)]
    own = told[clients // 2]
    told[clients // 2] = cs.HalfSpaces([[-v for v in own.rows[0]]], [-3 * own.bounds[0]])
    return told


def seconds(run: object) -> tuple[float, tuple]:
    """Processor time of a call, and what it returns."""
    begun = process_time()
    found = run()
    return process_time() - begun, found


def main() -> None:
    """A line for each number of clients; solving for each of a thousand takes minutes."""
    for clients in (20, 50, 100, 300, 1000):
        ours, plain = [], []
        for seed in range(3):
            told = world(clients, 10, seed)
            time, found = seconds(lambda told=told: cs.LeaveOneOut().candidates(told))
            ours.append(time)
            if seed == 0 and clients <= 100:
                time, every = seconds(
                    lambda told=told: tuple(cs.common_point(told[:n] + told[n + 1 :]) for n in range(len(told)))
                )
                plain.append(time)
                if found != every:
                    raise SystemExit("the two ways differ")
        beside = f", every run {plain[0]:.2f} s" if plain else ""
        print(f"{clients} clients: {median(ours):.2f} s (worst {max(ours):.2f} s){beside}", flush=True)


if __name__ == "__main__":
    main()
