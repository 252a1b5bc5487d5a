"""Tables from the records of a study: means and spreads over seeds. Needs no PyTorch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

from incentives.rewards.metrics import collaboration_gain_spread, mean_collaboration_gain, pearson

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


def outcomes(records: Iterable[Mapping[str, Any]]) -> list[Outcome]:
    """One outcome per method and cell that has a record beside a stand-alone record of the same cell.

    >>> outcomes([])
    []
    """
    records = list(records)

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
                )
            )
    return found


def complete_cells(found: Sequence[Outcome], names: Sequence[str] = tuple(REWARDS)) -> list[tuple[str, str]]:
    """The cells (data, partition) in which every method named has an outcome for every seed that occurs.

    Args:
        names: keys of `REWARDS` or `REWARDS_DURING`; those of `REWARDS` if not given.

    >>> complete_cells([])
    []
    """
    seeds = {o.seed for o in found}
    wanted = {(name, seed) for name in names for seed in seeds}
    seen: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for o in found:
        seen.setdefault((o.data, o.partition), set()).add((o.name, o.seed))
    return [cell for cell, there in seen.items() if wanted <= there]


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


def table(
    found: Sequence[Outcome], quantity: str, names: Sequence[str], *, digits: int = 3
) -> list[tuple[str, ...]]:
    """Rows (data, partition, one entry per method) of mean ± standard deviation over seeds.

    Args:
        quantity: a property of `Outcome`: accuracy, correlation, gain, gain_spread; or seconds.
        names: columns, keys of `REWARDS` or `REWARDS_DURING`.
    """
    cells = list(dict.fromkeys((o.data, o.partition) for o in found))
    rows = []
    for data, partition in cells:
        entries = [
            spread(
                [
                    getattr(o, quantity)
                    for o in found
                    if (o.data, o.partition, o.name) == (data, partition, name)
                ],
                digits=digits,
            )
            for name in names
        ]
        rows.append((data, partition, *entries))
    return rows
