"""Assumptions become substitutions."""

import random
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from claimbook.certificates import (
    at_point,
)
from claimbook.inequalities import holds_at
from claimbook.slacks import slack_chains, sound, substitution

N_S, N_L, MU, V, S, L = sp.symbols("n_s n_l mu sigma2 s l", positive=True)


def test_substitutions_reach_every_point_that_satisfies_the_assumptions():
    givens = [N_S < N_L, N_L <= MU / V, MU < 3 * N_S * V, S < 1]
    chance = random.Random(3)
    chain = next(slack_chains(givens, {s.name for g in givens for s in g.free_symbols}))
    assert sound(chain)
    met = 0
    while met < 40:
        point = {s: Fraction(chance.randint(1, 12), chance.randint(1, 6)) for s in (N_S, N_L, MU, V, S)}
        if not all(holds_at(g, point) for g in givens):
            continue
        met += 1
        known = dict(point)
        for step in chain:
            known[step.slack] = at_point(step.meaning, known)
            assert known[step.slack] > 0 if step.slack.is_positive else known[step.slack] >= 0
        assert all(at_point(value, known) == known[symbol] for symbol, value in substitution(chain).items())


def test_a_chain_whose_slack_is_not_what_the_assumption_says_is_unsound():
    (step,) = next(slack_chains([N_S < N_L], {"n_s", "n_l"}))
    assert sound([step])
    assert not sound([replace(step, given=N_S > N_L)])
    assert not sound([replace(step, slack=sp.Symbol("d", nonnegative=True))])
    assert not sound([replace(step, slack=N_S)])
