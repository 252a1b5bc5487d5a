"""Code of the page the-affine-maximizer beside the library: four exact mechanisms, and payments by their
definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from incentives import payments as pay

F = Fraction
Q = [F(1, 5), F(2, 5), F(2, 5)]
_CORNERS = [[1, 0, 0], [0, 1, 0], [0, 0, 1], Q]
# Chi-squared, total variation, four models with many ties, and four with arbitrary numbers for divergences.
RULES = (
    pay.AffineMaximizer(Q, penalty=F(1, 3), divergence=pay.ChiSquared()),
    pay.AffineMaximizer(Q, penalty=F(1, 2), divergence=pay.TotalVariation()),
    pay.AffineMaximizer(models=pay.FiniteModels(_CORNERS, [0, 0, 0, 0])),
    pay.AffineMaximizer(models=pay.FiniteModels(_CORNERS, [F(-1), F(3, 7), 0, F(1, 2)])),
)
HALVES = [r for r in product((F(0), F(1, 2), F(1)), repeat=3) if max(r) == 1]
TRIOS = [[a, b, c] for a in HALVES[::3] for b in HALVES[1::4] for c in HALVES[2::5]]
# Weighted reports of one group: all in halves, and some outside the domain, each at sizes 1, 3 and 5/2.
ODD = np.array(
    [
        [s * v for v in row]
        for row in [*HALVES, (F(-2), F(1), F(3)), (F(7, 3), F(-1, 5), F(0)), (F(9), F(9), F(9))]
        for s in (F(1), F(3), F(5, 2))
    ],
    dtype=object,
)


class Game(NamedTuple):
    """One group with its true reward and size, against two others of sizes 2 and 1."""

    rule: pay.AffineMaximizer
    own: Sequence[Any]
    size: int
    others: list[Sequence[Any]]

    @property
    def rewards(self) -> list[list[Any]]:
        """True rewards of all three."""
        return [list(self.own), *map(list, self.others)]

    @property
    def sizes(self) -> list[int]:
        """Sizes of all three."""
        return [self.size, 2, 1]


def games() -> list[Game]:
    """Forty games for each mechanism.

    >>> len(games())
    160
    """
    return [
        Game(rule, own, size, others)
        for rule in RULES
        for own in HALVES[::2]
        for size in (1, 3)
        for others in ([HALVES[1], HALVES[9]], [HALVES[4], HALVES[4]])
    ]


def every_lie(game: Game) -> Any:
    """The most that the first group keeps after any of the reports `ODD`."""
    policies, payments = game.rule.offers(game.rewards, game.sizes, who=0, reports=ODD)
    return max(game.size * (policies @ np.array(game.own, dtype=object)) - payments)


def without(i: int, rewards: Sequence[Any], sizes: Sequence[Any] = (1, 2, 3)) -> tuple[list[Any], list[Any]]:
    """The reports and sizes of everybody but group i."""
    keep = [j for j in range(len(sizes)) if j != i]
    return [rewards[j] for j in keep], [sizes[j] for j in keep]


def chosen(rule: pay.AffineMaximizer, rewards: Sequence[Any], sizes: Sequence[Any]) -> tuple[list[Any], Any]:
    """The best model for these reports, and what the objective subtracts for it."""
    total = sum(size * np.array(r, dtype=object) for r, size in zip(rewards, sizes, strict=True))
    policy, _, index = rule.models.best(total, rule.penalty, ranking=rewards)
    if index is None:
        away = rule.divergence.between(list(policy), rule.reference)
    else:
        away = rule.models.divergences[int(index)]
    return list(policy), rule.penalty * away


def payment_by_definition(rule: pay.AffineMaximizer, rewards: Sequence[Any], i: int) -> Any:
    """ASW_-i of the model without group i minus ASW_-i of the model with it, written out, for sizes 1, 2, 3."""
    told, sizes = without(i, rewards)

    def left_to_the_others(policy: Sequence[Any], away: Any) -> Any:
        return (
            sum(w * sum(a * b for a, b in zip(policy, r, strict=True)) for w, r in zip(sizes, told, strict=True)) - away
        )

    return left_to_the_others(*chosen(rule, told, sizes)) - left_to_the_others(*chosen(rule, rewards, (1, 2, 3)))


def welfare(
    rule: pay.AffineMaximizer, policy: Sequence[Any], away: Any, rewards: Sequence[Any], sizes: Sequence[Any]
) -> Any:
    """Affine social welfare of a model, written out."""
    return (
        sum(w * sum(a * b for a, b in zip(policy, r, strict=True)) for w, r in zip(sizes, rewards, strict=True)) - away
    )


def gain_and_welfare(game: Game, told: Sequence[Any]) -> tuple[Any, Any]:
    """The effect of a report of the first group: its utility by the library's payments, and the true welfare written
    out.
    """
    found = []
    for report, size in ((game.own, game.size), (told, 1)):
        outcome = game.rule([list(report), *map(list, game.others)], [size, 2, 1])
        value = game.size * sum(a * b for a, b in zip(outcome.policy, game.own, strict=True))
        models = game.rule.models
        away = (
            game.rule.divergence.between(list(outcome.policy), game.rule.reference)
            if outcome.model is None
            else models.divergences[int(outcome.model)]
        )
        both = (
            value - outcome.payments[0],
            welfare(game.rule, outcome.policy, game.rule.penalty * away, game.rewards, game.sizes),
        )
        found.append(both)
    return found[1][0] - found[0][0], found[1][1] - found[0][1]


def watching_chain(rule: pay.AffineMaximizer, rewards: Sequence[Any], i: int) -> tuple[Any, Any, Any]:
    """A truthful group's utility in the library, and the two ends of the proof's chain, for sizes 1, 2, 3.

    Returns:
        Utility, ASW(theta) - ASW_-i(theta_-i), and the group's value of theta_-i.
    """
    sizes = (1, 2, 3)
    with_, alone = chosen(rule, rewards, sizes), chosen(rule, *without(i, rewards))
    told, weights = without(i, rewards)
    kept = rule(rewards, list(sizes)).utilities(rewards, list(sizes))[i]
    value = sizes[i] * sum(a * b for a, b in zip(alone[0], rewards[i], strict=True))
    return kept, welfare(rule, *with_, rewards, sizes) - welfare(rule, *alone, told, weights), value
