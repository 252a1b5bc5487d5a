"""Exact allocation against annealing, and how the exact solver scales: `python benchmarks/allocation.py`.

Everything is measured in this one run and on this machine. "cost" is the relative excess of annealing over the
exact cost, (annealed - exact) / |exact|, median and worst of the instances; "time" is annealing's time over the
exact solver's. Annealing starts from the levels nearest to c_i + t for one t ("shifted", a point of the exact
solver's own sweep) or from feasible levels drawn at random ("random").
"""

import argparse
from fractions import Fraction
from time import perf_counter

import numpy as np

from incentives import rewards as rw

SIZES = ((10, 11), (10, 51), (50, 51), (200, 101))
STEPS = (10_000, 100_000)
STARTS = ("shifted", "random")


def instance(clients, levels, seed):
    """Contributions spread over 40 points, and a menu of levels at uneven distances up to 0.9."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.3, 0.7, clients), np.append(np.sort(rng.uniform(0.35, 0.9, levels - 1)), 0.9)


def fastest(work, repeats):
    """The least time of several runs, and the last answer."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        answer = work()
        times.append(perf_counter() - start)
    return min(times), answer


def against_annealing(name, clients, levels, seeds):
    """One line per start of the first table."""
    times, rows = [], {(start, steps): [] for start in STARTS for steps in STEPS}
    for seed in range(seeds):
        contributions, menu = instance(clients, levels, seed)
        seconds, exact = fastest(lambda c=contributions, m=menu: rw.allocate(c, m, cost=name), 5)
        times.append(seconds)
        for start, steps in rows:
            rng = np.random.default_rng([seed, steps])
            begin = None if start == "shifted" else [rng.choice(menu[menu >= c]) for c in contributions]

            def search(c=contributions, m=menu, k=steps, r=rng, s=begin):
                return rw.anneal(c, m, cost=name, steps=k, rng=r, start=s)

            took, found = fastest(search, 1)
            rows[start, steps].append(((found.cost - exact.cost) / abs(exact.cost), took / seconds))
    for start in STARTS:
        cells = [f"{name:16s}{clients:6d}{levels:6d}{1e3 * np.median(times):11.2f}{start:>9s}"]
        for steps in STEPS:
            excess, slower = np.median(rows[start, steps], axis=0)
            cells.append(f"{excess:13.2g}{max(x for x, _ in rows[start, steps]):11.2g}{slower:9.0f}")
        print("".join(cells))


def scaling(name):
    """The second table: time over n log n for n = clients times levels."""
    for clients in (200, 1_000, 10_000, 100_000):
        contributions, menu = instance(clients, 101, 0)
        seconds, _ = fastest(lambda c=contributions, m=menu: rw.allocate(c, m, cost=name), 3)
        n = clients * 101
        print(f"{name:16s}{clients:9d}{101:8d}{seconds:12.4f}{1e9 * seconds / (n * np.log2(n)):18.2f}")


def with_fractions(name):
    """The largest instance of the first table in exact arithmetic, rounded to four digits so that ties occur."""
    contributions, menu = instance(200, 101, 0)
    own = [Fraction(round(10_000 * c), 10_000) for c in contributions]
    offers = sorted({Fraction(round(10_000 * m), 10_000) for m in menu})
    seconds, _ = fastest(lambda: rw.allocate(own, offers, cost=name), 3)
    print(f"{name:16s}{len(own):9d}{len(offers):8d}{seconds:12.4f}")


def main():
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--costs", nargs="+", default=["ratio", "deviation-ratio", "sharpe"])
    parser.add_argument("--seeds", type=int, default=5, help="instances per line")
    arguments = parser.parse_args()
    print(f"{'cost':16s}{'N':>6s}{'K':>6s}{'exact ms':>11s}{'start':>9s}", end="")
    for steps in STEPS:
        print(f"{f'{steps:.0e} cost':>13s}{'worst':>11s}{'time':>9s}", end="")
    print()
    for name in arguments.costs:
        for clients, levels in SIZES:
            against_annealing(name, clients, levels, arguments.seeds)
    print(f"\n{'cost':16s}{'N':>9s}{'K':>8s}{'seconds':>12s}{'ns / (n log2 n)':>18s}")
    for name in arguments.costs:
        scaling(name)
    print("\nFractions instead of floats, ties exact")
    for name in arguments.costs:
        with_fractions(name)


if __name__ == "__main__":
    main()
