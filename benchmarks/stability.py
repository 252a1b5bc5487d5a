"""Stable partitions: this library against two ways of listing everything, in one run on one machine.

    python benchmarks/stability.py             all of it, about two minutes
    python benchmarks/stability.py --quick     fewer players, a few seconds

The two baselines are what one would write first. `numpy`: the errors of all coalitions as an array, then for every
partition one vectorised look at all coalitions. `pandas`: one data frame of errors with a row for each member of each
coalition, then for every partition a join with the present errors and a group-by. Both compare doubles with a relative
tolerance; the library compares exactly. All must list the same partitions, or the run stops.
"""

import argparse
import random
import statistics
import time
from functools import partial
from itertools import combinations

import numpy as np

from incentives import coalitions as co
from incentives.coalitions import sieve
from incentives.coalitions.candidates import whole_coalitions

# The authors' public notebook uses the first of these sizes with noise 10; the rest goes on in the same way.
SIZES = (5, 7, 12, 30, 40, 60, 80, 100, 130, 170, 210, 260, 330, 400, 480, 560, 650, 750, 870, 1000)
NOISE = 10
CLOSE = 1e-9


def seconds(call, repeats):
    """Median time of `call`, and its last answer."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        answer = call()
        times.append(time.perf_counter() - start)
    return statistics.median(times), answer


def label_lists(players):
    """Every partition as the list of its players' block numbers, one after the other."""
    if players == 1:
        yield [0]
    else:
        yield from ([*row, label] for row in label_lists(players - 1) for label in range(max(row) + 2))


def blocks_of(labels):
    return [[k for k, other in enumerate(labels) if other == label] for label in range(max(labels) + 1)]


def as_partition(labels):
    return co.Partition(blocks_of(labels))


class Numpy:
    """Arrays of doubles; bit masks for coalitions."""

    def __init__(self, sizes):
        self.sizes = np.array(sizes, dtype=float)

    def table(self):
        masks = np.arange(1, 1 << len(self.sizes))
        inside = masks[:, None] >> np.arange(len(self.sizes)) & 1
        N, S = inside @ self.sizes, inside @ self.sizes**2
        errors = NOISE / N[:, None] + (S[:, None] - self.sizes**2 + (N[:, None] - self.sizes) ** 2) / N[:, None] ** 2
        return np.where(inside, errors, -np.inf)

    def stable(self, errors, labels):
        present = np.empty(len(self.sizes))
        for block in blocks_of(labels):
            present[block] = errors[sum(1 << k for k in block) - 1, block]
        return not (errors < present * (1 - CLOSE)).all(axis=1).any()


class Pandas:
    """Data frames: one row for each member of each coalition."""

    def __init__(self, sizes):
        self.sizes = sizes

    def table(self):
        import pandas as pd

        frames = []
        for count in range(1, len(self.sizes) + 1):
            for members in combinations(range(len(self.sizes)), count):
                frame = pd.DataFrame({"player": members, "size": [float(self.sizes[k]) for k in members]})
                N, S = frame["size"].sum(), (frame["size"] ** 2).sum()
                frame["error"] = NOISE / N + (S - frame["size"] ** 2 + (N - frame["size"]) ** 2) / N**2
                frame["coalition"] = ",".join(map(str, members))
                frames.append(frame)
        return pd.concat(frames, ignore_index=True)

    def stable(self, errors, labels):
        names = [",".join(map(str, block)) for block in blocks_of(labels)]
        present = errors[errors["coalition"].isin(names)][["player", "error"]]
        both = errors.merge(present, on="player", suffixes=("", "_now"))
        both["gains"] = both["error"] < both["error_now"] * (1 - CLOSE)
        return not both.groupby("coalition")["gains"].all().any()


class Library:
    """Exact ranks; the check of one partition, or the search for all."""

    def __init__(self, sizes):
        self.sizes = sizes

    def table(self):
        game = co.Game(self.sizes, noise=NOISE, spread=1)
        _ = game.preferences
        return game

    def stable(self, game, partition):
        return co.is_stable(game, partition)


def check_several(run, table, given):
    return [run.stable(table, one) for one in given]


def list_all(run, rows):
    """Every partition looked at, the table included."""
    table = run.table()
    return [as_partition(labels) for labels in rows if run.stable(table, labels)]


def measure(method, players, rows, *, budget):
    """Seconds for the table, for one check and for all stable partitions, and those (None beyond the budget)."""
    run = method(SIZES[:players])
    table_time, table = seconds(run.table, 3)
    several = random.Random(players).sample(rows, min(20, len(rows)))
    if method is Library:
        several = [as_partition(labels) for labels in several]
    check_time = seconds(partial(check_several, run, table, several), 3)[0] / len(several)
    all_time, stable = None, None
    if method is Library:
        all_time, stable = seconds(lambda: co.stable_partitions(run.table()), 5)
    elif table_time + check_time * len(rows) <= budget:
        all_time, stable = seconds(partial(list_all, run, rows), 1)
    return (table_time, check_time, all_time), stable


def compare(players, methods, *, budget):
    """One row for each method: table, one check, all stable partitions; ratios to the library."""
    rows = list(label_lists(players))
    ours, expected = measure(Library, players, rows, budget=budget)
    results = {"library": ours}
    for name, method in methods.items():
        results[name], stable = measure(method, players, rows, budget=budget)
        assert stable is None or set(stable) == set(expected), f"{name} lists other partitions"
    for name, times in results.items():
        shown = [
            f"{'over budget':>25}" if time is None else f"{time * 1e3:11.3f} ms {time / own:9.3g}x"
            for time, own in zip(times, ours, strict=True)
        ]
        print(f"{players:8} {name:8}" + "".join(shown), flush=True)


def reach(players):
    """The library alone, for sizes of three kinds."""
    evenly, logarithmically = random.Random(7 * players), random.Random(7 * players)
    kinds = {
        "as above": (SIZES[:players], NOISE),
        "uniform": ([evenly.randint(2, 302) for _ in range(players)], 100),
        "log-uniform": ([max(1, round(100 * np.exp(logarithmically.uniform(-4, 3)))) for _ in range(players)], 100),
    }
    for kind, (sizes, noise) in kinds.items():
        game = co.Game(sizes, noise=noise, spread=1)
        table = seconds(partial(getattr, game, "preferences"), 1)[0]
        whole = len(whole_coalitions(game.preferences, concept="core"))
        search, stable = seconds(partial(co.stable_partitions, game), 1)
        print(f"{players:8} {kind:12}{table:10.3f} s {whole:10} {search:10.3f} s {len(stable):9}", flush=True)


def with_much_noise(players):
    """All stable partitions with noise at the largest size, where most remain possible: with the sieve and without
    it.
    """
    rng = np.random.default_rng(players)
    kinds = {
        "uniform": rng.integers(1, 1001, players).tolist(),
        "log-uniform": np.exp(rng.uniform(0, np.log(1000), players)).astype(int).tolist(),
        "powers of 2": [2**k for k in range(players)],
    }
    worth = sieve.WORTH
    for kind, sizes in kinds.items():
        game = co.Game(sizes, noise=max(1, *sizes), spread=1)
        _ = game.preferences
        times, lists = [], []
        for sieve.WORTH in (worth, 10**9):
            took, stable = seconds(partial(co.stable_partitions, game), 1)
            times.append(took)
            lists.append(stable)
        sieve.WORTH = worth
        assert lists[0] == lists[1], f"{kind}: the sieve changes the list"
        print(f"{players:8} {kind:12}{times[0]:12.3f} s{times[1]:12.3f} s {len(lists[0]):9}", flush=True)


def find_one(players, draws):
    """One stable partition, proved: random sizes to 1000, noise at the median, the mean and the largest size."""
    times, steps = [], []
    for draw in range(draws):
        sizes = np.random.default_rng(draw).integers(1, 1001, players).tolist()
        for noise in (statistics.median_low(sizes), round(statistics.mean(sizes)), max(sizes)):
            took, found = seconds(partial(co.find_stable, co.Game(sizes, noise=noise, spread=1)), 1)
            assert found.partition is not None, "none found"
            times.append(took)
            steps.append(found.steps)
    print(f"{players:8}{statistics.median(times):12.3f} s{max(times):12.3f} s{max(steps):12}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer players")
    quick = parser.parse_args().quick
    methods = {"numpy": Numpy}
    try:
        import pandas
    except ImportError:
        print("pandas is not installed (pip install 'incentives[benchmarks]'): that baseline is left out")
    else:
        methods["pandas"] = Pandas
        print(f"pandas {pandas.__version__}, numpy {np.__version__}")
    print("\nUniform federation, core. Median times; the ratio is to the library's time in the same column.")
    print(
        f"{'players':>8} {'':8}{'table of all coalitions':>25}{'check one partition':>25}{'all stable partitions':>25}"
    )
    for players in (4, 5, 6) if quick else (4, 5, 6, 7, 8):
        compare(players, methods, budget=60)
    if not quick:
        compare(10, {"numpy": Numpy}, budget=60)
    print(
        f"\nThe library alone, from the sizes to all core-stable partitions.\n{'players':>8} "
        f"{'sizes':12}{'table':>12}{'whole':>11}{'search':>13}{'found':>10}"
    )
    for players in (12,) if quick else (12, 16, 20):
        reach(players)
    print(f"\nNoise at the largest size.\n{'players':>8} {'sizes':12}{'sieve':>14}{'without':>14}{'found':>10}")
    with_much_noise(11 if quick else 14)
    print(f"\nOne stable partition, proved.\n{'players':>8}{'median':>14}{'worst':>14}{'most steps':>12}")
    for players in (25,) if quick else (25, 40):
        find_one(players, 2 if quick else 5)
    rng = random.Random(40)
    sizes = [rng.randint(1, 44) for _ in range(40)]
    print(f"\nOne partition of 40 players, total size {sum(sizes)}:")
    for name, partition in [("grand coalition", co.Partition.grand(40)), ("two halves by size", halves(sizes))]:
        for federation in ("uniform", "coarse"):
            check = partial(co.check_large, sizes, partition, noise=44, spread=1, federation=federation)
            took, leaving = seconds(check, 3)
            verdict = "stable" if leaving is None else f"{len(leaving.who)} players leave"
            print(f"  {name:20} {federation:8} {took:7.3f} s  {verdict}")


def halves(sizes):
    order = sorted(range(len(sizes)), key=lambda player: sizes[player])
    return co.Partition([order[: len(order) // 2], order[len(order) // 2 :]])


if __name__ == "__main__":
    main()
