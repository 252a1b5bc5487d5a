"""Serving one of n replies that were drawn before anybody reported: what is served on average, and what is lost.

A companion of the page of that name.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import exp, factorial, log
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from incentives import payments as pay
from incentives_book.payments.small_languages import Task, aligned, conflicting

Floats = NDArray[np.float64]

# A coin whose heads are worth log 4 penalties: exponentials of rewards are whole numbers.
COIN, WORTH = (Fraction(1, 2), Fraction(1, 2)), (4, 1)


class Anchored(NamedTuple):
    """The losses by n replies drawn beforehand, in penalties.

    Args:
        replies: n.
        served: the average law of the reply that is served, exact.
        own: mean loss in the sample's own value.
        bound: for that mean, from the chi-squared divergence.
        true: lambda KL of the average law to the optimum, over lambda.
        chi_squared: of the optimum to the initial model.
    """

    replies: int
    served: tuple[Fraction, ...]
    own: float
    bound: float
    true: float
    chi_squared: Fraction


def optimum(initial: tuple[Fraction, ...], worth: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The tilted law, for whole numbers exp(reward / penalty).

    >>> [str(p) for p in optimum(COIN, WORTH)]
    ['4/5', '1/5']
    """
    tilted = [q * w for q, w in zip(initial, worth, strict=True)]
    return tuple(t / sum(tilted) for t in tilted)


def anchored(replies: int, *, initial: tuple[Fraction, ...] = COIN, worth: tuple[int, ...] = WORTH) -> Anchored:
    """All samples of so many replies, enumerated with their probabilities in fractions."""
    best = optimum(initial, worth)
    whole = sum(q * w for q, w in zip(initial, worth, strict=True))
    served, own = [Fraction(0)] * len(initial), 0.0
    for sample in combinations_with_replacement(range(len(initial)), replies):
        counts = [sample.count(x) for x in range(len(initial))]
        chance = Fraction(factorial(replies))
        for count, q in zip(counts, initial, strict=True):
            chance *= q**count / Fraction(factorial(count))
        total = sum(c * w for c, w in zip(counts, worth, strict=True))
        for x, count in enumerate(counts):
            served[x] += chance * Fraction(count * worth[x], total)
        own -= float(chance) * log(Fraction(total, replies) / whole)
    chi = sum((p - q) ** 2 / q for p, q in zip(best, initial, strict=True))
    reach = log(Fraction(max(worth), min(worth)))
    bound = (4 * log(2) - 2) * float(chi) / replies + reach * exp(-replies / (8 + 8 * float(chi)))
    true = sum(float(p) * log(p / b) for p, b in zip(served, best, strict=True))
    return Anchored(replies, tuple(served), own, bound, true, chi)


def best_of_lies(seed: int, *, replies: int = 4, lies: int = 50) -> float:
    """The gain of the best of some lies in a random game on one sample drawn beforehand; three groups, penalty 1."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(size=(3, replies)) * 3

    def keeps(told: np.ndarray) -> float:
        tilt = np.exp(told.sum(axis=0))
        others = np.exp((told[1:]).sum(axis=0))
        p = tilt / tilt.sum()
        left = p @ told[1:].sum(axis=0) - p @ np.log(p * replies)
        return float(p @ truth[0] - (np.log(others.mean()) - left))

    told = [np.vstack([rng.uniform(size=(1, replies)) * 3, truth[1:]]) for _ in range(lies)]
    return max(map(keeps, told)) - keeps(truth)


def served_law(speaker: Floats, optimum: Floats, replies: int) -> Floats:
    """The average law of the reply that is served if so many candidates come from a fixed speaker.

    A candidate is served in proportion to optimum / speaker, which is the initial model's probability over the
    speaker's, times exp(reward / penalty). With u for this ratio, 1 / (sum of u) is the integral of exp(-t sum of u)
    over t > 0, so that the mean over all samples is one integral over a product of equal factors. On a logarithmic
    scale of t the rule of equal steps is exact to rounding.

    Args:
        speaker, optimum: laws of the outcomes, shape (outcomes,), positive.
        replies: how many candidates are drawn.

    Returns:
        Shape (outcomes,).

    >>> served_law(np.array([0.5, 0.5]), np.array([0.8, 0.2]), 1).round(6).tolist()
    [0.5, 0.5]
    """
    u = optimum / speaker
    t, step = np.linspace(-45.0, 45.0, 1200, retstep=True)
    decay = np.exp(-np.exp(t)[:, None] * u)
    return replies * speaker * u * (((decay @ speaker) ** (replies - 1) * np.exp(t)) @ decay) * step


def sentence_law(task: Task) -> Floats:
    """The probability of each sentence when words follow each other as in the task's grammar, shape (sentences,)."""
    following, words = task.next_word(), task.language.words
    found = []
    for sentence in task.language.sentences:
        places = [len(words), *(words.index(word) for word in sentence)]  # the start comes first
        chance = np.prod([following[a, b] for a, b in pairwise(places)])
        ends = len(sentence) == task.language.longest
        found.append(chance * (1.0 if ends else following[places[-1], len(words)]))
    return np.array(found)


class Compared(NamedTuple):
    """The losses in truth of candidates of several speakers, on one model.

    Args:
        model: its name.
        replies: numbers of candidates.
        losses: by speaker, in penalties, one number for each number of candidates.
    """

    model: str
    replies: tuple[int, ...]
    losses: dict[str, list[float]]


ANCHOR, INFORMED, PARTIAL, MIXED = "initial model", "half trained", "one group's", "half initial, half one group's"


def compared(replies: tuple[int, ...] = (1, 4, 16, 64, 256)) -> list[Compared]:
    """Candidates of the initial model against importance-weighted ones of other fixed speakers, on three models.

    The models are a coin, on which the second group wants tails, and two languages of 1,365 sentences in which the
    groups want opposite or similar things. Rewards of both groups count alike. The half-trained speaker knows the total
    and is trained for half of it. The speaker of one group knows its wish alone, taken for everybody's. All speakers
    are fixed before anybody reports.
    """
    coin = np.array([[2 * log(4), 0.0], [0.0, log(4)]])  # together heads are worth log 4, as above
    games = [("a coin", np.array([0.5, 0.5]), coin)]
    games += [(task.name, sentence_law(task), 4 * task.rewards) for task in (conflicting(), aligned())]
    found = []
    for name, initial, rewards in games:
        total = rewards.sum(axis=0)
        best, half, first = (pay.best_policy(wish, initial) for wish in (total, total / 2, 2 * rewards[0]))
        speakers = {ANCHOR: initial, INFORMED: half, PARTIAL: first, MIXED: (initial + first) / 2}
        losses = {
            who: [pay.KL().between(served_law(law, best, n), best) for n in replies] for who, law in speakers.items()
        }
        found.append(Compared(name, replies, losses))
    return found


def draw_compared(found: list[Compared], *, axes: tuple[Axes, ...]) -> None:
    """One panel for each model: the true loss against the number of candidates, one line for each speaker."""
    styles = dict(zip(found[0].losses, ("o-", "s--", "^:", "d-."), strict=True))
    for ax, game in zip(axes, found, strict=True):
        for who, style in styles.items():
            ax.loglog(game.replies, game.losses[who], style, label=who)
        ax.set(title=game.model, xlabel="candidates")
    axes[0].set(ylabel="true loss, in penalties")
    handles = axes[0].get_legend_handles_labels()
    axes[0].figure.legend(*handles, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=4)


def draw_losses(found: list[Anchored], *, ax: Axes) -> None:
    """Both losses against the number of replies, with the orders 1 / n and 1 / n^2."""
    n = [a.replies for a in found]
    ax.loglog(n, [a.own for a in found], "o-", label="in the sample's own value")
    ax.loglog(n, [a.true for a in found], "s-", label="in truth")
    ax.loglog(n, [a.bound for a in found], "--", color="0.6", label="bound")
    ax.set(xlabel="replies drawn beforehand", ylabel="loss, in penalties")
    ax.legend()
