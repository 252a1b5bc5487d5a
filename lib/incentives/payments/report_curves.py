"""Outcomes along a row of reports: other sizes, mixtures with another group's taste, sizes raised together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from incentives.lists import as_members
from incentives.numbers import Numbers, as_array, as_index, is_exact
from incentives.payments.affine_maximizer import Mechanism, check_rule
from incentives.payments.preferences import Rewards, read_reports


@dataclass(frozen=True, eq=False)
class ReportCurve:
    """One group's outcomes along a row of reports; values are of the whole group, at its true preference.

    Args:
        parameters: what was varied, shape (reports,).
        policies: shape (reports, outcomes).
        valuations: w_i v_i, shape (reports,).
        payments: shape (reports,).
    """

    parameters: np.ndarray
    policies: np.ndarray
    valuations: np.ndarray
    payments: np.ndarray

    @property
    def utilities(self) -> np.ndarray:
        """Valuations minus payments, shape (reports,)."""
        return self.valuations - self.payments


def report_curve(
    rule: Mechanism, rewards: Rewards, sizes: Numbers | None = None, *, who: int, reports: Any, parameters: Any = None
) -> ReportCurve:
    """The outcomes of group `who` for each of many reports while the others' stay.

    Args:
        rule: any mechanism, with or without payments.
        rewards, sizes: the truth of `who` and the reports of the others.
        who: the group.
        reports: weighted rewards w rm, shape (reports, outcomes).
        parameters: labels of the reports; 0, 1, ... if not given.
    """
    check_rule(rule)
    r, w = read_reports(rewards, sizes)
    who = as_index("who", who, len(r))
    policies, payments = rule.offers(r, w, who=who, reports=reports)
    labels = np.arange(len(payments)) if parameters is None else np.asarray(parameters)
    if labels.shape != (len(payments),):
        raise ValueError(
            f"parameters must hold one label per report, {len(payments)} of them; got shape {labels.shape}"
        )
    wanted = (w[who] * r[who]).astype(policies.dtype)
    return ReportCurve(_like(labels, policies), policies, policies @ wanted, payments)


def _like(labels: np.ndarray, policies: np.ndarray) -> np.ndarray:
    """Fractions stay only beside exact policies."""
    return labels.astype(float) if labels.dtype == object != policies.dtype else labels


def _steps(name: str, values: Any, *, exact: bool) -> np.ndarray:
    """One row of at least one number."""
    steps = as_array(name, values, exact=exact)
    if steps.ndim != 1 or not steps.size:
        raise ValueError(f"{name} must be one row of numbers, at least one; got {values!r}")
    return steps


def size_curve(
    rule: Mechanism, rewards: Rewards, sizes: Numbers | None = None, *, who: int, factors: ArrayLike
) -> ReportCurve:
    """Reports (rm_i, factor * w_i): the group claims to be larger or smaller than it is; factor 1 is the truth.

    A negative factor is a report of the opposite reward, as in a mixture with an opposed group.

    >>> from incentives.payments import AffineMaximizer
    >>> curve = size_curve(AffineMaximizer([0.5, 0.5]), [[1, 0], [0, 1]], who=0, factors=[0, 1, 2])
    >>> curve.utilities.round(3)
    array([0.269, 0.38 , 0.269])
    """
    check_rule(rule)
    r, w = read_reports(rewards, sizes)
    who = as_index("who", who, len(r))
    steps = _steps("factors", factors, exact=is_exact(r, w, factors))
    reports = steps[:, None] * (w[who] * r[who])
    return report_curve(rule, r, w, who=who, reports=reports, parameters=steps)


def mixture_curve(
    rule: Mechanism, rewards: Rewards, sizes: Numbers | None = None, *, who: int, other: int, shares: ArrayLike
) -> ReportCurve:
    """Reports share * rm_i + (1 - share) * rm_other at the true size; share 1 is the truth.

    >>> from incentives.payments import AffineMaximizer
    >>> curve = mixture_curve(AffineMaximizer([0.5, 0.5]), [[1, 0], [0, 1]], who=0, other=1, shares=[0.75, 1])
    >>> curve.payments.round(3)
    array([0.028, 0.12 ])
    """
    check_rule(rule)
    r, w = read_reports(rewards, sizes)
    who, other = as_index("who", who, len(r)), as_index("other", other, len(r))
    steps = _steps("shares", shares, exact=is_exact(r, w, shares))
    reports = w[who] * (steps[:, None] * r[who] + (1 - steps)[:, None] * r[other])
    return report_curve(rule, r, w, who=who, reports=reports, parameters=steps)


def collusion_curve(
    rule: Mechanism, rewards: Rewards, sizes: Numbers | None = None, *, allies: Sequence[int], factors: ArrayLike
) -> ReportCurve:
    """Several groups multiply their reported sizes by the same factor; all values are sums over the allies.

    >>> from incentives.payments import AffineMaximizer
    >>> rule = AffineMaximizer([0.5, 0.5])
    >>> curve = collusion_curve(rule, [[1, 0], [1, 0], [0, 1]], [1, 1, 3], allies=[0, 1], factors=[1, 5])
    >>> curve.utilities.round(5)
    array([0.37267, 1.75526])
    """
    check_rule(rule)
    r, w = read_reports(rewards, sizes)
    steps = _steps("factors", factors, exact=is_exact(r, w, factors))
    members = sorted({as_index("allies", ally, len(r)) for ally in as_members("allies", allies, least=1)})
    outcomes = []
    for step in steps:
        claimed = w.copy()
        claimed[members] = step * claimed[members]
        outcomes.append(rule(r, claimed))
    policies = np.array([outcome.policy for outcome in outcomes])
    wanted = (w[members, None] * r[members]).sum(axis=0).astype(policies.dtype)
    payments = np.array([outcome.payments[members].sum() for outcome in outcomes])
    return ReportCurve(_like(steps, policies), policies, policies @ wanted, payments)
