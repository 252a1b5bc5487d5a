"""All stable partitions, and one, over a grid of players, sizes and noise: seconds and memory.

    python benchmarks/stability_grid.py                  8, 12 and 14 players, minutes
    python benchmarks/stability_grid.py --players 16     some cells run into the limit
    python benchmarks/stability_grid.py --players 16 --ways all --noise "0.85 of it" largest     around the largest size
    python benchmarks/stability_grid.py --players 40 100 --ways one individual --summary     one partition of many
    python benchmarks/stability_grid.py --players 40 100 --ways one individual --check       the same, judged again

Every cell is the median of several random games, each run in a process of its own that is ended at the limit; processor
seconds from the sizes to the answer, and the largest memory that the process had, libraries included. "Listing" is the
authors' way: the errors of all coalitions as an array of doubles, and for every partition one look at all of them. It
is run with eight players at most, and must find the same partitions. For more players a line says how long it would
take: so long as the table of errors and some looks took, one look for each partition. "Solver" is OR-Tools' CP-SAT,
where it is installed (see stable_by_solver.py): it looks for one stable partition or proves that there is none, and
must agree. A way that runs into the limit is not tried with more players of the same kind at the same noise.
"One" is a core stable partition and "individual" an individually stable one, both proved. The summary is over all cells
of a number of players: games solved, median and worst seconds, the most steps, and the largest memory. The check hands
every partition that is found to the tests' own checker of certificates, which shares nothing with the library; one that
it does not find stable stops the run.
"""

import argparse
import importlib.util
import multiprocessing
import resource
import statistics
import sys
from collections import Counter
from itertools import accumulate, product
from pathlib import Path
from time import process_time

import numpy as np
from stability import Numpy, as_partition, label_lists

from incentives import coalitions as co

# These are drawn once, and sizes of more powers of 2 are beyond the exact check.
POWERS, MOST_POWERS = "powers of 2", 19
SIZES = {
    "uniform": lambda rng, count: rng.integers(1, 1001, count),
    "log-uniform": lambda rng, count: np.exp(rng.uniform(0, np.log(1000), count)).astype(int),
    "near": lambda rng, count: rng.integers(950, 1051, count),
    "equal": lambda rng, count: rng.choice(rng.integers(1, 1001, 5), count),  # five different sizes
    "in a row": lambda rng, count: rng.integers(1, count + 1) + np.arange(count),
    POWERS: lambda rng, count: 2 ** np.arange(count),
}
NOISE = {
    "median": lambda sizes: statistics.median_low(sizes),
    "mean": lambda sizes: round(statistics.mean(sizes)),
    "largest": max,
    "twice it": lambda sizes: 2 * max(sizes),
    "half of all": lambda sizes: sum(sizes) // 2,
}


def _share(share):
    return lambda sizes: round(share * max(sizes))


# Around the largest size, where the search for all partitions takes longest; measured only on request.
WINDOW = {f"{share} of it": _share(share) for share in (0.5, 0.7, 0.85, 1.2, 1.5)}
LEVELS = NOISE | WINDOW


def search(sizes, noise):
    return len(co.stable_partitions(co.Game(sizes, noise=noise, spread=1)))


def find(sizes, noise, concept="core"):
    return co.find_stable(co.Game(sizes, noise=noise, spread=1), concept=concept)


def one(sizes, noise, concept="core"):
    """The steps to a stable partition; 0 if none is found."""
    found = find(sizes, noise, concept)
    return 0 if found.partition is None else found.steps


def individual(sizes, noise):
    return one(sizes, noise, "individual")


def listing(sizes, noise):
    run = Numpy([size / noise for size in sizes])  # its noise is 10: the same game in another unit
    run.sizes *= 10
    table = run.table()
    return len({as_partition(labels) for labels in label_lists(len(sizes)) if run.stable(table, labels)})


def solver(sizes, noise):
    from stable_by_solver import stable_or_none

    return stable_or_none(sizes, noise)


def listing_hours(players, looks=20):
    """Hours that listing would take, from the table and some looks; the looks hardly differ from one another."""
    rng = np.random.default_rng(players)
    run = Numpy(rng.integers(1, 1001, players) / 100)
    begun = process_time()
    table = run.table()
    made = process_time() - begun
    for _ in range(looks):
        _, labels = np.unique(rng.integers(0, players, players), return_inverse=True)
        run.stable(table, labels.tolist())
    look = (process_time() - begun - made) / looks
    return (made + look * partitions_of(players)) / 3600


def partitions_of(players):
    """How many partitions there are: the Bell number, by Bell's triangle."""
    row = [1]
    for _ in range(players - 1):
        row = list(accumulate([row[-1], *row]))
    return row[-1]


WAYS = {"all": search, "one": one, "individual": individual, "listing": listing, "solver": solver}
# Players up to which everything is listed.
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


def drawn(kind, players, draw):
    return [int(size) for size in SIZES[kind](np.random.default_rng([draw, players]), players)]


def games(way, players, kind, noise, draws, limit):
    """What is measured for each draw of one cell."""
    for draw in range(1 if kind == POWERS else draws):
        sizes = drawn(kind, players, draw)
        yield measured(way, sizes, max(1, LEVELS[noise](sizes)), limit)


def cell(*given):
    """Medians over the draws, and what was found in each; None where one ran into the limit."""
    results = []
    for result in games(*given):
        if result is None:
            return None
        results.append(result)
    times, memory, found = zip(*results, strict=True)
    return statistics.median(times), max(memory), found


def cells(players):
    """The patterns of sizes and levels of noise of a number of players."""
    return product([kind for kind in SIZES if kind != POWERS or players <= MOST_POWERS], NOISE)


def check(way, players, draws):
    """One line about how many partitions are found, each of which the checker of certificates must find stable."""
    sys.path.append(str(Path(__file__).parents[1] / "tests" / "coalitions"))
    import certificates

    judge = certificates.core_stable if way == "one" else certificates.individually_stable
    count, begun = Counter(), process_time()
    for (kind, noise), draw in product(cells(players), range(draws)):
        sizes = drawn(kind, players, draw)
        level = max(1, NOISE[noise](sizes))
        found = find(sizes, level, "core" if way == "one" else way).partition
        if found is not None and not judge(level, [[sizes[j] for j in block] for block in found]):
            sys.exit(f"{players} players, {kind}, {noise}, draw {draw}: the checker does not find {found} stable")
        count["all together" if found and len(found) == 1 else "found" if found else "none"] += 1
    return (
        f"{players:8} {way:>10}: {count.total() - count['none']} of {count.total()} games, every partition judged "
        f"stable, {count['all together']} of them everybody together; {process_time() - begun:.0f} s in all"
    )


def summary(way, players, draws, limit):
    """One line about all cells of a number of players."""
    results = [result for kind, noise in cells(players) for result in games(way, players, kind, noise, draws, limit)]
    solved = [result for result in results if result is not None and result[2]]
    if not solved:
        return f"{players:8} {way:>10}: 0 of {len(results)} games"
    times, memory, steps = zip(*solved, strict=True)
    return (
        f"{players:8} {way:>10}: {len(times)} of {len(results)} games, median {statistics.median(times):.3f} s, worst "
        f"{max(times):.2f} s, at most {max(steps)} steps, {max(memory):.0f} MB"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[8, 12, 14])
    parser.add_argument("--noise", nargs="+", choices=LEVELS, default=list(NOISE), help="levels of noise")
    parser.add_argument("--draws", type=int, default=3, help="random games for a cell")
    parser.add_argument("--limit", type=int, default=60, help="processor seconds for a game")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS), help="what is measured")
    parser.add_argument("--summary", action="store_true", help="only one line for a way and a number of players")
    parser.add_argument("--check", action="store_true", help="judge what the ways one and individual find once more")
    options = parser.parse_args()
    if options.check:
        for players, way in product(sorted(options.players), options.ways):
            if way not in ("one", "individual"):
                parser.error(f"--check judges the ways one and individual; got {way}")
            print(check(way, players, options.draws), flush=True)
        return
    search([1, 2], 3)  # loads the libraries once, for all copies of this process
    if options.summary:
        for players, way in product(sorted(options.players), options.ways):
            print(summary(way, players, options.draws, options.limit), flush=True)
        return
    named = "".join(f"{way:>11}" for way in WAYS)
    print(f"{'players':>8} {'sizes':12}{'noise':>12}{named}{'MB':>7}{'solver MB':>11}{'found':>14}", flush=True)
    given_up = set() if importlib.util.find_spec("ortools") else {("solver", *at) for at in product(SIZES, LEVELS)}
    for players in sorted(options.players):
        if players > FEW:
            count, hours = partitions_of(players), listing_hours(players)
            print(f"{players:8} {count:,} partitions: listing would take about {hours:.2g} hours", flush=True)
        for kind, noise in product(SIZES, options.noise):
            found = dict.fromkeys(WAYS)
            for way in options.ways:
                if (way, kind, noise) not in given_up and (way != "listing" or players <= FEW):
                    found[way] = cell(way, players, kind, noise, options.draws, options.limit)
                    given_up |= set() if found[way] else {(way, kind, noise)}
            every, listed, solved = found["all"], found["listing"], found["solver"]
            if every and listed and every[2] != listed[2]:
                sys.exit(f"{players} players, {kind}, {noise}: the two ways find {every[2]}, {listed[2]}")
            if every and solved and [count > 0 for count in every[2]] != list(solved[2]):
                sys.exit(f"{players} players, {kind}, {noise}: the solver does not agree with {every[2]}")
            shown = [f"{one[0]:10.2f}s" if one else f"{'-':>11}" for one in found.values()]
            shown += [f"{one[1]:{width}.0f}" if one else f"{'-':>{width}}" for one, width in ((every, 7), (solved, 11))]
            told = ",".join(map(str, every[2])) if every else "-"
            print(f"{players:8} {kind:12}{noise:>12}{''.join(shown)}{told:>14}", flush=True)


if __name__ == "__main__":
    main()
