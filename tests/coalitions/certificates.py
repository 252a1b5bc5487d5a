"""Is one partition of many players stable? Decided in exact numbers.

The library's method, written again; in small games it is compared with a list of all coalitions.

Spread 1, uniform federation; blocks are lists of whole sizes. A coalition of total N and sum of squares S blocks if S
is below a bound of each member, which follows from what the member expects now. For each N players enter by decreasing
bound, beside the least sum of squares that those who entered reach for each total.
"""

from collections import Counter
from fractions import Fraction

import numpy as np


def cost(noise, block, size):
    """What a member of this size expects in a block of these sizes, less the spread."""
    total, squares = sum(block), sum(k * k for k in block)
    return Fraction(noise) / total + Fraction(squares, total**2) - Fraction(2 * size, total)


def largest_squares(noise, block, size, most):
    """For N = 1, ..., most the largest sum of squares with which a member of this size gains; -1 if there is none."""
    now, slope = cost(noise, block, size), 2 * size - Fraction(noise)
    scale = now.denominator * slope.denominator
    a, b = int(now * scale), int(slope * scale)
    bounds = (min(-((-a * N * N - b * N) // scale) - 1, N * N) if size <= N else -1 for N in range(1, most + 1))
    return np.array([max(bound, -1) for bound in bounds])


def core_stable(noise, blocks):
    """Whether no coalition blocks."""
    players, most = sum(map(len, blocks)), sum(map(sum, blocks))
    kinds = sorted(Counter((size, at) for at, block in enumerate(blocks) for size in block).items())
    limits = np.array([largest_squares(noise, blocks[at], size, most) for (size, at), _ in kinds])
    totals = np.arange(1, most + 1)
    limits[limits * players < totals**2] = -1  # a sum of squares is at least N^2 / players
    wanted = (limits >= 0).any(axis=0)
    totals, limits = totals[wanted], limits[:, wanted]
    # Could parts of players reach the total, smallest first, with squares that all accept? If not, no players can.
    fillable = np.zeros(len(totals), dtype=bool)
    for weakest in limits:
        left, squares = totals.copy(), np.zeros_like(totals)
        for ((size, _), count), limit in zip(kinds, limits, strict=True):
            taken = np.where(limit >= weakest, np.minimum(left, size * count), 0)
            left, squares = left - taken, squares + size * taken
        fillable |= (weakest >= 0) & (left == 0) & (squares <= weakest)
    for total, accepted in zip(totals[fillable].tolist(), limits[:, fillable].T.tolist(), strict=True):
        least = np.full(total + 1, total**2 + 1)  # more than any sum of squares
        least[0] = 0
        for limit, size, count in sorted(
            ((limit, size, count) for ((size, _), count), limit in zip(kinds, accepted, strict=True)), reverse=True
        ):
            for _ in range(count if limit >= 0 else 0):
                least[size:] = np.minimum(least[size:], least[:-size] + size**2)
            if least[total] <= limit:
                return False
    return True


def individually_stable(noise, blocks):
    """Whether nobody gains by moving into another block in which nobody loses, or by going alone."""
    for home in blocks:
        for host in [*(block for block in blocks if block is not home), []]:
            for size in set(home):
                joined = [*host, size]
                gains = cost(noise, joined, size) < cost(noise, home, size)
                if gains and all(cost(noise, joined, k) <= cost(noise, host, k) for k in set(host)):
                    return False
    return True
