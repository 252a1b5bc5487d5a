"""The page's exact mechanisms and payments by definition, against plain loops."""

from fractions import Fraction

import numpy as np
import pytest

from incentives_book.payments import the_affine_maximizer as page

F = Fraction


def by_trying_all(models, costs, rewards, sizes):
    """The best welfare of a list of models."""
    return max(
        sum(w * sum(a * b for a, b in zip(m, r, strict=True)) for w, r in zip(sizes, rewards, strict=True)) - c
        for m, c in zip(models, costs, strict=True)
    )


@pytest.mark.parametrize("rule", page.RULES[2:], ids=["ties", "numbers"])
def test_payments_by_definition_are_those_of_a_plain_search(rule):
    models, costs = rule.models.policies.tolist(), list(rule.models.divergences)
    for rewards in page.TRIOS[::5]:
        outcome = rule(rewards, [1, 2, 3])
        for i in range(3):
            told, sizes = page.without(i, rewards)
            left = (
                sum(
                    w * sum(a * b for a, b in zip(outcome.policy, r, strict=True))
                    for w, r in zip(sizes, told, strict=True)
                )
                - costs[outcome.model]
            )
            assert page.payment_by_definition(rule, rewards, i) == by_trying_all(models, costs, told, sizes) - left


def test_odd_reports_leave_the_domain():
    assert page.ODD.min() < 0
    assert page.ODD.max() > 3
    assert len(page.ODD) == 3 * (len(page.HALVES) + 3)


def test_everybody_but_one_is_left():
    told, sizes = page.without(1, ["a", "b", "c"])
    assert (told, sizes) == (["a", "c"], [1, 3])


def test_the_best_lie_of_a_game_is_the_largest_of_all():
    game = page.games()[0]
    kept = []
    for report in page.ODD:
        policies, payments = game.rule.offers(game.rewards, game.sizes, who=0, reports=report[None])
        kept.append(game.size * sum(a * b for a, b in zip(policies[0], game.own, strict=True)) - payments[0])
    assert page.every_lie(game) == max(kept)
    assert np.asarray(kept).shape == (len(page.ODD),)
