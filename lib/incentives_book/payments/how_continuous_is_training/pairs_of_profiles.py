"""Pairs of total rewards and what is trained from each: a small exact world, random pairs, and the choice that
flips.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from incentives import payments as pay
from incentives.payments.divergences import Divergence
from incentives.randomness import stream
from incentives_book.payments.how_continuous_is_training.moduli import TwoProfiles

# All initial models over three answers with positive probabilities in sixths, and all total rewards 0, 1, 2.
SIXTHS = [[Fraction(i, 6), Fraction(j, 6), Fraction(6 - i - j, 6)] for i in range(1, 5) for j in range(1, 6 - i)]
TOTALS = list(product(range(3), repeat=3))
# A choice between two certainties; both have chi-squared divergence 1 from an even initial model.
_FLIP = pay.FiniteModels([[1, 0], [0, 1]], [1, 1])


class Pair(NamedTuple):
    """Two total rewards and what is trained from them."""

    reference: Sequence[Any]
    penalty: Any
    rewards: Sequence[Any]  # before, after
    models: Sequence[Any]  # before, after

    @property
    def distance(self) -> Any:
        """The largest change of a total reward."""
        return max(abs(a - b) for a, b in zip(*self.rewards, strict=True))

    @property
    def moves(self) -> np.ndarray:
        """The distance by which each probability moves."""
        return abs(self.models[1] - self.models[0])


def compared() -> list[Pair]:
    """Every pair of total rewards 0, 1, 2 under chi-squared, for all initial models in sixths and penalties 1/4 and 2.

    >>> len(compared())
    7020
    """
    found = []
    for reference, penalty in product(SIXTHS, (Fraction(1, 4), Fraction(2))):
        models = pay.best_policy(TOTALS, reference, penalty=penalty, divergence=pay.ChiSquared())
        found += [
            Pair(reference, penalty, *zip(*both, strict=True))
            for both in combinations(zip(TOTALS, models, strict=True), 2)
        ]
    return found


def trained(profiles: TwoProfiles, divergence: Divergence, penalty: Any) -> np.ndarray:
    """The models before and after, shape (2, outcomes)."""
    totals = [profiles.before.total, profiles.after.total]
    return pay.best_policy(totals, profiles.reference, penalty=penalty, divergence=divergence)


def moves_at_most(delta: Fraction, epsilon: Fraction) -> bool:
    """True if a choice between two models moves by at most epsilon from R = (1, 1 - delta) to (1 - delta, 1).

    >>> moves_at_most(Fraction(1, 1000), Fraction(1, 2))
    False
    """
    first, second = _FLIP.best(np.array([[1, 1 - delta], [1 - delta, 1]]), 1)[0]
    return bool(abs(second - first).max() <= epsilon)


def legal_and_near(delta: Fraction, epsilon: Fraction) -> bool:
    """True if these are rewards with maximum 1 of one group of one member, as near as Lemma E.1 asks with alpha = 2."""
    rewards = [(1, 1 - delta), (1 - delta, 1)]
    return all(max(r) == 1 and min(r) >= 0 for r in rewards) and 0 < delta <= 2 * epsilon / 2 < 1


def random_pairs(divergence: Divergence, penalty: float, pairs: int, seed: int = 6) -> np.ndarray:
    """For random pairs of total rewards: D, the move, and the welfare lost by training with the wrong one; shape (3,
    pairs).

    Four answers; twenty pairs for each random initial model.
    """
    rng, found = stream(seed, "moves"), []
    for _ in range(pairs // 20):
        reference = rng.dirichlet(np.full(4, 0.5)) + 1e-9
        reference /= reference.sum()
        before = rng.uniform(0, 2, size=(20, 4))
        change = rng.uniform(0.01, 1, size=(20, 1)) * rng.choice([-1, 1], size=(20, 4))
        options = {"penalty": penalty, "divergence": divergence}
        first, second = (pay.best_policy(R, reference, **options) for R in (before, before + change))
        best, old = (pay.value(R, reference, **options) for R in (before + change, before))
        lost = best - old - (first * change).sum(axis=1)
        found.append(np.stack([abs(change).max(axis=1), abs(second - first).max(axis=1), lost]))
    return np.concatenate(found, axis=1)
