"""Which rows belong to which client, and which of them models are tested on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from incentives.consensus.infeasible_subsets import Members
from incentives.floats import is_tensor, shown
from incentives.numbers import as_list
from incentives.reading import as_flag


class Rows(NamedTuple):
    """The rows of each client, in the order of their labels.

    Args:
        labels: of the clients.
        training, held_out: for each client the numbers of its rows to train on, and of those to test on.
    """

    labels: tuple[Any, ...]
    training: tuple[np.ndarray, ...]
    held_out: tuple[np.ndarray, ...]

    def of(self, members: Members, *, whole: bool = False) -> np.ndarray:
        """The numbers of the rows of some clients to train on, in order; with `whole` all of their rows."""
        parts = [self.training[place] for place in members]
        return np.sort(np.concatenate([*parts, *(self.held_out[place] for place in members if whole)]))


def _labels(clients: Any, rows: int) -> list[Any]:
    """One label for each row, as Python holds it; ValueError if one is missing or cannot be compared."""
    found = as_list("clients", clients)
    if len(found) != rows:
        raise ValueError(f"clients must hold one label for each of the {rows} rows, got {len(found)}")
    for row, label in enumerate(found):
        try:
            plain = label.item() if isinstance(label, np.generic) or is_tensor(label) else label
            there = plain is not None and bool(plain == plain) and hash(plain) is not None
        except (TypeError, ValueError, ArithmeticError, RuntimeError):  # arithmetic: of Decimal
            there = False
        if not there:
            raise ValueError(
                f"clients must hold one label for each row, none of them missing; got {shown(label)} in row {row}: "
                "leave such rows out, or name their client"
            )
        found[row] = plain
    return found


def divided(clients: Any, rows: int) -> dict[Any, np.ndarray]:
    """The numbers of each client's rows, by label in order.

    Args:
        clients: a label for each row, shape (rows,): texts, numbers, or whatever has an order.
        rows: how many there are.

    Raises:
        ValueError: another number of labels, a missing one, labels of several kinds, or fewer than two clients.

    >>> divided(["b", "a", "b"], 3)
    {'a': array([1]), 'b': array([0, 2])}
    """
    labels = _labels(clients, rows)
    try:
        order = sorted(set(labels))
    except TypeError as error:
        raise ValueError(f"clients must be labels of one kind, such as texts or numbers ({error})") from error
    if len(order) < 2:
        raise ValueError(f"clients must name at least two clients, got {shown(order)}; leave it out for a single one")
    places: dict[Any, list[int]] = {label: [] for label in order}
    for row, label in enumerate(labels):
        places[label].append(row)
    return {label: np.array(own) for label, own in places.items()}


def by_trusted(own: Mapping[Any, np.ndarray], trusted: Any, rows: int) -> Rows:
    """Divide the rows by whether they are known to be right; those that are known are tested on.

    Args:
        own: as `divided` returns it.
        trusted: True or False for each row, shape (rows,).
        rows: how many there are.

    Raises:
        ValueError: something else than True and False, another number of them, or a client all of whose rows fall on
            one side.
    """
    flags = as_list("trusted", trusted)
    if len(flags) != rows:
        raise ValueError(f"trusted must hold True or False for each of the {rows} rows, got {len(flags)}")
    mask = np.array([as_flag(f"trusted in row {row}", flag) for row, flag in enumerate(flags)])
    for label, places in own.items():
        if mask[places].all() or not mask[places].any():
            raise ValueError(
                f"trusted must leave each client rows to train on and give it rows to test on; client {shown(label)} "
                f"has {int(mask[places].sum())} trusted rows of {len(places)}"
            )
    parts = own.values()
    return Rows(tuple(own), tuple(p[~mask[p]] for p in parts), tuple(p[mask[p]] for p in parts))


def set_aside(own: Mapping[Any, np.ndarray], share: float, chance: np.random.RandomState) -> Rows:
    """Rows to test on drawn at random, the same share of each client's, at least one and not all.

    Args:
        own: as `divided` returns it.
        share: above 0 and below 1.
        chance: draws them.

    Raises:
        ValueError: a client has a single row.
    """
    training, held_out = [], []
    for label, places in own.items():
        if len(places) < 2:
            raise ValueError(
                f"clients must have at least two rows each, one to train on and one to test on; client {shown(label)} "
                f"has {len(places)}"
            )
        count = min(max(1, round(share * len(places))), len(places) - 1)
        chosen = np.zeros(len(places), dtype=bool)
        chosen[chance.permutation(len(places))[:count]] = True
        training.append(places[~chosen])
        held_out.append(places[chosen])
    return Rows(tuple(own), tuple(training), tuple(held_out))
