"""Who would rather leave, with money among those who leave and without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incentives.deviations import Deviation
from incentives.floats import as_real_array, held_by_floats, shown
from incentives.numbers import Numbers, as_array, is_exact, no_booleans

ROUNDING = 1e-9


# What each coalition would cost its members, in increasing order of their numbers.
Costs = Mapping[frozenset[int], Numbers]


def read_costs(costs: Any) -> tuple[int, dict[frozenset[int], tuple[Any, ...]]]:
    """The number of members, and the costs of every coalition's members, of one number type."""
    if not isinstance(costs, Mapping) or not costs:
        raise ValueError(f"costs must map every coalition to its members' costs, got {shown(costs)}")
    if not all(isinstance(who, frozenset) for who in costs):
        raise ValueError(f"costs must have a frozenset of members for each key, got {shown(list(costs))}")
    members = len(frozenset().union(*costs))
    if frozenset().union(*costs) != frozenset(range(members)) or len(costs) != 2**members - 1 or not all(costs):
        raise ValueError(f"costs must name every coalition of members 0..n-1 once, got {len(costs)} coalitions")
    found = {}
    exact = is_exact(*(list(values) if not hasattr(values, "dtype") else values for values in costs.values()))
    for who, values in costs.items():
        no_booleans("costs", values)
        row = as_array("costs", values, exact=exact)
        if row.shape != (len(who),):
            raise ValueError(f"costs must have one number for each of {sorted(who)}, got {shown(values)}")
        found[who] = tuple(row.tolist())
    return members, found


def blocking_coalition(bills: Numbers, costs: Costs, *, money: bool = True) -> Deviation | None:
    """The coalition that gains most per head by leaving, or None where nobody would.

    Args:
        bills: what each member pays now, shape (members,).
        costs: for every coalition what its members would pay in it, in increasing order of the members, as from
            `Federation.coalition_costs`.
        money: whether those who leave can pay one another, so that only their sum counts; without money each of them
            must gain, and the coalition is the one whose least gain is largest.

    Returns:
        Who leaves and what each of them gains (with money, equal shares), or None; a tie is no gain,
        and for floats nothing below a billionth of the largest bill is one.

    Raises:
        ValueError: a coalition is missing, bills or costs do not fit, or floats cannot hold their difference.

    >>> apart = {frozenset({0}): [2], frozenset({1}): [3], frozenset({0, 1}): [1, 3]}
    >>> print(blocking_coalition([2, 3], apart))
    0 and 1 form {0, 1}; gains: 0: 1/2, 1: 1/2
    >>> blocking_coalition([2, 3], apart, money=False) is None
    True
    """
    members, known = read_costs(costs)
    no_booleans("bills", bills)
    pays, eps = as_array("bills", bills, exact=is_exact(bills)), 0.0
    if pays.dtype != object:
        eps = as_real_array("bills", bills)[1]
    if pays.shape != (members,):
        raise ValueError(f"bills must be one for each of {members} members, got {shown(bills)}")
    if not isinstance(money, bool):
        raise ValueError(f"money must be True or False, got {shown(money)}")
    rounding = 0 if pays.dtype == object and is_exact(*known.values()) else max(ROUNDING, 8 * eps) * abs(pays).max()
    best = None
    for who in sorted(known, key=lambda coalition: (len(coalition), sorted(coalition))):
        with held_by_floats("bills less costs", [bills, known[who]]):
            saved = {i: pays[i] - cost for i, cost in zip(sorted(who), known[who], strict=True)}
            if money:
                saved = dict.fromkeys(saved, sum(saved.values()) / len(who))
        if min(saved.values()) > (rounding if best is None else min(best.gains.values())):
            best = Deviation(who, who, saved)
    return best
