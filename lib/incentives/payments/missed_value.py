"""The value that a model misses of the best one below a cap, as the mean of one non-negative variable.

Among the models that make no reply more than `cap` times as likely as the initial model does, one is best for the
rewards. What another one misses is at most the mean of `missed_terms`, whatever is guessed of the best value, and
exactly that mean for the right guess.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def missed_terms(
    total: Any, log_model: Any, log_reference: Any, log_proposal: Any, guess: Any, *, cap: float, penalty: float = 1.0
) -> Floats:
    """Non-negative terms whose mean over the proposal is at least what the model misses, for every `guess`.

    With x = (total - guess) / penalty and t = model / reference a term is (reference / proposal) * penalty *
    (Psi(x) - t - t x + t log t), where Psi(x) is exp(x) up to x = log(cap) and its tangent from there on. Where the
    model is best and the guess is its value, all terms are 0.

    Args:
        total: everybody's weighted reward of each reply, shape (replies,).
        log_model, log_reference, log_proposal: log-probabilities of the replies, shape (replies,).
        guess: of the best value, a number or one per reply.
        cap: at least 1; the model's ratio to the reference must not be above it.
        penalty: the weight of KL, positive.

    Returns:
        Shape (replies,).

    A model that keeps a fair coin, where heads are worth log 3: the mean is log 2 - log(3) / 2, what it misses.

    >>> half = np.log([0.5, 0.5])
    >>> float(missed_terms([np.log(3), 0], half, half, half, np.log(2), cap=3).mean().round(4))
    0.1438
    >>> round(np.log(2) - np.log(3) / 2, 4)
    np.float64(0.1438)
    """
    R, p, q, s = (np.asarray(a, dtype=float) for a in (total, log_model, log_reference, log_proposal))
    x, log_cap = (R - np.asarray(guess, dtype=float)) / penalty, np.log(cap)
    inside = np.minimum(x, log_cap)
    top = np.exp(inside) * (1 + x - inside)
    log_ratio = np.maximum(p - q, -700.0)  # t log t is 0 where the model is not heard
    return np.exp(q - s) * penalty * np.maximum(top - np.exp(log_ratio) * (1 + x - log_ratio), 0.0)


def largest_term(
    guess: Any, *, span: float, cap: float, penalty: float = 1.0, reference_share: float, model_share: float = 0.0
) -> Floats:
    """The largest number that `missed_terms` can give for rewards between 0 and `span`.

    A term is convex in the reward, and convex in the ratio over an affine function of it, so it is largest at one of
    four corners.

    Args:
        guess: one or several, each between 0 and `span`.
        span, cap, penalty: as above.
        reference_share: how often the initial model speaks, above 0.
        model_share: how often the judged model does, besides.

    >>> float(largest_term(0.0, span=1.0, cap=4.0, reference_share=0.5).round(4)), round(2 * np.e, 4)
    (5.4366, 5.4366)
    """
    u, log_cap = np.asarray(guess, dtype=float), np.log(cap)
    found = []
    for reward in (0.0, span):
        x = (reward - u) / penalty
        inside = np.minimum(x, log_cap)
        top = np.exp(inside) * (1 + x - inside)
        at_cap = top - cap * (1 + x - log_cap)
        found += [top / reference_share, at_cap / (reference_share + model_share * cap)]
    return penalty * np.max(found, axis=0)


def best_guesses(
    R: Floats,
    reference: Floats,
    weight: Floats,
    labels: Any,
    *,
    cap: float,
    penalty: float,
    unseen: float = 0.0,
    most: float | None = None,
) -> Floats:
    """For each prompt the guess at which its terms have the least mean, shape (prompts,); NaN without a reply.

    `reference` and `weight` are the ratios of reference and model to the proposal. `unseen` is a weight for a reply of
    reward `most` that has not been seen.
    """
    prompts, log_cap = int(labels.max()) + 1, np.log(cap)
    low, high = np.full(prompts, R.min()), np.full(prompts, R.max() if most is None else most)
    heard = np.bincount(labels, weight, prompts)
    for _ in range(50):
        middle = (low + high) / 2
        x = (R - middle[labels]) / penalty
        ahead = np.bincount(labels, reference * np.exp(np.minimum(x, log_cap)), prompts)
        if most is not None and unseen:
            ahead += unseen * np.exp(np.minimum((most - middle) / penalty, log_cap))
        up = ahead > heard
        low, high = np.where(up, middle, low), np.where(up, high, middle)
    return np.where(np.bincount(labels, minlength=prompts) > 0, (low + high) / 2, np.nan)


def estimated_miss(
    total: Any,
    log_model: Any,
    log_reference: Any,
    log_proposal: Any,
    prompts: Any,
    *,
    cap: float = np.inf,
    penalty: float = 1.0,
) -> float | None:
    """An estimate of what a model misses of the best of all models below the cap, prompt by prompt.

    For each prompt it is the least mean of `missed_terms` over all guesses. What the choice of the guess takes off on
    average is put back.

    Args:
        total: everybody's weighted reward of each reply, shape (replies,).
        log_model, log_reference, log_proposal: log-probabilities, shape (replies,).
        prompts: one label per reply.
        cap: of probabilities, as a multiple of the reference; none if not given.
        penalty: the weight of KL.

    Returns:
        The mean over replies whose prompt was answered more than once; None if there is none.

    Two prompts with rewards always 0 and always 1: nothing can be won.

    >>> zero = [0.0] * 4
    >>> round(estimated_miss([0, 0, 1, 1], zero, zero, zero, ["a", "a", "b", "b"]), 12)
    0.0
    """
    R, p, q, s = (np.asarray(a, dtype=float) for a in (total, log_model, log_reference, log_proposal))
    labels, counts = np.unique(np.asarray(prompts), return_inverse=True, return_counts=True)[1:]
    many = counts[labels]
    seen = many > 1
    if not seen.any():
        return None
    reference, weight = np.exp(q - s), np.exp(p - s)
    guess = best_guesses(R, reference, weight, labels, cap=cap, penalty=penalty)[labels]
    terms = missed_terms(R, p, q, s, guess, cap=cap, penalty=penalty)
    x = (R - guess) / penalty
    pull = weight - reference * np.exp(np.minimum(x, np.log(cap)))  # how a term moves with the guess
    bend = reference * np.exp(np.minimum(x, np.log(cap))) * (x < np.log(cap)) / penalty
    pulls, bends = np.bincount(labels, pull**2)[labels], np.bincount(labels, bend)[labels]
    optimism = pulls / (2 * np.maximum(many - 1, 1) * np.where(bends > 0, bends, np.inf))
    return float((terms + optimism)[seen].mean())
