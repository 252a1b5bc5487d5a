"""In which order tests run where not all of them may."""

import random
from itertools import groupby


def page_by_page(items: list) -> list:
    """`items` with the tests of each file in the order of the pages that they look at, those of no page first.

    A page is opened once for all tests of a process that look at it, and processes take stretches of this list.
    """
    return [item for _, file in groupby(items, lambda item: item.path) for item in sorted(file, key=_page)]


def _page(item) -> str:
    """The page that a browser test looks at; "" where it is none."""
    called = getattr(item, "callspec", None) if item.get_closest_marker("browser") else None
    return str(called.params.get("name", "")) if called else ""


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
