"""All stable partitions, and one, over a grid of players, sizes and noise: seconds and memory.

    python benchmarks/stability_grid.py                  8, 12 and 14 players, minutes
    python benchmarks/stability_grid.py --players 16     some cells run into the limit

Every cell is the median of several random games, each run in a process of its own that is ended at the limit; processor
seconds from the sizes to the answer, and the largest memory that the process had, libraries included. "Listing" is the
authors' way: the errors of all coalitions as an array of doubles, and for every partition one look at all of them. It
is run with eight players at most, and must find the same partitions. "Solver" is OR-Tools' CP-SAT, where it is
installed (see stable_by_solver.py): it looks for one stable partition or proves that there is none, also with eight
players at most, and must agree.
"""

import argparse
import importlib.util
import multiprocessing
import resource
import statistics
import sys
from time import process_time

import numpy as np
from stability import Numpy, as_partition, label_lists

from incentives import coalitions as co

SIZES = {
    "uniform": lambda rng, count: rng.integers(1, 1001, count),
    "log-uniform": lambda rng, count: np.exp(rng.uniform(0, np.log(1000), count)).astype(int),
    "near": lambda rng, count: rng.integers(950, 1051, count),
    "1 to M": lambda rng, count: 1 + np.arange(count),
    "powers of 2": lambda rng, count: 2 ** np.arange(count),
}
NOISE = {
    "median": lambda sizes: statistics.median_low(sizes),
    "mean": lambda sizes: round(statistics.mean(sizes)),
    "largest": max,
    "twice it": lambda sizes: 2 * max(sizes),
}


def search(sizes, noise):
    return len(co.stable_partitions(co.Game(sizes, noise=noise, spread=1)))


def one(sizes, noise):
    return int(co.find_stable(co.Game(sizes, noise=noise, spread=1)).partition is not None)


def listing(sizes, noise):
    run = Numpy([size / noise for size in sizes])  # its noise is 10: the same game in another unit
    run.sizes *= 10
    table = run.table()
    return len({as_partition(labels) for labels in label_lists(len(sizes)) if run.stable(table, labels)})


def solver(sizes, noise):
    from stable_by_solver import stable_or_none

    return stable_or_none(sizes, noise)


WAYS = {"all": search, "one": one, "listing": listing, "solver": solver}
# Players up to which the ways that are not ours are tried.
FEW = 8


def _run(way, sizes, noise, limit, answer):
    WAYS[way]([1, 2], 3)  # so that no import is timed
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    begun = process_time()
    found = WAYS[way](sizes, noise)
    answer.put((process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, found))


def measured(way, sizes, noise, limit):
    """Processor seconds, megabytes and the count found; None beyond the limit."""
    # A copy of this process, which holds nothing but the libraries.
    context = multiprocessing.get_context("fork")
    answer = context.SimpleQueue()
    process = context.Process(target=_run, args=(way, sizes, noise, limit, answer))
    process.start()
    process.join()
    return None if answer.empty() else answer.get()


def cell(way, players, kind, noise, draws, limit):
    """Medians over the draws, and what was found in each; None where one ran into the limit."""
    results = []
    for draw in range(draws if "M" not in kind and "2" not in kind else 1):
        sizes = [int(size) for size in SIZES[kind](np.random.default_rng([draw, players]), players)]
        results.append(measured(way, sizes, max(1, NOISE[noise](sizes)), limit))
        if results[-1] is None:
            return None
    times, memory, found = zip(*results, strict=True)
    return statistics.median(times), max(memory), found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[8, 12, 14])
    parser.add_argument("--draws", type=int, default=3, help="random games for a cell")
    parser.add_argument("--limit", type=int, default=60, help="processor seconds for a game")
    options = parser.parse_args()
    named = "".join(f"{way:>10}" for way in WAYS)
    print(f"{'players':>8} {'sizes':12}{'noise':>9}{named}{'MB':>7}{'found':>14}", flush=True)
    few = ["listing", *(["solver"] if importlib.util.find_spec("ortools") else [])]
    for players in options.players:
        for kind in SIZES:
            for noise in NOISE:
                ways = ["all", "one", *(few if players <= FEW else [])]
                found = {way: cell(way, players, kind, noise, options.draws, options.limit) for way in ways}
                shown = [f"{'-':>10}" if not found.get(way) else f"{found[way][0]:9.2f}s" for way in WAYS]
                every = found["all"]
                if every and found.get("listing") and every[2] != found["listing"][2]:
                    sys.exit(f"{players} players, {kind}, {noise}: the two ways find {every[2]}, {found['listing'][2]}")
                if every and found.get("solver") and [count > 0 for count in every[2]] != list(found["solver"][2]):
                    sys.exit(f"{players} players, {kind}, {noise}: the solver does not agree with {every[2]}")
                told = f"{every[1]:7.0f}{','.join(map(str, every[2])):>14}" if every else ""
                print(f"{players:8} {kind:12}{noise:>9}{''.join(shown)}{told}", flush=True)


if __name__ == "__main__":
    main()
