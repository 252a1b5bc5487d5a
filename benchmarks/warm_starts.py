"""What warm starts save the runs of exact leave-one-out, where half-spaces clash.

    python benchmarks/warm_starts.py | tee benchmarks/warm_starts.txt

The runs are those that leave out a member of the first clash; all others are empty without a problem solved. "Cold" is
`common_point` of the reports that stay, "warm" is `RunsWithout`, which begins with what refuted the whole and the runs
before. Both must find the same runs empty, and each point must serve its run, or the benchmark stops. Both take turns
on the same reports, in processor seconds of one core; the ratio is cold over warm. All numbers are fractions.

- "twice": random half-spaces around a cube at the origin, each held by two clients; one client reports the far side.
- "once": random half-spaces close around a point, each held by one client; one client reports the far side of its own.
- "needed": d + 1 clients clash by little, and all others are loose: every run has a point. At 100 clients only.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from statistics import median

import numpy as np
from consensus_at_scale import clashing, seconds

from incentives import consensus as cs
from incentives.consensus.exact_algebra import dot
from incentives.consensus.half_spaces import RunsWithout


def around(clients: int, dimension: int, slack: int, rng: np.random.Generator) -> tuple[list, list[int]]:
    """Half-spaces around a point, up to `slack` away from it, and the point."""
    centre = rng.integers(-9, 10, dimension).tolist()
    rows = [row for row in rng.integers(-9, 10, (clients, dimension)).tolist() if any(row)]
    return [cs.HalfSpaces([row], [dot(row, centre) + int(rng.integers(0, slack + 1))]) for row in rows], centre


def once(clients: int, dimension: int, seed: int) -> list[cs.HalfSpaces]:
    """One client lies in the middle of others whose half-spaces are all different."""
    told, _ = around(clients, dimension, 2, np.random.default_rng(seed))
    own = told[clients // 2]
    told[clients // 2] = cs.HalfSpaces([[-v for v in own.rows[0]]], [-own.bounds[0] - 1])
    return told


def needed(clients: int, dimension: int, seed: int) -> list[cs.HalfSpaces]:
    """A simplex that misses its own middle by a tenth, among half-spaces that hold it."""
    rng = np.random.default_rng(seed)
    told, centre = around(clients, dimension, 99, rng)
    sides = rng.integers(-9, 10, (dimension, dimension)).tolist()
    sides.append([-sum(side[k] for side in sides) for k in range(dimension)])
    for place, side in zip(rng.permutation(len(told)), sides, strict=False):
        told[place] = cs.HalfSpaces([side], [dot(side, centre) - Fraction(1, 10)])
    return told


def measured(told: list[cs.HalfSpaces]) -> tuple[int, int, float, float]:
    """Runs, runs with a point, cold seconds and warm ones."""
    clash = sorted(told[0].point_or_clash(told[1:])[1])
    cold, plain = seconds(lambda all_: [cs.common_point(all_[:n] + all_[n + 1 :]) for n in clash], told)
    warm, found = seconds(lambda all_: list(map(RunsWithout(all_, clash).point, [{n} for n in clash])), told)
    if [point is None for point in plain] != [point is None for point in found]:
        raise SystemExit("the two ways differ")
    for n, point in zip(clash, found, strict=True):
        if point is not None and not all(point in report for j, report in enumerate(told) if j != n):
            raise SystemExit(f"the point without {n} does not serve")
    return len(clash), sum(point is not None for point in found), cold, warm


def main() -> None:
    """A line for each kind of reports, number of clients and dimension: three draws."""
    print("reports  clients   d   runs (with a point)   cold s   warm s   cold / warm, each draw")
    worlds = (("twice", clashing), ("once", once), ("needed", needed))
    for (name, world), clients, dimension in product(worlds, (100, 300, 1000), (2, 10)):
        if name == "needed" and clients > 100:
            continue
        draws = [measured(world(clients, dimension, seed)) for seed in range(3)]
        runs = ", ".join(f"{many} ({some})" for many, some, _, _ in draws)
        cold, warm = (median(draw[k] for draw in draws) for k in (2, 3))
        ratios = "  ".join(f"{draw[2] / draw[3]:.1f}" for draw in draws)
        print(f"{name:8} {clients:7} {dimension:3}   {runs:19} {cold:8.3f} {warm:8.3f}   {ratios}", flush=True)


if __name__ == "__main__":
    main()
