"""Rebates: payments under KL handed back to the groups, without a deficit and without a reason to lie."""

from __future__ import annotations

from typing import Any

import numpy as np

from incentives.numbers import as_number
from incentives.payments.affine_maximizer import AffineMaximizer
from incentives.payments.divergences import KL
from incentives.payments.model_sets import AllModels
from incentives.payments.preferences import read_reports


def rebates(rule: AffineMaximizer, rewards: Any, sizes: Any = None, *, most: float) -> np.ndarray:
    """The rebate of each group: exp(-most / penalty) / groups of what the others would pay without it.

    It does not depend on the group's own report, so truth stays a best report. All rebates together never exceed the
    payments, and are at least (1 - 1 / groups) exp(-2 most / penalty) of them.

    Args:
        rule: the affine maximizer under KL over all distributions.
        rewards, sizes: everybody's reports, as in a call of the rule; rewards are not negative.
        most: a public bound of one group's weighted reward: sizes times rewards lie in [0, most].

    Returns:
        Shape (groups,).

    Raises:
        ValueError: another rule, or a weighted reward outside [0, most].

    Reference:
        Bailey (1997), scaled so that no deficit can arise.

    >>> rule = AffineMaximizer([0.5, 0.5])
    >>> reports = [[1, 0], [0, 1], [1, 0]]
    >>> paid, back = rule(reports).payments.sum(), rebates(rule, reports, most=1).sum()
    >>> bool((1 - 1 / 3) * np.exp(-2) * paid <= back <= paid)
    True
    """
    if not isinstance(rule.models, AllModels) or not isinstance(rule.divergence, KL):
        raise ValueError("rule must be an affine maximizer under KL over all distributions")
    r, w = read_reports(rewards, sizes, exact=False)
    bound = as_number("most", most, exact=False, above=0)
    weighted = w[:, None] * r
    if weighted.min() < 0 or weighted.max() > bound * (1 + 1e-12):
        raise ValueError(
            f"sizes times rewards must lie between 0 and most, {bound:g}; got {weighted.min():g} to {weighted.max():g}"
        )
    groups = len(r)
    if groups == 1:
        return np.zeros(1)
    kept = [[j for j in range(groups) if j != i] for i in range(groups)]
    without = np.array([np.sum(rule(r[rest], w[rest]).payments) for rest in kept], dtype=float)
    return np.exp(-bound / float(rule.penalty)) / groups * without
