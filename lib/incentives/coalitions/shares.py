"""Sharing a cost that can be paid in money: the Shapley value and the least core, exact.

Libraries of cooperative games estimate the Shapley value in floating point. Here it is decided whether somebody would
rather
leave, and a tie is an answer, so both are computed in Fractions; the least core by the simplex method on its dual,
whose multipliers are the shares, so that the last look at all coalitions is the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import NamedTuple

from incentives.coalitions.game import Game, HedonicGame
from incentives.coalitions.welfare import cheapest_splits, coalition_costs


class Shares(NamedTuple):
    """The ways to share the cost of the cheapest partition, which may be less than that of everybody together.

    Args:
        total: what is shared.
        shapley: the Shapley value, one share per player.
        least_core: shares at which the coalition with most to complain about pays least above its own cost; where
            several
            do, one of them.
        excess: how much that coalition pays above its own cost. At most 0: with these shares, paid in money, no
            coalition
            would rather leave, so the core with side payments is not empty; greater: it is empty.
    """

    total: Fraction
    shapley: tuple[Fraction, ...]
    least_core: tuple[Fraction, ...]
    excess: Fraction


def shapley_value(costs: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Each player's marginal cost, averaged over all orders in which players may arrive.

    Args:
        costs: as `coalition_costs` gives them.

    Reference:
        Shapley (1953).

    >>> [str(share) for share in shapley_value([Fraction(c) for c in (0, 1, 2, 2)])]
    ['1/2', '3/2']
    """
    players = len(costs).bit_length() - 1
    chances = [Fraction(factorial(size) * factorial(players - size - 1), factorial(players)) for size in range(players)]
    return tuple(
        sum(
            (
                chances[mask.bit_count()] * (costs[mask | 1 << k] - costs[mask])
                for mask in range(len(costs))
                if not mask >> k & 1
            ),
            Fraction(0),
        )
        for k in range(players)
    )


def least_core(costs: Sequence[Fraction]) -> tuple[tuple[Fraction, ...], Fraction]:
    """Shares of the whole cost that minimise the largest excess x(S) - c(S), and that excess; nobody's is 0.

    Weights on coalitions in which everybody counts alike prove that no shares do better; the simplex method moves
    between such weights:

    1. Begin with equal weights on the players alone. These coalitions are the basis.
    2. Find the shares at which all coalitions of the basis have the same excess.
    3. Compute what every other coalition pays at these shares. If none has a larger excess, the shares are best.
    4. Otherwise the coalition whose excess is largest enters the basis, or, after a step of length 0, the first one
       whose excess is larger (Bland's rule, so that the steps end).
    5. Weight moves to it until the weight of another coalition has fallen to 0. That one leaves; go on with 2.

    Args:
        costs: as `coalition_costs` gives them.

    Reference:
        Maschler, Peleg and Shapley (1979).

    >>> shares, excess = least_core([Fraction(c) for c in (0, 2, 2, 3, 2, 3, 3, 5)])
    >>> [str(share) for share in shares], str(excess)
    (['5/3', '5/3', '5/3'], '1/3')
    """
    players, whole = len(costs).bit_length() - 1, costs[-1]
    if players == 1:
        return (whole,), Fraction(0)

    # Column of a coalition: whether player k counts, less whether player 0 does, for k >= 1; and 1, for weights sum to
    # 1.
    def column(mask: int) -> list[Fraction]:
        return [*(Fraction((mask >> k & 1) - (mask & 1)) for k in range(1, players)), Fraction(1)]

    basis = [1 << k for k in range(players)]
    rows = _inverse([list(row) for row in zip(*map(column, basis), strict=True)])
    weights, careful = [row[-1] for row in rows], False
    while True:
        gains = [whole * (mask & 1) - costs[mask] for mask in basis]
        multipliers = [
            sum((gain * row[k] for gain, row in zip(gains, rows, strict=True)), Fraction(0)) for k in range(players)
        ]
        rest, excess = [-y for y in multipliers[:-1]], multipliers[-1]
        shares = (whole - sum(rest), *rest)
        paid = [Fraction(0)] * len(costs)
        for mask in range(1, len(costs)):
            paid[mask] = paid[mask & (mask - 1)] + shares[(mask & -mask).bit_length() - 1]
        over = [(paid[mask] - costs[mask] - excess, -mask) for mask in range(1, len(costs) - 1)]
        worst = [pair for pair in over if pair[0] > 0]
        if not worst:
            return shares, excess
        # The first that would gain, after a step of length 0 (Bland's rule), so that it ends; else the one that gains
        # most.
        new = -(max(worst, key=lambda pair: pair[1]) if careful else max(worst))[1]
        entry = column(new)
        move = [sum((a * b for a, b in zip(row, entry, strict=True)), Fraction(0)) for row in rows]
        step, _, out = min((weights[k] / move[k], basis[k], k) for k in range(players) if move[k] > 0)
        pivot = [value / move[out] for value in rows[out]]
        rows = [
            pivot if k == out else [a - move[k] * b for a, b in zip(row, pivot, strict=True)]
            for k, row in enumerate(rows)
        ]
        basis[out], careful = new, step == 0
        weights = [row[-1] for row in rows]


def _inverse(matrix: list[list[Fraction]]) -> list[list[Fraction]]:
    size = len(matrix)
    rows = [[*row, *(Fraction(int(k == j)) for j in range(size))] for k, row in enumerate(matrix)]
    for k in range(size):
        other = next(j for j in range(k, size) if rows[j][k])
        rows[k], rows[other] = rows[other], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for j in range(size):
            if j != k and rows[j][k]:
                rows[j] = [a - rows[j][k] * b for a, b in zip(rows[j], rows[k], strict=True)]
    return [row[size:] for row in rows]


def share_costs(game: Game | HedonicGame) -> Shares:
    """The cost of the cheapest partition, shared by the Shapley value and by the least core.

    Every set of players counts with what it costs when it splits up as cheaply as it can, because nobody has to form a
    coalition that costs more than its parts. So these are shares of the game with coalition structures.

    Args:
        game: at most 14 players; what a coalition costs is the sum of size times error of its members, of a
            `HedonicGame` of their costs, as if it could be paid in money.

    Raises:
        ValueError: too many players.

    Reference:
        Aumann and Dreze (1974).

    >>> found = share_costs(Game([5, 5, 25], noise=10, spread=1))
    >>> str(found.total), [str(share) for share in found.least_core], str(found.excess)  # of 0,1 | 2
    ('25', ['20/3', '25/3', '10'], '0')
    """
    costs, _ = cheapest_splits(coalition_costs(game))
    return Shares(costs[-1], shapley_value(costs), *least_core(costs))
