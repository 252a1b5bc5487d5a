"""The differentiated first-order condition of training for four outcomes, in symbols."""

from __future__ import annotations

import sympy as sp

REWARDS = sp.symbols("r_1:5", real=True)
WEIGHTS = sp.symbols("a_1:5", positive=True)  # q / f''(p / q)
SIZE = sp.Symbol("w", positive=True)


def marginal_gain_at(outcome: int) -> sp.Expr:
    """t(z) = sum over x of (rm(z) - rm(x)) a(x), for z = `outcome`, 0 .. 3.

    >>> marginal_gain_at(0).coeff(WEIGHTS[1])
    r_1 - r_2
    """
    return sum((REWARDS[outcome] - r) * a for r, a in zip(REWARDS, WEIGHTS, strict=True))


def slope_at(outcome: int) -> sp.Expr:
    """dv / drm(z): how the valuation changes with the reward reported for one outcome.

    Solves w [x = z] - dp(x) / a(x) = dmu for all x together with sum dp = 0.

    >>> sp.simplify(slope_at(0) - SIZE * WEIGHTS[0] * marginal_gain_at(0) / sum(WEIGHTS))
    0
    """
    dp, dmu = sp.symbols("dp_1:5", real=True), sp.Symbol("dmu")
    rows = [SIZE * int(x == outcome) - dp[x] / WEIGHTS[x] - dmu for x in range(4)]
    solved = sp.solve([*rows, sum(dp)], [*dp, dmu])
    return sum(r * solved[d] for r, d in zip(REWARDS, dp, strict=True))


def where_t_is(outcome: int, value: sp.Expr) -> dict[sp.Symbol, sp.Expr]:
    """The reward of an outcome that makes it this much better than the weighted mean of the other rewards.

    >>> sp.simplify(marginal_gain_at(0).subs(where_t_is(0, sp.Integer(0))))
    0
    """
    rest = [x for x in range(4) if x != outcome]
    middle = sum(REWARDS[x] * WEIGHTS[x] for x in rest) / sum(WEIGHTS[x] for x in rest)
    return {REWARDS[outcome]: middle + value}
