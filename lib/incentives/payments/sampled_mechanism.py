"""The mechanism on models that can only be sampled: valuations, divergences and payments with confidence intervals.

All models are judged by *one* sample of sentences from a common proposal, each sentence weighted by p(x) / proposal(x).
With
the weights scaled to add up to 1 every model is a distribution over the drawn sentences, so the estimates are
themselves a
finite game, and whatever is proved for finite sets of models holds in it exactly. Differences between models are known
better than their values, because errors that two models share cancel.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incentives.payments.affine_maximizer import AffineMaximizer
from incentives.payments.model_sets import FiniteModels

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Estimate:
    """Averages and their standard errors, of one shape."""

    value: Floats
    error: Floats

    def half_width(self, level: float) -> Floats:
        """Half-widths such that with probability 1 - level all intervals cover at once, by the normal law.

        >>> Estimate(np.zeros(1), np.ones(1)).half_width(0.05).round(2)
        array([1.96])
        """
        return self.error * _quantile(level, self.error.size)


@dataclass(frozen=True)
class PaymentInterval:
    """A group's payment in the sampled game, and where its payment in the true one lies, for the same chosen model."""

    payment: float
    low: float
    high: float

    def __contains__(self, payment: float) -> bool:
        return self.low <= payment <= self.high


def _quantile(level: float, many: int) -> float:
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1; got {level!r}")
    return NormalDist().inv_cdf(1 - level / (2 * max(many, 1)))


def divergence_terms(log_models: Any, log_reference: Any, log_proposal: Any) -> Floats:
    """Terms whose mean over a sample of the proposal estimates KL(p || q), none of them negative.

    With t = p / q the term is (q / proposal) (t log t - t + 1). The extra q - p has mean 0 and makes every term
    non-negative, and 0 where p = q.

    Args:
        log_models: log p, shape (..., samples).
        log_reference: log q of the same sentences, shape (samples,).
        log_proposal: log of the probability with which each was drawn.

    >>> divergence_terms([[np.log(0.5)]], [np.log(0.5)], [0.0]).tolist()
    [[0.0]]
    """
    p, q, s = (np.asarray(a, dtype=float) for a in (log_models, log_reference, log_proposal))
    weight = np.exp(p - s)
    return weight * (p - q) - weight + np.exp(q - s)


@dataclass(frozen=True, eq=False)
class SampledModels:
    """The values of finitely many models on one common sample.

    Args:
        log_models: log-probability of each sentence under each model, shape (models, samples).
        log_reference: the same under the initial model, shape (samples,).
        log_proposal: the same under the distribution that the sample was drawn from independently.
        rewards: one member's reward for each sentence, shape (groups, samples).

    Raises:
        ValueError: shapes do not fit, fewer than 2 samples, or numbers that are not finite.
    """

    log_models: Floats
    log_reference: Floats
    log_proposal: Floats
    rewards: Floats

    def __post_init__(self) -> None:
        for name in ("log_models", "log_reference", "log_proposal", "rewards"):
            array = np.array(getattr(self, name), dtype=float)
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        shapes = [a.shape for a in (self.log_models, self.log_reference, self.log_proposal, self.rewards)]
        many = shapes[1][-1] if shapes[1] else 0
        if [len(shape) for shape in shapes] != [2, 1, 1, 2] or any(shape[-1] != many for shape in shapes) or many < 2:
            raise ValueError(
                "log_models (models, samples), log_reference and log_proposal (samples,) and rewards (groups, samples) "
                f"need one number of samples, at least 2; got {shapes}"
            )
        if not all(
            np.isfinite(a).all() for a in (self.log_models, self.log_reference, self.log_proposal, self.rewards)
        ):
            raise ValueError("log-probabilities and rewards must be finite numbers")

    @property
    def samples(self) -> int:
        """The number of sentences drawn."""
        return self.log_reference.size

    @property
    def policies(self) -> Floats:
        """The models as distributions over the drawn sentences, shape (models, samples)."""
        logs = self.log_models - self.log_proposal
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    @property
    def effective_samples(self) -> Floats:
        """1 / sum of squared weights, shape (models,): that many equal weights would be as good."""
        return 1 / (self.policies**2).sum(axis=1)

    @property
    def valuations(self) -> Estimate:
        """Of one member per group, shape (models, groups)."""
        policies = self.policies
        value = policies @ self.rewards.T
        spread = [
            [sqrt(((p * (reward - v)) ** 2).sum()) for reward, v in zip(self.rewards, row, strict=True)]
            for p, row in zip(policies, value, strict=True)
        ]
        return Estimate(value, np.array(spread))

    @property
    def divergences(self) -> Estimate:
        """KL to the initial model, shape (models,); never negative."""
        terms = divergence_terms(self.log_models, self.log_reference, self.log_proposal)
        return Estimate(terms.mean(axis=1), terms.std(axis=1, ddof=1) / sqrt(self.samples))

    def finite_models(self) -> FiniteModels:
        """The estimates as a finite set of models over the drawn sentences: any reward of these can be reported."""
        return FiniteModels(self.policies, self.divergences.value)

    def rule(self, *, penalty: Any = 1) -> AffineMaximizer:
        """The mechanism on the estimated table, in exact arithmetic: group `i` reports multiples of unit vector `i`."""
        valuations = [[Fraction(v) for v in row] for row in self.valuations.value.tolist()]
        divergences = [Fraction(d) for d in self.divergences.value.tolist()]
        return AffineMaximizer(models=FiniteModels(valuations, divergences, features=True), penalty=Fraction(penalty))

    def welfare_lead(self, over: int, sizes: Any, *, penalty: float = 1) -> Estimate:
        """Affine welfare of each model minus that of model `over`, shape (models,), with the errors of the
        differences.
        """
        weights = np.asarray(sizes, dtype=float)
        total, policies = weights @ self.rewards, self.policies
        value = policies @ total
        terms = divergence_terms(self.log_models, self.log_reference, self.log_proposal)
        divergence = terms.mean(axis=1)
        # How the score moves with one sentence's share in the sample (the delta method for the scaled weights).
        pull = self.samples * policies * (total - value[:, None]) - penalty * (terms - divergence[:, None])
        score = value - penalty * divergence
        apart = pull - pull[over]
        return Estimate(score - score[over], apart.std(axis=1, ddof=1) / sqrt(self.samples))

    def payment_intervals(
        self, sizes: Any, *, penalty: float = 1, level: float = 0.05
    ) -> tuple[int, list[PaymentInterval]]:
        """The chosen model and every group's payment with an interval.

        Args:
            sizes: reported sizes, shape (groups,); the rewards are those of the sample.
            penalty: the weight of KL.
            level: probability with which some interval may miss, if errors are normal. All pairs of models are covered
                at once, so that it does not matter that the sample also chose the model.

        Returns:
            The number of the chosen model, and one interval per group: the true payment is the largest lead of a model
            over the chosen one for the others, so it lies between the largest lower and the largest upper end.
        """
        groups, models = len(self.rewards), len(self.log_models)
        outcome = self.rule(penalty=penalty)(np.eye(groups, dtype=int).tolist(), _whole(sizes))
        chosen: Any = outcome.model  # a number, since the rule chooses among finitely many
        z = _quantile(level, groups * models * (models - 1))
        found = []
        for who in range(groups):
            others = [0 if i == who else w for i, w in enumerate(sizes)]
            lead = self.welfare_lead(chosen, others, penalty=penalty)
            found.append(
                PaymentInterval(
                    float(outcome.payments[who]),
                    float((lead.value - z * lead.error).max()),
                    float((lead.value + z * lead.error).max()),
                )
            )
        return chosen, found


def _whole(sizes: Any) -> list[Any]:
    return [Fraction(w) if isinstance(w, float) else w for w in np.asarray(sizes, dtype=object).tolist()]


def separate_estimates(rewards: Any, log_ratios: Any) -> tuple[Estimate, Estimate]:
    """Valuations and divergences if every model is judged by its own sample.

    Args:
        rewards: shape (models, groups, samples): each model's own sentences, each judged by every group.
        log_ratios: log(p / q) of the same sentences, shape (models, samples).

    Returns:
        Valuations (models, groups) and divergences (models,), which may be negative.
    """
    r, logs = np.asarray(rewards, dtype=float), np.asarray(log_ratios, dtype=float)
    if r.ndim != 3 or logs.shape != (r.shape[0], r.shape[2]) or r.shape[2] < 2:
        raise ValueError(
            "rewards must have shape (models, groups, samples) and log_ratios (models, samples), samples at least 2; "
            f"got {r.shape} and {logs.shape}"
        )
    root = sqrt(r.shape[2])
    return (
        Estimate(r.mean(axis=2), r.std(axis=2, ddof=1) / root),
        Estimate(logs.mean(axis=1), logs.std(axis=1, ddof=1) / root),
    )


def tempting_lie(chooses: Any, charges: Any, *, own: Any, size: Any) -> tuple[int, int, Any] | None:
    """The best lie if one table of others' welfare chooses the model and another one sets the price.

    Args:
        chooses: the others' affine welfare per model in the table that chooses, shape (models,).
        charges: the same in the table that sets prices.
        own: the group's valuation per model in both tables, shape (models,): it is exactly known here.
        size: the group's members.

    Returns:
        The model under the truth, the model the group would rather have, and the gain; None if there is no gain. Which
        report brings the other model about is not asked: one that names it will do.
    """
    models = range(len(own))
    honest = max(models, key=lambda k: (size * own[k] + chooses[k], -k))
    wanted = max(models, key=lambda k: (size * own[k] + charges[k], -k))
    gain = size * own[wanted] + charges[wanted] - size * own[honest] - charges[honest]
    return (honest, wanted, gain) if gain > 0 else None
