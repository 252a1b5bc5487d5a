"""Fine-tuning by samples: the gradient of E_p[R] - penalty * KL(p || q) from sentences that the model itself draws.

The gradient is E_p[(R - penalty log(p / q) - b) grad log p] for every number b that does not depend on the sentence. As
b
each sentence gets the mean of the *other* sentences of its batch, which keeps the average right and makes it less noisy
(Williams 1992; Kool et al. 2019).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from incentives.charging.small_transformer import Shape, Weights, adam
from incentives_book.payments.fine_tuning_by_sampling.word_model import log_probabilities, sample


def advantages(gains: Tensor) -> Tensor:
    """Each number minus the mean of the others.

    Raises:
        ValueError: fewer than two numbers.

    >>> advantages(torch.tensor([1.0, 2.0, 6.0])).tolist()
    [-3.0, -1.5, 4.5]
    """
    if gains.ndim != 1 or len(gains) < 2:
        raise ValueError(f"gains must be a row of at least 2 numbers; got shape {tuple(gains.shape)}")
    return (gains - gains.mean()) * len(gains) / (len(gains) - 1)


def surrogate(log_policy: Tensor, log_reference: Tensor, rewards: Tensor, *, penalty: float) -> Tensor:
    """A number whose gradient is the sampled gradient of -(E_p[R] - penalty KL); its value means nothing.

    Args:
        log_policy: of sentences drawn from the model, with gradient, shape (batch,).
        log_reference: of the same sentences under the initial model.
        rewards: R of the same sentences.
        penalty: the weight of KL.
    """
    gains = rewards - penalty * (log_policy.detach() - log_reference)
    return -(advantages(gains) * log_policy).mean()


def tune_by_samples(
    initial: Weights,
    shape: Shape,
    reward: Callable[[Tensor], Tensor],
    *,
    weight: float,
    penalty: float = 1.0,
    steps: int,
    batch: int,
    learning_rate: float,
    generator: torch.Generator,
) -> tuple[Weights, list[float]]:
    """KL-regularised policy gradient from the initial model.

    Args:
        initial: the model to begin with and to stay near; left as it is.
        shape: of the model.
        reward: from sentences, shape (batch, longest), to rewards, shape (batch,).
        weight: factor on the reward, such as the number of all members.
        penalty: the weight of KL, positive.
        steps: of Adam.
        batch: sentences drawn per step, at least 2.
        learning_rate: of Adam, falling linearly to a tenth.
        generator: for the sentences.

    Returns:
        New weights, and an unbiased estimate of the objective before each step.

    Raises:
        ValueError: `penalty` or `batch` is out of range.
    """
    if not penalty > 0 or batch < 2:
        raise ValueError(f"penalty must be positive and batch at least 2; got {penalty!r} and {batch!r}")
    reached = []

    def loss(weights: Weights) -> Tensor:
        drawn = sample(weights, shape, batch, generator=generator)
        log_policy = log_probabilities(weights, shape, drawn)
        with torch.no_grad():
            log_reference = log_probabilities(initial, shape, drawn)
            rewards = weight * reward(drawn)
            reached.append(float((rewards - penalty * (log_policy - log_reference)).mean()))
        return surrogate(log_policy, log_reference, rewards, penalty=penalty)

    weights, _ = adam(initial, loss, steps=steps, learning_rate=learning_rate)
    return weights, reached
