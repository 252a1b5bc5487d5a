"""The paper's sentences about single clients and about why methods differ, as questions to one seed; and their
picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import mean, stdev
from typing import TYPE_CHECKING

from incentives_book.rewards.rewards_on_real_data import Cell, Run, Sentence, follows
from incentives_book.study.rewards.results import Outcome
from incentives_book.study.rewards.signs import SignCount

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TWO_LARGE = "quantity-2x0.4"  # clients 1 and 2 hold 40 per cent of the data each
CLOSE = 5  # points: what we call close, and comparable


def distance(run: Run, name: str) -> float:
    """By how many points what a client receives differs from what it reaches alone, on average over the clients."""
    got = run[name]
    return 100 * mean(abs(a - b) for a, b in zip(got.levels, got.alone, strict=True))


def apart(run: Run) -> float:
    """By how many points Aequa's mean accuracy is above that of fine-tuned averaging."""
    return 100 * (run["Aequa"].accuracy - run["FedAvg-FT"].accuracy)


def ahead(run: Run, rival: str) -> bool:
    """True if what Aequa gives is more accurate than a rival's on average, and follows contributions more."""
    return run["Aequa"].accuracy > run[rival].accuracy and follows(run, "Aequa") > follows(run, rival)


def has_two_steps(run: Run, name: str) -> bool:
    """True if each of the first two clients receives more than the others do on average, as it reaches more alone."""
    levels = run[name].levels
    return min(levels[:2]) > mean(levels[2:])


def large_clients_prefer_it(run: Run) -> bool:
    """True if each of the first two clients receives a better model from Aequa than from fine-tuned averaging."""
    return all(a > b for a, b in zip(run["Aequa"].levels[:2], run["FedAvg-FT"].levels[:2], strict=True))


def seeds(found: Iterable[Outcome], cell: Cell) -> list[Run]:
    """The outcomes of a cell by method, one mapping for each seed.

    >>> seeds([], ("mnist", TWO_LARGE))
    []
    """
    runs: dict[int, dict[str, Outcome]] = {}
    for o in found:
        if (o.data, o.partition) == cell:
            runs.setdefault(o.seed, {})[o.name] = o
    return list(runs.values())


APPENDIX = ("dirichlet", "label")  # beginnings of the first two partitions of Appendix D.5
SENTENCES = {
    "iafl gains": Sentence("IAFL's mean gain is positive", lambda run: run["IAFL"].gain > 0, APPENDIX),
    "close": Sentence(
        "CGSV is close to being alone", lambda run: distance(run, "CGSV") < CLOSE, (*APPENDIX, TWO_LARGE)
    ),
    "comparable": Sentence(
        "Aequa is comparable to FedAvg-FT", lambda run: abs(apart(run)) < CLOSE, (*APPENDIX, TWO_LARGE)
    ),
    "shape of IAFL": Sentence("IAFL has the two steps", lambda run: has_two_steps(run, "IAFL"), (TWO_LARGE,)),
    "shape of Aequa": Sentence("Aequa has the two steps", lambda run: has_two_steps(run, "Aequa"), (TWO_LARGE,)),
    "shape of CGSV": Sentence("CGSV has the two steps", lambda run: has_two_steps(run, "CGSV"), (TWO_LARGE,)),
    "shape of FedAvg-FT": Sentence(
        "FedAvg-FT has the two steps", lambda run: has_two_steps(run, "FedAvg-FT"), (TWO_LARGE,)
    ),
    "IAFL at 0.9": Sentence("IAFL correlates at 0.9 or more", lambda run: follows(run, "IAFL") >= 0.9, (TWO_LARGE,)),
    "both gain": Sentence(
        "IAFL and Aequa gain", lambda run: run["IAFL"].gain > 0 and run["Aequa"].gain > 0, (TWO_LARGE,)
    ),
    "large": Sentence("large clients: better than FedAvg-FT", large_clients_prefer_it, (TWO_LARGE,)),
    "over CGSV": Sentence("more accurate and fairer than CGSV", lambda run: ahead(run, "CGSV")),
    "over IAFL": Sentence("more accurate and fairer than IAFL", lambda run: ahead(run, "IAFL")),
    "struggle": Sentence(
        "CGSV and IAFL correlate below one half", lambda run: max(follows(run, n) for n in ("CGSV", "IAFL")) < 0.5
    ),
    "higher": Sentence("Aequa follows more than IAFL", lambda run: follows(run, "Aequa") > follows(run, "IAFL")),
}


def better_than_divided_evenly(found: Iterable[Outcome], name: str, partition: str) -> dict[str, SignCount]:
    """By data set, in how many seeds a method's correlation is higher with a partition than divided evenly.

    >>> better_than_divided_evenly([], "IAFL", TWO_LARGE)
    {}
    """
    seen = {(o.data, o.partition, o.seed): o.correlation or 0.0 for o in found if o.name == name}
    rows: dict[str, list[bool]] = {}
    for (data, part, seed), value in seen.items():
        if part == partition and (data, "homogeneous", seed) in seen:
            rows.setdefault(data, []).append(value > seen[data, "homogeneous", seed])
    return {data: SignCount(sum(row), len(row) - sum(row), 0) for data, row in rows.items()}


def scatter_over_seeds(found: Iterable[Outcome], name: str, cell: Cell) -> float:
    """Standard deviation over the seeds of a cell of a method's correlation.

    Raises:
        ValueError: the cell has fewer than two seeds of the method.
    """
    row = [o.correlation or 0.0 for o in found if (o.data, o.partition, o.name) == (*cell, name)]
    if len(row) < 2:
        raise ValueError(f"cell must have at least two seeds of {name}; {cell} has {len(row)}")
    return stdev(row)


def profile(found: Iterable[Outcome], cell: Cell, name: str | None) -> list[float]:
    """The reward of each client of a cell from a method, in points, mean over seeds; None: what it reaches alone."""
    rows = [o for o in found if (o.data, o.partition, o.name) == (*cell, name or "FedAvg")]
    return [100 * mean(values) for values in zip(*(o.levels if name else o.alone for o in rows), strict=True)]


def draw_clients(found: Sequence[Outcome], cell: Cell, names: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Rewards of the clients of a cell, in points, mean over seeds: one line a method, and what they reach alone."""
    import matplotlib.pyplot as plt

    ax = plt.subplots(figsize=(6.4, 3.4))[1] if ax is None else ax
    alone = profile(found, cell, None)
    clients = range(1, len(alone) + 1)
    ax.bar(clients, alone, color="#b8c0c8", width=0.7, label="alone")
    for name, marker in zip(names, "osD^v", strict=False):
        ax.plot(clients, profile(found, cell, name), marker=marker, markersize=5, label=name)
    ax.set(xlabel="client", ylabel="accuracy, points", xticks=list(clients), ylim=(0, 100))
    return ax
