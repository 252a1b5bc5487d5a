"""In which order tests run where not all of them may."""

import random
from itertools import groupby


def ordered(items: list, workers: int, seed: str) -> list:
    """`items` with those that back a claim first, then the others, file by file in an order that `seed` decides.

    The list is laid out for `workers` processes that each take an equal stretch of it, so that each begins with tests
    that back a claim.
    """
    files = [list(file) for _, file in groupby(items, lambda item: item.path)]
    random.Random(seed).shuffle(files)
    shuffled = [item for file in files for item in file]
    halves = [[item for item in shuffled if bool(item.get_closest_marker("backs")) is backs] for backs in (True, False)]
    return [
        item
        for worker in range(workers)
        for half in halves
        for item in half[worker * len(half) // workers : (worker + 1) * len(half) // workers]
    ]
