"""Reading an allocation problem: contributions, the levels that a client can be given, floor and cap.

Client i may be given a level of its menu that is at least its contribution (individual rationality) and the
floor, and at most the cap. Lists and tuples of ints and Fractions stay exact; anything else becomes floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from incentives.floats import shown
from incentives.numbers import HasArray, Numbers, Real, as_row, is_exact

Menus = Numbers | Sequence[Numbers] | HasArray


def check_levels(levels: Any, *, exact: bool, name: str = "menu") -> Any:
    """The levels of one menu, strictly increasing.

    Raises:
        ValueError: the menu is empty, not finite, unsorted or repeats a level.
    """
    row = as_row(name, levels, exact=exact, of="level")
    steps = [k for k in range(len(row) - 1) if not row[k] < row[k + 1]] if exact else np.flatnonzero(np.diff(row) <= 0)
    if len(steps):
        k = steps[0]
        raise ValueError(f"{name} must be strictly increasing, got {row[k]} before {row[k + 1]} (level {k})")
    return row


@dataclass(frozen=True)
class Menu:
    """The accuracies of the models on offer, strictly increasing, one unit throughout (fractions, say).

    Raises:
        ValueError: no levels, or levels that are not finite and strictly increasing.

    >>> Menu([Fraction(6, 10), Fraction(7, 10), Fraction(19, 20)]).gap
    Fraction(1, 4)
    """

    levels: tuple[Any, ...]

    def __post_init__(self) -> None:
        plain = self.levels.tolist() if isinstance(self.levels, np.ndarray) else self.levels
        object.__setattr__(self, "levels", tuple(check_levels(plain, exact=is_exact(plain))))

    def __iter__(self) -> Any:
        return iter(self.levels)

    def __len__(self) -> int:
        return len(self.levels)

    @property
    def gap(self) -> Any:
        """The largest distance between neighbouring levels; 0 for a single level."""
        return max((b - a for a, b in pairwise(self.levels)), default=0)


@dataclass(frozen=True)
class Problem:
    """Contributions and, for each client, the levels that it can be given, in increasing order.

    For floats `owner` and `level` list all (client, level) pairs, by client and then by level.
    """

    contributions: Any
    exact: bool
    options: tuple[tuple[Fraction, ...], ...] = ()
    owner: Any = None
    level: Any = None


def no_level(client: int, contribution: Any, floor: Any, cap: Any, best: Any) -> ValueError:
    """The error for a client that nothing on its menu can satisfy."""
    wants = f"contribution {contribution}" + ("" if floor is None else f", floor {floor}")
    allowed = f"best level {best}" + ("" if cap is None else f", cap {cap}")
    return ValueError(f"client {client} can be given no level: needs at least its {wants}; the menu allows {allowed}")


def read_problem(
    contributions: Numbers,
    menu: Any,
    *,
    floor: Real | None = None,
    cap: Real | None = None,
    top_gets_best: bool = False,
) -> Problem:
    """Check an allocation problem and list what each client can be given.

    Args:
        contributions: accuracy of each client alone, shape (clients,), any order.
        menu: strictly increasing levels, or one such row per client.
        floor, cap: least and largest level that anybody may be given; None means no bound.
        top_gets_best: leave the top contributors only their largest level.

    Raises:
        ValueError: bad numbers, an unsorted or empty menu, or a client without a level (client and level named).
    """
    if (
        isinstance(menu, (str, bytes, dict, set))
        or getattr(menu, "ndim", 1) == 0
        or not getattr(menu, "__len__", int)()
    ):
        raise ValueError(f"menu must be a non-empty row of levels, or one row per client; got {shown(menu)}")
    first = menu[0] if isinstance(menu, (list, tuple, np.ndarray)) else None
    own_menus = isinstance(first, (list, tuple, np.ndarray, Menu))
    rows = [row.levels if isinstance(row, Menu) else row for row in (menu if own_menus else [menu])]
    exact = is_exact(contributions, rows, *(bound for bound in (floor, cap) if bound is not None))
    c = as_row("contributions", contributions, exact=exact)
    for name, bound in (("floor", floor), ("cap", cap)):
        if bound is not None:
            as_row(name, [bound], exact=exact)
    if own_menus and len(rows) != len(c):
        raise ValueError(f"menu must have one row per client ({len(c)}), got {len(rows)} rows")
    if own_menus:
        menus = [check_levels(row, exact=exact, name=f"menu of client {i}") for i, row in enumerate(rows)]
    else:
        menus = [check_levels(rows[0], exact=exact)]
    if not exact:
        return _float_problem(c, menus, floor, cap, top_gets_best)
    options, best = [], max(c)
    for i, own in enumerate(c):
        levels = menus[i if own_menus else 0]
        low = own if floor is None else max(own, floor)
        allowed = tuple(m for m in levels if m >= low and (cap is None or m <= cap))
        if not allowed:
            raise no_level(i, own, floor, cap, levels[-1])
        options.append(allowed[-1:] if top_gets_best and own == best else allowed)
    return Problem(c, True, options=tuple(options))


def _float_problem(c: np.ndarray, menus: list[np.ndarray], floor: Any, cap: Any, top_gets_best: bool) -> Problem:
    """The float problem: one common menu (a list of length 1) or one per client."""
    lengths = np.array([len(m) for m in menus])
    if len(menus) == 1:
        owner = np.repeat(np.arange(len(c), dtype=np.int32), lengths[0])
        level = np.tile(menus[0], len(c))
        tops = np.full(len(c), menus[0][-1])
    else:
        owner = np.repeat(np.arange(len(c), dtype=np.int32), lengths)
        level = np.concatenate(menus)
        tops = np.array([m[-1] for m in menus])
    low = c if floor is None else np.maximum(c, float(floor))
    allowed = level >= low[owner]
    if cap is not None:
        allowed &= level <= float(cap)
    owner, level = owner[allowed], level[allowed]
    count = np.bincount(owner, minlength=len(c))
    if not count.all():
        i = int(count.argmin())
        raise no_level(i, c[i], floor, cap, tops[i])
    if top_gets_best:
        last = np.cumsum(count) - 1
        keep = (c != c.max())[owner]
        keep[last] = True
        owner, level = owner[keep], level[keep]
    return Problem(c, False, owner=owner, level=level)
