"""The payment of every group, read off the one final policy: no training run without the group is needed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import e, isfinite, log2
from typing import Any

import numpy as np

from incentives.floats import as_real_array, shown
from incentives.lists import as_list
from incentives.numbers import HasArray, Numbers, Real, as_array, as_number, no_booleans
from incentives.payments.divergences import KL
from incentives.payments.preferences import Rewards, read_reports, without_constants
from incentives.reading import as_probabilities

# Fewest outcomes that are worked on together. NumPy multiplies rows by a column at a third of the speed where
# two rows fit into its buffer of 8,192 numbers.
_COLUMNS = 4097
_LOG2_E = log2(e)
_KL = KL()


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
    r, _ = without_constants(r, w, weight)
    with np.errstate(over="ignore", invalid="ignore"):
        payments = _paid(p, r, w, weight, reference, optimal, prompts)
    if not np.isfinite(payments).all():
        raise ValueError(
            "rewards and sizes must be so small, and penalty so large, that floats hold every payment; "
            f"got {shown(payments)}"
        )
    return payments


def _paid(
    p: np.ndarray, r: np.ndarray, w: np.ndarray, weight: float, reference: Any, optimal: bool, prompts: Any
) -> np.ndarray:
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
    labels = np.array(as_list("prompts", prompts))
    known = None if reference is None else as_real_array("reference", reference)[0]
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
    exponents = (others - most) / weight
    mass = np.exp(exponents) @ q
    if not mass.min() > 1e-200:  # the best outcomes without the group are hardly in q
        logs = exponents + np.log(q)
        top = logs.max(axis=1, keepdims=True)
        shift, mass = most[:, 0] + weight * top[:, 0], np.exp(logs - top).sum(axis=1)
    else:
        shift = most[:, 0]
    best = weight * np.log(mass) + shift
    heard = p > 0
    p_heard, q_heard = p[heard], q[heard]
    divergence = float((p_heard * np.log(p_heard / q_heard)).sum())
    if not (isfinite(divergence) and q.min() > 1e-290):  # a quotient has left the floats
        divergence = float(_KL.between(p_heard, q_heard))
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
