"""A small world of noisy rewards that is enumerated exactly: three models, two groups, rewards 0, 1/2, 1, nine errors
and two.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from incentives import payments as pay
from incentives_book.payments.noisy_rewards.noise import JointNoise, NoisyGame, Shifts, independent

QUARTER = Fraction(1, 4)  # the largest error
models = pay.FiniteModels([[1, 0], [0, 1], [Fraction(1, 2), Fraction(1, 2)]], [0, Fraction(1, 4), Fraction(1, 8)])
first_noise = Shifts(list(product([-QUARTER, 0, QUARTER], repeat=2)))
second_noise = Shifts([[QUARTER, -QUARTER], [-QUARTER, QUARTER]])
ROWS = [r for r in product([Fraction(0), Fraction(1, 2), Fraction(1)], repeat=2) if max(r) == 1]
RULE = pay.AffineMaximizer(models=models)
SIZES = ((1, 2), (3, 1))


def noisy_game(
    rewards: Sequence[Sequence[Any]], sizes: Sequence[Any], noise: JointNoise | None = None, rule: Any = RULE
) -> NoisyGame:
    """One game of the world; noise and rule may be exchanged."""
    return NoisyGame(rule, pay.Preferences(rewards, sizes), noise or independent(first_noise, second_noise))


def games() -> list[NoisyGame]:
    """All pairs of rewards at two pairs of sizes.

    >>> len(games())
    50
    """
    return [noisy_game(pair, sizes) for pair in product(ROWS, repeat=2) for sizes in SIZES]


def harsh_games() -> list[NoisyGame]:
    """The same with one of the nine errors for certain in the first group, and none in the second.

    >>> len(harsh_games())
    450
    """
    constant = [independent(Shifts([row]), None) for row in first_noise.rows]
    return [noisy_game(g.truth.rewards, g.truth.sizes, noise) for g in games() for noise in constant]
