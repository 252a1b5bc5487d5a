"""Payments that are handed back: random games, and the best rebates that two groups could be promised.

A companion of the page of that name.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray
from scipy.optimize import linprog

from incentives import payments as pay
from incentives.payments.rebates import rebates

Floats = NDArray[np.float64]


class HandedBack(NamedTuple):
    """One random game: how much of all payments comes back.

    Args:
        groups: how many.
        reach: largest weighted reward of a group over the penalty.
        scaled: share that the rebates of the library hand back.
        plain: share without their factor; above 1 is a deficit.
        promised: the least share that the theorem promises.
    """

    groups: int
    reach: float
    scaled: float
    plain: float
    promised: float


def handed_back(groups: int, *, reach: float, seed: int, outcomes: int = 6) -> HandedBack:
    """A random game with weighted rewards in [0, reach], penalty 1."""
    rng = np.random.default_rng([seed, groups, round(100 * reach)])
    rule = pay.AffineMaximizer(rng.dirichlet(np.ones(outcomes)))
    rewards = rng.uniform(size=(groups, outcomes)) ** 3
    if rng.uniform() < 0.5:
        rewards[:, 0] = 1.0  # a reply that everybody wants
    rewards *= reach
    paid = float(np.sum(rule(rewards).payments))
    back = float(rebates(rule, rewards, most=reach).sum())
    promised = (1 - 1 / groups) * np.exp(-2 * reach)
    return HandedBack(groups, reach, back / paid, back / paid * np.exp(reach), promised)


def most_that_two_can_be_promised(initial: tuple[float, float], *, reach: float, reports: int = 9) -> float:
    """The largest share of all payments that rebates could guarantee to two groups without a deficit: a linear program.

    Each rebate is any non-negative function of the other's report. Reports are differences of two rewards on a
    grid from -reach to reach, in units of the penalty.

    Args:
        initial: law of the two replies.
        reach: largest weighted reward.
        reports: on the grid.
    """
    grid = np.linspace(-reach, reach, reports)
    rewards = [np.array([max(d, 0.0), max(-d, 0.0)]) for d in grid]
    rule = pay.AffineMaximizer(list(initial))
    paid = [[float(np.sum(rule([a, b]).payments)) for b in rewards] for a in rewards]
    many = 2 * reports + 1  # rebate of group 1 by the other's report, of group 2, and the share
    rows, limits = [], []
    for i in range(reports):
        for j in range(reports):
            both = np.zeros(many)
            both[j], both[reports + i] = 1.0, 1.0
            rows += [both, -both]
            rows[-1][-1] = paid[i][j]  # share * paid <= rebates <= paid
            limits += [paid[i][j], 0.0]
    goal = np.zeros(many)
    goal[-1] = -1.0
    found = linprog(goal, A_ub=np.array(rows), b_ub=np.array(limits), bounds=[(0, None)] * (many - 1) + [(0, 1)])
    return float(-found.fun)


def draw_handed_back(games: list[HandedBack], *, ax: Axes) -> None:
    """Least share handed back, and the share that is promised, against the number of groups, total rewards fixed."""
    groups = sorted({g.groups for g in games})
    least = [min(g.scaled for g in games if g.groups == n) for n in groups]
    ax.plot(groups, [100 * x for x in least], "o-", label="least in random games")
    ax.plot(groups, [100 * next(g.promised for g in games if g.groups == n) for n in groups], "--", label="promised")
    ax.set(xscale="log", xlabel="groups", ylabel="payments handed back, %", ylim=(0, 100))
    ax.legend(loc="lower right")
