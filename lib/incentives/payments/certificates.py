"""An upper bound on the distance of a model from the best one, certified by the sample that it is judged by.

The server promises that no model it serves makes any reply more than `cap` times as likely as the initial model does.
Among such models one is best. What the judged model misses of its value is the mean of one non-negative variable, so
that a bet against its being small bounds it from above, whatever the sample looks like. Replies are drawn by a mixture
of speakers to which the initial model belongs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incentives.numbers import as_array, as_number
from incentives.payments.missed_value import best_guesses, estimated_miss, largest_term, missed_terms

Floats = NDArray[np.float64]

# Of the largest bet that can lose no more than everything. A smaller share keeps the logarithm away from 0.
NEARLY_ALL = 0.95


@dataclass(frozen=True)
class Certificate:
    """The value that a model misses of the best one below the cap: an estimate, and an upper bound that holds with a
    level.

    Args:
        estimate: of what is missed; None where no prompt was answered twice.
        at_most: it is missed with probability 1 - `level`, in the units of the rewards.
        span: how far the rewards of all groups together reach.
        cap: of probabilities, as a multiple of the initial model's.
        level: probability with which the bound may fail.
        replies: how many the bound was made from.
    """

    estimate: float | None
    at_most: float
    span: float
    cap: float
    level: float
    replies: int

    @property
    def says_something(self) -> bool:
        """True if the bound is below the range of the rewards, which any model with value 0 keeps anyway."""
        return self.at_most < self.span

    def __str__(self) -> str:
        about = "unknown" if self.estimate is None else f"about {self.estimate:.3f}"
        if not self.says_something:
            return f"misses {about}; no certificate: {self.replies} replies bound it by no less than the rewards' range"
        return f"misses {about}, at most {self.at_most:.3f} (level {self.level:g}, cap {self.cap:g})"


def betting_bound(terms: Any, largest: Any, *, level: float) -> float:
    """An upper bound for the mean of non-negative variables: it fails with at most the probability `level`.

    Somebody bets that the mean is smaller than m, with a stake that only looks back; if it is not, the fortune is a
    supermartingale, which exceeds 1 / level with at most the probability `level`. The bound is the largest m with a
    fortune below that.

    Args:
        terms: in the order of drawing, shape (replies,); each with a mean of at least the bounded number, given those
            before.
        largest: what each term can be at most, a number or one per term, fixed before it is drawn.
        level: between 0 and 1.

    Reference:
        Waudby-Smith and Ramdas (2024), one side of their betting intervals.

    >>> rng = np.random.default_rng(0)
    >>> bound = betting_bound(rng.uniform(size=2000), 1.0, level=0.05)
    >>> 0.5 < bound < 0.53
    True
    """
    t = as_array("terms", terms, exact=False)
    most = np.broadcast_to(np.asarray(largest, dtype=float), t.shape)
    as_number("level", level, exact=False, above=0)
    if t.ndim != 1 or not t.size or not level < 1:
        raise ValueError(f"terms must be a row of numbers and level below 1; got shape {t.shape}, level {level!r}")
    if (t < 0).any() or (t > most * (1 + 1e-9)).any():
        raise ValueError(f"terms must lie between 0 and `largest`; got {t.min():g} to {t.max():g}")
    wanted = np.log(1 / level)
    # Begun with half the range, so that the first stakes are small.
    stake = stakes(t, most / 2, most, level)

    def log_fortune(m: float) -> float:
        return float(np.log1p(stake * (m - t)).sum())

    low, high = 0.0, float(t.max()) + 1.0
    while log_fortune(high) < wanted:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if log_fortune(middle) < wanted else (low, middle)
    return high


def as_order(order: Any, replies: int) -> NDArray[np.intp]:
    """The places of replies that a sample may hold sorted by speaker, in an order that says nothing.

    Raises:
        ValueError: it is no permutation of so many.

    >>> as_order([1, 0], 2)
    array([1, 0])
    """
    places = np.asarray(order)
    if sorted(places.tolist()) != list(range(replies)):
        raise ValueError(f"order must be a permutation of the {replies} replies; got shape {places.shape}")
    return places


def stakes(terms: Floats, first: float | Floats, largest: float | Floats, level: float) -> Floats:
    """For each term a stake that only looks back: smaller where terms were spread, at most what a loss leaves alive.

    Args:
        terms: in the order of drawing, shape (replies,).
        first: what counts as a term before the first, in mean and spread; a number or one per term.
        largest: what a bet can lose, a number or one per term.
        level: how seldom the fortune may exceed its inverse, between 0 and 1.
    """
    many = np.arange(1, terms.size + 1)
    mean = (first + np.cumsum(terms)) / (many + 1)
    spread = (first**2 + np.cumsum((terms - mean) ** 2)) / (many + 1)
    before = np.concatenate([np.atleast_1d(first)[:1] ** 2, spread[:-1]])
    wanted = np.sqrt(2 * np.log(1 / level) / (terms.size * np.maximum(before, 1e-300)))
    return np.minimum(wanted, NEARLY_ALL / largest)


def certificate(
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
) -> Certificate:
    """The value that a model misses of the best one that a model below the cap can have, from replies of a mixture of
    speakers.

    The best value is guessed for each prompt, and only from earlier replies: a formula without prompts would let the
    optimum choose its prompts.

    Args:
        total: everybody's weighted reward of each reply, between 0 and `span`, shape (replies,).
        log_model, log_reference, log_proposal: log-probabilities of the replies given their prompts, shape (replies,).
            Replies are independent and in the order of drawing, and so are their prompts.
        span: how far rewards can reach, public beforehand.
        cap: no model that is served makes a reply more than `cap` times as likely as the reference does.
        penalty: the weight of KL.
        level: probability with which the bound may fail. Divide it by the number of certificates that must hold
            together, and by the number of models that the same sample chose from.
        reference_share, model_share: how often the initial model and this one speak.
        prompts: one label per reply; one prompt for all if not given.

    Raises:
        ValueError: shapes that do not fit, rewards outside the span, a reply that breaks the cap, or a proposal that is
            no such mixture.

    >>> rng = np.random.default_rng(1)
    >>> q, p, r = np.array([0.5, 0.5]), np.array([0.3, 0.7]), np.array([0.0, 1.0])
    >>> x = rng.choice(2, size=2000, p=(p + q) / 2)
    >>> logs = np.log(p)[x], np.log(q)[x], np.log((p + q) / 2)[x]
    >>> found = certificate(r[x], *logs, span=1, cap=2, reference_share=0.5, model_share=0.5)
    >>> missed = np.log(q @ np.exp(r)) - (p @ r - p @ np.log(p / q))
    >>> round(missed, 3), round(found.estimate, 3), 0.005 < found.at_most < 0.02
    (np.float64(0.002), 0.002, True)
    """
    R, p, q, s, labels = checked(
        total, log_model, log_reference, log_proposal,
        span=span, cap=cap, penalty=penalty, reference_share=reference_share, model_share=model_share, prompts=prompts,
    )  # fmt: skip
    unseen = np.log(1 / level) / reference_share
    ratios = np.exp(q - s), np.exp(p - s)
    guess = guesses(R, *ratios, labels, span=span, cap=cap, penalty=penalty, unseen=unseen)
    terms = missed_terms(R, p, q, s, guess, cap=cap, penalty=penalty)
    most = largest_term(
        guess, span=span, cap=cap, penalty=penalty, reference_share=reference_share, model_share=model_share
    )
    betting = slice(min(_learning(R.size), R.size - 1), None)
    bound = betting_bound(np.minimum(terms, most)[betting], most[betting], level=level)
    about = estimated_miss(R, p, q, s, labels, cap=cap, penalty=penalty)
    return Certificate(about, bound, float(span), float(cap), level, int(R.size))


def checked(
    total: Any,
    log_model: Any,
    log_reference: Any,
    log_proposal: Any,
    *,
    span: float,
    cap: float,
    penalty: float,
    reference_share: float,
    model_share: float,
    prompts: Any,
) -> tuple[Floats, Floats, Floats, Floats, NDArray[np.intp]]:
    """The arguments of a certificate as rows of numbers, and the number of each reply's prompt.

    Raises:
        ValueError: what `certificate` refuses.
    """
    given = (total, log_model, log_reference, log_proposal)
    names = ("total", "log_model", "log_reference", "log_proposal")
    R, p, q, s = (as_array(name, a, exact=False) for name, a in zip(names, given, strict=True))
    for name, number in (("span", span), ("penalty", penalty), ("reference_share", reference_share)):
        as_number(name, number, exact=False, above=0)
    _check(R, p, q, s, span=span, cap=cap, shares=(reference_share, model_share))
    labels = np.zeros(R.size, dtype=int) if prompts is None else np.unique(np.asarray(prompts), return_inverse=True)[1]
    if labels.shape != R.shape:
        raise ValueError(f"prompts must be one per reply, {R.size}; got {labels.size}")
    return R, p, q, s, labels


def _check(R: Floats, p: Floats, q: Floats, s: Floats, *, span: float, cap: float, shares: tuple[float, float]) -> None:
    if R.ndim != 1 or not R.size or any(a.shape != R.shape for a in (p, q, s)):
        shapes = [a.shape for a in (R, p, q, s)]
        raise ValueError(f"total and log-probabilities must be rows of one length; got {shapes}")
    if R.min() < -1e-9 * span or R.max() > span * (1 + 1e-9):
        raise ValueError(f"total must lie between 0 and span, {span:g}; got {R.min():g} to {R.max():g}")
    if not (np.isfinite(cap) and cap >= 1) or (p - q).max() > np.log(cap) + 1e-6:
        raise ValueError(
            f"cap must be a finite number of at least 1 that no reply breaks; got {cap!r}, and a reply "
            f"{np.exp(min((p - q).max(), 700)):.4g} times as likely as under the reference"
        )
    heard = np.logaddexp(np.log(shares[0]) + q, (np.log(shares[1]) if shares[1] > 0 else -np.inf) + p)
    if shares[1] < 0 or sum(shares) > 1 + 1e-9 or (heard > s + 1e-6).any():
        raise ValueError(
            "log_proposal must be the law of a mixture in which the reference and the model have the shares "
            f"{shares}; some reply is less likely than they alone make it"
        )


def _learning(replies: int) -> int:
    """The number of first replies that only serve to guess."""
    return max(1, replies // 10)


def guesses(
    R: Floats, reference: Floats, weight: Floats, labels: Any, *, span: float, cap: float, penalty: float, unseen: float
) -> Floats:
    """A guess of the best value for each reply, from those before it: renewed at each doubling of what was seen."""
    guess = np.full(R.size, span / 2)
    start = _learning(R.size)
    while start < R.size:
        stop = min(R.size, 2 * start)
        heard = R[:start], reference[:start], weight[:start]
        anybody = np.zeros(start, dtype=int)
        overall = best_guesses(*heard, anybody, cap=cap, penalty=penalty, unseen=unseen, most=span)[0]
        own = np.full(int(labels.max()) + 1, overall)
        if own.size > 1:
            by_prompt = best_guesses(*heard, labels[:start], cap=cap, penalty=penalty, most=span)
            known = np.isfinite(by_prompt)
            own[: known.size][known] = by_prompt[known]
        guess[start:stop] = np.clip(own, 0.0, span)[labels[start:stop]]
        start = stop
    return guess
