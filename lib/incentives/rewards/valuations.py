"""Contributions from a data valuation: what Shapley, Beta Shapley, Banzhaf or leave-one-out values say of each client.

from pydvl.valuation import ShapleyValuation, ...       # clients are groups of a GroupedDataset
valued = contributions_of(valuation.fit(train).result)
rw.allocate_widths(valued, widths=[0.25, 0.5, 1])

Nothing here imports pyDVL: any object with its two fields will do.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

import numpy as np

from incentives.floats import shown
from incentives.numbers import as_list, as_row


class Valuation(Protocol):
    """The fields of pyDVL's `ValuationResult` that are read."""

    @property
    def indices(self) -> np.ndarray: ...

    @property
    def names(self) -> np.ndarray: ...

    @property
    def values(self) -> np.ndarray: ...


def contributions_of(valuation: Valuation, *, names: Sequence[object] | None = None) -> np.ndarray:
    """The value of each client, in the order of the clients and not in that of the values.

    A sorted result lists its values from the least to the largest, which would give every client somebody else's. So
    values are put in order by their indices, or by the clients' names.

    Args:
        valuation: a result with one entry for each client, such as pyDVL's `ValuationResult` of a `GroupedDataset`.
        names: of the clients, in the order that is wanted; by default the one of their indices.

    Returns:
        Values in the unit of the utility, shape (clients,). A client whose data harm the others has a negative one:
        `allocate_widths` refuses it, and whether such a client is left out or counts as 0 is yours to say.

    Raises:
        ValueError: no such result, a client twice or not at all, or a value that is not finite.

    >>> from types import SimpleNamespace
    >>> sorted_by_value = SimpleNamespace(indices=[2, 0, 1], names=["c", "a", "b"], values=[0.1, 0.2, 0.7])
    >>> contributions_of(sorted_by_value)
    array([0.2, 0.7, 0.1])
    >>> contributions_of(sorted_by_value, names=["b", "a", "c"])
    array([0.7, 0.2, 0.1])
    """
    if missing := [field for field in ("indices", "names", "values") if not hasattr(valuation, field)]:
        raise ValueError(f"valuation must have indices, names and values, got no {missing[0]} in {shown(valuation)}")
    values = as_row("values", valuation.values, exact=False, of="entry")
    asked = list(range(len(values))) if names is None else as_list("names", names)
    called = as_list("indices", valuation.indices) if names is None else as_list("names", valuation.names)
    if any(one is np.ma.masked or not isinstance(one, Hashable) for one in called):
        raise ValueError(f"indices and names must be numbers or names, none of them masked; got {shown(called)}")
    if len(called) != len(values) or len(set(called)) < len(called) or set(called) != set(asked):
        raise ValueError(
            f"valuation must name each of the clients {shown(asked)} once, with one value each; got {shown(called)} "
            f"with {len(values)} values"
        )
    if len(asked) != len(values):
        raise ValueError(f"names must name each client once, got {shown(names)}")
    place = {client: at for at, client in enumerate(called)}
    return values[[place[client] for client in asked]]
