"""What warm starts save the runs of exact leave-one-out, where half-spaces clash.

    python benchmarks/warm_starts.py | tee benchmarks/warm_starts.txt
    python benchmarks/warm_starts.py --limit 600         where cold starts take longer, that is all one learns
    python benchmarks/warm_starts.py --reports needed    only the last two lines

The runs are those that leave out a member of the first clash; all others are empty without a problem solved. "Cold" is
`common_point` of the reports that stay, "warm" is `RunsWithout`, which begins with what refuted the whole and the runs
before. Both must find the same runs empty, and each point must serve its run, or the benchmark stops. Both take turns
on the same reports, in processor seconds of one core; the ratio is cold over warm. Cold runs begin only within the
limit: beyond it the rest are left out, and so are further draws. All numbers are fractions.

- "twice": random half-spaces around a cube at the origin, each held by two clients; one client reports the far side.
- "once": random half-spaces close around a point, each held by one client; one client reports the far side of its own.
- "needed": d + 1 clients clash by little, and all others are loose: nearly every run has a point. At 100 clients only.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import product
from statistics import median
from typing import NamedTuple

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


class Measured(NamedTuple):
    """Runs, how many of them have a point, and the seconds of both ways; `cold` is None beyond the limit."""

    runs: int
    points: int
    cold: float | None
    warm: float


def measured(told: list[cs.HalfSpaces], limit: float) -> Measured:
    """Both ways on the same reports."""
    clash = sorted(told[0].point_or_clash(told[1:])[1])
    plain, cold = [], 0.0
    for n in clash:
        if cold > limit:
            break
        took, point = seconds(lambda all_, n=n: cs.common_point(all_[:n] + all_[n + 1 :]), told)
        cold += took
        plain.append(point)
    warm, found = seconds(lambda all_: list(map(RunsWithout(all_, clash).point, [{n} for n in clash])), told)
    if [point is None for point in plain] != [point is None for point in found[: len(plain)]]:
        raise SystemExit("the two ways differ")
    for n, point in zip(clash, found, strict=True):
        if point is not None and not all(point in report for j, report in enumerate(told) if j != n):
            raise SystemExit(f"the point without {n} does not serve")
    within = len(plain) == len(clash) and cold <= limit
    return Measured(len(clash), sum(point is not None for point in found), cold if within else None, warm)


WORLDS = {"twice": clashing, "once": once, "needed": needed}


def main() -> None:
    """A line for each kind of reports, number of clients and dimension: three draws, or one beyond the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=60, help="processor seconds for the cold runs of a draw")
    parser.add_argument("--reports", nargs="+", choices=WORLDS, default=list(WORLDS), help="kinds of reports")
    options = parser.parse_args()
    limit = options.limit
    print("reports  clients   d   runs (with a point)   cold s   warm s   cold / warm, each draw")
    for name, clients, dimension in product(options.reports, (100, 300, 1000), (2, 10)):
        if name == "needed" and clients > 100:
            continue
        draws: list[Measured] = []
        while len(draws) < 3 and all(draw.cold is not None for draw in draws):
            draws.append(measured(WORLDS[name](clients, dimension, len(draws)), limit))
        runs = ", ".join(f"{draw.runs} ({draw.points})" for draw in draws)
        warm = median(draw.warm for draw in draws)
        times = [draw.cold for draw in draws if draw.cold is not None]
        cold = f"{median(times):.3f}" if len(times) == len(draws) else f"> {limit:.0f}"
        ratios = "  ".join(
            f"> {limit / draw.warm:.1f}" if draw.cold is None else f"{draw.cold / draw.warm:.1f}" for draw in draws
        )
        print(f"{name:8} {clients:7} {dimension:3}   {runs:19} {cold:>8} {warm:8.3f}   {ratios}", flush=True)


if __name__ == "__main__":
    main()
