"""Tables from the records of a study: means and spreads over seeds. No PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import mean, stdev
from typing import Any

from incentives.rewards.metrics import (
    collaboration_gain_spread,
    incentivised_participation_rate,
    mean_collaboration_gain,
    pearson,
)
from incentives_book.study.records import newest
from incentives_book.study.rewards.signs import SignCount

# What the records call a method's rewards, by the name in our tables.
REWARDS = {
    "FedAvg": ("fedavg", None),
    "FedAvg-FT": ("fedavg", "tuned"),
    "CGSV": ("cgsv", None),
    "IAFL": ("iafl", None),
    "Aequa": ("aequa", "ratio"),
    "Aequa, anchored": ("aequa", "anchor"),
    "Aequa, by width": ("aequa", "width-reward"),
    "Aequa, full width": ("aequa", "full"),
}
# The same, for rewards that are given while training.
REWARDS_DURING = {
    "Aequa with CGSV": ("aequa-cgsv", None),
    "Aequa with CGSV, full width": ("aequa-cgsv", "widest"),
    "Aequa with ShapFed": ("aequa-shapfed", None),
    "Aequa with ShapFed, full width": ("aequa-shapfed", "widest"),
}


@dataclass(frozen=True)
class Outcome:
    """One method in one cell: what clients reach alone and what they take home, on test data.

    Args:
        name: a key of `REWARDS` or `REWARDS_DURING`.
        data, partition, seed: the cell.
        alone: shape (clients,).
        levels: same shape.
        validation_alone, validation: the same two rows on the data by which rewards were chosen.
        seconds: of training.
        widths: that clients are given, shape (clients,); None where everybody's model has full width.
        out_of_reach: how many clients contribute more, on validation data, than any width reaches; None where no
            widths are allocated to accuracies. Such a client receives the best width and is still worse off.
    """

    name: str
    data: str
    partition: str
    seed: int
    alone: tuple[float, ...]
    levels: tuple[float, ...]
    validation_alone: tuple[float, ...]
    validation: tuple[float, ...]
    seconds: float
    widths: tuple[float, ...] | None = None
    out_of_reach: int | None = None

    @property
    def accuracy(self) -> float:
        """Mean over the clients."""
        return mean(self.levels)

    @property
    def correlation(self) -> float | None:
        """Pearson's, of what clients take home with what they reach alone; None where everybody gets the same."""
        if len(set(self.levels)) == 1 or len(set(self.alone)) == 1:
            return None
        return float(pearson(list(self.levels), list(self.alone)))

    @property
    def gain(self) -> float:
        """Mean collaboration gain, in points."""
        return 100 * float(mean_collaboration_gain(list(self.levels), list(self.alone)))

    @property
    def gain_spread(self) -> float:
        """Collaboration gain spread, in points."""
        return 100 * float(collaboration_gain_spread(list(self.levels), list(self.alone)))

    @property
    def participation(self) -> float:
        """Incentivised participation rate: the share of clients that are given at least what they reach alone."""
        return float(incentivised_participation_rate(list(self.levels), list(self.alone)))

    @property
    def different_levels(self) -> int:
        """The number of different accuracies that are given out."""
        return len(set(self.levels))

    @property
    def different_widths(self) -> int | None:
        """The number of different widths that are given out; None where everybody's model has full width."""
        return None if self.widths is None else len(set(self.widths))


def updates_received(contributions: Sequence[float]) -> list[int]:
    """Of how many clients' updates each client receives the mean under IAFL at its fairest: a staircase.

    A client receives its own and those of ceil(c_i / max c * (N - 1)) others. With ten clients a share above 8/9 is all
    of them, so where contributions are within a ninth of the largest, IAFL is averaging with equal weights.

    >>> updates_received([0.44, 0.5, 0.89, 0.9]), updates_received([8.1] * 9 + [9])
    ([3, 3, 4, 4], [10, 10, 10, 10, 10, 10, 10, 10, 10, 10])
    """
    others, top = len(contributions) - 1, max(contributions)
    return [1 + min(ceil(c / top * others - 1e-9), others) for c in contributions]


def _rows(record: Mapping[str, Any], variant: str | None) -> tuple[list[float], list[float]]:
    """Test and validation levels of one variant of a record."""
    clients, extra = len(record["test"]), record["extra"]
    if variant is None:
        return record["test"], record["validation"]
    if variant == "tuned":
        return extra["tuned_test"], extra["tuned_validation"]
    if variant == "full":
        return [extra["test_curve"][-1]] * clients, [extra["validation_curve"][-1]] * clients
    if variant == "widest":
        # Somebody always holds the full network, and its level is that client's.
        holder = extra["widths"].index(max(extra["widths"]))
        return [record["test"][holder]] * clients, [record["validation"][holder]] * clients
    return extra[variant]["test"], extra[variant]["validation"]


def _given(record: Mapping[str, Any], base: Mapping[str, Any], variant: str | None) -> dict[str, Any]:
    """The widths that one variant of a record gives, and how many clients no width satisfies, as `Outcome` has them."""
    extra = record["extra"]
    if variant in ("tuned", "full", "widest") or "widths" not in extra:
        return {}
    if "validation_curve" not in extra:
        return {"widths": tuple(extra["widths"])}
    by_accuracy = variant in ("ratio", "anchor") and not record["settings"].get("participation", False)
    best = max(extra["validation_curve"])
    return {
        "widths": tuple(extra[variant]["widths"]),
        "out_of_reach": sum(c > best for c in base["validation"]) if by_accuracy else None,
    }


def outcomes(records: Iterable[Mapping[str, Any]]) -> list[Outcome]:
    """One outcome per method and cell that has a record beside a stand-alone record of the same cell.

    Raises:
        ValueError: two records have the same settings, such as runs in two precisions; `records.newest` chooses.

    >>> outcomes([])
    []
    """
    records = list(records)
    if len(newest(records)) < len(records):
        raise ValueError(
            "records must have different settings; of equal ones take the newest, or those of one precision"
        )

    def cell(record: Mapping[str, Any]) -> tuple:
        return tuple(sorted((k, str(v)) for k, v in record["settings"].items() if k != "method"))

    alone = {cell(r): r for r in records if r["settings"]["method"] == "stand-alone"}
    found = []
    for name, (method, variant) in {**REWARDS, **REWARDS_DURING}.items():
        for record in records:
            settings = record["settings"]
            if settings["method"] != method or cell(record) not in alone:
                continue
            base = alone[cell(record)]
            test, validation = _rows(record, variant)
            found.append(
                Outcome(
                    name,
                    settings["data"],
                    settings["partition"],
                    settings["seed"],
                    tuple(base["test"]),
                    tuple(test),
                    tuple(base["validation"]),
                    tuple(validation),
                    record["seconds"],
                    **_given(record, base, variant),
                )
            )
    return found


# Classes of a set, where they are not ten: what a guess is worth is one over them.
CLASSES = {"sst5": 5, "cifar100": 100, "femnist": 62}
MARGIN = 0.02


def require_learning(found: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes, if federated averaging learned something in each of their cells: what a comparison is published of.

    Raises:
        ValueError: in a cell the mean balanced accuracy of averaging over its seeds is within two points of guessing.

    >>> require_learning([])
    []
    """
    found = list(found)
    seen: dict[tuple[str, str], list[float]] = {}
    for o in found:
        if o.name == "FedAvg":
            seen.setdefault((o.data, o.partition), []).append(o.accuracy)
    for (data, partition), row in seen.items():
        if (reached := mean(row)) <= (guess := 1 / CLASSES.get(data, 10)) + MARGIN:
            raise ValueError(
                f"a comparison needs averaging to be more than two points above guessing, {guess:.3f}; "
                f"got {reached:.3f} on {data}, {partition}"
            )
    return found


def complete_cells(found: Sequence[Outcome], names: Sequence[str] = tuple(REWARDS)) -> list[tuple[str, str]]:
    """The cells (data, partition) in which every method named has an outcome for every seed that occurs in the cell.

    Args:
        names: keys of `REWARDS` or `REWARDS_DURING`; those of `REWARDS` if not given.

    >>> complete_cells([])
    []
    """
    seen: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for o in found:
        seen.setdefault((o.data, o.partition), set()).add((o.name, o.seed))
    return [cell for cell, there in seen.items() if {(name, seed) for name in names for _, seed in there} <= there]


def how_often(
    found: Iterable[Outcome], holds: Callable[[dict[str, Outcome]], bool]
) -> dict[tuple[str, str], SignCount]:
    """Per cell (data, partition), in how many seeds a statement about one run of all methods is true.

    Args:
        found: from `whole_seeds`.
        holds: a function of one seed's outcomes by name.

    >>> how_often([], bool)
    {}
    """
    runs: dict[tuple[str, str, int], dict[str, Outcome]] = {}
    for o in found:
        runs.setdefault((o.data, o.partition, o.seed), {})[o.name] = o
    rows: dict[tuple[str, str], list[bool]] = {}
    for (data, partition, _), run in runs.items():
        rows.setdefault((data, partition), []).append(bool(holds(run)))
    return {cell: SignCount(sum(row), len(row) - sum(row), 0) for cell, row in rows.items()}


def whole_seeds(found: Iterable[Outcome], names: Sequence[str] = tuple(REWARDS)) -> list[Outcome]:
    """The outcomes of those seeds of each cell for which every method named has one: what a paired table may show.

    >>> whole_seeds([])
    []
    """
    found = list(found)
    seen: dict[tuple[str, str, int], set[str]] = {}
    for o in found:
        seen.setdefault((o.data, o.partition, o.seed), set()).add(o.name)
    return [o for o in found if set(names) <= seen[o.data, o.partition, o.seed]]


def spread(values: Sequence[float | None], *, digits: int = 3) -> str:
    """Mean and standard deviation over seeds, and how many there are where some are undefined.

    >>> spread([0.5, 0.7]), spread([None, None]), spread([0.5, None])
    ('0.600 ± 0.141', 'undefined', '0.500 (1 of 2)')
    """
    told = [value for value in values if value is not None]
    if not told:
        return "undefined"
    text = f"{mean(told):.{digits}f}"
    if len(told) > 1:
        text += f" ± {stdev(told):.{digits}f}"
    return text if len(told) == len(values) else f"{text} ({len(told)} of {len(values)})"


def table(found: Sequence[Outcome], quantity: str, names: Sequence[str], *, digits: int = 3) -> list[tuple[str, ...]]:
    """Rows (data, partition, one entry per method) of mean ± standard deviation over seeds.

    Args:
        quantity: a property of `Outcome`: accuracy, correlation, gain, gain_spread, participation, different_levels,
            different_widths; or out_of_reach, seconds.
        names: columns, keys of `REWARDS` or `REWARDS_DURING`.
    """
    cells = list(dict.fromkeys((o.data, o.partition) for o in found))
    rows = []
    for data, partition in cells:
        entries = [
            spread(
                [getattr(o, quantity) for o in found if (o.data, o.partition, o.name) == (data, partition, name)],
                digits=digits,
            )
            for name in names
        ]
        rows.append((data, partition, *entries))
    return rows
