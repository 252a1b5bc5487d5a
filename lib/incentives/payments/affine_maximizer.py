"""The affine maximizer mechanism: train for the reported welfare, and let every group pay what it costs the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from numbers import Rational
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from incentives.floats import shown
from incentives.numbers import (
    Number,
    Numbers,
    Real,
    as_array,
    as_index,
    as_number,
    is_exact,
)
from incentives.payments.divergences import KL, Divergence
from incentives.payments.final_policy import _undone
from incentives.payments.model_sets import AllModels, FiniteModels, ModelSet
from incentives.payments.preferences import FAR, Rewards, read_reports, without_constants

Reports = Iterable[tuple[Numbers, Real]]  # pairs of a reward and a size
FEW = 5  # numbers of each kind that an outcome prints


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """The answer of a mechanism to one profile of reports.

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
    model: int | None = None

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
        if r.dtype != object and not np.isfinite(r).all():
            raise ValueError(f"rewards must be finite numbers, got {shown(rewards)}")
        if self.policy.dtype != object:
            r, w = r.astype(float), w.astype(float)
        return w * (r @ self.policy) - self.payments


class Mechanism(Protocol):
    """Anything that answers reports by an `Outcome`."""

    def __call__(self, rewards: Rewards, sizes: Numbers | None = None) -> Outcome: ...

    def offers(
        self, rewards: Rewards, sizes: Numbers | None = None, *, who: int, reports: Reports
    ) -> tuple[np.ndarray, np.ndarray]: ...


def gives_distributions(rule: Any) -> bool:
    """True if a mechanism, or the one within it, trains distributions: a constant in a reward then changes nothing.

    >>> gives_distributions(WithoutPayments(AffineMaximizer([0.5, 0.5])))
    True
    """
    while not isinstance(rule, AffineMaximizer) and hasattr(rule, "rule"):
        rule = rule.rule
    return isinstance(rule, AffineMaximizer) and rule.of_distributions


def check_rule(rule: Any) -> None:
    """ValueError unless `rule` makes offers for reports, as mechanisms do."""
    if not callable(getattr(rule, "offers", None)):
        raise ValueError(f"rule must be a mechanism such as AffineMaximizer, got {rule!r}")


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
        read = as_number("penalty", self.penalty, exact=is_exact(self.penalty), above=0)
        if not isinstance(self.penalty, (int, float, Rational)):
            object.__setattr__(self, "penalty", read)
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
        r, constant = without_constants(r, w, self.penalty) if self.of_distributions else (r, None)
        total = w @ r
        policy, welfare, model = self.models.best(total, self.penalty, ranking=r)
        payments = _undone(policy, r, w, float(self.penalty)) if self._tilts else None
        if payments is None:
            others = self.models.welfare(total - w[:, None] * r, self.penalty)
            payments = others - welfare + w * (r @ policy)
        if payments.dtype != object and not np.isfinite(payments).all():
            raise ValueError("rewards must be finite numbers")
        welfare = welfare if constant is None else welfare + constant
        return Outcome(policy, payments, welfare, None if model is None else int(model))

    def offers(
        self, rewards: Rewards, sizes: Numbers | None = None, *, who: int, reports: Reports
    ) -> tuple[np.ndarray, np.ndarray]:
        """The policies and payments of group `who` for each of many reports, the others' reports fixed.

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
        if own.shape[-1:] != r.shape[1:]:
            raise ValueError(f"reports must end in the {r.shape[1]} outcomes, got shape {own.shape}")
        if r.dtype != object and not np.isfinite(r).all():
            raise ValueError(f"rewards must be finite numbers, got {shown(rewards)}")
        ignored, r = w[who] * r[who], r.copy()
        r[who] = 0
        if self.of_distributions and own.dtype != object and r.dtype != object:
            own, r = self._without_constants(own, r, w)
        weighted = w[:, None] * r
        others = weighted.sum(axis=0)
        if r.dtype != object and np.abs(ignored).max() <= FAR * max(np.abs(others).max(), float(self.penalty)):
            # Added and taken off again, so that records keep their last digit; a larger row would cost digits.
            others = np.concatenate([weighted[:who], ignored[None], weighted[who + 1 :]]).sum(axis=0) - ignored
        ranking = [own if i == who else row for i, row in enumerate(weighted)]
        policies, welfare, _ = self.models.best(others + own, self.penalty, ranking=ranking)
        alone = self.models.welfare(others, self.penalty)
        return policies, alone - welfare + (policies * own).sum(axis=-1)

    @property
    def _tilts(self) -> bool:
        return isinstance(self.models, AllModels) and isinstance(self.divergence, KL)

    @property
    def of_distributions(self) -> bool:
        """True if models are distributions over the outcomes, not features of them."""
        return isinstance(self.models, AllModels) or (
            isinstance(self.models, FiniteModels) and not self.models.features
        )

    def _without_constants(self, own: np.ndarray, r: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Reports of one group and everybody's rewards without constants that cost digits, looked at together."""
        rows = own.reshape(-1, own.shape[-1])
        both, _ = without_constants(np.concatenate([r, rows]), np.concatenate([w, np.ones(len(rows))]), self.penalty)
        return both[len(r) :].reshape(own.shape), both[: len(r)]

    def _read(self, rewards: Any, sizes: Any) -> tuple[np.ndarray, np.ndarray]:
        r, w = read_reports(rewards, sizes)
        if r.shape[1] != self.models.outcomes:
            raise ValueError(f"rewards must have {self.models.outcomes} outcomes per row, got {r.shape[1]}")
        if r.dtype == object and not (self.models.exact and is_exact(self.penalty)):
            r, w = r.astype(float), w.astype(float)
        return r, w


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
