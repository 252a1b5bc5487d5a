"""The gain by a small lie about one reward when nothing is paid, and which lies always gain.

To first order a trained model follows the reported rewards through the weights a(x) = q(x) / (penalty f''(p / q)).
The function t compares one outcome's reward with the a-weighted mean; its sign says in which direction to lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from incentives.numbers import as_array, as_number, as_vector, is_exact
from incentives.payments.divergences import KL, Divergence
from incentives.payments.preferences import Normalisation, normalise
from incentives.reading import as_distribution, as_probabilities

_KL = KL()


def response_weights(
    policy: Any, reference: Any, *, penalty: Any = 1, divergence: Divergence | None = None
) -> np.ndarray:
    """a(x) = q(x) / (penalty f''(p(x) / q(x))): how readily an outcome's probability follows its reward.

    Args:
        policy: the trained model p, all positive, shape (outcomes,).
        reference: the initial model q, shape (outcomes,).
        penalty: the weight of the divergence, greater than 0.
        divergence: KL() if not given; it needs a curvature.

    Raises:
        ValueError: a probability of `policy` is 0, or the divergence has no curvature.

    Reference:
        Sun et al. (2025), Theorem E.2.

    >>> response_weights([0.5, 0.5], [0.25, 0.75])
    array([0.5, 0.5])
    """
    f = _KL if divergence is None else divergence
    if f.curvature is None:
        raise ValueError(f"divergence must have a curvature, {f.name} has none")
    # KL's curvature is 1 / x, so it stays exact as well.
    exact = (f.rational or isinstance(f, KL)) and is_exact(policy, reference, penalty)
    p, q = as_probabilities("policy", policy, exact=exact), as_distribution("reference", reference, exact=exact)
    if p.shape != q.shape or not (p > 0).all():
        raise ValueError(f"policy must be positive on all {q.size} outcomes of reference, got {policy!r}")
    return q / (as_number("penalty", penalty, exact=exact, above=0) * f.curvature(p / q))


def marginal_gain(
    reward: Any, policy: Any, reference: Any, *, penalty: Any = 1, divergence: Divergence | None = None
) -> np.ndarray:
    """t(z) = sum over x of (rm(z) - rm(x)) a(x), with a from `response_weights`; shape (outcomes,).

    Args:
        reward: the true reward model of the group, shape (outcomes,).
        policy, reference, penalty, divergence: as for `response_weights`; the policy is the one of the truth.

    >>> marginal_gain([1, 0], [0.75, 0.25], [0.5, 0.5])
    array([ 0.25, -0.75])
    """
    a = response_weights(policy, reference, penalty=penalty, divergence=divergence)
    r = as_array("reward", reward, exact=a.dtype == object and is_exact(reward))
    if r.shape != a.shape:
        raise ValueError(f"reward must have shape {a.shape}, got {r.shape}")
    return r * a.sum() - r @ a


def valuation_slopes(
    reward: Any,
    policy: Any,
    reference: Any,
    *,
    size: Any = 1,
    penalty: Any = 1,
    divergence: Divergence | None = None,
) -> np.ndarray:
    """The slope of one member's valuation in each reported reward, at the truth: w a(z) t(z) / sum(a).

    >>> valuation_slopes([1, 0], [0.75, 0.25], [0.5, 0.5])
    array([ 0.1875, -0.1875])
    """
    a = response_weights(policy, reference, penalty=penalty, divergence=divergence)
    t = marginal_gain(reward, policy, reference, penalty=penalty, divergence=divergence)
    return size * a * t / a.sum()


@dataclass(frozen=True)
class SmallLie:
    """A direction in which the valuation rises at the truth.

    Args:
        raised: outcome whose reward is overstated, None if there is none.
        lowered: outcome whose reward is understated, None if there is none.
        slope: gain of one member per unit of the lie, positive.
    """

    raised: int | None
    lowered: int | None
    slope: Any


def small_lie(reward: Any, slopes: Any, *, normalised: Normalisation = "max") -> SmallLie | None:
    """The steepest lie about one outcome (`"max"`) or about a pair (`"sum"`) that stays in the domain.

    `None` says that no lie gains to first order; under maximum normalisation a second outcome of reward 1 is
    needed before a first one can be lowered, and the one with the largest slope is kept.

    Args:
        reward: the truth, in the domain, shape (outcomes,).
        slopes: from `valuation_slopes`, shape (outcomes,).
        normalised: `"max"` or `"sum"`.

    Raises:
        ValueError: `normalised` is neither, or the shapes differ.

    >>> small_lie([1, 0.9, 0], [0.2, 0.1, -0.3])
    SmallLie(raised=1, lowered=None, slope=0.1)
    >>> print(small_lie([1, 0, 0], [0.4, -0.1, -0.3]))
    None
    """
    r, g = as_vector("reward", reward), as_vector("slopes", slopes)
    if len(r) != len(g):
        raise ValueError(f"slopes must have one entry for each of {len(r)} rewards, got {len(g)}")
    lies = []
    if normalised == "max":
        kept = max((x for x in range(len(r)) if r[x] == max(r)), key=lambda x: g[x])
        lies += [SmallLie(x, None, g[x]) for x in range(len(r)) if r[x] < max(r)]
        lies += [SmallLie(None, x, -g[x]) for x in range(len(r)) if r[x] > 0 and x != kept]
    elif normalised == "sum":
        free = [x for x in range(len(r)) if r[x] > 0]
        lies += [SmallLie(y, x, g[y] - g[x]) for x in free for y in range(len(r)) if y != x]
    else:
        raise ValueError(f'normalised must be "max" or "sum", got {normalised!r}')
    best = max(lies, key=lambda lie: lie.slope, default=None)
    return best if best is not None and best.slope > 0 else None


def printed_cases(reward: Any, weights: Any, *, normalised: Normalisation) -> frozenset[int]:
    """Which cases of Theorem E.2 apply, by its hypotheses as printed.

    Args:
        reward: the truth, in the domain, shape (outcomes,).
        weights: a, from `response_weights`; f'' / q of the paper is its reciprocal.
        normalised: `"max"` (case 1) or `"sum"` (cases 2 and 3).

    >>> printed_cases([1, 0.9, 0], [0.4, 0.3, 0.3], normalised="max")
    frozenset({1})
    """
    if normalised not in ("max", "sum"):
        raise ValueError(f'normalised must be "max" or "sum", got {normalised!r}')
    r, a = as_vector("reward", reward), as_vector("weights", weights)
    if len(r) != len(a) or not all(weight > 0 for weight in a):
        raise ValueError(f"weights must be {len(r)} numbers above 0, one for each reward; got {weights!r}")
    t = [sum((z - x) * b for x, b in zip(r, a, strict=True)) for z in r]
    cases = set()
    if min(r) != 0 or max(r) == 0:
        return frozenset()
    between = [x for x in range(len(r)) if 0 < r[x] < 1]
    if normalised == "max" and any(t[x] != 0 for x in between):
        cases.add(1)
    if normalised == "sum" and any(t[x] < 0 for x in between):
        cases.add(2)
    pairs = [(x, y) for x in between for y in between if r[x] >= r[y]]
    if normalised == "sum" and any(t[x] > 0 and 1 / a[x] < 1 / a[y] for x, y in pairs):
        cases.add(3)
    return frozenset(cases)


def stretched_report(reward: Any, normalised: Normalisation = "max") -> tuple[np.ndarray, Any]:
    """The reward model less its least entry, normalised again; and the factor by which differences grow.

    The report moves the model exactly as a size larger by that factor would.

    Raises:
        ValueError: the reward is constant, or `normalised` is neither `"max"` nor `"sum"`.

    >>> report, factor = stretched_report([1, 2, 3], "sum")
    >>> report, factor
    (array([Fraction(0, 1), Fraction(1, 3), Fraction(2, 3)], dtype=object), Fraction(2, 1))
    """
    if normalised not in ("max", "sum"):
        raise ValueError(f'normalised must be "max" or "sum", got {normalised!r}')
    r = normalise([list(reward)], normalised)[0]
    if not r.max() > r.min():
        raise ValueError(f"reward must have two different entries, got {reward!r}")
    rest = r - r.min()
    factor = 1 / (rest.max() if normalised == "max" else rest.sum())
    return rest * factor, factor
