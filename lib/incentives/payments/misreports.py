"""The gain of a group that reports something else: best reports, and false names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from incentives.deviations import Deviation
from incentives.numbers import Numbers, Real, as_array, as_count, as_index, as_list, as_number
from incentives.payments.affine_maximizer import Mechanism, Reports, check_rule, gives_distributions
from incentives.payments.preferences import Normalisation, Rewards, normalise, read_reports, without_constants
from incentives.reading import as_distribution, as_real

# Nothing with larger counts than this ends.
MOST = 10**6


@dataclass(frozen=True, eq=False)
class Misreport(Deviation):
    """A report that pays: who makes it, what it is and what it gains.

    Args:
        who, instead, gains: as for any deviation.
        reward: the reported reward model, shape (outcomes,).
        size: the reported size.
    """

    reward: Any = None
    size: Any = None


def grid_reports(
    outcomes: int, *, levels: int, normalised: Normalisation, sizes: Iterable[int]
) -> Iterable[tuple[tuple[Fraction, ...], int]]:
    """All reward models with entries k / levels in the domain, each with every one of some sizes, exact.

    Args:
        outcomes: of the models.
        levels: steps between 0 and 1.
        normalised: the domain, as in `Preferences`.
        sizes: the sizes that the group may report. A search for lies about rewards alone needs the group's own size
            here.

    Raises:
        ValueError: a count is not positive, the domain is unknown, or there is no size.

    >>> [(str(r[0]), str(r[1]), w) for r, w in grid_reports(2, levels=2, normalised="sum", sizes=[7])]
    [('0', '1', 7), ('1/2', '1/2', 7), ('1', '0', 7)]
    """
    if normalised not in ("max", "sum", None):
        raise ValueError(f'normalised must be "max", "sum" or None, got {normalised!r}')
    outcomes, levels = (
        as_count("outcomes", outcomes, least=1, most=MOST),
        as_count("levels", levels, least=1, most=MOST),
    )
    told = [as_count("sizes", size, least=1, most=MOST) for size in as_list("sizes", sizes, least=1)]
    for row in product(range(levels + 1), repeat=outcomes):
        if (normalised == "max" and max(row) != levels) or (normalised == "sum" and sum(row) != levels):
            continue
        for size in told:
            yield tuple(Fraction(k, levels) for k in row), size


def best_misreport(
    rule: Mechanism,
    rewards: Rewards,
    sizes: Numbers | None = None,
    *,
    who: int,
    normalised: Normalisation = "max",
    reports: Reports | None = None,
    rounds: int = 40,
    tolerance: Real = 0,
) -> Misreport | None:
    """The best report that group `who` is found to have, if it beats the truth by more than `tolerance`.

    With `reports` (pairs of reward and size) exactly those are tried, and `None` is a proof for them. Without, it
    is a search at the true size: indicators, the constant, the others' rewards and their mixtures with the truth,
    and from the best of them `rounds` rounds of steps along one or two outcomes inside the domain. Such a search
    can find a gain, its silence proves nothing.

    Args:
        rule: any mechanism.
        rewards, sizes: the truth of `who` and the reports of the others.
        who: the group.
        normalised: the domain in which the search stays.
        reports: the reports to try instead of a search.
        rounds: of the search.
        tolerance: gains up to this count as none; use about 1e-12 for floats.

    >>> from incentives.payments import AffineMaximizer, WithoutPayments
    >>> rule = AffineMaximizer([0.5, 0.25, 0.25])
    >>> truth = [[1, 0.5, 0], [0, 1, 0.2]]
    >>> print(best_misreport(rule, truth, who=0, tolerance=1e-12))
    None
    >>> best_misreport(WithoutPayments(rule), truth, who=0).reward.tolist()
    [1.0, 0.0, 0.0]
    """
    check_rule(rule)
    r, w = read_reports(rewards, sizes)
    who, rounds = as_index("who", who, len(r)), as_count("rounds", rounds, most=MOST)
    as_real("tolerance", tolerance, least=0)

    truth = w[who] * r[who]
    if gives_distributions(rule):  # a constant far from 0 would cost the digits of gains
        truth = without_constants(truth[None], np.ones(1), 1)[0][0]

    def gain(candidates: np.ndarray) -> np.ndarray:
        policies, payments = rule.offers(r, w, who=who, reports=candidates)
        return policies @ truth.astype(policies.dtype) - payments

    honest = gain((w[who] * r[who])[None, :])[0]
    if reports is not None:
        tried = [(np.asarray(reward, dtype=r.dtype), size) for reward, size in reports]
        if not tried:
            raise ValueError("reports must hold at least one pair of reward and size")
        for reward, _ in tried:
            if reward.shape != r.shape[1:]:
                raise ValueError(f"reports must hold rewards of {r.shape[1]} outcomes, got shape {reward.shape}")
        found = gain(np.array([size * reward for reward, size in tried], dtype=r.dtype))
        reward, size = tried[int(np.argmax(found))]
        best = found.max()
    else:
        reward, best = _search(lambda rows: gain(w[who] * rows), r, who, normalised, rounds)
        size = w[who]
    if not best - honest > tolerance:
        return None
    if reports is None:
        size = int(size) if size == int(size) else size
    text = f"reports {_row(reward)} with size {size}"
    return Misreport(frozenset({who}), text, {who: best - honest}, reward=reward, size=size)


def _row(reward: Any) -> str:
    return "(" + ", ".join(str(v) if isinstance(v, Fraction) else f"{v:.4g}" for v in reward) + ")"


def _search(utility: Any, r: np.ndarray, who: int, normalised: Normalisation, rounds: int) -> tuple[Any, Any]:
    truth, outcomes = r[who], r.shape[1]
    one, zero = truth[0] * 0 + 1, truth[0] * 0
    rows = [np.where(truth >= v, one, zero) for v in set(truth.tolist())]
    rows += [np.where(np.arange(outcomes) == x, one, zero) for x in range(outcomes)]
    for other in [row for j, row in enumerate(r) if j != who]:
        rows += [other, (truth + other) / 2, np.maximum(zero, 2 * truth - other)]
    rows = [_into_domain(row, normalised) for row in [truth, *rows] if row.max() > 0]
    found = utility(np.array(rows))
    best = int(np.argmax(found))
    reward, top, step = rows[best], found[best], one / 2
    units = np.where(np.eye(outcomes, dtype=bool), one, zero)
    moves = np.array([*units, *-units, *(a - b for a in units for b in units if (a != b).any())])
    for _ in range(rounds):
        near = [np.maximum(zero, reward + step * move) for move in moves]
        near = [_into_domain(row, normalised) for row in near if row.max() > 0]
        found = utility(np.array(near))
        best = int(np.argmax(found))
        if found[best] > top:
            reward, top = near[best], found[best]
        else:
            step = step / 2
    return reward, top


def _into_domain(row: np.ndarray, normalised: Normalisation) -> np.ndarray:
    return normalise(row, normalised)


@dataclass(frozen=True, eq=False)
class BestResponse:
    """The best report without payments: the report, its valuation per member, and that of the truth."""

    report: np.ndarray
    valuation: float
    truthful: float


def best_response_without_payments(
    rewards: Rewards,
    sizes: Numbers | None,
    reference: ArrayLike,
    *,
    who: int,
    penalty: float = 1,
    normalised: Normalisation = "max",
) -> BestResponse:
    """The best of all reports of group `who` under KL when nothing is paid and the size is reported truthfully.

    Under maximum normalisation some indicator {rm_i >= threshold} is best: the valuation is a quotient that is
    linear in every exp(w r(x) / penalty) above and below, so each wants an end of its range. Under normalisation
    by sum some indicator of one outcome is best: the same quotient is at least v where a convex function of the
    report is at least 0. So the outcomes' |T*| candidates decide, whatever the domain.

    Args:
        rewards, sizes: the truth of `who` and the reports of the others.
        reference: the initial model, shape (outcomes,).
        who: the group.
        penalty: the weight of KL.
        normalised: `"max"` or `"sum"`.

    >>> found = best_response_without_payments([[1, 0.5, 0]], [1], [0.25, 0.5, 0.25], who=0)
    >>> found.report, found.valuation > found.truthful
    (array([1., 0., 0.]), True)
    """
    r, w = read_reports(rewards, sizes)
    who = as_index("who", who, len(r))
    r, w = as_array("rewards", r, exact=False), w.astype(float)
    q = as_distribution("reference", reference, exact=False)
    weight = as_number("penalty", penalty, exact=False, above=0)
    if r.shape[1] != q.size:
        raise ValueError(f"rewards must have {q.size} outcomes per row, got {r.shape[1]}")
    if normalised not in ("max", "sum"):
        raise ValueError(f'normalised must be "max" or "sum", got {normalised!r}')
    truth = r[who]
    with np.errstate(over="ignore", invalid="ignore"):
        tilt = (w @ r - w[who] * truth) / weight
        own = w[who] * (truth - truth.max()) / weight
        tilt = tilt - tilt.max()  # what all outcomes share cancels out
    if not (np.isfinite(tilt).all() and np.isfinite(own).all()):
        raise ValueError("rewards and sizes must be finite numbers, and penalty not so small that they overflow")
    base = q * np.exp(tilt)
    # Raised by exp(w / penalty) - 1 where the report is 1; divided by exp(w / penalty) so that nothing overflows.
    low = np.exp(-w[who] / weight)
    if normalised == "max":
        thresholds = np.unique(truth)
        candidates = truth[None, :] >= thresholds[:, None]
    else:
        candidates = np.eye(q.size, dtype=bool)
    mass = np.where(candidates, base, low * base)
    honest = base * np.exp(own)
    # Where a report has no mass left for floats, its largest logarithm is taken out first.
    logs = np.log(q) + tilt + np.vstack([np.where(candidates, 0.0, -w[who] / weight), own])
    masses = np.vstack([mass, honest])
    shifted = np.exp(logs - logs.max(axis=1, keepdims=True))
    masses = np.where(masses.sum(axis=1, keepdims=True) > 1e-200, masses, shifted)
    mass, honest = masses[:-1], masses[-1]
    values = (mass @ truth) / mass.sum(axis=1)
    best = int(np.argmax(values))
    return BestResponse(candidates[best].astype(float), float(values[best]), float(honest @ truth / honest.sum()))


def false_names(
    rule: Mechanism, rewards: Rewards, sizes: Numbers | None = None, *, who: int, parts: Sequence[Any]
) -> Any:
    """The sum that group `who` pays if it appears as several groups of the same taste.

    Args:
        rule: any mechanism.
        rewards, sizes: everybody's reports.
        who: the group that splits.
        parts: the sizes of its parts, for instance (2, 2) instead of 4. The model stays the same if they add up
            to the true size.

    >>> from incentives.payments import AffineMaximizer
    >>> rule = AffineMaximizer([0.5, 0.5])
    >>> [round(float(false_names(rule, [[1, 0], [0, 1]], [4, 1], who=0, parts=p)), 5) for p in ([4], [2, 2])]
    [1.07497, 0.33965]
    """
    r, w = read_reports(rewards, sizes)
    who = as_index("who", who, len(r))
    if not len(parts):
        raise ValueError("parts must name at least one size, got none")
    keep = [j for j in range(len(r)) if j != who]
    rows = [r[who].tolist()] * len(parts) + [r[j].tolist() for j in keep]
    counts = [*parts, *(w[j] for j in keep)]
    return rule(rows, counts).payments[: len(parts)].sum()
