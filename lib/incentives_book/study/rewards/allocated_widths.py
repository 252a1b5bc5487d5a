"""Which width each client is given when training is over, from contributions and the accuracy at every width."""

from __future__ import annotations

import numpy as np

from incentives.rewards.allocation import allocate
from incentives.rewards.width_rewards import increasing_menu
from incentives_book.study.rewards.cells import Cell


def out_of_reach(contributed: list[float], curve: list[float]) -> list[int]:
    """The clients whose contribution no width reaches: no reward is individually rational for them.

    >>> out_of_reach([0.2, 0.4, 0.9], [0.3, 0.6, 0.5])
    [2]
    """
    return [client for client, contribution in enumerate(contributed) if contribution > max(curve)]


def allocate_rewards(cell: Cell, contributed: list[float], curve: list[float], *, rule: str) -> list[int]:
    """Which width each client is given: positions in `cell.widths`.

    Widths that are no better than a narrower one are not offered. A client whose contribution no width reaches
    cannot be satisfied; it counts as contributing what the best width reaches, and so receives that one.
    `out_of_reach` names these clients, and every result does. With rates
    of participation as contributions the gains are measured after both rows are brought to the range of the curve.

    >>> cell = Cell(levels=3)
    >>> allocate_rewards(cell, [0.2, 0.4, 0.9], [0.3, 0.5, 0.6], rule="anchor")
    [0, 1, 2]
    """
    menu = increasing_menu(list(cell.widths), curve)
    levels = [accuracy for _, accuracy in menu]
    wanted = np.asarray(contributed, dtype=float)
    if cell.participation:
        low, high = wanted.min(), wanted.max()
        wanted = levels[0] + (levels[-1] - levels[0]) * (wanted - low) / (high - low)
    wanted = np.minimum(wanted, levels[-1])
    found = allocate(wanted, levels, cost=rule).levels
    width_of = {accuracy: width for width, accuracy in menu}
    return [cell.widths.index(width_of[float(level)]) for level in found]
