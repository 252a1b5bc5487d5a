"""Fine-tuning to a reward under a KL penalty, with exact gradients.

The objective of the paper's appendix C is a sum over all sentences. Where they can be listed it is computed, not
sampled, and automatic differentiation of it is the exact gradient sum_x p(x) A(x) grad log p(x) with the advantage
A(x) = R(x) - penalty log(p(x) / q(x)), up to a constant.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from incentives.charging.small_transformer import (
    Shape,
    Weights,
    adam,
    language_model,
    sentence_log_probabilities,
)


@dataclass(frozen=True, eq=False)
class Tuned:
    """Models that were fine-tuned side by side, one per reward.

    Args:
        weights: the leading axis of each tensor is the models.
        log_policies: log-probability of every sentence under every model, shape (models, sentences).
        reference: the same for the model before, shape (sentences,).
        rewards: what each model was trained for, shape (models, sentences).
        penalty: the weight of KL.
        losses: minus the sum of the models' objectives before each step.
    """

    weights: Weights
    log_policies: Tensor
    reference: Tensor
    rewards: Tensor
    penalty: float
    losses: list[float]

    @property
    def objective(self) -> Tensor:
        """The objective of each model, shape (models,)."""
        return objective(self.log_policies, self.rewards, self.reference, penalty=self.penalty)

    @property
    def ceiling(self) -> Tensor:
        """The upper bound on every objective, shape (models,): penalty log E_q exp(R / penalty)."""
        return log_partition(self.rewards, self.reference, penalty=self.penalty)

    @property
    def captured(self) -> Tensor:
        """Share of the possible gain over the initial model that training found, shape (models,), at most 1."""
        start = self.rewards @ self.reference.exp()
        return (self.objective - start) / (self.ceiling - start)


def objective(log_policy: Tensor, rewards: Tensor, reference: Tensor, *, penalty: float) -> Tensor:
    """E_p[R] - penalty KL(p || q), exactly.

    Args:
        log_policy: log p, shape (..., sentences).
        rewards: R, shape (..., sentences).
        reference: log q, shape (sentences,).
        penalty: the weight of KL, positive.

    Returns:
        Shape (...).

    Raises:
        ValueError: `penalty` is not positive.

    >>> half = torch.tensor([0.5, 0.5]).log()
    >>> objective(half, torch.tensor([1.0, 0.0]), half, penalty=1.0).item()
    0.5
    """
    if not penalty > 0:
        raise ValueError(f"penalty must be greater than 0; got {penalty!r}")
    return (log_policy.exp() * (rewards - penalty * (log_policy - reference))).sum(-1)


def log_partition(rewards: Tensor, reference: Tensor, *, penalty: float) -> Tensor:
    """The largest value of `objective` over all distributions: penalty log E_q exp(R / penalty).

    >>> half = torch.tensor([0.5, 0.5]).log()
    >>> round(log_partition(torch.tensor([1.0, 1.0]), half, penalty=2.0).item(), 6)
    1.0
    """
    if not penalty > 0:
        raise ValueError(f"penalty must be greater than 0; got {penalty!r}")
    return penalty * torch.logsumexp(reference + rewards / penalty, dim=-1)


def stacked(models: list[Weights]) -> Weights:
    """Models of one shape as one dict whose tensors have the models as leading axis."""
    return {name: torch.stack([weights[name] for weights in models]) for name in models[0]}


def fine_tune(
    weights: Weights,
    shape: Shape,
    rewards: Tensor,
    *,
    penalty: float,
    steps: int,
    learning_rate: float,
) -> Tuned:
    """One model per reward, all begun at `weights` and trained side by side.

    Args:
        weights: the initial model, which is also the reference of the penalty.
        shape: of the model.
        rewards: shape (models, sentences), weighted as the training is to see them.
        penalty: the weight of KL, positive.
        steps: of Adam, at least 1.
        learning_rate: of Adam, falling linearly to a tenth.

    Raises:
        ValueError: `rewards` does not fit the language or is not finite, `penalty` is not positive, or `steps` or
            `learning_rate` is out of range.
    """
    sentences = shape.prefixes + shape.words**shape.longest
    if rewards.ndim != 2 or rewards.shape[1] != sentences or not bool(rewards.isfinite().all()):
        raise ValueError(f"rewards must be finite and of shape (models, {sentences}); got shape {tuple(rewards.shape)}")
    model = language_model(shape)
    with torch.no_grad():
        reference = sentence_log_probabilities(model(weights), words=shape.words)

    def loss(trained: Weights) -> Tensor:
        log_policies = sentence_log_probabilities(model(trained), words=shape.words)
        return -objective(log_policies, rewards, reference, penalty=penalty).sum()

    start = stacked([weights] * len(rewards))
    trained, losses = adam(start, loss, steps=steps, learning_rate=learning_rate)
    with torch.no_grad():
        log_policies = sentence_log_probabilities(model(trained), words=shape.words)
    return Tuned(trained, log_policies, reference, rewards, penalty, losses)
