"""Lower ends from the sample behind a bill: what a value, and what training misses, amount to at least.

An upper end pays for the range of the weights, since a reply that nobody has seen could be worth much. A lower end of a
mean of non-negative numbers does not: what was not seen can only add to it. So the value of a model for a group has a
lower end whether or not a cap is kept. What a model misses is such a mean less what the guess of the best value adds to
it, and this is of second order in how far the guess is off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incentives.numbers import as_array, as_number
from incentives.payments import certificates as upper
from incentives.payments.missed_value import best_guesses, missed_terms
from incentives.payments.sampled_mechanism import SampledModels

Floats = NDArray[np.float64]

# Of the replies that tell how far the guess is off; the others bet. The guess needs more: its error is paid for by the
# range of the weights.
_GUESSING = 0.75


def betting_floor(terms: Any, *, most: float, level: float) -> float:
    """A lower bound for the mean of non-negative variables: it fails with at most the probability `level`.

    Somebody bets that the mean is larger than m. However large a variable can be, the most that a bet can lose is
    known, since the smallest one is 0.

    Args:
        terms: in the order of drawing, shape (replies,); each with a mean of at most the bounded number, given those
            before.
        most: a number that the bounded one cannot exceed, fixed before anything is drawn.
        level: between 0 and 1.

    Returns:
        A number between 0 and `most`.

    Raises:
        ValueError: terms that are no row of numbers of at least 0, `most` that is not above 0, or a level outside of 0
            to 1.

    Reference:
        Waudby-Smith and Ramdas (2024), the other side of their betting intervals.

    >>> rng = np.random.default_rng(0)
    >>> 0.47 < betting_floor(rng.uniform(size=2000), most=1.0, level=0.05) < 0.5
    True
    """
    t = as_array("terms", terms, exact=False)
    as_number("most", most, exact=False, above=0)
    as_number("level", level, exact=False, above=0)
    if t.ndim != 1 or not t.size or t.min() < 0 or not level < 1:
        told = f"{t.min():g}" if t.size else "none"
        raise ValueError(
            "terms must be a row of numbers of at least 0 and level below 1; "
            f"got shape {t.shape}, the least {told}, level {level!r}"
        )
    stake = upper.stakes(t, most / 2, most, level)
    low, high = 0.0, float(most)
    for _ in range(60):
        middle = (low + high) / 2
        sure = np.log1p(stake * (t - middle)).sum() >= -np.log(level)
        low, high = (middle, high) if sure else (low, middle)
    return low


def least_values(
    sample: SampledModels,
    model: int,
    lowest: Sequence[float],
    highest: Sequence[float],
    *,
    order: Any,
    level: float = 0.05,
) -> tuple[float, ...]:
    """A lower bound on what one member of each group can expect of a model; all of these hold together at `level`.

    The same sample may have chosen the model: the level is divided by the number of models, as well as of groups. No
    cap is needed, since replies that were not seen are worth no less than `lowest`.

    Args:
        sample: what models and groups said of one common sample.
        model: number of the model.
        lowest, highest: the least and the largest reward that each group can give, fixed beforehand, shape (groups,).
        order: a permutation of the replies, drawn at random, shape (replies,).
        level: probability with which some lower end may be too high.

    Returns:
        Shape (groups,), in the units of the rewards.

    Raises:
        ValueError: an order that is no permutation, or a reward outside of what was declared.
    """
    places, each = upper.as_order(order, sample.samples), level / (len(sample.log_models) * len(sample.rewards))
    weight = np.exp(sample.log_models[model] - sample.log_proposal)[places]
    found = []
    for reward, low, high in zip(sample.rewards, lowest, highest, strict=True):
        above = reward[places] - low
        if above.min() < 0 or above.max() > high - low:
            raise ValueError(
                f"rewards must lie between lowest and highest, {low:g} to {high:g}; "
                f"got {reward.min():g} to {reward.max():g}"
            )
        found.append(low + (betting_floor(weight * above, most=high - low, level=each) if high > low else 0.0))
    return tuple(found)


def least_missed(
    total: Any,
    log_model: Any,
    log_reference: Any,
    log_proposal: Any,
    *,
    span: float,
    cap: float,
    penalty: float = 1.0,
    level: float = 0.05,
    reference_share: float,
    model_share: float = 0.0,
    prompts: Any = None,
) -> float:
    """A lower bound on what a model misses of the best value below the cap: with probability 1 - `level` it misses no
    less.

    The mean of `missed_terms` exceeds what is missed by at most penalty * phi(d / penalty), where phi(t) is
    exp(t) - 1 - t and d says how far the guess may be off. Most replies tell d by two bets for each prompt, and the
    rest bet on the mean. Where a prompt was answered too rarely for a useful d, it counts as if nothing were missed
    there.

    Args:
        total, log_model, log_reference, log_proposal, span, cap, penalty, reference_share, model_share, prompts: as for
            `certificate`.
        level: probability with which the bound may be too high. Divide it by the number of models that the same sample
            chose from.

    Raises:
        ValueError: what `certificate` refuses.

    >>> rng = np.random.default_rng(1)
    >>> q, p, r = np.array([0.5, 0.5]), np.array([0.9, 0.1]), np.array([0.0, 1.0])
    >>> x = rng.choice(2, size=4000, p=(p + q) / 2)
    >>> logs = np.log(p)[x], np.log(q)[x], np.log((p + q) / 2)[x]
    >>> least = least_missed(r[x], *logs, span=1, cap=2, reference_share=0.5, model_share=0.5)
    >>> missed = np.log(q @ np.exp(r)) - (p @ r - p @ np.log(p / q))
    >>> bool(0.5 < least < missed < 0.9)
    True
    """
    R, p, q, s, labels = upper.checked(
        total, log_model, log_reference, log_proposal,
        span=span, cap=cap, penalty=penalty, reference_share=reference_share, model_share=model_share, prompts=prompts,
    )  # fmt: skip
    known = max(1, int(_GUESSING * R.size))
    if known == R.size:
        return 0.0
    first, last = slice(known), slice(known, None)
    guess, added = _best_guess_ends(
        R[first], np.exp(q - s)[first], np.exp(p - s)[first], labels[first],
        span=span, cap=cap, penalty=penalty, level=level / 2, reference_share=reference_share, prompts=labels.max() + 1,
    )  # fmt: skip
    counts = (added < span)[labels[last]]
    if not counts.any():
        return 0.0
    terms = missed_terms(R[last], p[last], q[last], s[last], guess[labels[last]], cap=cap, penalty=penalty)
    # Nothing is missed less than 0 on any prompt, so that prompts may be left out; the shift keeps terms above 0.
    shift = float(added[added < span].max())
    shifted = np.where(counts, terms - added[labels[last]], 0.0) + shift
    return max(0.0, betting_floor(shifted, most=span + shift, level=level / 2) - shift)


def _best_guess_ends(
    R: Floats,
    reference: Floats,
    weight: Floats,
    labels: Any,
    *,
    span: float,
    cap: float,
    penalty: float,
    level: float,
    reference_share: float,
    prompts: int,
) -> tuple[Floats, Floats]:
    """For each prompt a guess, and how much it adds at most to the mean; together these hold at `level`.

    At the best guess u the ratios min(exp((R - u) / penalty), cap) have the mean 1 under the reference, and the mean
    falls in u. Where a guess is d too low, the mean is at most exp(d / penalty), and what it adds is the integral of
    the mean minus 1.
    """
    log_cap = np.log(cap)
    unseen = np.log(1 / level) / reference_share
    before = upper.guesses(R, reference, weight, labels, span=span, cap=cap, penalty=penalty, unseen=unseen)

    def ratios(u: Floats) -> Floats:
        return reference * np.exp(np.minimum((R - u) / penalty, log_cap))

    seen = ratios(before)
    largest = np.exp(min(log_cap, span / penalty)) / reference_share
    each = level / (2 * np.unique(labels).size)
    gain, lose = np.zeros(R.size), np.zeros(R.size)
    for x in np.unique(labels):
        here = labels == x
        gain[here] = upper.stakes(seen[here], 1.0, 1.0, each)
        lose[here] = upper.stakes(seen[here], 1.0, largest, each)

    def end(stake: Floats, sign: int) -> Floats:
        """Where the fortune of a bet that the mean of the ratios at u is above 1 (sign 1) or below 1 (-1) ends."""
        low, high = np.zeros(prompts), np.full(prompts, float(span))
        for _ in range(60):
            middle = (low + high) / 2
            fortune = np.bincount(labels, np.log1p(stake * sign * (ratios(middle[labels]) - 1)), prompts)
            up = (fortune >= -np.log(each)) == (sign > 0)
            low, high = np.where(up, middle, low), np.where(up, high, middle)
        return low if sign > 0 else high

    lowest, highest = end(gain, 1), end(lose, -1)
    guess = best_guesses(R, reference, weight, labels, cap=cap, penalty=penalty, most=span)
    guess = np.pad(guess, (0, prompts - guess.size), constant_values=np.nan)
    guess = np.clip(np.where(np.isfinite(guess), guess, span / 2), lowest, highest)
    too_low, too_high = (highest - guess) / penalty, (guess - lowest) / penalty
    added = penalty * np.maximum(np.expm1(np.minimum(too_low, 700)) - too_low, np.expm1(-too_high) + too_high)
    return guess, added
