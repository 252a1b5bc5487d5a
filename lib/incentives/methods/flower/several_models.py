"""Several models in one message: arrays by name with a leading axis, and what a server makes of them. Needs no
Flower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from incentives.numbers import as_number

Model = dict[str, np.ndarray]


def stacked(models: Sequence[Mapping[str, Any]]) -> Model:
    """Models as one dictionary of arrays, shape (models, ...).

    Raises:
        ValueError: no model, or models with different names or shapes.

    >>> stacked([{"w": [1.0, 2.0]}, {"w": [3.0, 4.0]}])["w"].shape
    (2, 2)
    """
    if not models:
        raise ValueError("models must hold at least one model")
    shapes = [{name: np.shape(array) for name, array in model.items()} for model in models]
    if any(each != shapes[0] for each in shapes):
        raise ValueError(f"models must have the same names and shapes, got {shapes[0]} and another")
    return {name: np.stack([np.asarray(model[name]) for model in models]) for name in shapes[0]}


def row(models: Mapping[str, np.ndarray], place: int) -> Model:
    """One of several models."""
    return {name: array[place] for name, array in models.items()}


def count(models: Mapping[str, np.ndarray]) -> int:
    """The number of models in a dictionary of arrays.

    Raises:
        ValueError: the arrays differ in their leading axis.
    """
    lengths = {len(array) for array in models.values()}
    if len(lengths) != 1:
        raise ValueError(f"models must have arrays of one leading axis, got {sorted(lengths)}")
    return lengths.pop()


def average(models: Sequence[Mapping[str, np.ndarray]], weights: Sequence[float]) -> Model:
    """The weighted mean of models, in the type of their arrays.

    Args:
        weights: one per model, at least 0, scaled to sum to 1.

    Raises:
        ValueError: another number of weights, or weights that are negative or all 0.

    >>> float(average([{"w": np.array(1.0)}, {"w": np.array(4.0)}], [1, 2])["w"])
    3.0
    """
    share = np.asarray(weights, float)
    if share.shape != (len(models),) or not np.isfinite(share).all() or share.min(initial=0) < 0 or not share.sum() > 0:
        raise ValueError(f"weights must be one per model, {len(models)}, at least 0 and not all 0, got {list(weights)}")
    share = share / share.sum()
    return {
        name: np.asarray(np.tensordot(share, rows, axes=1)).astype(rows.dtype) for name, rows in stacked(models).items()
    }


class Verdict(NamedTuple):
    """The clients' tests of the candidates, in one verdict.

    Args:
        losses: of each model at each client, shape (clients, clients + 1); column n is the model without client n, the
            last that of everybody; nan in the row of a client that did not answer.
        suspects: the clients without whom a candidate passes: one of them lied, if somebody did harm.
        everybody_passes: whether the model of everybody serves all.
        chosen: the candidate that is put out, the first that passes; None if none does.
        silent: clients that did not answer. They refuse nothing.
    """

    losses: np.ndarray
    suspects: frozenset[int]
    everybody_passes: bool
    chosen: int | None
    silent: tuple[int, ...]


def verdict(losses: ArrayLike, *, tolerance: float) -> Verdict:
    """Who refuses which model: whoever loses more than `tolerance` above its least loss over all candidates.

    Args:
        losses: shape (clients, clients + 1), as in `Verdict`; inf is a loss, nan no answer.
        tolerance: in units of the loss, at least 0.

    Raises:
        ValueError: another shape, or a tolerance that is no number of at least 0.

    >>> told = verdict([[9, 1, 9, 3], [9, 1, 9, 3], [9, 1, 9, 3]], tolerance=1)  # 1 lies: only without it all goes well
    >>> sorted(told.suspects), told.chosen, told.everybody_passes
    ([1], 1, False)
    """
    table = np.asarray(losses, float)
    if table.ndim != 2 or table.shape[1] != table.shape[0] + 1 or len(table) < 2:
        raise ValueError(f"losses must have shape (clients, clients + 1), at least two clients, got {table.shape}")
    tolerance = as_number("tolerance", tolerance, exact=False)
    if tolerance < 0:
        raise ValueError(f"tolerance must be at least 0, got {tolerance!r}")
    silent = tuple(np.flatnonzero(np.isnan(table).any(axis=1)).tolist())
    heard = np.delete(table, silent, axis=0)
    if not len(heard):
        raise ValueError("losses must hold the answer of at least one client")
    passes = (heard <= heard[:, :-1].min(axis=1, keepdims=True) + tolerance).all(axis=0)
    suspects = frozenset(np.flatnonzero(passes[:-1]).tolist())
    return Verdict(table, suspects, bool(passes[-1]), min(suspects, default=None), silent)
