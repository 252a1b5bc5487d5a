"""How long exact leave-one-out takes, where reports clash and where all meet.

    python benchmarks/consensus_at_scale.py

Clients hold random half-spaces in ten dimensions, each held twice. In the first world one client reports the far side
of its own. In the second all are honest. Everything is decided in fractions. "Every run" solves one system for each
client, as the mechanism is stated. Both must find the same runs empty, and each point must be one of all reports of its
run. Processor seconds of one core: the median of three worlds and the worst. Every run is measured on the first world
only, and the ratio is that of the two ways in this world, side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from statistics import median
from time import process_time

import numpy as np

from incentives import consensus as cs


def honest(clients: int, dimension: int, seed: int) -> list[cs.HalfSpaces]:
    """Reports of an even number of clients, all of which hold the origin."""
    rows = np.random.default_rng(seed).integers(-9, 10, (clients // 2, dimension)).tolist()
    return [cs.HalfSpaces([row], [sum(map(abs, row))]) for row in rows for _ in range(2)]


def clashing(clients: int, dimension: int, seed: int) -> list[cs.HalfSpaces]:
    """The same, but the one in the middle lies."""
    told = honest(clients, dimension, seed)
    own = told[clients // 2]
    told[clients // 2] = cs.HalfSpaces([[-v for v in own.rows[0]]], [-3 * own.bounds[0]])
    return told


def every_run(told: list[cs.HalfSpaces]) -> tuple:
    """One system for each client."""
    return tuple(cs.common_point(told[:n] + told[n + 1 :]) for n in range(len(told)))


def serves(told: list[cs.HalfSpaces], found: tuple) -> bool:
    """Whether each candidate is a point of the reports of this run."""
    made = [(n, point) for n, point in enumerate(found) if point is not None]
    return all(point in report for n, point in made for k, report in enumerate(told) if k != n)


def seconds(run: Callable, told: list[cs.HalfSpaces]) -> tuple[float, tuple]:
    """Processor time of a call, and what it returns."""
    begun = process_time()
    found = run(told)
    return process_time() - begun, found


def main() -> None:
    """A line for each number of clients and each world; every run of a thousand takes minutes and is left out."""
    for clients, (name, world) in product((20, 50, 100, 300, 1000), (("clash", clashing), ("honest", honest))):
        worlds = [world(clients, 10, seed) for seed in range(3)]
        ours = [seconds(cs.LeaveOneOut().candidates, told) for told in worlds]
        beside = ""
        if clients <= 100:
            time, found = seconds(every_run, worlds[0])
            same = [point is None for point in found] == [point is None for point in ours[0][1]]
            same = same and serves(worlds[0], ours[0][1]) and serves(worlds[0], found)
            if not same:
                raise SystemExit(f"{clients} clients, {name}: the two ways differ")
            beside = f", every run {time:.2f} s, {time / ours[0][0]:.0f} times as long"
        times = [time for time, _ in ours]
        print(f"{clients} clients, {name}: {median(times):.3f} s (worst {max(times):.3f} s){beside}", flush=True)


if __name__ == "__main__":
    main()
