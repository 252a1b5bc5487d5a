"""Which client holds which points: the value that rules of division return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from incentives.floats import as_came
from incentives.numbers import as_count, as_list
from incentives.reading import as_kind

MOST_CLASSES = 10**8


def whole_numbers(name: str, values: ArrayLike) -> np.ndarray:
    """One row of whole numbers >= 0, shape (points,), int64; lists, arrays and tensors on the CPU.

    Raises:
        ValueError: it is something else; the message calls it `name`.
    """
    try:
        found, _ = as_came(name, values)
    except ValueError as problem:
        raise ValueError(f"{name} must be one non-empty row of whole numbers >= 0 ({problem})") from problem
    if found.ndim != 1 or found.size == 0 or found.dtype.kind not in "iu" or found.min() < 0:
        raise ValueError(
            f"{name} must be one non-empty row of whole numbers >= 0, got {found.dtype} of shape {found.shape}"
        )
    return found.astype(np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class ClientSplit:
    """Which points each client holds; a sequence of index arrays.

    Attributes:
        rule: how the points were divided, in words.
        points: number of points that were divided.
        clients: for each client the positions of its points, increasing, int64, read-only.

    Raises:
        ValueError: there is no client, a client holds no point, or a point is held twice or does not exist.

    >>> split = ClientSplit("by hand", 5, ([0, 3], [4, 1, 2]))
    >>> split
    by hand: 5 points, 2 clients with 2 to 3
    >>> split[1].tolist(), split.sizes.tolist(), split.unused.tolist()
    ([1, 2, 4], [2, 3], [])
    """

    rule: str
    points: int
    clients: tuple[np.ndarray, ...]

    def __post_init__(self) -> None:
        as_count("points", self.points)
        as_kind("rule", self.rule, str)
        given = as_list("clients", self.clients)
        if not given:
            raise ValueError("clients must be at least one, got none: a split needs at least one client")
        for k, mine in enumerate(given):
            if isinstance(mine, (list, tuple, np.ndarray)) and len(mine) == 0:
                raise ValueError(f"{self.rule}: client {k} of {len(given)} would hold no point")
        clients = tuple(
            np.sort(whole_numbers(f"points of client {k} of clients", mine)) for k, mine in enumerate(given)
        )
        for mine in clients:
            mine.setflags(write=False)
        every = np.concatenate(clients)
        if every.max() >= self.points:
            raise ValueError(f"positions must be in 0..{self.points - 1}, got {every.min()} to {every.max()}")
        if np.bincount(every).max() > 1:
            raise ValueError(f"point {np.bincount(every).argmax()} is held twice")
        object.__setattr__(self, "clients", clients)

    def __len__(self) -> int:
        """Number of clients."""
        return len(self.clients)

    def __getitem__(self, client: int) -> np.ndarray:
        """The points of one client, as a copy, which may be written to and turned into a tensor."""
        return self.clients[client].copy()

    def __iter__(self) -> Iterator[np.ndarray]:
        """The points of each client, as copies."""
        return (mine.copy() for mine in self.clients)

    def __repr__(self) -> str:
        few, many = self.sizes.min(), self.sizes.max()
        left = f", {self.unused.size:,} unused" if self.unused.size else ""
        return f"{self.rule}: {self.points:,} points, {len(self):,} clients with {few:,} to {many:,}{left}"

    @property
    def sizes(self) -> np.ndarray:
        """Points of each client, shape (clients,)."""
        return np.array([mine.size for mine in self.clients])

    @property
    def unused(self) -> np.ndarray:
        """Points that nobody holds, increasing; only `label_skew` leaves any."""
        return np.setdiff1d(np.arange(self.points), np.concatenate(self.clients), assume_unique=True)

    def counts(self, labels: ArrayLike, *, classes: int | None = None) -> np.ndarray:
        """Points of each client in each class, shape (clients, classes).

        Args:
            labels: of all points, in the order that was divided.
            classes: how many columns; the largest label plus one if left out.

        Raises:
            ValueError: there are not as many labels as points, or a label is too large.

        >>> ClientSplit("by hand", 5, ([0, 3], [1, 2, 4])).counts([0, 0, 1, 1, 1])
        array([[1, 1],
               [1, 2]])
        """
        labels = whole_numbers("labels", labels)
        columns = int(labels.max()) + 1 if classes is None else as_count("classes", classes, least=1, most=MOST_CLASSES)
        if labels.size != self.points or labels.max() >= columns:
            raise ValueError(
                f"labels must be {self.points} numbers below {columns}, got {labels.size} up to {labels.max()}"
            )
        owner = np.repeat(np.arange(len(self)), self.sizes)
        cells = owner * columns + labels[np.concatenate(self.clients)]
        return np.bincount(cells, minlength=len(self) * columns).reshape(len(self), columns)
