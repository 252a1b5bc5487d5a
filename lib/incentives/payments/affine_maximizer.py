"""The affine maximizer mechanism: train for the reported welfare, and let every group pay what it costs the rest."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from math import e, isfinite, log2
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from incentives.numbers import (
    HasArray,
    Number,
    Numbers,
    Real,
    as_array,
    as_index,
    as_number,
    is_exact,
    no_booleans,
)
from incentives.payments.divergences import KL, Divergence
from incentives.payments.model_sets import AllModels
from incentives.payments.preferences import Rewards, read_reports
from incentives.reading import as_probabilities

# Fewest outcomes that are worked on together. NumPy multiplies rows by a column at a third of the speed where
# two rows fit into its buffer of 8,192 numbers.
_COLUMNS = 4097
Reports = Iterable[tuple[Numbers, Real]]  # pairs of a reward and a size
_LOG2_E = log2(e)
FEW = 5  # numbers of each kind that an outcome prints


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """What a mechanism answers to one profile of reports.

    Args:
        policy: the trained model, shape (outcomes,).
        payments: what each group pays, shape (groups,).
        welfare: the affine social welfare of the policy at the reports.
        model: the number of the chosen model, if there are finitely many.

    Printed it shows the most likely outcomes and the first payments.
    """

    policy: np.ndarray
    payments: np.ndarray
    welfare: Number
    model: Any = None

    def __str__(self) -> str:
        paid = ", ".join(f"{float(p):.6g}" for p in self.payments[:FEW])
        top = sorted(range(len(self.policy)), key=lambda x: -self.policy[x])[:FEW]
        chosen = ", ".join(f"{x}: {float(self.policy[x]):.4g}" for x in top)
        model = "" if self.model is None else f"model {self.model}; "
        more = [", ..." if len(given) > FEW else "" for given in (self.policy, self.payments)]
        return (
            f"{model}most likely of {len(self.policy)} outcomes {chosen}{more[0]}; "
            f"payments of {len(self.payments)} groups {paid}{more[1]}; welfare {float(self.welfare):.6g}"
        )

    __repr__ = __str__

    def utilities(self, rewards: Rewards, sizes: Numbers | None = None) -> np.ndarray:
        """u_i = w_i <p, rm_i> - p_i for these *true* rewards and sizes, shape (groups,)."""
        r, w = read_reports(rewards, sizes)
        if self.policy.dtype != object:
            r, w = r.astype(float), w.astype(float)
        return w * (r @ self.policy) - self.payments


class ModelSet(Protocol):
    """What a model is chosen from: all distributions, or finitely many."""

    @property
    def outcomes(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    def best(self, total: np.ndarray, penalty: Any, ranking: Any = ()) -> tuple[np.ndarray, Any, int | None]: ...

    def welfare(self, total: np.ndarray, penalty: Any) -> Any: ...


class Mechanism(Protocol):
    """Anything that answers reports by an `Outcome`."""

    def __call__(self, rewards: Rewards, sizes: Numbers | None = None) -> Outcome: ...

    def offers(
        self, rewards: Rewards, sizes: Numbers | None = None, *, who: int, reports: Reports
    ) -> tuple[np.ndarray, np.ndarray]: ...


@dataclass(frozen=True, eq=False)
class AffineMaximizer:
    """SW-Max training with affine maximizer payments.

    Args:
        reference: the initial model, shape (outcomes,), if every distribution can be trained.
        penalty: the weight of the divergence, greater than 0; the paper has 1.
        divergence: KL() if not given; only with `reference`.
        models: `FiniteModels` to choose from, instead of `reference`.

    Raises:
        ValueError: both or neither of `reference` and `models`, or penalty <= 0.

    Reference:
        Sun et al. (2025), Definition 3.1 and Theorem 3.3.

    >>> rule = AffineMaximizer([0.5, 0.5], penalty=1)
    >>> outcome = rule([[1, 0], [0, 1]], sizes=[1, 1])
    >>> outcome.policy, outcome.payments.round(4)
    (array([0.5, 0.5]), array([0.1201, 0.1201]))
    """

    reference: Any = None
    penalty: Any = field(default=1, kw_only=True)
    divergence: Divergence | None = field(default=None, kw_only=True)
    models: Any = field(default=None, kw_only=True)

    if TYPE_CHECKING:  # what may be given; the fields hold it as it was read

        def __init__(
            self,
            reference: Numbers | None = None,
            *,
            penalty: Real = 1,
            divergence: Divergence | None = None,
            models: ModelSet | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        if (self.reference is None) == (self.models is None):
            raise ValueError("give either reference (all distributions) or models (finitely many)")
        if self.models is not None and self.divergence is not None:
            raise ValueError("divergence belongs to reference; finite models bring their own divergences")
        as_number("penalty", self.penalty, exact=is_exact(self.penalty), above=0)
        if self.models is None:
            divergence = KL() if self.divergence is None else self.divergence
            models = AllModels(self.reference, divergence)
            object.__setattr__(self, "divergence", divergence)
            object.__setattr__(self, "models", models)
            object.__setattr__(self, "reference", models.reference)

    def __call__(self, rewards: Rewards, sizes: Numbers | None = None) -> Outcome:
        """Train and charge for these reports.

        Args:
            rewards: `Preferences`, or any finite numbers of shape (groups, outcomes): the mechanism answers every
                report, in the domain or not.
            sizes: any numbers of at least 0, shape (groups,); 1 for everybody if not given.

        Raises:
            ValueError: shapes that do not fit, numbers that are not finite, or a negative size.
        """
        r, w = self._read(rewards, sizes)
        total = w @ r
        policy, welfare, model = self.models.best(total, self.penalty, ranking=r)
        payments = _undone(policy, r, w, float(self.penalty)) if self._tilts else None
        if payments is None:
            others = self.models.welfare(total - w[:, None] * r, self.penalty)
            payments = others - welfare + w * (r @ policy)
        if payments.dtype != object and not np.isfinite(payments).all():
            raise ValueError("rewards must be finite numbers")
        return Outcome(policy, payments, welfare, None if model is None else int(model))

    def offers(
        self, rewards: Rewards, sizes: Numbers | None = None, *, who: int, reports: Reports
    ) -> tuple[np.ndarray, np.ndarray]:
        """What group `who` would get and pay for each of many reports, the others' reports fixed.

        Args:
            rewards, sizes: everybody's reports, as in a call; the row of `who` does not matter.
            who: the group, 0 .. groups - 1.
            reports: weighted rewards w rm, shape (..., outcomes).

        Returns:
            Policies (..., outcomes) and payments (...).
        """
        r, w = self._read(rewards, sizes)
        who = as_index("who, a group,", who, len(r))
        own = as_array("reports", reports, exact=is_exact(r, w) and is_exact(reports))
        weighted = w[:, None] * r
        others = weighted.sum(axis=0) - weighted[who]
        ranking = [own if i == who else row for i, row in enumerate(weighted)]
        policies, welfare, _ = self.models.best(others + own, self.penalty, ranking=ranking)
        alone = self.models.welfare(others, self.penalty)
        return policies, alone - welfare + (policies * own).sum(axis=-1)

    @property
    def _tilts(self) -> bool:
        return isinstance(self.models, AllModels) and isinstance(self.divergence, KL)

    def _read(self, rewards: Any, sizes: Any) -> tuple[np.ndarray, np.ndarray]:
        r, w = read_reports(rewards, sizes)
        if min(w.tolist()) < 0:
            raise ValueError(f"sizes must be at least 0, got {min(w.tolist())}")
        if r.shape[1] != self.models.outcomes:
            raise ValueError(f"rewards must have {self.models.outcomes} outcomes per row, got {r.shape[1]}")
        if r.dtype == object and not (self.models.exact and is_exact(self.penalty)):
            r, w = r.astype(float), w.astype(float)
        return r, w


def payments_from_policy(
    policy: Numbers,
    rewards: Rewards,
    sizes: Numbers | None = None,
    *,
    reference: Numbers | None = None,
    penalty: Real = 1,
    optimal: bool = False,
    prompts: Sequence[Hashable] | HasArray | None = None,
) -> np.ndarray:
    """All groups' payments under KL from the one final policy, without a training run per group.

    Group i pays what the others lose: the best welfare that they could have had without it, V(R_-i) =
    penalty log E_p[(q / p) exp(R_-i / penalty)], less the welfare that p leaves them. So payments are never negative,
    and a lie gains at most what training has missed at the truth.

    At the exact optimum this is E_p[R_i] + penalty log E_p[exp(-R_i / penalty)], which needs no initial model
    (`optimal=True`). For any other policy that formula is not truthful: a lie may gain as much as the square root of
    what training has missed.

    Averages over samples of the policy estimate both: give equal weights 1 / samples as `policy`, and the weights times
    q(x) / p(x) as `reference`. Where outcomes are replies to several prompts, say which (`prompts`): V(R_-i) is a mean
    over prompts of logarithms, and one logarithm over all of them would let the best model choose its prompts.

    Args:
        policy: the trained model p, shape (outcomes,).
        rewards: reported rewards, shape (groups, outcomes).
        sizes: reported sizes, shape (groups,); 1 if not given.
        reference: the initial model q, shape (outcomes,), all positive; not needed if `optimal`.
        penalty: the weight of KL in training.
        optimal: the policy is the exact optimum for these reports.
        prompts: one label per outcome, if policies answer prompts that nobody chooses; the policy's mass on a prompt is
            how often it comes.

    Returns:
        Payments, shape (groups,).

    Raises:
        ValueError: shapes that do not fit, numbers that are not finite, penalty <= 0, or neither `reference` nor
            `optimal`.

    >>> half = np.array([0.5, 0.5])
    >>> payments_from_policy(half, [[1.0, 0.0]], reference=half)  # the group has not been heard
    array([0.])
    >>> payments_from_policy(half, [[1.0, 0.0]], optimal=True).round(4)  # it has been heard, against others
    array([0.1201])
    """
    r, w = read_reports(rewards, sizes, exact=False)
    # What is estimated from samples adds up to 1 as well.
    p = as_probabilities("policy", policy, exact=False)
    weight = as_number("penalty", penalty, exact=False, above=0)
    no_booleans("penalty", penalty)
    if p.shape != r.shape[1:]:
        raise ValueError(f"policy must have shape {r.shape[1:]}, got {p.shape}")
    if prompts is not None:
        return _by_prompt(p, r, w, reference, weight, optimal, prompts)
    if not optimal:
        return _others_loss(p, r, w, reference, weight)
    payments = _undone(p, r, w, weight)
    if payments is None:
        p, r = as_array("policy", p, exact=False), as_array("rewards", r, exact=False)
        # Far-reaching rewards: exp(-(R_i - least R_i) / penalty) lies in (0, 1], whatever their sign.
        R = w[:, None] * r
        least = R.min(axis=1)
        undone = np.exp((least[:, None] - R) / weight) @ p
        payments = R @ p - least * p.sum() + weight * np.log(undone)
    return payments


def _by_prompt(
    p: np.ndarray, r: np.ndarray, w: np.ndarray, reference: Any, weight: float, optimal: bool, prompts: Any
) -> np.ndarray:
    """The mean over prompts of what each group pays for the replies to it."""
    labels, known = np.asarray(prompts), None if reference is None else np.asarray(reference, dtype=float)
    if labels.shape != p.shape or (known is not None and known.shape != p.shape):
        raise ValueError(
            f"prompts and reference must have shape {p.shape}, got {labels.shape} and {np.shape(reference)}"
        )
    paid = np.zeros(len(r))
    for label in np.unique(labels):
        own = labels == label
        often = float(p[own].sum())
        if often > 0:
            initial = None if known is None else known[own] / often
            paid += often * payments_from_policy(
                p[own] / often, r[:, own], w, reference=initial, penalty=weight, optimal=optimal
            )
    return paid


def _others_loss(p: np.ndarray, r: np.ndarray, w: np.ndarray, reference: Any, weight: float) -> np.ndarray:
    """V(R_-i) - <p, R_-i> + weight KL(p || q) for every group i."""
    if reference is None:
        raise ValueError(
            "reference must be the initial model, unless the policy is the exact optimum for these reports "
            "(optimal=True); got None"
        )
    q = as_array("reference", reference, exact=False)
    if q.shape != p.shape or not (q > 0).all():
        raise ValueError(f"reference must be positive and of shape {p.shape}, got shape {q.shape}")
    p, R = as_array("policy", p, exact=False), w[:, None] * as_array("rewards", r, exact=False)
    others = R.sum(axis=0) - R
    most = others.max(axis=1, keepdims=True)
    best = weight * np.log(np.exp((others - most) / weight) @ q) + most[:, 0]
    heard = p > 0
    divergence = float((p[heard] * np.log(p[heard] / q[heard])).sum())
    return best - (others @ p - weight * divergence)


def _undone(p: np.ndarray, r: np.ndarray, w: np.ndarray, weight: float) -> np.ndarray | None:
    """E_p[R_i] + weight log E_p[exp(-R_i / weight)] in blocks of outcomes that stay in the cache.

    None where the range of some R_i could hide outcomes that count without group i but have underflowed in p.
    """
    # Powers of two cost less than exponentials: with x = -R_i / (weight log 2) a payment is weight log 2 times
    # log2 E_p[2^x] - E_p[x].
    rate = (w * (-_LOG2_E / weight))[:, None]
    columns = -(-p.size // max(1, p.size // _COLUMNS))
    room = _on_a_cache_line(w.size, columns)
    nothing_underflowed = p[p.argmin()] > 1e-290
    means: Any = None
    undone: Any = None
    # What overflows here is worked out in another way by the caller.
    with np.errstate(all="ignore"):
        for start in range(0, p.size, columns):
            rewards, share = r[:, start : start + columns], p[start : start + columns]
            x = np.multiply(rewards, rate, room[:, : share.size])
            if not nothing_underflowed and not x.max() <= 100:
                return None
            mean, tilted = x @ share, np.exp2(x, x) @ share
            means, undone = (mean, tilted) if means is None else (means + mean, undone + tilted)
        least = min(undone.tolist())
        payments = np.log2(undone, undone)
        payments -= means
        payments *= weight / _LOG2_E
    return payments if least > 1e-200 and isfinite(sum(payments.tolist())) else None


def _on_a_cache_line(rows: int, columns: int) -> np.ndarray:
    """Uninitialised floats that start on a cache line, where NumPy's vector loops are fastest."""
    room = np.empty(rows * columns + 7)
    start = -room.__array_interface__["data"][0] % 64 // 8
    return room[start : start + rows * columns].reshape(rows, columns)


@dataclass(frozen=True, eq=False)
class WithoutPayments:
    """The same training rule, free of charge.

    >>> free = WithoutPayments(AffineMaximizer([0.5, 0.5]))
    >>> free([[1, 0], [0, 1]], [1, 1]).payments
    array([0., 0.])
    """

    rule: AffineMaximizer

    def __post_init__(self) -> None:
        if not callable(self.rule) or not callable(getattr(self.rule, "offers", None)):
            raise ValueError(f"rule must be an AffineMaximizer, got {self.rule!r}")

    def __call__(self, rewards: Rewards, sizes: Numbers | None = None) -> Outcome:
        paid = self.rule(rewards, sizes)
        return Outcome(paid.policy, 0 * paid.payments, paid.welfare, paid.model)

    def offers(
        self, rewards: Rewards, sizes: Numbers | None = None, *, who: int, reports: Reports
    ) -> tuple[np.ndarray, np.ndarray]:
        """As for the rule, with payments 0."""
        policies, payments = self.rule.offers(rewards, sizes, who=who, reports=reports)
        return policies, 0 * payments
